"""The engine's levels as members of a club: they take the games that they are asked for.

A level is a client as any other, without a connection, and thinks in another process. What it has to do
follows from the entries alone: it is looked for again and again, may be done late, and a restart loses
nothing.
"""

import asyncio
import logging
import os
import secrets
import signal
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any
from zlib import crc32

from cupsboard.distance import wire
from cupsboard.distance.shared_game import SharedGame
from cupsboard.engine import engines
from cupsboard.engine.levels import LEVELS
from cupsboard.rules import games
from cupsboard.rules.places import Side

from cupsclub.people import People
from cupsclub.store.members import Member, Members
from cupsclub.store.port import Records
from cupsclub.web.desk import Desk, Mailbox
from cupsclub.writer import Came, Change, Heard, Left

NAMES = tuple(level.name for level in LEVELS if not level.is_perfect)
LOOK_SECONDS = 20.0
"""How often what may have been missed is looked for: a clock that is over, a move that was not written."""
AGAIN_SECONDS = 30.0
MOST_GAMES = 100
"""Of one level that it plays at once."""
_LOG = logging.getLogger(__name__)


def _stand_back() -> None:
    """Leave Ctrl-C and the processor to the server, in the process that thinks, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(10)
    Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    """End this process where the one that began it was killed; it would wait for work for ever."""
    server = parent_process()
    if server is not None:
        server.join()
    os._exit(0)


def move_of(name: str, position: Any, level: str, seed: int) -> str:
    """Return the move of a level in a position of a game, in a process of its own."""
    game = games.named(name)
    return engines.at_level(game, engines.level_of(game, level)).choose(position, seed).move


@dataclass(slots=True)
class _Level:
    """A level that is a member: its client's number, and its copies of the games that it plays."""

    name: str
    client: int
    member: Member
    games: dict[str, SharedGame] = field(default_factory=dict)


class Levels:
    """Plays for all levels, one move after the other."""

    def __init__(
        self,
        desk: Desk,
        reading: Callable[[], AbstractContextManager[Records]],
        now: Callable[[], float],
        choose: Callable[[str, Any, str, int], str] = move_of,
    ) -> None:
        """`now` is the server's time; `choose` runs in another process."""
        self._desk, self._reading, self._now, self._choose = desk, reading, now, choose
        self._heard = asyncio.Queue[tuple[_Level, wire.FromServer | None]]()

    async def play(self) -> None:
        """Play until this task is called off."""
        while True:
            # A process that is forked from one with threads may hang.
            thinking = ProcessPoolExecutor(1, get_context("spawn"), _stand_back)
            try:
                async with self._there() as levels:
                    await self._serve(levels, thinking)
            except Exception:
                _LOG.exception("the levels stopped, and begin again; please report it")
            finally:
                thinking.shutdown(wait=False, cancel_futures=True)
            await asyncio.sleep(AGAIN_SECONDS)

    @asynccontextmanager
    async def _there(self) -> AsyncIterator[list[_Level]]:
        """Have all levels in the lobby while the block runs."""
        levels, pumps = list[_Level](), list[asyncio.Task[None]]()
        try:
            for number, name in enumerate(NAMES, 1):
                client, token = -number, secrets.token_hex(wire.TOKEN_CHARACTERS // 2)
                entering = Change(partial(_entered, name=name, token=token))
                await self._desk.ask(entering)
                level = _Level(name, client, entering.answer)
                levels.append(level)
                pumps.append(asyncio.create_task(self._pump(level, self._desk.mailbox(client))))
                self._desk.put(Came(client, token))
                await self._desk.ask(Heard(client, wire.Lobby()))
            yield levels
        finally:
            for pump in pumps:
                pump.cancel()
            for level in levels:
                self._desk.forget(level.client)
                self._desk.put(Left(level.client))

    async def _pump(self, level: _Level, box: Mailbox) -> None:
        while (letter := await box.next()) is not None:
            box.sent(letter)
            self._heard.put_nowait((level, wire.server_message(letter.text)))
        self._heard.put_nowait((level, None))

    async def _serve(self, levels: list[_Level], thinking: Executor) -> None:
        while True:
            try:
                level, message = await asyncio.wait_for(self._heard.get(), LOOK_SECONDS)
            except TimeoutError:
                await self._look(levels)
                for each in levels:
                    for code in list(each.games):
                        await self._act(each, code, thinking)
                continue
            match message:
                case wire.News() if level is levels[0]:
                    await self._look(levels)
                case wire.Entries():
                    await self._take(level, message)
                    await self._act(level, message.game, thinking)
                case wire.Refused(code, "unknown-game"):
                    level.games.pop(code, None)
                case wire.Bye() | None:
                    raise ConnectionError(f"level {level.name} was cut off")

    async def _look(self, levels: list[_Level]) -> None:
        """Take the games that levels are asked for, and take up those that they play."""
        for level, code, is_asked in await asyncio.to_thread(self._found, levels):
            if is_asked:
                # One that could not be joined, as after many in a day, is declined.
                wish = wire.Withdraw(code) if code in level.games else wire.Join(code, level.member.name)
                await self._desk.ask(Heard(level.client, wish))
            await self._desk.ask(Heard(level.client, wire.Follow(code)))

    def _found(self, levels: list[_Level]) -> list[tuple[_Level, str, bool]]:
        by_number = {level.member.number: level for level in levels}
        with self._reading() as records:
            members = Members(records)
            asked = [game for code in members.sought() if (game := records.game(code)) is not None]
            found = [
                (by_number[game.to], game.code, True)
                for game in asked
                if game.to in by_number and engines.is_played(games.named(game.name))
            ]
            for level in levels:
                going = members.played(MOST_GAMES, member=level.member.number, is_going=True)
                found += [(level, code, False) for code in going if code not in level.games]
        return found

    async def _take(self, level: _Level, told: wire.Entries) -> None:
        """Bring a level's copy of a game up to date, and let the oldest go of many that are over."""
        game = level.games.pop(told.game, SharedGame()) if told.since is None else SharedGame()
        for entry in told.entries:
            if entry.n == game.n + 1:
                game = game.followed(entry)
        level.games[told.game] = game
        if told.head > game.n and told.since is None:
            await self._desk.ask(Heard(level.client, wire.Follow(told.game)))
        over = [code for code, each in level.games.items() if each.end is not None]
        for code in over[: max(0, len(over) - MOST_GAMES)]:
            del level.games[code]

    async def _act(self, level: _Level, code: str, thinking: Executor) -> None:
        """Do what a level has to do in a game, if anything; forget a game that another one follows."""
        game = level.games.get(code)
        if game is None or game.begin is None:
            return
        own = next(Side(side) for side, number in game.begin.members.items() if number == level.member.number)
        act = answer_of(game, own, self._now())
        if act is None and game.to_move is own and game.history is not None:
            asked = game.begin.game, game.history.position, level.name, crc32(code.encode())
            label = await asyncio.get_running_loop().run_in_executor(thinking, self._choose, *asked)
            act = wire.Move(label)
        if act is not None:
            say = wire.Say(code, secrets.token_hex(wire.KEY_CHARACTERS // 2), game.changed, wire.plain(act))
            await self._desk.ask(Heard(level.client, say))
        elif game.following is not None:
            del level.games[code]


def _entered(people: People, *, name: str, token: str) -> Member:
    return people.engine(name, token)


def answer_of(game: SharedGame, own: Side, now: float) -> wire.Act | None:
    """Return what a level says beside moves; None where nothing is to be said."""
    if game.end is not None:
        return wire.Again() if own.other in game.again and own not in game.again else None
    if game.ask is not None and game.ask.by is own.other:
        is_kind = game.ask.ask.what != "abort" or not (game.begin and game.begin.rated)
        return wire.Yes(game.ask.n) if is_kind else wire.No(game.ask.n)
    if game.clocks is not None and not game.is_waiting and game.clocks.is_over(own.other, now):
        return wire.TimedOut()
    return None
