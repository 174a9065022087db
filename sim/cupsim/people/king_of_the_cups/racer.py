"""A person who races: hand at home, eyes on the dice, and what they do about the lights."""

from math import inf
from random import Random
from typing import Protocol

from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS, SPOTS, Cup, Dice, Seat, tray
from cupsboard.rules.places import Place
from cupsboard.signs.scene import Meaning

from cupsim.people.king_of_the_cups.habits import Habits
from cupsim.table.hand_actions import Bump, Rest, Wait
from cupsim.table.king_of_the_cups.cups import Stance
from cupsim.table.king_of_the_cups.deeds import Landed, Left
from cupsim.table.king_of_the_cups.hand_acts import Act, GoHome, Leave, Seize, SetDown, Tap
from cupsim.table.king_of_the_cups.race_table import RaceTable
from cupsim.table.king_of_the_cups.racing_hand import RacingHand

GLANCE_SECONDS = 0.04
UNBELIEVED_SECONDS = 6.0
"""Who has grabbed and sees the dice lie on for so long without a word of it tries again."""
HELP_SECONDS = 6.0
"""A light that nobody answers for so long is answered by whoever sits nearest to it."""


class Eyes(Protocol):
    """What a person at the table sees of the board."""

    @property
    def dice(self) -> Dice | None:
        """Return the dice while they are in sight, else None."""

    @property
    def is_told_of_dice(self) -> bool:
        """Return whether the players are telling the board what real dice show."""

    @property
    def rolls(self) -> int:
        """Return how often dice have fallen."""

    @property
    def asked_about(self) -> Cup | None:
        """Return the cup of which the sentence asks who put it there; None if it asks no such thing."""

    @property
    def asked_order(self) -> tuple[Place, Cup, Cup] | None:
        """Return the tray and two cups whose order is asked about, the right one first; else None."""

    @property
    def asked_to_bring(self) -> tuple[Cup, Place] | None:
        """Return the cup that the sentence wants moved, and where to; None if it wants none."""

    def says(self, place: Place) -> Meaning | None:
        """Return what the lights of a place mean; None while they mean nothing."""


class Racer:
    """The person on a seat. `step` is called at the times that it returns."""

    def __init__(
        self,
        hand: RacingHand,
        other_hand: RacingHand,
        table: RaceTable,
        eyes: Eyes,
        habits: Habits,
        random: Random,
    ) -> None:
        self.seat: Seat = hand.seat
        self.hand = hand
        self._other_hand = other_hand
        self._table, self._eyes, self._random = table, eyes, random
        self._habits = habits.of_one(random)
        self._tray = tray(hand.seat)
        self._roll = 0
        self._rolled_at = 0.0
        self._snatches = False
        self._late_at = inf
        self._go_at = inf
        self._wanted: Cup | None = None
        self._debts: dict[Cup, Place] = {}
        """The cups that this person has moved, and where each belongs if it was wrong."""
        self._lit_since: dict[Place, float] = {}
        self._asked_since: float | None = None
        self._has_answered = False
        self._early_at = inf
        self._was_ready = False
        self._ready_to_act_at = 0.0
        self._tried_at = inf
        self._agrees = self._is_paused = False

    def agree(self) -> None:
        """Hold the button in the pause that is there or comes next, as all do who want a round back."""
        self._agrees = True

    def step(self, now: float) -> float:
        """Look at the board and act; return the time to look again."""
        self._watch_lights(now)
        was_paused, self._is_paused = self._is_paused, self._is(self._tray, Meaning.PAUSED)
        if self._is_paused:
            self._pause(now)
            return now + GLANCE_SECONDS
        self._agrees = self._agrees and not was_paused
        dice = self._eyes.dice
        if self._eyes.rolls != self._roll:
            self._roll = self._eyes.rolls
            self._begin_round(dice, now)
        if dice is None:
            self._end_round()
        self._see_who_was_first(now)
        if not self.hand.is_busy and now >= self._ready_to_act_at:
            self._act(dice, now)
        return now + GLANCE_SECONDS

    def _pause(self, now: float) -> None:
        """Leave off, and let go of the button, which a hold of another asks for something with."""
        if isinstance(self.hand.doing, Seize):
            self.hand.break_off()
        if not self.hand.is_busy:
            if self.hand.cup is not None:
                self._put_back_what_is_held(now)
            elif self.hand.is_home != self._agrees:
                self._do(now, GoHome() if self._agrees else Leave())

    def _begin_round(self, dice: Dice | None, now: float) -> None:
        self._early_at, self._tried_at, self._was_ready = inf, inf, False
        if dice is None:
            return
        habits, random = self._habits, self._random
        self._rolled_at = now
        # The board rolls only when all cups are where they belong.
        self._debts.clear()
        self._snatches, self._late_at = random.random() < habits.snatches, inf
        if not self._is(self._tray, Meaning.OUT):
            thinking = habits.reaction.draw(random) + habits.working_out.draw(random)
            self._go_at = now + thinking
            self._wanted = self._choice(dice)
        if random.random() < habits.rests:
            grams, seconds = random.uniform(10.0, 250.0), random.uniform(0.2, 1.5)
            self._other_hand.do(Wait(random.uniform(0.0, 3.0)), Rest(self._tray, grams, seconds), now=now)
        if random.random() < habits.bumps:
            self._other_hand.do(Wait(random.uniform(0.0, 3.0)), Bump(random.uniform(0.1, 0.6)), now=now)

    def _end_round(self) -> None:
        if self._wanted is not None:
            self._wanted, self._go_at = None, inf
            self.hand.break_off()

    def _see_who_was_first(self, now: float) -> None:
        """Stop a hand on its way, a reaction after its cup has come to somebody's tray."""
        doing = self.hand.doing
        if not isinstance(doing, Seize) or self._snatches or self._is_still_there(doing.cup):
            self._late_at = inf
            return
        self._late_at = min(self._late_at, now + self._habits.reaction.draw(self._random))
        if now >= self._late_at:
            self.hand.break_off()

    def _is_still_there(self, cup: Cup) -> bool:
        """Whether nobody else has put a cup before them since the dice fell."""
        if self._eyes.dice is None:
            return True
        for deed in reversed(self._table.deeds):
            if deed.time < self._rolled_at:
                break
            is_before_another = isinstance(deed, Landed) and deed.by is not self.seat
            if is_before_another and deed.cup == cup and deed.place == tray(deed.by):
                return False
        return True

    def _choice(self, dice: Dice) -> Cup:
        """The right cup, or one that looks right at first sight: of its colour or its shape."""
        right = dice.right_cup
        if self._random.random() >= self._habits.errs:
            return right
        like = [
            cup for cup in CUPS if cup != right and (cup.colour is right.colour or cup.shape is right.shape)
        ]
        return self._random.choice(like)

    def _act(self, dice: Dice | None, now: float) -> None:
        if self.hand.cup is not None:
            self._put_back_what_is_held(now)
        elif self._eyes.is_told_of_dice:
            # What has landed is judged first.
            if not self.hand.is_home:
                self._do(now, GoHome())
        elif self._answers(now) or self._pays(now):
            return
        elif dice is not None and self._wanted is not None and not self._is(self._tray, Meaning.OUT):
            self._race(dice, now)
        elif dice is not None and now > self._tried_at + UNBELIEVED_SECONDS and not self._asked():
            self._tried_at, self._snatches = inf, True
            if not self._is(self._tray, Meaning.OUT):
                self._look_again(dice, now)
        elif now >= self._early_at:
            self._leave_early(now)
        elif not self.hand.is_home:
            self._do(now, GoHome())
        elif self._is(self._tray, Meaning.READY) and not self._was_ready and dice is None:
            self._was_ready = True
            if self._random.random() < self._habits.leaves_early:
                self._early_at = now + self._random.uniform(0.3, 2.0)

    def _race(self, dice: Dice, now: float) -> None:
        if now < self._go_at:
            if not self.hand.is_home:
                self._do(now, GoHome())
            return
        assert self._wanted is not None
        cup, home = self._wanted, self._table.where(self._wanted)
        self._wanted, self._go_at = None, inf
        if not self._is_still_there(cup) and not self._snatches:
            self._tried_at = now
            return
        if home is None:
            # Somebody else has it; if they were wrong, this person looks again.
            self._look_again(dice, now)
            return
        self._debts[cup] = home
        regrets = cup != dice.right_cup and self._random.random() < self._habits.regrets
        target = home if regrets else self._tray
        self._tried_at = now
        self._do(now, Seize(cup), SetDown(target, is_rash=not regrets), GoHome())

    def _look_again(self, dice: Dice, now: float) -> None:
        self._wanted = dice.right_cup
        self._go_at = now + self._habits.working_out.draw(self._random)

    def _leave_early(self, now: float) -> None:
        self._early_at = inf
        cup = self._random.choice(CUPS)
        home = self._table.where(cup)
        if home is None or self._random.random() < 0.5:
            self._do(now, Leave(), Wait(self._random.uniform(0.3, 1.0)), GoHome())
            return
        self._debts[cup] = home
        self._do(now, Seize(cup), Wait(self._random.uniform(0.2, 0.8)), SetDown(home), GoHome())

    def _put_back_what_is_held(self, now: float) -> None:
        cup = self.hand.cup
        assert cup is not None
        place = self._debts.get(cup) or self._free_spot()
        self._do(now, SetDown(place, self._stance_on(place)), GoHome())

    def _answers(self, now: float) -> bool:
        """Answer a question about who it was, once."""
        if self._asked_since is None or self._has_answered:
            return False
        if now < self._asked_since + 1.2 + self._habits.noticing.median:
            return False
        self._has_answered = True
        cup, order, dice = self._eyes.asked_about, self._eyes.asked_order, self._eyes.dice
        if order is not None:
            is_yes = self._came_first(*order)
        else:
            is_yes = self._had_first(cup) if dice is not None and cup == dice.right_cup else self._had(cup)
        if not is_yes:
            return False
        self._do(now, Tap(0.15))
        return True

    def _came_first(self, place: Place, one: Cup, other: Cup) -> bool:
        """Whether of two cups that came to a tray the one was before the other, as everybody saw."""
        came = [deed.cup for deed in self._table.deeds if isinstance(deed, Landed) and deed.place == place]
        latest = [cup for cup in reversed(came) if cup in (one, other)][:2]
        return latest == [other, one]

    def _had_first(self, cup: Cup) -> bool:
        """Whether this person put a cup before them before any other did who isn't out."""
        claims = (
            deed.by
            for deed in self._table.deeds
            if isinstance(deed, Landed) and deed.cup == cup and deed.time >= self._rolled_at
            if deed.place == tray(deed.by) and not self._is(tray(deed.by), Meaning.OUT)
        )
        return next(claims, None) is self.seat

    def _had(self, cup: Cup | None) -> bool:
        """Whether this person lifted a cup last, or put it before them since the dice fell."""
        deeds = [deed for deed in self._table.deeds if deed.cup == cup]
        lifted = [deed for deed in deeds if isinstance(deed, Left)]
        put = [deed for deed in deeds if isinstance(deed, Landed) and deed.time >= self._rolled_at]
        was_put = any(deed.by is self.seat and deed.place == self._tray for deed in put)
        return was_put or (bool(lifted) and lifted[-1].by is self.seat)

    def _pays(self, now: float) -> bool:
        """Bring back what the lights ask for: the own cups first, after a while anybody's."""
        bidden = self._eyes.asked_to_bring
        if bidden is not None and bidden[0] in self._debts:
            # It has become somebody's since, or was never theirs.
            self._debts[bidden[0]] = bidden[1]
        for cup, home in list(self._debts.items()):
            at = self._table.where(cup)
            if at == home and not self._is(home, Meaning.LIFTED):
                continue
            # What stands where it belongs, and is asked for all the same, is taken up and put down once more.
            patience = HELP_SECONDS if at == home else self._habits.noticing.median
            if self._lit_for(home, Meaning.LIFTED, now) > patience:
                self._bring(cup, home, now)
                return True
        for place, seconds in self._waiting_lights(now):
            if seconds > HELP_SECONDS + 2.0 * list(Seat).index(self.seat):
                # The lights show places, and only the sentence says which of two cups belongs on which.
                wanted, where = bidden or (self._astray_cup(), place)
                if wanted is not None:
                    self._bring(wanted, where, now)
                    return True
        looked = [
            place for place in self._table.cells if self._lit_for(place, Meaning.LOOK, now) > HELP_SECONDS
        ]
        if looked and self.seat is Seat.ONE:
            self._lit_since.clear()
            self._do(now, Tap(0.15))
            return True
        return False

    def _bring(self, cup: Cup, home: Place, now: float) -> None:
        if self._table.hand_of(cup) is not None:
            return
        target = home
        if self._random.random() < self._habits.misplaces and home in SPOTS:
            target = self._free_spot()
        self._lit_since.pop(home, None)
        self._debts[cup] = home
        self._do(now, Seize(cup), SetDown(target, self._stance_on(target)), GoHome())

    def _astray_cup(self) -> Cup | None:
        """A cup that stands half beside a spot, or where the lights say that it doesn't belong."""
        for cup in CUPS:
            at = self._table.nearest(cup)
            if self._table.hand_of(cup) is None and (
                self._table.where(cup) is None or (at is not None and self._is(at, Meaning.TAKE_AWAY))
            ):
                return cup
        return None

    def _stance_on(self, place: Place) -> Stance:
        if place in SPOTS and self._random.random() < self._habits.misplaces / 2:
            return Stance.HALF_BESIDE
        return Stance.OVERTURNED if self._random.random() < self._habits.overturns else Stance.UPRIGHT

    def _free_spot(self) -> Place:
        free = [spot for spot in SPOTS if not self._table.cups_on(spot)]
        return self._random.choice(free) if free else SPOTS[0]

    def _watch_lights(self, now: float) -> None:
        for place in self._table.cells:
            said = self._eyes.says(place)
            if said in (Meaning.LIFTED, Meaning.LOOK):
                self._lit_since.setdefault(place, now)
            else:
                self._lit_since.pop(place, None)
        if self._is(self._tray, Meaning.YOU):
            if self._asked_since is None:
                self._asked_since, self._has_answered = now, False
        else:
            self._asked_since = None

    def _asked(self) -> bool:
        """Whether the board asks anybody who it was."""
        return any(self._is(tray(seat), Meaning.YOU) for seat in self._table.seats)

    def _waiting_lights(self, now: float) -> list[tuple[Place, float]]:
        return [
            (place, now - since)
            for place, since in self._lit_since.items()
            if self._is(place, Meaning.LIFTED)
        ]

    def _lit_for(self, place: Place, meaning: Meaning, now: float) -> float:
        return now - self._lit_since[place] if place in self._lit_since and self._is(place, meaning) else 0.0

    def _is(self, place: Place, meaning: Meaning) -> bool:
        return self._eyes.says(place) is meaning

    def _do(self, now: float, *acts: Act) -> None:
        self.hand.do(*acts, now=now)
        self._ready_to_act_at = now + self._habits.reaction.draw(self._random)
