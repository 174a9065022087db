"""The simulated board: the production drivers over simulated chips, pixels and pins.

This is the counterpart of the module that wires a real Pi. Everything from the bank reader upwards is the
firmware as it is; below it are the chips in virtual time, a strip that keeps its bytes, and pins.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import starmap
from typing import Protocol

from cupsboard.drivers.buttons import ButtonPins, BuzzerPin, Silence
from cupsboard.drivers.hx711.bank import Bank
from cupsboard.drivers.hx711.pico import PicoBank, record
from cupsboard.drivers.hx711.reader_process import Cells
from cupsboard.drivers.strip import PixelStrip
from cupsboard.ports import Board
from cupsboard.profile import Profile
from cupsboard.rules.places import Place, Player
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration

from cupsim.electronics.chip_bank import ChipBank
from cupsim.electronics.host_timing import Host, HostSpeed
from cupsim.electronics.hx711_chip import Chip, MidFrame
from cupsim.electronics.pico import PicoOfChips
from cupsim.electronics.pins import SimulatedPins, SimulatedStrip
from cupsim.table.beans import BeanKind
from cupsim.table.load_cell import CellModel, LoadCell, noise_grams
from cupsim.table.table import Table


class VirtualClock:
    """The time of the simulated host: sleeping moves it on."""

    def __init__(self, lines: ChipBank | PicoOfChips) -> None:
        self._lines = lines

    def now(self) -> float:
        """Virtual seconds."""
        return self._lines.now()

    def sleep_until(self, time: float) -> None:
        """Let virtual time pass; costs no real time."""
        self._lines.advance_to(time)


class PicoLine:
    """The wire between a Pico and the host."""

    def __init__(self, pico: PicoOfChips) -> None:
        self._pico = pico
        self.bent: Callable[[float, bytes], bytes] = lambda _, said: said
        """What the wire makes, at a time, of the bytes that the Pico says."""

    def received(self) -> bytes:
        """Return the bytes that have come to the host since the last call."""
        return self.bent(self._pico.now(), b"".join(starmap(record, self._pico.results())))


class Weighed(Protocol):
    """A table as a board feels it."""

    @property
    def cells(self) -> Mapping[Place, LoadCell]:
        """The cell under every weighed place."""


@dataclass(frozen=True, slots=True)
class Bench:
    """A simulated board with a grip on everything behind its pins."""

    board: Board
    bank: Cells
    chips: Mapping[Place, Chip]
    host: Host
    pins: SimulatedPins
    strip: SimulatedStrip
    profile: Profile
    pico_line: "PicoLine | None" = None
    """What a Pico says, where the chips hang on one."""

    def set_button(self, side: Player, is_down: bool, time: float) -> None:  # noqa: ARG002
        """Close or open the contact of a player's button."""
        line = self.profile.buttons[side.value]
        (self.pins.press if is_down else self.pins.release)(line)


def build(
    profile: Profile,
    table: Weighed,
    rng: random.Random,
    *,
    sps: int,
    speed: HostSpeed | None = None,
    start: float = 0.0,
) -> Bench:
    """Wire a board of the profile under a table; its computer's clock begins at `start` seconds."""
    behaviours = tuple(MidFrame)
    chips = {
        place: Chip(
            table.cells[place].signal,
            random.Random(rng.getrandbits(64)),
            sps=sps,
            mid_frame=rng.choice(behaviours),
        )
        for place in profile.places
    }
    host = Host(random.Random(rng.getrandbits(64)), speed, start)
    noise = random.Random(rng.getrandbits(64))
    lines: ChipBank | PicoOfChips
    bank: Cells
    line = None
    if profile.pico is None:
        lines = ChipBank(tuple(chips.values()), host, noise)
        bank = Bank(lines, profile.places)
    else:
        lines = pico = PicoOfChips(tuple(chips.values()), host)
        line = PicoLine(pico)
        bank = PicoBank(line.received, pico.now, profile.places)
    pins = SimulatedPins()
    strip = SimulatedStrip(profile.strip.pixel_count, profile.strip.order)
    buttons = ButtonPins(profile.buttons, pins)
    board = Board(
        clock=VirtualClock(lines),
        scales=bank,
        lights=PixelStrip(strip, profile.strip),
        buttons=buttons,
        sound=Silence() if profile.buzzer is None else BuzzerPin(profile.buzzer, pins),
    )
    return Bench(board, bank, chips, host, pins, strip, profile, line)


def calibrate(
    table: Table, kind: BeanKind, cells: CellModel, rng: random.Random, *, sps: int, sample: int = 10
) -> Calibration:
    """What a careful calibration of this table would have come to, with its errors."""
    masses = [kind.draw(rng).mass_grams for _ in range(sample)]
    spread = kind.mean_grams * kind.spread
    return Calibration(
        made=datetime.fromtimestamp(0, UTC).isoformat(),
        rate_sps=float(sps),
        beans=PieceCalibration(sum(masses) / sample, spread / sample**0.5, spread, sample),
        places={place: _calibrated(table, place, cells, rng, sps) for place in table.cells},
    )


def _calibrated(
    table: Table, place: Place, model: CellModel, rng: random.Random, sps: int
) -> PlaceCalibration:
    cell = table.cells[place]
    gain_error, cup_error = 0.003, 0.02
    scale = cell.counts_per_gram * rng.gauss(1.0, gain_error)
    platform = cell.load_grams - table.load_grams(place)
    return PlaceCalibration(
        zero_counts=cell.zero_counts + cell.counts_per_gram * platform,
        counts_per_gram=scale,
        gain_error=gain_error,
        cup_grams=table.cup_grams(place) * cell.counts_per_gram / scale + rng.gauss(0.0, cup_error),
        cup_error_grams=cup_error,
        noise_grams=noise_grams(model, sps),
        method="drawn by the simulator",
    )
