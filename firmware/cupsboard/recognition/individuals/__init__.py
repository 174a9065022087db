"""Pieces that are individuals, told apart by the mass of each: which was lifted, and which landed where."""
