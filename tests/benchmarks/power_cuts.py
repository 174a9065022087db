"""Games through power cuts at random instants and in writes: a row a size, exit code 1 for any fault.

A finished game is a line of the results file, so an interrupted campaign goes on where it stopped; results of
another state of the program don't count. It ends after the games or the minutes, whichever comes first.
"""

import argparse
import os
import sys
import time
from collections.abc import Sequence
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "storage"))

from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing
from endured_cuts import Endured, endure
from journal_play import WRITES, fault_after
from resumable import Depends, PlayedGames, add_options, conclude
from studies.page import table
from studies.rates import Rate

CUPS = (3, 4)
SHARES = (0.0, 0.5, 1.0)
"""How much of the write reaches the disk in which the power goes."""
Game = tuple[int, int]
"""Cups a side, and the seed."""

COLUMNS = (
    *("board", "games", "moves", "cuts at instants", "in writes", "moves lost", "finished", "wrongly agreed"),
    "faults",
)

HEAD = """\
# Power cuts

Two simulated people play whole games on the simulated board while its power goes again and again: half the
cuts at a random instant, half in the middle of a write, of which only a part reaches the disk. It stays dark
for half a second to twenty seconds; hands finish what they are about, and people look at the lights that have
come back before they go on. Only what the store holds outlives a cut.

*Moves lost* are moves whose own writes were cut: the board had not said yet that they count; it takes them
when their button is pressed again. *Wrongly agreed* are games in which the board believed a table that did
not lie there. A *fault* is any other record than the one before the cut, or a game that does not
come to its end.

Below the table is what became of games without a board, as the journal keeps them: cut in every single write,
with nothing, half or all of it on the disk, and once more while the game was taken up again.

"""


def played(game: Game) -> tuple[Game, Endured]:
    cups, seed = game
    return game, endure(Pairing(Setting(seed, cups=cups)), seed)


def row(cups: int, endured: Sequence[Endured]) -> tuple[object, ...]:
    cuts = sum(each.cuts_at_instants for each in endured), sum(each.cuts_in_writes for each in endured)
    wrong = sum(bool(each.misbeliefs) for each in endured)
    return (
        f"2x{cups}",
        len(endured),
        sum(each.moves for each in endured),
        *cuts,
        sum(each.moves_lost for each in endured),
        sum(each.is_over for each in endured),
        f"{wrong} ({Rate(wrong, len(endured))})",
        sum(len(each.faults) for each in endured),
    )


def report(found: dict[Game, Endured]) -> list[str]:
    rows = [row(cups, [each for (size, _), each in found.items() if size == cups]) for cups in CUPS]
    lines = list(table(COLUMNS, rows))
    for (cups, seed), each in sorted(found.items()):
        lines += [f"- 2x{cups}, seed {seed}: {words}" for words in (*each.faults, *each.misbeliefs[:1])]
    return lines


def faults_of_journal(seed: int) -> list[str]:
    """What is wrong after a cut in every single write of a game, and after another while it is taken up."""
    found = []
    for cut in range(WRITES):
        for share in SHARES:
            for is_cut_twice in (False, True):
                fault = fault_after(seed, cut, share, is_cut_twice=is_cut_twice)
                if fault is not None:
                    found.append(f"journal {seed}, write {cut}, {share:.0%}: {fault}")
    return found


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--journals", type=int, default=1000, help="games of which every write is cut")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    add_options(parser, "campaigns/power_cuts.jsonl", "sim/results/POWER_CUTS.md")
    return parser.parse_args()


def main() -> int:
    asked = arguments()
    until = time.monotonic() + 60.0 * asked.minutes
    wanted = [(CUPS[number % len(CUPS)], number // len(CUPS)) for number in range(asked.games)]
    games = PlayedGames[Game, Endured](asked.into, wanted, Endured, Depends(__file__, ("cups",)))
    with get_context("spawn").Pool(asked.jobs) as pool:
        journal_faults = [
            fault for faults in pool.imap(faults_of_journal, range(asked.journals)) for fault in faults
        ]
        for game, endured in pool.imap(played, games.missing):
            games.add(game, endured)
            if time.monotonic() >= until:
                break
    cuts = asked.journals * WRITES * len(SHARES) * 2
    journals = f"{cuts:,} cuts in all writes of {asked.journals:,} games: {len(journal_faults)} faults"
    conclude(asked, HEAD, games.sources, report(games.found), journals, journal_faults)
    return 1 if journal_faults or any(each.faults for each in games.found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
