"""Kalah: beans lie in all cups at first, and a last bean in the own pot gives another turn."""
