"""The demonstrations of the lessons: each a figure, and a widget that changes it."""
