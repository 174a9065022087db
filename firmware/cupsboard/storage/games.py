"""Which games a board has: the one being played, those put aside, and those that are over.

Each game is a row that is written anew, as a whole, with each of its turns; so a power cut leaves the game
before the turn or after it. All is written through a ledger: a disk that can't be written ends no game.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any
from zlib import crc32

from cupsboard.loop import Moment
from cupsboard.ports import Gone, Rows, StoreError, Wanted
from cupsboard.referee.as_landed.laps import after_acts
from cupsboard.referee.computer import Computer, Seated
from cupsboard.referee.events import (
    ComputerSeated,
    Event,
    GameArranged,
    GameClosed,
    GameOver,
    GameStarted,
    LapSeen,
    Undone,
    WentBack,
)
from cupsboard.referee.recorded_course import entered
from cupsboard.rules import games
from cupsboard.rules.clocks import Clocks
from cupsboard.rules.errors import RulesError
from cupsboard.rules.games import AnyPlayersGame, of_any_players
from cupsboard.rules.history import History, HistoryOf
from cupsboard.rules.lap import Lap
from cupsboard.rules.names import composed
from cupsboard.rules.places import Side
from cupsboard.rules.record import (
    OF_LEVEL,
    NameRefused,
    Record,
    RecordOf,
    is_person,
    is_program,
    known_date,
    require_players,
)
from cupsboard.rules.record_entries import entry_from_text, entry_text
from cupsboard.signs.scene import Message
from cupsboard.storage.judgements import Judged
from cupsboard.storage.ledger import Ledger
from cupsboard.storage.writer import Writer, at_once

RESULT_SECONDS = 10.0
"""Who won has been seen after so long; if the power goes before, it shows again when the board comes back."""
CLOCK_KEPT_SECONDS = 10.0
"""The most time that a power cut gives back to a side."""

Tell = Callable[[Message], object]
Today = Callable[[], str]
"""The date and time a game begins, for its owner."""
Players = Callable[[], tuple[str, ...]]
"""The names of South and North, or of the seats round a table, "" for a player who has none."""


class KeptGameError(ValueError):
    """A game that can't be believed; the message names it, the value and the next step."""


@dataclass(frozen=True, slots=True)
class Game:
    """The row of a game. `name` is that of its rules, `starter` "" where anybody may begin.

    `names` has a line for each player: the side or seat, a space and the name, "" for a guest's. `lead` is by
    how many points South is ahead at the start and after each step, "" where it isn't known or there are no
    two sides. `entries` are lines as in a record, the last `undone` of them taken back; `steps` count. `lap`
    is what was done of a turn that goes on as pieces land, "" for nothing. `clocks` are both sides' time to
    think, "" for a game without.
    """

    number: int
    name: str
    began: str
    starter: str
    names: str
    score: str
    lead: str
    steps: int
    undone: int
    is_playing: bool
    is_set_up: bool
    is_over: bool
    is_result_shown: bool
    lap: str
    clocks: str
    entries: str

    @property
    def called(self) -> dict[str, str]:
        """Return the players' names by their sides or seats, "" for a guest's."""
        lines = (line.partition(" ") for line in self.names.splitlines())
        return {player: name for player, _, name in lines}

    @property
    def south(self) -> str:
        """Return South's name, "" for a guest's and in a game without that side."""
        return self.called.get(Side.SOUTH.value, "")

    @property
    def north(self) -> str:
        """Return North's name, "" for a guest's and in a game without that side."""
        return self.called.get(Side.NORTH.value, "")

    @property
    def played_sum(self) -> int:
        """Return a check sum of how the game was played, which the players' names are no part of."""
        return crc32(repr((self.name, self.starter, self.entries, self.undone)).encode())

    @property
    def won_on_time(self) -> str:
        """Return the side that has won because the other's time was over; "" for any other game."""
        last = self.entries.splitlines()[: self.steps][-1:]
        return {"south time": "north", "north time": "south"}.get("".join(last), "")


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game as it is kept. `began` is the date and time in the owner's words."""

    number: int
    history: History[Any]
    began: str
    is_set_up: bool = False
    """Whether the empty board was seen, so that beans may lie there. A game that began elsewhere has entries
    without that."""
    is_result_shown: bool = False
    """Whether the game is over and its players have had time to see who won."""
    lap: Lap | None = None
    """What was done of the turn that goes on."""
    clocks: Clocks | None = None
    """What is left of both sides' time, standing; None for a game without a clock."""

    @property
    def is_over(self) -> bool:
        """Whether nobody can move any more."""
        return self.history.is_over

    def after(self, event: Event) -> "KeptGame":
        """Return the game after an event; the same one if the event doesn't concern it."""
        match event:
            case LapSeen(side, acts) if event.is_written_down:
                return replace(self, lap=Lap(side, acts) if acts else None)
            case GameStarted():
                return replace(self, is_set_up=True, history=entered(self.history, event))
        history = entered(self.history, event)
        if history is self.history:
            return self
        return replace(self, history=history, is_result_shown=False, lap=None)

    def row(self, names: Mapping[str, str], *, is_playing: bool) -> Game:
        """Return what is kept of the game, with the players' names by their sides or seats."""
        history = self.history
        texts = [entry_text(step.entry) for step in (*history.steps, *history.undone)]
        points = history.game.score(history.position)
        stages = (history.game.start(history.starter), *(step.position for step in history.steps))
        leads = [history.game.score(each) for each in stages] if len(points) == len(Side) else []
        return Game(
            self.number,
            history.game.name,
            self.began,
            "" if history.starter is None else history.starter.value,
            named(names),
            ", ".join(f"{side.value} {beans}" for side, beans in points.items()),
            " ".join(str(south - north) for south, north in (each.values() for each in leads)),
            len(history.steps),
            len(history.undone),
            is_playing,
            self.is_set_up,
            history.is_over,
            self.is_result_shown,
            "" if self.lap is None else self.lap.text,
            "" if self.clocks is None else self.clocks.text,
            "\n".join(texts),
        )


def named(names: Mapping[str, str]) -> str:
    """Return the lines of names in a row, by their sides or seats."""
    return "\n".join(f"{player} {composed(name)}" for player, name in names.items())


def read(row: Game) -> KeptGame:
    """Return the game of a row, every move checked. Raises KeptGameError."""
    try:
        game = of_any_players(row.name)
        history = HistoryOf(game, _player(game, row.starter) if row.starter else None)
        for text in row.entries.splitlines():
            history = history.enter(entry_from_text(text, game.players))
        history = history.after(row.steps)
        lap = Lap.from_text(row.lap) if row.lap else None
        clocks = Clocks.from_text(row.clocks) if row.clocks else None
        if lap is not None:
            after_acts(game, history.position, lap.side, lap.acts)
    except ValueError as fault:
        raise KeptGameError(f"game {row.number}: {fault}; begin another game") from None
    return KeptGame(row.number, history, row.began, row.is_set_up, row.is_result_shown, lap, clocks)


def in_order(game: AnyPlayersGame, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return names by their sides or seats as a record of the game has them."""
    return tuple(names.get(player.value) or "?" for player in game.players)


def record_of(row: Game) -> Record[Any]:
    """Return the record of a game, every move checked. Raises KeptGameError."""
    history = read(row).history
    date = known_date(row.began)
    names = in_order(history.game, row.called)
    try:
        return RecordOf(history.game, history.starter, history.entries, names, date, played=history)
    except RulesError as fault:
        raise KeptGameError(f"game {row.number}: {fault}; rename its players") from None


SEARCHED = ("name", "began", "names", "score")
"""The texts in which words are looked for."""
MOST_RECENT, MOST_KNOWN, MOST_OF_ONE = 200, 8, 1_000_000
"""Games that are looked through for known players, how many of these are offered, and games of one player."""


def known_players(rows: Rows) -> tuple[str, ...]:
    """Return what people are called who have played lately, the last first. Raises StoreError."""
    names = (name for row in rows.newest(Game, Wanted(MOST_RECENT)) for name in row.called.values())
    return tuple(dict.fromkeys(filter(is_person, names)))[:MOST_KNOWN]


def known_among(rows: Callable[[], Rows]) -> tuple[str, ...]:
    """Return the same; no names where the rows can't be read."""
    try:
        return known_players(rows())
    except StoreError:
        return ()


def games_of(rows: Rows, name: str) -> Sequence[Game]:
    """Return the games of one player that are over, the oldest first. Raises StoreError."""
    name = composed(name)
    found = rows.newest(Game, Wanted(MOST_OF_ONE, None, tuple(name.split()), ("names",)))
    return [row for row in reversed(found) if row.is_over and name in row.called.values()]


def _player(game: games.AnyPlayersGame, name: str) -> Any:
    """The player of that name. Raises RulesError."""
    named = {player.value: player for player in game.players}
    if name not in named:
        raise RulesError(f"starter: {name!r} doesn't play {game.name}")
    return named[name]


class KeptGames:
    """The games among the rows of a board."""

    def __init__(
        self,
        rows: Rows,
        today: Today,
        tell: Tell | None = None,
        writer: Writer[Sequence[Message]] = at_once,
        players: Players = lambda: ("", ""),
    ) -> None:
        """Find the game being played. Raises StoreError.

        A game that can't be believed is told, where there is `tell`.
        """
        self.ledger = Ledger(rows, writer)
        """What all is written through that the board keeps while it plays."""
        self._today, self.tell, self.players = today, tell, players
        self.computer: Computer | None = None
        """What the board itself plays."""
        self._row = next(reversed(self.ledger.find(Game, is_playing=True)), None)
        self._kept: KeptGame | None = None
        self._highest = max((each.number for each in self.ledger.newest(Game)), default=0)

    @property
    def number(self) -> int:
        """The number of the game being played; 0 before the first."""
        return 0 if self._row is None else self._row.number

    @property
    def began(self) -> str:
        """When the game being played began, in the words of its day."""
        return "" if self._row is None else self._row.began

    @property
    def adjourned(self) -> tuple[int, ...]:
        """The games that were put aside, the oldest first. Raises StoreError."""
        return tuple(each.number for each in self.listed if not each.is_playing)

    @property
    def listed(self) -> tuple[Game, ...]:
        """The games to choose from: those put aside, and the one being played. Raises StoreError."""
        unfinished = self.ledger.find(Game, is_over=False)
        rows = dict.fromkeys((*unfinished, *self.ledger.find(Game, is_playing=True)))
        chosen = (row for row in rows if row.is_playing or row.steps)
        return tuple(sorted(chosen, key=lambda row: row.number))

    def game(self, number: int) -> KeptGame:
        """A game by its number. Raises KeptGameError, or StoreError if it can't be read."""
        return read(self.row(number))

    def found(self, player: str | None, began: str, words: str = "") -> tuple[Game, ...]:
        """Return all games of a player, of any for None, whose date begins so and which have all words.

        Raises StoreError.
        """
        player = player and composed(player)
        named = tuple(filter(None, (*words.split(), began, player)))
        rows = self.ledger.newest(Game, Wanted(self._highest, None, named, SEARCHED))
        return tuple(
            row
            for row in reversed(rows)
            if row.began.startswith(began) and (player is None or player in row.called.values())
        )

    def rename(self, number: int, names: Mapping[str, str]) -> None:
        """Give the people who played a game other names, by their sides or seats; a program keeps its own.

        Raises KeptGameError for the game being played, NameRefused for names that can't be.
        """
        row = self._past(number)
        before = row.called
        if unknown := names.keys() - before.keys():
            raise KeptGameError(f"game {number} has no {min(unknown)}; name one of {', '.join(before)}")
        people = {each: names.get(each, name) for each, name in before.items() if not is_program(name)}
        require_players(*people.values())
        self.ledger.keep((replace(row, names=named(before | people)),))

    def delete(self, number: int) -> None:
        """Delete a game. Raises KeptGameError for the one being played."""
        number = self._past(number).number
        self.ledger.keep((Gone(Game, number), Gone(Judged, number)))

    def people_of(self, number: int) -> dict[str, str]:
        """Return what the people at a game's sides or seats are called. Raises KeptGameError."""
        people = dict[str, str]()
        for player, name in self.row(number).called.items():
            try:
                require_players(*people.values(), name)
                people[player] = name
            except NameRefused:
                people[player] = ""
        return people

    def computer_of(self, number: int) -> Computer | None:
        """Return what the board itself played in a game; None for nothing. Raises KeptGameError."""
        row = self.row(number)
        for side in Side:
            if (name := getattr(row, side.value)).startswith(OF_LEVEL):
                return Computer(side, name.removeprefix(OF_LEVEL))
        return None

    def _past(self, number: int) -> Game:
        if number == self.number:
            raise KeptGameError(f"game {number} is being played; begin another game first")
        return self.row(number)

    def seen_playing(self) -> KeptGame | None:
        """Return the game being played, or None; nothing is told."""
        try:
            return None if self._row is None else read(self._row)
        except KeptGameError:
            return None

    def playing(self) -> KeptGame | None:
        """Return the game being played, ready to be added to.

        None before the first game, and for one that can't be believed: that is told, where somebody is told.
        Raises KeptGameError where nobody is.
        """
        try:
            self._kept = None if self._row is None else read(self._row)
        except KeptGameError as fault:
            if self.tell is None:
                raise
            self.tell(Message("notes.game-lost", {"why": str(fault)}))
            return None
        return self._kept

    def begin(self, game: AnyPlayersGame, starter: Side | None) -> KeptGame:
        """Begin a new game; the one being played is put aside."""
        return self.begin_from(HistoryOf(game, starter))

    def begin_from(self, history: History[Any]) -> KeptGame:
        """Begin a game as others have played it up to here; its table was never seen on this board.

        The one being played is put aside.
        """
        self._highest += 1
        return self._turn_to(KeptGame(self._highest, history, self._today()))

    def go_on_with(self, history: HistoryOf[Any, Any]) -> None:
        """Go on with the game that this one is, of those being played or put aside; else begin this one.

        Another game may have been played at another board with the same memory meanwhile.
        """
        here, steps = history.without_undone(), len(history.steps)
        for row in reversed(self.listed):
            if row.name == history.game.name and row.steps == steps:
                with suppress(KeptGameError):
                    if (kept := read(row)).history.without_undone() == here:
                        if not row.is_playing:
                            self._turn_to(kept)
                        return
        self.begin_from(history)

    def take_up(self, number: int) -> KeptGame:
        """Go on with a game, and put the one being played aside.

        Raises KeptGameError, or StoreError if it can't be read.
        """
        kept = self.game(number)
        if number == self.number:
            self._kept = kept
            return kept
        return self._turn_to(kept)

    def add(self, events: Iterable[Event], clocks: Clocks | None = None) -> None:
        """Write what happened in the game being played; returns when a power cut would not lose it.

        Or at once, if the disk can't be written: then the ledger owes it. `clocks` are both sides' time now,
        standing; None for a game without a clock. They are written with what happened, or once much of that
        time was used.
        """
        before = after = self._opened()
        for event in events:
            after = after.after(event)
        if after is not before or _has_run(before.clocks, clocks):
            self._keep(replace(after, clocks=clocks or before.clocks))

    def add_result_shown(self) -> None:
        """Write that the result of the game being played was seen: a board switched on begins another."""
        self._keep(replace(self._opened(), is_result_shown=self._opened().is_over))

    def _opened(self) -> KeptGame:
        if self._kept is None:
            self._kept = self.game(self.number)
        return self._kept

    def row(self, number: int) -> Game:
        """Return the row of a game. Raises KeptGameError, or StoreError if it can't be read."""
        if self._row is not None and number == self._row.number:
            return self._row
        for row in self.ledger.find(Game, number=number):
            return row
        known = ", ".join(map(str, self.adjourned)) or "none"
        raise KeptGameError(f"there is no game {number}; those put aside: {known}")

    def _turn_to(self, kept: KeptGame) -> KeptGame:
        if self._row is not None:
            self.ledger.gather(replace(self._row, is_playing=False))
        return self._keep(kept)

    def _keep(self, kept: KeptGame) -> KeptGame:
        self._kept, self._row = kept, kept.row(self._named(kept), is_playing=True)
        self.ledger.keep((self._row,))
        return kept

    @property
    def names(self) -> dict[str, str]:
        """Return what players are called in the game being played; the board by its level."""
        return {} if self._row is None else self._row.called

    def seat(self, referee: object) -> None:
        """Tell a referee who plays now and who has played here, and write who plays."""
        if isinstance(referee, Seated):
            referee.call(self.players(), known_among(lambda: self.ledger))
        if self._row is not None:
            self._keep(self._opened())

    def _named(self, kept: KeptGame) -> dict[str, str]:
        row = self._row
        if row is not None and row.is_over and kept.is_over and row.number == kept.number:
            # Who sits down for the next game has not played this one.
            return self.names
        players = (player.value for player in kept.history.game.players)
        names = dict(zip_longest(players, self.players(), fillvalue=""))
        if (computer := self.computer) is not None and computer.side.value in names:
            names[computer.side.value] = f"{OF_LEVEL}{computer.level}"
        names.pop("", None)
        return names


def _has_run(kept: Clocks | None, clocks: Clocks | None) -> bool:
    """Return whether clocks differ from those that are kept by more than a power cut may give back."""
    if kept is None or clocks is None:
        return clocks is not None
    left = kept.left_seconds
    return any(abs(left[side] - clocks.left_seconds[side]) >= CLOCK_KEPT_SECONDS for side in Side)


class GameKeeper:
    """A listener of the loop that writes the game down as it is played, a row for every turn."""

    def __init__(self, games: KeptGames, game: AnyPlayersGame, starter: Side | None) -> None:
        self._games = games
        self._game = game
        self._starter = starter
        self._result_since: float | None = None

    def __call__(self, moment: Moment) -> None:
        """Write what happened."""
        clocks = moment.decided.clocks
        self._write(moment.decided.events, clocks and clocks.stopped(moment.time))
        self._watch_result(moment)
        # With what others have gathered in this moment.
        self._games.ledger.keep(())

    def _write(self, events: Iterable[Event], clocks: Clocks | None) -> None:
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
                case ComputerSeated(side, level):
                    self._games.computer = None if side is None else Computer(side, level)
                case _:
                    before.append(event)
        self._games.add(before, clocks)

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
