"""What can be wrong with a move, a position or a record."""


class RulesError(ValueError):
    """Base of every error of the rules; the message names the place, the value and the next step."""
