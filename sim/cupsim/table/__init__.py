"""Beans, cups, load cells and hands: the physics of a table."""
