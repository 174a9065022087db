"""Makes puzzles of sowing games: tactics out of games that were played badly, where every move is proved."""

from collections.abc import Iterator
from random import Random

from cupsboard.engine.puzzles import SOLVER
from cupsboard.engine.sowing.player import SowingEngine
from cupsboard.engine.tactics import DEPTHS, some_of_each, step, tactics
from cupsboard.rules.puzzle import Kind, Puzzle
from cupsboard.rules.sowing import shelf
from cupsboard.rules.sowing.game import SowingGame
from cupsboard.rules.sowing.position import Position, Row, format_position

BOARDS = (("kalah", 3, 12), ("kalah", 4, 12), ("kalah", 6, 14), ("voleur", 4, 12))
"""Games in which no table comes again, so that moves are proved; the cups a side; and the most beans in all
cups with which a puzzle begins, few, so that they are laid out in a moment."""
GAMES = 100
"""How many are played on each board."""
EACH = 1
"""How many puzzles of each difficulty come from each."""


def make(seed: int) -> Iterator[Puzzle]:
    """Yield all puzzles that `seed` makes, without their difficulty."""
    for word, cups, most_beans in BOARDS:
        random = Random(f"{seed} {word} {cups}")
        found = _tactics(shelf.for_board(word, cups), most_beans, random)
        yield from some_of_each(found, EACH, random)


def _tactics(game: SowingGame, most_beans: int, random: Random) -> list[Puzzle]:
    def late(position: Position) -> Position | None:
        side = position.to_move
        assert side is not None
        own, other = position.row(side).cups, position.row(side.other).cups
        if sum(own) + sum(other) > most_beans:
            return None
        seen = game.placed(Row(own, 0), Row(other, 0), SOLVER)
        return None if seen.is_over else seen

    found = tactics(game, SowingEngine(game), late, GAMES, random)
    return [_puzzle(game, position, move, depth) for position, (move, depth) in found.items()]


def _puzzle(game: SowingGame, position: Position, move: str, depth: int) -> Puzzle:
    beans = "-".join(map(str, (*position.south.cups, *position.north.cups)))
    name = f"{Kind.TACTIC.value}-{game.word}-{beans}"
    line, difficulty = format_position(position), step(depth, DEPTHS)
    return Puzzle(name, Kind.TACTIC, game.name, line, (move,), difficulty, float(depth))
