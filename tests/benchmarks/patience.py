"""Slow readers, quick repliers and impatient fingers: a row a pairing, exit code 1 for a turn lost or stuck.

A finished game is a line of the results file, so an interrupted campaign goes on where it stopped; results of
another state of the program don't count. It ends after the games or the minutes, whichever comes first.
"""

import argparse
import os
import sys
import time
from collections.abc import Sequence
from itertools import combinations_with_replacement
from multiprocessing import get_context

from resumable import Depends, PlayedGames, add_options, conclude
from studies.page import table
from studies.rates import Rate
from watched_games import KINDS, PAGE, Match, Verdict, watched

PAIRS = (*((kind, PAGE) for kind in KINDS), *combinations_with_replacement(KINDS, 2))
CUPS = (2, 3, 2, 4)
"""How many cups a side the boards of one seed after the other have: many short games, and some long ones."""
Game = tuple[str, str, int]
"""Who plays South and North, and the seed."""

COLUMNS = (
    *("South", "North", "games", "turns", "ended by the press", "by the other's first bean"),
    *("reminded", "passes", "longest wait", "lost", "stuck"),
)

HEAD = """\
# People who wait, who hurry, and who fidget

Whole games on simulated boards of 2x2 (every second seed), 2x3 and 2x4, of people who differ only in their
times and fingers:

- *slow readers* read every sentence, rest up to two minutes between beans, take beans back, and now and then
  forget the press until the light asks for it;
- *quick repliers* move 0.3 to 2 seconds after their row lights up;
- *impatient fingers* press while the last bean is on its way, twice, for too long, the other's button in
  their own turn, and their own while the other moves.

They play against the opponent of the page, and against each other. Their times are drawn from [stated
distributions](../cupsim/people/reading_times.py). The [judge](../../tests/sim/people/turn_watch.py) knows
what each meant, which beans truly lie there, every contact of the buttons and the rules; of the board it
takes only what it did and what its lights ask for. *Lost* is a turn that ended with another move than was
meant, before its player's press (between people who see each other: before they had drawn back), by a press
from before the move began, or on another table than the true one, or that was passed with a move left, taken
back by nobody's wish, or begun from another stock than the true one. *Stuck* is a time of more than ten
seconds in which nobody does anything although the page's opponent has the turn on a right table, or although
a player has moved and pressed and no light asks for anything; *longest wait* is how long the page's opponent
took at the most. A rate of zero is given as its 95 % upper bound. A game that does not end counts as stuck.

What no board can tell is left out: the other's button pressed while the other's move lies complete (at a
table anybody reaches both buttons; on the page one's own and those of simulated players), and a press of
one's own more than half a second before a bean that would make a shorter legal move longer: it ends the
shorter one, and both buttons held take that back.

"""


def played(game: Game) -> tuple[Game, Verdict]:
    south, north, seed = game
    return game, watched(Match(south, north, seed, cups=CUPS[seed % len(CUPS)]))


def row(pair: Sequence[str], found: Sequence[Verdict]) -> tuple[object, ...]:
    turns = sum(each.turns for each in found)
    lost, stuck = (sum(len(getattr(each, name)) for each in found) for name in ("lost", "stuck"))
    waits = [each.longest_wait_seconds for each in found if each.longest_wait_seconds]
    return (
        *pair,
        len(found),
        turns,
        sum(each.pressed for each in found),
        sum(each.begun_politely for each in found),
        sum(each.reminded for each in found),
        sum(each.passes for each in found),
        f"{max(waits):.1f} s" if waits else "",
        f"{lost} ({Rate(lost, turns)})",
        f"{stuck} ({Rate(stuck, turns)})",
    )


def report(found: dict[Game, Verdict]) -> list[str]:
    rows = [row(pair, [each for game, each in found.items() if game[:2] == pair]) for pair in PAIRS]
    everyone = row(("all", ""), list(found.values()))
    return list(table(COLUMNS, [*rows, everyone]))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=180)
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game of each pairing")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    add_options(parser, "campaigns/patience.jsonl", "sim/results/PEOPLE.md")
    return parser.parse_args()


def main() -> int:
    asked = arguments()
    until = time.monotonic() + 60.0 * asked.minutes
    wanted = [(*PAIRS[each % len(PAIRS)], asked.seed + each // len(PAIRS)) for each in range(asked.games)]
    games = PlayedGames[Game, Verdict](asked.into, wanted, Verdict, Depends(__file__, ("cups",)))
    with get_context("spawn").Pool(asked.jobs) as pool:
        for game, verdict in pool.imap_unordered(played, games.missing):
            games.add(game, verdict)
            if time.monotonic() >= until:
                break
    faults = [
        f"{' and '.join(game[:2])}, seed {game[2]}: {words}"
        for game, each in sorted(games.found.items())
        for words in (*each.lost, *each.stuck)
    ]
    seeds = sorted({seed for _, _, seed in games.found})
    last = f"seeds {', '.join(map(str, seeds))}: {len(faults)} faults" if seeds else "no game was played"
    conclude(asked, HEAD, games.sources, report(games.found), last, faults)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
