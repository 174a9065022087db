"""Which games a board has: the one being played, those put aside, and the journals of all.

Each game has a journal of its own; a small file beside them says which is being played. A game is begun by
writing its journal's first line and then this file, each whole or not at all, so after a power cut the one
game or the other is being played. All is written through a spool: a disk that can't be written ends no
game.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from cupsboard.formats.strict_data import PlainDataError, from_plain, to_plain
from cupsboard.loop import Moment
from cupsboard.ports import Store, StoreError, UnfitError
from cupsboard.referee.events import Event, GameArranged, GameClosed, GameOver, Undone, WentBack
from cupsboard.rules.games import AnyPlayersGame, of_any_players
from cupsboard.rules.history import History, HistoryOf
from cupsboard.rules.places import Side
from cupsboard.signs.scene import Message
from cupsboard.storage import journal
from cupsboard.storage.journal import End, Journal, JournalError
from cupsboard.storage.spool import Spool
from cupsboard.storage.writer import Writer, at_once

NAME = "games.json"
FORMAT = "cupsboard-games"
VERSION = 1

RESULT_SECONDS = 10.0
"""Who won has been seen after so long; if the power goes before, it shows again when the board comes back."""

LONGEST_GAP = 10
"""So many numbers in a row may lack their journal while journals are looked for."""
MOST_FOUND_AGAIN = 30
"""So many of the newest journals are read where the index is damaged: a slow computer takes seconds."""

Tell = Callable[[Message], object]
Today = Callable[[], str]
"""The date and time a game begins, for its owner."""


@dataclass(frozen=True, slots=True)
class _Index:
    """The number of the game being played (0: none yet), and of those that were put aside unfinished."""

    playing: int = 0
    adjourned: tuple[int, ...] = ()


class KeptGames:
    """The games in a store."""

    def __init__(
        self, store: Store, today: Today, tell: Tell | None = None, writer: Writer[Sequence[str]] = at_once
    ) -> None:
        """Open the games; StoreError is raised if they can't be read.

        With `tell` a damaged index or journal is set aside under another name, which is told. Without `tell`
        no file is changed for that, and JournalError is raised.
        """
        self.writer = writer
        """What carries out all writes of the board that plays these games."""
        self.spool = Spool(store, writer)
        """What the games are written through."""
        self._today = today
        self.tell = tell
        self._is_nearly_full = False
        try:
            self._index = self._read_index()
        except (JournalError, UnfitError) as fault:
            self._set_aside(NAME, fault)
            newest = self._found()[-MOST_FOUND_AGAIN:]
            self._index = _Index(0, tuple(filter(self._is_unfinished, newest)))
        self._end: End | None = None
        self.began = ""
        """When the game being played began, in the words of its day."""

    @property
    def number(self) -> int:
        """The number of the game being played; 0 before the first."""
        return self._index.playing

    @property
    def adjourned(self) -> tuple[int, ...]:
        """The games that were put aside, the oldest first."""
        return self._index.adjourned

    @property
    def listed(self) -> tuple[int, ...]:
        """The games to choose from; where the index was lost, all journals that are found."""
        named = {*self.adjourned, *((self.number,) if self.number else ())}
        return tuple(sorted(named)) or self._found()

    def journal(self, number: int) -> Journal:
        """A game by its number. Raises JournalError, or StoreError if it can't be read."""
        name = journal_name(number)
        content = self.spool.read(name)
        if content is None:
            raise JournalError(f"{name}: there is no such file; use a copy of it, or begin another game")
        try:
            return journal.read(content)
        except JournalError as fault:
            raise JournalError(f"{name}: {fault}") from None

    def seen_playing(self) -> Journal | None:
        """Return the game being played as its file is, or None; nothing is mended or told."""
        try:
            return self.journal(self.number) if self.number else None
        except (JournalError, UnfitError, StoreError):
            return None

    def playing(self) -> Journal | None:
        """Return the game being played, ready to be added to.

        None before the first game, and for one that is damaged or missing: that is told, where somebody is
        told. Raises JournalError where nobody is, and StoreError if the journal can't be read.
        """
        if not self.number:
            return None
        try:
            return self._opened(self.number)
        except (JournalError, UnfitError) as fault:
            self._set_aside(journal_name(self.number), fault)
            return None

    def begin(self, game: AnyPlayersGame, starter: Side | None) -> Journal:
        """Begin a new game; one that is being played and has moves is put aside."""
        return self.begin_from(HistoryOf(game, starter))

    def begin_from(self, history: History[Any]) -> Journal:
        """Begin a game as others have played it up to here; its table was never seen on this board.

        One that is being played and has moves is put aside.
        """
        number = 1 + max((self.number, *self.adjourned))
        while self._is_taken(number):
            number += 1
        content = journal.beginning(history, self._today())
        self.spool.replace(journal_name(number), content)
        self._write_index(_Index(number, self._put_aside()))
        self.spool.never, self._is_nearly_full = None, False
        return self._opened(number)

    def take_up(self, number: int) -> Journal:
        """Go on with a game that was put aside, and put the one being played aside.

        Raises JournalError, or StoreError if it can't be read.
        """
        if number == self.number:
            return self._opened(number)
        # A journal that the index doesn't name is of a game that is over, or the index was lost.
        if number not in self.adjourned and not self._is_taken(number):
            known = ", ".join(map(str, self.adjourned)) or "none"
            raise JournalError(f"game {number} was not put aside; those that were: {known}")
        taken_up = self._opened(number)
        rest = tuple(each for each in self._put_aside() if each != number)
        self._write_index(_Index(number, rest))
        self.spool.never, self._is_nearly_full = None, False
        return taken_up

    def add(self, events: Iterable[Event]) -> None:
        """Write what happened in the game being played; returns when a power cut would not lose it.

        Or at once, if the disk can't be written: then the spool owes it.
        """
        self._add(*journal.lines(events, self._end_of_playing()))

    def add_result_shown(self) -> None:
        """Write that the result of the game being played was seen: a board switched on begins another."""
        self._add(*journal.result_shown(self._end_of_playing()))

    def _add(self, lines: bytes, end: End) -> None:
        if not lines or self.spool.never is not None:
            return
        name = journal_name(self.number)
        content = (self.spool.read(name) or b"") + lines
        if len(content) <= (journal.MOST_BYTES if self._is_nearly_full else journal.NEARLY_FULL_BYTES):
            self._end = end
            self.spool.append(name, lines)
            return
        content, self._end = journal.condensed(content)
        if len(content) > journal.MOST_BYTES:
            # What is written must be read again, so this game is written down to here and no further.
            self.spool.never = StoreError(f"{name} is as long as a game may get; begin another game")
            return
        self.spool.replace(name, content)
        if len(content) > journal.NEARLY_FULL_BYTES and not self._is_nearly_full:
            self._is_nearly_full = True
            if self.tell is not None:
                self.tell(Message("notes.journal-nearly-full", {"name": name}))

    def _end_of_playing(self) -> End:
        return self._end or self._opened(self.number).end

    def _is_taken(self, number: int) -> bool:
        try:
            return self.spool.read(journal_name(number)) is not None
        except UnfitError:
            return True
        except StoreError:
            # No file can be opened just now. A number above all that are known was never given away.
            return False

    def _found(self) -> tuple[int, ...]:
        """The numbers of all journals; a few may be missing between them."""
        found, number = list[int](), 1
        while number <= (found[-1] if found else 0) + LONGEST_GAP:
            if self._is_taken(number):
                found.append(number)
            number += 1
        return tuple(found)

    def _put_aside(self) -> tuple[int, ...]:
        """The adjourned games, with the one being played if it is worth going on with."""
        if not self.number or self.number in self.adjourned or not self._is_unfinished(self.number):
            return self.adjourned
        return (*self.adjourned, self.number)

    def _is_unfinished(self, number: int) -> bool:
        """Whether a game is worth going on with."""
        try:
            kept = self.journal(number)
        except JournalError:
            # Damaged: nobody can go on with it, but the file stays.
            return False
        except StoreError:
            # It may be readable again some day.
            return True
        return bool(kept.history.steps) and not kept.is_over

    def _set_aside(self, name: str, fault: JournalError | UnfitError) -> None:
        """Set aside a file that can't be used, if there is one. Raises the fault if nobody can be told."""
        if self.tell is None:
            raise fault
        try:
            is_there = self.spool.read(name) is not None
        except UnfitError:
            is_there = True
        if is_there:
            kept_as = self.spool.set_aside(name)
            self.tell(Message("notes.set-aside", {"why": str(fault), "name": kept_as}))
        else:
            self.tell(Message("notes.game-lost", {"why": str(fault)}))

    def _opened(self, number: int) -> Journal:
        """A journal that ends with a whole line, so that it can be added to."""
        kept = self.journal(number)
        if kept.left_out_bytes:
            content = self.spool.read(journal_name(number)) or b""
            self.spool.replace(journal_name(number), content[: kept.intact_bytes])
        self._end, self.began = kept.end, kept.began
        return kept

    def _read_index(self) -> _Index:
        content = self.spool.read(NAME)
        if content is None:
            return _Index()
        try:
            document: Any = json.loads(content)
            match document:
                case {"format": "cupsboard-games", "version": 1, "games": games}:
                    index = _checked(from_plain(_Index, games, "games"))
                    if document.get("check") != _check(games):
                        raise PlainDataError("its check sum is wrong")
                    return index
                case {"format": "cupsboard-games", "version": int(other)} if other != VERSION:
                    raise JournalError(f"{NAME}: version {other} is not {VERSION}; use the release it is of")
                case _:
                    raise PlainDataError(f"this is no {FORMAT} of version {VERSION}")
        except JournalError:
            raise
        except (ValueError, RecursionError) as fault:
            raise JournalError(
                f"{NAME}: {fault}; it is damaged, and `cupsboard play` sets it aside; `cupsboard games` then "
                "lists the journals, and `cupsboard play --go-on N` goes on with one"
            ) from None

    def _write_index(self, index: _Index) -> None:
        games = to_plain(index)
        document = {"format": FORMAT, "version": VERSION, "games": games, "check": _check(games)}
        self.spool.replace(NAME, json.dumps(document).encode("ascii"))
        self._index = index


class JournalWriter:
    """A listener of the loop that writes the game down as it is played, a flush for every move."""

    def __init__(self, games: KeptGames, game: AnyPlayersGame, starter: Side | None) -> None:
        self._games = games
        self._game = game
        self._starter = starter
        self._result_since: float | None = None

    def __call__(self, moment: Moment) -> None:
        """Write what happened."""
        self._write(moment.decided.events)
        self._watch_result(moment)

    def _write(self, events: Iterable[Event]) -> None:
        before: list[Event] = []
        for event in events:
            match event:
                case GameClosed():
                    self._games.add(before)
                    self._games.begin(self._game, self._starter)
                    before = []
                case GameArranged(name):
                    # What was begun before anybody knew who plays holds nothing, and is left as it is.
                    self._games.add(before)
                    self._games.begin(of_any_players(name), None)
                    before = []
                case _:
                    before.append(event)
        self._games.add(before)

    def _watch_result(self, moment: Moment) -> None:
        for event in moment.decided.events:
            match event:
                case GameOver():
                    self._result_since = moment.time
                case Undone() | WentBack() | GameClosed():
                    self._result_since = None
                case _:
                    pass
        if self._result_since is not None and moment.time >= self._result_since + RESULT_SECONDS:
            self._result_since = None
            self._games.add_result_shown()


def _check(games: object) -> str:
    """Return the check sum of an index in plain data."""
    return f"{crc32(json.dumps(games).encode()):08x}"


def _checked(index: _Index) -> _Index:
    if index.playing < 0:
        raise PlainDataError(f"games.playing: {index.playing} is below 0")
    for at, number in enumerate(index.adjourned):
        if number < 1:
            raise PlainDataError(f"games.adjourned[{at}]: {number} is below 1")
    return index


def journal_name(number: int) -> str:
    """The name of a game's journal."""
    return f"game-{number:04d}.journal"
