"""What to order for a board: parts, amounts, and where a number or a price is known from."""
