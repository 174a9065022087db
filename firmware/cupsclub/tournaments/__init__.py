"""Tournaments of a club: what happened in one is a list of entries, and all else is worked out from them."""
