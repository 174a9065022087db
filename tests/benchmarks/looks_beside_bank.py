"""The bank of the board for coins, 22 cells at 80 samples a second, with the filter's looks beside it.

    python tests/benchmarks/looks_beside_bank.py [--seconds 60] [--turns 400] [--report PAGE]

One process reads the chips and looks at the table, so while it looks nobody fetches what the chips convert.
First turns of Coin Duel, stage 3, are read by the filter, and each look's processor time is taken. Then a
board of chips by the datasheet runs in virtual time on computers of several speeds, which stop for such looks
at random, also in the middle of a frame: harsher than the loop, which looks between two frames. *Wrong* and
*false* are those of `reader_campaign.py`; the exit code is 1 if there was any.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from studies.page import made_now

sys.path.insert(0, str(Path(__file__).parents[1] / "drivers" / "hx711"))

from cupsboard.drivers.hx711.bank import Bank
from reader_scenes import FAST, Row, run
from studies.coins.evening import Evening
from studies.coins.rows import ROWS

CELLS = 22
LOOKS_A_SECOND = 1.0
"""A lap of a quick relay takes longer than a second; most looks wait for slower hands."""
WORST_SEEN_MS = 165.0
"""The longest look in sim/results/COINS_LAPS.md; so long a look is too rare for a short run."""


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer that may drive the board. How much slower it is than a PC is estimated, not measured."""

    name: str
    times_slower: float
    call_seconds: float


COMPUTERS = (
    Computer("PC", 1, 2e-6),
    Computer("Pi 5", 2, 4e-6),
    Computer("Pi 4", 4, 5e-6),
    Computer("Pi 3", 6, 8e-6),
    Computer("Pi Zero 2 W", 10, 10e-6),
)
Stalls = Callable[[Random], Iterator[tuple[float, float]]]


def looked(turns: int) -> list[float]:
    """The milliseconds of the looks of so many turns, shortest first."""
    found: list[float] = []
    seed = 1
    while turns > 0:
        evening = Evening(ROWS["3-lap"], seed)
        evening.play(turns)
        found += evening.tally.values["ms"]
        turns -= evening.tally.counts["all turns"]
        seed += 1
    return sorted(found)


def stalls_of(milliseconds: Sequence[float], times_slower: float) -> Stalls:
    """Looks at random times, each as long as one of these."""

    def stalls(random: Random) -> Iterator[tuple[float, float]]:
        time = 2.0
        while True:
            time += random.expovariate(LOOKS_A_SECOND)
            length = random.choice(milliseconds) * times_slower / 1000
            yield time, length
            time += length

    return stalls


def rows(milliseconds: Sequence[float], seconds: float) -> Iterator[tuple[Computer, str, Row]]:
    """Each computer with nobody looking, with looks as they come, and with the worst only."""
    for computer in COMPUTERS:
        for what, lengths in (
            ("no looks", None),
            ("looks as they come", milliseconds),
            (f"{WORST_SEEN_MS:.0f} ms each time", [WORST_SEEN_MS]),
        ):
            stalls = None if lengths is None else stalls_of(lengths, computer.times_slower)
            row = Row(
                "looks", what, FAST, cells=CELLS, call=computer.call_seconds, seconds=seconds, stalls=stalls
            )
            yield computer, what, row


def lines(milliseconds: Sequence[float], seconds: float, seeds: Sequence[int]) -> Iterator[tuple[str, int]]:
    """A line of the table for each row, with what went wrong in it."""
    for computer, what, row in rows(milliseconds, seconds):
        results = [run(row, seed, Bank) for seed in seeds]
        values, wrong, false = (
            sum(getattr(each, name) for each in results) for name in ("values", "wrong", "false")
        )
        share = min(each.share for each in results)
        pause = max(each.pause for each in results)
        yield (
            f"| {computer.name}, {computer.times_slower:g} | {what} | {values:,} | {wrong} | {false} | "
            f"{min(each.frames for each in results):.1f} ({share:.1%}) | {1000 * pause:.0f} |",
            wrong + false,
        )


def head(milliseconds: Sequence[float], asked: argparse.Namespace) -> str:
    median, most, worst = (milliseconds[int(share * (len(milliseconds) - 1))] for share in (0.5, 0.99, 1.0))
    seeds = " ".join(map(str, asked.seeds))
    options = f"--seconds {asked.seconds:g} --turns {asked.turns} --seeds {seeds}"
    return f"""\
# The board for coins: the bank with the looks beside it

{CELLS} cells at {FAST} samples a second, read by the process that also looks at the table. The chips are a
model written from the datasheet, in virtual time; nothing ran on a Pi. How much slower a Pi is than the
machine that ran this, and what a call to its lines costs, are estimates.

`python tests/benchmarks/looks_beside_bank.py {options}` {made_now()}

The filter read {asked.turns} turns of stage 3 in {len(milliseconds)} looks: {median:.1f} ms of processor time
in the median, {most:.1f} ms in 99 of 100, {worst:.0f} ms at worst; in the 80,000 turns of
[COINS_LAPS.md](COINS_LAPS.md) the worst took {WORST_SEEN_MS:.0f} ms (target: 100). A computer stops for a
look {LOOKS_A_SECOND:g} time a second, at random, also in the middle of a frame. *Wrong*: the chip did not
hold this value during the step that returned it, nor in the two periods before. *False*: readings that call a
sound cell dead. *Full board*: frames a second with counts of all cells, and as a share of the slowest chip's
rate. *Pause*: the longest time without a frame, in milliseconds.

| computer, times slower | looks | values | wrong | false | full board Hz | pause ms |
| --- | --- | --- | --- | --- | --- | --- |
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--turns", type=int, default=400)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--report", type=Path)
    asked = parser.parse_args()
    milliseconds = looked(asked.turns)
    page, bad = head(milliseconds, asked), 0
    print(page, end="", flush=True)
    for line, wrong in lines(milliseconds, asked.seconds, asked.seeds):
        print(line, flush=True)
        page, bad = f"{page}{line}\n", bad + wrong
    if asked.report is not None:
        asked.report.write_text(page, encoding="utf-8")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
