"""The registry of engines: everything outside a game's own rooms finds here who plays a game."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cupsboard.engine import puzzle_levels
from cupsboard.engine.analysis import Explain
from cupsboard.engine.coin_duel import levels as coin_duel_levels
from cupsboard.engine.coin_duel import oversights as coin_duel_oversights
from cupsboard.engine.coin_duel.player import CoinDuelEngine
from cupsboard.engine.coin_duel.script import acts_of as acts_of_coin_duel
from cupsboard.engine.cups import oversights, puzzle_making, tables
from cupsboard.engine.cups.perfect import PerfectEngine
from cupsboard.engine.cups.player import CupsEngine
from cupsboard.engine.cups.puzzles import shipped
from cupsboard.engine.cups.reasons import reasons
from cupsboard.engine.levels import LEVELS, Hidden, Level, Opponent, Overlook, Scale
from cupsboard.engine.player import Clock, Engine, Info, Known
from cupsboard.engine.puzzles import Puzzle, numbered
from cupsboard.rules import games
from cupsboard.rules.errors import RulesError
from cupsboard.rules.games import AnyGame, AnyPlayersGame
from cupsboard.rules.places import Side
from cupsboard.rules.turns import Act, Order

_FAMILIES: Mapping[str, Callable[[AnyGame, Clock | None, Known | None], Engine[Any]]] = {
    "cups": CupsEngine,
    "coin-duel": CoinDuelEngine.of,
}
"""Who plays each family of games, by the first word of their names."""

_PERFECT: Mapping[str, Callable[[AnyGame, Clock | None], Engine[Any]]] = {"cups 3": PerfectEngine}
"""Who plays a game without a flaw and without a table."""
_TABLES: Mapping[str, Callable[[str], str | None]] = {"cups": tables.board_of}
"""The boards for which tables of exact values are kept."""
_REASONS: Mapping[str, Explain[Any]] = {"cups": reasons}
_OVERSIGHTS: Mapping[str, Overlook[Any]] = {
    "cups": oversights.hidden,
    "coin-duel": coin_duel_oversights.hidden,
}
_LEVELS: Mapping[str, tuple[Level, ...]] = {"cups": LEVELS, "coin-duel": coin_duel_levels.LEVELS}
_SCALES: Mapping[str, Callable[[AnyGame], Scale]] = {"coin-duel": coin_duel_levels.scale_of}
_SCRIPTS: Mapping[str, Callable[[AnyGame, Any, Side, str], tuple[Act, ...]]] = {
    "coin-duel": acts_of_coin_duel
}
"""Who tells a move of games that are followed act by act as hands carry it out."""


def reasons_of(game: AnyGame) -> Explain[Any]:
    """Who names why a move of a game is worse than another. Raises RulesError if nobody does."""
    family = _REASONS.get(game.name.partition(" ")[0])
    if family is None:
        raise RulesError(f"{game.name}: nobody explains this game; ask for one of {', '.join(_REASONS)}")
    return family


def of_game(game: AnyGame, clock: Clock | None = None, known: Known | None = None) -> Engine[Any]:
    """The engine for a game. Raises RulesError if none plays it.

    With a clock it takes limits in seconds; with a table's bounds as `known` it proves more.
    """
    family = _FAMILIES.get(game.name.partition(" ")[0])
    if family is None:
        raise RulesError(f"{game.name}: no engine plays this game; ask for one of {', '.join(_FAMILIES)}")
    return family(game, clock, known)


def puzzles() -> tuple[Puzzle, ...]:
    """The puzzles that ship, of all games; a puzzle's number is its place here, from 1 on."""
    return shipped()


def made_puzzles(seed: int) -> tuple[Puzzle, ...]:
    """Puzzles made anew, in their order; the same seed makes the same ones."""
    return numbered(judged(puzzle) for puzzle in puzzle_making.make(seed))


def judged(puzzle: Puzzle) -> Puzzle:
    """A puzzle with its difficulty, by the levels that solve it."""
    game = games.named(puzzle.game)
    return puzzle_levels.judged(puzzle, game, [at_level(game, level) for level in LEVELS])


def acts_of(game: AnyGame, position: Any, side: Side, label: str) -> tuple[Act, ...]:
    """A move act by act. Raises RulesError for one that isn't legal, or that nobody can tell."""
    script = _SCRIPTS.get(game.name.partition(" ")[0])
    if script is None:
        raise RulesError(
            f"{game.name}: nobody tells its moves act by act; ask for one of {', '.join(_SCRIPTS)}"
        )
    return script(game, position, side, label)


def board_of(game: AnyGame) -> str | None:
    """The name that the file of a game's table of exact values bears; None if no engine looks into one."""
    family = _TABLES.get(game.name.partition(" ")[0])
    return None if family is None else family(game.name)


def known_from(game: AnyGame, content: memoryview, name: str) -> Known:
    """What a table tells an engine of a game. Raises RulesError that names the file if it can't be used."""
    return tables.bounds_for(game.name, content, name)


def perfect(game: AnyGame, clock: Clock | None = None, known: Known | None = None) -> Engine[Any]:
    """The engine that plays a game without a flaw where one can: by a complete table as `known`, or a book.

    Elsewhere it is the usual engine. Raises RulesError if none plays the game.
    """
    family = None if known is not None else _PERFECT.get(game.name)
    return of_game(game, clock, known) if family is None else family(game, clock)


def levels_of(game: AnyPlayersGame) -> tuple[Level, ...]:
    """The levels that a game offers, weakest first; none if no engine plays it."""
    return _LEVELS.get(game.name.partition(" ")[0], ())


def level_names(game: AnyPlayersGame) -> tuple[str, ...]:
    """The names of the levels that a game offers, weakest first; none if no engine plays it."""
    return tuple(level.name for level in levels_of(game))


def level_of(game: AnyPlayersGame, name: str) -> Level:
    """The level of that name in a game. Raises RulesError with the reason if the game doesn't offer it."""
    levels = levels_of(game)
    for level in levels:
        if level.name == name:
            return level
    names = ", ".join(level_names(game))
    if not levels:
        raise RulesError(f"{game.name}: no engine plays this game, at no level")
    if name in [level.name for level in LEVELS if level.is_perfect]:
        raise RulesError(
            f"level {name}: nothing is proved of {game.name}, so nobody plays it without a flaw; "
            f"choose one of {names}"
        )
    raise RulesError(f"no level {name!r} in {game.name}: choose one of {names}")


def at_level(game: AnyGame, level: Level, known: Known | None = None) -> Opponent[Any]:
    """Who plays a game at one of its levels. Raises RulesError if none plays the game.

    Only a perfect level asks the table's bounds in `known`: the others play alike with and without a table.
    """
    engine = perfect(game, known=known) if level.is_perfect else of_game(game)
    family = game.name.partition(" ")[0]
    overlook = _OVERSIGHTS.get(family, _overlooking_nothing)
    return Opponent(game, engine, level, overlook, scale_of(game))


def scale_of(game: AnyGame) -> Scale:
    """The units in which a game's scores and losses are told."""
    of_family = _SCALES.get(game.name.partition(" ")[0])
    return Scale() if of_family is None else of_family(game)


def _overlooking_nothing(_game: AnyGame, _position: Any, _info: Info) -> Sequence[Hidden]:
    return ()


def require_legal(game: AnyGame, position: Any, side: Side, move: str) -> None:
    """Raise RulesError with the reason unless `move` is a legal move of `side`, written as in records."""
    if game.turns.order is not Order.FREE:
        acts_of(game, position, side, move)
        return
    labels = [plan.label for plan in game.plans(position, side)]
    if move not in labels:
        game.play(position, side, move)
        raise RulesError(f"{move!r} is not how this move is written; write one of {', '.join(labels)}")
