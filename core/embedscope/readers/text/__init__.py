"""Tables that are written as text, and what comes with them: words, labels, packings."""
