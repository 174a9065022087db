"""How fast virtual time runs for a person who watches."""

FACTORS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
LONGEST_TICK_SECONDS = 0.25
"""A program that was stopped for a while does not make up for it."""


class Pace:
    """A factor between real and virtual time."""

    def __init__(self, factor: float) -> None:
        self.factor = factor

    def virtual_seconds(self, real_seconds: float, *, is_held_back: bool = False) -> float:
        """How much virtual time passes in so much real time; held back, it runs no faster than life."""
        factor = min(self.factor, 1.0) if is_held_back else self.factor
        return factor * min(max(real_seconds, 0.0), LONGEST_TICK_SECONDS)
