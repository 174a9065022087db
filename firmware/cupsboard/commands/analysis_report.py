"""A judged game as text: a line a move, reasons below those that lose, and both lines over the moves."""

from collections.abc import Iterator, Sequence
from typing import Any

from cupsboard.engine.analysis import JudgedMove, Mark
from cupsboard.rules.places import BEAN, Side
from cupsboard.rules.record import Record
from cupsboard.rules.record_entries import entry_text
from cupsboard.signs.hint_words import reason_phrases
from cupsboard.signs.sentences import say

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
    """What each side lost altogether, from where on all is proved, and the lines over the moves."""
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
    """What each side's pot held at the start and after each of so many entries."""
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
