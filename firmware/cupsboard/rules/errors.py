"""Errors of moves, positions and records."""


class RulesError(ValueError):
    """Base of every error of the rules; the message names the place, the value and the next step."""
