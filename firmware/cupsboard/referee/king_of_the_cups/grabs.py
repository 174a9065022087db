"""Judge a cup that landed: a grab, a fault, a cup put back, or a question.

All is judged by the tray on which a cup landed. If a wrong cup comes back without a tray, the hands that were
away tell whose it was, if there was only one.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from cupsboard.numbers import COSTS
from cupsboard.recognition.individuals.happenings import Landed
from cupsboard.referee.events import Called, Ending, Event, TurnEnded
from cupsboard.referee.king_of_the_cups.hands import Hands, may_have_lifted, may_have_moved
from cupsboard.referee.king_of_the_cups.sight import Sight
from cupsboard.referee.king_of_the_cups.states import WhichFirst, WhoLifted
from cupsboard.rules.history import Called as CalledEntry
from cupsboard.rules.history import Moved
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUP_OF_KIND, Cup, Seat, owner
from cupsboard.rules.king_of_the_cups.moves import Move, Verb
from cupsboard.rules.king_of_the_cups.rounds import KingHistory
from cupsboard.rules.king_of_the_cups.rules import OUT

_COSTS = COSTS.race

_LONGEST_MS = 99_999_999


@dataclass(frozen=True, slots=True)
class Judged:
    """The judgement of one landed cup: the record after it, its events, and a question to ask.

    `question` is None if nothing need be asked.
    """

    history: KingHistory
    events: tuple[Event, ...] = ()
    question: WhoLifted | None = None

    def and_then(self, history: KingHistory, *events: Event) -> "Judged":
        """Return this judgement with the record replaced by `history`, and `events` added."""
        return Judged(history, (*self.events, *events), self.question)


def landings(sight: Sight) -> list[Landed]:
    """Return the landings of cups that became known in this step."""
    return [each for each in sight.happened if isinstance(each, Landed)]


def is_on_tray(landing: Landed) -> bool:
    """Return whether a cup landed on a player's tray."""
    return owner(landing.place) is not None


def is_won(events: Sequence[Event], right: Cup) -> bool:
    """Return whether one of `events` tells that a player grabbed the cup `right`."""
    won = Move(Verb.GRAB, right).label.split()
    return any(isinstance(event, TurnEnded) and event.label.split()[:2] == won for event in events)


def seat_of(landing: Landed, players: Collection[Seat]) -> Seat | None:
    """Return the player on whose tray a cup landed; None if it landed on no player's tray."""
    seat = owner(landing.place)
    return seat if seat in players else None


def judged(history: KingHistory, landing: Landed, since: float, hands: Hands) -> Judged:
    """Return the judgement of a cup's landing in a race that began at `since`, with known dice."""
    seat = seat_of(landing, history.game.players)
    if seat is not None and (found := _stood_elsewhere(history, seat, landing, since, hands)):
        return found
    if seat is not None and (asked := _had_right_cup(history, seat, landing, hands)):
        return Judged(history, question=asked)
    if landing.place == history.position.home_of(CUP_OF_KIND[landing.kind]):
        return _put_down_at_home(history, landing, since, hands)
    # On a wrong spot it is as good as in the air, and asked for until it stands right.
    return claimed(history, landing, since)


def which_first(
    history: KingHistory, landing: Landed, others: Sequence[Landed], hands: Hands
) -> WhichFirst | None:
    """Return the question which of two cups landed first on one tray: the right one or a wrong one.

    None if no wrong cup landed there at the same moment as the right one. A wrong cup that came back to its
    own place is no claim, if another player's hand moved it.
    """
    position, seat = history.position, seat_of(landing, history.game.players)
    if seat is None or seat in position.out or position.dice is None:
        return None
    right = position.dice.right_cup.kind
    for other in others:
        is_same = (
            other != landing
            and other.place == landing.place
            and other.time - landing.time <= _COSTS.same_moment_seconds
        )
        if is_same and right in (landing.kind, other.kind):
            first, second = (landing, other) if landing.kind == right else (other, landing)
            is_home = second.place == position.home_of(CUP_OF_KIND[second.kind])
            if is_home and _movers(second, hands, history.game.players) - {seat}:
                continue
            return WhichFirst(seat, first, second)
    return None


def _movers(landing: Landed, hands: Hands, players: Collection[Seat]) -> frozenset[Seat]:
    """Return the players whose hand may have lifted a cup and put it down where it landed."""
    if landing.lifted is None:
        return hands.away_throughout(landing.time, landing.time, players)
    return may_have_moved(landing.lifted, landing.time, hands, players)


def _stood_elsewhere(
    history: KingHistory, seat: Seat, landing: Landed, since: float, hands: Hands
) -> Judged | None:
    """Return the result if the right cup perhaps landed before another player first; None otherwise.

    It is that player's grab if only their hand can have lifted it in time, and is not if only the present
    owner's can. Else that player is asked.
    """
    position, cup = history.position, CUP_OF_KIND[landing.kind]
    if position.dice is None or cup != position.dice.right_cup or landing.lifted is None:
        return None
    for before in landing.meanwhile:
        first = seat_of(before, history.game.players)
        if first in (None, seat, *position.out) or first is None:
            continue
        if not hands.away_throughout(before.time, before.time, {first}):
            continue
        is_theirs, is_others = (may_have_lifted(each, landing.lifted, hands) for each in (first, seat))
        if len(landing.meanwhile) == 1 and is_theirs is not is_others:
            return claimed(history, before, since) if is_theirs else None
        return Judged(history, question=WhoLifted(cup, frozenset({first}), before, landing))
    return None


def _had_right_cup(history: KingHistory, seat: Seat, landing: Landed, hands: Hands) -> WhoLifted | None:
    """Return the question to a player who put a wrong cup on their tray and perhaps had the right one before.

    None if that is excluded.
    """
    dice = history.position.dice
    if dice is None or seat in history.position.out or landing.kind == dice.right_cup.kind:
        return None
    for each in landing.preceded_by:
        is_right = each.kind == dice.right_cup.kind and each.lifted is not None
        if is_right and each.lifted and may_have_lifted(seat, each.lifted, hands):
            return WhoLifted(dice.right_cup, frozenset({seat}), each, replace(landing, preceded_by=()))
    return None


def claimed(history: KingHistory, landing: Landed, since: float) -> Judged:
    """Return the judgement of a cup that landed on a tray: a grab, or a fault if the tray's player is out."""
    seat, cup = seat_of(landing, history.game.players), CUP_OF_KIND[landing.kind]
    if seat is None:
        return Judged(history)
    if seat in history.position.out:
        return called(history, seat, f"{OUT} {cup.kind}")
    return moved(history, seat, _move(Verb.GRAB, landing, since))


def lifted_by(history: KingHistory, seat: Seat, landing: Landed, since: float) -> Judged:
    """Return the judgement of a cup that the player at `seat` lifted and put back where it belongs."""
    position, cup = history.position, CUP_OF_KIND[landing.kind]
    if seat in position.out:
        return called(history, seat, f"{OUT} {cup.kind}")
    if owner(landing.place) is seat:
        return moved(history, seat, _move(Verb.GRAB, landing, since))
    if position.dice is None or cup == position.dice.right_cup:
        return Judged(history)
    found = moved(history, seat, _move(Verb.LIFT, landing, since))
    return _with_back(found, cup, landing, since)


def put_back(history: KingHistory, landing: Landed, since: float) -> Judged:
    """Return the judgement of a landing after the round: only a cup that came home changes the record."""
    position, cup = history.position, CUP_OF_KIND[landing.kind]
    if landing.place != position.home_of(cup):
        return Judged(history)
    return _with_back(Judged(history), cup, landing, since)


def back_unseen(history: KingHistory, sight: Sight) -> Judged:
    """Return the judgement of wrong cups that stand at home although no landing was seen.

    That happens when the power was off meanwhile.
    """
    found = Judged(history)
    for each in history.position.astray:
        if sight.place_of(each.cup) == each.home and not sight.moving:
            back = moved(found.history, each.by, Move(Verb.BACK, each.cup))
            found = found.and_then(back.history, *back.events)
    return found


def called(history: KingHistory, seat: Seat, said: str) -> Judged:
    """Return the judgement of a fault, `said`, that is recorded and costs nothing.

    The record stays unchanged if the rules know no such fault now.
    """
    if said not in history.game.calls(history.position, seat):  # type: ignore[attr-defined]
        return Judged(history)
    return Judged(history.enter(CalledEntry(seat, said)), (Called(seat, said),))


def moved(history: KingHistory, seat: Seat, move: Move) -> Judged:
    """Return the record with `move` of the player at `seat` entered, and the event that reports it."""
    after = history.enter(Moved(seat, move.label))
    return Judged(after, (TurnEnded(seat, move.label, Ending.STILLNESS),))


def _put_down_at_home(history: KingHistory, landing: Landed, since: float, hands: Hands) -> Judged:
    position, players, cup = history.position, history.game.players, CUP_OF_KIND[landing.kind]
    if any(each.cup == cup for each in position.astray):
        return _with_back(Judged(history), cup, landing, since)
    if landing.lifted is None:
        return Judged(history)
    is_right = position.dice is not None and cup == position.dice.right_cup
    tray_owner = seat_of(landing, players)
    if is_right and tray_owner is None:
        # Put down again: it is still to be had.
        return Judged(history)
    if is_right:
        # What comes down before somebody is their claim, even if another has lifted it once more meanwhile.
        if tray_owner is None or tray_owner in position.out:
            return Judged(history)
        is_theirs = may_have_lifted(tray_owner, landing.lifted, hands)
        return lifted_by(history, tray_owner, landing, since) if is_theirs else Judged(history)
    movers = _movers(landing, hands, players)
    candidates = (movers or frozenset(players)) - position.out
    if len(movers) == 1:
        return lifted_by(history, next(iter(movers)), landing, since)
    if not candidates:
        return Judged(history)
    is_one_of_them = candidates == movers
    return Judged(history, question=WhoLifted(cup, candidates, landing, is_one_of_them=is_one_of_them))


def _with_back(found: Judged, cup: Cup, landing: Landed, since: float) -> Judged:
    """Return the result with a wrong cup recorded as back at home, if its grabber is known."""
    by = next((each.by for each in found.history.position.astray if each.cup == cup), None)
    if by is None:
        return found
    back = moved(found.history, by, Move(Verb.BACK, cup, None, _milliseconds(landing.time, since)))
    return found.and_then(back.history, *back.events)


def _move(verb: Verb, landing: Landed, since: float) -> Move:
    lifted = None if landing.lifted is None else _milliseconds(landing.lifted.time, since)
    landed = None if verb is Verb.LIFT else _milliseconds(landing.time, since)
    return Move(verb, CUP_OF_KIND[landing.kind], lifted, landed)


def _milliseconds(time: float, since: float) -> int | None:
    """Return a time after the roll in milliseconds; None before the roll or long after it."""
    found = round(1000 * (time - since))
    return found if 0 <= found <= _LONGEST_MS else None
