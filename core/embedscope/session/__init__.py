"""From what the user asked for to what is computed, without a window."""
