"""The two hands of a person at a page: one lies on the button or grabs, the other grabs beside it.

Whoever moves a pointer has taken their time already, so these hands are quick; what they do passes the same
cells and contacts as everybody's.
"""

from collections.abc import Sequence

from cupsboard.numbers import COSTS
from cupsboard.referee.king_of_the_cups.states import Armed, Gathering, Homing, Paused, Race, TellingDice
from cupsboard.referee.times import QUESTION_READ_SECONDS
from cupsboard.rules.king_of_the_cups.cups_and_dice import COLOURS, CUPS, SHAPES, SPOTS, Cup, Dice, Seat
from cupsboard.rules.places import Place

from cupsim.runs.king_of_the_cups.evening import RaceEvening
from cupsim.table.hand_actions import Wait
from cupsim.table.king_of_the_cups.cups import Stance
from cupsim.table.king_of_the_cups.hand_acts import Act, GoHome, Leave, Seize, SetDown, Tap
from cupsim.table.king_of_the_cups.racing_hand import RacingHand

PERSON_TEMPO = 4.0
SHORTEST_TAP_SECONDS = 0.12
"""A real finger is down for longer; a click of a mouse may not be."""
GAP_SECONDS = 0.08
"""Between two presses a real button is open for longer."""
HOLD_SECONDS = 1.0
REST_AFTER_SECONDS = 0.7
"""So long after a press the hand waits for another before it goes home by itself."""
READ_SECONDS = QUESTION_READ_SECONDS + 0.2
"""So long a question stands before these hands answer it."""


class PersonHands:
    """The hands on one seat while they are moved from a page."""

    def __init__(self, evening: RaceEvening, seat: Seat) -> None:
        self.rests = False
        """Whether the hand goes home by itself when it has nothing to do; nobody joins before they say so."""
        self._evening = evening
        self._seat = seat
        self._right, self._left = evening.hands[seat], evening.other_hands[seat]
        self._tempi = {hand: hand.tempo for hand in (self._right, self._left)}
        self._pressed_since: float | None = None
        self._pressed_until = 0.0
        self._holders: dict[Cup, RacingHand] = {}

    @property
    def is_busy(self) -> bool:
        """Return whether a hand is still carrying out an order of the page."""
        return self._right.is_busy or self._left.is_busy

    def begin(self) -> None:
        """Let the page move the hands from now on; forget what the simulated player was about to do."""
        self._evening.resting.add(self._seat)
        for hand in (self._right, self._left):
            hand.break_off()
            hand.tempo = PERSON_TEMPO
            if hand.cup is not None:
                self._holders[hand.cup] = hand

    def end(self) -> None:
        """Leave the hands to the simulated player."""
        self.release()
        for hand, tempo in self._tempi.items():
            if hand is self._left and hand.cup is not None:
                self.set_down(hand.cup, self._free_spot(), Stance.UPRIGHT)
            hand.tempo = tempo
        self._holders.clear()
        self._evening.resting.discard(self._seat)

    def advance(self) -> None:
        """Let the hand go home if it has nothing to do and is wanted there.

        In a pause it lies nowhere by itself: there a hold is a wish, and all hands at home take a round back.
        """
        now, hand, state = self._evening.now, self._right, self._evening.heart.referee.state
        is_idle = not hand.is_busy and hand.cup is None and self._pressed_since is None
        if not (self.rests and is_idle and now >= self._pressed_until + REST_AFTER_SECONDS):
            return
        if isinstance(state, Gathering | Homing | Armed | Race):
            self._do(GoHome())
        elif isinstance(state, Paused):
            self._do(Leave())

    def rest(self, is_home: bool) -> None:
        """Let the hand go home at once and by itself later; or leave home, without `is_home`."""
        self.rests = is_home
        self._pressed_until = 0.0
        if not is_home and self._pressed_since is None and self._right.cup is None:
            self._do(Leave())

    def press(self) -> None:
        """Press the button; a hand that holds it already lets it go first."""
        if self._pressed_since is None and self._right.cup is None:
            self._pressed_since = self._evening.now
            self._do(Leave(), Wait(GAP_SECONDS), GoHome())

    def release(self) -> None:
        """Release the button."""
        if self._pressed_since is None:
            return
        now = self._evening.now
        left = SHORTEST_TAP_SECONDS - (now - self._pressed_since)
        self._pressed_since, self._pressed_until = None, now
        self._do(*([Wait(left)] if left > 0 else []), Leave())

    def seize(self, cup: Cup) -> None:
        """Reach for a cup with the free hand; do nothing if both hold something."""
        hand = self._free_hand()
        if hand is None or cup in self._holders:
            return
        if isinstance(hand.doing, GoHome):
            hand.break_off()
        self._holders[cup] = hand
        hand.do(Seize(cup), now=self._evening.now)

    def set_down(self, cup: Cup, place: Place, stance: Stance) -> None:
        """Put down the cup that a hand has, or is just reaching for."""
        hand = self._holders.pop(cup, None)
        if hand is not None:
            hand.do(SetDown(place, stance, is_rash=True), now=self._evening.now)

    def take_back(self, *, is_paused: bool) -> None:
        """Hold the button in a pause, asked for if there is none; if all hold, the round is taken back."""
        # A hand that has just come home and leaves again has tapped, too; a fourth tap would end the pause.
        apart = COSTS.race.three_taps_seconds + GAP_SECONDS if self._right.is_home else GAP_SECONDS
        taps = [] if is_paused else [Wait(apart), *self._taps(3)]
        self._do(Leave(), *taps, Wait(0.5), GoHome(), Wait(1.5), Leave(), Wait(0.3))

    def tell(self, dice: Dice, telling: TellingDice) -> bool:
        """Press the buttons that tell the board what the dice show, going on from what it was told so far.

        Where it was told otherwise before, that is undone first; then it is to be told once more, and this
        returns False.
        """
        wanted = [
            number for face in dice for number in (COLOURS.index(face.colour), SHAPES.index(face.shape))
        ]
        told = list(telling.told[: len(wanted)])
        if told != wanted[: len(told)]:
            holds = [*self._hold()] * (len(wanted) - len(told))
            self._do(Leave(), Wait(READ_SECONDS), *holds, *self._taps(1))
            return False
        acts: list[Act] = [Leave(), Wait(READ_SECONDS)]
        choice = telling.choice
        for number in wanted[len(told) :]:
            acts += [*self._taps((number - choice) % len(COLOURS)), *self._hold()]
            choice = 0
        self._do(*acts, *self._hold())
        return True

    def put_up(self) -> None:
        """Carry every cup that stands on no spot to a free spot, those in these hands first."""
        table = self._evening.table
        free = [spot for spot in SPOTS if not table.cups_on(spot)]
        for cup in [cup for cup, hand in self._holders.items() if hand.cup is cup]:
            self.set_down(cup, free.pop(0), Stance.UPRIGHT)
        astray = [cup for cup in CUPS if table.where(cup) not in SPOTS and table.hand_of(cup) is None]
        for cup, spot in zip(astray, free, strict=False):
            self._do(Seize(cup), SetDown(spot), Wait(0.1))

    def _taps(self, times: int) -> list[Act]:
        return [Tap(SHORTEST_TAP_SECONDS), Wait(GAP_SECONDS)] * times

    def _hold(self) -> Sequence[Act]:
        # Each hold leads to the next question, which no hold answers before it could be read.
        return (GoHome(), Wait(HOLD_SECONDS), Leave(), Wait(READ_SECONDS))

    def _free_hand(self) -> RacingHand | None:
        for cup, hand in [*self._holders.items()]:
            # Another hand was quicker, or somebody has taken the cup out of this one's reach.
            if hand.cup is not cup and not hand.is_busy:
                del self._holders[cup]
        taken = set(self._holders.values())
        pressing = {self._right} if self._pressed_since is not None else set()
        free = (hand for hand in (self._right, self._left) if hand not in taken | pressing)
        return next(free, None)

    def _free_spot(self) -> Place:
        free = [spot for spot in SPOTS if not self._evening.table.cups_on(spot)]
        return free[0] if free else SPOTS[0]

    def _do(self, *acts: Act) -> None:
        self._right.do(*acts, now=self._evening.now)
