"""Oware: beans lie in all cups at first, and twos and threes are captured in the other's row."""
