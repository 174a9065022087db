"""Which questions the board asks in a race, and when: only where the answer decides who wins.

Who put back a wrong cup matters as soon as one of those who may have done it takes the right cup, or when no
player may be left to do so. Until then it isn't asked; most rounds end without a question. While the round
depends on an answer, later landings wait for it.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from cupsboard.numbers import COSTS
from cupsboard.recognition.individuals.happenings import Landed
from cupsboard.referee.events import Event, OrderQuestioned, PlayerQuestioned
from cupsboard.referee.king_of_the_cups.hands import Hands, Tap, may_have_lifted
from cupsboard.referee.king_of_the_cups.sight import Sight
from cupsboard.referee.king_of_the_cups.states import Question, Race, WhichFirst, WhoLifted
from cupsboard.rules.king_of_the_cups.cups_and_dice import Seat, owner
from cupsboard.rules.king_of_the_cups.position import Position

_COSTS = COSTS.race


def is_answer(tap: Tap, question: Question) -> bool:
    """Return whether a tap answers `question`: it must come from a player who is asked."""
    if isinstance(question, WhoLifted):
        return tap.seat in question.candidates
    return tap.seat is not question.seat


def event_of(question: Question, players: Sequence[Seat]) -> Event:
    """Return the event that reports a question."""
    if isinstance(question, WhoLifted):
        return PlayerQuestioned(
            question.cup.kind, tuple(seat for seat in players if seat in question.candidates)
        )
    return OrderQuestioned(question.seat, (question.right.kind, question.wrong.kind))


def hangs(race: Race) -> bool:
    """Return whether a question is open on whose answer the round depends."""
    return any(isinstance(each, WhichFirst) or each.otherwise is not None for each in race.questions)


def before_it_counts(race: Race, position: Position, landing: Landed, hands: Hands) -> WhoLifted | None:
    """Return the question to ask before a player gets the right cup, which has landed on their tray.

    Either the player from whom it was taken is asked whether they had taken it up first, or the player who
    has it now is asked whether an earlier wrong cup was theirs. None if there is nothing to ask.
    """
    seat = owner(landing.place)
    if seat is None or seat in position.out:
        return None
    if position.dice is None or landing.kind != position.dice.right_cup.kind:
        return None
    for each in _perhaps_claimed(race, position, hands):
        is_earlier = landing.lifted is not None and each.landing.time <= landing.lifted.latest
        if is_earlier and seat not in each.candidates:
            return replace(each, otherwise=landing)
    for each in race.unsaid:
        if seat in each.candidates and not _had_no_hand_for(each.landing, landing):
            return replace(each, candidates=frozenset({seat}), otherwise=landing)
    return None


def _perhaps_claimed(race: Race, position: Position, hands: Hands) -> list[WhoLifted]:
    """Return a question for each player who may have taken up and put back the right cup on their tray."""
    if position.dice is None:
        return []
    right, found = position.dice.right_cup, list[WhoLifted]()
    for each in race.perhaps_back:
        seat, lifted = owner(each.place), each.lifted
        if seat is None or seat in position.out or each.kind != right.kind or lifted is None:
            continue
        if may_have_lifted(seat, lifted, hands):
            found.append(WhoLifted(right, frozenset({seat}), each))
    return found


def remembered(race: Race, sight: Sight) -> Race:
    """Return the race with the cups added that players may have taken up and put back unseen."""
    if not sight.perhaps_back:
        return race
    return replace(race, perhaps_back=(*race.perhaps_back, *sight.perhaps_back))


def noted(race: Race, landing: Landed) -> Race:
    """Return the race with `landing` added to its `brought`, if a hand has brought that cup to a tray."""
    is_brought = landing.lifted is not None and landing.lifted.place != landing.place
    return replace(race, brought=(*race.brought, landing)) if is_brought and owner(landing.place) else race


def only_one_left(race: Race) -> tuple[WhoLifted, Seat] | None:
    """Return a question that needs no asking, with the only player who can have done it; None without one.

    All others whose hands were away were bringing another cup meanwhile.
    """
    for each in race.unsaid:
        busy = {owner(brought.place) for brought in race.brought if _had_no_hand_for(each.landing, brought)}
        left = each.candidates - busy
        if each.is_one_of_them and len(left) == 1:
            return each, next(iter(left))
    return None


def overdue(race: Race, position: Position, players: Collection[Seat], hands: Hands) -> tuple[WhoLifted, ...]:
    """Return the question to ask now that all hands are home again, in a tuple; () if there is none.

    It asks a player whether they had the right cup up. Without one, it asks whose wrong cups came back, if
    that may leave no player in the round.
    """
    if claimed := _perhaps_claimed(race, position, hands):
        return (claimed[0],)
    in_play = frozenset(players) - position.out
    possible = [replace(each, candidates=each.candidates & in_play) for each in race.unsaid]
    asked = [each for each in possible if each.candidates]
    return (asked[0],) if len(asked) >= len(in_play) > 0 else ()


def closed(race: Race, question: Question, *, is_told: bool) -> Race:
    """Return the race without `question`, which was answered, or (not `is_told`) claimed by no player."""
    unsaid: Sequence[WhoLifted] = race.unsaid
    if isinstance(question, WhoLifted):
        others = [each for each in unsaid if each.landing != question.landing]
        same = [] if is_told else [each for each in unsaid if each.landing == question.landing]
        left = [replace(each, candidates=each.candidates - question.candidates) for each in same]
        unsaid = [*others, *(each for each in left if each.candidates)]
    questions = tuple(each for each in race.questions if each is not question)
    perhaps = [each for each in race.perhaps_back if not _is_about(question, each)]
    return replace(race, questions=questions, unsaid=tuple(unsaid), held=(), perhaps_back=tuple(perhaps))


def _is_about(question: Question, landing: Landed) -> bool:
    return isinstance(question, WhoLifted) and question.landing == landing


def is_about_claim(question: WhoLifted) -> bool:
    """Return whether the answer to `question` decides on the claim of a different cup.

    The question asks who moved a cup. If no player answers, its `otherwise` is judged instead: return whether
    that is the landing of another cup.
    """
    return question.otherwise is not None and question.otherwise.kind != question.cup.kind


def _had_no_hand_for(earlier: Landed, claim: Landed) -> bool:
    """Return whether the player who brought the claim held that cup while the earlier one moved."""
    lifted = claim.lifted
    if lifted is None or earlier.lifted is None or claim.time <= earlier.lifted.time:
        return False
    return lifted.time < earlier.time + _COSTS.next_lift_seconds
