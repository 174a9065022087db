"""Addresses of computers in a network."""

THIS_COMPUTER_ALONE = ("127.0.0.1", "::1", "localhost")
"""Addresses to listen at that nobody else in the network reaches."""
