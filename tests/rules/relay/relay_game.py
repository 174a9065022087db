"""Relay: a tiny game that is none of the product's, to try what the seam of `cupsboard.rules` carries.

Three players (red, green, blue) sit around three places that are nobody's. A bag holds gold and silver
pieces. In turn each player throws a die: it names a place, or "rest", and who rests must pass. Else they put
a piece of their choice from the bag into that place. If something lay there, they take up all of it and sow
it one by one, in an order of their choice, into the next places round; if the last piece falls into a place
that holds something and was not taken up in this turn, they take up that one and go on. If the last piece of
a relay falls into an empty place, they keep it. When the bag is empty the game is over; gold counts 2,
silver 1.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from cupsboard.rules import turn_plans
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Contents, Mark, Pieces, Plan, Standing
from cupsboard.rules.places import ANY_KIND, BEAN, HAND, Kind, Place
from cupsboard.rules.turns import CAPTURE, PUT, TAKE, Act, Choice, Counts, Order, Turns

GOLD, SILVER = Kind("gold"), Kind("silver")
BAG = Place("bag-0")
RING = (Place("ring-1"), Place("ring-2"), Place("ring-3"))
REST = "rest"
WORTH = {GOLD: 2, SILVER: 1}

Amounts = tuple[int, int]
"""So much gold and so much silver."""


class Seat(Enum):
    RED = "red"
    GREEN = "green"
    BLUE = "blue"

    @property
    def next(self) -> "Seat":
        seats = tuple(Seat)
        return seats[(seats.index(self) + 1) % len(seats)]


def purse(seat: Seat) -> Place:
    return Place(f"{seat.value}-purse")


@dataclass(frozen=True)
class Table:
    """What lies where, whose turn it is, and what their die shows."""

    pieces: tuple[tuple[Place, Amounts], ...]
    to_move: Seat
    die: str | None = None

    @property
    def lying(self) -> dict[Place, Counter[Kind]]:
        return {place: Counter({GOLD: gold, SILVER: silver}) for place, (gold, silver) in self.pieces}

    def with_lying(self, lying: Mapping[Place, Counter[Kind]]) -> "Table":
        return replace(self, pieces=tuple((place, (at[GOLD], at[SILVER])) for place, at in lying.items()))


@dataclass(frozen=True)
class RelayTurn:
    """Whose turn it is, where the last piece fell (before the first: where it must), what was taken up."""

    player: Seat
    at: Place
    has_begun: bool = False
    taken: frozenset[Place] = frozenset()


@dataclass(frozen=True)
class RelayTurns:
    """The machine of its turns. No rule looks at kinds, so a turn knows nothing of them."""

    order = Order.AS_LANDED

    def begin(self, position: Table, player: Seat) -> RelayTurn:
        if position.die is None or position.die == REST or player is not position.to_move:
            raise RulesError(f"{player.value}: no turn begins here; throw the die or pass first")
        return RelayTurn(player, Place(position.die))

    def acts(self, counts: Counts, turn: RelayTurn) -> Iterator[Choice[RelayTurn]]:
        at, taken = turn.at, turn.taken
        if at == BAG:
            return
        if not turn.has_begun:
            yield Choice(Act(PUT, BAG, at, kind=ANY_KIND), replace(turn, has_begun=True))
        elif counts[HAND]:
            onward = RING[(RING.index(at) + 1) % len(RING)]
            yield Choice(Act(PUT, HAND, onward, kind=ANY_KIND), replace(turn, at=onward))
        elif self._goes_on(counts, turn):
            yield Choice(Act(TAKE, at, HAND, counts[at], ANY_KIND), replace(turn, taken=taken | {at}))
        elif self._keeps(counts, turn):
            kept = replace(turn, taken=taken | {at})
            yield Choice(Act(CAPTURE, at, purse(turn.player), kind=ANY_KIND), kept)

    def ends(self, counts: Counts, turn: RelayTurn) -> RelayTurn | None:
        """The next turn waits for a die; it is named by its player alone."""
        if not turn.has_begun or counts[HAND] or self._goes_on(counts, turn) or self._keeps(counts, turn):
            return None
        return RelayTurn(turn.player.next, BAG)

    def player(self, turn: RelayTurn) -> Seat | None:
        return turn.player

    def label(self, acts: Sequence[Act]) -> str:
        return " ".join(["put", *(act.kind for act in acts if act.verb == PUT)])

    def _goes_on(self, counts: Counts, turn: RelayTurn) -> bool:
        return counts[turn.at] > 1 and turn.at not in turn.taken

    def _keeps(self, counts: Counts, turn: RelayTurn) -> bool:
        return counts[turn.at] == 1 and bool(turn.taken) and turn.at not in turn.taken


@dataclass(frozen=True)
class Relay:
    """The game with so much gold and silver in its bag."""

    gold: int
    silver: int

    @classmethod
    def named(cls, name: str) -> "Relay":
        match = re.fullmatch(r"relay ([0-9]{1,2}) ([0-9]{1,2})", name)
        if match is None:
            raise RulesError(f"{name!r} is not a game: write 'relay GOLD SILVER'")
        return cls(int(match[1]), int(match[2]))

    @property
    def name(self) -> str:
        return f"relay {self.gold} {self.silver}"

    @property
    def players(self) -> Sequence[Seat]:
        return tuple(Seat)

    @property
    def turns(self) -> Turns[Table, Seat, RelayTurn]:
        return RelayTurns()

    @property
    def places(self) -> Sequence[Place]:
        return RING

    @property
    def kinds(self) -> Mapping[Kind, int]:
        return WORTH

    @property
    def most_moves(self) -> int:
        return self.gold + self.silver

    def start(self, starter: Seat | None) -> Table:
        places = (BAG, *RING, *map(purse, Seat))
        bag = (self.gold, self.silver)
        return Table(tuple((place, bag if place == BAG else (0, 0)) for place in places), starter or Seat.RED)

    def contents(self, position: Table) -> Contents:
        return {place: gold + silver for place, (gold, silver) in position.pieces}

    def pieces(self, position: Table) -> Pieces:
        return position.lying

    def movers(self, position: Table) -> tuple[Seat, ...]:
        return (position.to_move,) if self.standing(position) is Standing.TO_MOVE else ()

    def passer(self, position: Table) -> Seat:
        if self.standing(position) is not Standing.PASS:
            raise RulesError("pass: only who throws a rest may pass")
        return position.to_move

    def standing(self, position: Table) -> Standing:
        if not self.contents(position)[BAG]:
            return Standing.OVER
        if position.die is None:
            return Standing.CHANCE
        return Standing.PASS if position.die == REST else Standing.TO_MOVE

    def plans(self, position: Table, player: Seat) -> tuple[Plan, ...]:
        return turn_plans.plans(self, position, player)

    def chance(self, position: Table, player: Seat, outcome: str) -> Table:
        if self.standing(position) is not Standing.CHANCE or player is not position.to_move:
            raise RulesError(f"{player.value}: it is not theirs to throw now")
        if outcome not in (REST, *RING):
            raise RulesError(f"{outcome!r} is not on the die; write rest or one of {', '.join(RING)}")
        return replace(position, die=outcome)

    def pass_turn(self, position: Table) -> Table:
        return replace(position, to_move=self.passer(position).next, die=None)

    def play(self, position: Table, player: Seat, label: str) -> Table:
        """Played piece by piece from the words above, without the machine."""
        if player not in self.movers(position):
            raise RulesError(f"{player.value} {label}: it is not their move")
        verb, *kinds = label.split(" ")
        if verb != "put":
            raise RulesError(f"{label!r} is not a move: write 'put' and the kinds in their order")
        lying, at = position.lying, Place(position.die or "")
        to_put, hand, taken = iter(kinds), lying[BAG], set[Place]()
        self._put(to_put, hand, lying[at])
        while lying[at].total() > 1 and at not in taken:
            taken.add(at)
            hand, lying[at] = lying[at], Counter()
            while hand.total():
                at = RING[(RING.index(at) + 1) % len(RING)]
                self._put(to_put, hand, lying[at])
        if left := list(to_put):
            raise RulesError(f"{label}: {len(left)} pieces too many")
        if taken and lying[at].total() == 1 and at not in taken:
            lying[purse(player)] += lying[at]
            lying[at] = Counter()
        return replace(position.with_lying(lying), to_move=player.next, die=None)

    def _put(self, to_put: Iterator[str], hand: Counter[Kind], into: Counter[Kind]) -> None:
        kind = Kind(next(to_put, "nothing"))
        if not hand[kind]:
            raise RulesError(f"there is no {kind} to put; write gold or silver for each piece")
        hand[kind] -= 1
        into[kind] += 1

    def set_stock(self, position: Table, player: Seat, count: int) -> Table:
        raise RulesError(f"{player.value} stock {count}: the bag is nobody's; correct the table")

    def correct(self, position: Table, changes: Sequence[Mark]) -> Table:
        lying = position.lying
        for change in changes:
            said = f"{change.place} {change.surplus:+d}"
            if change.kind == BEAN:
                raise RulesError(f"{said}: of which kind? write gold or silver after it")
            if change.place not in lying or change.kind not in WORTH:
                raise RulesError(f"{said} {change.kind}: there is no such thing")
            lying[change.place][change.kind] += change.surplus
            if lying[change.place][change.kind] < 0:
                raise RulesError(f"{said} {change.kind}: so few are not there")
        return position.with_lying(lying)

    def blocked(self, position: Table) -> frozenset[Place]:
        return frozenset()

    has_emblems = False

    def emblems(self, position: Table) -> Mapping[Place, str]:
        return {}

    def winner(self, position: Table) -> Seat | None:
        best, *others = sorted(self.score(position).items(), key=lambda each: -each[1])
        return None if best[1] == others[0][1] else best[0]

    def score(self, position: Table) -> Mapping[Seat, int]:
        lying = position.lying
        return {seat: sum(WORTH[kind] * n for kind, n in lying[purse(seat)].items()) for seat in Seat}

    def format_position(self, position: Table) -> str:
        raise NotImplementedError

    def parse_position(self, text: str) -> Table:
        raise NotImplementedError
