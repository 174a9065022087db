"""A board at work: one activity after the other, with the same lines, lights and page."""

import os
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias

from cupsboard.drivers.assembly import Wired
from cupsboard.engine.puzzles import SOLVER, begun
from cupsboard.loop import UNTOUCHED_STEP_SECONDS, Loop
from cupsboard.ports import StoreError
from cupsboard.referee.computer import Computer
from cupsboard.rules import games
from cupsboard.rules.clocks import Clock
from cupsboard.rules.errors import RulesError
from cupsboard.rules.families import OWN
from cupsboard.rules.odds import without_odds
from cupsboard.scales.errors import SensingError
from cupsboard.session import orders
from cupsboard.session.missing_parts import MissingParts
from cupsboard.session.resume import require_known
from cupsboard.signs.phrases import game_phrases
from cupsboard.signs.scene import Message, Scene
from cupsboard.signs.sentences import read_language
from cupsboard.station.club import Club, club_plan, in_club
from cupsboard.station.files.board_files import BoardFiles, disk_writer, finish_writing, now, owners_at
from cupsboard.station.game.beginning import NextGame
from cupsboard.station.game.refereed_game import RefereedGame, refereed
from cupsboard.station.game.wished_game import puzzle_numbered, wished
from cupsboard.station.jobs.activities import prepared
from cupsboard.station.occupation import GAME, LYING, End, Occupation, Plan
from cupsboard.station.page import own_files, system
from cupsboard.station.page.live_page import LivePage, steps
from cupsboard.station.settings import BoardSettings, Settings, seats_at
from cupsboard.station.terminal.console import say
from cupsboard.station.terminal.follower import Follower
from cupsboard.station.terminal.language import in_words, language
from cupsboard.station.voice import Voice
from cupsboard.station.wishes import GameWish, SeatWish, Wishes
from cupsboard.station.work import Hindrance, Invitation, Work
from cupsboard.storage import backup
from cupsboard.storage.games import KeptGameError
from cupsboard.storage.own_puzzles import own_puzzles
from cupsboard.storage.paths import TRACE, Homes
from cupsboard.storage.writer import BesideTheLoop, Job, at_once
from cupsboard.systemd.exit_codes import Ending
from cupsboard.systemd.notify import CANT_PLAY, Watched, teller, watchdog_seconds

if TYPE_CHECKING:
    from cupsboard.distance.seat import Seat
    from cupsboard.station.broker import Broker


BEAT_SECONDS = UNTOUCHED_STEP_SECONDS
"""Longest sleep; bounds the reaction time to SIGTERM and to an order from the page. A board at rest is
stepped then anyway."""

IsAsked = Callable[[], bool]
SitDown: TypeAlias = "Callable[[SeatWish, games.AnyPlayersGame], AbstractContextManager[Seat | None]]"
"""Has a seat at a shared game while a block runs; one that is opened is of the game that is given.

Raises RulesError, or OSError where there is none now."""


@dataclass(frozen=True, slots=True)
class _Write:
    """A write that an order began, and how the order is carried out once that has ended."""

    job: Job[Any]
    go_on: Callable[[Occupation], object]
    """Raises OrderRefused where it could not be written."""


def first_plan(wishes: Wishes, at: BoardFiles) -> Plan:
    """Return what a board begins with. Raises SensingError, RulesError or OSError for a job it can't do."""
    return Plan() if wishes.job is None else Plan(prepared(wishes.job, at))


class Station:
    """One board, and whatever it is busy with."""

    def __init__(
        self,
        wishes: Wishes,
        at: BoardFiles,
        ready: Wired,
        is_asked_to_end: IsAsked,
        seat: "Seat | None" = None,
        sit_down: "SitDown | None" = None,
    ) -> None:
        """`seat` is at a game with another board; `sit_down` gets one when an owner orders that."""
        self._page_wish, self._seat, self._sit_down = wishes.page, seat, sit_down
        self._sitting = ExitStack()
        self._own_plays: Computer | None = None
        self._announced_to: str | None = None
        self._broker: Broker | None = None
        # No game is played with a cell alone.
        self._is_job_all = (
            wishes.job is not None
            and wishes.job.activity != LYING
            and (wishes.page is None or not at.profile.owners)
        )
        self._ready = ready
        self._is_asked_to_end = is_asked_to_end
        self._game = Plan()
        """How a game goes on, or begins."""
        self.orders = orders.Orders()
        """What is ordered at the page, in any thread."""
        self._plan: Plan | End | None = None
        self._occupation: Occupation | None = None
        owners = owners_at(at.state_path, self._tell)
        self.page = LivePage(at.profile, self.orders, owners, partial(_back_up, at), at.state_path / TRACE)
        """What it shows of itself, before it runs."""
        self._homes = at.homes
        if at.homes is not None and wishes.page is not None:
            own_files.add_to(self.page, at.homes, self.orders)
        if wishes.page is not None:
            own_files.add_care_to(self.page, at)
            system.add_to(self.page)
        self._club = Club(at.state)
        self.page.club = self._club
        self._settings = BoardSettings(wishes, at, ready.board.lights, self._tell)
        self._show_settings()
        self._waiting: tuple[_Write, Future[None]] | None = None
        self._missing_parts = MissingParts(lambda message: say(in_words(message)))
        self._voice = Voice(self._missing_parts)
        self._watched = _watched()

    def run(self, first: Plan) -> int:
        """Be busy with one thing after the other until asked to end; the exit code.

        Raises DriverError, or OSError for what may pass by itself.
        """
        with ExitStack() as stack:
            page = self.page
            stack.callback(self.orders.refuse_all, "ends")
            stack.callback(self._refuse_waiting, "ends-writing")
            stack.callback(finish_writing)
            stack.callback(self._voice.close)
            stack.callback(self._club.close)
            stack.callback(lambda: self._sitting.close())
            if (served := self._page_wish) is not None:
                stack.callback(page.served(served.address, served.port, self._missing_parts).close)
            stack.callback(self._end_announcing)
            self._announce_to(self._settings.wishes.mqtt)
            plan: Plan | End = first
            while isinstance(plan, Plan):
                with ExitStack() as during:
                    self._occupation = occupation = self._begun(plan, during)
                    page.steps = steps(self._settings.at, is_examined=page.is_examined)
                    page.turn_to(occupation)
                    plan = self._kept_at(occupation, page)
            if self._watched is not None:
                self._watched.stopping()
        return plan.code

    @property
    def activity(self) -> str:
        """Return what the board is busy with, by the name that pages have for it; "" before it begins."""
        return "" if self._occupation is None else self._occupation.section()["name"]

    @property
    def loop(self) -> Loop | None:
        """Return what runs the present activity; None before it begins."""
        return None if self._occupation is None else self._occupation.loop

    @property
    def is_of_club(self) -> bool:
        """Return whether two members of the club play here."""
        return self._club.sitting is not None

    @property
    def scene(self) -> Scene | None:
        """Return what the board shows now; None where there is nothing yet."""
        return None if self._occupation is None else self._occupation.loop.scene

    def _change(self, written: Job[Settings], occupation: Occupation) -> None:
        """Go on with the game by other settings, which are written. Raises OrderRefused if they are not."""
        plays = occupation.plays if isinstance(occupation, RefereedGame) else None
        is_other, plays = self._settings.changed(written, plays)
        self._show_settings()
        self._announce_to(self._settings.wishes.mqtt)
        if isinstance(occupation, RefereedGame):
            occupation.seat_players()
            if is_other:
                self._plan = Plan(chosen=NextGame(None, plays))

    def _announce_to(self, address: str | None) -> None:
        """Announce what happens to the broker at an address, and to no other; None for none at all."""
        if address == self._announced_to:
            return
        self._announced_to, self.page.tell = address, None
        if self._broker is not None:
            self._broker.end()
            self._broker = None
        if address is not None:
            # A board that announces nothing loads none of this.
            from cupsboard.station import broker

            spoken, settings = self._settings.spoken, self._settings.at.calibration_path.parent
            said_in = language() if spoken is None else read_language(spoken.language)
            self._broker = broker.told(address, settings, self._missing_parts, said_in)
            self.page.tell = self._broker.tell

    def _end_announcing(self) -> None:
        if self._broker is not None:
            self._broker.close()

    def _show_settings(self) -> None:
        # Files that a command names are its own: they are not written from a page.
        self.page.settings = {**self._settings.section, "hasOwnFiles": self._homes is not None}

    def _new_game(self, occupation: Occupation, name: str, clock: Clock | None) -> _Write | None:
        """Begin a game of this name, or by rules of one's own, with this clock. Raises OrderRefused."""
        if not isinstance(occupation, RefereedGame):
            raise orders.OrderRefused("no-game")
        if self._seat is not None:
            raise orders.OrderRefused("shared")
        self._require_no_club_game()
        if name.startswith(f"{OWN} {{"):
            # Whether the board can follow the game is tried on some games: that keeps no board waiting.
            found = self._beside(lambda: wished(GameWish(name), self._settings.at.profile))
            return _Write(found, partial(self._begin_own, found, clock))
        if without_odds(name) not in map(without_odds, occupation.section().get("games", ())):
            raise orders.OrderRefused("not-offered")
        try:
            self._plan = Plan(chosen=NextGame(games.named(name), occupation.plays, clock=clock))
        except RulesError as fault:
            raise orders.OrderRefused.because(fault) from None
        return None

    def _begin_own(self, found: Job[Any], clock: Clock | None, occupation: Occupation) -> None:
        try:
            game = found.result()
        except RulesError as fault:
            raise orders.OrderRefused.because(fault) from None
        if isinstance(occupation, RefereedGame):
            self._plan = Plan(chosen=NextGame(game, occupation.plays, clock=clock))

    def _put_up(self, occupation: Occupation, number: int) -> None:
        """Begin the puzzle of this number, which people solve. Raises OrderRefused."""
        if not isinstance(occupation, RefereedGame):
            raise orders.OrderRefused("no-game")
        if self._seat is not None:
            raise orders.OrderRefused("shared")
        self._require_no_club_game()
        start, memory = occupation.playing.start, self._settings.at.memory
        try:
            puzzle = puzzle_numbered(str(number), own_puzzles(memory))
            history = begun(puzzle, games.named(puzzle.game))
            if not games.is_at_home(history.game, start.profile.cups):
                raise orders.OrderRefused("puzzle-size", number=number, game=game_phrases(puzzle.game))
            require_known(start.profile, start.calibration, history.game, start.options)
        except (RulesError, SensingError, StoreError) as fault:
            raise orders.OrderRefused.because(fault) from None
        plays = occupation.plays
        computer = None if plays is not None and plays.side is SOLVER else plays
        self._plan = Plan(chosen=NextGame(history.game, computer, begun=history))

    def _change_past(
        self, occupation: Occupation, order: orders.Delete | orders.Rename | orders.TakeUp
    ) -> _Write | None:
        """Delete, rename or go on with a game of the past. Raises OrderRefused."""
        if not isinstance(occupation, RefereedGame):
            raise orders.OrderRefused("no-game")
        games, number = occupation.playing.games, order.number
        if number == games.number:
            raise orders.OrderRefused("being-played")
        try:
            match order:
                case orders.Delete():
                    games.delete(number)
                case orders.Rename(_, names):
                    games.rename(number, names)
                case orders.TakeUp() if self._seat is not None:
                    raise orders.OrderRefused("shared")
                case orders.TakeUp():
                    self._require_no_club_game()
                    start = occupation.playing.start
                    kept = games.game(number)
                    game = kept.history.game
                    if kept.is_over:
                        raise orders.OrderRefused("over")
                    if game.name != start.game.name:
                        require_known(start.profile, start.calibration, game, start.options)
                    plays = games.computer_of(number)
                    if plays is not None and plays.level not in start.options.levels:
                        raise orders.OrderRefused("other-engine", engine=plays.level)
                    # Who played it sits down again.
                    changed = self._settings.begin_change(seats_at(games, number), disk_writer())
                    following = NextGame(None, plays, number=number)
                    return _Write(changed, partial(self._take_up, changed, following))
        except (KeptGameError, RulesError, SensingError, OSError) as fault:
            raise orders.OrderRefused.because(fault) from None
        return None

    def _take_up(self, written: Job[Settings], following: NextGame, occupation: Occupation) -> None:
        if not isinstance(occupation, RefereedGame):
            raise orders.OrderRefused("no-game")
        self._settings.changed(written, occupation.plays)
        self._show_settings()
        self._plan = Plan(chosen=following)

    def _begin_sharing(self, occupation: Occupation, is_wanted: bool) -> _Write:
        """Begin to sit down at a game with a friend, or to leave it. Raises OrderRefused."""
        sit_down, at = self._sit_down, self._settings.at
        if not isinstance(occupation, RefereedGame):
            raise orders.OrderRefused("no-game")
        self._require_no_club_game()
        game = occupation.playing.start.game
        if is_wanted and not games.may_be_far(game):
            raise orders.OrderRefused("not-far", game=game_phrases(game.name))
        if sit_down is None or is_wanted == (self._seat is not None):
            raise orders.OrderRefused("shared" if is_wanted else "not-shared")
        wish = self._settings.friend_wish

        def changed() -> "Seat | None":
            # Whatever takes long keeps neither the board nor its disk waiting.
            from cupsboard.station.game import shared_seat

            self._sitting.close()
            with ExitStack() as stack:
                seat = stack.enter_context(sit_down(wish, game)) if is_wanted else None
                shared_seat.note_order(at.state, at.memory, is_ordered=is_wanted)
                self._sitting = stack.pop_all()
            return seat

        job = self._beside(changed)
        return _Write(job, partial(self._share, job))

    @cached_property
    def _beside(self) -> BesideTheLoop:
        return BesideTheLoop()

    def _share(self, sat_down: "Job[Seat | None]", occupation: Occupation) -> None:
        try:
            self._seat = sat_down.result()
        except (RulesError, OSError) as fault:
            raise orders.OrderRefused.because(fault) from None
        if self._seat is not None and isinstance(occupation, RefereedGame):
            self._own_plays = occupation.plays
        plays = self._own_plays if self._seat is None else None
        self._plan = Plan(chosen=NextGame(None, plays, is_own=self._seat is None))

    def _tell(self, message: Message) -> None:
        say(in_words(message))

    def _begun(self, plan: Plan, stack: ExitStack) -> Occupation:
        """Begin what is planned; it ends with the stack."""
        if self._watched is not None:
            self._missing_parts.show_by(self._watched.lack)
        if plan.is_pairing:
            pairing = Invitation(self._settings.at, self._ready)
            stack.callback(pairing.pairing.end)
            stack.enter_context(self._missing_parts.telling(pairing.view.note))
            return pairing
        if (why := self._settings.at.no_profile) is not None:
            return self._complaining(why, Ending.TRY_AGAIN, "start the board again")
        try:
            if plan.prepared is not None:
                job = plan.prepared(self._ready)
                # Where nothing goes on meanwhile, nothing is written beside it.
                writer = at_once if self._is_job_all else disk_writer()
                follower = self._settings.wishes.follower or Follower()
                occupation = Work(
                    job,
                    self._settings.at,
                    self._ready,
                    writer,
                    follower,
                    is_all=self._is_job_all,
                    is_shown=self._page_wish is not None,
                )
                stack.enter_context(self._missing_parts.telling(occupation.view.note))
                return occupation
            game = refereed(
                self._settings.wishes,
                self._settings.at,
                self._ready,
                plan.chosen,
                self._missing_parts,
                self._watched,
                self._settings.players,
                self.orders,
                self._club,
                self._seat,
            )
            return stack.enter_context(game)
        except KeptGameError as fault:
            # Of all games only one that was asked for by its number is not played around.
            return self._complaining(str(fault), Ending.REFUSED)
        except (SensingError, RulesError) as fault:
            if self._is_job_all:
                raise
            # Its owner may calibrate the board meanwhile, or weigh its pieces.
            return self._complaining(str(fault), Ending.TRY_AGAIN)

    def _complaining(self, reason: str, code: int, then: str = "press a button") -> Occupation:
        """Say with all lights that this board can't play, and what to do `then`, once that is mended.

        A button looks whether it is.
        """
        say(f"cupsboard: {reason}")
        say(f"(the lights show that this board can't play; once that is mended, {then}; Ctrl-C ends it)")
        if self._watched is not None:
            self._watched.lack(f"{CANT_PLAY}: {reason}")
        may_have_owner = self._page_wish is not None
        return Hindrance(reason, code, self._settings.at, self._ready, may_have_owner=may_have_owner)

    def _kept_at(self, occupation: Occupation, page: LivePage) -> Plan | End:
        clock = self._ready.board.clock
        self._plan = None
        self._club.is_busy = self._seat is not None or not isinstance(occupation, RefereedGame)
        while not self._is_asked_to_end():
            following = self._plan or occupation.following() or self._called(occupation)
            if isinstance(following, End):
                return following
            if following is not None:
                return self._next(occupation, following)
            self._take_orders(occupation)
            occupation.loop.step()
            spoken = self._settings.spoken
            scene = occupation.loop.scene
            if scene is not None and isinstance(occupation, RefereedGame):
                scene = occupation.over(scene, clock.now())
            self._voice.look(scene, spoken, page.players if spoken else {})
            if self._watched is not None and occupation.loop.weighed_at is not None:
                # A service that weighs is alive, whatever it is busy with.
                self._watched.weighed(occupation.loop.weighed_at)
            page.look(clock.now())
            occupation.loop.rest_until(clock.now() + BEAT_SECONDS)
        return End(occupation.code if isinstance(occupation, Hindrance) else Ending.WELL)

    def _take_orders(self, occupation: Occupation) -> None:
        """Carry out what the owner orders; behind one that is being written all others wait."""
        if self._waiting is not None:
            write, answer = self._waiting
            if not write.job.done():
                return
            self._waiting = None
            _answered(answer, lambda: write.go_on(occupation))
        for order, answer in self.orders.take():
            try:
                begun = self._obey(occupation, order)
            except orders.OrderRefused as why:
                orders.refuse(answer, why)
                continue
            if begun is None:
                orders.carried_out(answer)
            elif begun.job.done():
                _answered(answer, partial(begun.go_on, occupation))
            else:
                self._waiting = begun, answer
                return

    def _refuse_waiting(self, why: str) -> None:
        if self._waiting is not None:
            orders.refuse(self._waiting[1], orders.OrderRefused(why))

    def _next(self, occupation: Occupation, following: Plan) -> Plan:
        if isinstance(occupation, RefereedGame):
            self._game = occupation.afterwards()
        self._seat = following.seat or self._seat
        if following.sitting is not None:
            self._club.sit(following.sitting)
        return self._game if following == Plan() else following

    def _obey(self, occupation: Occupation, order: orders.Order) -> _Write | None:
        """Carry out an order, or return the write that must end first. Raises OrderRefused."""
        match order:
            case orders.Change():
                changed = self._settings.begin_change(order.values, disk_writer())
                return _Write(changed, partial(self._change, changed))
            case orders.MakeProfile():
                written = disk_writer()(lambda: own_files.write_profile(self._homes, order))
                return _Write(written, lambda _: self._begin_anew(written))
            case orders.CalibrationBack(name) if not isinstance(occupation, Work):
                back = disk_writer()(lambda: own_files.calibration_back(self._settings.at, name))
                return _Write(back, partial(self._with_calibration, back))
            case orders.BeginAnew():
                self._begin_anew()
            case orders.PowerOff() | orders.Update():
                system.ask(order)
            case orders.Friend(is_wanted):
                return self._begin_sharing(occupation, is_wanted)
            case (
                orders.JoinClub()
                | orders.LeaveClub()
                | orders.CallMembers()
                | orders.ConfirmHere()
                | orders.GiveUpCall()
            ):
                asked = self._beside(partial(in_club, self._club, order))
                return _Write(asked, lambda _: _of_club(asked))
            case orders.NewGame():
                return self._new_game(occupation, order.name, order.clock)
            case orders.PutUp(number):
                self._put_up(occupation, number)
            case orders.Delete() | orders.Rename() | orders.TakeUp():
                return self._change_past(occupation, order)
            case orders.Begin():
                self._turn_to(occupation, order)
            case orders.Ask() if not isinstance(occupation, Invitation):
                raise orders.OrderRefused("not-open")
            case _:
                if isinstance(order, orders.PlayFrom):
                    self._require_no_club_game()
                occupation.obey(order)
        return None

    def _require_no_club_game(self) -> None:
        """Raise OrderRefused while two members of the club play here."""
        if self._club.sitting is not None:
            raise orders.OrderRefused("club-game")

    def _called(self, occupation: Occupation) -> Plan | None:
        """Return the game of the club to begin, once both who are called here have confirmed; None before."""
        if self._seat is not None or self._waiting is not None or not isinstance(occupation, RefereedGame):
            return None
        if self._club.call is None:
            # This is asked a hundred times a second, and the profile is made anew each time.
            return None
        return club_plan(self._club, self._settings.at.profile, self._beside)

    def _with_calibration(self, back: Job[None], occupation: Occupation) -> None:
        """Go on with a calibration that is in force again. Raises OrderRefused where it could not be."""
        back.result()
        self._plan = occupation.afterwards() if isinstance(occupation, RefereedGame) else Plan()

    def _begin_anew(self, written: Job[None] | None = None) -> None:
        if written is not None:
            written.result()
        say("(the board ends, to begin anew with other files: a service does so by itself)")
        self._plan = End(Ending.TRY_AGAIN)

    def _turn_to(self, occupation: Occupation, order: orders.Begin) -> None:
        if isinstance(occupation, Work) and occupation.is_writing:
            raise orders.OrderRefused("writing")
        if self._settings.at.no_profile is not None:
            raise orders.OrderRefused("no-profile")
        if order.activity == GAME:
            self._plan = None if isinstance(occupation, RefereedGame) else Plan()
            return
        try:
            self._plan = Plan(prepared(order, self._settings.at))
        except (SensingError, RulesError, OSError) as fault:
            raise orders.OrderRefused.because(fault) from None


def _of_club(asked: Job[None]) -> None:
    """Raise OrderRefused where the club does not do what was ordered, or is not heard."""
    try:
        asked.result()
    except OSError as fault:
        raise orders.OrderRefused.because(fault) from None


def _answered(answer: "Future[None]", carry_out: Callable[[], object]) -> None:
    """Carry out an order, and answer it."""
    try:
        carry_out()
    except orders.OrderRefused as why:
        orders.refuse(answer, why)
    else:
        orders.carried_out(answer)


def _back_up(at: BoardFiles, file: BinaryIO) -> None:
    backup.write(file, Homes(at.calibration_path.parent, at.state_path), now())


def _watched() -> Watched | None:
    tell = teller(os.environ)
    return None if tell is None else Watched(tell, watchdog_seconds(os.environ, os.getpid()))
