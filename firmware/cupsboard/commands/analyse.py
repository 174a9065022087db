"""The command `cupsboard games analyse`: where in a game beans were lost, and why."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cupsboard.commands.analysis_picture import picture
from cupsboard.commands.analysis_report import rows, summary
from cupsboard.commands.argument_types import whole
from cupsboard.commands.output_paths import file_to_write, write_text
from cupsboard.commands.parsers import describe
from cupsboard.commands.progress import watched
from cupsboard.engine import engines
from cupsboard.engine.analysis import JudgedMove, analyse
from cupsboard.engine.levels import ANALYSIS_NODES
from cupsboard.engine.player import Limit
from cupsboard.rules.errors import RulesError
from cupsboard.rules.record import Record
from cupsboard.station.game.wished_game import read_record
from cupsboard.storage.tables import tables_of_this_user
from cupsboard.systemd.exit_codes import Ending

MOST_NODES = 1_000_000_000

_DESCRIPTION = """\
Look at a recorded game move by move, and print what each move is worth and what it lost, in beans: the
difference in the pots at the end with best play; with coins, in points. A move that loses is marked: ?! from
1 bean or coin of mean worth, ? from 2, ?? from 4; below it stand the reason and the better move with what
should follow. "proved" means that the value is exact, else it is an estimate. Ctrl-C shows what is done so
far.
"""
_EXAMPLES = """\
examples:
  cupsim game --seed 7 --cups 4 --south random --record game.txt
  cupsboard games analyse game.txt
  cupsboard games analyse game.txt --nodes 500000 --svg game.svg
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION, _EXAMPLES)
    parser.add_argument("record", metavar="FILE", help="record of a game, as the page and cupsim save it")
    parser.add_argument(
        "--nodes",
        type=whole(1, MOST_NODES),
        metavar="N",
        help=f"positions to look at for each move ({ANALYSIS_NODES}, a tenth in Coin Duel), ten times as "
        "many where it seems to be a mistake; more is slower and truer",
    )
    parser.add_argument(
        "--svg", type=file_to_write, metavar="FILE", help="also draw pots and value over the moves into FILE"
    )
    parser.set_defaults(command=_command)


def _command(asked: argparse.Namespace) -> int:
    record = read_record(asked.record)
    if not record.entries:
        raise RulesError(f"{asked.record}: this game holds no move to look at; name one that was played")
    judged: list[JudgedMove] = []
    is_interrupted = False
    try:
        # One by one, so that what is done outlives an interruption.
        for move in watched(_moves(record, asked.nodes), len(record.entries), "moves"):
            judged.append(move)
    except KeyboardInterrupt:
        is_interrupted = True
    _report(record, judged, asked.svg)
    if is_interrupted:
        print(f"stopped after {len(judged)} of {len(record.entries)} entries")
    return Ending.INTERRUPTED if is_interrupted else Ending.WELL


def _moves(record: Record[Any], nodes: int | None) -> Iterator[JudgedMove]:
    game = record.game
    known, scale = tables_of_this_user().known(game), engines.scale_of(record.game)
    return analyse(
        record.history(),
        engines.of_game(game, known=known),
        engines.reasons_of(game),
        Limit(nodes=nodes or scale.analysis_nodes),
        piece_points=scale.piece_points,
    )


def _report(record: Record[Any], judged: list[JudgedMove], svg: Path | None) -> None:
    print(f"{record.game.name}, {' against '.join(record.names)}, {record.date}")
    print(*rows(judged), sep="\n")
    print()
    print(*summary(record, judged), sep="\n")
    if svg is not None:
        write_text(svg, picture(record, judged))
