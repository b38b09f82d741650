"""Pictures of a table: what a window of pixels shows of V rows x D dims, in numbers and colours."""
