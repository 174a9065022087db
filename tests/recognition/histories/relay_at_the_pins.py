"""Relay on a board of three simulated cells: chips and pins below, the board's own driver and settling above.

Hands put and take in human time; only the cells pass anything on. What truly lies where is kept beside it.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random

from cupsboard.drivers.hx711.bank import Bank
from cupsboard.recognition.histories.reader import Look, Reader
from cupsboard.recognition.knowledge import Knowledge, from_calibration
from cupsboard.recognition.population import Population
from cupsboard.rules.places import ANY_KIND, HAND, Kind, Place
from cupsboard.rules.turns import TAKE, Act
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.scales.readings import Settled
from cupsboard.scales.settling import Weighing
from cupsim.electronics.chip_bank import ChipBank
from cupsim.electronics.host_timing import Host
from cupsim.electronics.hx711_chip import Chip, MidFrame
from cupsim.table.load_cell import PLATFORM_GRAMS, LoadCell, Room, cell_model, noise_grams
from relay_game import BAG, GOLD, RING, SILVER, RelayTurn, RelayTurns, Seat, purse

MEANS = {GOLD: 3.1, SILVER: 2.5}
SPREAD_SHARE, SAMPLE = 0.01, 30
FALL_METRES, BOUNCE, PUT_DOWN_METRES, PLACEMENT_SHARE = 0.03, 0.1, 0.0005, 5e-4
REACH_SECONDS, LAP_SECONDS = 0.45, 0.9
CELLS = cell_model("500g")

Piece = tuple[Kind, float]


@dataclass
class Cup:
    """A cup on its cell, or in a hand."""

    grams: float
    inside: list[Piece]
    misplaced_grams: float = 0.0

    @property
    def gross_grams(self) -> float:
        return self.grams + math.fsum(grams for _, grams in self.inside)


class PinBoard:
    """Three cups of nobody on cells, a bag and purses beside them, and the reader that follows the scales."""

    def __init__(self, seed: int, sps: int, bag: dict[Kind, int], turn: RelayTurn) -> None:
        self._random = Random(seed)
        room = Room(Random(self._random.getrandbits(64)))
        self.cells = {place: LoadCell(CELLS, room, self._rng()) for place in RING}
        self.cups = {place: Cup(25.0 * self._random.gauss(1.0, 0.02), []) for place in RING}
        pieces = [self.piece(kind) for kind, count in bag.items() for _ in range(count)]
        self.loose: dict[Place, list[Piece]] = {BAG: pieces, HAND: [], **{purse(seat): [] for seat in Seat}}
        for place, cell in self.cells.items():
            cell.change(0.0, PLATFORM_GRAMS + self.cups[place].grams)
        chips = [
            Chip(cell.signal, self._rng(), sps=sps, mid_frame=self._random.choice(tuple(MidFrame)))
            for cell in self.cells.values()
        ]
        self._host = Host(self._rng())
        self._lines = ChipBank(chips, self._host, self._rng())
        self._bank = Bank(self._lines, RING)
        calibration = self._calibrated(sps)
        self._weighing = Weighing(calibration, RING, is_hurried=True)
        knowledge = Knowledge(
            from_calibration(calibration, {}).places,
            {kind: population(calibration.kinds[kind]) for kind in MEANS},
        )
        noise = {place: values.noise_grams for place, values in calibration.places.items()}
        self.reader = Reader(RelayTurns(), turn, self.pieces(), knowledge, noise)
        self.looks: list[Look[RelayTurn]] = []
        self.listeners: list[Callable[[Look[RelayTurn]], None]] = []
        self._seen: tuple[int, ...] = ()
        self._again_at = math.inf
        self.lifted: Place | None = None
        self._lay: list[tuple[float, Mapping[Place, Mapping[Kind, int]]]] = []
        self._unseen_seconds = 5 / sps

    def _rng(self) -> Random:
        return Random(self._random.getrandbits(64))

    def piece(self, kind: Kind) -> Piece:
        """A piece of that kind with a mass of its own."""
        return kind, self._random.gauss(MEANS[kind], SPREAD_SHARE * MEANS[kind])

    def _calibrated(self, sps: int) -> Calibration:
        """What a careful calibration of this board would have come to, with its errors."""
        gain_error, cup_error = 0.003, 0.02
        kinds = {}
        for kind, mean in MEANS.items():
            error = SPREAD_SHARE * mean / math.sqrt(SAMPLE)
            kinds[kind] = PieceCalibration(
                self._random.gauss(mean, error), error, SPREAD_SHARE * mean, SAMPLE
            )
        places = {}
        for place, cell in self.cells.items():
            scale = cell.counts_per_gram * self._random.gauss(1.0, gain_error)
            places[place] = PlaceCalibration(
                zero_counts=cell.zero_counts + cell.counts_per_gram * PLATFORM_GRAMS,
                counts_per_gram=scale,
                gain_error=gain_error,
                cup_grams=self.cups[place].grams * cell.counts_per_gram / scale,
                cup_error_grams=cup_error,
                noise_grams=noise_grams(CELLS, sps),
            )
        return Calibration("2026-01-01T00:00:00+00:00", float(sps), kinds[SILVER], places, kinds)

    def pieces(self) -> dict[Place, dict[Kind, int]]:
        """What truly lies where."""
        everywhere = {**{place: cup.inside for place, cup in self.cups.items()}, **self.loose}
        return {
            place: {kind: n for kind in MEANS if (n := sum(each == kind for each, _ in inside))}
            for place, inside in everywhere.items()
        }

    # Time.

    @property
    def now(self) -> float:
        """Virtual seconds."""
        return self._host.time

    def wait(self, seconds: float) -> None:
        """Let time pass; whenever the table lies still, the reader looks at it."""
        until = self._host.time + seconds
        while self._host.time < until:
            frame, due = self._bank.step()
            if frame is not None:
                self._weighing.step(frame)
                weighing = self._weighing
                self.reader.follow(frame.time, weighing.fresh_grams, weighing.latest_grams)
                if not weighing.moving:
                    self._look_if_due(weighing.settled)
            self._lines.advance_to(min(due, until))

    def _look_if_due(self, settled: Settled) -> None:
        """Look once at each still table; what is doubtful is believed if it still is after a while."""
        is_new = settled.stretches != self._seen
        if not is_new and settled.time < self._again_at:
            return
        look = self.reader.look(settled)
        self._seen = settled.stretches
        if is_new and look.verdict.wait_seconds:
            self._again_at = settled.time + look.verdict.wait_seconds
            return
        self._again_at = math.inf
        self.reader.keep(look)
        self.looks.append(look)
        for tell in self.listeners:
            tell(look)

    def is_done(self) -> Look[RelayTurn]:
        """The player says that the turn is done."""
        self.wait(LAP_SECONDS)
        look = self.reader.look(self._weighing.settled, is_done=True)
        self.reader.keep(look)
        return look

    # Hands.

    def do(self, act: Act) -> Act:
        """Carry an act out, with any pieces of that kind; the act as it was done."""
        self.wait(REACH_SECONDS * self._random.uniform(0.7, 1.4))
        if act.verb == TAKE:
            return self._poured(act)
        source = self.cups[act.source].inside if act.source in self.cups else self.loose[act.source]
        piece = self._random.choice([each for each in source if act.kind in (ANY_KIND, each[0])])
        source.remove(piece)
        self._remember()
        if act.source in self.cups:
            self.cells[act.source].change(self.now, -piece[1])
        if act.source in self.cups and act.target in self.cups:
            self.loose[HAND].append(piece)
            self.wait(REACH_SECONDS)
            self.loose[HAND].remove(piece)
        self.drop(act.target, [piece])
        return act._replace(kind=piece[0])

    def drop(self, place: Place, pieces: Iterable[Piece]) -> None:
        """Let pieces fall in at the same instant."""
        self._remember()
        for piece in pieces:
            if place in self.cups:
                self.cups[place].inside.append(piece)
                self.cells[place].land(self._host.time, piece[1], FALL_METRES, BOUNCE)
            else:
                self.loose[place].append(piece)

    def _poured(self, act: Act) -> Act:
        """A cup is lifted, poured into the hand, and put back."""
        cup, cell = self.cups[act.source], self.cells[act.source]
        self._remember()
        cell.change(self._host.time, -cup.gross_grams - cup.misplaced_grams)
        self.loose[HAND] += cup.inside
        kinds = {kind for kind, _ in cup.inside}
        cup.inside, self.lifted = [], act.source
        self.wait(self._random.uniform(0.5, 1.5))
        cup.misplaced_grams = self._random.gauss(0.0, PLACEMENT_SHARE * cup.grams)
        cell.land(self._host.time, cup.grams, PUT_DOWN_METRES, 0.0)
        cell.change(self._host.time, cup.misplaced_grams)
        self.lifted = None
        return act._replace(kind=kinds.pop()) if len(kinds) == 1 else act

    def _remember(self) -> None:
        """Remember what lies where up to now."""
        self._lay.append((self.now, self.pieces()))

    def is_right(self, look: Look[RelayTurn]) -> bool:
        """Whether the first table of a look is what truly lies there, a cup in the air and the hand apart.

        A converter needs four conversions until it shows what has just changed.
        """
        found = look.verdict.tables[0].pieces
        lay = [pieces for until, pieces in self._lay if until >= look.settled.time - self._unseen_seconds]
        return any(self._is(pieces, found) for pieces in (self.pieces(), *lay))

    def _is(
        self, pieces: Mapping[Place, Mapping[Kind, int]], found: Mapping[Place, Mapping[Kind, int]]
    ) -> bool:
        air = {HAND, self.lifted}
        return all(found[place] == inside for place, inside in pieces.items() if place not in air)


def population(told: PieceCalibration) -> Population:
    return Population(told.mean_grams, told.mean_error_grams**2, told.spread_grams**2, float(told.sample))
