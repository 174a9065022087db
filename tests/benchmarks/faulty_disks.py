"""Games on disks that refuse writes: a row for each kind of trouble, exit code 1 for any fault.

A finished game is a line of the results file, so an interrupted campaign goes on where it stopped; results of
another state of the program don't count. It ends after the games or the minutes, whichever comes first.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "storage"))

from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing
from faulty_disk import FOR_EVER, Borne, Trouble, bear
from journal_play import STEPS_ON_A_FAULTY_DISK, fault_on_a_disk
from resumable import Depends, PlayedGames, add_options, conclude
from studies.page import table

REFUSING = tuple(each for each in Trouble if each is not Trouble.GONE)
LASTING = (1, 3, 10, FOR_EVER)
STARTS = range(1, 28)
"""In which write of two short games it starts; they make that many."""
Game = tuple[Trouble, int, bool, int]
"""The trouble, how many writes it lasts, whether the power is cut, and the seed."""

COLUMNS = (
    *("disk", "writes refused in a row", "cuts", "games", "entries", "writes refused", "cuts (while owing)"),
    *("entries lost", "owing", "shown", "finished", "faults"),
)

HEAD = """\
# Disks that refuse writes

Two simulated people play whole games on a simulated board of two cups a side, with everything attached that
a real one has. Again and again its disk refuses so many writes: it is full (of an append a part arrives),
fsync fails (the data can be read and are not on the disk), it is read-only, no descriptor is left (nothing
can be read either), or the folder is taken away. *for ever* is until the game is over; then the disk works
again. With *cuts* the power goes once a minute, and sooner while something is not written down; that mends
the disk; what failed fsyncs had left in memory is gone.

*Entries lost* are entries of the record that a cut took while the lights said that they were not written
down; such a game is not played on. *Owing* is how long something of the game was not written down, *shown*
for how much of that a pot said so, as read from the lights alone (an eye needs about three seconds). A
*fault* is an entry lost that was said to be written, another record than any that the board had, a record
that is not on the disk a minute after it works again, or a game that does not come to its end.

Below the table is what became of games without a board, two after the other, as journals keep them: trouble
from every single write on, for 1, 3, 10 writes or for ever, and the power cut after every step.

"""


def kinds() -> list[tuple[Trouble, int, bool]]:
    return [*product(REFUSING, LASTING, (False, True)), (Trouble.GONE, 1, False)]


def row(trouble: Trouble, lasts: int, cuts: bool, games: Sequence[Borne]) -> tuple[object, ...]:
    owing = sum(each.seconds_owing for each in games)
    shown = sum(each.seconds_shown for each in games)
    return (
        trouble.value,
        "for ever" if lasts == FOR_EVER else lasts,
        "yes" if cuts else "no",
        len(games),
        sum(each.entries + each.entries_lost for each in games),
        sum(each.refused for each in games),
        f"{sum(each.cuts for each in games)} ({sum(each.cuts_while_owing for each in games)})",
        sum(each.entries_lost for each in games),
        f"{owing:.0f} s",
        f"{shown / owing:.0%}" if owing else "-",
        sum(each.is_over for each in games),
        sum(len(each.faults) for each in games),
    )


def report(found: dict[Game, Borne]) -> list[str]:
    of_kinds = {kind: [borne for game, borne in found.items() if game[:3] == kind] for kind in kinds()}
    lines = list(table(COLUMNS, (row(*kind, games) for kind, games in of_kinds.items() if games)))
    for (trouble, lasts, _, seed), each in found.items():
        lines += [f"- {trouble.value}, {lasts}, seed {seed}: {words}" for words in each.faults]
    return lines


def faults_of_journals(seed: int) -> tuple[int, list[str]]:
    """How many cases there are of one seed, and what is wrong in any of them."""
    cases = list(product(REFUSING, STARTS, LASTING, range(2 * STEPS_ON_A_FAULTY_DISK + 1)))
    found = [
        f"journals {seed}, {trouble.value} from write {start} for {lasts}, cut after {cut}: {fault}"
        for trouble, start, lasts, cut in cases
        if (fault := fault_on_a_disk(seed, trouble, start, lasts, cut)) is not None
    ]
    return len(cases), found


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10, help="of each kind of trouble")
    parser.add_argument("--journals", type=int, default=10, help="seeds of games without a board")
    add_options(parser, "campaigns/faulty_disks.jsonl", "sim/results/FAULTY_DISKS.md")
    return parser.parse_args()


def main() -> int:
    asked = arguments()
    until = time.monotonic() + 60.0 * asked.minutes
    wanted = [(*kind, seed) for seed in range(asked.games) for kind in kinds()]
    games = PlayedGames[Game, Borne](asked.into, wanted, Borne, Depends(__file__, ("cups",)))
    for game in games.missing:
        if time.monotonic() < until:
            trouble, lasts, cuts, seed = game
            games.add(game, bear(Pairing(Setting(seed, cups=2)), seed, trouble, lasts, with_cuts=cuts))
    cases, journal_faults = 0, list[str]()
    for seed in range(asked.journals):
        more, faults = faults_of_journals(seed)
        cases, journal_faults = cases + more, journal_faults + faults
    journals = f"{cases:,} cases of {asked.journals:,} seeds: {len(journal_faults)} faults"
    conclude(asked, HEAD, games.sources, report(games.found), journals, journal_faults)
    return 1 if journal_faults or any(each.faults for each in games.found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
