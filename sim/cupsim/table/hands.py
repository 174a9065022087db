"""A player's hands: acts that take human time and end in changes of the table.

People, keys and scripts all move beans through the same acts.
"""

from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from random import Random
from typing import assert_never

from cupsboard.rules.places import Kind, Place, Side

from cupsim.table import hand_actions
from cupsim.table.acting import Acting, SetButton
from cupsim.table.handling import USUAL, Handling, Laying
from cupsim.table.pieces import Piece
from cupsim.table.table import Cup, Table
from cupsim.table.tremor import trembling

REACH_SECONDS = 0.35
GRASP_SECONDS = 0.25
BEAN_SECONDS = 0.05
"""What each bean adds to a grasp."""
GROPE_SECONDS = 0.1
"""So long a groping finger presses alike."""
PRESS_STEP_SECONDS = 0.01
"""A press grows and fades by steps of this length."""
TOUCHES = 0.05
"""The chance that a drop brushes the rim."""
RELEASE_SECONDS = 0.12
POUR_BEAN_SECONDS = 0.03
BOUNCE_SECONDS = 0.008
TIME_SPREAD = 0.25
"""Spread of the logarithm of every duration: one time in six it takes a quarter longer or more."""


class Hands(Acting[Side, hand_actions.Act]):
    """The hands of the player on one side.

    `touches` is the chance that a drop brushes the rim; `handling` is what their drops and grasps are drawn
    from.
    """

    time_spread = TIME_SPREAD

    def __init__(
        self,
        side: Side,
        table: Table,
        set_button: SetButton[Side],
        random: Random,
        *,
        touches: float = TOUCHES,
        tempo: float = 1.0,
        handling: Handling = USUAL,
    ) -> None:
        super().__init__(side, set_button, random, tempo)
        self.side = side
        self.beans: list[Piece] = []
        """What the hand holds."""
        self.cup: Cup | None = None
        """The cup that is held in the air, if any."""
        self.cup_from: Place | None = None
        self.refused: hand_actions.ImpossibleAct | None = None
        """The last act that could not be done; what was to follow it was dropped too."""
        self._table, self._touches, self._handling = table, touches, handling

    @property
    def is_reaching(self) -> bool:
        """Whether they are over the board: busy, and not just resting between two acts."""
        return self.is_busy and not isinstance(self.doing, hand_actions.Wait)

    @property
    def is_at_last_act(self) -> bool:
        """Whether nothing is to be done after what is being done now."""
        return self.is_busy and not self._queue

    def forget(self) -> None:
        """Leave what was asked for after the act of the moment."""
        self._queue.clear()

    def let_go(self, at: float) -> None:
        """Take the finger off the button at a time, if it would stay longer."""
        if isinstance(self.doing, hand_actions.PressButton):
            self._due = min(self._due, at)

    def objection(self, act: hand_actions.Act) -> str | None:
        """Why an act can't be done as things are now, in words; None if it can."""
        match act:
            case hand_actions.Take(place, _, kinds) if kinds:
                return self._cup_objection(place) or _missing(
                    kinds, [piece.kind for piece in self._table.beans_in(place)], f"in {place}"
                )
            case hand_actions.Take(place):
                return self._cup_objection(place) or (
                    None if self._table.contents()[place] else f"nothing lies in {place}"
                )
            case hand_actions.Drop(_, _, kinds) if kinds:
                return _missing(kinds, [piece.kind for piece in self.beans], "in the hand")
            case hand_actions.Drop(place, count) if len(self.beans) < count:
                held = len(self.beans)
                return f"the hand holds {held} of {count} beans for {place}: take some first"
            case hand_actions.Lift(place):
                return "a cup is in the hand already: put it back" if self.cup else self._cup_objection(place)
            case hand_actions.Pour(place):
                return self._cup_objection(place) if self.cup else f"no cup to pour into {place}: lift one"
            case hand_actions.TipOut() if self.cup is None:
                return "no cup in the hand to tip out: lift one"
            case hand_actions.PutBack(place) if self.cup is None:
                return f"no cup in the hand to put on {place}"
            case hand_actions.PutBack(place) if self._table.has_cup(place):
                return f"a cup stands on {place} already"
            case _:
                return None

    def _cup_objection(self, place: Place) -> str | None:
        return None if self._table.has_cup(place) else f"no cup stands on {place}"

    def _begun(self, act: hand_actions.Act) -> Iterator[float] | None:
        reason = self.objection(act)
        if reason is None:
            return self._motion_of(act)
        self.refused = hand_actions.ImpossibleAct(act, reason)
        self._queue.clear()
        return None

    def _motion_of(self, act: hand_actions.Act) -> Iterator[float]:
        match act:
            case hand_actions.Take(place, count, kinds):
                return self._take(place, count, kinds)
            case hand_actions.Drop(place, count, kinds):
                return self._drop(place, kinds or (None,) * count)
            case hand_actions.Lift(place):
                return self._lift(place)
            case hand_actions.Pour(place):
                return self._pour(place)
            case hand_actions.TipOut():
                return self._tip_out()
            case hand_actions.PutBack(place):
                return self._put_back(place)
            case hand_actions.Rest(place, grams, seconds, 0.0):
                return self._rest(place, grams, seconds)
            case hand_actions.Rest(place, grams, seconds, tremor):
                return trembling(
                    self._table, place, (grams, seconds, tremor), lambda: self._due, self._random
                )
            case hand_actions.Bump(gram_seconds):
                return self._bump(gram_seconds)
            case hand_actions.PressButton(held_seconds):
                return self._press(held_seconds)
            case hand_actions.Wait(seconds):
                return iter((seconds,))
            case _:
                assert_never(act)

    def _take(self, place: Place, count: int, kinds: tuple[Kind, ...]) -> Iterator[float]:
        yield self._in_about(REACH_SECONDS)
        number = len(kinds) or count
        usual, spread = self._handling.grasp_seconds, self._handling.grasp_spread
        seconds = self._in_about(usual + BEAN_SECONDS * number, spread)
        # A hurried hand finds beans no faster.
        seconds = max(seconds, min(seconds * self.tempo, self._handling.least_grasp_seconds))
        fingers = yield from self._grope(place, seconds)
        if kinds and self._table.has_cup(place):
            # The other player's hand may have been quicker.
            there_of_kind = Counter(piece.kind for piece in self._table.beans_in(place)) & Counter(kinds)
            self.beans += self._table.pick(place, tuple(there_of_kind.elements()), self._due)
        elif self._table.has_cup(place):
            there = self._table.contents()[place]
            self.beans += self._table.take(place, min(count, there), self._due)
        self._table.push(place, -fingers, self._due)
        yield self._in_about(RELEASE_SECONDS)

    def _grope(self, place: Place, seconds: float) -> Generator[float, None, float]:
        """Feel for beans: fingers press now more, now less. Returns the grams they press with at the end."""
        fingers, firmness = 0.0, self._handling.firmness(self._random)
        while seconds > 0:
            pressed = self._handling.pressed(firmness, self._random)
            self._table.push(place, pressed - fingers, self._due)
            fingers, pause = pressed, min(seconds, self._random.uniform(0.5, 1.5) * GROPE_SECONDS)
            yield pause
            seconds -= pause
        return fingers

    def _drop(self, place: Place, kinds: tuple[Kind | None, ...]) -> Iterator[float]:
        yield self._in_about(REACH_SECONDS)
        if self._random.random() < self._touches:
            yield from self._rest(place, self._random.uniform(0.5, 20.0), self._in_about(0.15))
        laying = self._handling.laying(self._random) if len(kinds) == 1 else None
        if laying is not None:
            yield from self._lay_down(place, self._let_go_of(kinds[0]), laying)
        else:
            for kind in kinds:
                self._let_fall(place, self._let_go_of(kind))
                yield self._random.uniform(0.0, 0.02)
        yield self._in_about(RELEASE_SECONDS)

    def _let_fall(self, place: Place, piece: Piece) -> None:
        self._table.drop(place, piece, self._due, fall_metres=self._handling.fall(self._random))

    def _lay_down(self, place: Place, piece: Piece, laying: Laying) -> Iterator[float]:
        """Come down with a piece, press for a while, and leave it without a blow."""
        steps = max(1, round(laying.soft_seconds / PRESS_STEP_SECONDS))
        pause = laying.soft_seconds / steps / self.tempo
        for _ in range(steps):
            self._table.push(place, laying.grams / steps, self._due)
            yield pause
        self._table.drop(place, piece, self._due, fall_metres=0.0)
        yield laying.held_seconds / self.tempo
        for _ in range(steps):
            self._table.push(place, -laying.grams / steps, self._due)
            yield pause

    def _let_go_of(self, kind: Kind | None) -> Piece:
        """The last piece that was taken up, or the last of a kind."""
        fitting = (at for at, piece in enumerate(self.beans) if kind in (None, piece.kind))
        return self.beans.pop(max(fitting))

    def _lift(self, place: Place) -> Iterator[float]:
        yield self._in_about(REACH_SECONDS)
        yield from self._rest(place, self._random.uniform(-10.0, 30.0), self._in_about(0.1))
        if self._table.has_cup(place):
            self.cup, self.cup_from = self._table.lift(place, self._due), place
        yield self._in_about(GRASP_SECONDS)

    def _pour(self, target: Place) -> Iterator[float]:
        yield self._in_about(REACH_SECONDS)
        while self.cup is not None and self.cup.beans:
            self._let_fall(target, self.cup.beans.pop())
            yield self._random.uniform(0.0, 2 * POUR_BEAN_SECONDS)
        yield self._in_about(GRASP_SECONDS)

    def _tip_out(self) -> Iterator[float]:
        yield self._in_about(GRASP_SECONDS)
        if self.cup is not None:
            self.beans += self.cup.beans
            self.cup.beans.clear()
        yield self._in_about(RELEASE_SECONDS)

    def _put_back(self, place: Place) -> Iterator[float]:
        yield self._in_about(REACH_SECONDS)
        if self.cup is not None and not self._table.has_cup(place):
            self._table.put_back(place, self.cup, self._due)
            self.cup, self.cup_from = None, None
            yield from self._rest(place, self._random.uniform(0.0, 20.0), self._in_about(0.1))
        yield self._in_about(RELEASE_SECONDS)

    def _rest(self, place: Place, grams: float, seconds: float) -> Iterator[float]:
        self._table.push(place, grams, self._due)
        yield seconds
        self._table.push(place, -grams, self._due)

    def _bump(self, gram_seconds: float) -> Iterator[float]:
        self._table.bump(gram_seconds, self._due)
        yield RELEASE_SECONDS

    def _press(self, held_seconds: float) -> Iterator[float]:
        yield self._in_about(REACH_SECONDS)
        yield from self._contact(True)
        yield held_seconds
        yield from self._contact(False)
        yield self._in_about(RELEASE_SECONDS)


def _missing(wanted: Sequence[Kind], there: Sequence[Kind], where: str) -> str | None:
    """Which of the wanted kinds aren't there often enough, in words; None if all are."""
    missing = Counter(wanted) - Counter(there)
    if not missing:
        return None
    return f"no {', '.join(missing.elements())} {where}: take other kinds, or take these up first"
