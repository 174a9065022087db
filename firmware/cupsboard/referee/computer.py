"""Which side the board plays, and how well: the players change that in a pause, and may change it back."""

from dataclasses import dataclass, replace

from cupsboard.rules.places import Side


@dataclass(frozen=True, slots=True)
class Computer:
    """The board plays this side, at the level with this name."""

    side: Side
    level: str


@dataclass(frozen=True, slots=True)
class Seats:
    """Who sits where. Without `levels` the board can't play, and both sides are the players'."""

    levels: tuple[str, ...]
    computer: Computer | None
    level: str = ""
    """What the board plays at, or would play at if it were given a side."""

    @classmethod
    def at_first(cls, levels: tuple[str, ...], computer: Computer | None) -> "Seats":
        """The seats an evening begins with; given a side later, the board plays a middling game."""
        middling = levels[max(0, len(levels) // 2 - 1)] if levels else ""
        return cls(levels, computer, middling if computer is None else computer.level)

    @property
    def side(self) -> Side | None:
        """The side that the board plays."""
        return None if self.computer is None else self.computer.side

    @property
    def number(self) -> int:
        """That of the level, counted from 1; 0 for one that this board doesn't know."""
        return self.levels.index(self.level) + 1 if self.level in self.levels else 0

    def held(self, side: Side) -> "Seats":
        """The board takes the side whose button was held, or leaves it if that is its own."""
        return replace(self, computer=None if side is self.side else Computer(side, self.level))

    def at_next_level(self) -> "Seats":
        """The board plays at the next level; after the strongest at the weakest."""
        if self.computer is None:
            return self
        level = self.levels[self.number % len(self.levels)]
        return replace(self, level=level, computer=replace(self.computer, level=level))
