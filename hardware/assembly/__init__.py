"""A board put together: every body in its place, and what other programs make of that."""
