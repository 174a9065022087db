"""The command `cupsboard games analyse`: where a game lost beans, and why, in text and in a picture."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from cupsboard.commands.argument_types import file_to_write, whole, write_text
from cupsboard.commands.parsers import describe
from cupsboard.commands.progress import watched
from cupsboard.engine import engines
from cupsboard.engine.analysis import JudgedMove, Mark, analyse
from cupsboard.engine.levels import ANALYSIS_NODES
from cupsboard.engine.player import Limit
from cupsboard.formats.svg import Svg
from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import BEAN, Side
from cupsboard.rules.record import Record
from cupsboard.rules.record_entries import entry_text
from cupsboard.signs.hint_words import reason_phrases
from cupsboard.signs.sentences import say
from cupsboard.storage import record_file
from cupsboard.storage.tables import tables_of_this_user
from cupsboard.systemd.exit_codes import Ending

_STEPS = "▁▂▃▄▅▆▇█"
_SHOWN_AHEAD = 4
"""Moves that are shown of what should follow."""


def rows(judged: Sequence[JudgedMove]) -> Iterator[str]:
    """A line for each entry; below one that lost a bean or more why, and what was better."""
    width = len(str(len(judged)))
    for move in judged:
        about = "" if move.is_proved else "about "
        lost = f"lost {about}{move.loss_beans:.1f}" if move.mark is not Mark.NONE else ""
        proved = "proved" if move.is_proved else ""
        said = (
            f"{move.number:>{width}}. {entry_text(move.entry):<16}{move.mark.value:<3}{lost:<17}"
            f"{_lead(move.before_beans):>7} to {_lead(move.after_beans):>5}  {proved}"
        )
        yield said.rstrip()
        if move.mark is not Mark.NONE:
            indent = " " * (width + 4)
            yield from (f"{indent}{say(phrase)}" for phrase in reason_phrases(move.reasons))
            first, *then = move.better[: _SHOWN_AHEAD + 1]
            yield f"{indent}better: {first}" + (f" (then {', '.join(then)})" if then else "")


def summary(record: Record[Any], judged: Sequence[JudgedMove]) -> Iterator[str]:
    """Return lines that sum up a game: beans lost by each side, the first proved move, and the sparklines."""
    unit = "beans" if record.game.kinds.keys() == {BEAN} else "points"
    for side in Side:
        own = [move for move in judged if move.side is side]
        marks = ", ".join(
            f"{count} {mark.value}"
            for mark in (Mark.BLUNDER, Mark.MISTAKE, Mark.SLIP)
            if (count := sum(move.mark is mark for move in own))
        )
        lost = sum(move.loss_beans for move in own)
        about = "" if all(move.is_proved or not move.expected for move in own) else "about "
        yield f"{side.value:<6} lost {about}{lost:.1f} {unit} in {len(own)} turns" + (
            f" ({marks})" if marks else ""
        )
    if (proved := proved_from(judged)) is not None:
        yield f"all values are proved from move {proved} on"
    if judged:
        values = [judged[0].before_beans, *(move.after_beans for move in judged)]
        lead = f"{_lead(min(values), 0)} to {_lead(max(values), 0)}"
        yield f"value  {sparkline(values)}  south's lead at the end, {lead}"
        for side, points in pots(record, len(judged)).items():
            yield f"{side.value:<6} {sparkline(points)}  the pot, {points[-1]}"


def proved_from(judged: Sequence[JudgedMove]) -> int | None:
    """The first move from which every searched value is exact; None if the last one isn't."""
    found = None
    for move in reversed(judged):
        if not move.expected:
            continue
        if not move.is_proved:
            break
        found = move.number
    return found


def pots(record: Record[Any], entries: int) -> dict[Side, list[int]]:
    """Return each side's points at the start and after each of the first `entries` entries of a record."""
    game, stages = record.game, list(record.history().stages())[: entries + 1]
    scores = [game.score(stage.position) for stage in stages]
    return {side: [score[side] for score in scores] for side in Side}


def sparkline(values: Sequence[float]) -> str:
    """A line of text as high as its values differ."""
    low, high = min(values), max(values)
    span = high - low or 1.0
    return "".join(_STEPS[round((value - low) / span * (len(_STEPS) - 1))] for value in values)


def _lead(beans: float, digits: int = 1) -> str:
    # A little less than nothing would be written as -0.0.
    return f"{round(beans, digits) + 0.0:+.{digits}f}"


WIDTH, HEIGHT, EDGE, LEFT = 860, 360, 30, 56
_COLOURS = {Side.SOUTH: "#1f5fa8", Side.NORTH: "#a8481f"}
_VALUE = "#333333"
_MARKS = {Mark.SLIP: "#c9a227", Mark.MISTAKE: "#d9771b", Mark.BLUNDER: "#c02a2a"}


def picture(record: Record[Any], judged: Sequence[JudgedMove]) -> str:
    """An SVG of the game as far as it is judged."""
    lines = pots(record, len(judged))
    values = [judged[0].before_beans, *(move.after_beans for move in judged)] if judged else [0.0]
    most = max(*values, *(max(points) for points in lines.values()), 1.0)
    least = min(*values, 0.0)

    def place(at: int, beans: float) -> tuple[float, float]:
        x = LEFT + at / max(1, len(values) - 1) * (WIDTH - LEFT - EDGE)
        return x, HEIGHT - EDGE - (beans - least) / (most - least) * (HEIGHT - 2 * EDGE)

    drawn = Svg(WIDTH, HEIGHT)
    drawn.background(fill="#ffffff")
    for beans in _ticks(least, most):
        drawn.line(place(0, beans), place(len(values) - 1, beans), stroke="#dddddd")
        drawn.text(LEFT - 8, place(0, beans)[1] + 4, f"{beans:+d}", text_anchor="end", font_size=12)
    for side, points in lines.items():
        drawn.polyline(
            [place(at, beans) for at, beans in enumerate(points)],
            fill="none",
            stroke=_COLOURS[side],
            stroke_width=1.5,
        )
    drawn.polyline(
        [place(at, beans) for at, beans in enumerate(values)], fill="none", stroke=_VALUE, stroke_width=2.5
    )
    for move in judged:
        if move.mark is not Mark.NONE:
            x, y = place(move.number, move.after_beans)
            drawn.circle(x, y, 5, fill=_MARKS[move.mark])
            drawn.text(x, y - 9, f"{move.number}{move.mark.value}", text_anchor="middle", font_size=11)
    legend = [
        (_VALUE, "south's lead at the end"),
        *((_COLOURS[side], f"{side.value}'s pot") for side in Side),
    ]
    for number, (colour, words) in enumerate(legend):
        drawn.text(LEFT + 190 * number, 18, words, fill=colour, font_size=13, font_weight="bold")
    return drawn.written(
        title="Pots and value over the moves", width=WIDTH, height=HEIGHT, font_family="sans-serif"
    )


def _ticks(least: float, most: float) -> range:
    """Return the numbers of beans, about six, at which a graph from `least` to `most` has a line."""
    step = next(each for each in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if (most - least) / each <= 8)
    return range(int(least // step + 1) * step, int(most) + 1, step)


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
        help=f"positions to look at for each move ({ANALYSIS_NODES}, a tenth in Coin Duel and most sowing "
        "games), ten times as many where it seems to be a mistake; more is slower and truer",
    )
    parser.add_argument(
        "--svg", type=file_to_write, metavar="FILE", help="also draw pots and value over the moves into FILE"
    )
    parser.set_defaults(command=_command)


def _command(asked: argparse.Namespace) -> int:
    record = record_file.load(asked.record)
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
