"""Painting of the row norms beside the map: a dead row stays visible at any zoom."""
