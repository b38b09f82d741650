"""Facts of all rows of the table in one list that can be sorted, cut and saved."""
