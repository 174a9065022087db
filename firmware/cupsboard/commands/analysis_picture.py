"""A judged game as a picture: both pots and the value over the moves, with a mark where beans were lost."""

from collections.abc import Sequence
from typing import Any

from cupsboard.commands.analysis_report import pots
from cupsboard.engine.analysis import JudgedMove, Mark
from cupsboard.formats.svg import Svg
from cupsboard.rules.places import Side
from cupsboard.rules.record import Record

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
    """Whole numbers of beans at which lines are drawn, about six of them."""
    step = next(each for each in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if (most - least) / each <= 8)
    return range(int(least // step + 1) * step, int(most) + 1, step)
