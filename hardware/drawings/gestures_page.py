"""The page with all gestures, from the table the board itself goes by."""

from collections.abc import Iterable, Sequence

from cupsboard.referee.as_landed.gesture_overview import GESTURES as LAP_GESTURES
from cupsboard.referee.gesture_overview import GESTURES, Fingers, Situation, Then
from cupsboard.referee.gestures import GestureTimes
from cupsboard.signs.sentences import ENGLISH

from hardware.drawings.gesture_words import FINGERS, LAP_SITUATIONS, SITUATIONS

_TIMES = GestureTimes()
_HEAD = f"""\
# All gestures

Made by `python -m hardware draw` from the table the board goes by. A test does every gesture in every
situation and holds the board against it.

- **Tap**: down and up within {_TIMES.hold_seconds:g} s.
  *Both*: within {_TIMES.together_seconds:g} s of each other.
- **Hold**: for {_TIMES.hold_seconds:g} s, then let go; of both, for both buttons. Three flashes in a row
  at your pot (at both for both buttons) say that letting go counts as a hold by now.
- **Hold long**: for {_TIMES.long_hold_seconds:g} s. It counts at once; letting go afterwards adds nothing.
- **Never mind**: while you hold a button, press the other; while you hold both, lift one and press it
  again. The hold is over and did nothing.

From {_TIMES.told_seconds:g} s on the page and the terminal say what letting go does and what holding on
will do. What can't be had again (a new game, switching off, a stock's count, another table) is asked, and
only a press confirms it, of both buttons where both have asked, a second after the question at the earliest.

An arrow leads to the number of another situation. *Undo* and *redo* are "not now" where there is nothing to
undo or redo. After these, after a pause and after switching on, play goes on at once if the beans lie as they
should.
"""
_OF_LAPS = """
## Coin Duel

Where every act counts as it lands, a hold first tells what may be done; held once more, the button asks to
give up the round. A new game, a pause and switching off are as above.
"""
_NUMBERS = {situation: number for number, situation in enumerate(Situation, start=1)}


def gestures_page() -> str:
    """The Markdown page: a row for each situation, a column for each gesture."""
    heads = ("", "where the game stands", *(FINGERS[fingers] for fingers in Fingers))
    rows = (
        (f"{number}", SITUATIONS[situation], *(_said(GESTURES[situation][fingers]) for fingers in Fingers))
        for situation, number in _NUMBERS.items()
    )
    lap_rows = (
        ("", LAP_SITUATIONS[where], *(_deed(LAP_GESTURES[where][fingers].value) for fingers in Fingers))
        for where in LAP_SITUATIONS
    )
    return "\n".join((_HEAD, *_table(heads, rows), _OF_LAPS, *_table(heads, lap_rows))) + "\n"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return ["| " + " | ".join(cells) + " |" for cells in (heads, ("---",) * len(heads), *rows)]


def _said(then: Then) -> str:
    deed = _deed(then.deed.value)
    return deed if then.to is None else f"{deed} → {_NUMBERS[then.to]}"


def _deed(name: str) -> str:
    return ENGLISH.sentences[f"deeds.{name}"]
