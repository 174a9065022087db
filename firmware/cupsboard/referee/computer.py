"""Seats at both sides: a guest, a known player or the board at a level; players change seats in a pause."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from cupsboard.referee.events import ComputerSeated, PlayerSeated
from cupsboard.rules.places import Side


@dataclass(frozen=True, slots=True)
class Computer:
    """The side that the board plays, and the name of its level."""

    side: Side
    level: str


@dataclass(frozen=True, slots=True)
class Seats:
    """The sides that people and the board play.

    `levels` are the names of the levels, weakest first. Without any the board plays no side.
    """

    levels: tuple[str, ...]
    computer: Computer | None
    level: str = ""
    """The name of the level at which the board plays, or would play if given a side."""
    players: tuple[str, ...] = ("", "")
    """The names of South and North, "" for a guest's."""
    known: tuple[str, ...] = ()
    """The names of players who may sit down here."""

    @classmethod
    def at_first(
        cls,
        levels: tuple[str, ...],
        computer: Computer | None,
        players: tuple[str, ...] = ("", ""),
        known: tuple[str, ...] = (),
    ) -> "Seats":
        """Return the seats at the beginning of a session.

        A board that plays no side keeps a middle level for the side that it may take later.
        """
        middling = levels[max(0, len(levels) // 2 - 1)] if levels else ""
        level = middling if computer is None else computer.level
        return cls(levels, computer, level, players, _known(players, known))

    @property
    def side(self) -> Side | None:
        """Return the side that the board plays; None if it plays none."""
        return None if self.computer is None else self.computer.side

    @property
    def number(self) -> int:
        """Return the number of the level, counted from 1; 0 for a level that this board doesn't know."""
        return self.levels.index(self.level) + 1 if self.level in self.levels else 0

    @property
    def may_change(self) -> bool:
        """Return whether buttons may change the seats in a pause."""
        return bool(self.levels or self.known)

    def called(self, players: tuple[str, ...], known: tuple[str, ...]) -> "Seats":
        """Return the seats with other names of South and North, and other known players."""
        return replace(self, players=players, known=_known(players, known))

    def held(self, side: Side) -> "Seats":
        """Return the seats after a hold of `side`'s button in a pause.

        The board begins to play that side, and whoever played it changes sides with the board; if the board
        plays it already, or has no levels, the next known player not sitting opposite has it, or a guest.
        """
        south, north = self.players
        if self.levels and side is not self.side:
            players = (south, north) if self.computer is None else (north, south)
            return replace(self, computer=Computer(side, self.level), players=players)
        return replace(self.with_next([*Side].index(side)), computer=None)

    def with_next(self, at: int) -> "Seats":
        """Return the seats with the next known player who sits nowhere else at the seat `at`, or a guest."""
        own, others = self.players[at], (*self.players[:at], *self.players[at + 1 :])
        order = ["", *(each for each in self.known if each == own or each not in others), ""]
        players = list(self.players)
        players[at] = order[order.index(own) + 1]
        return replace(self, players=tuple(players))

    def changed(self, before: "Seats") -> Iterator[ComputerSeated | PlayerSeated]:
        """Yield the events that tell what is other than `before`."""
        if (self.computer, self.level) != (before.computer, before.level):
            yield ComputerSeated(self.side, self.level)
        for side, name, was in zip(Side, self.players, before.players, strict=True):
            if name != was:
                yield PlayerSeated(side, name)

    def at_next_level(self) -> "Seats":
        """Return the seats with the board at the next level; the weakest follows the strongest."""
        if self.computer is None:
            return self
        level = self.levels[self.number % len(self.levels)]
        return replace(self, level=level, computer=replace(self.computer, level=level))


@runtime_checkable
class Seated(Protocol):
    """A referee with seats that have names."""

    def call(self, players: tuple[str, ...], known: tuple[str, ...]) -> None:
        """Call the players so; `known` are those who may sit down."""


def _known(players: tuple[str, ...], known: tuple[str, ...]) -> tuple[str, ...]:
    """Return who may sit down: those who sit here, then those who are known."""
    return tuple(dict.fromkeys(filter(None, (*players, *known))))
