"""The command `cupsboard puzzle`: puzzles to set up on the board, and whether a game solved one."""

import argparse
import json
import os
from collections.abc import Sequence
from pathlib import Path

from cupsboard.commands.argument_types import file_to_write, whole, write_text
from cupsboard.commands.counting import counted
from cupsboard.commands.parsers import describe, only_with
from cupsboard.engine import engines
from cupsboard.engine.puzzles import NoPuzzle, Outcome, as_plain, begun, outcome
from cupsboard.ports import Rows
from cupsboard.rules import games
from cupsboard.rules.places import Side, stock
from cupsboard.rules.puzzle import MOST_DIFFICULT, Kind, Puzzle
from cupsboard.rules.record import RecordError, RecordOf, format_record
from cupsboard.session.puzzle_teller import today
from cupsboard.session.puzzle_worker import puzzle_at
from cupsboard.signs.event_text import rows
from cupsboard.signs.hint_words import reason_phrases
from cupsboard.signs.sentences import say
from cupsboard.station.game.wished_game import PUZZLE, game_to_go_on, puzzle_numbered
from cupsboard.storage import record_file
from cupsboard.storage.memory import sound_memory_in
from cupsboard.storage.own_puzzles import keep, own_puzzles
from cupsboard.storage.paths import homes
from cupsboard.storage.solved_puzzles import Became, SolvedPuzzles, Tried
from cupsboard.storage.tables import tables_of_this_user
from cupsboard.systemd.exit_codes import Ending

_DESCRIPTION = """\
Without a number: list the puzzles, with their difficulty, the weakest of the computer's levels that solves
them every other time, and what you have solved. With a number: show the puzzle. The board leads its beans
onto the table and checks them by weight:

  cupsboard play --from puzzle:7     on a board of that size
  cupsim --from puzzle:7             on the simulated board

Play it, save the record from the page, and let it be judged with --check. The exit code is then 0 if it is
solved, 1 if not. You play South. In an endgame and in a transfer North is idle: bring every bean into your
pot. In a tactic find the one move that is three beans better than any other.

--keep makes a puzzle of your own of a position, such as a table that `cupsboard play --lying south` has
counted (its record is on the page, and `cupsboard games --record` writes it). It stands behind the others.
The sides change where North is to move. The best moves are proved where that can be done in time; else the
puzzle says that they are not.
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION)
    parser.add_argument("number", nargs="?", metavar="N", help="the puzzle's number in the list")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", metavar="RECORD", help="say whether the game in this record solves it")
    what.add_argument("--solution", action="store_true", help="also show the solution")
    what.add_argument(
        "--record", type=file_to_write, metavar="FILE", help="also write its beginning as a record to FILE"
    )
    what.add_argument(
        "--make", type=file_to_write, metavar="FILE", help="make all puzzles anew and write them to FILE"
    )
    what.add_argument(
        "--keep",
        metavar="RECORD",
        help="keep the position of the game in this record as a puzzle of your own, with the best moves",
    )
    parser.add_argument(
        "--move", type=whole(0), metavar="N", help="with --keep: the position after move N (the last)"
    )
    parser.add_argument("--seed", type=whole(0), default=1, metavar="N", help="with --make: the seed (1)")
    only_with(parser, "--make", "--seed")
    only_with(parser, "--keep", "--move")
    parser.set_defaults(command=_command)


def _command(asked: argparse.Namespace) -> int:
    if asked.make is not None:
        return _make(asked.make, asked.seed)
    memory = sound_memory_in(homes(os.environ, Path.home()).state)
    if asked.keep is not None:
        return _keep(asked.keep, asked.move, memory)
    kept, own = SolvedPuzzles(memory), own_puzzles(memory)
    if asked.number is None:
        if asked.check or asked.solution or asked.record:
            raise RecordError("name the puzzle's number too, as in: cupsboard puzzle 7 --solution")
        return _list(kept, own)
    puzzle = puzzle_numbered(asked.number, own)
    if asked.check is not None:
        return _check(puzzle, asked.check, kept)
    print(*_shown(puzzle), sep="\n")
    if asked.solution:
        print(f"solution: {', '.join(puzzle.solution)}")
    if asked.record is not None:
        write_text(asked.record, format_record(RecordOf.of(begun(puzzle, games.named(puzzle.game)))))
    return 0


def _list(kept: SolvedPuzzles, own: Sequence[Puzzle]) -> int:
    puzzles = engines.all_puzzles(own)
    for number, puzzle in puzzles.items():
        tried = kept.of(puzzle.name)
        level, how = f"level {puzzle.level}" if puzzle.level else "", _how(tried)
        said = f"{number:>3}  {puzzle.kind.value:<9} {puzzle.game:<8} {_stars(puzzle)}  {level:<13}  {how}"
        print(said.rstrip())
    solved = sum(kept.of(puzzle.name).is_solved for puzzle in puzzles.values())
    print(f"{solved} of {len(puzzles)} solved")
    return 0


def _how(tried: Tried) -> str:
    if tried.is_solved:
        return "solved"
    if tried.is_solved_with_help:
        return "solved with a hint"
    return f"tried {tried.times}" if tried.times else ""


def _shown(puzzle: Puzzle) -> list[str]:
    number, game = engines.number_of(puzzle), games.named(puzzle.game)
    position = begun(puzzle, game).position
    contents = game.contents(position)
    stocks = ", ".join(f"{side.value} {contents[stock(side)]}" for side in Side if stock(side) in contents)
    return [
        f"puzzle {number}: {puzzle.kind.value}, {puzzle.game}, difficulty {_stars(puzzle)}",
        _known_of(puzzle),
        *rows(contents).split("   "),
        *([f"stocks: {stocks}"] if stocks else []),
        _TASKS[puzzle.kind],
        f"set it up: cupsboard play --from {PUZZLE}{number}, or cupsim --from {PUZZLE}{number}",
    ]


def _known_of(puzzle: Puzzle) -> str:
    if puzzle.level:
        return f"the computer solves it every other time from level {puzzle.level} on"
    return f"of your own: {'proved' if puzzle.is_proved else 'not proved, the best that was found'}"


def _keep(record: str, move: int | None, memory: Rows) -> int:
    """Keep a position as a puzzle, and tell its number."""
    history = game_to_go_on(record, move)
    try:
        made = puzzle_at(history, tables_of_this_user().known(history.game))
    except NoPuzzle as fault:
        raise RecordError(f"{record}: {fault}") from None
    print(*_shown(keep(memory, made)), sep="\n")
    return 0


_TASKS = {
    Kind.ENDGAME: "South moves, North is idle: sow every bean into the pot.",
    Kind.TRANSFER: "South moves, North is idle: bring every bean into the pot, the stock too.",
    Kind.OWN: "South moves: which move is the best?",
    Kind.TACTIC: "South moves: one move is at least three beans better than any other. Which?",
}


def _check(puzzle: Puzzle, name: str, kept: SolvedPuzzles) -> int:
    history = record_file.load(name).history()
    game = history.game
    engine = engines.of_game(game, known=tables_of_this_user().known(game))
    try:
        found = outcome(puzzle, history, engine, engines.reasons_of(game))
    except ValueError as fault:
        raise RecordError(f"{name}: {fault}; save the record of one that went on from it") from None
    if found.is_solved or found.wrong is not None:
        kept.add(puzzle.name, Became.SOLVED if found.is_solved else Became.MISSED, today())
    print(*_judged(puzzle, found), sep="\n")
    return 0 if found.is_solved else Ending.FAULTY


def _judged(puzzle: Puzzle, found: Outcome) -> list[str]:
    """Whether it is solved, and where not the way."""
    if found.is_solved:
        return [f"solved, in {counted(found.moves, 'move')}"]
    wrong = found.wrong
    if wrong is None:
        return [f"not solved yet: {counted(found.moves, 'move is', 'moves are')} right so far; go on"]
    return [
        f"not solved: {wrong.expected[0]}, your move {found.moves}, loses {wrong.loss_beans:.0f}",
        *(f"  {say(phrase)}" for phrase in reason_phrases(wrong.reasons)),
        f"  better: {wrong.better[0]}",
        f"the way: {', '.join(puzzle.solution)}",
    ]


def _stars(puzzle: Puzzle) -> str:
    return "*" * puzzle.difficulty + "." * (MOST_DIFFICULT - puzzle.difficulty)


def _make(path: Path, seed: int) -> int:
    made = engines.made_puzzles(seed)
    write_text(path, json.dumps([as_plain(puzzle) for puzzle in made], indent=1) + "\n")
    print(f"{len(made)} puzzles")
    return 0
