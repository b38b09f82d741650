"""The dialog in which a person says which tensor of a file is the table."""
