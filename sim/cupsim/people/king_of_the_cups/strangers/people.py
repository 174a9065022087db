"""Strangers: slow children, two-handed grabbers, and those who slide, hover, drop, stack, overturn and lean.

A stranger is a generator: it does something at an instant and yields the seconds until the next. All times
are drawn from gamma distributions. All means and chances are guesses of how unlike each other people are.
"""

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Protocol

from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS, SPOTS, Cup, Dice, Seat, tray
from cupsboard.rules.places import Place
from cupsboard.signs.scene import Meaning

from cupsim.people.king_of_the_cups.strangers.table import Table
from cupsim.table.king_of_the_cups.deeds import Landed

LOOK_SECONDS = 0.05
LEAST_REACH_SECONDS = 0.2
"""No hand goes 25 cm sooner: the quickest of young men who needn't stop there take 223 ms for some more (K.
DeGoede and others, Journals of Gerontology A 56, 2001)."""
LEAST_GRIP_SECONDS = 0.05
"""Nor closes round a cup sooner."""
PATIENCE_SECONDS = 7.0
"""So long a stranger waits for others to see to what the lights ask for."""


@dataclass(frozen=True, slots=True)
class Ways:
    """How a kind of stranger plays: mean times in seconds, and probabilities."""

    thinks: float = 1.3
    reaches: float = 0.35
    grips: float = 0.12
    unloads: float = 0.05
    carries: float = 0.45
    lets_go: float = 0.15
    answers: float = 0.9
    presses_grams: float = 25.0
    """The mean of what fingers press with."""
    falls_grams: float = 60.0
    """The mean of how hard a cup hits, as grams of the first swing."""
    errs: float = 0.15
    two_handed: float = 0.0
    slides: float = 0.0
    hovers: float = 0.0
    drops: float = 0.0
    stacks: float = 0.0
    overturns: float = 0.02
    leans: float = 0.02
    regrets: float = 0.1
    early: float = 0.02


KINDS: Mapping[str, Ways] = {
    "steady": Ways(),
    "slow child": Ways(
        thinks=3.5, reaches=0.6, grips=0.3, unloads=0.15, carries=0.9, lets_go=0.35, answers=2.0, errs=0.3
    ),
    "two-handed": Ways(thinks=1.1, two_handed=0.5, presses_grams=35.0, errs=0.2),
    "slider": Ways(slides=0.25, unloads=0.12),
    "hoverer": Ways(hovers=0.6, regrets=0.2, early=0.08),
    "dropper": Ways(drops=0.5, falls_grams=250.0, carries=0.35, lets_go=0.08),
    "stacker": Ways(stacks=0.3, overturns=0.4),
    "leaner": Ways(leans=0.4, presses_grams=60.0),
}


class Eyes(Protocol):
    """What a stranger sees: the dice, the lights, and the sentence on the screen."""

    @property
    def dice(self) -> Dice | None:
        """Return the dice while they are in sight, else None."""

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


Press = Callable[[Seat, bool, float], None]
"""Sets the contact of a player's button at a time."""


class Stranger:
    """Somebody on a seat. `live` and `fidget` are to be resumed after the seconds that they yield."""

    def __init__(
        self, seat: Seat, table: Table, eyes: Eyes, press: Press, ways: Ways, random: Random
    ) -> None:
        self.now = 0.0
        """The time; whoever resumes a stranger sets it before."""
        self._seat, self._tray = seat, tray(seat)
        self._table, self._eyes, self._press = table, eyes, press
        self._ways, self._random = ways, random
        self._is_home = False
        self._seen = 0
        self._try_at = self._rolled_at = 0.0
        self._bidden: tuple[Cup, Place] | None = None
        self._bidden_at = 0.0
        self._moved: dict[Cup, Place] = {}
        """Cups that this stranger has moved, and where each stood when the dice fell."""
        self._lit_since: dict[Place, float] = {}
        self._asked: tuple[Cup | None, tuple[Place, Cup, Cup] | None] | None = None

    # Times and chances

    def _about(self, mean_seconds: float) -> float:
        return self._random.gammavariate(5.0, mean_seconds / 5.0)

    def _may(self, chance: float) -> bool:
        return self._random.random() < chance

    # What is done all evening

    def live(self) -> Iterator[float]:
        """Play until the evening ends."""
        yield self._about(1.5)
        while True:
            self._look()
            if self._says(self._tray) is Meaning.PAUSED:
                yield self._about(2.0)
                yield from self._tap()
                continue
            dice = self._eyes.dice
            if self._eyes.rolls != self._seen:
                self._seen, self._try_at = self._eyes.rolls, self.now
                self._rolled_at = self.now
                self._moved.clear()
            if dice is not None and self.now >= self._try_at and self._says(self._tray) is not Meaning.OUT:
                # If nobody has it by then, they look once more.
                self._try_at = self.now + PATIENCE_SECONDS
                yield from self._race(dice)
            elif not (yield from self._sees_to_lights()):
                yield from self._go_home()
                yield from self._wait()

    def fidget(self) -> Iterator[float]:
        """Lean on the table, with whatever is not playing."""
        while True:
            yield self._about(4.0)
            if not self._may(self._ways.leans):
                continue
            if self._may(0.5):
                self._table.shake(self.now, self._random.expovariate(1 / 15.0))
                continue
            grams = self._random.uniform(5.0, 400.0)
            place = self._tray if self._may(0.7) else self._random.choice(SPOTS)
            for share in (0.3, 0.3, 0.4):
                self._table.press(self.now, place, share * grams)
                yield self._about(0.05)
            seconds = self._about(1.2)
            self._table.tremble(self.now, place, grams, seconds)
            yield seconds
            self._table.press(self.now, place, -grams)

    def _wait(self) -> Iterator[float]:
        if self._eyes.dice is None and self._may(self._ways.early * LOOK_SECONDS / 3.0):
            yield from self._leave()
            yield self._about(0.5)
        yield LOOK_SECONDS

    # Hands

    def _contact(self, is_down: bool) -> Iterator[float]:
        for _ in range(self._random.randrange(3)):
            for level in (is_down, not is_down):
                self._press(self._seat, level, self.now)
                yield self._random.uniform(0.0003, 0.002)
        self._press(self._seat, is_down, self.now)

    def _go_home(self) -> Iterator[float]:
        if not self._is_home:
            yield self._about(self._ways.reaches)
            yield from self._contact(True)
            self._is_home = True

    def _leave(self) -> Iterator[float]:
        if self._is_home:
            yield from self._contact(False)
            self._is_home = False

    def _tap(self) -> Iterator[float]:
        yield from self._leave()
        yield self._about(0.2)
        yield from self._contact(True)
        yield self._random.uniform(0.06, 0.35)
        yield from self._contact(False)
        yield self._about(0.15)

    def _fingers(self, place: Place, seconds: float) -> Iterator[float]:
        """Fingers press on a place in steps, and come off it."""
        steps = [self._random.expovariate(1 / self._ways.presses_grams) / 3 for _ in range(3)]
        for grams in steps:
            self._table.press(self.now, place, grams)
            yield seconds / 4
        self._table.press(self.now, place, -sum(steps))
        yield seconds / 4

    def _take(self, cup: Cup) -> Iterator[float]:
        """Reach for a cup and have it; `self._table.holder` says whether that went well."""
        yield from self._leave()
        yield max(LEAST_REACH_SECONDS, self._about(self._ways.reaches))
        place = self._table.place_of.get(cup)
        if place is None:
            return
        above = self._table.cups_on(place)
        if place in SPOTS and cup != above[-1]:
            # Who stacked a cup upon it takes it first.
            return
        yield from self._fingers(place, max(LEAST_GRIP_SECONDS, self._about(self._ways.grips)))
        # It may be elsewhere by now: another had it first.
        if self._table.place_of.get(cup) != place or not self._table.hold(cup, self._seat):
            return
        if self._may(self._ways.slides) and place in SPOTS:
            # It tips or is pushed over the edge before it is up.
            self._table.ease(self.now, cup, self._random.uniform(0.3, 0.8))
            yield self._about(0.2)
        for share in (0.7, 0.5, 0.2):
            self._table.ease(self.now, cup, share)
            yield self._about(self._ways.unloads) / 4
        self._table.take(self.now, cup)

    def _holds(self, cup: Cup) -> bool:
        return self._table.holder.get(cup) is self._seat and cup not in self._table.place_of

    def _put(self, cup: Cup, place: Place) -> Iterator[float]:
        """Carry a cup to a place and let go of it; on a spot it may come to stand half beside."""
        yield max(0.15, self._about(self._ways.carries))
        ways, table = self._ways, self._table
        share = 1.0
        if place in SPOTS:
            is_taken = bool(table.cups_on(place))
            if is_taken and not self._may(ways.stacks):
                share = self._random.uniform(0.2, 0.7)
            elif self._may(ways.slides / 3):
                share = self._random.uniform(0.2, 0.9)
        hits = self._random.expovariate(1 / ways.falls_grams)
        if self._may(ways.drops):
            # It falls, is in the air once more, and comes to rest.
            grams = table.masses_grams[cup]
            table.press(self.now, place, 2 * grams)
            yield 0.02
            table.press(self.now, place, -2 * grams)
            yield self._random.uniform(0.03, 0.09)
            hits *= 2
        table.put(self.now, cup, place, share=share, hits=hits)
        if self._may(ways.overturns):
            table.overturned ^= {cup}
        yield from self._fingers(place, self._about(ways.lets_go))

    def _bring(self, cup: Cup, place: Place) -> Iterator[float]:
        """A cup from wherever it is to a place."""
        yield from self._take(cup)
        if self._holds(cup):
            yield from self._put(cup, place)

    # A race

    def _race(self, dice: Dice) -> Iterator[float]:
        homes = dict(self._table.place_of)
        ways, right = self._ways, dice.right_cup
        # An overturned cup hides its symbol.
        times = 1.6 if right in self._table.overturned else 1.0
        yield self._about(ways.thinks * times)
        wanted = right
        if self._may(ways.errs):
            wanted = self._random.choice([cup for cup in CUPS if cup is not right])
        if self._eyes.dice is None or self._is_taken(wanted):
            return
        if self._may(ways.hovers):
            yield from self._leave()
            yield self._about(0.8)
            if self._eyes.dice is None or self._is_taken(wanted):
                return
        second = None
        if self._may(ways.two_handed):
            second = self._random.choice([cup for cup in CUPS if cup != wanted])
        for cup in (wanted, second):
            if cup is not None:
                yield from self._take(cup)
                if self._holds(cup):
                    self._moved.setdefault(cup, homes.get(cup, self._tray))
        for cup in (wanted, second):
            if cup is not None and self._holds(cup):
                is_regretted = cup != right and self._may(ways.regrets)
                yield from self._put(cup, self._moved[cup] if is_regretted else self._tray)

    def _is_taken(self, cup: Cup) -> bool:
        return self._table.place_of.get(cup) is None

    # Lights

    def _says(self, place: Place) -> Meaning | None:
        return self._eyes.says(place)

    def _look(self) -> None:
        for place in self._table.scales:
            if self._says(place) is Meaning.LOOK:
                self._lit_since.setdefault(place, self.now)
            else:
                self._lit_since.pop(place, None)

    def _sees_to_lights(self) -> Generator[float, None, bool]:
        """Answer, bring back, or tap, if it is this stranger's to do; whether anything was done."""
        if self._says(self._tray) is Meaning.YOU:
            asked = self._eyes.asked_about, self._eyes.asked_order
            if asked != self._asked:
                self._asked = asked
                if self._is_yes(*asked):
                    yield 1.1 + self._about(self._ways.answers)
                    yield from self._tap()
                    return True
        else:
            self._asked = None
        bidden = self._eyes.asked_to_bring
        if bidden != self._bidden:
            self._bidden, self._bidden_at = bidden, self.now
        if bidden is not None:
            cup, home = bidden
            own = cup in self._moved
            patience = self._about(self._ways.answers) if own else PATIENCE_SECONDS + self._late()
            if self.now - self._bidden_at > patience and cup not in self._table.holder:
                self._bidden_at = self.now
                yield from self._bring(cup, home)
                return True
        looks = [place for place, since in self._lit_since.items() if self.now - since > PATIENCE_SECONDS]
        if looks and self._seat is Seat.TWO:
            self._lit_since.clear()
            yield from self._tap()
            return True
        return False

    def _is_yes(self, cup: Cup | None, order: tuple[Place, Cup, Cup] | None) -> bool:
        """What they answer: whether it was them, or which of two cups they saw come down first."""
        dice = self._eyes.dice
        landed = [each for each in self._table.deeds if isinstance(each, Landed)]
        if order is not None:
            place, one, other = order
            came = [each.cup for each in landed if each.place == place and each.cup in (one, other)]
            return came[-2:] == [one, other]
        if dice is None or cup != dice.right_cup:
            return cup is not None and cup in self._moved
        claims = (
            each.by
            for each in landed
            if each.time >= self._rolled_at and each.cup == cup and each.place == tray(each.by)
            if self._says(tray(each.by)) is not Meaning.OUT
        )
        return next(claims, None) is self._seat

    def _late(self) -> float:
        return 2.5 * self._table.seats.index(self._seat)
