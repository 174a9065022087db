"""The table: cups and pots on their cells, stocks beside them, and where every single piece is.

The table knows the truth. Its operations happen at an instant; hands give them duration. Only the cells
pass anything on to the board.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from math import fsum
from random import Random

from cupsboard.rules.places import OFF_BOARD, Kind, Place, Side, board_places, is_cup, stock

from cupsim.errors import SimulatorError
from cupsim.table.beans import BeanKind, bean_kind
from cupsim.table.kept_table import KeptCup, KeptSpot, KeptTable
from cupsim.table.load_cell import PLATFORM_GRAMS, CellModel, LoadCell, Room, cell_model
from cupsim.table.pieces import Piece, kinds_kept, resumed

FALL_METRES = 0.04
"""How far a piece falls where no hand has a height of its own."""
PUT_DOWN_METRES = 0.0005
PLACEMENT_ERROR = 5e-4
"""Share of the gross load by which a cup weighs differently after a hand has moved it."""


class Lining(Enum):
    """What a bean falls on, as the share of its speed a bounce leaves."""

    LINED = 0.1
    HARD = 0.5


@dataclass(slots=True, eq=False)
class Cup:
    """A container with its own mass, and the pieces in it."""

    tare_grams: float
    beans: list[Piece] = field(default_factory=list)

    @property
    def gross_grams(self) -> float:
        """The cup with all that lies in it."""
        return self.tare_grams + fsum(bean.mass_grams for bean in self.beans)

    def kept(self) -> KeptCup:
        """It as plain data."""
        masses_grams = tuple(bean.mass_grams for bean in self.beans)
        return KeptCup(self.tare_grams, masses_grams, kinds_kept(self.beans))

    @classmethod
    def resumed(cls, kept: KeptCup) -> "Cup":
        """A cup that was kept, with all its pieces."""
        return cls(kept.tare_grams, resumed(kept.beans_grams, kept.kinds))


@dataclass(slots=True, eq=False)
class Spot:
    """Where a cup can stand: on a cell, or (stocks, the table top) on nothing that weighs."""

    cell: LoadCell | None
    cup: Cup | None
    misplaced_grams: float = 0.0

    def weigh(self, time: float, grams: float) -> None:
        """Pass a change of load on to the cell, if there is one."""
        if self.cell is not None and grams:
            self.cell.change(time, grams)


class Table:
    """A board of `cups` a side with all its pieces, cells and a common room, from one seed.

    All pieces lie in the players' bowls at first: `stock_beans` beans in each (ten a cup by default), or for
    each side its own number; or whatever `lying` says of any place, and no beans then. With `stock_trays` the
    bowls stand on cells as well. `pot_cells` are those under the pots, if they are of another sort.
    """

    def __init__(
        self,
        cups: int,
        random: Random,
        *,
        beans: BeanKind | None = None,
        cells: CellModel | None = None,
        pot_cells: CellModel | None = None,
        lying: Mapping[Place, Sequence[Piece]] | None = None,
        stock_beans: int | Mapping[Side, int] | None = None,
        stock_trays: bool = False,
        lining: Lining = Lining.LINED,
    ) -> None:
        kind = beans or bean_kind("kidney")
        model = cells or cell_model("500g")
        self._random = Random(random.getrandbits(64))
        self._lining = lining
        bowls = tuple(stock(side) for side in Side)
        self.room = Room(Random(random.getrandbits(64)))
        """The temperature that all cells share."""
        weighed = (*board_places(cups), *(bowls if stock_trays else ()))
        self.cells: Mapping[Place, LoadCell] = {
            place: LoadCell(
                model if is_cup(place) else pot_cells or model, self.room, Random(random.getrandbits(64))
            )
            for place in weighed
        }
        """The cell under every weighed place, in the board's order of places."""
        self._spots = {
            place: Spot(self.cells.get(place), self._new_cup(place)) for place in (*weighed, *bowls)
        }
        self._spots[OFF_BOARD] = Spot(None, Cup(0.0))
        full = 10 * cups if stock_beans is None else stock_beans
        if lying is None:
            for side in Side:
                count = full if isinstance(full, int) else full[side]
                self._standing(stock(side)).beans.extend(kind.draw(self._random) for _ in range(count))
        for place, pieces in (lying or {}).items():
            self._standing(place).beans.extend(pieces)
        for spot in self._spots.values():
            spot.weigh(0.0, PLATFORM_GRAMS + (spot.cup.gross_grams if spot.cup else 0.0))

    @property
    def places(self) -> Sequence[Place]:
        """Every place pieces can be in, the table top included."""
        return tuple(self._spots)

    def contents(self) -> dict[Place, int]:
        """How many pieces really lie in every place; a cup in the air counts nowhere."""
        return {place: len(spot.cup.beans) if spot.cup else 0 for place, spot in self._spots.items()}

    def pieces(self) -> dict[Place, dict[Kind, int]]:
        """How many pieces of each kind these are; a kind of which there are none is left out."""
        return {
            place: dict(Counter(piece.kind for piece in spot.cup.beans)) if spot.cup else {}
            for place, spot in self._spots.items()
        }

    def beans_in(self, place: Place) -> Sequence[Piece]:
        """The very pieces that lie in a place; none where no cup stands."""
        cup = self._spot(place).cup
        return tuple(cup.beans) if cup else ()

    def load_grams(self, place: Place) -> float:
        """What stands in a place by its true mass, without platform, pushes and placement errors."""
        cup = self._spot(place).cup
        return cup.gross_grams if cup else 0.0

    def cup_grams(self, place: Place) -> float:
        """What the empty cup weighs that stands in a place; 0 where none stands."""
        cup = self._spot(place).cup
        return cup.tare_grams if cup else 0.0

    def has_cup(self, place: Place) -> bool:
        """Whether a cup stands in its place."""
        return self._spot(place).cup is not None

    def take(self, place: Place, count: int, time: float) -> list[Piece]:
        """Take `count` beans out, whichever come to hand; scooping several shifts the cup a little."""
        spot, cup = self._spot(place), self._standing(place)
        if count > len(cup.beans):
            raise SimulatorError(f"{place} holds {len(cup.beans)} beans: {count} can't be taken out")
        taken = self._random.sample(cup.beans, count)
        self._take_out(spot, cup, taken, time)
        return taken

    def pick(self, place: Place, kinds: Sequence[Kind], time: float) -> list[Piece]:
        """Take a piece of each of these kinds out, in their order; picking several shifts the cup."""
        spot, cup = self._spot(place), self._standing(place)
        taken: list[Piece] = []
        for kind in kinds:
            fitting = [piece for piece in cup.beans if piece.kind == kind and piece not in taken]
            if not fitting:
                held = Counter(piece.kind for piece in cup.beans)[kind]
                raise SimulatorError(f"{place} holds {held} of kind {kind}: no further one can be taken out")
            taken.append(self._random.choice(fitting))
        self._take_out(spot, cup, taken, time)
        return taken

    def _take_out(self, spot: Spot, cup: Cup, taken: Sequence[Piece], time: float) -> None:
        for piece in taken:
            cup.beans.remove(piece)
        spot.weigh(time, -fsum(piece.mass_grams for piece in taken))
        if len(taken) > 1:
            self._shift(spot, cup, time)

    def drop(self, place: Place, bean: Piece, time: float, *, fall_metres: float = FALL_METRES) -> None:
        """Let a piece fall in from so high; where no cup stands it rolls off the board."""
        where = place if self.has_cup(place) else OFF_BOARD
        spot = self._spot(where)
        self._standing(where).beans.append(bean)
        if spot.cell is not None:
            spot.cell.land(time, bean.mass_grams, fall_metres, self._lining.value)

    def lift(self, place: Place, time: float) -> Cup:
        """Take the cup off its platform."""
        spot, cup = self._spot(place), self._standing(place)
        spot.weigh(time, -(cup.gross_grams + spot.misplaced_grams))
        spot.cup, spot.misplaced_grams = None, 0.0
        return cup

    def put_back(self, place: Place, cup: Cup, time: float) -> None:
        """Set a cup on a free platform, never quite where it was."""
        spot = self._spot(place)
        if spot.cup is not None:
            raise SimulatorError(f"a cup stands on {place} already: lift it first")
        spot.cup = cup
        if spot.cell is not None:
            spot.cell.land(time, cup.gross_grams, PUT_DOWN_METRES, 0.0)
        self._shift(spot, cup, time)

    def push(self, place: Place, grams: float, time: float) -> None:
        """Add a force that is no bean (a hand on the rim, a ring laid in); the negative takes it away."""
        self._spot(place).weigh(time, grams)

    def bump(self, strength_gram_seconds: float, time: float) -> None:
        """Knock against the board: every cell rings, each as hard as it happens to be hit."""
        for cell in self.cells.values():
            cell.knock(time, strength_gram_seconds * self._random.uniform(-1.0, 1.0))

    def kept(self, time: float) -> KeptTable:
        """The table as it lies at a time, without hands and other weights that press on it."""
        return KeptTable(
            {
                place: KeptSpot(spot.cup.kept() if spot.cup else None, spot.misplaced_grams)
                for place, spot in self._spots.items()
            },
            {place: cell.kept(time) for place, cell in self.cells.items()},
            self.room.walked(time),
            self.room.kept_heaters(time),
        )

    def resume(self, kept: KeptTable) -> None:
        """Be at time 0 the table that was kept. Raises SimulatorError if it was of other places."""
        if kept.spots.keys() != self._spots.keys() or kept.cells.keys() != self.cells.keys():
            raise SimulatorError("the table that was kept has other places")
        self.room.resume(kept.walked_degrees, kept.heaters)
        for place, spot in self._spots.items():
            was = kept.spots[place]
            spot.cup = None if was.cup is None else Cup.resumed(was.cup)
            spot.misplaced_grams = was.misplaced_grams
            if spot.cell is not None:
                gross = spot.cup.gross_grams if spot.cup else 0.0
                spot.cell.resume(kept.cells[place], PLATFORM_GRAMS + gross + spot.misplaced_grams)

    def _shift(self, spot: Spot, cup: Cup, time: float) -> None:
        if spot.cell is not None:
            misplaced = self._random.gauss(0.0, PLACEMENT_ERROR * cup.gross_grams)
            spot.weigh(time, misplaced - spot.misplaced_grams)
            spot.misplaced_grams = misplaced

    def _spot(self, place: Place) -> Spot:
        try:
            return self._spots[place]
        except KeyError:
            raise SimulatorError(f"no place {place!r} on this table: {', '.join(self._spots)}") from None

    def _standing(self, place: Place) -> Cup:
        cup = self._spot(place).cup
        if cup is None:
            raise SimulatorError(f"no cup stands on {place}: put it back first")
        return cup

    def _new_cup(self, place: Place) -> Cup:
        return Cup((25.0 if is_cup(place) else 40.0) * self._random.gauss(1.0, 0.02))
