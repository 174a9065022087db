"""A table of King of the Cups that is shown on pages: seats, hands, dice, time at a pace."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from cupsboard.loop import Moment
from cupsboard.ports import StoreError
from cupsboard.referee.events import PlayerSeated
from cupsboard.referee.king_of_the_cups.states import Armed, Gathering, Homing, Over, Paused, TellingDice
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUP_OF_KIND, CUPS, Dice, Seat
from cupsboard.rules.places import Place
from cupsboard.rules.record import NameRefused, RecordOf
from cupsboard.session.puzzle_teller import MoveTeller
from cupsboard.session.start import Start
from cupsboard.storage.games import GameKeeper, KeptGameError, KeptGames
from cupsboard.web.board_view import BoardView

from cupsim.page.king_of_the_cups import orders
from cupsim.page.king_of_the_cups.person_hands import PersonHands
from cupsim.page.new_games import DEMONSTRATION_REST_SECONDS, today
from cupsim.page.pace import FACTORS, Pace
from cupsim.page.requests import DeleteGame, RenameGame, Speed
from cupsim.people.king_of_the_cups.habits import KINDS, QUICK, SLOW, Habits
from cupsim.runs.king_of_the_cups.evening import RaceEvening, Setting
from cupsim.table.hand_actions import Rest
from cupsim.table.king_of_the_cups.cups import Stance
from cupsim.table.king_of_the_cups.hand_acts import GoHome, Seize, SetDown, Tap
from cupsim.table.king_of_the_cups.racing_hand import RacingHand

HABITS: Mapping[str, Sequence[Habits]] = {"calm": (SLOW,), "mixed": KINDS, "quick": (QUICK,)}
"""Who sits on the seats that no person has."""
LEAST_THROW_SECONDS, MOST_THROW_SECONDS = 1.5, 3.5
"""So long after all is ready a simulated player throws real dice."""
_STANCE_NAMES = {stance: name for name, stance in orders.STANCES.items()}
_LARGEST_SEED = 2**31

Section = dict[str, Any]


class TableEvening:
    """One simulated table at a time, and whoever moves its hands."""

    def __init__(
        self,
        seed: int,
        players: int,
        quickness: str = "mixed",
        *,
        has_real_dice: bool = False,
        say: Callable[[str], object] = lambda _words: None,
        factor: float = 1.0,
    ) -> None:
        """`say` gets a line for whatever happens at the table."""
        self.pace = Pace(factor)
        self._tell = say
        self._notices, self._notice = 0, ""
        self._games: KeptGames | None = None
        self._seated: dict[Seat, str] = {}
        self._begin(seed, players, quickness, has_real_dice=has_real_dice)

    def _begin(self, seed: int, players: int, quickness: str, *, has_real_dice: bool) -> None:
        self.quickness, self.has_real_dice = quickness, has_real_dice
        self.world = world = RaceEvening(
            Setting(seed, players, has_real_dice=has_real_dice), habits=HABITS[quickness]
        )
        self._random = Random(f"dice {seed}")
        self._throw_after = self._rested_seconds = 0.0
        self._teller: Seat | None = None
        """The simulated player whose hand is telling the board what real dice show."""
        self._began = today()
        self._follow()
        self._hands = {seat: PersonHands(world, seat) for seat in world.table.seats}
        self._persons: set[Seat] = set()

    def _follow(self) -> None:
        """Watch the world's loop, which begins anew with every board that is switched on."""
        world = self.world
        self._view = BoardView(world.start)
        world.loop.listen(self._view)
        world.loop.listen(MoveTeller(self._tell, world.start.record))
        world.loop.listen(self._hear)
        self._keep_game()

    def _keep_game(self) -> None:
        if self._games is not None:
            self._games.go_on_with(self.world.heart.history)
            self.world.loop.listen(GameKeeper(self._games, self.world.start.game, None))
            self.write_names()

    def keep_games(self, games: KeptGames) -> None:
        """Keep what is played from now on among `games`."""
        self._games = games
        self._keep_game()

    def change_past(self, order: orders.OfGames) -> None:
        """Rename or delete a game of the past, as far as it can be done."""
        if self._games is None:
            return
        try:
            match order:
                case RenameGame(number, names):
                    self._games.rename(number, names)
                case DeleteGame(number):
                    self._games.delete(number)
        except (KeptGameError, NameRefused, StoreError) as fault:
            self.notify(str(fault))

    def _hear(self, moment: Moment) -> None:
        seated = (event for event in moment.decided.events if isinstance(event, PlayerSeated))
        self._seated |= {event.side: event.name for event in seated if isinstance(event.side, Seat)}

    def take_seated(self) -> Mapping[Seat, str]:
        """Return who sat down by a held button since this was asked last; "" is a guest."""
        seated, self._seated = self._seated, {}
        return seated

    def write_names(self) -> None:
        """Write who plays now with the game that is played."""
        if self._games is not None:
            self._games.seat(self.world.heart.referee)

    def take_up(self, kept: Start, now: float) -> None:
        """Go on at `now`, until which others had the board, as after a power cut."""
        self.world.restore_power(kept, now)
        self._follow()

    @property
    def is_halfway(self) -> bool:
        """Whether a hand has a cup, or is about something."""
        world = self.world
        hands = (*world.hands.values(), *world.other_hands.values())
        return any(hand.is_busy or hand.cup is not None for hand in hands)

    @property
    def seats(self) -> Sequence[Seat]:
        """Everybody who can sit at the table."""
        return self.world.table.seats

    @property
    def record(self) -> RecordOf[Any, Any]:
        """The game so far."""
        return replace(RecordOf.of(self.world.heart.history), date=self._began)

    def be_moved_by(self, persons: frozenset[Seat]) -> None:
        """Let persons move the hands on these seats, and simulated people all others."""
        for seat in persons - self._persons:
            self._hands[seat].begin()
        for seat in self._persons - persons:
            self._hands[seat].end()
        self._persons = set(persons)

    def begin(self, order: orders.NewGame) -> None:
        """Another table with other cups."""
        seed = self._random.randrange(_LARGEST_SEED) if order.seed is None else order.seed
        persons = frozenset(self._persons)
        self._begin(seed, order.players, order.quickness, has_real_dice=order.dice)
        self.be_moved_by(persons & frozenset(self.seats))

    def advance(self, real_seconds: float) -> None:
        """Let time pass at the pace."""
        for seat in self._persons:
            self._hands[seat].advance()
        self._see_to_real_dice()
        end = self.world.now + self.pace.virtual_seconds(real_seconds)
        self.world.run_until(end, lambda: False)
        self._begin_anew(real_seconds)

    def _begin_anew(self, real_seconds: float) -> None:
        """Begin the next demonstration when the result of the last has been shown for long enough."""
        is_shown = not self._persons and isinstance(self.world.heart.referee.state, Over)
        self._rested_seconds = self._rested_seconds + real_seconds if is_shown and self.pace.factor else 0.0
        if self._rested_seconds >= DEMONSTRATION_REST_SECONDS:
            seed = self._random.randrange(_LARGEST_SEED)
            self._begin(seed, len(self.seats), self.quickness, has_real_dice=self.has_real_dice)

    def hurry(self, order: Speed) -> None:
        """Let time pass so many times faster than life."""
        self.pace = Pace(order.factor)

    def let_go(self, seats: Sequence[Seat]) -> None:
        """Take fingers off the buttons of whoever is gone."""
        for seat in seats:
            self._hands[seat].release()

    def obey(self, order: orders.OfHand) -> None:
        """Do with the hands on a seat what the person there wants, as far as it can be done."""
        hands, state = self._hands[order.seat], self.world.heart.referee.state
        match order:
            case orders.Press(down=True):
                hands.press()
            case orders.Press():
                hands.release()
            case orders.Rest(home=is_home):
                hands.rest(is_home)
            case orders.Seize(cup=name):
                if (cup := CUP_OF_KIND.get(name)) is not None:
                    hands.seize(cup)
            case orders.SetDown(cup=name, place=place, stance=stance):
                cup = CUP_OF_KIND.get(name)
                if cup is not None and place in self.world.table.cells:
                    hands.set_down(cup, Place(place), orders.STANCES[stance])
            case orders.Throw():
                if self._may_throw(order.seat):
                    self._throw()
            case orders.TellDice(one=one, other=other):
                self._tell_dice(hands, order.seat, one, other)
            case orders.TakeBack():
                hands.take_back(is_paused=isinstance(state, Paused))
                for racer in self.world.people.values():
                    racer.agree()
            case orders.PutUp():
                if isinstance(state, Gathering):
                    hands.put_up()

    def state(self) -> Section:
        """Everything a page shows now, what only the simulator knows included."""
        world, state = self.world, self._view.state()
        state["time"] = round(world.now, 2)
        roller = world.heart.history.position.roller
        state["table"] = {
            "cups": {cup.kind: self._cup(cup.kind) for cup in CUPS},
            "hands": {seat.value: self._hand(hand) for seat, hand in world.hands.items()},
        }
        state["evening"] = {
            "players": len(self.seats),
            "quickness": self.quickness,
            "hasRealDice": self.has_real_dice,
            "speed": self.pace.factor,
            "speeds": [0.0, *FACTORS],
            "seed": world.setting.seed,
            "resting": {seat.value: True for seat in self._persons if self._hands[seat].rests},
            "notice": {"number": self._notices, "text": self._notice},
        }
        if world.thrown is not None:
            state["table"]["dice"] = [face.kind for face in world.thrown]
        if roller is not None and self._may_throw(roller):
            state["evening"]["throws"] = roller.value
        return state

    def details(self) -> Section:
        """What only the curious look at."""
        return self._view.details()

    def _cup(self, kind: str) -> Section:
        table, cup = self.world.table, CUP_OF_KIND[kind]
        holder, place, stance = table.hand_of(cup), table.nearest(cup), table.stance(cup)
        section: Section = {} if holder is None else {"hand": holder.value}
        if place is not None:
            section["at"] = place
        if stance not in (None, Stance.UPRIGHT):
            section["stance"] = _STANCE_NAMES[stance]
        return section

    def _hand(self, hand: RacingHand) -> Section:
        """Where a hand is, or goes to."""
        match hand.doing:
            case Seize(cup):
                at = self.world.table.nearest(cup)
            case SetDown(place) | Rest(place):
                at = place
            case GoHome() | Tap():
                at = Place("home")
            case _:
                at = Place("home") if hand.is_home else None
        section: Section = {"isHome": True} if hand.is_home else {}
        if at is not None:
            section["at"] = at
        if hand.cup is not None:
            section["cup"] = hand.cup.kind
        return section

    # Dice of the players' own

    def _may_throw(self, seat: Seat) -> bool:
        referee = self.world.heart.referee
        is_waited_for = isinstance(referee.state, Armed) and referee.state.roll_at is None
        return is_waited_for and self.world.thrown is None and seat is referee.history.position.roller

    def _throw(self) -> None:
        self.world.throw(Dice(self._random.choice(CUPS), self._random.choice(CUPS)))
        self._throw_after = 0.0

    def _see_to_real_dice(self) -> None:
        """Simulated players throw when all is ready, and tell truly what lies there."""
        referee = self.world.heart.referee
        state, roller = referee.state, referee.history.position.roller
        if isinstance(state, Homing | Gathering) and self.world.thrown is not None:
            # Nobody grabbed, or the round was taken back: the dice are taken up again.
            self.world.thrown = None
        if self._teller is not None and not self._hands[self._teller].is_busy:
            # Whoever told may roll no more: who has the cup rolls next.
            if self._teller not in self._persons:
                self._hands[self._teller].end()
            self._teller = None
        if roller is None or roller in self._persons:
            return
        if self._may_throw(roller):
            if not self._throw_after:
                wait = self._random.uniform(LEAST_THROW_SECONDS, MOST_THROW_SECONDS)
                self._throw_after = self.world.now + wait
            elif self.world.now >= self._throw_after:
                self._throw()
        elif isinstance(state, TellingDice) and self.world.thrown is not None and self._teller is None:
            self._teller = roller
            self._hands[roller].begin()
            self._hands[roller].tell(self.world.thrown, state)

    def _tell_dice(self, hands: PersonHands, seat: Seat, one: str, other: str) -> None:
        state, position = self.world.heart.referee.state, self.world.heart.history.position
        faces = CUP_OF_KIND.get(one), CUP_OF_KIND.get(other)
        if not isinstance(state, TellingDice) or seat is not position.roller or None in faces:
            return
        if not hands.is_busy and not hands.tell(Dice(*faces), state):  # type: ignore[arg-type]
            self.notify("tell-on")

    def notify(self, notice: str) -> None:
        """Show people at pages a notice, by its key in the words of a page."""
        self._notices += 1
        self._notice = notice
