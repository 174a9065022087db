"""Coin Duel through the pins: what the reader of histories believes of a table below the drivers.

A finished round is a line of the results file, so an interrupted campaign goes on where it stopped; results
of another state of the program don't count. Exit code 1 if a finished turn was taken for another table.
"""

import argparse
import sys
import time
from multiprocessing import get_context
from pathlib import Path

from cupsim.people.coin_duel.mishaps import MISHAPS
from resumable import Depends, PlayedGames, add_options, conclude
from studies.page import table
from studies.rates import Rate

sys.path.insert(0, str(Path(__file__).parents[1] / "sim" / "coin_duel"))

from coin_rounds import SLOW_SECONDS, Found, honest_round, round_gone_wrong

GAMES = {
    "1": "coin-duel 10 stage 1 kinds cent=1",
    "2": "coin-duel 10 stage 2",
    "3": "coin-duel 10 stage 3",
}
"""The game of each row, as in a record."""
TURNS = 25
"""Of a round at the most, so that many boards are seen."""
Task = tuple[str, str, int]
"""The stage, "honest" or what goes wrong, and the seed."""

COLUMNS = (
    *("stage", "turns", "handfuls", "longest relay", "looks", "mistaken looks", "turns taken for others"),
    *("turns left open", "told otherwise", "laps", "median s", "99 %", "worst", "over 0.4 s", "virtual h"),
)
HEAD = """\
# Coins through the pins

Coin Duel on a simulated board of 2x10 with HX711 chips at 80 samples a second, cells of 500 g under the cups
and of 1 kg under the pots, worn coins that were weighed once each, and hands that play slowly, steadily,
quickly and with the longest relays they can think of. Every sample passes through the chips and the
production drivers, weighing and the reader of histories; there is no referee, so this is what the reader
makes of it.

*Mistaken* are looks that were sure of a table, kinds included, that did not lie there within half a second;
*taken for others* are finished turns of whose table it was sure, and wrong; *left open* are those of which it
was not sure within eight seconds of the press; *told otherwise* are right tables told as the end of another
play, or of none. The seconds are virtual ones, from the last touch of a lap to the look that believes it,
for laps after which the hand rests so long.

"""


def played(task: Task) -> tuple[Task, Found]:
    stage, what, seed = task
    if what == "honest":
        return task, honest_round(GAMES[stage], seed, TURNS)
    return task, round_gone_wrong(GAMES[stage], what, seed)


def together(found: dict[Task, Found], stage: str, *, is_honest: bool) -> Found:
    whole = Found()
    for (of_stage, what, _), each in found.items():
        if of_stage == stage and (what == "honest") == is_honest:
            whole.add(each)
    return whole


def report(found: dict[Task, Found]) -> list[str]:
    rows = [_row(stage, together(found, stage, is_honest=True)) for stage in GAMES]
    wrong = together(found, "3", is_honest=False)
    names = ("noticed", "lawful", "silent")
    ways = [(name, *(wrong.mishaps.get(f"{name} {what}", 0) for what in names)) for name in MISHAPS]
    said = "*Lawful* are tables that are believed as they lie, for another play leads there."
    return [
        *table(COLUMNS, rows),
        *("", "## What goes wrong, and whether it is seen", "", said, ""),
        *table(("stage 3", *names), ways),
    ]


def _row(stage: str, found: Found) -> tuple[object, ...]:
    waits = sorted(found.waits) or [0.0]
    slow = sum(each > SLOW_SECONDS for each in waits)
    return (
        *(stage, found.turns, found.handfuls, found.longest_relay, found.looks),
        f"{found.mistaken} ({Rate(found.mistaken, found.looks)})",
        f"{found.agreed_wrong} ({Rate(found.agreed_wrong, found.turns)})",
        f"{found.open_ends} ({Rate(found.open_ends, found.turns)})",
        *(found.told_otherwise, len(waits)),
        *(f"{waits[min(len(waits) - 1, int(share * len(waits)))]:.2f}" for share in (0.5, 0.99, 1.0)),
        *(f"{slow} ({Rate(slow, len(waits))})", f"{found.virtual_seconds / 3600:.1f}"),
    )


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=24, help="of each stage")
    parser.add_argument("--mishaps", type=int, default=10, help="tries of everything that may go wrong")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    add_options(parser, "campaigns/coins-through-pins.jsonl", "sim/results/COINS_PINS.md")
    return parser.parse_args()


def main() -> int:
    asked = arguments()
    until = time.monotonic() + 60.0 * asked.minutes
    honest = [(stage, "honest", asked.seed + n) for n in range(asked.rounds) for stage in reversed(GAMES)]
    wrong = [("3", name, asked.seed + 1000 + n) for n in range(asked.mishaps) for name in MISHAPS]
    # A bit of everything comes first, for one who looks in early.
    wanted = sorted([*honest, *wrong], key=lambda task: task[2] % 1000)
    rounds = PlayedGames[Task, Found](asked.into, wanted, Found, Depends(__file__, ("coin_duel",)))
    with get_context("spawn").Pool(asked.jobs) as pool:
        for task, found in pool.imap_unordered(played, rounds.missing):
            rounds.add(task, found)
            if time.monotonic() >= until:
                break
    faults = [
        f"stage {stage}, {what}, {case}" for (stage, what, _), f in rounds.found.items() for case in f.cases
    ]
    last = f"{len(rounds.found)} of {len(wanted)} rounds; cases: {len(faults)}"
    conclude(asked, HEAD, rounds.sources, report(rounds.found), last, faults)
    return 1 if any(found.agreed_wrong for found in rounds.found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
