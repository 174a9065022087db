"""Turn the referee's state into a scene: signs at places, whose turn it is, and a message."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar, assert_never

from cupsboard.numbers import COSTS
from cupsboard.recognition.outcome import Recognition, account_of, seen_in
from cupsboard.referee import inputs, states
from cupsboard.referee.computer import Seats
from cupsboard.referee.empty_stock import StockDoubt, stock_doubt
from cupsboard.referee.gesture_overview import FINGERS, Deed, Fingers, Then, gestures_in, situation_of
from cupsboard.referee.move_progress import sides_begun
from cupsboard.referee.referee import Referee
from cupsboard.referee.turn_clock import TurnClock
from cupsboard.rules.game import Game, Mark, Progress
from cupsboard.rules.history import Moved
from cupsboard.rules.places import Place, Side, pot, side_of, stock
from cupsboard.rules.table_correction import differences, ends_game
from cupsboard.signs import phrases
from cupsboard.signs.interludes import interlude_shown, row_glow, score_signs
from cupsboard.signs.next_moves import captured_from, not_begun, offers, repair_signs, taking_up
from cupsboard.signs.possibilities import ASKED, placed_alone, source_of_next, turn_key, without_stock
from cupsboard.signs.scene import Kind, Meaning, Message, Scene, Sign, Values

P = TypeVar("P")


_Signs = tuple[Sign, ...]


def scene_of(referee: Referee[P], sight: inputs.Sight, now: float) -> Scene:
    """Return the scene that the board shows for the state of `referee` at the time `now`."""
    state, notice = referee.state, referee.notice
    stocks = _stocks(referee.stocks, sight.recognition)
    last = referee.history.entries[-1:]
    desk = _Desk(
        referee.history.game,
        referee.position,
        stocks,
        sight.recognition,
        now,
        referee.seats,
        next((entry.player for entry in last if isinstance(entry, Moved)), None),
        isinstance(referee.expectation(), inputs.Exactly),
        referee.turn_clock,
    )
    signs, message = desk.show(state)
    unreadable = sight.recognition.unreadable if sight.recognition else {}
    # Whatever is wanted there, nobody would see it done; only a look is never lost.
    signs = tuple(s for s in signs if s.place not in unreadable or s.meaning is Meaning.LOOK)
    looks = {sign.place for sign in signs}
    signs += tuple(Sign(place, Meaning.DEAD) for place in unreadable if place not in looks)
    if isinstance(state, states.Turn):
        signs += tuple(Sign(place, Meaning.EMBLEM) for place in desk.game.emblems(desk.position))
    for more, words in (desk.noticed(notice), desk.held(state, notice, sight)):
        signs, message = signs + more, words or message
    if not stocks:
        message = without_stock(message)
    return Scene(tuple(dict.fromkeys(signs)), desk.turn(state), message, stocks, given_kind(state))


def given_kind(state: object) -> Kind | None:
    """Return what a scene of a state is to players; None where its lights say that by themselves."""
    match state:
        case states.Restoring():
            return Kind.HINT
        case states.Asking():
            return Kind.QUESTION
        case _:
            return None


def _stocks(believed: Mapping[Side, int], recognition: Recognition | None) -> Mapping[Side, int]:
    """Return the beans in each stock: by its scale if it has one, else as believed."""
    found = {} if recognition is None else seen_in(recognition, {})
    return {side: found.get(stock(side), count) for side, count in believed.items()}


@dataclass(frozen=True)
class _Desk(Generic[P]):
    """The data from which a scene is composed."""

    game: Game[P]
    position: P
    stocks: Mapping[Side, int]
    recognition: Recognition | None
    now: float
    seats: Seats
    last_mover: Side | None
    """Who made the last move, if the last entry is one."""
    is_table_wanted: bool
    """Whether one certain table is wanted, so that no move is begun."""
    clock: TurnClock | None

    def turn(self, state: states.State) -> Side | None:
        """Return whose turn it is; None before an open start, during set-up and after the end."""
        movers = self.game.movers(self.position)
        match state:
            case states.Turn(ways, done):
                movers = tuple(sides_begun(ways, done) or movers)
            case states.Lifting(ways=ways):
                movers = tuple(sides_begun(ways, None) or movers)
            case states.Owed(side):
                return side
            case states.Over() | states.Restoring(states.Goal.SET_UP):
                return None
            case _ if isinstance(state, states.Interlude):
                return None
            case _:
                pass
        return movers[0] if len(movers) == 1 else None

    def show(self, state: states.State) -> tuple[_Signs, Message]:
        """Return the signs and the message of a state."""
        match state:
            case states.Turn():
                return self._turn(state)
            case states.Owed(side, ways):
                return (*offers(ways), *self._row(side)), self._owed(side, ways)
            case states.Lifting():
                return self._lifting(state)
            case states.WrongTable():
                return self._wrong(state)
            case states.Restoring():
                return self._restoring(state)
            case states.Asking(by_hand=by_hand) if by_hand:
                look = tuple(Sign(place, Meaning.LOOK) for place in by_hand)
                return (*look, *self._glow(state)), Message(
                    "lay-by-hand", {"what": phrases.by_hand_phrases(by_hand)}
                )
            case states.Asking(question, confirmed):
                values: Values = {"place": question, "what": phrases.account_phrases(account_of(confirmed))}
                return (Sign(question, Meaning.LOOK), *self._glow(state)), Message("look-or-press", values)
            case states.Burdened(places):
                look = tuple(Sign(place, Meaning.LOOK) for place in places)
                return (*look, *self._glow(state)), Message("burdened", {"place": next(iter(places))})
            case states.Blind():
                return self._blind(state)
            case states.Over():
                return over_shown(state, self._places_of)
            case states.OfferingNewGame() | states.Paused() | states.AskingPowerOff() | states.Leaving():
                return interlude_shown(state, self.seats, self.game.places, self._rows())
            case _:
                assert_never(state)

    def _blind(self, state: states.Blind) -> tuple[_Signs, Message]:
        place, fault = next(iter(state.places.items()))
        values: Values = {"place": place, "what": phrases.fault_phrases(fault)}
        key, meaning = ("blind-or-hold" if state.choices else "blind"), Meaning.DEAD
        if state.confirmed is not None:
            key, meaning = "blind-or-press", Meaning.LOOK
            values["move"] = phrases.account_phrases(account_of(state.confirmed))
        return (*(Sign(each, meaning) for each in state.places), *self._glow(state)), Message(key, values)

    def noticed(self, notice: states.Notice | None) -> tuple[_Signs, Message | None]:
        """Return the signs that a notice adds, and its message."""
        match notice:
            case states.Refused(side, why):
                return _at_pots(Meaning.NOT_NOW, side), phrases.refusal_message(why)
            case states.Passing(side):
                message = Message("passed", {"side": side.value, "other": side.other.value})
                return _at_pots(Meaning.PASSED, side), message
            case states.ShowingScore(score):
                rows = {side: tuple(self._places_of(side)) for side in Side}
                return score_signs(notice, rows, self.now), Message("score", phrases.score_values(score))
            case states.CountingStock(side, beans):
                return _at_pots(Meaning.NOT_NOW, side), _of_stock("stock-counted", side, beans)
            case states.AskingStock(side, beans):
                return _at_pots(Meaning.STOCK_EMPTY, side), _of_stock("stock-empty", side, beans)
            case states.AskingTable() as asked:
                return self._table_question(asked)
            case states.MovePutBack(side, label):
                return (), Message("put-back", {"side": side.value, "move": label})
            case states.Hinting() | None:
                # A hint is shown once the engine knows one.
                return (), None
            case _:
                assert_never(notice)

    def _table_question(self, asked: states.AskingTable) -> tuple[_Signs, Message]:
        message = phrases.table_question(asked.found, asked.changes, asked.doubted)
        if asked.doubted is not None:
            return (*_at_pots(Meaning.TABLE_RIGHT), Sign(asked.doubted, Meaning.LOOK)), message
        if ends_game(self.game, self.position, asked.changes):
            message = Message("table-right-over", message.values)
        return _at_pots(Meaning.TABLE_RIGHT), message

    def held(
        self, state: states.State, notice: states.Notice | None, sight: inputs.Sight
    ) -> tuple[_Signs, Message | None]:
        """Return what fingers that are down will do: a message, and a light once it is more than a tap."""
        held = sight.held
        if held is None:
            return (), None
        side, is_mover = held.side, held.side in self.game.movers(self.position)
        doubt = self._stock_doubt(state, side, sight.filled) if side is not None and is_mover else None
        gestures = self._gestures(state, notice, side, doubt)
        later = self._deed(gestures[FINGERS[held.held_on]])
        if held.released is None:
            return (), Message("held-apart", {"later": later})
        released = (
            Fingers.OTHERS_TAP if held.released is inputs.Press and not is_mover else FINGERS[held.released]
        )
        values: Values = {"now": self._deed(gestures[released]), "later": later}
        if held.released in (inputs.Press, inputs.BothPress):
            return (), Message("held-briefly", values)
        return _at_pots(Meaning.HELD, side), Message("held" if side else "held-both", values)

    def _gestures(
        self, state: states.State, notice: states.Notice | None, side: Side | None, doubt: StockDoubt | None
    ) -> Mapping[Fingers, Then]:
        """Return what gestures do now, from the holder's side."""
        clock, mover, computer = self.clock, self.turn(state), self.seats.side
        is_boards_turn = computer is not None and self.game.movers(self.position) == (computer,)
        where = situation_of(
            state,
            notice,
            side,
            doubt,
            is_boards_turn=is_boards_turn,
            is_clock_waiting=clock is not None and bool(clock.away),
            is_time_over=clock is not None
            and mover is not None
            and clock.may_be_claimed(mover, self.now, computer),
        )
        # Only whose turn it is gets a hint.
        is_out_of_turn = isinstance(state, states.Turn) and side not in (
            None,
            *self.game.movers(self.position),
        )
        return gestures_in(where, can_play=bool(self.seats.levels) and not is_out_of_turn)

    def _deed(self, then: Then) -> str:
        """Return the key of a reaction's phrase; where the board plays, undo goes to a player's turn."""
        deed = Deed.UNDO if then.deed is Deed.TAKE_BACK and self.is_table_wanted else then.deed
        is_further = deed is Deed.UNDO and self.seats.computer is not None
        return "deeds.undo-to-player" if is_further else f"deeds.{deed.value}"

    def _stock_doubt(self, state: states.State, holder: Side, filled: Collection[Place]) -> StockDoubt | None:
        """Return how the holder's stock may be doubted; None if it may not."""
        match state:
            case states.Turn(ways, None) | states.Owed(_, ways):
                return stock_doubt(self.game, self.position, holder, ways, filled)
            case _:
                return None

    def _turn(self, state: states.Turn) -> tuple[_Signs, Message]:
        ways, done = state.ways, state.done
        signs = offers(ways, done)
        side = self.turn(state)
        if side is None:
            return (*signs, *self._rows()), Message("who-starts")
        values: Values = {"side": side.value}
        if side in self.stocks:
            values["stock"] = self.stocks[side]
        for sign in signs:
            values.setdefault(ASKED[sign.meaning], sign.place)
        if done is not None:
            values["move"] = done.label
        key = turn_key(values, {sign.meaning for sign in signs})
        if state.is_press_asked:
            return (*signs, *_at_pots(Meaning.PRESS, side), *self._row(side)), Message(f"{key}-asked", values)
        source, alone = source_of_next(ways), placed_alone(ways)
        if key == "go-on" and source is not None:
            return (*signs, *self._row(side)), Message("go-on-from", {**values, "source": source})
        if key == "go-on" and alone is not None:
            return (*signs, *self._row(side)), Message("go-on-or-take-out", {**values, "place": alone})
        if key == "your-turn" and (emblems := self.game.emblems(self.position)):
            return (*signs, *self._row(side)), Message(
                "your-turn-marked", {**values, "marks": phrases.emblem_phrases(emblems)}
            )
        is_again = key == "your-turn" and side is self.last_mover and side not in self.stocks
        return (*signs, *self._row(side)), Message("your-turn-again" if is_again else key, values)

    def _owed(self, side: Side, ways: tuple[Progress, ...]) -> Message:
        sign = offers(ways)[0]
        is_next = sign.meaning in (Meaning.MAY_NEXT, Meaning.MUST_NEXT)
        key = "owed-bean" if is_next else "owed-capture"
        values: Values = {"side": side.value, "move": ways[0].plan.label}
        values |= {"place": sign.place, "beans": sign.beans}
        source = source_of_next(ways)
        if is_next and source is not None:
            return Message("owed-bean-from", {**values, "source": source})
        captured = captured_from(ways[0]) if is_next else None
        if captured is not None:
            return Message("owed-bean-or-put-back", {**values, "back": captured})
        return Message(key, values)

    def _lifting(self, state: states.Lifting) -> tuple[_Signs, Message]:
        movers = self.game.movers(self.position) if state.goal is None else ()
        plans = [plan for side in movers for plan in self.game.plans(self.position, side)]
        signs = offers(taking_up(state.places, state.ways or not_begun(plans)), lifted=state.places)
        if state.goal is not None or self.now >= state.since + COSTS.waits.lifted_shown_seconds:
            signs = (*(Sign(place, Meaning.LIFTED) for place in sorted(state.places)), *signs)
        glow = self._glow(state) or (self._rows() if movers else ())
        return (*signs, *glow), Message("lifted", {"place": min(state.places)})

    def _wrong(self, state: states.WrongTable) -> tuple[_Signs, Message]:
        wrong = self._differences()
        if state.is_stepwise and wrong:
            # What was said first stays the way, as long as it still mends the table.
            signs, message = _one_step(state.repairs[0] if state.repairs else wrong)
            message = _or_table_right(message)
        else:
            signs = repair_signs(state.repairs)
            message = phrases.wrong_table_message(state.repairs, state.mishaps)
        if state.ended is not None and wrong:
            message = phrases.ended_message(state.ended, wrong)
        return (*signs, *self._glow(state)), message

    def _restoring(self, state: states.Restoring) -> tuple[_Signs, Message]:
        wrong = self._differences()
        if state.is_stepwise and wrong:
            signs, message = _one_step(wrong)
            return signs, _or_table_right(message)
        if state.goal is states.Goal.RESUME and wrong:
            return repair_signs([wrong]), phrases.step_message(phrases.first_step(wrong), "resume-")
        filled = [place for place in self.game.places if self.game.contents(self.position)[place]]
        is_laid_out = state.goal is states.Goal.SET_UP and bool(filled)
        message = phrases.goal_message(state.goal, is_laid_out=is_laid_out)
        if is_laid_out and self.recognition and all(map(self.recognition.found.get, filled)):
            # All may lie there already, and then nobody has a bean left to add.
            message = _or_table_right(message)
        return repair_signs([wrong]), message

    def _differences(self) -> tuple[Mark, ...]:
        if self.recognition is None:
            return ()
        return differences(self.game, self.recognition.found, self.game.contents(self.position))

    def _glow(self, state: states.State) -> _Signs:
        side = self.turn(state)
        return () if side is None else self._row(side)

    def _rows(self) -> _Signs:
        return (*self._row(Side.SOUTH), *self._row(Side.NORTH))

    def _row(self, side: Side) -> _Signs:
        return row_glow(self.game, self.position, side)

    def _places_of(self, side: Side) -> Iterable[Place]:
        return (place for place in self.game.places if side_of(place) is side)


def over_shown(over: states.Over, places_of: Callable[[Side], Iterable[Place]]) -> tuple[_Signs, Message]:
    """Return the signs and the message of a game that is over; `places_of` gives the places of a side."""
    if over.winner is None:
        return _at_pots(Meaning.TIE), Message("tie", phrases.score_values(over.score))
    signs = tuple(Sign(place, Meaning.WINNER) for place in places_of(over.winner))
    values = phrases.win_values(over.winner, over.score)
    if over.timed_out is not None:
        return signs, Message("winner-on-time", {**values, "other": over.timed_out.value})
    return signs, Message("winner", values)


def _at_pots(meaning: Meaning, side: Side | None = None) -> _Signs:
    """Return a sign at a side's pot, or at both."""
    return tuple(Sign(pot(each), meaning) for each in (Side if side is None else (side,)))


def _of_stock(key: str, side: Side, beans: int) -> Message:
    return Message(key, {"place": stock(side), "beans": beans})


def _one_step(wrong: tuple[Mark, ...]) -> tuple[_Signs, Message]:
    """Return signs and message of a single step; taking out comes first, to have a bean to put in."""
    mark = phrases.first_step(wrong)
    return repair_signs([[mark]]), phrases.step_message(mark)


def _or_table_right(step: Message) -> Message:
    """Return the step back with the remark that the record may be wrong instead."""
    return Message("or-table-right", {"what": (step,)})
