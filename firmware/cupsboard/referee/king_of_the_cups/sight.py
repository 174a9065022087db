"""What the referee is shown of the table, and what is to be put right there."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from cupsboard.numbers import COSTS
from cupsboard.recognition.individuals.explaining import Standing
from cupsboard.recognition.individuals.happenings import Happening, Landed, Lifted, Loosened, Odd
from cupsboard.recognition.individuals.watch import Watch
from cupsboard.referee.events import Event, PieceLanded, PieceLifted
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUP_OF_KIND, CUPS, SPOTS, Cup
from cupsboard.rules.king_of_the_cups.position import Position
from cupsboard.rules.places import Kind, Place
from cupsboard.scales.cell_faults import CellFault

_COSTS = COSTS.race


@dataclass(frozen=True, slots=True)
class Sight:
    """The input of the referee from the scales at one step.

    `standing` says which cups stand on each place, `in_air` how each lifted cup was lifted. `happened` are
    the events that became known in this step. `perhaps_back` are cups that a covering hand may have taken up
    and put back, without a trace in the weight.
    """

    standing: Mapping[Place, Standing]
    in_air: Mapping[Kind, Lifted | None]
    odd: Mapping[Place, Odd] = field(default_factory=dict)
    doubts: Mapping[Place, tuple[Standing, ...]] = field(default_factory=dict)
    dead: Mapping[Place, CellFault] = field(default_factory=dict)
    moving: frozenset[Place] = frozenset()
    happened: tuple[Happening, ...] = ()
    perhaps_back: tuple[Landed, ...] = ()

    @classmethod
    def of(cls, watch: Watch, happened: tuple[Happening, ...]) -> "Sight":
        """Return the input for one step: what `watch` knows now, and the events of this frame, `happened`."""
        return cls(
            watch.standing,
            dict(watch.in_air),
            dict(watch.odd),
            dict(watch.doubts),
            dict(watch.dead),
            watch.moving,
            happened,
            watch.perhaps_back,
        )

    def place_of(self, cup: Cup) -> Place | None:
        """Return the place on which `cup` stands; None while it stands nowhere."""
        return next((place for place, kinds in self.standing.items() if cup.kind in kinds), None)


class What(Enum):
    """The kinds of faults of the table that players must correct."""

    DEAD = "dead"
    FOREIGN = "foreign"
    BURDENED = "burdened"
    DOUBTFUL = "doubtful"
    DOUBLED = "doubled"
    MISSING = "missing"
    ASTRAY = "astray"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Trouble:
    """A fault of the table that players must correct, such as a cup in a wrong place.

    `home` is where the cup belongs. `place` is where the cup or the fault is; None for a cup that stands
    nowhere.
    """

    what: What
    place: Place | None = None
    cup: Cup | None = None
    home: Place | None = None
    fault: CellFault | None = None
    rival: Cup | None = None
    """If doubtful: the other cup that it may be."""


def event_of(happening: Happening) -> Event:
    """Return the event that reports a movement of a cup to players and log."""
    match happening:
        case Loosened(place, kinds, time):
            return PieceLifted(tuple(sorted(kinds)), place, time)
        case Lifted(kind, place, time):
            return PieceLifted((kind,), place, time)
        case Landed(kind, place, time):
            return PieceLanded(kind, place, time)


def troubles(sight: Sight, now: float) -> Iterator[Trouble]:
    """Yield the faults of the table that keep the scales from deciding."""
    for place, fault in sight.dead.items():
        yield Trouble(What.DEAD, place, fault=fault)
    for place, odd in sight.odd.items():
        if now - odd.since >= _COSTS.seen_odd_seconds:
            is_cup = place in SPOTS and not sight.standing[place] and odd.grams > _COSTS.foreign_grams
            yield Trouble(What.FOREIGN if is_cup else What.BURDENED, place)
    for place, may_be in sight.doubts.items():
        # What stood there before is no question.
        named = [CUP_OF_KIND[min(kinds - sight.standing[place] or kinds)] for kinds in may_be if kinds]
        named = named or [CUPS[0]]
        yield Trouble(What.DOUBTFUL, place, named[0], rival=named[1] if len(named) > 1 else None)


def set_up_troubles(sight: Sight, now: float) -> list[Trouble]:
    """Return the faults of the table that keep a game from beginning.

    Each of the nine cups must stand on a spot of its own.
    """
    found = list(troubles(sight, now))
    taken = {trouble.place for trouble in found}
    for place, kinds in sight.standing.items():
        for kind in sorted(kinds):
            cup = CUP_OF_KIND[kind]
            if place not in SPOTS:
                found.append(Trouble(What.ASTRAY, place, cup))
            elif len(kinds) > 1 and kind != min(kinds):
                found.append(Trouble(What.DOUBLED, place, cup))
    empty = [spot for spot in SPOTS if not sight.standing[spot] and spot not in taken]
    missing = [cup for cup in CUPS if cup.kind in sight.in_air]
    homes: list[Place | None] = [*empty]
    homes += [None] * len(missing)
    found += [Trouble(What.MISSING, None, cup, home) for cup, home in zip(missing, homes, strict=False)]
    return found


def astray(sight: Sight, position: Position, but: Collection[Cup] = ()) -> list[Trouble]:
    """Return a fault for each cup that doesn't stand where it belongs, except those in `but`."""
    found = []
    for cup in CUPS:
        at, home = sight.place_of(cup), position.home_of(cup)
        # One that seems to stand at home is asked about there: whoever has put it back is not told to.
        is_asked_about = at is None and any(
            cup.kind in kinds for kinds in sight.doubts.get(home, ()) if kinds
        )
        if at != home and cup not in but and not is_asked_about:
            found.append(Trouble(What.ASTRAY if at else What.MISSING, at, cup, home))
    return found
