"""How often the engine plays a best move on 2x3, by searches that prove it.

`python tests/benchmarks/cups_best_moves.py --positions 1000`:

Positions are drawn from games of random play from the full stocks, one a game, each where more than one move
is legal and both stocks together hold no more than `--stocks` beans. A search judges them: it proves the
value of the position and of the move, within `JUDGE_NODES` each, or the position doesn't count. Prints one
row of the table in CUPS.md; exits 1 if the share is below `--least` percent.
"""

import argparse
import sys
from random import Random

from cupsboard.engine import engines
from cupsboard.engine.player import Engine, Limit
from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.game import Standing
from cupsboard.rules.places import Side

JUDGE_NODES = 3_000_000


def drawn(game: Cups, random: Random, stocks: int) -> Position:
    """A position where there is a choice, from a game of random play."""
    position, choices = game.start(Side.SOUTH), []
    while (standing := game.standing(position)) is not Standing.OVER:
        if standing is Standing.PASS:
            position = game.pass_turn(position)
            continue
        (side,) = game.movers(position)
        plans = game.plans(position, side)
        if len(plans) > 1 and position.south.stock + position.north.stock <= stocks:
            choices.append(position)
        position = game.play(position, side, random.choice(plans).label)
    return random.choice(choices) if choices else drawn(game, random, stocks)


def _value(game: Cups, engine: Engine[Position], position: Position, judge: Limit) -> float | None:
    """The value for the side to move, if it can be proved."""
    if game.standing(position) is Standing.OVER:
        assert position.to_move is not None
        return position.row(position.to_move).pot - position.row(position.to_move.other).pot
    info = engine.play(position, judge).info
    return info.score_beans if info.is_exact else None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--depth", type=int, default=8)
    parser.add_argument("--stocks", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=float, default=0.0, help="the share in percent that is asked for")
    asked = parser.parse_args()
    game, random = Cups(3), Random(asked.seed)
    judge = Limit(nodes=JUDGE_NODES)
    engine = engines.of_game(game)
    best, lost, judged = 0, 0.0, 0
    for number in range(1, asked.positions + 1):
        position = drawn(game, random, asked.stocks)
        (side,) = game.movers(position)
        move = engine.play(position, Limit(depth=asked.depth)).move
        value = engine.play(position, judge).info
        left = _value(game, engine, game.play(position, side, move), judge)
        if value.is_exact and left is not None:
            loss = value.score_beans + left
            judged += 1
            lost += loss
            best += loss == 0
        print(f"\r{number} positions", end="", file=sys.stderr, flush=True)
    share = 100 * best / judged
    print(file=sys.stderr)
    counted = f"{judged:,} of {asked.positions:,}"
    print(f"| depth {asked.depth} | {counted} | {share:.1f} % | {lost / judged:.3f} beans |")
    return 0 if share >= asked.least else 1


if __name__ == "__main__":
    sys.exit(main())
