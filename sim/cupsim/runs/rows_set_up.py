"""Hands at two rows of cups that are set up: cups, beans, and what is put back in the end."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random

from cupsboard.profile import generated
from cupsboard.rules.places import OFF_BOARD, Place, Side, cup

from cupsim.people.calibrating_hands import CalibratingHands, Load, Motion
from cupsim.people.calibrator import Asks, Maker
from cupsim.people.first_cup_hands import FirstCupMaker
from cupsim.runs.build_faults import Mistake, rattling, spoil
from cupsim.runs.rehearsal import Lent, Rehearsal, RehearsalSetup
from cupsim.table.beans import BeanKind, bean_kind
from cupsim.table.load_cell import cell_model
from cupsim.table.table import Table

BEANS_AT_HAND = 200


class Rows:
    """A `Workplace` at rows of cups."""

    tools: Sequence[str] = ("mass", "cup", "bean", "empty", "touch")
    at_once: Sequence[str] = ("cups-off", "cups-on")

    def __init__(
        self, table: Table, beans: BeanKind, random: Random, load: Load, time: Callable[[], float]
    ) -> None:
        self._table, self._time = table, time
        for _ in range(BEANS_AT_HAND):
            table.drop(OFF_BOARD, beans.draw(random), time())
        self.hands = CalibratingHands(table, random, load, time, OFF_BOARD)

    def motion(self, deed: str, place: Place | None) -> Motion | None:
        """See `Workplace`."""
        hands = self.hands
        match deed, place:
            case "cups-off", _:
                return self._each(self._table.has_cup, hands.lift_off)
            case "cups-on", _:
                return self._each(hands.has_taken, hands.put_back)
            case "cup", str(at) if at in self._table.cells:
                return hands.put_back(Place(at)) if hands.has_taken(Place(at)) else hands.lift_off(Place(at))
            case "bean", str(at) if at in self._table.cells:
                return hands.drop_bean(Place(at))
            case "empty", str(at) if at in self._table.cells:
                return hands.empty(Place(at))
        return None

    def maker(self, asks: Asks) -> Maker:
        """See `Workplace`."""
        return Maker(self._table, asks, self.hands)

    def clear_away(self) -> Motion:
        """See `Workplace`."""
        yield from self._each(self.hands.has_taken, self.hands.put_back)
        for place, count in self._table.contents().items():
            self._table.take(place, count, self._time())

    def seen(self) -> Mapping[str, object]:
        """See `Workplace`."""
        return {"cupsOff": [each for each in self._table.cells if self.hands.has_taken(each)]}

    def _each(self, is_meant: Callable[[Place], bool], motion: Callable[[Place], Motion]) -> Motion:
        for place in self._table.cells:
            if is_meant(place):
                yield from motion(place)


PLACE = cup(Side.SOUTH, 1)
"""Whose cell is looked at in a first cup."""


def first_cup_board(lent: Lent, mistake: Mistake, grams: float) -> Rehearsal:
    """Return a board with hands that do what a first cup at `PLACE` asks for, whose cell has the mistake."""
    world = Rehearsal(RehearsalSetup(grams=grams), lent)
    table = world.table
    spoil(mistake, world.bench.chips[PLACE], table.cells[PLACE])
    world.actors += rattling(mistake, table, Random(lent.seed))
    assert isinstance(world.hands, CalibratingHands)
    world.maker = FirstCupMaker(world, world.hands, PLACE)
    world.is_helped = True
    return world


def new_board(seed: int, cups: int, sps: int, beans: str, cells: str, bend: float = 0.0) -> Lent:
    """Return an uncalibrated board, drawn from a seed.

    `bend` is how far cells are off a straight line at half load, as a share of full load.
    """
    kind = bean_kind(beans)
    model = replace(cell_model(cells), non_linearity=bend)
    table = Table(cups, Random(seed), beans=kind, cells=model, stock_beans=0)
    return Lent(generated(cups, rate_sps=sps), table, seed, sps, partial(Rows, table, kind))
