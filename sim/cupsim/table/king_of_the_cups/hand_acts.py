"""What a hand can do in a race beside what it can at any board, one human act at a time."""

from dataclasses import dataclass

from cupsboard.rules.king_of_the_cups.cups_and_dice import Cup
from cupsboard.rules.places import Place

from cupsim.table.hand_actions import Bump, Rest, Wait
from cupsim.table.king_of_the_cups.cups import Stance


@dataclass(frozen=True, slots=True)
class GoHome:
    """Lay the hand on the own button and leave it there."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Take the hand off the button."""


@dataclass(frozen=True, slots=True)
class Tap:
    """Press the own button for a moment; a hand that lies on it lifts first."""

    held_seconds: float = 0.15


@dataclass(frozen=True, slots=True)
class Seize:
    """Take a cup up, wherever it stands; the hand comes away empty if another has it first."""

    cup: Cup


@dataclass(frozen=True, slots=True)
class SetDown:
    """Put the cup in the hand down somewhere."""

    place: Place
    stance: Stance = Stance.UPRIGHT
    is_rash: bool = False
    """Slammed down, as in a race."""


Act = GoHome | Leave | Tap | Seize | SetDown | Rest | Bump | Wait
