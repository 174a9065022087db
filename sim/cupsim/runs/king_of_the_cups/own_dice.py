"""Players who throw dice of their own and tell the board by buttons what these show, now and then wrongly.

Who tells reads on the screen which choice a hold would take. A wrong choice is seen where all is asked for
once more; now and then even that is agreed to, and the players take the round back.
"""

from math import inf
from random import Random

from cupsboard.referee.king_of_the_cups.states import Armed, Gathering, Homing, Paused, State, TellingDice
from cupsboard.rules.king_of_the_cups.cups_and_dice import COLOURS, CUPS, SHAPES, Dice, Seat

from cupsim.runs.king_of_the_cups.evening import RaceEvening
from cupsim.table.hand_actions import Wait
from cupsim.table.king_of_the_cups.hand_acts import Act, GoHome, Leave, Tap

LEAST_THROW_SECONDS, MOST_THROW_SECONDS = 1.5, 3.5
"""So long after all is ready the roller throws."""
SLIPS = 0.15
"""How often one of the four choices is held that isn't the right one."""
OVERLOOKS = 0.3
"""How often that isn't seen even where all is asked for once more."""
TAP_SECONDS, HOLD_SECONDS = 0.15, 1.0
LOOK_SECONDS = 0.05
LEAST_READING_SECONDS, MOST_READING_SECONDS = 0.3, 0.7


class OwnDice:
    """Throws when all is ready, and moves the roller's hand while the board asks. An `Actor`."""

    def __init__(self, evening: RaceEvening, random: Random) -> None:
        self.next_time = 0.0
        self.told_wrongly = 0
        """How often the board was told other dice than lay there."""
        self._evening, self._random = evening, random
        self._throw_at = inf
        self._teller: Seat | None = None
        self._objector: Seat | None = None
        """Who says that there is nothing to tell: a cup was moved, and nobody has thrown."""
        self._says: list[int] = []
        self._false_from: int | None = None
        """How many entries there were before false dice: all from there on are to be taken back."""

    def act(self, now: float) -> None:
        """See `Actor`."""
        if now < self.next_time:
            return
        self.next_time = now + LOOK_SECONDS
        evening = self._evening
        if not evening.is_powered:
            self._throw_at = inf
            return
        state = evening.heart.referee.state
        if isinstance(state, Homing | Gathering):
            # The round is over, or taken back, or nobody grabbed: the dice are taken up again.
            evening.thrown = None
        is_told = not isinstance(state, TellingDice)
        if (
            self._false_from is not None
            and is_told
            and len(evening.heart.history.entries) <= self._false_from
        ):
            self._false_from = None
        self._see_to_throw(now)
        if isinstance(state, TellingDice) and evening.thrown is not None:
            self._tell(state, now)
        elif isinstance(state, TellingDice) or self._objector is not None:
            self._object(state, now)
        elif self._false_from is not None:
            self._take_back(now)
        else:
            self._leave_off()

    def _see_to_throw(self, now: float) -> None:
        evening = self._evening
        state = evening.heart.referee.state
        if not (isinstance(state, Armed) and state.roll_at is None and evening.thrown is None):
            self._throw_at = inf
        elif self._throw_at == inf:
            self._throw_at = now + self._random.uniform(LEAST_THROW_SECONDS, MOST_THROW_SECONDS)
        elif now >= self._throw_at:
            evening.throw(Dice(self._random.choice(CUPS), self._random.choice(CUPS)))

    def _tell(self, state: TellingDice, now: float) -> None:
        evening, dice = self._evening, self._evening.thrown
        roller = evening.heart.history.position.roller
        assert dice is not None
        assert roller is not None
        true = _choices(dice)
        if self._teller is not roller:
            self._leave_off()
            self._teller = roller
            evening.resting.add(roller)
            self._says = self._slipped(true) if self._random.random() < SLIPS else true
        hand = evening.hands[roller]
        if hand.is_busy or hand.cup is not None:
            if hand.cup is not None and not hand.is_busy:
                # Nobody tells with a cup in the hand.
                evening.resting.discard(roller)
                self._teller = None
            return
        told = list(state.told)
        if state.is_to_confirm:
            self._confirm(told, true, now)
        elif state.choice == self._says[len(told)]:
            self._do(roller, now, *_hold())
        else:
            self._do(roller, now, Tap(TAP_SECONDS))

    def _confirm(self, told: list[int], true: list[int], now: float) -> None:
        evening, roller = self._evening, self._teller
        assert roller is not None
        if told == true:
            self._do(roller, now, *_hold())
            return
        self.told_wrongly += 1
        position = evening.heart.history.position
        # A round that ends the game can't be taken back before that is written down.
        most = max(position.cups_of(seat) for seat in evening.table.seats)
        may_overlook = most + 1 < evening.heart.referee.game.cups_to_win
        if may_overlook and self._random.random() < OVERLOOKS:
            self._false_from = len(evening.heart.history.entries)
            self._do(roller, now, *_hold())
        else:
            self._says = true
            self._do(roller, now, Tap(TAP_SECONDS))

    def _take_back(self, now: float) -> None:
        """All have seen that the dice are other than the board says: a pause, and the round back."""
        roller = self._teller
        if roller is None or self._evening.hands[roller].is_busy:
            return
        if isinstance(self._evening.heart.referee.state, Paused):
            for racer in self._evening.people.values():
                racer.agree()
            self._do(roller, now, Wait(2.0), GoHome(), Wait(1.6), Leave(), Wait(0.4))
        else:
            taps = (Tap(TAP_SECONDS), Wait(0.08))
            self._do(roller, now, Leave(), Wait(1.5), *taps, *taps, *taps, Wait(0.4))

    def _object(self, state: State, now: float) -> None:
        """A pause and on again by anybody but the roller, whose taps go through the choices."""
        evening = self._evening
        if self._objector is None:
            roller = evening.heart.history.position.roller
            self._objector = next(seat for seat in evening.heart.referee.players if seat is not roller)
            evening.resting.add(self._objector)
        if evening.hands[self._objector].is_busy:
            return
        if isinstance(state, TellingDice):
            taps = (Tap(TAP_SECONDS), Wait(0.08))
            self._do(self._objector, now, Leave(), Wait(1.5), *taps, *taps, *taps, Wait(0.4))
        elif isinstance(state, Paused):
            self._do(self._objector, now, Wait(1.0), Tap(TAP_SECONDS), Wait(0.4))
        else:
            evening.resting.discard(self._objector)
            self._objector = None

    def _leave_off(self) -> None:
        """Leave the hand to its owner's own wishes."""
        if self._teller is not None:
            self._evening.resting.discard(self._teller)
            self._teller = None

    def _slipped(self, true: list[int]) -> list[int]:
        slip = self._random.randrange(len(true))
        return [(each + 1) % 3 if number == slip else each for number, each in enumerate(true)]

    def _do(self, seat: Seat, now: float, *acts: Act) -> None:
        reading = self._random.uniform(LEAST_READING_SECONDS, MOST_READING_SECONDS)
        self._evening.hands[seat].do(Wait(reading), *acts, now=now)


def _choices(dice: Dice) -> list[int]:
    return [number for face in dice for number in (COLOURS.index(face.colour), SHAPES.index(face.shape))]


def _hold() -> tuple[Act, ...]:
    return (Leave(), Wait(0.1), GoHome(), Wait(HOLD_SECONDS), Leave(), Wait(0.1))
