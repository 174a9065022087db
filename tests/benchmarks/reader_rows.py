"""What is done to a simulated board while the bank reader reads it: one row each."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from random import Random

from datasheet_chips import HIGHEST, LOWEST, floating, humming, loose, shorted
from reader_scenes import FAST, HIT, REPAIRED, SLOW, Row, Scene, anything

FAST_DRIFT_SECONDS = 45.0
"""At 80 SPS a part of the drift tells as much as all of it."""

# --- what can be done to a board --------------------------------------------------------------


def _level(line: int, level: Callable[["Scene"], object]) -> Callable[[Scene], None]:
    return lambda scene: scene.board.disturb(line, level(scene))


def _free(line: int) -> Callable[[Scene], None]:
    return lambda scene: scene.board.disturb(line, None)


def _unplug(*lines: int) -> Callable[[Scene], None]:
    def act(scene: Scene) -> None:
        for line in lines:
            scene.chips[line].power_off()
            scene.board.disturb(line, shorted(1))

    return act


def _plug(*lines: int) -> Callable[[Scene], None]:
    def act(scene: Scene) -> None:
        for line in lines:
            scene.chips[line].power_up(scene.board.now())
            scene.board.disturb(line, None)

    return act


def _power_off(*lines: int) -> Callable[[Scene], None]:
    def act(scene: Scene) -> None:
        for line in lines:
            scene.chips[line].power_off()

    return act


def _power(*lines: int) -> Callable[[Scene], None]:
    def act(scene: Scene) -> None:
        for line in lines:
            scene.chips[line].power_up(scene.board.now())

    return act


def doing(what: str, lines: Sequence[int]) -> Callable[[Scene], None]:
    """Something that is done to some cells, in words."""
    acts = {"without power": _power_off, "unplugged": _unplug, "line low": _low, "powered": _plug}
    if what == "at the other rate":
        return lambda scene: _exchange(scene, lines)
    return acts[what](*lines)


def _exchange(scene: Scene, lines: Sequence[int]) -> None:
    for line in lines:
        chip = scene.chips[line]
        chip.nominal = 1.0 / SLOW if chip.nominal < 0.05 else 1.0 / FAST
    _plug(*lines)(scene)


def _low(*lines: int) -> Callable[[Scene], None]:
    def act(scene: Scene) -> None:
        for line in lines:
            scene.board.disturb(line, shorted(0))

    return act


def _all_free(*lines: int) -> Callable[[Scene], None]:
    def act(scene: Scene) -> None:
        for line in lines:
            scene.board.disturb(line, None)

    return act


def _clock(level: bool | None) -> Callable[[Scene], None]:
    return lambda scene: scene.board.stick_clock(level)


def _clock_off(line: int, is_high: bool) -> Callable[[Scene], None]:
    def act(scene: Scene) -> None:
        chip = scene.chips[line]
        chip.has_clock = False
        if is_high:
            # A floating SCK that reads high: the chip powers down, its line high.
            chip.power_off()
            chip.level = 1

    return act


def _clock_on(line: int) -> Callable[[Scene], None]:
    def act(scene: Scene) -> None:
        chip = scene.chips[line]
        chip.has_clock = True
        if not chip.is_powered:
            chip.power_up(scene.board.now())

    return act


def _counts(line: int, counts: Callable[["Scene"], Callable[[float], int]]) -> Callable[[Scene], None]:
    def act(scene: Scene) -> None:
        scene.chips[line].counts = counts(scene)

    return act


def _is_always(counts: int) -> Callable[[Scene], Callable[[float], int]]:
    return lambda scene: lambda time: counts


def _live(scene: Scene) -> Callable[[float], int]:
    return partial(anything, Random(scene.rng.random()))


def _other_rate(scene: Scene) -> None:
    chip = scene.chips[4]
    chip.nominal = 1.0 / SLOW if chip.nominal < 0.05 else 1.0 / FAST
    chip.run_before(0.0)


def _mid_word(scene: Scene) -> None:
    scene.chips[3].stop_in_word(9)


def _all_mid_word(scene: Scene) -> None:
    for chip in scene.chips:
        chip.stop_in_word(1 + int(23 * scene.rng.random()))


def _glitches(seconds: float, cells: int) -> tuple[tuple[float, Callable[[Scene], None]], ...]:
    acts: list[tuple[float, Callable[[Scene], None]]] = []
    for line in range(cells):
        start = HIT + 2.5 * line
        acts += [(start, _power_off(line)), (start + seconds, _power(line))]
    return tuple(acts)


# --- the rows ---------------------------------------------------------------------------------


ALL = tuple(range(10))
V = 4
"""The cell that something is done to."""


def ordinary(minutes: float = 1.0) -> list[Row]:
    """Boards that nothing is done to; rows of 22 cells are shorter, for their many values."""
    boards = ((SLOW, 10, 4), (FAST, 10, 4), (FAST, 10, 10), (FAST, 22, 4), (SLOW, 22, 4))
    rows = []
    for sps, cells, us in boards:
        seconds = minutes * (120.0 if sps == SLOW else 60.0)
        name = f"{cells} cells, {us} us a call"
        rows.append(Row("ordinary", name, sps, cells=cells, call=us * 1e-6, seconds=seconds))
    rows.append(Row("ordinary", "10 cells, 2 us, quiet", SLOW, seconds=60.0 * minutes, preemptions=0.0))
    rows.append(Row("ordinary", "10 cells, 2 us, quiet", FAST, seconds=30.0 * minutes, preemptions=0.0))
    rows += [
        Row("ordinary", "10 cells, 17 % off", sps, seconds=60.0 * minutes, oscillators=0.17)
        for sps in (SLOW, FAST)
    ]
    return rows


def faults() -> list[Row]:
    """Something happens to cells at 10 s and is repaired at 20 s."""
    return [row for sps in (SLOW, FAST) for row in _faults(sps)]


def _faults(sps: int) -> Iterator[Row]:
    one = partial(Row, "fault", sps=sps, victims=(V,))
    for name, hit, repair in _of_one_cell():
        yield one(name=name, acts=((HIT, hit), (REPAIRED, repair)))
    yield one(
        name="line low, then free, with a power-on",
        acts=((HIT, _low(V)), (19.9, _power_off(V)), (20.0, _plug(V))),
    )
    yield one(
        name="no bank cycle allowed: unplugged",
        acts=((HIT, _unplug(V)), (REPAIRED, _plug(V))),
        is_still=False,
    )
    yield one(
        name="loose DOUT, 1 ms off, 10 a second",
        acts=((HIT, _level(V, lambda scene: loose(scene.rng, 1e-3, 10))), (REPAIRED, _free(V))),
    )
    yield from _of_all_cells(sps)
    yield from _of_some_cells(sps)
    yield from _at_the_start(sps)


def _of_all_cells(sps: int) -> Iterator[Row]:
    every = partial(Row, "fault", sps=sps, victims=ALL)
    yield every(name="SCK stuck low", acts=((HIT, _clock(False)), (REPAIRED, _clock(None))))
    yield every(name="SCK stuck high", acts=((HIT, _clock(True)), (REPAIRED, _clock(None))))
    yield every(
        name="SCK stuck high, no bank cycle allowed",
        acts=((HIT, _clock(True)), (REPAIRED, _clock(None))),
        is_still=False,
    )
    yield every(name="all unplugged, replugged", acts=((HIT, _unplug(*ALL)), (REPAIRED, _plug(*ALL))))
    yield every(name="all lines low, then free", acts=((HIT, _low(*ALL)), (REPAIRED, _all_free(*ALL))))
    yield every(
        name="all without power, then powered", acts=((HIT, _power_off(*ALL)), (REPAIRED, _power(*ALL)))
    )


def _of_some_cells(sps: int) -> Iterator[Row]:
    for count in (5, 9):
        some = ALL[:count]
        yield Row(
            "fault",
            f"{count} unplugged, replugged",
            sps,
            victims=some,
            acts=((HIT, _unplug(*some)), (REPAIRED, _plug(*some))),
        )
    yield Row("fault", "power glitch of 5 ms of each chip", sps, acts=_glitches(5e-3, 10), hit=10.0)
    yield Row("fault", "one chip at the other rate", sps, prepare=_other_rate)
    yield Row("fault", "one chip in mid-word at the start", sps, prepare=_mid_word)
    yield Row("fault", "all chips in mid-word at the start", sps, prepare=_all_mid_word)


def _at_the_start(sps: int) -> Iterator[Row]:
    start = partial(Row, "fault", sps=sps, hit=0.0)
    yield start(name="start with a dead cell", victims=(V,), prepare=_unplug(V), acts=((20.0, _plug(V)),))
    yield start(name="start with a line low", victims=(V,), prepare=_low(V), acts=((20.0, _free(V)),))
    yield start(
        name="start with all unplugged", victims=ALL, prepare=_unplug(*ALL), acts=((20.0, _plug(*ALL)),)
    )
    for moment in (0.3, 3.0, 7.77, 20.0):
        for how, prepare, act in (("low", _power_off, _power), ("high", _unplug, _plug)):
            yield start(
                name=f"power {moment:g} s after the program, lines {how} before",
                victims=ALL,
                prepare=prepare(*ALL),
                acts=((moment, act(*ALL)),),
                repaired=moment,
                seconds=moment + 15.0,
            )


def _of_one_cell() -> Iterator[tuple[str, Callable[[Scene], None], Callable[[Scene], None]]]:
    yield "unplugged, line high, chip goes on", _level(V, lambda scene: shorted(1)), _free(V)
    yield "unplugged (pull-up), replugged", _unplug(V), _plug(V)
    yield "line low, then free", _low(V), _free(V)
    yield "without power, then powered", _power_off(V), _power(V)
    yield "floating, random", _level(V, lambda scene: floating(scene.rng)), _free(V)
    for hertz, share in ((50.0, 0.5), (100.0, 0.5), (100.0, 0.02), (80.0, 0.5), (10.0, 0.5)):
        name = f"hum of {hertz:g} Hz{'' if share == 0.5 else f', {share:.0%} high'}"
        yield name, _level(V, lambda scene, hertz=hertz, share=share: humming(hertz, share)), _free(V)
    yield "saturated high", _counts(V, _is_always(HIGHEST)), _counts(V, _live)
    yield "saturated low", _counts(V, _is_always(LOWEST)), _counts(V, _live)
    yield "stuck value", _counts(V, _is_always(123_456)), _counts(V, _live)
    yield "its SCK off, floats high", _clock_off(V, is_high=True), _clock_on(V)
    yield "its SCK off, floats low", _clock_off(V, is_high=False), _clock_on(V)


def drifting(lines: Sequence[int], change: float, seconds: float) -> Callable[[Scene], None]:
    """The periods of some chips change evenly by a share, from now on."""

    def act(scene: Scene) -> None:
        start = scene.board.now()
        for line in lines:
            scene.chips[line].drift = partial(_ramp, start, change, seconds)

    return act


def _ramp(start: float, change: float, seconds: float, time: float) -> float:
    return 1.0 + change * min(max(time - start, 0.0) / seconds, 1.0) if seconds else 1.0 + change


def drifts() -> list[Row]:
    """Oscillators that change their rate; nobody's cell is dead."""
    cases: list[tuple[str, Sequence[int], float, float, float]] = []
    cases += [(f"one chip, {ppm} ppm/s", (V,), ppm * 1e-4, 100.0, 110.0) for ppm in (20, 40, 60, 100)]
    cases += [(f"all chips, {ppm} ppm/s", ALL, ppm * 1e-4, 100.0, 110.0) for ppm in (40, 60, 100)]
    cases += [
        ("one chip, +10 % in 600 s (a quarter)", (V,), 0.025, 150.0, 160.0),
        ("one chip, +10 % in 60 s", (V,), 0.1, 60.0, 75.0),
        ("one chip, -10 % in 60 s", (V,), -0.1, 60.0, 75.0),
        ("one chip, +10 % in 5 s", (V,), 0.1, 5.0, 40.0),
        ("one chip, jump +10 %", (V,), 0.1, 0.0, 40.0),
        ("one chip, jump -10 %", (V,), -0.1, 0.0, 40.0),
        ("all chips, +2 % in 60 s", ALL, 0.02, 60.0, 75.0),
    ]
    return [
        Row(
            "drift",
            name,
            sps,
            seconds=end if sps == SLOW else min(end, FAST_DRIFT_SECONDS),
            acts=((HIT, drifting(lines, change, over)),),
        )
        for sps in (SLOW, FAST)
        for name, lines, change, over, end in cases
    ]


def stalls_at_random(length: float, per_second: float) -> Callable[[Random], Iterator[tuple[float, float]]]:
    def stalls(rng: Random) -> Iterator[tuple[float, float]]:
        time = 2.0
        while True:
            time += rng.expovariate(per_second)
            yield time, length
            time += length

    return stalls


def _off_and_on(off: float, on: float) -> Callable[[Random], Iterator[tuple[float, float]]]:
    def stalls(rng: Random) -> Iterator[tuple[float, float]]:
        time = rng.random() * on
        while True:
            yield time, off
            time += off + on

    return stalls


def hosts() -> list[Row]:
    """Computers that are slow or have other things to do."""
    rows = []
    for sps in (SLOW, FAST):
        for name, stalls in (
            ("stalls of 5 ms, 5 a second", stalls_at_random(5e-3, 5.0)),
            ("stalls of 50 ms, 1 a second", stalls_at_random(50e-3, 1.0)),
            ("stalls of 500 ms, 1 in 3 s", stalls_at_random(0.5, 1 / 3)),
            ("1 ms off after 1 ms on", _off_and_on(1e-3, 1e-3)),
        ):
            rows.append(Row("host", name, sps, seconds=60.0, stalls=stalls))
        rows += [
            Row("host", f"{us} us a call", sps, call=us * 1e-6, seconds=30.0)
            for us in (10, 20, 22, 24, 26, 30, 40)
        ]
        rows.append(
            Row(
                "host",
                "unplugged while stalls of 500 ms go on",
                sps,
                victims=(V,),
                acts=((HIT, _unplug(V)), (REPAIRED, _plug(V))),
                stalls=stalls_at_random(0.5, 1 / 3),
            )
        )
    return rows


def rows(minutes: float) -> Mapping[str, Sequence[Row]]:
    """All rows by table; ordinary ones last as long as asked."""
    return {"ordinary": ordinary(minutes), "fault": faults(), "drift": drifts(), "host": hosts()}
