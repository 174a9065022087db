"""From the referee's state to what the board shows: signs at places, whose turn, and a message."""

from collections.abc import Collection, Iterable, Mapping, Set
from dataclasses import dataclass
from typing import Generic, TypeVar, assert_never

from cupsboard.numbers import COSTS
from cupsboard.recognition.outcome import Recognition, account_of
from cupsboard.referee.gesture_table import GESTURES, Fingers, situation_of
from cupsboard.referee.inputs import Held, Sight
from cupsboard.referee.move_progress import differences, sides_begun, stock_if_empty, stock_left
from cupsboard.referee.referee import Referee
from cupsboard.referee.states import (
    Asking,
    AskingPowerOff,
    Blind,
    Burdened,
    Goal,
    Interlude,
    Leaving,
    Lifting,
    Notice,
    OfferingNewGame,
    Over,
    Owed,
    Passing,
    Paused,
    Refused,
    Restoring,
    ShowingScore,
    State,
    Turn,
    WrongTable,
)
from cupsboard.rules.game import Game, Mark, Plan, Progress
from cupsboard.rules.places import Place, Side, is_cup, pot, side_of
from cupsboard.signs.next_moves import not_begun, offers, repair_signs, taking_up
from cupsboard.signs.phrases import (
    account_phrases,
    fault_phrases,
    goal_message,
    mishap_phrases,
    refusal_message,
    score_values,
)
from cupsboard.signs.scene import Meaning, Message, Scene, Sign, Values
from cupsboard.signs.score_display import score_signs

P = TypeVar("P")


_Signs = tuple[Sign, ...]


def scene_of(referee: Referee[P], sight: Sight, now: float) -> Scene:
    """What the board shows for a referee at a time."""
    return scene(referee.state, referee.history.game, referee.position, sight, now, referee.notice)


def scene(
    state: State, game: Game[P], position: P, sight: Sight, now: float, notice: Notice | None = None
) -> Scene:
    """What the board shows in a state, with a notice over it if there is one."""
    desk = _Desk(game, position, sight.recognition, now)
    signs, message = desk.show(state)
    unreadable = sight.recognition.unreadable if sight.recognition else {}
    # Whatever is wanted there, nobody would see it done; only a look is never lost.
    signs = tuple(s for s in signs if s.place not in unreadable or s.meaning is Meaning.LOOK)
    looks = {sign.place for sign in signs}
    signs += tuple(Sign(place, Meaning.DEAD) for place in unreadable if place not in looks)
    for more, words in (desk.noticed(notice), desk.held(state, notice, sight)):
        signs, message = signs + more, words or message
    return Scene(tuple(dict.fromkeys(signs)), desk.turn(state), message)


@dataclass(frozen=True)
class _Desk(Generic[P]):
    """What is known when a scene is put together."""

    game: Game[P]
    position: P
    recognition: Recognition | None
    now: float

    def turn(self, state: State) -> Side | None:
        """Whose turn it is; nobody's before an open start, at a set-up and after the end."""
        movers = self.game.movers(self.position)
        match state:
            case Turn(ways, done):
                movers = tuple(sides_begun(ways, done) or movers)
            case Lifting(ways=ways):
                movers = tuple(sides_begun(ways, None) or movers)
            case Owed(side):
                return side
            case Over() | Restoring(Goal.SET_UP):
                return None
            case _ if isinstance(state, Interlude):
                return None
            case _:
                pass
        return movers[0] if len(movers) == 1 else None

    def show(self, state: State) -> tuple[_Signs, Message]:
        """The signs and the words of a state."""
        match state:
            case Turn(ways, done):
                return self._turn(state, ways, done)
            case Owed(side, ways):
                return (*offers(ways), *self._row(side)), self._owed(side, ways)
            case Lifting():
                return self._lifting(state)
            case WrongTable():
                return self._wrong(state)
            case Restoring():
                return self._restoring(state)
            case Asking(question, confirmed):
                values: Values = {"place": question, "what": account_phrases(account_of(confirmed))}
                return (Sign(question, Meaning.LOOK), *self._glow(state)), Message("look-or-press", values)
            case Burdened(places):
                look = tuple(Sign(place, Meaning.LOOK) for place in places)
                return (*look, *self._glow(state)), Message("burdened", {"place": next(iter(places))})
            case Blind():
                return self._blind(state)
            case Over(winner, score):
                return self._over(winner, score)
            case OfferingNewGame():
                return (*_at_pots(Meaning.NEW_GAME), *self._rows()), Message("new-game")
            case Paused():
                return _at_pots(Meaning.PAUSED), Message("paused")
            case AskingPowerOff():
                return _at_pots(Meaning.POWER_OFF), Message("power-off")
            case Leaving(is_asked=is_asked):
                signs = tuple(
                    Sign(place, Meaning.GOODBYE) for side in Side for place in self._places_of(side)
                )
                return signs, Message("switching-off" if is_asked else "goodbye")
            case _:
                assert_never(state)

    def _blind(self, state: Blind) -> tuple[_Signs, Message]:
        place, fault = next(iter(state.places.items()))
        values: Values = {"place": place, "what": fault_phrases(fault)}
        key, meaning = ("blind-or-hold" if state.choices else "blind"), Meaning.DEAD
        if state.confirmed is not None:
            key, meaning = "blind-or-press", Meaning.LOOK
            values["move"] = account_phrases(account_of(state.confirmed))
        return (*(Sign(each, meaning) for each in state.places), *self._glow(state)), Message(key, values)

    def noticed(self, notice: Notice | None) -> tuple[_Signs, Message | None]:
        """What a notice adds to the signs, and its words."""
        match notice:
            case Refused(side, why):
                return _at_pots(Meaning.NOT_NOW, side), refusal_message(why)
            case Passing(side):
                message = Message("passed", {"side": side.value, "other": side.other.value})
                return _at_pots(Meaning.PASSED, side), message
            case ShowingScore(score):
                rows = {side: tuple(self._places_of(side)) for side in Side}
                return score_signs(notice, rows, self.now), Message("score", score_values(score))
            case None:
                return (), None
            case _:
                assert_never(notice)

    def held(self, state: State, notice: Notice | None, sight: Sight) -> tuple[_Signs, Message | None]:
        """What fingers that are still down may lead to."""
        match sight.held:
            case None:
                return (), None
            case Held(None):
                short, long = Fingers.BOTH_HOLD, Fingers.LONG_BOTH_HOLD
            case Held():
                short, long = Fingers.HOLD, Fingers.LONG_HOLD
        is_stock_asked = self._is_stock_asked(state, sight.held.side, sight.filled)
        gestures = GESTURES[situation_of(state, notice, is_stock_asked=is_stock_asked)]
        values = {"now": f"deeds.{gestures[short].deed.value}", "later": f"deeds.{gestures[long].deed.value}"}
        return _at_pots(Meaning.HELD, sight.held.side), Message("held", values)

    def _is_stock_asked(self, state: State, holder: Side | None, filled: Collection[Place]) -> bool:
        """Whether a bean of the holder's stock is the only way on."""
        match state:
            case Turn(ways, None) | Owed(_, ways) if holder in self.game.movers(self.position):
                return stock_if_empty(self.game, self.position, holder, ways, filled) is not None
            case _:
                return False

    def _turn(self, state: State, ways: tuple[Progress, ...], done: Plan | None) -> tuple[_Signs, Message]:
        signs = offers(ways, done)
        side = self.turn(state)
        if side is None:
            return (*signs, *self._rows()), Message("who-starts")
        stock = stock_left(self.game, self.position, side, ways, done)
        values: Values = {"side": side.value, "stock": stock}
        for sign in signs:
            values.setdefault(_ASKED[sign.meaning], sign.place)
        if done is not None:
            values["move"] = done.label
        key = _turn_key(values, {sign.meaning for sign in signs})
        source = _source_of_next(ways)
        if key == "go-on" and source is not None:
            return (*signs, *self._row(side)), Message("go-on-from", {**values, "source": source})
        return (*signs, *self._row(side)), Message(key, values)

    def _owed(self, side: Side, ways: tuple[Progress, ...]) -> Message:
        sign = offers(ways)[0]
        is_next = sign.meaning in (Meaning.MAY_NEXT, Meaning.MUST_NEXT)
        key = "owed-bean" if is_next else "owed-capture"
        values: Values = {"side": side.value, "move": ways[0].plan.label}
        values |= {"place": sign.place, "beans": sign.beans}
        source = _source_of_next(ways)
        if is_next and source is not None:
            return Message("owed-bean-from", {**values, "source": source})
        return Message(key, values)

    def _lifting(self, state: Lifting) -> tuple[_Signs, Message]:
        movers = self.game.movers(self.position) if state.goal is None else ()
        plans = [plan for side in movers for plan in self.game.plans(self.position, side)]
        signs = offers(taking_up(state.places, state.ways or not_begun(plans)), lifted=state.places)
        if state.goal is not None or self.now >= state.since + COSTS.waits.lifted_shown_seconds:
            signs = (*(Sign(place, Meaning.LIFTED) for place in sorted(state.places)), *signs)
        return (*signs, *self._glow(state)), Message("lifted", {"place": min(state.places)})

    def _wrong(self, state: WrongTable) -> tuple[_Signs, Message]:
        glow = self._glow(state)
        wrong = self._differences()
        if state.is_stepwise and wrong:
            signs, message = _one_step(wrong)
            return (*signs, *glow), message
        message = Message("wrong", {"what": mishap_phrases(state.mishaps)})
        return (*repair_signs(state.repairs), *glow), message

    def _restoring(self, state: Restoring) -> tuple[_Signs, Message]:
        wrong = self._differences()
        if state.is_stepwise and wrong:
            return _one_step(wrong)
        return repair_signs([wrong]), goal_message(state.goal)

    def _over(self, winner: Side | None, score: Mapping[Side, int]) -> tuple[_Signs, Message]:
        values = score_values(score)
        if winner is None:
            return tuple(Sign(pot(side), Meaning.TIE) for side in Side), Message("tie", values)
        signs = tuple(Sign(place, Meaning.WINNER) for place in self._places_of(winner))
        return signs, Message("winner", {"side": winner.value, **values})

    def _differences(self) -> tuple[Mark, ...]:
        if self.recognition is None:
            return ()
        return differences(self.game, self.recognition.found, self.game.contents(self.position))

    def _glow(self, state: State) -> _Signs:
        side = self.turn(state)
        return () if side is None else self._row(side)

    def _rows(self) -> _Signs:
        return (*self._row(Side.SOUTH), *self._row(Side.NORTH))

    def _row(self, side: Side) -> _Signs:
        """The glow of a player's places, with the cups that can never be sown again."""
        blocked = self.game.blocked(self.position)
        return tuple(
            Sign(place, Meaning.BLOCKED if place in blocked and is_cup(place) else Meaning.YOUR_TURN)
            for place in self._places_of(side)
        )

    def _places_of(self, side: Side) -> Iterable[Place]:
        return (place for place in self.game.places if side_of(place) is side)


def _at_pots(meaning: Meaning, side: Side | None = None) -> _Signs:
    """A sign at a side's pot, or at both."""
    return tuple(Sign(pot(each), meaning) for each in (Side if side is None else (side,)))


def _source_of_next(ways: Iterable[Progress]) -> Place | None:
    """The cup that the next bean still lies in, where all ways agree on it."""
    sources = {way.missing[0].source for way in ways}
    source = sources.pop() if len(sources) == 1 else None
    return source if source is not None and is_cup(source) else None


_ASKED = {
    Meaning.MAY_NEXT: "next",
    Meaning.MUST_NEXT: "next",
    Meaning.MAY_CAPTURE: "capture",
    Meaning.MUST_CAPTURE: "capture",
    Meaning.INTO_POT: "pot",
}
"""By which name a sentence speaks of the place that an offer is about."""


def _turn_key(values: Values, said: Set[Meaning]) -> str:
    """The sentence that fits what may be done in a turn."""
    match "move" in values, "next" in values, "capture" in values:
        case True, True, _:
            return "done-or-go-on"
        case True, False, _:
            return "done"
        case False, True, True:
            are_orders = {Meaning.MUST_NEXT, Meaning.MUST_CAPTURE} <= said
            return "capture-and-go-on" if are_orders else "capture-or-go-on"
        case False, True, False:
            return "go-on"
        case False, False, True:
            return "capture"
        case _:
            return "into-pot" if "pot" in values else "your-turn"


def _one_step(wrong: tuple[Mark, ...]) -> tuple[_Signs, Message]:
    """One thing to do at a time: first what lies too much, so that there is something to put in."""
    mark = next((mark for mark in wrong if mark.surplus > 0), wrong[0])
    key = "take-out" if mark.surplus > 0 else "put-in"
    return repair_signs([[mark]]), Message(key, {"place": mark.place, "beans": abs(mark.surplus)})
