"""Pictures to save: one paint function each, as PNG, SVG and PDF."""
