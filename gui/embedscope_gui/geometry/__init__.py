"""Geometry in the window: what lists, axes, colours and marks ask for, and their dialogs."""
