"""Which side the board plays and at which level; players change that in a pause."""

from dataclasses import dataclass, replace

from cupsboard.rules.places import Side


@dataclass(frozen=True, slots=True)
class Computer:
    """The side that the board plays, and the name of its level."""

    side: Side
    level: str


@dataclass(frozen=True, slots=True)
class Seats:
    """The sides that people and the board play.

    `levels` are the names of the levels, weakest first. Without any the board can't play.
    """

    levels: tuple[str, ...]
    computer: Computer | None
    level: str = ""
    """The name of the level at which the board plays, or would play if given a side."""

    @classmethod
    def at_first(cls, levels: tuple[str, ...], computer: Computer | None) -> "Seats":
        """Return the seats at the beginning of a session.

        A board that plays no side keeps a middle level for the side that it may take later.
        """
        middling = levels[max(0, len(levels) // 2 - 1)] if levels else ""
        return cls(levels, computer, middling if computer is None else computer.level)

    @property
    def side(self) -> Side | None:
        """Return the side that the board plays; None if it plays none."""
        return None if self.computer is None else self.computer.side

    @property
    def number(self) -> int:
        """Return the number of the level, counted from 1; 0 for a level that this board doesn't know."""
        return self.levels.index(self.level) + 1 if self.level in self.levels else 0

    def held(self, side: Side) -> "Seats":
        """Return the seats after a hold of `side`'s button in a pause.

        The board begins to play that side; if it plays that side already, it leaves it to a person.
        """
        return replace(self, computer=None if side is self.side else Computer(side, self.level))

    def at_next_level(self) -> "Seats":
        """Return the seats with the board at the next level; the weakest follows the strongest."""
        if self.computer is None:
            return self
        level = self.levels[self.number % len(self.levels)]
        return replace(self, level=level, computer=replace(self.computer, level=level))
