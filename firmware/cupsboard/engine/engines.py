"""Find the engine of a game, its levels and its explanations, without knowing which game it is."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from cupsboard.engine import puzzle_levels
from cupsboard.engine.analysis import Explain
from cupsboard.engine.compiled import compiled
from cupsboard.engine.levels import LEVELS, Level, Opponent, Scale
from cupsboard.engine.player import Clock, Engine, Known
from cupsboard.engine.puzzles import from_plain, is_of, numbered
from cupsboard.engine.shipped import data_of
from cupsboard.engine.thinking import Thinking
from cupsboard.rules import families, games
from cupsboard.rules.errors import RulesError
from cupsboard.rules.families import Family, wing
from cupsboard.rules.games import AnyGame, AnyPlayersGame
from cupsboard.rules.history import History, TableCorrected
from cupsboard.rules.places import Side
from cupsboard.rules.puzzle import Kind, Puzzle
from cupsboard.rules.turns import Act, Order


@lru_cache(64)
def _of_family(family: Family) -> Thinking | None:
    thinking: Thinking | None = wing(family.engine) if family.engine else None
    return thinking


def _of(game: AnyPlayersGame) -> Thinking | None:
    """Return what a game's engine room offers; None where no engine plays it."""
    return _of_family(families.family_of(game.name))


def _able(has: str) -> str:
    """Name the families whose engine room has a part; "engine" is what every room has."""
    rooms = ((family.name, _of_family(family)) for family in families.FAMILIES)
    return ", ".join(name for name, room in rooms if room is not None and getattr(room, has) is not None)


def is_played(game: AnyPlayersGame) -> bool:
    """Return whether an engine plays a game."""
    return _of(game) is not None


def is_explained(game: AnyGame) -> bool:
    """Return whether `reasons_of` a game has an answer, so that its moves can be judged."""
    return _offers(game, "explain")


def is_told_in_acts(game: AnyGame) -> bool:
    """Return whether `acts_of` has an answer for a game."""
    return _offers(game, "acts_of")


def _offers(game: AnyGame, part: str) -> bool:
    return getattr(_of(game), part, None) is not None


def reasons_of(game: AnyGame) -> Explain[Any]:
    """Return the function that gives reasons why a move is worse than another.

    Raises RulesError for a game without one.
    """
    thinking = _of(game)
    if thinking is None or thinking.explain is None:
        raise RulesError(f"{game.name}: nobody explains this game; ask for one of {_able('explain')}")
    return thinking.explain


def of_game(game: AnyGame, clock: Clock | None = None, known: Known | None = None) -> Engine[Any]:
    """Return the engine for a game. Raises RulesError if none plays it.

    With a clock it takes limits in seconds. With a table's bounds as `known` it proves more.
    """
    return _required(game).engine(game, clock, known)


def _required(game: AnyGame) -> Thinking:
    thinking = _of(game)
    if thinking is None:
        raise RulesError(f"{game.name}: no engine plays this game; ask for one of {_able('engine')}")
    return thinking


@lru_cache(1)
def puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles of all games that ship; a puzzle's number is its position here, from 1."""
    return tuple(map(from_plain, data_of(__package__, "puzzles.json")))


def puzzle_of(history: History[Any], own: Sequence[Puzzle] = ()) -> Puzzle | None:
    """Return the puzzle that a game started from, one that ships or of one's `own`; None without any."""
    if not history.entries or not isinstance(history.entries[0], TableCorrected):
        return None
    return next((puzzle for puzzle in (*puzzles(), *own) if is_of(puzzle, history)), None)


def number_of(puzzle: Puzzle) -> int:
    """Return a puzzle's number in the list of all: those of one's own count on behind those that ship."""
    shipped = puzzles()
    return len(shipped) + int(puzzle.measure) if puzzle.kind is Kind.OWN else shipped.index(puzzle) + 1


def all_puzzles(own: Sequence[Puzzle]) -> Mapping[int, Puzzle]:
    """Return the one list of puzzles by their numbers: those that ship, and behind them one's `own`."""
    return {number_of(each): each for each in (*puzzles(), *own)}


def made_puzzles(seed: int) -> tuple[Puzzle, ...]:
    """Return newly made puzzles in their order; the same seed makes the same ones."""
    rooms = {room: None for family in families.FAMILIES if (room := _of_family(family)) is not None}
    makers = [room.make_puzzles for room in rooms if room.make_puzzles is not None]
    return numbered(judged(puzzle) for make in makers for puzzle in make(seed))


def judged(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with its difficulty, by the levels of play that solve it."""
    game = games.named(puzzle.game)
    return puzzle_levels.judged(puzzle, game, opponents_of(game))


def opponents_of(game: AnyGame) -> Sequence[Opponent[Any]]:
    """Return an opponent at each level of a game, the weakest first, also where the core is wanting.

    Raises RulesError if no engine plays the game.
    """
    return [at_level(game, level) for level in _required(game).levels_of(game)]


def acts_of(game: AnyGame, position: Any, side: Side, label: str) -> tuple[Act, ...]:
    """Return a move act by act. Raises RulesError for an illegal move, and for a game without acts."""
    thinking = _of(game)
    if thinking is None or thinking.acts_of is None:
        raise RulesError(f"{game.name}: nobody tells its moves act by act; ask for one of {_able('acts_of')}")
    return thinking.acts_of(game, position, side, label)


def board_of(game: AnyGame) -> str | None:
    """Return the name of a game's table of exact values; None if no engine looks into one."""
    thinking = _of(game)
    return None if thinking is None or thinking.tables is None else thinking.tables.board_of(game.name)


def known_from(game: AnyGame, content: memoryview, name: str) -> Known:
    """Return the bounds that a table's content gives for a game.

    Raises RulesError that names the file if the table can't be used.
    """
    tables = _required(game).tables
    if tables is None:
        raise RulesError(f"{name}: no engine of {game.name} looks into a table; leave it out")
    return tables.bounds_for(game.name, content, name)


def perfect(game: AnyGame, clock: Clock | None = None, known: Known | None = None) -> Engine[Any]:
    """Return the engine that plays a game without a flaw, by a complete table as `known`, or by a book.

    If there is neither, it is the usual engine. Raises RulesError if no engine plays the game.
    """
    flawless = _required(game).flawless
    by_book = flawless(game, clock) if flawless is not None and known is None else None
    return of_game(game, clock, known) if by_book is None else by_book


def levels_of(game: AnyPlayersGame) -> tuple[Level, ...]:
    """Return the levels that a game offers here, weakest first; () if no engine plays it."""
    thinking = _of(game)
    levels = () if thinking is None else thinking.levels_of(game)
    return tuple(level for level in levels if not level.needs_core or compiled() is not None)


def level_names(game: AnyPlayersGame) -> tuple[str, ...]:
    """Return the names of the levels that a game offers, weakest first; () if no engine plays it."""
    return tuple(level.name for level in levels_of(game))


def level_of(game: AnyPlayersGame, name: str) -> Level:
    """Return the level called `name` in a game. Raises RulesError with the reason if the game lacks it."""
    levels = levels_of(game)
    for level in levels:
        if level.name == name:
            return level
    names = ", ".join(level_names(game))
    if not levels:
        raise RulesError(f"{game.name}: no engine plays this game, at no level")
    if (thinking := _of(game)) is not None and name in [level.name for level in thinking.levels_of(game)]:
        raise RulesError(
            f"level {name} of {game.name} needs the package cupsboard-core, which isn't installed here; "
            f"choose one of {names}"
        )
    if name in [level.name for level in LEVELS if level.is_perfect]:
        raise RulesError(
            f"level {name}: nothing is proved of {game.name}, so nobody plays it without a flaw; "
            f"choose one of {names}"
        )
    raise RulesError(f"no level {name!r} in {game.name}: choose one of {names}")


def at_level(game: AnyGame, level: Level, known: Known | None = None) -> Opponent[Any]:
    """Return an opponent that plays a game at a level. Raises RulesError if no engine plays the game.

    Only a perfect level uses the table's bounds in `known`: the others play alike with and without a table.
    """
    engine = perfect(game, known=known) if level.is_perfect else of_game(game)
    thinking = _required(game)
    # A level that was named without its game looks at as many positions as that game can afford.
    own = next((each for each in thinking.levels_of(game) if each.name == level.name), level)
    return Opponent(game, engine, own, thinking.overlook, scale_of(game))


def scale_of(game: AnyGame) -> Scale:
    """Return the units in which a game's scores and losses are told."""
    thinking = _of(game)
    return Scale() if thinking is None else thinking.scale_of(game)


def require_legal(game: AnyGame, position: Any, side: Side, move: str) -> None:
    """Raise RulesError with the reason unless `move` is a legal move of `side`, written as in records."""
    if game.turns.order is not Order.FREE:
        acts_of(game, position, side, move)
        return
    labels = [plan.label for plan in game.plans(position, side)]
    if move not in labels:
        game.play(position, side, move)
        raise RulesError(f"{move!r} is not how this move is written; write one of {', '.join(labels)}")
