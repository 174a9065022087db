"""The engine's text protocol, after the Universal Chess Interface (https://www.wbec-ridderkerk.nl/html/UCIProtocol.html).

One line is one request or one answer; `serve` holds the conversation with whatever carries the lines.

    position cups 4: 0 0 0 0 pot 0 stock 40 / 0 0 0 0 pot 0 stock 40 / south
    go nodes 20000 lines 2                 also: depth N, seconds S; "go" alone goes on until "stop"
    go nodes 20000 move board 5            that move beside the best one, also where a search leaves it out
    go level 4 seed 17                     the move of a level of play; the same seed gives the same move
    stop                                   the answer so far, at once
    isready                                "readyok", during a search too
    quit

    info line 1 depth 9 nodes 5120 beans -0.5 guess search pv drop 1, drop 3, pass
    bestmove drop 1                        once for each "go"
    bestmove drop 1 after 1.4 overlooked blocks, reply-captures
                                           the same for a level: for how many seconds a person should see it
                                           think, and what kinds of things it overlooked, if any
    error TEXT                             what was wrong with a request; after "go" it stands for "bestmove"
    readyok
"""

import math
import re
import reprlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cupsboard.engine import engines
from cupsboard.engine.analysis import searched_alike
from cupsboard.engine.levels import Level, Opponent, level_named
from cupsboard.engine.player import Clock, Engine, Info, Known, Limit, Source
from cupsboard.rules import games
from cupsboard.rules.errors import RulesError
from cupsboard.rules.games import AnyGame

Receive = Callable[[bool], str | None]
"""The next line. True: wait for it, None is the end. False: None if none is there yet."""
Send = Callable[[str], None]

READY, READY_OK, STOP, QUIT = "isready", "readyok", "stop", "quit"


class ProtocolError(ValueError):
    """Raised for a line that is no request or no answer; the message says what to write."""


@dataclass(frozen=True, slots=True)
class InfoLine:
    """Answer: the engine's knowledge of the line of moves with this number, counted from 1."""

    number: int
    info: Info


@dataclass(frozen=True, slots=True)
class BestMove:
    """Answer: the move to play, which ends the answers to a request."""

    move: str
    pondering_seconds: float | None = None
    """How long a person should see a level think."""
    overlooked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Failure:
    """Answer: the request could not be answered, and why."""

    reason: str


@dataclass(frozen=True, slots=True)
class Ready:
    """Answer: the engine is ready for requests."""


Answer = InfoLine | BestMove | Failure | Ready


def position_request(game: AnyGame, position: Any) -> str:
    """Return the line that tells the engine which position is meant."""
    return f"position {game.name}: {game.format_position(position)}"


def go_request(limit: Limit, lines: int = 1, move: str | None = None) -> str:
    """Return the line that asks the engine for the best `lines` moves within `limit`.

    With `move` that one must be among them.
    """
    given = {"nodes": limit.nodes, "depth": limit.depth, "seconds": limit.seconds, "lines": lines}
    words = ["go", *(f"{name} {value}" for name, value in given.items() if value is not None)]
    return " ".join(words if move is None else [*words, "move", move])


def go_at_level_request(level_name: str, seed: int) -> str:
    """Return the line that asks for the move of a level. Raises ValueError for an unknown level."""
    return f"go level {level_named(level_name).name} seed {seed}"


def is_at_level(line: str) -> bool:
    """Return whether a "go" line asks for the move of a level."""
    return line.split()[1:2] == ["level"]


def read_go_at_level(line: str) -> tuple[Level, int]:
    """Return the level and the seed in a "go level" line.

    Raises ProtocolError, and ValueError for an unknown level.
    """
    match = re.fullmatch(r"go level (\S+) seed (-?[0-9]{1,40})", " ".join(line.split()))
    if match is None:
        raise ProtocolError("go: write a level as 'go level 4 seed 17', the seed a whole number")
    return level_named(match[1]), int(match[2])


def read_go(line: str) -> tuple[Limit, int, str | None]:
    """Return the limit, the number of moves, and the move that is asked for in a "go" line.

    Raises ProtocolError.
    """
    line, _, move = line.partition(" move ")
    words = line.split()[1:]
    given: dict[str, str] = {}
    for name, value in zip(words[::2], [*words[1::2], ""][: len(words[::2])], strict=True):
        if name not in ("nodes", "depth", "seconds", "lines") or name in given:
            raise ProtocolError(
                f"go: {reprlib.repr(name)} is not expected there; write each of nodes N, depth N, seconds S, "
                "lines N at most once"
            )
        given[name] = value
    seconds = given.pop("seconds", None)
    counts = {name: _count(name, value) for name, value in given.items()}
    lines = counts.pop("lines", 1)
    limit = Limit(**counts, seconds=None if seconds is None else _seconds(seconds))
    return limit, lines, move.strip() or None


def format_answer(answer: Answer) -> str:
    """Return an answer as its line of text."""
    match answer:
        case InfoLine(number, info):
            certainty = "exact" if info.is_exact else "guess"
            error = "" if info.error_beans == _untold(info.is_exact) else f" error {info.error_beans!r}"
            return (
                f"info line {number} depth {info.depth} nodes {info.nodes} beans {info.score_beans!r} "
                f"{certainty} {info.source.value}{error} pv {', '.join(info.variation)}"
            )
        case BestMove(move, seconds, overlooked):
            after = "" if seconds is None else f" after {seconds!r}"
            return f"bestmove {move}{after}{' overlooked ' if overlooked else ''}{', '.join(overlooked)}"
        case Failure(reason):
            return f"error {' '.join(reason.split())}"
        case Ready():
            return READY_OK


_INFO = re.compile(
    r"info line ([0-9]+) depth ([0-9]+) nodes ([0-9]+) beans (-?[0-9]+(?:\.[0-9]+)?) "
    r"(exact|guess) ([a-z]+)(?: error ([0-9]+(?:\.[0-9]+)?))? pv (.+)"
)
_BEST_MOVE = re.compile(r"bestmove (.+?)(?: after ([0-9]+\.[0-9]+))?(?: overlooked (.+))?")


def parse_answer(line: str) -> Answer:
    """Return the answer that a line of text holds. Raises ProtocolError."""
    if line == READY_OK:
        return Ready()
    word, _, rest = line.partition(" ")
    if (best := _BEST_MOVE.fullmatch(line)) is not None:
        overlooked = tuple(best[3].split(", ")) if best[3] else ()
        return BestMove(best[1], None if best[2] is None else float(best[2]), overlooked)
    if word == "error" and rest:
        return Failure(rest)
    match = _INFO.fullmatch(line)
    if match is None or match[6] not in [source.value for source in Source]:
        raise ProtocolError(
            f"{reprlib.repr(line)} is not an answer: expected info, bestmove, error or readyok"
        )
    info = Info(
        depth=int(match[2]),
        nodes=int(match[3]),
        score_beans=float(match[4]),
        is_exact=match[5] == "exact",
        variation=tuple(match[8].split(", ")),
        source=Source(match[6]),
        error_beans=float(match[7]) if match[7] else _untold(match[5] == "exact"),
    )
    return InfoLine(int(match[1]), info)


def _untold(is_exact: bool) -> float:
    """Return the error of a score that comes without one."""
    return 0.0 if is_exact else math.inf


Tables = Callable[[AnyGame], Known | None]
"""What a table of exact values tells of a game; None where there is no table."""


def no_tables(_: AnyGame) -> Known | None:
    """Return None: no table is known for any game."""
    return None


def serve(receive: Receive, send: Send, clock: Clock, tables: Tables = no_tables) -> None:
    """Answer requests until "quit" or the end of the lines."""
    Conversation(receive, send, clock, tables).run()


class Conversation:
    """The state of a conversation: the agreed position, and the engine that answered last."""

    def __init__(self, receive: Receive, send: Send, clock: Clock, tables: Tables):
        self._receive, self._send, self._clock = receive, send, clock
        self._tables = tables
        self._waiting: deque[str] = deque()
        """Requests that came during a search."""
        self._has_ended = False
        self._game: AnyGame | None = None
        self._known: Known | None = None
        self._position: Any = None
        self._player: Engine[Any] | Opponent[Any] | None = None
        """Who answered last. There is one at a time: each fills up to a quarter of the memory of a worker."""

    def run(self) -> None:
        """Answer requests until "quit" or the end of the lines.

        After the end of the lines a further call answers those that have come since.
        """
        while not self._has_ended:
            line = self._waiting.popleft() if self._waiting else self._receive(True)
            if line is None:
                return
            try:
                self._obey(line.strip())
            except (ProtocolError, RulesError, ValueError) as fault:
                self._tell(Failure(str(fault)))

    def _obey(self, line: str) -> None:
        match line.partition(" ")[0]:
            case "" | "stop":
                # A search that was to be stopped has ended by itself.
                return
            case "isready":
                self._tell(Ready())
            case "quit":
                self._has_ended = True
            case "position":
                self._set_position(line)
            case "go":
                self._go(line)
            case _:
                raise ProtocolError(
                    f"{reprlib.repr(line)} is not a request: write position, go, stop, isready or quit"
                )

    def _set_position(self, line: str) -> None:
        name, colon, text = line.removeprefix("position").strip().partition(":")
        # Until the new one is read, a "go" must not be answered for the old one.
        self._position = None
        if not colon:
            raise ProtocolError(
                "position: write the game, a colon and the position, as in 'position cups 2: "
                "0 0 pot 0 stock 20 / 0 0 pot 0 stock 20 / south'"
            )
        game = games.named(name.strip())
        if self._game is None or self._game.name != game.name:
            # A table that can't be used leaves no game behind, so the next position says so again.
            self._game = self._player = None
            self._known = self._tables(game)
            self._player = engines.of_game(game, self._clock, self._known)
            self._game = game
        self._position = game.parse_position(text.strip())

    def _go(self, line: str) -> None:
        if self._game is None or self._position is None:
            raise ProtocolError("go: no position to look at; give one with 'position' first")
        if is_at_level(line):
            level, seed = read_go_at_level(line)
            self._go_at_level(self._game, engines.level_of(self._game, level.name), seed)
            return
        limit, lines, move = read_go(line)
        if self._player is None or isinstance(self._player, Opponent):
            self._player = None
            self._player = engines.of_game(self._game, self._clock, self._known)
        # What is found on the way to one move has other lines than the answer.
        report = self._report if move is None else None
        infos = self._player.analyse(self._position, limit, lines, self._is_stopped, report)
        if move is not None and move not in [info.move for info in infos]:
            (side, *_), labels = self._game.movers(self._position), (move, infos[0].move)
            infos = searched_alike(
                self._game, self._position, side, labels, self._player, limit, self._is_stopped
            )
        self._report(infos)
        self._tell(BestMove(infos[0].move))

    def _go_at_level(self, game: AnyGame, level: Level, seed: int) -> None:
        if not isinstance(self._player, Opponent) or self._player.level != level:
            self._player = None
            self._player = engines.at_level(game, level, self._known)
        choice = self._player.choose(self._position, seed, self._is_stopped)
        self._report(choice.infos)
        self._tell(BestMove(choice.move, choice.pondering_seconds, choice.overlooked))

    def _is_stopped(self) -> bool:
        while (line := self._receive(False)) is not None:
            self._waiting.append(line)
        while READY in self._waiting:
            self._waiting.remove(READY)
            self._tell(Ready())
        return STOP in self._waiting or QUIT in self._waiting

    def _report(self, infos: tuple[Info, ...]) -> None:
        for number, info in enumerate(infos, start=1):
            self._tell(InfoLine(number, info))

    def _tell(self, answer: Answer) -> None:
        self._send(format_answer(answer))


def _count(name: str, text: str) -> int:
    if re.fullmatch(r"[1-9][0-9]{0,11}", text) is None:
        raise ProtocolError(f"go: {name} {text or 'nothing'}: write a whole number, 1 or more")
    return int(text)


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value < math.inf:
        raise ProtocolError(
            f"go: seconds {text or 'nothing'}: write a number of seconds, as in 'seconds 1.5'"
        )
    return value
