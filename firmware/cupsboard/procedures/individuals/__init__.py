"""Weighing pieces that are individuals: what each one weighs, and whether the board tells them apart."""
