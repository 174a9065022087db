"""Follow individuals, pieces recognised by their own mass: which was lifted, and which landed where."""
