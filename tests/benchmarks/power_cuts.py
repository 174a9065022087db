"""Games through power cuts at random instants and in writes: a row a size, exit code 1 for any fault.

A finished game is a line of the results file, so an interrupted campaign goes on where it stopped; results of
another state of the program don't count. It ends after the games or the minutes, whichever comes first.
"""

import argparse
import json
import os
import shlex
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "storage"))

from cupsim.campaign.rates import Rate
from cupsim.campaign.runner import sources_now
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing
from cupsim.runs.power_cuts import Endured, endure
from journal_play import WRITES, fault_after

CUPS = (3, 4)
SHARES = (0.0, 0.5, 1.0)
"""How much of the write reaches the disk in which the power goes."""
Game = tuple[int, int]
"""Cups a side, and the seed."""

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


def read(path: Path, sources: str) -> dict[Game, Endured]:
    found: dict[Game, Endured] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            plain = json.loads(line)
        except ValueError:
            continue  # the line that was being written when the campaign was interrupted
        if plain["sources"] == sources:
            found[plain["cups"], plain["seed"]] = Endured(**plain["endured"])
    return found


def write(path: Path, sources: str, game: Game, endured: Endured) -> None:
    cups, seed = game
    plain = {"sources": sources, "cups": cups, "seed": seed, "endured": asdict(endured)}
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(plain) + "\n")


def row(cups: int, endured: Sequence[Endured]) -> str:
    cuts = sum(each.cuts_at_instants for each in endured), sum(each.cuts_in_writes for each in endured)
    wrong = sum(bool(each.misbeliefs) for each in endured)
    cells = (
        f"2x{cups}",
        len(endured),
        sum(each.moves for each in endured),
        *cuts,
        sum(each.moves_lost for each in endured),
        sum(each.is_over for each in endured),
        f"{wrong} ({Rate(wrong, len(endured))})",
        sum(len(each.faults) for each in endured),
    )
    return "| " + " | ".join(map(str, cells)) + " |"


def report(found: dict[Game, Endured]) -> str:
    lines = [
        "| board | games | moves | cuts at instants | in writes | moves lost | finished | wrongly agreed "
        "| faults |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    lines += [row(cups, [each for (size, _), each in found.items() if size == cups]) for cups in CUPS]
    for (cups, seed), each in sorted(found.items()):
        lines += [f"- 2x{cups}, seed {seed}: {words}" for words in (*each.faults, *each.misbeliefs[:1])]
    return "\n".join(lines)


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
    parser.add_argument("--minutes", type=float, default=600.0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--into", type=Path, default=Path("campaigns/power_cuts.jsonl"))
    parser.add_argument("--report", type=Path, help="write the table as a page too (sim/POWER_CUTS.md)")
    return parser.parse_args()


def main() -> int:
    asked = arguments()
    until = time.monotonic() + 60.0 * asked.minutes
    asked.into.parent.mkdir(parents=True, exist_ok=True)
    sources = sources_now()
    wanted = [(CUPS[number % len(CUPS)], number // len(CUPS)) for number in range(asked.games)]
    found = {game: each for game, each in read(asked.into, sources).items() if game in wanted}
    with get_context("spawn").Pool(asked.jobs) as pool:
        journal_faults = [
            fault for faults in pool.imap(faults_of_journal, range(asked.journals)) for fault in faults
        ]
        for game, endured in pool.imap(played, [game for game in wanted if game not in found]):
            found[game] = endured
            write(asked.into, sources, game, endured)
            if time.monotonic() >= until:
                break
    cuts = asked.journals * WRITES * len(SHARES) * 2
    journals = f"{cuts:,} cuts in all writes of {asked.journals:,} games: {len(journal_faults)} faults"
    told = "\n".join([report(found), "", journals, *(f"- {fault}" for fault in journal_faults[:20])])
    print(told)
    if asked.report is not None:
        command = shlex.join(["python", "tests/benchmarks/power_cuts.py", *sys.argv[1:]])
        made = f"`{command}`\n\n(program {sources}, {datetime.now(UTC):%Y-%m-%d})"
        asked.report.write_text(f"{HEAD}{made}\n\n{told}\n", encoding="utf-8")
    return 1 if journal_faults or any(each.faults for each in found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
