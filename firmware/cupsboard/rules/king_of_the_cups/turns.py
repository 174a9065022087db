"""The turns of a race, act by act: a cup is lifted, and lands on a tray or where it stood before.

A race belongs to no single player: the tray on which a cup lands shows whose grab it was. A turn ends with
one landing; other cups may be in the air meanwhile, and still are in the turn after it. A wrong cup that is
put back without a tray doesn't tell who lifted it: the turn after it has no acts, because the board must find
out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from cupsboard.rules.king_of_the_cups.cups_and_dice import CUP_OF_KIND, CUPS, Cup, Seat, tray
from cupsboard.rules.king_of_the_cups.moves import Move, Verb
from cupsboard.rules.king_of_the_cups.position import Position
from cupsboard.rules.places import HAND, OFF_BOARD, Place
from cupsboard.rules.turns import PUT, TAKE, Act, Choice, Counts, Order
from cupsboard.rules.turns import Verb as ActVerb

BACK = ActVerb("back")
"""A wrong cup whose grabber is known is put back at home."""
RETURN = ActVerb("return")
"""A wrong cup that never came to a tray is put back where it was lifted."""


@dataclass(frozen=True, slots=True)
class RaceTurn:
    """Where each cup is and belongs, which cups' grabbers are known, and who may still grab.

    `lying` and `homes` are in the order of `CUPS`; `right` is the called cup, None once the round is over.
    After a landing the turn may only end; `is_asked` says that the board must find out who it was.
    """

    lying: tuple[Place, ...]
    homes: tuple[Place, ...]
    claimed: frozenset[Cup]
    right: Cup | None
    racing: tuple[Seat, ...]
    has_landed: bool = False
    is_asked: bool = False

    def moved(self, cup: Cup, place: Place) -> "RaceTurn":
        """Return this turn with `cup` at `place`."""
        number = CUPS.index(cup)
        return replace(self, lying=(*self.lying[:number], place, *self.lying[number + 1 :]))


@dataclass(frozen=True)
class KingTurns:
    """The machine of the turns in a game of these players."""

    players: tuple[Seat, ...]
    order = Order.AS_LANDED

    def begin(self, position: Position, player: Seat) -> RaceTurn:  # noqa: ARG002
        """Return the race as it stands; it is the same for every player."""
        return RaceTurn(
            tuple(HAND if place == OFF_BOARD else place for place in position.lying),
            tuple(map(position.home_of, CUPS)),
            frozenset(each.cup for each in position.astray),
            position.dice.right_cup if position.dice else None,
            tuple(seat for seat in self.players if seat not in position.out) if position.dice else (),
        )

    def acts(self, counts: Counts, turn: RaceTurn) -> Iterator[Choice[RaceTurn]]:  # noqa: ARG002
        """Yield the acts that may come next; the turn itself says where the cups are."""
        if turn.has_landed or turn.is_asked:
            return
        for cup, at, home in zip(CUPS, turn.lying, turn.homes, strict=True):
            if at == HAND:
                yield from _landings(turn, cup, home)
            elif turn.right is not None or at != home:
                yield Choice(Act(TAKE, at, HAND, kind=cup.kind), turn.moved(cup, HAND))

    def ends(self, counts: Counts, turn: RaceTurn) -> RaceTurn | None:  # noqa: ARG002
        """Return the race after a landing; None before one."""
        return replace(turn, has_landed=False) if turn.has_landed else None

    def player(self, turn: RaceTurn) -> Seat | None:  # noqa: ARG002
        """Return None: a race is no single player's."""
        return None

    def label(self, acts: Sequence[Act]) -> str:
        """Return the move that a turn was, without its times."""
        landing = acts[-1]
        verb = {PUT: Verb.GRAB, BACK: Verb.BACK, RETURN: Verb.LIFT}[landing.verb]
        return Move(verb, CUP_OF_KIND[landing.kind]).label


def _landings(turn: RaceTurn, cup: Cup, home: Place) -> Iterator[Choice[RaceTurn]]:
    """Yield where a cup in a hand may land: on the trays of those who may grab; a wrong one at home."""
    if turn.right is not None:
        for seat in turn.racing:
            yield Choice(Act(PUT, HAND, tray(seat), kind=cup.kind), _grabbed(turn, cup, seat))
    if cup == turn.right:
        return
    back = replace(turn.moved(cup, home), claimed=turn.claimed - {cup}, has_landed=True)
    if cup in turn.claimed:
        yield Choice(Act(BACK, HAND, home, kind=cup.kind), back)
    elif turn.right is not None:
        yield Choice(Act(RETURN, HAND, home, kind=cup.kind), replace(back, is_asked=True))
    else:
        # The round is over: a cup that was still in the air costs nobody anything.
        yield Choice(Act(BACK, HAND, home, kind=cup.kind), back)


def _grabbed(turn: RaceTurn, cup: Cup, seat: Seat) -> RaceTurn:
    landed = replace(turn.moved(cup, tray(seat)), has_landed=True)
    if cup == turn.right:
        homes = tuple(
            tray(seat) if each == cup else home for each, home in zip(CUPS, turn.homes, strict=True)
        )
        return replace(landed, homes=homes, right=None, racing=())
    racing = tuple(each for each in turn.racing if each is not seat)
    is_home = tray(seat) == turn.homes[CUPS.index(cup)]
    claimed = turn.claimed - {cup} if is_home else turn.claimed | {cup}
    return replace(landed, claimed=claimed, racing=racing, right=turn.right if racing else None)
