"""The table as a heatmap: a pane for the window and paint functions shared with figures."""
