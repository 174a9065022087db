"""Boards with a fault in their wiring, and whether the doctor names its cause first and accuses nobody else.

Each fault is made below the drivers: in the chip, its lines, its cell or the table.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

from cupsboard.procedures.doctor.diagnosis import BOARD, BUTTONS, Line, diagnose
from cupsboard.procedures.doctor.examination import Examining
from cupsboard.rules.places import Place, is_cup
from cupsim.electronics.hx711_chip import HIGHEST, LOWEST, Chip
from cupsim.runs.build_faults import RattlingTable
from cupsim.runs.rows_board import RowsBoard, RowsSetup

from studies.page import made_now, page, paragraph, tabled

PATIENCE_SECONDS = 900.0
CUPS = 4
Bend = Callable[[float, float], float]
"""What a fault makes of a moment and of the counts then."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong, and the words of the doctor that name it."""

    name: str
    made: Callable[[RowsBoard, Place, Random], Collection[str]]
    """Make it at a place, and return the names of all lines that may speak of it."""
    causes: tuple[str, ...]
    """Keys of sentences that name the true cause, of which one must come first."""


def _chip(spoil: Callable[[Chip], object]) -> Callable[[RowsBoard, Place, Random], Collection[str]]:
    def made(world: RowsBoard, place: Place, _: Random) -> Collection[str]:
        spoil(world.bench.chips[place])
        return (place,)

    return made


def _signal(bend: Callable[[Random, float], Bend]) -> Callable[[RowsBoard, Place, Random], Collection[str]]:
    """Bend what a chip sees of its cell; `bend` is given the counts of a gram."""

    def made(world: RowsBoard, place: Place, random: Random) -> Collection[str]:
        _bend(world, place, bend(random, world.table.cells[place].counts_per_gram))
        return (place,)

    return made


def _bend(world: RowsBoard, place: Place, bent: Bend) -> None:
    chip = world.bench.chips[place]
    signal = chip.signal
    chip.signal = lambda end, period: round(bent(end, signal(end, period)))


def _wander(grams: float) -> Callable[[Random, float], Bend]:
    """A random walk of so many grams in a second."""

    def walk(random: Random, per_gram: float) -> Bend:
        at, last = 0.0, 0.0

        def bent(end: float, counts: float) -> float:
            nonlocal at, last
            at += random.gauss(0.0, grams * per_gram * sqrt(max(0.0, end - last)))
            last = end
            return counts + at

        return bent

    return walk


def _noise(grams: float) -> Callable[[Random, float], Bend]:
    return lambda random, per_gram: lambda _, counts: counts + random.gauss(0.0, grams * per_gram)


def _drift(grams: float) -> Callable[[Random, float], Bend]:
    return lambda _, per_gram: lambda end, counts: counts + grams * per_gram * end


def _spikes(random: Random, per_gram: float) -> Bend:
    return lambda _, counts: counts + (random.random() < 0.06) * random.choice((-1, 1)) * 400 * per_gram


def _nothing_felt(random: Random, _: float) -> Bend:
    return lambda _, __: random.gauss(3000.0, 100.0)


def _other(world: RowsBoard, place: Place, random: Random) -> Place:
    return random.choice([each for each in world.bench.chips if each != place])


def _crossed(world: RowsBoard, place: Place, random: Random) -> Collection[str]:
    other = _other(world, place, random)
    one, two = world.bench.chips[place], world.bench.chips[other]
    one.signal, two.signal = two.signal, one.signal
    return place, other


def _joined(world: RowsBoard, place: Place, random: Random) -> Collection[str]:
    other = _other(world, place, random)
    world.bench.chips[place].signal = world.bench.chips[other].signal
    return place, other


def _bridged(world: RowsBoard, place: Place, random: Random) -> Collection[str]:
    """Something lies on two platforms, and shares what presses there."""
    other = _other(world, place, random)
    one, two = world.bench.chips[place], world.bench.chips[other]
    first, second = one.signal, two.signal
    rest = {each: each.signal(0.0, each.period) for each in (one, two)}

    def shared(mine: Chip, own: float, foreign: float, with_rest: float) -> int:
        return round(rest[mine] + 0.7 * (own - rest[mine]) + 0.3 * (foreign - with_rest))

    one.signal = lambda end, period: shared(one, first(end, period), second(end, period), rest[two])
    two.signal = lambda end, period: shared(two, second(end, period), first(end, period), rest[one])
    return place, other


def _of_all(spoil: Callable[[Chip], object]) -> Callable[[RowsBoard, Place, Random], Collection[str]]:
    def made(world: RowsBoard, _: Place, __: Random) -> Collection[str]:
        for chip in world.bench.chips.values():
            spoil(chip)
        return _every(world)

    return made


def _every(world: RowsBoard) -> Collection[str]:
    return (BOARD, *world.bench.chips)


def _of_row(spoil: Callable[[Chip], object]) -> Callable[[RowsBoard, Place, Random], Collection[str]]:
    def made(world: RowsBoard, place: Place, _: Random) -> Collection[str]:
        branch = next(each for each in world.profile.clock_branches if place in each)
        for each in branch:
            spoil(world.bench.chips[each])
        return (BOARD, *branch)

    return made


def _all_bent(bend: Callable[[Random, float], Bend]) -> Callable[[RowsBoard, Place, Random], Collection[str]]:
    def made(world: RowsBoard, _: Place, random: Random) -> Collection[str]:
        for place in world.bench.chips:
            _bend(world, place, bend(random, world.table.cells[place].counts_per_gram))
        return _every(world)

    return made


def _other_rate(chip: Chip) -> None:
    chip.period *= 8 if chip.period < 0.05 else 1 / 8


def _shaken(world: RowsBoard, _: Place, random: Random) -> Collection[str]:
    world.actors.append(RattlingTable(world.table, random))
    return _every(world)


def _no_button(world: RowsBoard, place: Place, _: Random) -> Collection[str]:
    line = world.profile.buttons["south" if place in world.profile.clock_branches[0] else "north"]
    pin = world.bench.pins.pin(line)
    pin.drive_low = lambda: None
    return (BUTTONS,)


def _constant(counts: int) -> Callable[[Random, float], Bend]:
    return lambda _, __: lambda _, __: float(counts)


SINGLE: tuple[Fault, ...] = (
    Fault("amplifier without power", _chip(Chip.unplug), ("dead",)),
    Fault("data line shorted to 3.3 V", _chip(Chip.stick_high), ("dead",)),
    Fault("data line shorted to ground", _chip(Chip.stick_low), ("dead",)),
    Fault("data line off, without pull-up", _chip(Chip.float_line), ("dead", "now-and-then", "few")),
    Fault("clock wire off at the amplifier", _chip(Chip.unclock), ("dead",)),
    Fault("A+ loose: wanders a little", _signal(_wander(1.0)), ("wanders", "noisy")),
    Fault("A+ loose: wanders much", _signal(_wander(40.0)), ("wanders", "noisy")),
    Fault("A+ off: below its range", _signal(_constant(2 * LOWEST)), ("no-weight",)),
    Fault("A- off: above its range", _signal(_constant(2 * HIGHEST)), ("no-weight",)),
    Fault("E+ off: feels nothing", _signal(_nothing_felt), ("noisy", "no-touch")),
    Fault("A+ and A- swapped", _signal(lambda _, __: lambda _, counts: -counts), ("falls",)),
    Fault("cables crossed", _crossed, ("crossed",)),
    Fault("one data line at two pins", _joined, ("joined",)),
    Fault("platforms bridged", _bridged, ("hears", "joined")),
    Fault("RATE pin of the other rate", _chip(_other_rate), ("other-rate",)),
    Fault("a cell of ten times the rating", _signal(lambda _, __: lambda _, counts: counts / 10), ("faint",)),
    Fault("a bent cell", _signal(lambda _, per_gram: lambda _, counts: counts + 8 * per_gram), ("off-anew",)),
    Fault("drifts by 0.02 g/s", _signal(_drift(0.02)), ("drifts",)),
    Fault("drifts by 0.5 g/s", _signal(_drift(0.5)), ("drifts",)),
    Fault("a shield off: noisy", _signal(_noise(0.25)), ("noisy",)),
    Fault("a plug that is loose: spikes", _signal(_spikes), ("wild", "noisy")),
    Fault("a clamped platform", _signal(lambda _, __: _held()), ("no-touch", "faint")),
    Fault("clock wire off at the Pi", _of_all(Chip.unclock), ("all-low",)),
    Fault("3.3 V off", _of_all(Chip.unplug), ("all-silent",)),
    Fault("a gate of the clock buffer dead", _of_row(Chip.unclock), ("branch-low",)),
    Fault("a row without power", _of_row(Chip.unplug), ("branch-silent",)),
    Fault("a table that is shaken", _shaken, ("all-noisy",)),
    Fault("a noisy supply", _all_bent(_noise(0.25)), ("all-noisy",)),
    Fault("the sun on the board", _all_bent(_drift(0.006)), ("all-drifts",)),
    Fault("a button's wire off", _no_button, ("no-press",)),
)


def _held() -> Bend:
    """A platform that feels a twentieth of what presses."""
    first: list[float] = []

    def bent(_: float, counts: float) -> float:
        first.append(counts)
        return first[0] + (counts - first[0]) / 20

    return bent


@dataclass(frozen=True, slots=True)
class Examined:
    """What the doctor said of a board with these faults."""

    faults: tuple[str, ...]
    sps: int
    is_named: bool
    """Whether the line of each fault began with its cause."""
    accused: tuple[str, ...]
    """Names of lines that are not well and have no part in any fault."""
    lines: tuple[str, ...]


def examine(faults: Sequence[Fault], seed: int, sps: int) -> Examined:
    """Let the doctor examine a board with all these faults, each at another place."""
    world, random = RowsBoard(RowsSetup(seed, cups=CUPS, sps=sps)), Random(seed)
    free = [place for place in world.bench.chips if is_cup(place)]
    random.shuffle(free)
    parts = [fault.made(world, free[number], random) for number, fault in enumerate(faults)]
    lines = _lines(world)
    by_name = {line.name: line for line in lines}
    is_named = all(
        any(_first(by_name.get(name)) in fault.causes for name in part)
        for fault, part in zip(faults, parts, strict=True)
    )
    concerned = {name for part in parts for name in part}
    accused = tuple(line.name for line in lines if not line.is_good and line.name not in concerned)
    said = tuple(line.told() for line in lines if not line.is_good)
    return Examined(tuple(fault.name for fault in faults), sps, is_named, accused, said)


def _first(line: Line | None) -> str:
    return "" if line is None or line.is_good else line.troubles[0].key.removeprefix("diagnosis.")


def _lines(world: RowsBoard) -> tuple[Line, ...]:
    examining = Examining(world.calibration, world.profile.places, world.bench.bank.health)
    world.seat_toucher()
    world.run(examining, PATIENCE_SECONDS)
    return diagnose(examining.findings, world.profile.clock_branches)


RATES_SPS = (10, 80)


def campaign(seed: int, seeds: int, pairs: int, sound: int) -> list[Examined]:
    """Examine boards with each fault, with two of them, and with none, at both rates."""
    random = Random(seed)
    cases: list[tuple[Fault, ...]] = [()] * sound
    cases += [(fault,) for fault in SINGLE for _ in range(seeds)]
    cases += [tuple(random.sample(SINGLE, 2)) for _ in range(pairs)]
    return [
        examine(case, 1000 * seed + number, sps) for sps in RATES_SPS for number, case in enumerate(cases)
    ]


def is_good(found: Iterable[Examined]) -> bool:
    """Return whether no sound place was accused on a board with one fault or none."""
    return not any(each.accused for each in found if len(each.faults) < 2)


def doctor_page(found: Sequence[Examined], command: str) -> str:
    """Return the page of a campaign."""
    rows = [_row(fault.name, [each for each in found if each.faults == (fault.name,)]) for fault in SINGLE]
    sums = [
        _row(name, [each for each in found if len(each.faults) == count])
        for count, name in enumerate(("none", "all single faults", "two at once"))
    ]
    odd = [each for each in found if each.accused or (not each.is_named and len(each.faults) < 2)]
    shown = (f"- {' and '.join(each.faults)}, {each.sps} SPS: {_said(each)}" for each in odd)
    return page(
        "# What the doctor says of boards with faults in their wiring",
        paragraph(
            f"Written by `{command}` {made_now()}. Each fault is made below the drivers, on a board of "
            f"2x{CUPS}: in the chip, its lines, its cell or the table. A cause is named if it is the first "
            "thing that is said of the place that has it, or of the board. Accused is a place that is told "
            "to be looked at and has no part in any fault."
        ),
        tabled(("fault", "named at 10 SPS", "accused", "named at 80 SPS", "accused"), [*sums, *rows]),
        "\n".join(("Where another cause of one fault came first, or a sound place was accused:", "", *shown))
        if odd
        else "",
    )


def _row(name: str, found: Sequence[Examined]) -> tuple[object, ...]:
    cells: list[object] = [name]
    for sps in RATES_SPS:
        tried = [each for each in found if each.sps == sps]
        cells += [
            f"{sum(each.is_named for each in tried)} of {len(tried)}",
            sum(bool(each.accused) for each in tried),
        ]
    return tuple(cells)


def _said(examined: Examined) -> str:
    accused = f"accused {', '.join(examined.accused)}; " if examined.accused else ""
    return accused + (examined.lines[0] if examined.lines else "nothing was said")
