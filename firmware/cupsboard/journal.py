"""One game as an append-only file of lines, written as it is played, so that no power cut loses a move.

    7c0e1f52 {"format": "cupsboard-journal", "version": 1, "game": "cups 4", "starter": null, ...}
    1b9f0c3a set up
    90d4e6aa south drop 2
    5e77b0c1 north drop 1
    c3a51d08 undo

Each line begins with the CRC-32 of its text. What a power cut can do is leave the last append unfinished:
damaged lines that no good line follows are left out. Any other damage is refused.
"""

import json
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cupsboard.play.events import Event, GameStarted, Passed, Redone, StockCorrected, TurnEnded, Undone
from cupsboard.rules import history as rules_history
from cupsboard.rules.cups import Cups, Position
from cupsboard.rules.errors import RulesError
from cupsboard.rules.history import History
from cupsboard.rules.places import Side
from cupsboard.rules.record import entry_from_text, entry_text

FORMAT = "cupsboard-journal"
VERSION = 1

_SET_UP, _UNDO, _REDO, _RESULT_SHOWN = "set up", "undo", "redo", "result shown"
_DAMAGED = "the journal is damaged: use a copy of it, or begin another game"


class JournalError(ValueError):
    """A journal that can't be believed; the message names the line, the value and the next step."""


@dataclass(frozen=True, slots=True)
class Journal:
    """A game as its journal tells it. `began` is the date and time in the owner's words."""

    history: History[Position]
    began: str
    is_set_up: bool = False
    """Whether the empty board was seen, so that beans may lie there."""
    is_result_shown: bool = False
    """Whether the game is over and its players have had time to see who won."""
    intact_bytes: int = 0
    """Up to here the file is sound; what follows was never finished."""

    @property
    def is_over(self) -> bool:
        """Whether nobody can move any more."""
        return self.history.is_over


def header(game: Cups, starter: Side | None, began: str) -> bytes:
    """The first line of a new journal."""
    said = None if starter is None else starter.value
    content = {"format": FORMAT, "version": VERSION, "game": game.name, "starter": said, "began": began}
    return _line(json.dumps(content))


def lines(events: Iterable[Event]) -> bytes:
    """What these events add to the journal; empty where they don't concern it."""
    return b"".join(_line(text) for event in events if (text := _text(event)) is not None)


def result_shown() -> bytes:
    """What says that the result of a finished game was seen, so that it need not be shown again."""
    return _line(_RESULT_SHOWN)


def read(content: bytes) -> Journal:
    """The game in a journal, every move checked. Raises JournalError."""
    texts, intact_bytes = _intact(content)
    if not texts:
        raise JournalError(f"line 1: the beginning is missing; {_DAMAGED}")
    journal = replace(_begun(texts[0]), intact_bytes=intact_bytes)
    for number, text in enumerate(texts[1:], start=2):
        try:
            journal = _followed(journal, text)
        except RulesError as fault:
            raise JournalError(f"line {number}, {text!r}: {fault}; {_DAMAGED}") from None
    return journal


def _followed(journal: Journal, text: str) -> Journal:
    if text == _SET_UP:
        return replace(journal, is_set_up=True)
    if text == _RESULT_SHOWN:
        return replace(journal, is_result_shown=journal.is_over)
    return replace(journal, history=_after(journal.history, text), is_result_shown=False)


def _after(history: History[Position], text: str) -> History[Position]:
    if text == _UNDO:
        return history.undo()
    if text == _REDO:
        return history.redo()
    return history.enter(entry_from_text(text))


def _text(event: Event) -> str | None:
    match event:
        case GameStarted():
            return _SET_UP
        case TurnEnded(side, label):
            return entry_text(rules_history.Moved(side, label))
        case Passed(side):
            return entry_text(rules_history.Passed(side))
        case StockCorrected(side, count):
            return entry_text(rules_history.StockCorrected(side, count))
        case Undone():
            return _UNDO
        case Redone():
            return _REDO
        case _:
            return None


def _line(text: str) -> bytes:
    data = text.encode("ascii")
    return b"%08x %s\n" % (zlib.crc32(data), data)


def _intact(content: bytes) -> tuple[Sequence[str], int]:
    """The texts of all good lines, and where the last of them ends. Raises JournalError."""
    texts: list[str] = []
    end = at = 0
    bad: int | None = None
    for number, line in enumerate(content.splitlines(keepends=True), start=1):
        at += len(line)
        text = _checked(line)
        if text is None:
            bad = bad or number
        elif bad is not None:
            raise JournalError(f"line {bad}: its check sum is wrong, and good lines follow it; {_DAMAGED}")
        else:
            texts.append(text)
            end = at
    return texts, end


def _checked(line: bytes) -> str | None:
    if not line.endswith(b"\n") or line[8:9] != b" ":
        return None
    data = line[9:-1]
    if line[:8] != b"%08x" % zlib.crc32(data) or not data.isascii():
        return None
    return data.decode("ascii")


def _begun(text: str) -> Journal:
    try:
        content: Any = json.loads(text)
    except ValueError:
        content = None
    match content:
        case {"format": "cupsboard-journal", "version": 1, "game": str(name), "began": str(began)}:
            starter = content.get("starter")
        case {"format": "cupsboard-journal", "version": version}:
            raise JournalError(f"line 1: version {version!r} is not {VERSION}; use the release it is of")
        case _:
            raise JournalError(f"line 1: this is no {FORMAT}; {_DAMAGED}")
    try:
        return Journal(History(Cups.named(name), None if starter is None else Side(starter)), began)
    except ValueError as fault:
        raise JournalError(f"line 1: {fault}; {_DAMAGED}") from None
