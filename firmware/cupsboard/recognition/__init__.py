"""What the whole table is: which legal table, or which mishap, the weights tell of."""
