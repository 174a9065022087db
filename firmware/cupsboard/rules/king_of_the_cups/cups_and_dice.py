"""What there is at a table: players, places, nine cups of a colour and a shape, and dice that call one."""

import reprlib
from collections.abc import Mapping, Sequence
from enum import Enum
from itertools import product
from typing import NamedTuple

from cupsboard.rules import places
from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import Kind, Place, spot

FEWEST, MOST = 2, 6
"""The fewest and the most players."""


class Seat(Enum):
    """A player, counted round the table."""

    ONE = "one"
    TWO = "two"
    THREE = "three"
    FOUR = "four"
    FIVE = "five"
    SIX = "six"

    __hash__ = object.__hash__


SPOTS: Sequence[Place] = tuple(map(spot, range(1, 10)))
"""The places in the middle, 3 by 3, row by row."""

CUPS_TO_WIN = {2: 5, 3: 4, 4: 3, 5: 3, 6: 3}
"""The number of cups that wins, by the number of players."""


def seats(count: int) -> tuple[Seat, ...]:
    """Return the seats of a game with `count` players."""
    return tuple(Seat)[:count]


def tray(seat: Seat) -> Place:
    """Return the place where a player puts grabbed cups."""
    return places.tray(seat.value)


def owner(place: Place) -> Seat | None:
    """Return the player whose tray a place is; None for a spot and off the board."""
    return _OWNERS.get(place)


_OWNERS = {tray(seat): seat for seat in Seat}


class Colour(Enum):
    """The colours of the cups; the order of the members numbers them in the rule of the dice."""

    RED = "red"
    BLUE = "blue"
    YELLOW = "yellow"

    __hash__ = object.__hash__


class Shape(Enum):
    """The shapes on cups and dice; the order of the members numbers them in the rule of the dice."""

    CIRCLE = "circle"
    SQUARE = "square"
    TRIANGLE = "triangle"

    __hash__ = object.__hash__


COLOURS, SHAPES = tuple(Colour), tuple(Shape)


class Cup(NamedTuple):
    """One of the nine cups, or the face of a die that shows it."""

    colour: Colour
    shape: Shape

    @property
    def kind(self) -> Kind:
        """Return the cup's name as a kind of piece: "red-circle". There is one piece of each kind."""
        return Kind(f"{self.colour.value}-{self.shape.value}")

    @property
    def code(self) -> str:
        """Return the first letters of colour and shape: "rc"."""
        return self.colour.value[0] + self.shape.value[0]


CUPS: Sequence[Cup] = tuple(Cup(colour, shape) for colour, shape in product(COLOURS, SHAPES))
"""All nine cups, in the order in which positions and records name them."""
CUP_OF_KIND: Mapping[str, Cup] = {cup.kind: cup for cup in CUPS}
CUP_OF_CODE: Mapping[str, Cup] = {cup.code: cup for cup in CUPS}


class Dice(NamedTuple):
    """The faces of the two dice; either may show any of the nine cups."""

    one: Cup
    other: Cup

    @property
    def right_cup(self) -> Cup:
        """Return the cup to grab.

        A colour or shape equal on both dice stays; of two different ones it is the third. With colours and
        shapes numbered 0 to 2 that is (-a - b) mod 3 for each.
        """
        colours = (COLOURS.index(self.one.colour), COLOURS.index(self.other.colour))
        shapes = (SHAPES.index(self.one.shape), SHAPES.index(self.other.shape))
        return Cup(COLOURS[-sum(colours) % 3], SHAPES[-sum(shapes) % 3])

    @property
    def outcome(self) -> str:
        """Return the roll as a record writes it: "red-circle, blue-square"."""
        return f"{self.one.kind}, {self.other.kind}"


def parse_dice(outcome: str) -> Dice:
    """Return the dice of an outcome in a record. Raises RulesError."""
    names = outcome.split(", ")
    if len(names) != 2:
        raise RulesError(
            f"{reprlib.repr(outcome)} is no roll of two dice; write two symbols, as in "
            f"{Dice(CUPS[0], CUPS[4]).outcome!r}"
        )
    return Dice(*map(cup_named, names))


def cup_named(name: str) -> Cup:
    """Return the cup, or the face of a die, with this name. Raises RulesError."""
    cup = CUP_OF_KIND.get(name)
    if cup is None:
        raise RulesError(
            f"{reprlib.repr(name)} is none of the nine cups; write a colour ({_listed(COLOURS)}), a hyphen "
            f"and a shape ({_listed(SHAPES)}), as in {CUPS[0].kind!r}"
        )
    return cup


def _listed(values: Sequence[Colour] | Sequence[Shape]) -> str:
    *first, last = (each.value for each in values)
    return f"{', '.join(first)} or {last}"
