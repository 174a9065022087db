"""One game as an append-only file of lines, written as it is played, so that no power cut loses a move.

    c1c8fbf0 {"format": "cupsboard-journal", "version": 2, "game": "cups 4", "starter": null, ...}
    ba19e99e set up
    3f4681c7 south drop 2
    f93ca833 north drop 1
    6117d322 undo

"back to 12" leaves the first twelve entries: a round taken back by agreement. "lap south take south-3 hand 4
cent; ..." says how far a turn has come that goes on as pieces land; without acts it was taken back.

Each line begins with its check: the CRC-32 of its text that goes on from the check of the line before, so
that no line can be missing, doubled or in another place. What a power cut can do is leave the last append
unfinished: damaged lines that no good line follows are left out, and that is said. Any other damage is
refused.
"""

import json
import re
import zlib
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cupsboard.referee.as_landed.laps import after_acts
from cupsboard.referee.events import Event, GameStarted, LapSeen, Redone, Undone, WentBack
from cupsboard.referee.record_from_events import entry_of
from cupsboard.rules import games
from cupsboard.rules.errors import RulesError
from cupsboard.rules.history import History, HistoryOf
from cupsboard.rules.lap import Lap
from cupsboard.rules.record_entries import entry_from_text, entry_text

FORMAT = "cupsboard-journal"
VERSION = 2

MOST_BYTES = 900_000
"""The longest journal that is written: less than is read of any file (`formats.file_reading`), as the first
line of a trace holds the same record and more. Without laps some 14,000 plays of Coin Duel."""
NEARLY_FULL_BYTES = MOST_BYTES - 100_000
"""Room for a hundred turns is left, with a thousand bytes for the longest of them."""

_CHECK = re.compile(rb"[0-9a-f]{8}")
_DAMAGED_CHECKS = 8
"""So many checks of lines that don't fit are remembered, to tell damage from an end that was torn."""
_SET_UP, _UNDO, _REDO, _RESULT_SHOWN = "set up", "undo", "redo", "result shown"
_LAP = "lap "
_BACK = re.compile("back to (0|[1-9][0-9]{0,5})")
_DAMAGED = "the journal is damaged: use a copy of it, or begin another game"


class JournalError(ValueError):
    """A journal that can't be believed; the message names the line, the value and the next step."""


@dataclass(frozen=True, slots=True)
class End:
    """Where a journal ends: the check that the next line goes on from."""

    check: int = 0

    def adding(self, text: str) -> tuple[bytes, "End"]:
        """One more line, and the end after it."""
        data = text.encode("ascii")
        check = zlib.crc32(data, self.check)
        return b"%08x %s\n" % (check, data), End(check)

    def after(self, line: bytes) -> "End | None":
        """The end after a line that was read; None for a line that can't stand here."""
        found = _Line.split(line)
        if found is None or found.check != zlib.crc32(found.data, self.check):
            return None
        return End(found.check)


@dataclass(frozen=True, slots=True)
class Journal:
    """A game as its journal tells it. `began` is the date and time in the owner's words."""

    history: History[Any]
    began: str
    end: End
    is_set_up: bool = False
    """Whether the empty board was seen, so that beans may lie there. A game that began elsewhere has entries
    without that."""
    is_result_shown: bool = False
    """Whether the game is over and its players have had time to see who won."""
    intact_bytes: int = 0
    """Up to here the file is sound; what follows is damaged, or was never finished."""
    left_out_bytes: int = 0
    """How much that is; the move that was agreed last may be in it."""
    lap: Lap | None = None
    """What was done of the turn that goes on."""

    @property
    def is_over(self) -> bool:
        """Whether nobody can move any more."""
        return self.history.is_over


def beginning(history: History[Any], began: str) -> bytes:
    """The first line of a new journal, and a line for each entry of a game that is gone on with."""
    starter = history.starter
    content = {
        "format": FORMAT,
        "version": VERSION,
        "game": history.game.name,
        "starter": None if starter is None else starter.value,
        "began": began,
    }
    written, end = End().adding(json.dumps(content))
    for entry in history.entries:
        line, end = end.adding(entry_text(entry))
        written += line
    return written


def lines(events: Iterable[Event], end: End) -> tuple[bytes, End]:
    """Return what these events add to a journal, nothing where they don't concern it; and its end then."""
    added = b""
    for event in events:
        if (text := _text(event)) is not None:
            line, end = end.adding(text)
            added += line
    return added, end


def result_shown(end: End) -> tuple[bytes, End]:
    """Return what says that the result of a finished game was seen, so that it need not be shown again."""
    return end.adding(_RESULT_SHOWN)


def condensed(content: bytes) -> tuple[bytes, End]:
    """Return a sound journal without the laps of turns that are over, and its end."""
    first, *rest = content.splitlines(keepends=True)
    end = _begun(first).end
    texts = [line[9:-1].decode("ascii") for line in rest]
    kept = first
    for text, following in zip(texts, (*texts, "")[1:], strict=True):
        if not text.startswith(_LAP) or following in ("", _SET_UP, _RESULT_SHOWN):
            line, end = end.adding(text)
            kept += line
    return kept, end


def read(content: bytes) -> Journal:
    """The game in a journal, every move checked. Raises JournalError."""
    first, *rest = content.splitlines(keepends=True) or [b""]
    journal = _begun(first)
    texts, journal = _intact(journal, rest)
    for number, text in enumerate(texts, start=2):
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
    if text.startswith(_LAP):
        lap = Lap.from_text(text.removeprefix(_LAP))
        after_acts(journal.history.game, journal.history.position, lap.side, lap.acts)
        return replace(journal, lap=lap if lap.acts else None)
    return replace(journal, history=_after(journal.history, text), is_result_shown=False, lap=None)


def _after(history: History[Any], text: str) -> History[Any]:
    if text == _UNDO:
        return history.undo()
    if text == _REDO:
        return history.redo()
    if (back := _BACK.fullmatch(text)) is not None:
        return history.after(int(back[1])).without_undone()
    return history.enter(entry_from_text(text, history.game.players))


def _text(event: Event) -> str | None:
    match event:
        case GameStarted():
            return _SET_UP
        case Undone():
            return _UNDO
        case Redone():
            return _REDO
        case WentBack(entries):
            return f"back to {entries}"
        case LapSeen(side, acts) if event.is_written_down:
            return _LAP + Lap(side, acts).text
    entry = entry_of(event)
    return None if entry is None else entry_text(entry)


def _player(game: games.AnyPlayersGame, name: str) -> Any:
    """The player of that name. Raises ValueError."""
    named = {player.value: player for player in game.players}
    if name not in named:
        raise ValueError(f"starter: {name!r} doesn't play {game.name}")
    return named[name]


@dataclass(frozen=True, slots=True)
class _Line:
    """A line with its check, which may be that of another text."""

    check: int
    data: bytes

    @classmethod
    def split(cls, line: bytes) -> "_Line | None":
        """The parts of a line; None for what never was a whole one."""
        check, data = line[:8], line[9:-1]
        if not line.endswith(b"\n") or line[8:9] != b" " or not data.isascii() or not _CHECK.fullmatch(check):
            return None
        return cls(int(check, 16), data)


def _intact(journal: Journal, rest: Sequence[bytes]) -> tuple[Sequence[str], Journal]:
    """The texts of all good lines after the first, and where they end. Raises JournalError."""
    texts: list[str] = []
    end, at = journal.end, journal.intact_bytes
    for number, line in enumerate(rest, start=2):
        after = end.after(line)
        if after is None:
            _check_is_tail(end, rest[number - 2 :], number)
            break
        texts.append(line[9:-1].decode("ascii"))
        end, at = after, at + len(line)
    left_out = journal.intact_bytes + sum(map(len, rest)) - at
    return texts, replace(journal, end=end, intact_bytes=at, left_out_bytes=left_out)


def _check_is_tail(end: End, lines: Sequence[bytes], number: int) -> None:
    """Refuse a damaged line, `number`, which is the first of these, if a good one follows it.

    Good is what goes on from the last line before the damage, or from a check in the damaged lines.
    """
    ends: deque[End] = deque(maxlen=_DAMAGED_CHECKS)
    for line in lines:
        if any(each.after(line) is not None for each in (end, *ends)):
            raise JournalError(f"line {number}: its check sum is wrong, and good lines follow it; {_DAMAGED}")
        found = _Line.split(line)
        if found is not None:
            ends.append(end.adding(found.data.decode("ascii"))[1])
        ends.extend(End(int(check, 16)) for check in _CHECK.findall(line)[-2:])


def _begun(line: bytes) -> Journal:
    """The game in a journal's first line, before anything happened. Raises JournalError."""
    end = End().after(line)
    if end is None:
        raise JournalError(f"line 1: the beginning is missing; {_DAMAGED}")
    try:
        content: Any = json.loads(line[9:-1])
    except (ValueError, RecursionError):
        content = None
    match content:
        case {"format": "cupsboard-journal", "version": 2, "game": str(name), "began": str(began)}:
            starter = content.get("starter")
        case {"format": "cupsboard-journal", "version": version} if version != VERSION:
            raise JournalError(f"line 1: version {version!r} is not {VERSION}; use the release it is of")
        case _:
            raise JournalError(f"line 1: this is no {FORMAT}; {_DAMAGED}")
    try:
        game = games.of_any_players(name)
        history = HistoryOf(game, None if starter is None else _player(game, starter))
    except ValueError as fault:
        raise JournalError(f"line 1: {fault}; {_DAMAGED}") from None
    return Journal(history, began, end, intact_bytes=len(line))
