"""Boards with a fault in their wiring: whether the doctor names its cause first and accuses nobody else."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from multiprocessing import get_context
from random import Random

from cupsboard.procedures.doctor.diagnosis import Line, diagnose
from cupsboard.procedures.doctor.examination import Examining
from cupsboard.rules.places import is_cup
from cupsim.runs.rows_board import RowsBoard, RowsSetup
from cupsim.runs.worker import end_with_parent

from studies.calibrations.wiring_faults import SINGLE, Fault
from studies.page import made_now, page, paragraph, tabled

PATIENCE_SECONDS = 900.0
PAIR = 2


@dataclass(frozen=True, slots=True)
class BoardKind:
    """A board of so many cups a side and readings a second, read by the Pi's own lines or by a Pico."""

    cups: int
    sps: int
    reader: str = "bank"

    @property
    def name(self) -> str:
        """Return what it is called in a table."""
        return f"2x{self.cups}{', Pico' if self.reader == 'pico' else ''}, {self.sps} SPS"


BOARDS = (
    *(BoardKind(cups, sps) for cups in (4, 6) for sps in (10, 80)),
    *(BoardKind(4, sps, "pico") for sps in (10, 80)),
)


@dataclass(frozen=True, slots=True)
class Examined:
    """What the doctor said of a board with these faults."""

    faults: tuple[str, ...]
    board: str
    is_named: bool
    """Whether the line of each fault began with its cause."""
    is_named_at_last: bool
    """Whether that is so after a second examination, of the board with what was named mended."""
    accused: tuple[str, ...]
    """Names of lines that are not well and have no part in any fault."""
    lines: tuple[str, ...]


def examine(faults: Sequence[Fault], seed: int, board: BoardKind) -> Examined:
    """Let the doctor examine a board with all these faults, each at another place."""
    at_places = dict(enumerate(faults))
    lines, concerned, unnamed = _examination(at_places, seed, board)
    accused = tuple(line.name for line in lines if not line.is_good and line.name not in concerned)
    said = tuple(line.told() for line in lines if not line.is_good)
    left = unnamed
    if unnamed and unnamed.keys() < at_places.keys():
        left = _examination(unnamed, seed, board)[2]
    return Examined(tuple(fault.name for fault in faults), board.name, not unnamed, not left, accused, said)


def _examination(
    faults: Mapping[int, Fault], seed: int, board: BoardKind
) -> tuple[tuple[Line, ...], set[str], Mapping[int, Fault]]:
    """Examine a board with each fault at the place of its number.

    Return the lines, the names of those that may speak of a fault, and the faults that no line names first.
    """
    world = RowsBoard(RowsSetup(seed, cups=board.cups, sps=board.sps, pico=board.reader == "pico"))
    random = Random(seed)
    free = [place for place in world.bench.chips if is_cup(place)]
    random.shuffle(free)
    parts = {number: fault.made(world, free[number], random) for number, fault in faults.items()}
    lines = _lines(world)
    first = {line.name: _first(line) for line in lines}
    unnamed = {
        number: fault
        for number, fault in faults.items()
        if fault.causes and not any(first.get(name) in fault.causes for name in parts[number])
    }
    return lines, {name for part in parts.values() for name in part}, unnamed


def _first(line: Line) -> str:
    return "" if line.is_good else line.troubles[0].key.removeprefix("diagnosis.")


def _lines(world: RowsBoard) -> tuple[Line, ...]:
    examining = Examining(world.calibration, world.profile.places, world.bench.bank.health)
    world.seat_toucher()
    world.run(examining, PATIENCE_SECONDS)
    return diagnose(examining.findings, world.profile)


def campaign(seed: int, seeds: int, pairs: int, sound: int, jobs: int) -> list[Examined]:
    """Examine boards of all kinds with each fault that they can have, with two of them, and with none.

    `jobs` processes share the boards.
    """
    tasks = []
    for board in BOARDS:
        random = Random(seed)
        possible = [number for number, fault in enumerate(SINGLE) if board.reader in fault.readers]
        cases: list[tuple[int, ...]] = [()] * sound
        cases += [(fault,) for fault in possible for _ in range(seeds)]
        cases += [tuple(random.sample(possible, 2)) for _ in range(pairs)]
        tasks += [(case, 1000 * seed + number, board) for number, case in enumerate(cases)]
    with get_context("spawn").Pool(jobs, end_with_parent) as pool:
        return pool.starmap(_examined, tasks, chunksize=1)


def _examined(numbers: Sequence[int], seed: int, board: BoardKind) -> Examined:
    return examine([SINGLE[number] for number in numbers], seed, board)


def is_good(found: Iterable[Examined]) -> bool:
    """Return whether no sound place was accused on a board with one fault or none."""
    return not any(each.accused for each in found if len(each.faults) < 2)


def doctor_page(found: Sequence[Examined], command: str) -> str:
    """Return the page of a campaign."""
    rows = [_row(fault.name, [each for each in found if each.faults == (fault.name,)]) for fault in SINGLE]
    pairs = [replace(each, is_named=each.is_named_at_last) for each in found if len(each.faults) == PAIR]
    sums = [
        _row(name, [each for each in found if len(each.faults) == count])
        for count, name in enumerate(("none", "all single faults", "two at once"))
    ]
    sums.append(_row("two at once, examined again when the named one is mended", pairs))
    odd = [each for each in found if each.accused or not each.is_named]
    shown = (f"- {' and '.join(each.faults)}, {each.board}: {_said(each)}" for each in odd)
    return page(
        "# What the doctor says of boards with faults in their wiring",
        paragraph(
            f"Written by `{command}` {made_now()}. Each fault is made below the drivers: in the chip, its "
            "lines, its cell, the line of a Pico, or the table. A cause is named if it is the first thing "
            "that is said of the place that has it, or of the board. Accused is a place that is told to be "
            "looked at and has no part in any fault. A fault hides others, as a cell that gives no weight "
            "shows nothing else: so what was named is mended, and the board examined again."
        ),
        tabled(("fault", *(board.name for board in BOARDS), "accused"), [*sums, *rows]),
        "\n".join(("Where another cause came first, or a sound place was accused:", "", *shown))
        if odd
        else "",
    )


def _row(name: str, found: Sequence[Examined]) -> tuple[object, ...]:
    tried = [[each for each in found if each.board == board.name] for board in BOARDS]
    named = (f"{sum(each.is_named for each in some)} of {len(some)}" if some else "" for some in tried)
    return (name, *named, sum(bool(each.accused) for each in found))


def _said(examined: Examined) -> str:
    accused = f"accused {', '.join(examined.accused)}; " if examined.accused else ""
    return accused + (examined.lines[0] if examined.lines else "nothing was said")
