"""The text pane: an editor that colours tokens in place, and their list."""
