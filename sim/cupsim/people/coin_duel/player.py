"""One player of Coin Duel against whoever sits opposite: they think of a play, and their hands carry it out.

They know the rules, see what lies on the table, and keep to what the lights and the screen ask for. Between
rounds they clear the table for both. What the other player has begun, or has put wrong, is the other's; they
never claim a round because of it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from random import Random
from typing import Any

from cupsboard.rules.game import Mark, Plan
from cupsboard.rules.places import HAND, Kind, Side, stock

from cupsim.people.character import Deeds, Traits
from cupsim.people.clumsiness import with_mishaps
from cupsim.people.coin_duel.carrying_out import deeds_of, rest_of
from cupsim.people.coin_duel.choosing import Deed, choose
from cupsim.people.coin_duel.eyes import EyesOnOther
from cupsim.people.coin_duel.handling import STEADY, hand_acts
from cupsim.people.putting_right import laid_out
from cupsim.people.thinking import Deliberation, Thinker
from cupsim.table.hand_actions import Act, Drop, PressButton, PutBack, Take
from cupsim.table.hands import Hands

GLANCE_SECONDS = 0.15
READING_SECONDS = (0.3, 1.0)
"""A sentence that is new is read and understood in so long."""
LOOKED_AT_SECONDS = 2.0
"""So long they look at what the board asks them about."""
PATIENCE_SECONDS = 5.0
"""When nothing comes of what they did for so long, or nobody else puts a table right, they act again."""
MOST_PRESSES = 4
"""Who has pressed so often in vain plays the turn anew."""
HELD_SECONDS = 1.2
CLEARING_TEMPO = 6.0
"""Nobody wants to watch the table being cleared for long."""


@dataclass(slots=True)
class _Carried:
    """A play that hands have carried out and the board has not ended yet."""

    deeds: tuple[Deed, ...]
    turns_before: int
    presses: int = 0


@dataclass
class CoinPlayer:
    """The player on one side. Call `step` when it asks to be called; it moves `hands` along."""

    side: Side
    game: Any
    """A game that is followed act by act."""
    hands: Hands
    eyes: EyesOnOther
    random: Random
    thinker: Thinker
    traits: Traits = field(default_factory=Traits)
    deeds: Deeds = field(default_factory=Deeds)
    _carried: _Carried | None = None
    _read: str = ""
    _understood_at: float = 0.0
    _quiet_since: float = 0.0
    """When hands were last over the board, or the screen last said something new."""
    _fallback: tuple[Any, tuple[Plan, ...]] | None = None
    """A position, and a play at random for a thinker who has none of their own."""

    def __post_init__(self) -> None:
        self._mind = Deliberation[Any](self.side, self.game, self.random, self.thinker)

    @property
    def is_lost(self) -> bool:
        """Never: they read the record off the screen."""
        return False

    @property
    def has_drawn_back(self) -> bool:
        """Whether they have carried their play out and wait."""
        return self._carried is not None and not self.hands.is_busy

    @property
    def is_thinking(self) -> bool:
        """Whether a play is theirs that they have not begun."""
        return self._mind.since is not None

    def hurry(self) -> None:
        """Let them think no longer about the play that is theirs, if one is."""
        self._mind.hurry()

    def learn(self, position: Any) -> None:  # noqa: ARG002
        """Leave what they were about: the record has changed, and they read it off the screen."""
        self.hands.forget()
        self._carried = None
        self._mind.forget()

    def step(self, now: float) -> float:
        """Do what is due, and return when to be called again."""
        self.hands.advance(now)
        if not self.hands.is_busy:
            self._look(now)
            self.hands.advance(now)
        if self.hands.is_busy:
            self._quiet_since = now
            return self.hands.next_time
        return now + GLANCE_SECONDS * self.random.uniform(0.7, 1.3)

    def _look(self, now: float) -> None:
        said = self.eyes.sentence()
        if said != self._read:
            self._read, self._quiet_since = said, now
            self._understood_at = now + self.random.uniform(*READING_SECONDS)
        if self.eyes.are_others_reaching(self.side):
            self._quiet_since = now
        elif now >= self._understood_at:
            self._answer(said.removeprefix("laps.").removesuffix("-bare"), now - self._quiet_since, now)

    def _answer(self, said: str, quiet: float, now: float) -> None:
        if self._carried is not None and self.eyes.turns_ended() != self._carried.turns_before:
            self._carried = None
        if said in ("begin-round", "begin-round-anew", "who-starts"):
            self._open(said, quiet, now)
        elif (wanted := self.eyes.wanted()) is not None:
            self._carried = None
            if quiet >= PATIENCE_SECONDS:
                self._put_in_order(wanted, now)
        elif said == "tutor.lost" and not self._mind.is_hurried:
            # The other may want to take their move back; the board says so for a while.
            return
        elif self.eyes.turn() is self.side:
            self._play(said, quiet, now)

    def _open(self, said: str, quiet: float, now: float) -> None:
        """Begin odd rounds, or even ones, where nobody has been named to begin."""
        position = self.eyes.position()
        rounds_before = position.round if said == "begin-round" else 0
        if said != "begin-round-anew" and self.traits.opens != (rounds_before % 2 == 0):
            return
        if said == "who-starts":
            self._think(self.game.start(self.side), now)
        elif quiet >= LOOKED_AT_SECONDS:
            self._press(now)

    def _play(self, said: str, quiet: float, now: float) -> None:
        carried = self._carried
        if said == "choosing":
            if quiet >= LOOKED_AT_SECONDS:
                self._choose_table(now)
        elif said.startswith("unclear"):
            if quiet >= LOOKED_AT_SECONDS:
                self._press(now)
        elif said.startswith("offence"):
            if quiet >= LOOKED_AT_SECONDS:
                self._mend(self.eyes.mends(), now)
        elif carried is not None and (said.startswith("done") or len(self.eyes.done()) == len(carried.deeds)):
            self._end(carried, quiet, now)
        elif said.startswith("your-turn") and carried is None:
            self._think(self.eyes.position(), now)
        elif quiet >= PATIENCE_SECONDS:
            self._go_on(carried, now)

    def _think(self, position: Any, now: float) -> None:
        if self._fallback is None or self._fallback[0] != position:
            play = choose(self.game, position, self.side, 1, self.random)
            self._fallback = position, (Plan(self.side, play.label, ()),)
        label = self._mind.label(position, self._fallback[1], now)
        if label is None:
            return
        self.deeds.moves += 1
        self.hands.tempo = STEADY.tempo
        deeds = deeds_of(self.game, position, self.side, label)
        self._carried = _Carried(deeds, self.eyes.turns_ended())
        acts = hand_acts(deeds, STEADY, self.random)
        # One piece too many may end the round: clumsy hands lean, dawdle, bump and drop things beside.
        self.hands.do(*with_mishaps(acts, self.random, self.traits.clumsiness, spare=None), now=now)

    def _end(self, carried: _Carried, quiet: float, now: float) -> None:
        """Press when the play is done, and again if nothing comes of it."""
        if carried.presses and quiet < PATIENCE_SECONDS:
            return
        if carried.presses >= MOST_PRESSES:
            self._play_anew(now)
            return
        carried.presses += 1
        self._press(now)

    def _go_on(self, carried: _Carried | None, now: float) -> None:
        """The board is in the midst of a turn: do what it has not seen, or begin the turn anew."""
        rest = () if carried is None else rest_of(carried.deeds, self.eyes.done())
        held = sorted(piece.kind for piece in self.hands.beans)
        # What could not be done once can't be done again: something else lies there than the record says.
        was_refused, self.hands.refused = self.hands.refused is not None, None
        if rest and held == _of_one_handful(rest) and not was_refused:
            self.hands.do(*hand_acts(rest, STEADY, self.random), now=now)
        else:
            self._play_anew(now)

    def _play_anew(self, now: float) -> None:
        """Bring the table back to what the record says, and think again."""
        self._carried = None
        self._put_in_order(self.game.pieces(self.eyes.position()), now)

    def _put_in_order(self, wanted: Any, now: float) -> None:
        """Carry what lies elsewhere than is wanted; where all lies there, say so."""
        self.hands.tempo = CLEARING_TEMPO
        if self.hands.cup is not None and self.hands.cup_from is not None:
            self.hands.do(PutBack(self.hands.cup_from), now=now)
        elif self.hands.beans:
            self.hands.do(Drop(stock(self.side), len(self.hands.beans)), now=now)
        elif acts := laid_out(wanted, self.eyes.lying()):
            self.hands.do(*acts, now=now)
        else:
            self._press(now)

    def _mend(self, marks: Sequence[Mark], now: float) -> None:
        """Take out what is too much, and put in what is missing, out of the hand or the stock.

        What was too much, and is missing nowhere else, goes to the stock.
        """
        held = Counter(piece.kind for piece in self.hands.beans)
        acts: list[Act] = []
        spare: Counter[Kind] = Counter()
        for mark in sorted(marks, key=lambda mark: mark.surplus < 0):
            kinds = (mark.kind,) * abs(mark.surplus)
            if mark.surplus > 0:
                acts.append(Take(mark.place, kinds=kinds))
                held.update(kinds)
                spare.update(kinds)
                continue
            lacking = Counter(kinds) - held
            acts += [Take(stock(self.side), kinds=tuple(lacking.elements()))] if lacking else []
            acts.append(Drop(mark.place, kinds=kinds))
            held -= Counter(kinds)
            spare -= Counter(kinds)
        if spare:
            acts.append(Drop(stock(self.side), kinds=tuple(spare.elements())))
        if acts:
            self.hands.do(*acts, now=now)
        else:
            self._play_anew(now)

    def _choose_table(self, now: float) -> None:
        """Look into the place that is asked about: a tap for yes, a hold for another table."""
        if (offered := self.eyes.offered()) is not None:
            place, lot = offered
            self._press(now, is_held=+Counter(self.eyes.lying()[place]) != +Counter(lot))

    def _press(self, now: float, *, is_held: bool = False) -> None:
        self.deeds.presses += 1
        self.hands.do(PressButton(HELD_SECONDS if is_held else 0.15), now=now)


def _of_one_handful(deeds: Sequence[Deed]) -> list[Kind]:
    """The pieces that fall before anything else is taken up."""
    falling = takewhile(lambda deed: deed.act.source == HAND, deeds)
    return sorted(kind for deed in falling for kind in deed.kinds)
