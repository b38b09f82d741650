"""Embedding tables: where the numbers are stored and how rows are read from there."""
