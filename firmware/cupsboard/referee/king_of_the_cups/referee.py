"""The referee of King of the Cups: turns seen cups and hands into rolls, grabs, faults and a result.

It decides at once where only one thing is possible, and asks where it matters and can't be seen. Time is
passed in, and so is chance: the same frames, edges and random source give the same game.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from cupsboard.numbers import COSTS
from cupsboard.recognition.individuals.happenings import Landed, Lifted
from cupsboard.recognition.individuals.watch import Watch
from cupsboard.referee.computer import Seats
from cupsboard.referee.events import (
    ChanceQuestioned,
    DiceFell,
    Event,
    GameArranged,
    GameOver,
    GameStarted,
    PlayerJoined,
    TableAgreed,
)
from cupsboard.referee.gestures import Posed
from cupsboard.referee.king_of_the_cups import asking, grabs, interludes, states
from cupsboard.referee.king_of_the_cups.hands import Gesture, Hands, Hold, Tap
from cupsboard.referee.king_of_the_cups.sight import Sight, astray, event_of, set_up_troubles, troubles
from cupsboard.referee.king_of_the_cups.states import TellingDice
from cupsboard.referee.options import Options
from cupsboard.referee.times import REFUSAL_SHOWN_SECONDS, ROUND_SHOWN_SECONDS
from cupsboard.rules.history import Chance, HistoryOf
from cupsboard.rules.king_of_the_cups.cups_and_dice import (
    COLOURS,
    CUP_OF_KIND,
    CUPS,
    SHAPES,
    SPOTS,
    Cup,
    Dice,
    Seat,
)
from cupsboard.rules.king_of_the_cups.rounds import KingHistory
from cupsboard.rules.king_of_the_cups.rules import EARLY, FIRST, KingOfTheCups
from cupsboard.rules.places import Kind
from cupsboard.rules.record import is_person

CHOICES = 3
"""The number of colours, and of shapes; the last question has two choices: right or not."""


def answered(telling: TellingDice, gesture: Gesture, roller: Seat | None) -> TellingDice:
    """Return the entry of the dice after a gesture; only gestures of the `roller` change it.

    A tap goes to the next choice, a hold takes the present one. At the last question a tap starts the entry
    anew.
    """
    match gesture:
        case Tap(seat) if seat is roller:
            if telling.is_to_confirm:
                # What was told is wrong: it is told anew.
                return TellingDice(telling.race)
            return replace(telling, choice=(telling.choice + 1) % CHOICES)
        case Hold(seat) if seat is roller:
            return replace(telling, told=(*telling.told, telling.choice), choice=0)
        case _:
            return telling


def dice_told(telling: TellingDice) -> Dice:
    """Return the dice of an entry that is complete."""
    one_colour, one_shape, other_colour, other_shape, _ = telling.told
    return Dice(Cup(COLOURS[one_colour], SHAPES[one_shape]), Cup(COLOURS[other_colour], SHAPES[other_shape]))


_COSTS = COSTS.race


class Referee:
    """Referees one game on one board; `history` is its record, `state` its present state."""

    def __init__(
        self, seats: Sequence[Seat], options: Options, random: Random, history: KingHistory | None = None
    ) -> None:
        """Begin with `seats`, which have a tray and a button each.

        Without a record in `history`, players are gathered for a new game. `random` rolls the board's dice.
        """
        self.options = options
        self.seats = tuple(seats)
        self.history: KingHistory = history or HistoryOf(KingOfTheCups(len(seats)), None)
        self.state: states.State = states.Gathering() if history is None else self._standing_state()
        self.notice: states.Notice | None = None
        self.people = Seats((), None)
        """What players are called, by their seats, and who may sit down at one."""
        self.call(options.players, options.known)
        self.hands = Hands(self.seats)
        self.race_since = 0.0
        self._random = random
        self._posed = Posed()
        self._ready_since: float | None = None
        self._events: list[Event] = []

    def call(self, players: tuple[str, ...], known: tuple[str, ...]) -> None:
        """See `Seated`; programs at a seat have no name there."""
        names = [name if is_person(name) else "" for name in players[: len(self.seats)]]
        names += [""] * (len(self.seats) - len(names))
        self.people = self.people.called(tuple(names), known)

    @property
    def players(self) -> tuple[Seat, ...]:
        """Return the players of the game; while they are gathered, those who have joined."""
        if isinstance(self.state, states.Gathering):
            return tuple(seat for seat in self.seats if seat in self.state.joined)
        return self.game.players

    @property
    def game(self) -> KingOfTheCups:
        """Return the game that is played."""
        game = self.history.game
        assert isinstance(game, KingOfTheCups)
        return game

    def step(self, now: float, sight: Sight, gestures: Sequence[Gesture], watch: Watch) -> tuple[Event, ...]:
        """Judge one moment: what the scales show and which gestures the players made. Return its events."""
        self._events = []
        if self.notice is not None and now >= self.notice.until:
            self.notice = None
        self.tell(*map(event_of, sight.happened))
        self._note_question(now)
        for gesture in gestures:
            if self._is_too_early(gesture):
                continue
            roller = self.history.position.roller
            turned = interludes.turned(
                self.state, gesture, now, self.history, self.options, roller, self.people
            )
            if turned is None:
                self._take(gesture, sight, watch, now)
            else:
                self._turn(turned)
            self._note_question(now)
        if (turned := interludes.passed(self.state, now)) is not None:
            self._turn(turned)
        self._judge(sight, now)
        self._note_question(now)
        return tuple(self._events)

    def _note_question(self, now: float) -> None:
        """Note what players are asked at the time `now`, and since when."""
        self._posed = self._posed.at(states.question_in(self.state), now)

    def _is_too_early(self, gesture: Gesture) -> bool:
        """Return whether a gesture must do nothing, because its player can't have read what is asked."""
        match gesture:
            case Tap(time=time) if (
                isinstance(self.state, states.TellingDice) and not self.state.is_to_confirm
            ):
                # It shows the next choice, and takes none.
                return time < self._posed.since
            case Tap(time=time) | Hold(began=time):
                is_read = self._posed.is_read(time)
                return self._posed.question is not None and not is_read
            case _:
                return False

    def tell(self, *events: Event) -> None:
        """Add events to those of this step."""
        self._events += events

    def _turn(self, turned: interludes.Turned) -> None:
        """Carry out what a gesture or time led to in an interlude."""
        self.tell(*turned.events)
        if turned.is_new_game:
            self.history = HistoryOf(KingOfTheCups(len(self.seats)), None)
        if turned.history is not None:
            self.history = turned.history
        if turned.people is not None:
            self.people = turned.people
        if turned.events or turned.state is not self.state:
            self.notice = turned.notice
        self.state = self._standing_state() if turned.state is None else turned.state
        self._ready_since = None

    def _standing_state(self) -> states.State:
        if not self.history.entries:
            return states.Gathering()
        if self.history.is_over:
            return self._over()
        return states.Homing()

    def _over(self) -> states.Over:
        position = self.history.position
        return states.Over(self.game.winner(position), self.game.score(position))

    def _take(self, gesture: Gesture, sight: Sight, watch: Watch, now: float) -> None:
        """Carry out a gesture during play."""
        state = self.state
        if isinstance(state, states.TellingDice):
            self.state = answered(state, gesture, self.history.position.roller)
            return
        if not isinstance(gesture, Tap):
            return
        match state:
            case states.Race(questions=(question, *_)) if asking.is_answer(gesture, question):
                self._resolve(state, question, gesture.seat, now)
            case _:
                for place in sight.doubts:
                    watch.take_likeliest(place)
                for place in sight.odd:
                    watch.only_pieces(place, now)

    def _resolve(self, race: states.Race, question: states.Question, seat: Seat | None, now: float) -> None:
        """Apply a player's answer to a question (None: no answer), then judge what waited for it."""
        self.state = asking.closed(race, question, is_told=seat is not None)
        match question:
            case states.WhoLifted(otherwise=otherwise):
                if seat is not None:
                    self._enter(grabs.lifted_by(self.history, seat, question.landing, self.race_since), now)
                if otherwise is not None and asking.is_about_claim(question):
                    self._judge_landings([otherwise], now)
                elif otherwise is not None and seat is None:
                    later = tuple(each for each in otherwise.meanwhile if each.time > question.landing.time)
                    stayed = replace(otherwise, meanwhile=later)
                    self._enter(grabs.judged(self.history, stayed, self.race_since, self.hands), now)
            case states.WhichFirst(right=right, wrong=wrong):
                for landing in (right, wrong) if seat is not None else (wrong, right):
                    self._landed_in_race(landing, now)
        self._judge_landings(race.held, now)

    def _judge(self, sight: Sight, now: float) -> None:
        match self.state:
            case states.Gathering():
                self._gather(sight, now)
            case states.Homing():
                self._home(sight, now)
            case states.Armed():
                self._armed(sight, now)
            case states.Race():
                self._race(sight, now)
            case states.TellingDice(race):
                landed = tuple(each for each in sight.happened if isinstance(each, Landed))
                race = replace(asking.remembered(race, sight), untold=(*race.untold, *landed))
                self.state = replace(self.state, race=race)
                self._tell_dice(now)
            case _:
                pass

    # Before a game

    def _gather(self, sight: Sight, now: float) -> None:
        assert isinstance(self.state, states.Gathering)
        joined = self.state.joined
        for seat in self.seats:
            if seat not in joined and self.hands.home_since(seat) is not None:
                joined |= {seat}
                self._ready_since = None
                self.tell(PlayerJoined(seat))
        self.state = states.Gathering(joined)
        count = len(joined)
        is_whole = count >= 2 and joined == set(self.seats[:count])
        is_ready = is_whole and not sight.moving and not set_up_troubles(sight, now)
        if self._ready(now, is_ready, _COSTS.gathered_seconds):
            self._begin(sight, count)

    def _begin(self, sight: Sight, count: int) -> None:
        """Begin the game, with all players and cups present: draw the first roller."""
        standing = {place: kinds for place, kinds in sight.standing.items() if kinds}
        arrangement = tuple(CUP_OF_KIND[min(standing[spot])] for spot in SPOTS)
        self.history = HistoryOf(KingOfTheCups(count, arrangement), None)
        self.tell(GameArranged(self.game.name), GameStarted(None))
        self._draw(self._random.choice(self.game.players), FIRST)
        self.state, self._ready_since = states.Homing(), None

    def _draw(self, seat: Seat, outcome: str) -> None:
        self.history = self.history.enter(Chance(seat, outcome))
        self.tell(DiceFell(seat, outcome))

    # Between the rounds

    def _ready(self, now: float, is_ready: bool, seconds: float = _COSTS.home_seconds) -> bool:
        """Return whether all players' hands have been at home, and all was right, for long enough."""
        since = [self.hands.home_since(seat) for seat in self.players]
        if not is_ready or None in since or not since:
            self._ready_since = None
            return False
        if self._ready_since is None:
            self._ready_since = now
        return now - self._ready_since >= seconds

    def _home(self, sight: Sight, now: float) -> None:
        for landing in grabs.landings(sight):
            self._enter(grabs.put_back(self.history, landing, self.race_since), now)
        self._enter(grabs.back_unseen(self.history, sight), now)
        if isinstance(self.notice, states.Early) and self.notice.cup is None:
            for happening in sight.happened:
                if isinstance(happening, Lifted):
                    self._early(self.notice.seat, CUP_OF_KIND[happening.kind], now)
        position = self.history.position
        is_right = not sight.moving and not [*troubles(sight, now), *sight.odd, *astray(sight, position)]
        if self._ready(now, is_right):
            self.tell(TableAgreed(self.game.contents(position)))
            wait = self._random.uniform(_COSTS.shortest_wait_seconds, _COSTS.longest_wait_seconds)
            by_board = not self.options.has_real_dice or position.dice is not None
            self.state = states.Armed(now, now + wait if by_board else None)
            self.notice = None

    def _armed(self, sight: Sight, now: float) -> None:
        assert isinstance(self.state, states.Armed)
        left = [(time, seat) for seat in self.players if (time := self.hands.left_at(seat)) is not None]
        lifted = [each for each in sight.happened if isinstance(each, Lifted)]
        roll_at = self.state.roll_at
        if roll_at is None:
            if left or lifted:
                first = min([time for time, _ in left] + [each.time for each in lifted])
                self._begin_race(first)
                self._race(sight, now)
        elif left or lifted:
            seat = left[0][1] if len(left) == 1 else None
            self.state, self._ready_since = states.Homing(), None
            for _, each in left:
                self._early(each, None, now)
            for each_lift in lifted:
                self._early(seat, CUP_OF_KIND[each_lift.kind], now)
        elif now >= roll_at and not self.hands.may_be_leaving():
            roller = self.history.position.roller
            assert roller is not None
            if self.history.position.dice is None:
                dice = Dice(self._random.choice(CUPS), self._random.choice(CUPS))
                self._draw(roller, dice.outcome)
            self._begin_race(now)

    def _early(self, seat: Seat | None, cup: Cup | None, now: float) -> None:
        self.notice = states.Early(seat, cup, now + REFUSAL_SHOWN_SECONDS)
        if seat is not None:
            said = EARLY if cup is None else f"{EARLY} {cup.kind}"
            self._enter(grabs.called(self.history, seat, said), now)

    # A race

    def _begin_race(self, since: float) -> None:
        self.race_since = since
        self.state, self._ready_since, self.notice = states.Race(since), None, None

    def _race(self, sight: Sight, now: float) -> None:
        assert isinstance(self.state, states.Race)
        self.state = asking.remembered(self.state, sight)
        landings = grabs.landings(sight)
        if self.history.position.dice is None:
            self._race_untold(landings, sight, now)
            return
        self._judge_landings(landings, now)
        if not isinstance(self.state, states.Race):
            return
        self._note_question(now)
        if self.state.questions and now >= self._posed.since + _COSTS.question_seconds:
            self._resolve(self.state, self.state.questions[0], None, now)
        elif not self.state.questions and self._are_all_home(now):
            if (found := asking.only_one_left(self.state)) is not None:
                self._resolve(self.state, *found, now)
                return
            position, hands = self.history.position, self.hands
            for question in asking.overdue(self.state, position, self.players, hands):
                self._ask(question)

    def _are_all_home(self, now: float) -> bool:
        """Return whether all hands have rested at home for so long that no grab is coming."""
        since = [self.hands.home_since(seat) for seat in self.players]
        return all(each is not None and now - each >= _COSTS.false_start_seconds for each in since)

    def _judge_landings(self, landings: Sequence[Landed], now: float) -> None:
        asked: set[Kind] = set()
        for number, landing in enumerate(landings):
            if landing.kind in asked:
                continue
            if isinstance(self.state, states.Homing):
                self._enter(grabs.put_back(self.history, landing, self.race_since), now)
            elif not isinstance(self.state, states.Race):
                return
            elif not asking.hangs(self.state) and (
                question := grabs.which_first(self.history, landing, landings[number:], self.hands)
            ):
                self._ask(question)
                asked = {question.right.kind, question.wrong.kind}
            else:
                self._landed_in_race(landing, now)

    def _landed_in_race(self, landing: Landed, now: float) -> None:
        if not isinstance(self.state, states.Race):
            return
        self.state = asking.noted(self.state, landing)
        if asking.hangs(self.state):
            self.state = replace(self.state, held=(*self.state.held, landing))
        elif (
            asked := asking.before_it_counts(self.state, self.history.position, landing, self.hands)
        ) is not None:
            self._ask(asked)
        else:
            self._enter(grabs.judged(self.history, landing, self.race_since, self.hands), now)

    def _enter(self, judged: grabs.Judged, now: float) -> None:
        """Take in the result of a landing, and end the round if it decides it."""
        before = self.history.position
        self.history = judged.history
        self.tell(*judged.events)
        if judged.question is not None and isinstance(self.state, states.Race):
            if judged.question.otherwise is None:
                self.state = replace(self.state, unsaid=(*self.state.unsaid, judged.question))
            else:
                self._ask(judged.question)
        if before.dice is None or self.history.position.dice is not None:
            return
        right, until = before.dice.right_cup, now + ROUND_SHOWN_SECONDS
        winner = self.history.position.roller if grabs.is_won(judged.events, right) else None
        self.notice = (
            states.NobodyWon(right, until) if winner is None else states.RoundWon(winner, right, until)
        )
        self.state, self._ready_since = states.Homing(), None
        if self.history.is_over:
            self.state = self._over()
            self.tell(GameOver(self.state.winner, self.state.score))

    def _ask(self, question: states.Question) -> None:
        assert isinstance(self.state, states.Race)
        self.state = replace(self.state, questions=(*self.state.questions, question))
        self.tell(asking.event_of(question, self.players))

    # Real dice

    def _race_untold(self, landings: Sequence[Landed], sight: Sight, now: float) -> None:
        """Follow a race whose dice the board doesn't know yet: remember landings, and ask."""
        assert isinstance(self.state, states.Race)
        race = replace(self.state, untold=(*self.state.untold, *landings))
        if race.ask_at is None and any(map(grabs.is_on_tray, race.untold)):
            race = replace(race, ask_at=now + _COSTS.tell_after_seconds)
        self.state = race
        roller = self.history.position.roller
        if race.ask_at is not None and now >= race.ask_at and roller is not None:
            self.state = states.TellingDice(race)
            self.tell(ChanceQuestioned(roller))
            return
        is_false_start = race.ask_at is None and not sight.moving and not astray(sight, self.history.position)
        if is_false_start and self._are_all_home(now):
            self.state, self._ready_since = states.Homing(), None

    def _tell_dice(self, now: float) -> None:
        """Judge the remembered landings in order, once the dice are entered."""
        assert isinstance(self.state, states.TellingDice)
        if not self.state.is_told:
            return
        race, roller = self.state.race, self.history.position.roller
        assert roller is not None
        self._draw(roller, dice_told(self.state).outcome)
        self.state = replace(race, untold=(), ask_at=None)
        self._judge_landings(race.untold, now)
