"""Games on disks that refuse writes: a row for each kind of trouble, exit code 1 for any fault.

A finished game is a line of the results file, so an interrupted campaign goes on where it stopped; results of
another state of the program don't count. It ends after the games or the minutes, whichever comes first.
"""

import argparse
import json
import shlex
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "storage"))

from cupsim.campaign.runner import sources_now
from cupsim.runs.faulty_disk import FOR_EVER, Borne, Trouble, bear
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing
from journal_play import STEPS_ON_A_FAULTY_DISK, fault_on_a_disk

REFUSING = tuple(each for each in Trouble if each is not Trouble.GONE)
LASTING = (1, 3, 10, FOR_EVER)
STARTS = range(1, 28)
"""In which write of two short games it starts; they make that many."""
Game = tuple[Trouble, int, bool, int]
"""The trouble, how many writes it lasts, whether the power is cut, and the seed."""

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


def read(path: Path, sources: str) -> dict[Game, Borne]:
    found: dict[Game, Borne] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            plain = json.loads(line)
        except ValueError:
            continue  # the line that was being written when the campaign was interrupted
        if plain["sources"] == sources:
            game = (Trouble(plain["trouble"]), plain["lasts"], plain["cuts"], plain["seed"])
            found[game] = Borne(**plain["borne"])
    return found


def write(path: Path, sources: str, game: Game, borne: Borne) -> None:
    trouble, lasts, cuts, seed = game
    plain = {"sources": sources, "trouble": trouble.value, "lasts": lasts, "cuts": cuts, "seed": seed}
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps({**plain, "borne": asdict(borne)}) + "\n")


def row(trouble: Trouble, lasts: int, cuts: bool, games: Sequence[Borne]) -> str:
    owing = sum(each.seconds_owing for each in games)
    shown = sum(each.seconds_shown for each in games)
    cells = (
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
    return "| " + " | ".join(map(str, cells)) + " |"


def report(found: dict[Game, Borne]) -> str:
    lines = [
        "| disk | writes refused in a row | cuts | games | entries | writes refused | cuts (while owing) "
        "| entries lost | owing | shown | finished | faults |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for kind in kinds():
        games = [borne for game, borne in found.items() if game[:3] == kind]
        if games:
            lines.append(row(*kind, games))
    for (trouble, lasts, _, seed), each in found.items():
        lines += [f"- {trouble.value}, {lasts}, seed {seed}: {words}" for words in each.faults]
    return "\n".join(lines)


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
    parser.add_argument("--minutes", type=float, default=600.0)
    parser.add_argument("--into", type=Path, default=Path("campaigns/faulty_disks.jsonl"))
    parser.add_argument("--report", type=Path, help="write the table as a page too (sim/FAULTY_DISKS.md)")
    return parser.parse_args()


def main() -> int:
    asked = arguments()
    until = time.monotonic() + 60.0 * asked.minutes
    asked.into.parent.mkdir(parents=True, exist_ok=True)
    sources = sources_now()
    wanted = [(*kind, seed) for seed in range(asked.games) for kind in kinds()]
    found = {game: each for game, each in read(asked.into, sources).items() if game in wanted}
    for game in wanted:
        if game not in found and time.monotonic() < until:
            trouble, lasts, cuts, seed = game
            found[game] = bear(Pairing(Setting(seed, cups=2)), seed, trouble, lasts, with_cuts=cuts)
            write(asked.into, sources, game, found[game])
    cases, journal_faults = 0, list[str]()
    for seed in range(asked.journals):
        more, faults = faults_of_journals(seed)
        cases, journal_faults = cases + more, journal_faults + faults
    journals = f"{cases:,} cases of {asked.journals:,} seeds: {len(journal_faults)} faults"
    told = "\n".join([report(found), "", journals, *(f"- {fault}" for fault in journal_faults[:20])])
    print(told)
    if asked.report is not None:
        command = shlex.join(["python", "tests/benchmarks/faulty_disks.py", *sys.argv[1:]])
        made = f"`{command}`\n\n(program {sources}, {datetime.now(UTC):%Y-%m-%d})"
        asked.report.write_text(f"{HEAD}{made}\n\n{told}\n", encoding="utf-8")
    return 1 if journal_faults or any(each.faults for each in found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
