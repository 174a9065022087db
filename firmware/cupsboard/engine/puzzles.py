"""Puzzles: a position for South with one best way to play, and whether a game that went on from it found it.

A puzzle begins with a correction of the empty table, so that whatever goes on with saved games (the board,
which leads the beans onto the table and weighs them, the simulator, the page) goes on with a puzzle too.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any

from cupsboard.engine.analysis import Explain, JudgedMove, analyse
from cupsboard.engine.player import Engine, Limit
from cupsboard.rules.families import names
from cupsboard.rules.games import AnyGame
from cupsboard.rules.history import History, Moved
from cupsboard.rules.laid_table import begun_at
from cupsboard.rules.places import Place, Side, pot, side_of
from cupsboard.rules.puzzle import Kind, Puzzle

SOLVER = Side.SOUTH
"""Whose puzzle it is."""
MOST_LINES = 200
"""More than a player has moves."""
NODES = 2_000_000
"""A move of a puzzle is proved within this number of them; each that ships takes far fewer, says its test."""
FOUND_SECONDS = 20.0
"""The longest that a player waits for the moves of a puzzle of their own."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The judgement of a game that went on from a puzzle."""

    is_solved: bool
    wrong: JudgedMove | None = None
    """The first move that loses beans; None if there is none so far."""
    moves: int = 0
    """How many of South's moves were looked at."""


def begun(puzzle: Puzzle, game: AnyGame) -> History[Any]:
    """Return the game at the position of a puzzle. Raises RulesError if the puzzle is of another game."""
    return begun_at(game, SOLVER, game.contents(game.parse_position(puzzle.position)))


class NoPuzzle(ValueError):
    """A position that is no puzzle; the message says why."""


def turned_south(history: History[Any]) -> History[Any]:
    """Return the game that begins at a position, with South to move: the sides change where North alone is.

    Raises NoPuzzle where no player is to move.
    """
    game = history.game
    contents = game.contents(history.position)
    movers = game.movers(history.position)
    if not movers:
        raise NoPuzzle("nothing is to be found where no player is to move; name another move")
    if SOLVER not in movers:
        contents = {_across(place): count for place, count in contents.items()}
    return begun_at(game, SOLVER, contents)


def _across(place: Place) -> Place:
    side = side_of(place)
    return place if side is None else Place(place.replace(side.value, side.other.value, 1))


def best_moves(history: History[Any], engine: Engine[Any]) -> tuple[tuple[str, ...], bool]:
    """Return the best moves in the position of a game, and whether that is proved of every move.

    The engine must have a clock: on a slow computer the best that was found by then is taken.
    Raises NoPuzzle where every move is as good as the others.
    """
    found = engine.analyse(history.position, Limit(nodes=NODES, seconds=FOUND_SECONDS), lines=MOST_LINES)
    best = [each.move for each in found if each.score_beans >= found[0].score_beans]
    if len(best) == len(found):
        raise NoPuzzle("every move is as good as the others, so there is nothing to find; name another move")
    return tuple(best), all(each.is_exact for each in found)


def is_of(puzzle: Puzzle, history: History[Any]) -> bool:
    """Return whether a game went on from a puzzle."""
    return history.game.name == puzzle.game and history.begins_with(begun(puzzle, history.game))


def outcome(puzzle: Puzzle, history: History[Any], engine: Engine[Any], explain: Explain[Any]) -> Outcome:
    """Return whether a game solves a puzzle, by proving every move.

    Raises ValueError for a game that did not begin with the puzzle.
    """
    if not is_of(puzzle, history):
        raise ValueError(f"this game doesn't begin with puzzle {puzzle.name}")
    moves = 0
    for judged in analyse(history, engine, explain, Limit(nodes=NODES)):
        if not isinstance(judged.entry, Moved) or judged.side is not SOLVER:
            continue
        moves += 1
        if judged.loss_beans > judged.error_beans:
            return Outcome(is_solved=False, wrong=judged, moves=moves)
        if not puzzle.needs_all:
            break
    return Outcome(is_solved=moves > 0 and (history.is_over or not puzzle.needs_all), moves=moves)


class Progress(Enum):
    """The states of a puzzle in play that show without a search."""

    GOING_ON = "going on"
    SOLVED = "solved"
    MISSED = "missed"
    """The move of a tactic was another; or a cup is blocked, or the game is over with beans left."""


def progress(puzzle: Puzzle, history: History[Any]) -> Progress:
    """Return how far a game has got with a puzzle, at a look; `outcome` says more, and takes its time."""
    game, position = history.game, history.position
    own = [entry.label for entry in history.entries if isinstance(entry, Moved) and entry.player is SOLVER]
    if not own:
        return Progress.GOING_ON
    if not puzzle.needs_all:
        return Progress.SOLVED if own[0] in puzzle.solution else Progress.MISSED
    contents = game.contents(position)
    if contents[pot(SOLVER)] == sum(contents.values()):
        return Progress.SOLVED
    return Progress.MISSED if game.blocked(position) or history.is_over else Progress.GOING_ON


def as_plain(puzzle: Puzzle) -> dict[str, object]:
    """Return a puzzle as plain data, as the file of puzzles holds it."""
    return {**asdict(puzzle), "kind": puzzle.kind.value}


def from_plain(plain: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle of which `as_plain` makes plain data."""
    return Puzzle(**{**plain, "kind": Kind(plain["kind"]), "solution": tuple(plain["solution"])})


def numbered(puzzles: Iterable[Puzzle]) -> tuple[Puzzle, ...]:
    """Return puzzles in the order of their numbers: by game and kind, and from the easiest to the hardest."""
    games, kinds = names(), tuple(Kind)

    def order(each: Puzzle) -> tuple[int, int, int, float, str]:
        family = games.index(each.game.partition(" ")[0])
        return family, kinds.index(each.kind), each.difficulty, each.measure, each.name

    return tuple(sorted(puzzles, key=order))
