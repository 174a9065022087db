"""An evening at a simulated board that is shown on a page: seats, hands, troubles, time at a pace."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from cupsboard.engine import engines
from cupsboard.loop import Moment
from cupsboard.ports import StoreError
from cupsboard.procedures.counting_table import Told, count
from cupsboard.referee.events import (
    FarAsked,
    GameClosed,
    PlayerSeated,
    Redone,
    Restored,
    TableCorrected,
    Undone,
)
from cupsboard.referee.far import FarWish
from cupsboard.referee.states import Goal, Over
from cupsboard.referee.tutoring import Tutor, Tutoring
from cupsboard.rules.laid_table import TableRefused, require_laid
from cupsboard.rules.places import Place, Side
from cupsboard.rules.puzzle import Puzzle
from cupsboard.rules.record import Record
from cupsboard.session.engine_adviser import EngineAdviser
from cupsboard.session.engine_process import EngineProcess, StartEngine
from cupsboard.session.puzzle_teller import Keep, MoveTeller, PuzzleTeller
from cupsboard.session.resume import Choice
from cupsboard.session.start import Start
from cupsboard.signs.advice import Adviser
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import say as in_words
from cupsboard.storage.games import GameKeeper, KeptGameError, KeptGames, known_among
from cupsboard.web.board_view import BoardView
from cupsboard.web.sections import lying_section

from cupsim.page import new_games, requests
from cupsim.page.both_hands import PERSON_TEMPO, BothHands
from cupsim.page.button_fingers import ButtonFingers
from cupsim.page.disturbances import MischiefRefused, Mischiefs, unpowered
from cupsim.page.kept_evening import KeptEvening, KeptSeats, KeptSetting, board_line
from cupsim.page.kept_hands import held_beans, kept_hands, take_in_hand
from cupsim.page.long_thoughts import LongThoughts
from cupsim.page.pace import Pace
from cupsim.page.puzzle_put_up import MOST_TRIES, made_ready
from cupsim.page.trace_limit import EveningTrace
from cupsim.page.truth import Truth
from cupsim.page.tutoring import Taught
from cupsim.page.way_back import Way, WayBack
from cupsim.people.move_choice import PERSON, players_of, simulated_with
from cupsim.runs.game_world import World
from cupsim.runs.games import Pairing, called, record_of
from cupsim.runs.thinking_aside import ThinkersAside
from cupsim.table.hands import Hands

if TYPE_CHECKING:
    # A tab, which shares no game, loads none of this.
    from cupsboard.core.free_order import Core
    from cupsboard.session.far_table import FarTable

    from cupsim.page.shared_evening import SharedEvening

LONGEST_MOVE_SECONDS = 60.0

Section = dict[str, Any]


class PageEvening:
    """One simulated board, with people at pages and simulated players at it."""

    def __init__(
        self,
        pairing: Pairing,
        seats: Mapping[Side, str],
        trace_path: Path,
        say: Callable[[str], object] = lambda _words: None,
        factor: float = 1.0,
        kept: KeptEvening | None = None,
        adviser: Adviser | None = None,
        start_engine: StartEngine = EngineProcess,
        shared: "SharedEvening | None" = None,
    ) -> None:
        """`seats` says who plays each side: "person", or a simulated player; `say` gets a line a move.

        Where the board plays a side itself, `adviser` thinks for it; else an engine, and so for simulated
        players: `start_engine` starts one where it keeps nobody waiting.
        With `shared` the other side sits at another board.
        With `kept` an evening goes on as it lay; the rest must be of the same one. Raises KeptEveningError
        or SimulatorError.
        """
        self.trace_path = trace_path
        self.before_new_game: Callable[[], object] = lambda: None
        """Called while the game still lies on the table that somebody ends by beginning another."""
        self.keep_puzzle: Keep = lambda _puzzle, _became: None
        """Called when a puzzle is solved or missed, and when help was given with it."""
        self.own_puzzles: Callable[[], tuple[Puzzle, ...]] = tuple
        """Reads the puzzles of one's own."""
        self._called: Mapping[Side, str] = {}
        """What the people at the sides are called, where they have said it."""
        self._games: KeptGames | None = None
        self._seated: dict[Side, str] = {}
        self.pace = Pace(factor)
        self._tell = say
        self._seats = {side: seats[side] for side in Side}
        self._simulated = simulated_with((*self._seats.values(), pairing.south, pairing.north))
        self._notices, self._notice = 0, ""
        self._trace = EveningTrace(trace_path)
        self._rested_seconds = 0.0
        self._thinkers = ThinkersAside(self.notify, start_engine)
        self._engine = EngineAdviser(self.notify, lambda: self._pairing.setting.seed, start_engine)
        self._shared: SharedEvening | None = None
        self._far: FarTable | None = None
        self._adviser: Adviser = adviser or self._engine
        self._pairing = pairing
        with ExitStack() as self._link:
            if shared is not None:
                self._join(shared)
            self._begin(pairing, kept)
            self._link = self._link.pop_all()

    def _join(self, shared: "SharedEvening") -> None:
        """Link the evening to another board, by what is shared with it."""
        self._shared = shared
        self._far = self._adviser = self._link.enter_context(
            shared.linked(lambda: cast("Core", self.world.core))
        )

    def _begin(self, pairing: Pairing, kept: KeptEvening | None = None) -> None:
        self._lay(pairing, kept)
        for more in range(1, MOST_TRIES + 1):
            # What was kept lies as it lay, with a move half made or the game over; a link begins after this.
            if kept is not None or self._far is not None or made_ready(self.world):
                return
            self._lay(replace(pairing, setting=replace(pairing.setting, seed=pairing.setting.seed + more)))

    def _lay(self, pairing: Pairing, kept: KeptEvening | None = None) -> None:
        self._pairing = self._shared.pairing(pairing) if self._shared else new_games.with_choice(pairing)
        self._choice = Choice(None)
        self._began = new_games.today() if kept is None else kept.began
        self._rested_seconds = 0.0
        self._lying: Section = {}
        self._taught = Taught(self._adviser)
        if self._games is not None and not self.is_shared:
            ledger = self._games.ledger
            known = known_among(lambda: ledger)
            options = replace(
                self._pairing.setting.options,
                players=self.names(),
                known=known,
                own_puzzles=self.own_puzzles(),
            )
            self._pairing = replace(self._pairing, setting=replace(self._pairing.setting, options=options))
        self.world = World(self._pairing.setting, thinkers=self._thinkers, adviser=self._taught)
        self._thoughts = LongThoughts(self.world)
        if kept is not None:
            self.world.resume(kept.start(), kept.table)
        self._both_hands = {side: BothHands(self.world, side) for side in Side}
        if kept is not None:
            own = [both for side, both in self._both_hands.items() if self._seats[side] == PERSON]
            take_in_hand(self.world.table, own, kept.hands)
        for side in Side:
            # Not every player plays every game.
            self.seat(side, self._seats[side] if self._seats[side] in self.players else PERSON)
        self._fingers = ButtonFingers(self.world, lambda side: self._both_hands[side].is_busy)
        self._way_back = WayBack(self.world, self._fingers, self._put_up)
        self._mischiefs = Mischiefs(self.world)
        self._truth = Truth(self.world.table, held_beans(self._all_hands().values()))
        if kept is not None:
            for place in kept.coins:
                self._mischiefs.make(requests.Coin(place, True))
            for place in kept.pulled:
                self._mischiefs.make(requests.Cable(place, True))
        elif self.world.begins_with_pieces and self._is_demonstration:
            self.world.put_up()
        self._follow()

    def kept(self, seats: KeptSeats) -> KeptEvening:
        """The evening as it lies now."""
        world = self.world
        history, state = world.referee.history, world.referee.state
        is_set_up = bool(history.steps) or getattr(state, "goal", None) is not Goal.SET_UP
        start = self.world.start(history if is_set_up else None)
        return KeptEvening(
            setting=KeptSetting.of(world.setting),
            players={side.value: who for side, who in self._seats.items()},
            clumsiness=self._pairing.clumsiness,
            speed=self.pace.factor,
            began=self._began,
            board=board_line(start),
            table=world.table.kept(world.now),
            hands={name: kept_hands(hands) for name, hands in self._all_hands().items()},
            coins=tuple(sorted(self._mischiefs.coins)),
            pulled=tuple(sorted(self._mischiefs.pulled)),
            seats=seats,
            distance="" if self._shared is None else self._shared.code,
        )

    @property
    def is_halfway(self) -> bool:
        """Whether hands, or a simulated player's move, are halfway: nobody could begin again from there."""
        return any(hands.is_busy for hands in self._all_hands().values()) or self._is_simulated_move_begun

    @property
    def _is_simulated_move_begun(self) -> bool:
        world = self.world
        position = world.referee.position
        movers = set(world.game.movers(position))
        if not movers or not movers <= world.people.keys():
            return False
        table = world.table.contents()
        return any(table[place] != count for place, count in world.game.contents(position).items())

    def let_hands_finish(self) -> None:
        """Let time pass, in no time, until nothing is halfway any more."""
        self.world.run_until(self.world.now + LONGEST_MOVE_SECONDS, lambda: not self.is_halfway)

    def _follow(self) -> None:
        """Watch and trace the world's loop, which begins anew with every board that is switched on."""
        world = self.world
        history = world.referee.history
        start = self.world.start(history if history.entries else None)
        self._taught.begin(Tutoring(start.options.tutor))
        self._teach()
        self._view = BoardView(start)
        world.loop.listen(self._view)
        world.loop.listen(self._choice)
        world.loop.listen(MoveTeller(self._tell, start.record, players=self.names))
        own = start.options.own_puzzles
        self._puzzle = PuzzleTeller(start.record, self.note, lambda *how: self.keep_puzzle(*how), own)
        world.loop.listen(self._puzzle)
        world.loop.listen(self._listen)
        if self._far is not None and self._shared is not None:
            from cupsboard.web.far_seen import FarSeen

            far = self._far
            world.loop.listen(far.listen)
            self._view.with_far = FarSeen(lambda: far.shared, self._shared.code, self._shared.link)
        world.loop.listen(self._trace.begin(start.header()))
        self._keep_game()

    def keep_games(self, games: KeptGames) -> None:
        """Keep what people play from now on, and who does; what is deleted or renamed is among `games`."""
        self._games = games
        self._keep_game()
        if not self.is_shared:
            games.seat(self.world.referee)

    def _keep_game(self) -> None:
        games, world = self._games, self.world
        if games is not None and not self._is_demonstration:
            games.go_on_with(world.referee.history)
            world.loop.listen(GameKeeper(games, world.game, world.setting.options.starter))
            world.loop.listen(lambda moment: self._write_again(games, moment.time))

    def _write_again(self, games: KeptGames, now: float) -> None:
        for message in games.ledger.step(now):
            self.notify(in_words(message))

    def call(self, called: Mapping[Side, str]) -> None:
        """Call the people at the sides so, in what is kept too."""
        before, self._called = self._called, called
        if called != before and self._games is not None:
            self._games.seat(self.world.referee)

    def take_seated(self) -> Mapping[Side, str]:
        """Return who sat down by a held button since this was asked last; "" is a guest."""
        seated, self._seated = self._seated, {}
        return seated

    def names(self) -> tuple[str, str]:
        """Return what South and North are called; "" is a guest."""
        begin = None if self._far is None else self._far.shared.begin
        if begin is not None:
            return begin.seats["south"], begin.seats["north"]
        south, north = (
            self._called.get(side, "") if who == PERSON else called(who) for side, who in self._seats.items()
        )
        return south, north

    def note(self, message: Message) -> None:
        """Tell a message about the board itself, on pages too."""
        self._tell(in_words(message))
        self._view.note(message)

    def help_given(self) -> None:
        """Note that somebody was given a hint; for any thread."""
        self._puzzle.help_given()

    @property
    def pulled(self) -> Collection[Place]:
        """The places whose cables are pulled."""
        return frozenset(self._mischiefs.pulled)

    def take_up(self, kept: Start, now: float) -> None:
        """Go on with the kept game at `now`, as after a power cut; another program had the board."""
        self.world.restore_power(kept, now)
        self._mischiefs.keep_pulled()
        self._follow()

    def close(self) -> None:
        """End the trace and all thoughts; nothing may be done at this evening afterwards."""
        self._link.close()
        self._trace.end()
        self._thinkers.close()
        self._engine.close()

    @property
    def is_under_way(self) -> bool:
        """Whether the game on the table has begun and is not over."""
        history = self.world.referee.history
        return bool(history.steps) and not history.is_over

    @property
    def is_shared(self) -> bool:
        """Whether the other side sits at another board."""
        return self._shared is not None

    @property
    def record(self) -> Record[Any]:
        """The game so far."""
        played = record_of(self._pairing, self.world)
        names = tuple(name or "?" for name in self.names())
        return replace(played, names=names, date=self._began, played=played.history())

    def advance(self, real_seconds: float) -> None:
        """Let time pass at the pace."""
        world = self.world
        end = world.now + self.pace.virtual_seconds(real_seconds, is_held_back=self._fingers.are_down)
        self._way_back.advance()
        self._fingers.advance()
        while (due := self._fingers.next_time) is not None and due < end:
            world.run_until(due)
            self._fingers.advance()
        world.run_until(end)
        for side, hands in self._both_hands.items():
            for reason in hands.refusals():
                if self._seats[side] == PERSON:
                    self.notify(reason)
        self._thoughts.pass_time(real_seconds if self.pace.factor else 0.0)
        if self._choice.game is not None:
            self.before_new_game()
            self._begin(new_games.chosen(self._choice.game.name, self._pairing))
        self._begin_anew(real_seconds)
        if self._far is not None and self._shared is not None and (code := self._far.shared.following):
            self._link.close()
            self._join(self._shared.following(code))
            self._begin(self._pairing)

    def _begin_anew(self, real_seconds: float) -> None:
        """Begin the next demonstration when the result of the last has been shown for long enough."""
        is_over = isinstance(self.world.referee.state, Over)
        is_shown = is_over and self._is_demonstration and self.pace.factor > 0
        self._rested_seconds = self._rested_seconds + real_seconds if is_shown else 0.0
        if self._rested_seconds >= new_games.DEMONSTRATION_REST_SECONDS:
            following = new_games.following(self._pairing, self._pairing.setting.options.starter)
            self._tell(f"a new game begins, of seed {following.setting.seed}")
            self._begin(following)

    @property
    def _is_demonstration(self) -> bool:
        return PERSON not in self._seats.values()

    @property
    def players(self) -> Sequence[str]:
        """Who can be simulated in this game; () in one with another board, which people play."""
        if self._shared is not None:
            return ()
        return players_of(self.world.game, self._simulated)

    @property
    def seats(self) -> Mapping[Side, str]:
        """Who plays each side: "person", or a simulated player."""
        return self._seats

    def seat(self, side: Side, who: str) -> None:
        """Let a person play a side, or a simulated player of that name."""
        self._seats[side] = who
        world, is_person = self.world, who == PERSON
        world.hands[side].tempo = PERSON_TEMPO if is_person else 1.0
        if is_person:
            world.unseat(side)
        else:
            traits = replace(self._pairing.traits_of(side), leaves_time=True)
            world.seat(side, who, traits)
        self._teach()

    def _teach(self) -> None:
        """Let the board teach the people at the pages, and no simulated player."""
        sides = tuple(side for side, who in self._seats.items() if who == PERSON)
        self._taught.want(Tutoring(self._pairing.setting.options.tutor, sides))

    def _choose_tutor(self, tutor: Tutor) -> None:
        if self._shared is not None:
            return
        options = replace(self._pairing.setting.options, tutor=tutor)
        self._pairing = replace(self._pairing, setting=replace(self._pairing.setting, options=options))
        self.world.setting = replace(self.world.setting, options=options)
        self._teach()

    def let_go_of_buttons(self, person: int) -> None:
        """Take somebody's fingers off the buttons so that the board does nothing for them."""
        self._fingers.slip(person)

    def obey(self, person: int, order: requests.OfTable) -> None:
        """Do what a person at a page wants, as far as it can be done."""
        match order:
            case requests.Button(sides, True):
                self._fingers.press(person, sides)
            case requests.Button(sides, slipped=True):
                self._fingers.slip(person, sides)
            case requests.Button(sides):
                self._fingers.release(person, sides)
            case requests.Clumsiness(share):
                self._be_clumsy(share)
            case requests.Speed(factor):
                self.pace = Pace(factor)
            case requests.Teach(tutor):
                self._choose_tutor(tutor)
            case _ if isinstance(order, requests.Begin):
                self._begin_new_game(order)
            case requests.CountTable(numbers, stocks):
                self._lying = self._counted(
                    Told(None, {Place(at): said for at, said in numbers.items()}, stocks)
                )
            case requests.RenameGame() | requests.DeleteGame():
                self._change_past(order)
            case requests.PutUp():
                self._put_up()
            case requests.ShowWay():
                self._puzzle.show_way()
            case requests.MoveNow(side):
                if side in self.world.people:
                    self.world.people[side].hurry()
            case requests.Undo():
                self._way_back.begin(Way.UNDO)
            case requests.Redo():
                self._way_back.begin(Way.REDO)
            case _ if isinstance(order, requests.Mischief):
                self._make_trouble(order)
            case _:
                self._move_hand(order)

    def live_state(self) -> Section:
        """What a page shows that knows of nothing but the board, and when the next demonstration begins."""
        state = self._view.state()
        if self._rested_seconds:
            left = new_games.DEMONSTRATION_REST_SECONDS - self._rested_seconds
            state["next"] = {"seconds": max(0, ceil(left))}
        return state

    def details(self) -> Section:
        """What only the curious look at."""
        return self._view.details()

    def state(self) -> Section:
        """Everything a page shows now, what only the simulator knows included."""
        world = self.world
        power = "on" if world.is_powered else "off"
        state = self.live_state()
        if not world.is_powered:
            state |= unpowered(world)
        elif not self._mischiefs.is_stalled:
            state["time"] = round(world.now, 2)
        state |= self._puzzle.section() | self._lying
        # No part of `evening`: who thinks is nothing to keep.
        state["thinking"] = {side.value: True for side in self._thoughts.sides}
        state["table"] = {
            **self._truth.section(self._all_hands()),
            "coins": dict.fromkeys(self._mischiefs.coins, True),
            "pulled": dict.fromkeys(self._mischiefs.pulled, True),
        }
        state["evening"] = {
            "seats": {side.value: who for side, who in self._seats.items()},
            "clumsiness": self._pairing.clumsiness,
            "speed": self.pace.factor,
            "tutor": world.setting.options.tutor.value,
            "power": "stalled" if power == "on" and self._mischiefs.is_stalled else power,
            "ways": self._way_back.open,
            "seed": world.setting.seed,
            "kind": world.setting.beans,
            "cells": world.setting.cells,
            "trays": world.setting.stock_trays,
            "wantsTable": world.is_table_wanted,
            "isHelped": world.helper is not None and world.helper.is_at_it,
            "notice": {"number": self._notices, "text": self._notice},
            "choices": {
                **new_games.CHOICES,
                "seats": [PERSON, *self.players],
                "tutors": [tutor.value for tutor in Tutor] if self._is_taught else [],
            },
        }
        return state

    @property
    def _is_taught(self) -> bool:
        """Whether people can be taught in this game."""
        return self._shared is None and engines.is_played(self.world.game)

    def _all_hands(self) -> Mapping[str, Hands]:
        own = [hands for both in self._both_hands.values() for hands in both.named.items()]
        helping = {} if self.world.helper is None else {"helper": self.world.helper.hands}
        return dict(own) | self._mischiefs.hands | helping

    def notify(self, notice: str) -> None:
        """Show people at pages why something was not done."""
        self._notices += 1
        self._notice = notice

    def _be_clumsy(self, share: float) -> None:
        self._pairing = replace(self._pairing, clumsiness=share)
        for person in self.world.people.values():
            person.traits = replace(person.traits, clumsiness=share)

    def _begin_new_game(self, order: requests.Begin) -> None:
        if self._far is not None:
            if isinstance(order, requests.Rematch):
                self._far.wish(FarAsked(FarWish.AGAIN))
                return
            self.notify(
                "this game is shared with another board: give it up at the board, and start cupsim anew"
            )
            return
        try:
            own = self.own_puzzles()
            begun = new_games.begun(order, self._pairing, self.world.referee.history, own)
        except new_games.NewGameRefused as refused:
            self.notify(new_games.told(refused))
            return
        self.before_new_game()
        if order.opponent is not None:
            self._seats[order.opponent.side] = order.opponent.who
        self._begin(begun)

    def _change_past(self, order: requests.OfGames) -> None:
        """Rename or delete a game of the past. Raises NameRefused for names that can't be."""
        games = self._games
        try:
            match order:
                case requests.RenameGame(number, names) if games is not None:
                    games.rename(number, names)
                case requests.DeleteGame(number) if games is not None:
                    games.delete(number)
        except (KeptGameError, StoreError) as fault:
            self.notify(str(fault))

    def _counted(self, told: Told) -> Section:
        """Return what the board counts on its table, by nothing but the weights and what was told."""
        game, knowledge, settled = self.world.game, self.world.core.knowledge, self.world.settled
        try:
            require_laid(game)
            if settled is None:
                raise TableRefused("laid-moving", "something moves on the board: wait until it lies still")
        except TableRefused as fault:
            self.notify(new_games.told(fault))
            return {}
        recorded = game.contents(self.world.referee.position)
        return {"lying": lying_section(game, count(game, knowledge, settled, told), told.stocks, recorded)}

    def _put_up(self) -> None:
        for side, hands in self._both_hands.items():
            if side not in self.world.people:
                hands.let_go()
        self.world.put_up()

    def _make_trouble(self, order: requests.Mischief) -> None:
        was_powered = self.world.is_powered
        try:
            self._mischiefs.make(order)
        except MischiefRefused as fault:
            self.notify(str(fault))
        if self.world.is_powered and not was_powered:
            self._follow()

    def _move_hand(self, order: requests.Hand) -> None:
        world = self.world
        place = getattr(order, "place", None)
        if place is not None and place not in world.table.places:
            self.notify(f"there is no {place} on this board")
        elif isinstance(order, requests.Lift) and place not in world.table.cells:
            self.notify(f"{place} stays where it is: lift a cup or a pot")
        elif order.side in world.people:
            self.notify(f"a simulated player plays {order.side.value}: take the seat first")
        else:
            self._both_hands[order.side].do(order)

    def _listen(self, moment: Moment) -> None:
        for event in moment.decided.events:
            if isinstance(event, GameClosed):
                self._began = new_games.today()
            if isinstance(event, PlayerSeated) and isinstance(event.side, Side):
                self._seated[event.side] = event.name
            if isinstance(event, GameClosed | Undone | Redone | Restored | TableCorrected):
                for person in self.world.people.values():
                    person.learn(self.world.referee.position)
