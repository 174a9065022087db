"""What a hand can do at the board, one human act at a time."""

from dataclasses import dataclass

from cupsboard.rules.places import Kind, Place


@dataclass(frozen=True, slots=True)
class Take:
    """Take pieces out of a place into the hand in one grasp; as many as there are if fewer than `count`.

    With `kinds`, a piece of each of these, in their order.
    """

    place: Place
    count: int = 1
    kinds: tuple[Kind, ...] = ()


@dataclass(frozen=True, slots=True)
class Drop:
    """Let `count` pieces fall from the hand into a place together; with `kinds`, one of each of these."""

    place: Place
    count: int = 1
    kinds: tuple[Kind, ...] = ()


@dataclass(frozen=True, slots=True)
class Lift:
    """Take a cup off the board; the hand that drops beans stays free."""

    place: Place


@dataclass(frozen=True, slots=True)
class Pour:
    """Empty the lifted cup into another place."""

    target: Place


@dataclass(frozen=True, slots=True)
class TipOut:
    """Empty the lifted cup into the hand."""


@dataclass(frozen=True, slots=True)
class PutBack:
    """Set the lifted cup on a free platform."""

    place: Place


@dataclass(frozen=True, slots=True)
class Rest:
    """Lean on the rim of a place; with a `tremor`, such a share of what presses comes and goes."""

    place: Place
    grams: float
    seconds: float
    tremor: float = 0.0


@dataclass(frozen=True, slots=True)
class Bump:
    """Knock against the board; 1 gram-second is a firm nudge of a cell."""

    gram_seconds: float = 0.5


@dataclass(frozen=True, slots=True)
class PressButton:
    """Push the own button for a while."""

    held_seconds: float = 0.15


@dataclass(frozen=True, slots=True)
class Wait:
    """Do nothing for a while."""

    seconds: float


Act = Take | Drop | Lift | Pour | TipOut | PutBack | Rest | Bump | PressButton | Wait


@dataclass(frozen=True, slots=True)
class ImpossibleAct:
    """An act that could not be done, and why, in words for the person who asked for it."""

    act: Act
    reason: str
