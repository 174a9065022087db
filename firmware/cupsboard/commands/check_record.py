"""The command `cupsboard games check`: what game a record holds, or what is wrong with it."""

import argparse

from cupsboard.commands.counting import counted
from cupsboard.commands.parsers import describe
from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import Side
from cupsboard.signs.event_text import result_words
from cupsboard.storage import record_file


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(
        parser, "Show what game a record holds, or what is wrong with it. Exit code 2: it can't be used."
    )
    parser.add_argument("record", metavar="FILE", help="record of a game")
    parser.set_defaults(command=_check)


def _check(asked: argparse.Namespace) -> int:
    if asked.record.endswith(".toml"):
        raise RulesError(
            f"{asked.record}: holds rules, no record; try them by 'cupsboard games rules {asked.record}'"
        )
    record = record_file.load(asked.record)
    history = record.history()
    score = record.game.score(history.position)
    standing = ", ".join(f"{side.value} {score[side]}" for side in Side)
    ended = f"over: {result_words(history)}" if history.is_over else f"unfinished: {standing}"
    print(f"{record.game.name}, {' against '.join(record.names)}, {record.date}")
    print(f"{counted(len(record.entries), 'entry', 'entries')}, all legal; the game is {ended}")
    return 0
