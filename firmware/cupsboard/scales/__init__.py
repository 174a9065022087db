"""Counts to grams: what one cell says, and when it has settled."""
