"""The lessons in the window: their page, what they show beside it, and their figures."""
