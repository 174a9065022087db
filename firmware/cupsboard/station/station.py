"""A board at work: one activity after the other, with the same lines, lights and page."""

import argparse
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, BinaryIO

from cupsboard.distance.seat import Seat
from cupsboard.drivers.assembly import Wired
from cupsboard.loop import UNTOUCHED_STEP_SECONDS
from cupsboard.rules import games
from cupsboard.rules.errors import RulesError
from cupsboard.scales.errors import SensingError
from cupsboard.session.missing_parts import MissingParts
from cupsboard.session.orders import (
    Ask,
    Begin,
    BeginAnew,
    CalibrationBack,
    Change,
    MakeProfile,
    NewGame,
    Order,
    OrderRefused,
    Orders,
    PowerOff,
    Update,
    carried_out,
    refuse,
)
from cupsboard.signs.scene import Message, Scene
from cupsboard.station.files.board_files import BoardFiles, now, owners_at
from cupsboard.station.files.disk_writer import disk_writer, finish_writing
from cupsboard.station.game.beginning import Chosen
from cupsboard.station.game.refereed_game import Refereeing, refereeing
from cupsboard.station.jobs.activities import prepared
from cupsboard.station.occupation import GAME, Doing, Over, Wanted
from cupsboard.station.page import own_files, system
from cupsboard.station.page.first_steps import steps
from cupsboard.station.page.live_page import LivePage
from cupsboard.station.settings import BoardSettings
from cupsboard.station.terminal.console import say
from cupsboard.station.terminal.language import in_words
from cupsboard.station.work import CantPlay, PairingPhone, Working
from cupsboard.storage import backup
from cupsboard.storage.journal import JournalError
from cupsboard.storage.paths import TRACE, Homes
from cupsboard.storage.settings import Settings
from cupsboard.storage.writer import Job
from cupsboard.systemd.exit_codes import Ending
from cupsboard.systemd.notify import CANT_PLAY, Watched, teller, watchdog_seconds

BEAT_SECONDS = UNTOUCHED_STEP_SECONDS
"""Longest sleep; bounds the reaction time to SIGTERM and to an order from the page. A board at rest is
stepped then anyway."""

IsAsked = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class _Write:
    """A write that an order began, and how the order is carried out once that has ended."""

    job: Job[Any]
    go_on: Callable[[Doing], object]
    """Raises OrderRefused where it could not be written."""


class Station:
    """One board, and whatever it is busy with."""

    def __init__(
        self,
        asked: argparse.Namespace,
        at: BoardFiles,
        ready: Wired,
        is_asked_to_end: IsAsked,
        seat: Seat | None = None,
    ) -> None:
        """`asked` is what the options of `cupsboard play` say; `seat` is at a game with another board."""
        self._asked, self._seat = asked, seat
        self._ready = ready
        self._is_asked_to_end = is_asked_to_end
        self._game = Wanted()
        """How a game goes on, or begins."""
        self.orders = Orders()
        """What is ordered at the page, in any thread."""
        self._wanted: Wanted | Over | None = None
        self._doing: Doing | None = None
        owners = owners_at(at.state, self._tell)
        self.page = LivePage(at.profile, self.orders, owners, partial(_back_up, at), at.state_path / TRACE)
        """What it shows of itself, before it runs."""
        self._homes = at.homes
        if at.homes is not None and not asked.no_page:
            own_files.add_to(self.page, at.homes, self.orders)
        if not asked.no_page:
            own_files.add_care_to(self.page, at)
            system.add_to(self.page)
        self._settings = BoardSettings(asked, at, ready.board.lights, self._tell)
        self._show_settings()
        self._waiting: tuple[_Write, Future[None]] | None = None
        self._missing_parts = MissingParts(lambda message: say(in_words(message)))
        self._watched = _watched()

    def run(self, first: Wanted) -> int:
        """Be busy with one thing after the other until asked to end; the exit code.

        Raises DriverError, or OSError for what may pass by itself.
        """
        with ExitStack() as stack:
            page = self.page
            stack.callback(self.orders.refuse_all, "ends")
            stack.callback(self._refuse_waiting, "ends-writing")
            stack.callback(finish_writing)
            if not self._asked.no_page:
                stack.callback(page.served(self._asked.listen, self._asked.port, self._missing_parts).close)
            wanted: Wanted | Over = first
            while isinstance(wanted, Wanted):
                with self._begun(wanted) as doing:
                    self._doing = doing
                    page.steps = steps(self._settings.at, is_examined=page.is_examined)
                    page.turn_to(doing)
                    wanted = self._kept_at(doing, page)
            if self._watched is not None:
                self._watched.stopping()
        return wanted.code

    @property
    def activity(self) -> str:
        """What the board is busy with, by the name that pages have for it; "" before it begins."""
        return "" if self._doing is None else self._doing.section()["name"]

    @property
    def scene(self) -> Scene | None:
        """What the board shows now; None where there is nothing yet."""
        return None if self._doing is None else self._doing.loop.scene

    def _change(self, written: Job[Settings], doing: Doing) -> None:
        """Go on with the game by other settings, which are written. Raises OrderRefused if they are not."""
        plays = doing.plays if isinstance(doing, Refereeing) else None
        is_other, plays = self._settings.changed(written, plays)
        self._show_settings()
        if is_other and isinstance(doing, Refereeing):
            self._wanted = Wanted(chosen=Chosen(None, plays))

    def _show_settings(self) -> None:
        # Files that a command names are its own: they are not written from a page.
        self.page.settings = {**self._settings.section, "hasOwnFiles": self._homes is not None}

    def _new_game(self, doing: Doing, name: str) -> None:
        if not isinstance(doing, Refereeing):
            raise OrderRefused("no-game")
        if self._seat is not None:
            raise OrderRefused("shared")
        if name not in doing.section().get("games", ()):
            raise OrderRefused("not-offered")
        self._wanted = Wanted(chosen=Chosen(games.named(name), doing.plays))

    def _tell(self, message: Message) -> None:
        say(in_words(message))

    @contextmanager
    def _begun(self, wanted: Wanted) -> Iterator[Doing]:
        with ExitStack() as stack:
            yield self._begun_on(wanted, stack)

    def _begun_on(self, wanted: Wanted, stack: ExitStack) -> Doing:
        if self._watched is not None:
            self._missing_parts.show_by(self._watched.lack)
        if wanted.is_pairing:
            pairing = PairingPhone(self._settings.at, self._ready)
            stack.callback(pairing.pairing.end)
            stack.enter_context(self._missing_parts.telling(pairing.view.note))
            return pairing
        if (why := self._settings.at.no_profile) is not None:
            return self._complaining(why, Ending.TRY_AGAIN, "start the board again")
        try:
            if wanted.prepared is not None:
                job = wanted.prepared(self._ready)
                doing = Working(job, self._settings.at, self._ready, disk_writer())
                stack.enter_context(self._missing_parts.telling(doing.view.note))
                return doing
            game = refereeing(
                self._settings.asked,
                self._settings.at,
                self._ready,
                wanted.chosen,
                self._missing_parts,
                self._watched,
                self._seat,
            )
            return stack.enter_context(game)
        except JournalError as fault:
            # Of all games only one that was asked for by its number is not played around.
            return self._complaining(str(fault), Ending.REFUSED)
        except (SensingError, RulesError) as fault:
            # Somebody may calibrate the board meanwhile, or weigh its pieces.
            return self._complaining(str(fault), Ending.TRY_AGAIN)

    def _complaining(self, reason: str, code: int, then: str = "press a button") -> Doing:
        """Say with all lights that this board can't play, and what to do `then`, once that is mended.

        A button looks whether it is.
        """
        say(f"cupsboard: {reason}")
        say(f"(the lights show that this board can't play; once that is mended, {then}; Ctrl-C ends it)")
        if self._watched is not None:
            self._watched.lack(f"{CANT_PLAY}: {reason}")
        may_have_owner = not self._asked.no_page
        return CantPlay(reason, code, self._settings.at, self._ready, may_have_owner=may_have_owner)

    def _kept_at(self, doing: Doing, page: LivePage) -> Wanted | Over:
        clock = self._ready.board.clock
        self._wanted = None
        while not self._is_asked_to_end():
            following = self._wanted or doing.following()
            if isinstance(following, Over):
                return following
            if following is not None:
                return self._next(doing, following)
            self._take_orders(doing)
            doing.loop.step()
            if self._watched is not None and doing.loop.weighed_at is not None:
                # A service that weighs is alive, whatever it is busy with.
                self._watched.weighed(doing.loop.weighed_at)
            page.look(clock.now())
            doing.loop.rest_until(clock.now() + BEAT_SECONDS)
        return Over(doing.code if isinstance(doing, CantPlay) else Ending.WELL)

    def _take_orders(self, doing: Doing) -> None:
        """Carry out what the owner orders; behind one that is being written all others wait."""
        if self._waiting is not None:
            write, answer = self._waiting
            if not write.job.is_done:
                return
            self._waiting = None
            _answered(answer, lambda: write.go_on(doing))
        for order, answer in self.orders.take():
            try:
                begun = self._obey(doing, order)
            except OrderRefused as why:
                refuse(answer, why)
                continue
            if begun is None:
                carried_out(answer)
            elif begun.job.is_done:
                _answered(answer, partial(begun.go_on, doing))
            else:
                self._waiting = begun, answer
                return

    def _refuse_waiting(self, why: str) -> None:
        if self._waiting is not None:
            refuse(self._waiting[1], OrderRefused(why))

    def _next(self, doing: Doing, following: Wanted) -> Wanted:
        if isinstance(doing, Refereeing):
            self._game = doing.afterwards()
        return self._game if following == Wanted() else following

    def _obey(self, doing: Doing, order: Order) -> _Write | None:
        """Carry out an order, or return the write that must end first. Raises OrderRefused."""
        match order:
            case Change():
                changed = self._settings.begin_change(order.values, disk_writer())
                return _Write(changed, partial(self._change, changed))
            case MakeProfile():
                written = disk_writer()(lambda: own_files.write_profile(self._homes, order))
                return _Write(written, lambda _: self._begin_anew(written))
            case CalibrationBack(name) if not isinstance(doing, Working):
                back = disk_writer()(lambda: own_files.calibration_back(self._settings.at, name))
                return _Write(back, partial(self._with_calibration, back))
            case BeginAnew():
                self._begin_anew()
            case PowerOff() | Update():
                system.ask(order)
            case NewGame():
                self._new_game(doing, order.name)
            case Begin():
                self._turn_to(doing, order)
            case Ask() if not isinstance(doing, PairingPhone):
                raise OrderRefused("not-open")
            case _:
                doing.obey(order)
        return None

    def _with_calibration(self, back: Job[None], doing: Doing) -> None:
        """Go on with a calibration that is in force again. Raises OrderRefused where it could not be."""
        back.result()
        self._wanted = doing.afterwards() if isinstance(doing, Refereeing) else Wanted()

    def _begin_anew(self, written: Job[None] | None = None) -> None:
        if written is not None:
            written.result()
        say("(the board ends, to begin anew with other files: a service does so by itself)")
        self._wanted = Over(Ending.TRY_AGAIN)

    def _turn_to(self, doing: Doing, order: Begin) -> None:
        if isinstance(doing, Working) and doing.is_writing:
            raise OrderRefused("writing")
        if self._settings.at.no_profile is not None:
            raise OrderRefused("no-profile")
        if order.activity == GAME:
            self._wanted = None if isinstance(doing, Refereeing) else Wanted()
            return
        try:
            self._wanted = Wanted(prepared(order.activity, self._settings.at, order.options))
        except (SensingError, RulesError, OSError) as fault:
            raise OrderRefused.because(fault) from None


def _answered(answer: "Future[None]", carry_out: Callable[[], object]) -> None:
    """Carry out an order, and answer it."""
    try:
        carry_out()
    except OrderRefused as why:
        refuse(answer, why)
    else:
        carried_out(answer)


def _back_up(at: BoardFiles, file: BinaryIO) -> None:
    backup.write(file, Homes(at.calibration_path.parent, at.state_path), now())


def _watched() -> Watched | None:
    tell = teller(os.environ)
    return None if tell is None else Watched(tell, watchdog_seconds(os.environ, os.getpid()))
