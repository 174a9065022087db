"""Scenes of a game whose acts count as they land: signs for the lights, and one sentence."""

from collections.abc import Mapping
from dataclasses import replace

from cupsboard.referee import inputs
from cupsboard.referee.as_landed import states
from cupsboard.referee.as_landed.gesture_overview import GESTURES, teller_of
from cupsboard.referee.as_landed.gesture_overview import situation_of as lap_situation
from cupsboard.referee.as_landed.instructions import Sight
from cupsboard.referee.as_landed.referee import Referee
from cupsboard.referee.gesture_overview import FINGERS, Fingers, gestures_in, situation_of
from cupsboard.referee.states import (
    AskingPowerOff,
    Goal,
    Interlude,
    Leaving,
    OfferingNewGame,
    Over,
    Paused,
    Refused,
    Restoring,
    ShowingScore,
)
from cupsboard.rules.game import Mark
from cupsboard.rules.places import Place, Side, pot, side_of
from cupsboard.rules.turns import CAPTURE, PUT, TAKE
from cupsboard.signs.as_landed import phrases
from cupsboard.signs.guidance import given_kind
from cupsboard.signs.interludes import interlude_shown, row_glow, score_signs
from cupsboard.signs.next_moves import repair_signs
from cupsboard.signs.phrases import first_step, goal_message, refusal_message, score_values, win_values
from cupsboard.signs.possibilities import without_stock
from cupsboard.signs.scene import Kind, Meaning, Message, Scene, Sign, Values


def held_message(referee: Referee, held: inputs.Held, now: float) -> tuple[tuple[Side, ...], Message]:
    """Return the pots to light and the sentence for buttons that are down.

    The pots are lit once letting go is more than a tap.
    """
    deeds = _deeds(referee, held.side, now)
    later = f"deeds.{deeds[held.held_on]}"
    if held.released is None:
        return (), Message("held-apart", {"later": later})
    values: Values = {"now": f"deeds.{deeds[held.released]}", "later": later}
    if held.released in (inputs.Press, inputs.BothPress):
        return (), Message("held-briefly", values)
    sides = tuple(Side) if held.side is None else (held.side,)
    return sides, Message("held" if held.side else "held-both", values)


def _deeds(referee: Referee, side: Side | None, now: float) -> Mapping[type[inputs.Gesture], str]:
    """Return what each gesture of this player does now, as keys of phrases."""
    state, notice = referee.state, referee.notice
    if isinstance(state, Interlude):
        there = gestures_in(situation_of(state), can_play=bool(referee.seats.levels))
        return {gesture: there[fingers].deed.value for gesture, fingers in FINGERS.items()}
    clock, player, computer = referee.turn_clock, referee.course.player, referee.seats.side
    where = lap_situation(
        state,
        notice,
        side,
        computer,
        is_clock_waiting=clock is not None and bool(clock.away),
        is_time_over=clock is not None and player is not None and clock.may_be_claimed(player, now, computer),
    )
    row = GESTURES[where]
    teller = teller_of(state, notice)
    deeds = {gesture: row[fingers].value for gesture, fingers in FINGERS.items()}
    if None not in (side, teller) and side is not teller:
        deeds[inputs.Press] = row[Fingers.OTHERS_TAP].value
    return deeds


_Signs = tuple[Sign, ...]
_Shown = tuple[_Signs, Message]


def scene_of(referee: Referee, sight: Sight, now: float) -> Scene:
    """Return the scene that the board shows for the state of `referee` at the time `now`."""
    signs, message = _show(referee, sight)
    unreadable = sight.unreadable
    # Whatever is wanted there, nobody would see it done; only a look is never lost.
    signs = tuple(sign for sign in signs if sign.place not in unreadable or sign.meaning is Meaning.LOOK)
    signs += tuple(Sign(place, Meaning.DEAD) for place in unreadable)
    more, words = _noticed(referee, now)
    signs, message = (*more, *signs), words or message
    if sight.held is not None:
        holder, words = held_message(referee, sight.held, now)
        signs += tuple(Sign(pot(side), Meaning.HELD) for side in holder)
        message = words
    if not referee.stocks:
        message = without_stock(message)
    kind = Kind.QUESTION if isinstance(referee.state, states.Choosing) else given_kind(referee.state)
    return Scene(tuple(dict.fromkeys(signs)), _turn(referee), message, referee.stocks, kind)


def _stock_of(referee: Referee, side: Side) -> Values:
    return {"stock": referee.stocks[side]} if side in referee.stocks else {}


def _turn(referee: Referee) -> Side | None:
    """Return whose turn it is; None outside a round, and before an open start."""
    match referee.state:
        case states.Playing(player):
            return player
        case states.Offence() | states.Choosing() | states.Unclear():
            return referee.course.player
        case Restoring(goal) if goal is not Goal.SET_UP:
            return referee.course.player
        case _:
            return None


def _show(referee: Referee, sight: Sight) -> _Shown:
    match referee.state:
        case states.Playing() as playing:
            return _playing(referee, playing)
        case states.Offence() as wrong:
            return _offence(referee, wrong)
        case states.Unclear(places, marks):
            look = tuple(Sign(place, Meaning.LOOK) for place in places)
            values: Values = {
                "places": phrases.places_named(places or sight.lifted),
                "what": phrases.mend_phrases(marks),
            }
            key = "laps.unclear-mend" if marks else "laps.unclear"
            return (*repair_signs([marks]), *look, *_glow(referee)), Message(key, values)
        case states.Choosing() as asked:
            return _choosing(referee, asked)
        case Restoring() as restoring:
            return _restoring(referee, restoring)
        case states.RoundEnded() as ended:
            return _round_ended(referee, ended)
        case Over(winner, _, timed_out):
            return _over(referee, winner, timed_out)
        case OfferingNewGame() | Paused() | AskingPowerOff() | Leaving() as interlude:
            return interlude_shown(interlude, referee.seats, referee.course.game.places, _rows(referee))


def _playing(referee: Referee, playing: states.Playing) -> _Shown:
    """Return signs and sentence of a turn: whose it is and which acts may come next."""
    side = playing.player
    if side is None:
        return _rows(referee), Message("laps.who-starts")
    acts = referee.next_acts
    is_order = len(acts) == 1 and not playing.is_done
    signs: list[Sign] = []
    values: Values = {"side": side.value, **_stock_of(referee, side)}
    for act in acts:
        if act.verb == PUT:
            signs.append(Sign(act.target, Meaning.MUST_NEXT if is_order else Meaning.MAY_NEXT, 1))
            values.setdefault("next", act.target)
        elif act.verb == CAPTURE:
            taken = Meaning.MUST_CAPTURE if is_order else Meaning.MAY_CAPTURE
            signs += (Sign(act.source, taken, act.pieces), Sign(act.target, Meaning.INTO_POT))
            values.setdefault("capture", act.source)
        elif act.verb == TAKE:
            values.setdefault("up", act.source)
            if playing.acts:
                # In a turn that is begun this is the cup into which the last one fell.
                signs.append(Sign(act.source, Meaning.TAKE_UP, act.pieces))
    if playing.is_press_asked:
        signs.append(Sign(pot(side), Meaning.PRESS))
    key = _turn_key(playing, values)
    if len({sign.place for sign in signs if sign.meaning is Meaning.MAY_NEXT}) == 2 and key == "laps.next":
        key, values["other"] = "laps.either-way", [sign.place for sign in signs][1]
    return (*dict.fromkeys(signs), *_row(referee, side)), Message(key, values)


def _turn_key(playing: states.Playing, values: Values) -> str:
    if playing.is_done:
        asked = "-asked" if playing.is_press_asked else ""
        return f"laps.done-or-go-on{asked}" if "next" in values else f"laps.done{asked}"
    if not playing.acts:
        if "up" in values and "next" in values:
            return "laps.your-turn"
        return "laps.your-turn-stock" if "next" in values else "laps.your-turn-cups"
    if "up" in values and "next" in values:
        return "laps.next-or-take-up"
    for name, key in (("up", "take-up"), ("capture", "capture"), ("next", "next")):
        if name in values:
            return f"laps.{key}"
    return "laps.go-on"


def _offence(referee: Referee, wrong: states.Offence) -> _Shown:
    """Return signs and sentence of an offence: what is not allowed, and the smallest way to mend it."""
    marks = wrong.marks
    if wrong.is_stepwise and marks:
        marks = (first_step(marks),)
    marked = {mark.place for mark in marks}
    look = tuple(Sign(place, Meaning.LOOK) for place in wrong.places if place not in marked)
    values: Values = {
        "side": wrong.player.value,
        "other": wrong.player.other.value,
        "what": phrases.mishap_phrases(wrong.mishaps),
        "mend": phrases.mend_phrases(marks) or phrases.places_named(wrong.places),
    }
    key = "laps.offence-ends" if wrong.ends_round and wrong.said is not None else "laps.offence"
    return (*repair_signs([marks]), *look, *_glow(referee)), Message(key if marks else f"{key}-look", values)


def _choosing(referee: Referee, asked: states.Choosing) -> _Shown:
    look = tuple(Sign(place, Meaning.LOOK) for place in asked.question.places)
    place = asked.question.lift
    if asked.is_told:
        return (*look, *_glow(referee)), Message("laps.told", {"place": place})
    values: Values = {"place": place, "what": phrases.lot_phrases(asked.table.pieces.get(place, {}))}
    return (*look, *_glow(referee)), Message("laps.choosing", values)


def _restoring(referee: Referee, restoring: Restoring) -> _Shown:
    marks: tuple[Mark, ...] = referee.lying.marks if referee.lying else ()
    strange = referee.lying.strange if referee.lying else ()
    look = tuple(Sign(place, Meaning.LOOK) for place in strange)
    if strange and not marks:
        return look, Message("laps.strange", {"places": phrases.places_named(strange)})
    if restoring.is_stepwise and marks:
        step = first_step(marks)
        return (*repair_signs([[step]]), *look), phrases.step_message(step)
    if marks and restoring.goal is not Goal.SET_UP:
        values: Values = {"goal": (goal_message(restoring.goal),), "what": phrases.mend_phrases(marks)}
        return (*repair_signs([marks]), *look), Message("laps.restore", values)
    return (*repair_signs([marks]), *look), goal_message(restoring.goal)


def _round_ended(referee: Referee, ended: states.RoundEnded) -> _Shown:
    values: Values = {"round": ended.number, "next": ended.number + 1}
    values |= {f"{side.value}_points": points for side, points in ended.score.items()}
    values |= {f"{side.value}_total": points for side, points in ended.total.items()}
    beginners = referee.course.movers
    # Where it is known who begins, the rows are filled anew with what both have.
    anew = "-anew" if len(beginners) == 1 else ""
    values |= {"side": beginners[0].value} if anew else {}
    if ended.is_cleared:
        return _rows(referee), Message(f"laps.begin-round{anew}", values)
    marks = referee.lying.marks if referee.lying else ()
    strange = referee.lying.strange if referee.lying else ()
    look = tuple(Sign(place, Meaning.LOOK) for place in strange)
    if strange and not marks:
        return look, Message("laps.strange", {"places": phrases.places_named(strange)})
    return (*repair_signs([marks]), *look), Message(f"laps.round-over{anew}", values)


def _over(referee: Referee, winner: Side | None, timed_out: Side | None) -> _Shown:
    score = referee.course.game.score(referee.course.position)
    if winner is None:
        return _at_pots(Meaning.TIE), Message("laps.tie", score_values(score))
    signs = tuple(Sign(place, Meaning.WINNER) for place in _places(referee, winner))
    values = win_values(winner, score)
    if timed_out is not None:
        return signs, Message("winner-on-time", {**values, "other": timed_out.value})
    return signs, Message("laps.winner", values)


def _noticed(referee: Referee, now: float) -> tuple[_Signs, Message | None]:
    """Return the signs that a notice adds, and its sentence."""
    match referee.notice:
        case Refused(side, why):
            return _at_pots(Meaning.NOT_NOW, side), refusal_message(why)
        case ShowingScore(score) as showing:
            rows = {side: _places(referee, side) for side in Side}
            said = Message("laps.score", score_values(score))
            short = {side: min(points, MOST_SHOWN) for side, points in score.items()}
            return score_signs(replace(showing, score=short), rows, now), said
        case states.Helping(side):
            return (), Message("laps.help", {"side": side.value, **_stock_of(referee, side)})
        case states.AskingConcession(side):
            values: Values = {"side": side.value, "other": side.other.value}
            return _at_pots(Meaning.GIVE_UP, side), Message("laps.give-up", values)
        case None:
            return (), None


MOST_SHOWN = 99
"""The rows count tens and ones; larger scores are only on the screen."""


def _at_pots(meaning: Meaning, side: Side | None = None) -> _Signs:
    """Return a sign at a side's pot, or at both."""
    return tuple(Sign(pot(each), meaning) for each in (Side if side is None else (side,)))


def _glow(referee: Referee) -> _Signs:
    side = referee.course.player
    return () if side is None else _row(referee, side)


def _rows(referee: Referee) -> _Signs:
    return (*_row(referee, Side.SOUTH), *_row(referee, Side.NORTH))


def _row(referee: Referee, side: Side) -> _Signs:
    return row_glow(referee.course.game, referee.course.position, side)


def _places(referee: Referee, side: Side) -> tuple[Place, ...]:
    return tuple(place for place in referee.course.game.places if side_of(place) is side)
