"""The inspector pane: one token, its row and what lies near it."""
