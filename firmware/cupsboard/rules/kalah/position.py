"""A position of Kalah as a value: beans, and whose turn it is."""

from dataclasses import dataclass

from cupsboard.rules.sowing_game import Rows


@dataclass(frozen=True, slots=True)
class Position(Rows):
    """Both rows and whose turn it is."""

    @property
    def is_over(self) -> bool:
        """Return whether a player's cups are all empty."""
        return not (any(self.south.cups) and any(self.north.cups))
