"""Saving and copying pictures from the window."""
