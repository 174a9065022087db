"""Games that sow rows of cups: each is a text of values, and one room plays them all."""
