"""How strong the levels of Coin Duel are: `python tests/benchmarks/coin_duel_levels.py`.

Each level plays the one below it, level 1 plays at random play, and level 8 plays plain alpha-beta on pots
(coin_duel_yardstick.py) of some depths, which has level 8's median processor time for a play. Openings are
two to four random plies, each is played twice with the colours changed. In stage 3 a game is one round of
at most 80 turns, the winning coins in turn. What was played is kept, so that it goes on where it stopped.
`--report COIN_DUEL_LEVELS.md` writes the page. Exits 1 if a level doesn't score more than half against the
one below it, level 1 doesn't lose to random play, or level 8 doesn't beat depth 2.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import NamedTuple

from coin_duel_yardstick import Yardstick
from cupsboard.engine import engines
from cupsboard.engine.coin_duel.evaluation import POTS_ONLY
from cupsboard.engine.coin_duel.levels import FULL_STRENGTH_NODES, LEVELS
from cupsboard.engine.coin_duel.player import CoinDuelEngine
from cupsboard.engine.player import Limit
from cupsboard.rules.coin_duel.one_way import Half, one_way_plays
from cupsboard.rules.coin_duel.rules import CoinDuel, Position
from cupsboard.rules.coin_duel.settings import Settings
from cupsboard.rules.places import Side
from cupsim.people.coin_duel.choosing import choose as chosen_act_by_act
from ratings import share_interval
from resumable import PlayedGames, add_options, conclude

Choose = Callable[[Position], str]
NAMES = [level.name for level in LEVELS]
MOST_TURNS = 80
DEPTHS = {1: (2, 4, 99), 2: (2, 99), 3: (2, 99)}
"""Of the plain opponents of each stage; 99: as deep as its time lets it."""
POTS = "same nodes, pots only"
HEAD = """# The levels of Coin Duel: how strong they are

Levels 1 to 8 stand in [engine/coin_duel/levels.py](../../firmware/cupsboard/engine/coin_duel/levels.py);
there is no level "perfect", for nothing is proved of this game. In stages 1 and 2 a game is the whole game;
in stage 3 it is one round of at most 80 turns, the winning coins in turn. Openings of two to four random
plies, each played twice with the colours changed; a tie counts half; the interval of 95 % is that of the
mean per opening. "depth 2" is a plain alpha-beta on what the pots count
([coin_duel_yardstick.py](coin_duel_yardstick.py)), ended by level 8's median processor time for a play if
it takes longer; "as deep as its time lets it" uses that time up. "pots only" is the engine itself with
level 8's nodes and without its learnt evaluation. The last columns are processor seconds of the first
player's plays. The machine had two slow x86-64 cores shared with other work, Python 3.11.

**What these tables don't settle.** Where a pair is missing or has fewer games than asked for, it is still to
be played: the same command with more `--minutes` goes on. Pairs whose players were not changed by the last
setting of the levels keep their games from just before it; plain opponents had 0.18, 0.30 and 0.32 s a play
in stages 1 to 3. The levels were set after short matches, some of them from these openings. Where there are
kinds, the plain opponent often runs out of time before it has looked at all of depth 2.

"""


class Opening(NamedTuple):
    """An opening of a match, played twice."""

    stage: int
    first: str
    second: str
    number: int


@dataclass(frozen=True)
class Played:
    """By how much the first player won the two games, and how long its plays took."""

    leads: list[int]
    seconds: list[float]


def game_of(stage: int) -> CoinDuel:
    """The game that is played."""
    return CoinDuel(Settings(stage=stage, turns=MOST_TURNS if stage == 3 else None))


def at_random(game: CoinDuel, position: Position, random: Random) -> str:
    """A random play: any one in stage 1, act by act where there are kinds."""
    (side,) = game.movers(position)
    if game.settings.alike:
        own, other = (
            Half(row.counts, sum(row.pot), sum(row.stock))
            for row in (position.row(side), position.row(side.other))
        )
        return random.choice([label for label, _, _ in one_way_plays(own, other)])
    return chosen_act_by_act(game, position, side, 1, random).label


def opening(game: CoinDuel, number: int) -> Position:
    """The position after two to four random plies; the round follows from the number."""
    random = Random(f"{game.name} {number}")
    position = begun(game, number % game.rounds + 1)
    for _ in range(random.randint(2, 4)):
        (side,) = game.movers(position)
        position = game.play(position, side, at_random(game, position, random))
    return position


def begun(game: CoinDuel, number: int) -> Position:
    """The start of a round."""
    row = game.start(Side.SOUTH).south
    row = replace(row, stock=game.settings.first_stock(number))
    return Position(row, row, Side.SOUTH, round=number)


def player(game: CoinDuel, name: str, random: Random, seconds: float) -> Choose:
    """Who plays under a name, for one game."""
    if name == "random":
        return lambda position: at_random(game, position, random)
    if name.startswith("depth "):
        return Yardstick(game, int(name.removeprefix("depth ")), seconds).choose
    if name == POTS:
        engine = CoinDuelEngine(game, weights=POTS_ONLY)
        return lambda position: engine.play(position, Limit(nodes=FULL_STRENGTH_NODES)).move
    opponent, seed = engines.at_level(game, engines.level_of(game, name)), random.getrandbits(32)
    return lambda position: opponent.choose(position, seed).move


def played(wanted: Opening, seconds: float) -> Played:
    """Play an opening twice; the plain opponent has so many seconds a play."""
    game = game_of(wanted.stage)
    start = opening(game, wanted.number)
    leads, taken = [], []
    for side in Side:
        random = Random(f"{wanted} {side.value}")
        players = {
            side: player(game, wanted.first, random, seconds),
            side.other: player(game, wanted.second, random, seconds),
        }
        position = start
        while movers := game.movers(position):
            began = time.process_time()
            label = players[movers[0]](position)
            if movers[0] is side:
                taken.append(round(time.process_time() - began, 4))
            position = game.play(position, movers[0], label)
        score = game.round_score(position)
        leads.append(score[side] - score[side.other])
    return Played(leads, taken)


def median_seconds(stage: int) -> float:
    """What a play of the strongest level takes in the median, over one game against itself."""
    own = played(Opening(stage, NAMES[-1], NAMES[-1], 0), 0.0)
    return statistics.median(own.seconds)


def pairs(stage: int) -> Iterator[tuple[str, str]]:
    """Who plays whom, the stronger first."""
    yield "random", NAMES[0]
    for depth in DEPTHS[stage]:
        yield NAMES[-1], f"depth {depth}"
    yield from ((above, below) for below, above in pairwise(NAMES))
    yield NAMES[-1], POTS


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stages", type=int, nargs="*", default=[1, 2, 3])
    parser.add_argument("--games", type=int, default=60, help="of each pair")
    parser.add_argument("--only", nargs="*", help="pairs, as in 3-2 or '8-depth 2'")
    add_options(parser, "campaigns/coin_duel_levels.jsonl", "COIN_DUEL_LEVELS.md")
    asked = parser.parse_args()
    wanted = [
        Opening(stage, *pair, number)
        for stage in asked.stages
        for pair in pairs(stage)
        if not asked.only or "-".join(pair) in asked.only
        for number in range(asked.games // 2)
    ]
    kept = PlayedGames[Opening, Played](asked.into, wanted, Played)
    ends = time.monotonic() + 60 * asked.minutes
    seconds: dict[int, float] = {}
    for each in kept.missing:
        if time.monotonic() > ends:
            break
        if each.second.startswith("depth") and each.stage not in seconds:
            seconds[each.stage] = median_seconds(each.stage)
            print(f"stage {each.stage}: plain opponents have {seconds[each.stage]:.2f} s", file=sys.stderr)
        kept.add(each, played(each, seconds.get(each.stage, 0.0)))
        print(f"\r{each}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    lines, faults = page(kept, asked.stages)
    conclude(asked, HEAD, kept.sources, lines, "", faults)
    return 1 if faults else 0


def page(kept: PlayedGames[Opening, Played], stages: Sequence[int]) -> tuple[list[str], list[str]]:
    """The tables of the page, and the pairs whose result is not as it must be."""
    lines: list[str] = []
    faults: list[str] = []
    for stage in stages:
        lines += [f"## Stage {stage}", ""]
        lines += ["| pair | games | result | score | 95 % interval | mean lead | median | worst |"]
        lines += ["| --- | --- | --- | --- | --- | --- | --- | --- |"]
        for first, second in pairs(stage):
            found = [each for game, each in sorted(kept.found.items()) if game[:3] == (stage, first, second)]
            if not found:
                continue
            openings = [
                statistics.fmean(0.5 + (lead > 0) / 2 - (lead < 0) / 2 for lead in each.leads)
                for each in found
            ]
            leads = [lead for each in found for lead in each.leads]
            seconds = [one for each in found for one in each.seconds]
            won, lost = sum(lead > 0 for lead in leads), sum(lead < 0 for lead in leads)
            share, low, high = share_interval(openings)
            lines.append(
                f"| {first} - {_called(second)} | {len(leads)} | +{won} ={len(leads) - won - lost} -{lost} | "
                f"{100 * share:.1f} % | {100 * low:.1f} to {100 * high:.1f} % | "
                f"{statistics.fmean(leads):+.1f} points | {statistics.median(seconds):.3f} s | "
                f"{max(seconds):.2f} s |"
            )
            if share <= 0.5 and second in ("depth 2", POTS, *NAMES):
                faults.append(f"stage {stage}: {first} scores {100 * share:.1f} % against {second}")
        lines.append("")
    return lines, faults


def _called(name: str) -> str:
    return "as deep as its time lets it" if name == "depth 99" else name


if __name__ == "__main__":
    sys.exit(main())
