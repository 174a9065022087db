"""Coin Duel through the pins: what the reader of histories believes of a table below the drivers.

Exit code 1 if a finished turn was taken for another table.
"""

import argparse
import sys
from collections.abc import Mapping
from multiprocessing import get_context
from pathlib import Path

from cupsim.campaign.markdown import table
from cupsim.campaign.rates import Rate
from cupsim.people.coin_duel.mishaps import MISHAPS
from cupsim.runs.coin_duel.judging import SLOW_SECONDS, Found, campaign, mishaps

GAMES = {
    "1": "coin-duel 10 stage 1 kinds cent=1",
    "2": "coin-duel 10 stage 2",
    "3": "coin-duel 10 stage 3",
}
"""The game of each row, as in a record."""
WRONG = "3, what goes wrong"
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


def found_of(task: tuple[str, str, int, int]) -> tuple[str, Found]:
    row, name, count, seed = task
    return row, (mishaps if row == WRONG else campaign)(name, count, seed)


def report(found: Mapping[str, Found], command: str) -> str:
    rows = [_row(stage, each) for stage, each in found.items() if stage != WRONG]
    lines = [HEAD + f"Made by `{command}`.\n", *table(COLUMNS, rows)]
    if (wrong := found.get(WRONG)) is not None:
        lines += ["", "## What goes wrong, and whether it is seen", ""]
        lines += ["*Lawful* are tables that are believed as they lie, for another play leads there.", ""]
        names = ("noticed", "lawful", "silent")
        ways = [(name, *(wrong.mishaps[f"{name} {what}"] for what in names)) for name in MISHAPS]
        lines += table(("stage 3", *names), ways)
    cases = [f"- stage {stage}, {case}" for stage, each in found.items() for case in each.cases]
    return "\n".join([*lines, "", "## Cases", "", *(cases or ["None."]), ""])


def _row(stage: str, found: Found) -> tuple[object, ...]:
    waits = sorted(found.waits)
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
    parser.add_argument("--turns", type=int, default=500, help="turns of each stage")
    parser.add_argument("--mishaps", type=int, default=10, help="tries of everything that may go wrong")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--page", type=Path, help="where the report goes too")
    return parser.parse_args()


def main() -> int:
    asked = arguments()
    tasks = [(stage, name, asked.turns, int(stage) * 1000) for stage, name in GAMES.items()]
    if asked.mishaps:
        tasks.append((WRONG, GAMES["3"], asked.mishaps, 9000))
    with get_context("spawn").Pool(asked.jobs) as pool:
        found = dict(pool.imap(found_of, tasks))
    words = report(
        found, f"tests/benchmarks/{Path(__file__).name} --turns {asked.turns} --mishaps {asked.mishaps}"
    )
    print(words)
    if asked.page is not None:
        asked.page.write_text(words, encoding="utf-8")
    return 1 if any(each.agreed_wrong for each in found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
