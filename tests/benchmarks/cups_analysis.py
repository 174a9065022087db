"""How true the analysis of games is, judged by complete tables: `python tests/benchmarks/cups_analysis.py`.

It needs the tables of 2x2 and 2x3, and that of 2x4 with 20 beans (`cupsboard lab tables build 4 --beans 20`).
Twenty games are played, at random, greedily and by searches of several depths, and looked at with the nodes
that `cupsboard games analyse` takes, without a table. Then the tables say what each move lost. Prints a row
of the table in ENGINE.md for each board; exits 1 if a proved value is wrong.

With `--moves 1000` further games of 2x3 alone are looked at, until there are so many moves.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields
from random import Random
from typing import Any

from cupsboard.engine import engines
from cupsboard.engine.analysis import JudgedMove, Mark, analyse
from cupsboard.engine.greedy import greedily, potted
from cupsboard.engine.levels import ANALYSIS_NODES
from cupsboard.engine.player import Known, Limit
from cupsboard.rules.cups.position import Position
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.game import Standing
from cupsboard.rules.history import History, Moved
from cupsboard.rules.places import Side
from cupsboard.storage.tables import tables_of_this_user

GAMES = {
    Cups(2): ("random greedy", "greedy greedy", "4 random", "greedy 2"),
    Cups(3): (
        *("random greedy", "greedy greedy", "random random", "greedy random"),
        *("8 greedy", "greedy 2", "1 8", "2 random"),
    ),
    Cups(4, 20): (
        *("random greedy", "greedy greedy", "random random", "greedy random"),
        *("8 greedy", "greedy 2", "1 6", "2 random"),
    ),
}
"""Who plays South and North: at random, greedily, or by a search so deep."""

FURTHER_SEEDS = 100


@dataclass
class Found:
    """What was counted over some games."""

    moves: int = 0
    proved: int = 0
    proved_wrongly: int = 0
    marked: int = 0
    truly_best: int = 0
    """Marked moves by which nothing was lost."""
    no_better: int = 0
    """Marked moves to which none better was named."""
    unmarked: int = 0
    """Moves that lost two beans or more, and bear no mark."""
    error_beans: float = 0.0
    marked_error_beans: float = 0.0
    """Of the marked moves alone."""
    large: int = 0
    """Moves that lost two beans or more."""


def played(game: Cups, players: str, seed: int) -> History[Position]:
    random, history = Random(seed), History(game, Side.SOUTH)
    engine = engines.of_game(game)
    who = dict(zip(Side, players.split(), strict=True))
    while not history.is_over:
        position = history.position
        if game.standing(position) is Standing.PASS:
            history = history.pass_turn()
            continue
        (side,) = game.movers(position)
        plans = game.plans(position, side)
        match who[side]:
            case "random":
                label = random.choice(plans).label
            case "greedy":
                label = greedily(plans, random, potted).label
            case depth:
                label = engine.play(position, Limit(depth=int(depth))).move
        history = history.play(side, label)
    return history


def values(known: Known, game: Cups, position: Position, side: Side) -> dict[str, int]:
    """Each legal move's value at the end for the side to move, out of the table."""
    found = {}
    for plan in game.plans(position, side):
        after = game.play(position, side, plan.label)
        own, other = after.row(side.other), after.row(side)
        bounds = known((own.cups, own.stock), (other.cups, other.stock))
        if bounds is None or bounds[0] != bounds[1]:
            raise SystemExit(f"the table doesn't hold the whole game {game.name}: build a larger one")
        found[plan.label] = other.pot - own.pot - bounds[0]
    return found


def judged(known: Known, history: History[Position]) -> Iterator[tuple[JudgedMove, dict[str, int]]]:
    game: Any = history.game
    moves = analyse(history, engines.of_game(game), engines.reasons_of(game), Limit(nodes=ANALYSIS_NODES))
    for move, stage in zip(moves, history.stages(), strict=False):
        if isinstance(move.entry, Moved):
            yield move, values(known, game, stage.position, move.side)


def count(found: Found, move: JudgedMove, truth: dict[str, int]) -> None:
    assert isinstance(move.entry, Moved)
    lost = max(truth.values()) - truth[move.entry.label]
    before = move.before_beans if move.side is Side.SOUTH else -move.before_beans
    found.moves += 1
    found.error_beans += abs(move.loss_beans - lost)
    found.large += lost >= 2
    found.proved += move.is_proved
    found.proved_wrongly += move.is_proved and (move.loss_beans, before) != (lost, max(truth.values()))
    if move.mark is Mark.NONE:
        found.unmarked += lost >= 2
    else:
        found.marked += 1
        found.marked_error_beans += abs(move.loss_beans - lost)
        found.truly_best += lost == 0
        found.no_better += truth[move.better[0]] <= truth[move.entry.label]


def more_of_2x3(moves: int, first_seed: int) -> int:
    """Look at games of 2x3 until there are so many moves, and print what was found."""
    game, found, seed = Cups(3), Found(), first_seed
    known = tables_of_this_user().known(game)
    if known is None:
        raise SystemExit(f"there is no table for {game.name}: cupsboard lab tables build 3")
    while found.moves < moves:
        players = GAMES[game][seed % len(GAMES[game])]
        for move, truth in judged(known, played(game, players, seed)):
            count(found, move, truth)
        seed += 1
    print(row(game.name, seed - first_seed, found))
    print(
        f"marked losses are off by {found.marked_error_beans / max(1, found.marked):.2f} beans; "
        f"{found.unmarked} of {found.large} losses of two and more bear no mark"
    )
    return 1 if found.proved_wrongly or found.truly_best else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int)
    parser.add_argument("--first-seed", type=int, default=FURTHER_SEEDS, help="of the games for --moves")
    asked = parser.parse_args()
    if asked.moves:
        return more_of_2x3(asked.moves, asked.first_seed)
    tables = tables_of_this_user()
    total = Found()
    for game, pairs in GAMES.items():
        known = tables.known(game)
        if known is None:
            raise SystemExit(f"there is no table for {game.name}: see cupsboard lab tables build --help")
        found = Found()
        for seed, players in enumerate(pairs):
            for move, truth in judged(known, played(game, players, seed)):
                count(found, move, truth)
        print(row(game.name, len(pairs), found), flush=True)
        for field in fields(Found):
            setattr(total, field.name, getattr(total, field.name) + getattr(found, field.name))
    print(row("all", sum(map(len, GAMES.values())), total))
    return 1 if total.proved_wrongly else 0


def row(name: str, games: int, found: Found) -> str:
    return (
        f"| {name} | {games} | {found.moves} | {found.proved}, {found.proved_wrongly} | "
        f"{found.error_beans / found.moves:.2f} beans | {found.marked} | {found.truly_best} | "
        f"{found.no_better} | {found.unmarked} |"
    )


if __name__ == "__main__":
    sys.exit(main())
