"""Where the cups are, whose roll it is, what the dice show, who is out, and which cups must be put back.

    roller two / dice red-circle, blue-square / cups spot-1 spot-2 one-tray off-board spot-5 spot-6 spot-7
    spot-8 spot-9 / out one / back red-triangle spot-4 one

In one line; the cups are named in the order of the set. Where there is nothing, a hyphen stands.
"""

import reprlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cupsboard.rules.errors import RulesError
from cupsboard.rules.king_of_the_cups import cups_and_dice
from cupsboard.rules.places import OFF_BOARD, Place


class Astray(NamedTuple):
    """A wrong cup that was grabbed: where it must be put back, and who grabbed it."""

    cup: cups_and_dice.Cup
    home: Place
    by: cups_and_dice.Seat


@dataclass(frozen=True, slots=True)
class Position:
    """A position: `lying` is the place of each cup, in the order of `CUPS`.

    Without a `roller` the first one is still to be drawn. The `dice` lie as long as their round lasts. Cups
    that are `astray` left their home in this round or the last; the next roll waits for them.
    """

    lying: tuple[Place, ...]
    roller: cups_and_dice.Seat | None
    dice: cups_and_dice.Dice | None = None
    out: frozenset[cups_and_dice.Seat] = frozenset()
    astray: tuple[Astray, ...] = ()

    def place_of(self, cup: cups_and_dice.Cup) -> Place:
        """Return where a cup is; OFF_BOARD is in a hand."""
        return self.lying[cups_and_dice.CUPS.index(cup)]

    def home_of(self, cup: cups_and_dice.Cup) -> Place:
        """Return where a cup belongs: where it is, or where it must go back to."""
        return next((each.home for each in self.astray if each.cup == cup), self.place_of(cup))

    def cups_of(self, seat: cups_and_dice.Seat) -> int:
        """Return how many cups a player owns."""
        return sum(self.home_of(cup) == cups_and_dice.tray(seat) for cup in cups_and_dice.CUPS)


def format_position(position: Position) -> str:
    """Return the line that `parse_position` reads."""
    roller, dice = position.roller, position.dice
    out = [seat.value for seat in cups_and_dice.Seat if seat in position.out]
    back = [f"{cup.kind} {home} {by.value}" for cup, home, by in position.astray]
    return " / ".join(
        (
            f"roller {roller.value if roller else '-'}",
            f"dice {dice.outcome if dice else '-'}",
            f"cups {' '.join(position.lying)}",
            f"out {' '.join(out) or '-'}",
            f"back {', '.join(back) or '-'}",
        )
    )


def parse_position(text: str, players: Sequence[cups_and_dice.Seat]) -> Position:
    """Return the position of a line, for these players. Raises RulesError with what is wrong and where."""
    if len(text) > _LONGEST:
        raise RulesError(f"a position of {len(text)} characters; no line is longer than {_LONGEST}")
    parts = text.split(" / ")
    if len(parts) != len(_PARTS):
        raise RulesError(f"{reprlib.repr(text)}: write {', '.join(_PARTS)} with ' / ' between them")
    said = [_value(part, name) for part, name in zip(parts, _PARTS, strict=True)]
    roller, dice, cups, out, back = said
    seat_named = {seat.value: seat for seat in players}
    places = {*cups_and_dice.SPOTS, *map(cups_and_dice.tray, players)}
    position = Position(
        _lying(cups or "", places),
        None if roller is None else _seat(seat_named, roller, "roller"),
        None if dice is None else cups_and_dice.parse_dice(dice),
        frozenset(_seat(seat_named, each, "out") for each in (out or "").split()),
        tuple(_astray(seat_named, each, places) for each in back.split(", ")) if back else (),
    )
    _require_possible(position, len(players))
    if format_position(position) != text:
        raise RulesError(f"{reprlib.repr(text)}: write {format_position(position)!r}")
    return position


_PARTS = ("roller", "dice", "cups", "out", "back")
_LONGEST = 1000


def _value(part: str, name: str) -> str | None:
    """Return the text after a part's name; None for a hyphen."""
    first, _, value = part.partition(" ")
    if first != name or not value:
        raise RulesError(f"{reprlib.repr(part)}: write {name!r} here and its value, or '{name} -'")
    return None if value == "-" else value


def _lying(said: str, places: set[Place]) -> tuple[Place, ...]:
    lying = tuple(map(Place, said.split()))
    if len(lying) != len(cups_and_dice.CUPS):
        raise RulesError(
            f"cups {said}: {len(lying)} places; write one for each of the {len(cups_and_dice.CUPS)} cups"
        )
    for place in lying:
        if place not in places and place != OFF_BOARD:
            raise RulesError(f"cups: {place!r} is no place of this game; write one of {_names(places)}")
    return lying


def _seat(named: dict[str, cups_and_dice.Seat], said: str, where: str) -> cups_and_dice.Seat:
    if said not in named:
        raise RulesError(f"{where}: {said!r} doesn't play; write one of {', '.join(named)}")
    return named[said]


def _astray(named: dict[str, cups_and_dice.Seat], said: str, places: set[Place]) -> Astray:
    words = said.split(" ")
    if len(words) != 3 or Place(words[1]) not in places:
        raise RulesError(
            f"back {said!r}: write a cup, its place and who grabbed it, as in "
            f"'{cups_and_dice.CUPS[0].kind} {cups_and_dice.SPOTS[0]} {cups_and_dice.Seat.ONE.value}'"
        )
    return Astray(cups_and_dice.cup_named(words[0]), Place(words[1]), _seat(named, words[2], "back"))


def _require_possible(position: Position, players: int) -> None:
    """Raise RulesError for a position that no game reaches."""
    for fault in _faults(position, players):
        raise RulesError(fault)


def _faults(position: Position, players: int) -> Iterator[str]:
    astray = [each.cup for each in position.astray]
    if len(set(astray)) < len(astray):
        yield "back: names a cup twice; name each once"
    for cup, place in zip(cups_and_dice.CUPS, position.lying, strict=True):
        if place == OFF_BOARD and cup not in astray:
            yield f"cups: {cup.kind} is {OFF_BOARD}, and 'back' doesn't name it; say where it belongs"
    for cup, home, _ in position.astray:
        if position.place_of(cup) == home:
            yield f"back: {cup.kind} stands on {home} already; leave it out"
    homes = [position.home_of(cup) for cup in cups_and_dice.CUPS]
    for spot in cups_and_dice.SPOTS:
        if homes.count(spot) > 1:
            yield f"cups: {spot} is the place of {homes.count(spot)} cups; a spot holds one"
    if position.dice and position.roller is None:
        yield "dice: nobody rolled them; write the roller"
    if position.out and position.dice is None:
        yield "out: nobody is out between rounds; write 'out -'"
    if len(position.out) == players:
        yield "out: that ends the round, with nobody out; write 'out -' and 'dice -'"
    if position.dice and position.dice.right_cup in astray:
        yield "back: names the right cup, which may be grabbed; leave it out"


def _names(places: set[Place]) -> str:
    trays = [place for place in map(cups_and_dice.tray, cups_and_dice.Seat) if place in places]
    return ", ".join((*cups_and_dice.SPOTS, *trays))
