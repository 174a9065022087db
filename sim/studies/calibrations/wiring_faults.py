"""What can be wrong with the wiring of a board, and the words of the doctor that name it.

Each fault is made below the drivers: in a chip, its lines, its cell, the serial line of a Pico, or the table.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import partial
from math import exp, inf, pi, sin, sqrt
from random import Random

from cupsboard.drivers.hx711.pico import STARTED, record
from cupsboard.procedures.doctor.diagnosis import BOARD, BUTTONS
from cupsboard.rules.places import Place, is_cup
from cupsim.electronics.host_timing import HostSpeed
from cupsim.electronics.hx711_chip import HIGHEST, LOWEST, Chip
from cupsim.runs.build_faults import RattlingTable
from cupsim.runs.rows_board import RowsBoard
from cupsim.runs.schedule import Timed

Bend = Callable[[float, float], float]
"""What a fault makes of a moment and of the counts then."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong, and the words of the doctor that name it."""

    name: str
    made: Callable[[RowsBoard, Place, Random], Collection[str]]
    """Make it at a place, and return the names of all lines that may speak of it."""
    causes: tuple[str, ...]
    """Keys of sentences that name the true cause, of which one must come first; none if all is to be well."""
    readers: frozenset[str] = frozenset({"bank", "pico"})
    """Where there can be such a fault."""


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
    pin = world.bench.pins.pin(world.profile.buttons[place.partition("-")[0]])
    pin.drive_low = lambda: None
    return (BUTTONS,)


def _held_button(world: RowsBoard, place: Place, _: Random) -> Collection[str]:
    pin = world.bench.pins.pin(world.profile.buttons[place.partition("-")[0]])
    pin.drive_low()
    pin.drive_high = lambda: None
    return (BUTTONS,)


def _constant(counts: int) -> Callable[[Random, float], Bend]:
    return lambda _, __: lambda _, __: float(counts)


def _held() -> Bend:
    """A platform that feels a twentieth of what presses."""
    first: list[float] = []

    def bent(_: float, counts: float) -> float:
        first.append(counts)
        return first[0] + (counts - first[0]) / 20

    return bent


def _half(_: Random, __: float) -> Bend:
    return lambda _, counts: counts / 2


def _hum(grams: float) -> Callable[[Random, float], Bend]:
    """A charger's hum, of which a slow beat is left."""
    return lambda random, per_gram: (
        lambda end, counts: counts + grams * per_gram * sin(2 * pi * 0.31 * end + random.random() / 9)
    )


def _creeping(_: Random, per_gram: float) -> Bend:
    """A platform that was pressed just now, and comes back within a minute."""
    return lambda end, counts: counts + 3 * per_gram * exp(-end / 25)


def _flipped_bits(share: float) -> Callable[[Random, float], Bend]:
    """A data line with a weak joint."""
    return lambda random, _: (
        lambda __, counts: float(int(counts) ^ (1 << random.randrange(8, 22)) * (random.random() < share))
    )


def _ringing(random: Random, _: float) -> Bend:
    """A clock that rings: now and then an edge counts twice, and the word is shifted."""
    return lambda _, counts: 2 * counts if random.random() < 0.1 else counts


def _frozen(_: Random, __: float) -> Bend:
    first: list[float] = []

    def bent(_: float, counts: float) -> float:
        first.append(counts)
        return first[0]

    return bent


def _rubbing(random: Random, per_gram: float) -> Bend:
    """A platform that rubs at the frame: it stays where it was until three grams more or less pull it on."""
    at: list[float] = []

    def bent(_: float, counts: float) -> float:
        stuck = 3 * per_gram
        middle = min(max(at[0] if at else counts, counts - stuck), counts + stuck)
        at[:] = [middle]
        return middle + random.gauss(0.0, 0.01 * per_gram)

    return bent


def _unexcited(random: Random, per_gram: float) -> Bend:
    return lambda _, __: random.gauss(400.0, 30.0 + 0.0 * per_gram)


def _loose(
    off: Callable[[Chip], object], off_seconds: float, on_seconds: float
) -> Callable[[RowsBoard, Place, Random], Collection[str]]:
    """A plug that lets go again and again."""

    def made(world: RowsBoard, place: Place, random: Random) -> Collection[str]:
        chip = world.bench.chips[place]

        def turns() -> Iterator[float]:
            while True:
                yield random.expovariate(1 / on_seconds)
                off(chip)
                yield random.expovariate(1 / off_seconds)
                chip.plug()

        acts = turns()
        world.actors.append(Timed(lambda now: now + next(acts), 1.0))
        return (place,)

    return made


def _hangs_once(world: RowsBoard, place: Place, _: Random) -> Collection[str]:
    chip, times = world.bench.chips[place], iter([9.0])

    def hang(_: float) -> float:
        if (at := next(times, None)) is not None:
            return at
        chip.hang()
        return inf

    world.actors.append(Timed(hang, 0.0))
    return ()


def _busy(speed: HostSpeed) -> Callable[[RowsBoard, Place, Random], Collection[str]]:
    """No wire is at fault, but the computer that clocks the chips."""

    def made(world: RowsBoard, _: Place, __: Random) -> Collection[str]:
        world.bench.host.disturb(speed)
        return _every(world)

    return made


def _coupled(world: RowsBoard, _: Place, __: Random) -> Collection[str]:
    """All platforms stand on one plate that bends: each touch is felt everywhere."""
    chips = list(world.bench.chips.items())
    signals = [chip.signal for _name, chip in chips]
    scales = [world.table.cells[each].counts_per_gram for each, _chip in chips]
    rest = [
        signal(0.0, chip.period) / scale
        for (_name, chip), signal, scale in zip(chips, signals, scales, strict=True)
    ]

    def felt(mine: int, end: float, period: float) -> int:
        own = signals[mine](end, period)
        moved = max(
            (
                signal(end, period) / scale - at
                for signal, scale, at in zip(signals, scales, rest, strict=True)
            ),
            key=abs,
        )
        return round(own + 0.1 * moved * scales[mine])

    for number, (_name, chip) in enumerate(chips):
        chip.signal = partial(felt, number)
    return _every(world)


def _cups_exchanged(world: RowsBoard, place: Place, random: Random) -> Collection[str]:
    other = random.choice([each for each in world.bench.chips if each != place and is_cup(each)])
    for each, sign in ((place, 1), (other, -1)):
        world.table.push(each, sign * 2.4, 0.0)
    return place, other


def _pressed(grams: float) -> Callable[[RowsBoard, Place, Random], Collection[str]]:
    """Something lies there, or its cup is away."""

    def made(world: RowsBoard, place: Place, _: Random) -> Collection[str]:
        world.table.push(place, grams, 0.0)
        return (place,)

    return made


def _row_bent(bend: Callable[[Random, float], Bend]) -> Callable[[RowsBoard, Place, Random], Collection[str]]:
    def made(world: RowsBoard, place: Place, random: Random) -> Collection[str]:
        branch = next(each for each in world.profile.clock_branches if place in each)
        for each in branch:
            _bend(world, each, bend(random, world.table.cells[each].counts_per_gram))
        return (BOARD, *branch)

    return made


def _line(
    spoil: Callable[[Random], Callable[[float, bytes], bytes]],
) -> Callable[[RowsBoard, Place, Random], Collection[str]]:
    """Spoil what a Pico says on its line."""

    def made(world: RowsBoard, _: Place, random: Random) -> Collection[str]:
        assert world.bench.pico_line is not None
        world.bench.pico_line.bent = spoil(random)
        return _every(world)

    return made


def _noisy_line(share: float) -> Callable[[Random], Callable[[float, bytes], bytes]]:
    return lambda random: (
        lambda _, said: bytes(
            byte ^ (1 << random.randrange(8)) if random.random() < share else byte for byte in said
        )
    )


def _console(random: Random) -> Callable[[float, bytes], bytes]:
    """Another program reads the same line, and gets every second handful of bytes."""
    return lambda _, said: b"".join(
        said[at : at + 3] for at in range(0, len(said), 3) if random.random() < 0.5
    )


def _other_baud(random: Random) -> Callable[[float, bytes], bytes]:
    return lambda _, said: random.randbytes(len(said) // 2)


def _brown_out(_: Random) -> Callable[[float, bytes], bytes]:
    """The Pico starts anew every four seconds."""
    turns: list[int] = []

    def spoiled(now: float, said: bytes) -> bytes:
        if int(now / 4) not in turns[-1:]:
            turns.append(int(now / 4))
            return record(STARTED, 0)
        return b"" if now % 4 < 0.5 else said

    return spoiled


BANK, PICO = frozenset({"bank"}), frozenset({"pico"})

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
    Fault("clock wire off at the Pi", _of_all(Chip.unclock), ("all-low",), BANK),
    Fault("3.3 V off", _of_all(Chip.unplug), ("all-silent", "all-unheard")),
    Fault("a gate of the clock buffer dead", _of_row(Chip.unclock), ("branch-low",), BANK),
    Fault("a row without power", _of_row(Chip.unplug), ("branch-silent",), BANK),
    Fault("a table that is shaken", _shaken, ("all-noisy",)),
    Fault("a noisy supply", _all_bent(_noise(0.25)), ("all-noisy",)),
    Fault("the sun on the board", _all_bent(_drift(0.006)), ("all-drifts",)),
    Fault("a button's wire off", _no_button, ("no-press",)),
    Fault("a cable that lets go for a second now and then", _loose(Chip.unplug, 1.0, 3.0), ("now-and-then",)),
    Fault("a clock wire with a weak joint", _loose(Chip.unclock, 0.6, 2.0), ("now-and-then",)),
    Fault(
        "a data line that touches ground now and then", _loose(Chip.stick_low, 0.6, 2.0), ("now-and-then",)
    ),
    Fault("a converter that hangs once", _hangs_once, (), BANK),
    Fault("a data line with a weak joint: bits flip", _signal(_flipped_bits(0.1)), ("wild", "noisy")),
    Fault("a chip that says the same again and again", _signal(_frozen), ("hangs",)),
    Fault("wired to channel A at half its gain", _signal(_half), ("off-anew", "off")),
    Fault("a charger hums beside one cable", _signal(_hum(0.8)), ("wanders", "noisy")),
    Fault("a platform that was leant on just before", _signal(_creeping), ("drifts",)),
    Fault("a platform that rubs at the frame", _signal(_rubbing), ("sticks",)),
    Fault("a phone lies on a place", _pressed(180.0), ("off-anew",)),
    Fault("a cup is missing", _pressed(-18.0), ("off-anew",)),
    Fault("two cups exchanged", _cups_exchanged, ("off-anew",)),
    Fault("5 V of all cells off", _all_bent(_unexcited), ("all-no-touch",)),
    Fault("all amplifiers without their own supply", _all_bent(_constant(2 * LOWEST)), ("all-no-weight",)),
    Fault("a clock branch that rings", _row_bent(_ringing), ("branch-noisy",), BANK),
    Fault("the clock rings everywhere", _all_bent(_ringing), ("all-noisy",), BANK),
    Fault(
        "a computer that is very busy",
        _busy(HostSpeed(preemptions_per_second=300.0, preemption_seconds=1e-3)),
        ("late",),
        BANK,
    ),
    Fault("a computer that wakes late", _busy(HostSpeed(wake_seconds=0.03)), ("late",), BANK),
    Fault("all platforms on one plate that bends", _coupled, ("all-hears",)),
    Fault("a button that is held down by its case", _held_button, ("no-press",)),
    Fault("bits flip on the Pico's line", _line(_noisy_line(0.01)), ("garbled",), PICO),
    Fault("many bits flip on the Pico's line", _line(_noisy_line(0.2)), ("garbled",), PICO),
    Fault("a console reads the Pico's line, too", _line(_console), ("garbled",), PICO),
    Fault("the Pico's line at another speed", _line(_other_baud), ("garbled",), PICO),
    Fault("the Pico's line is off", _line(lambda _: lambda _, __: b""), ("all-unheard",), PICO),
    Fault("the Pico starts anew again and again", _line(_brown_out), ("restarts",), PICO),
)
