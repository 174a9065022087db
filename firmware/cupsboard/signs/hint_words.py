"""Show and say a hint, and what an analysis found: lights for the whole move, messages for any language."""

from collections.abc import Iterable

from cupsboard.engine.analysis import Reason
from cupsboard.engine.hints import Hint
from cupsboard.engine.landed_hints import LandedHint
from cupsboard.rules.game import Plan
from cupsboard.rules.places import is_cup
from cupsboard.signs.scene import Meaning, Message, Phrases, Sign, Values


def landed_hint_phrases(hint: LandedHint) -> Phrases:
    """Return a hint as phrases: what to play, what it gains, and what the obvious alternative loses."""
    said = [Message("laps.hints.play", {"side": hint.side.value, "move": hint.move})]
    if hint.gained_points > 0:
        said.append(Message("laps.hints.gains", {"points": hint.gained_points}))
    if hint.is_only_move:
        said.append(Message("laps.hints.only"))
    elif hint.instead:
        said.append(Message("laps.hints.instead", {"move": hint.instead, "points": round(hint.loss_points)}))
    elif hint.gained_points <= 0:
        said.append(Message("laps.hints.later"))
    return tuple(said)


def reason_phrases(reasons: Iterable[Reason]) -> Phrases:
    """Return a phrase for each reason why a move is worse than the better one."""
    return tuple(map(_phrase, reasons))


def _phrase(reason: Reason) -> Message:
    # What a cup costs is an estimate of its own, and no part of the loss that is told beside it.
    values: Values = {}
    if reason.points:
        values = {"side": reason.side.value, "move": reason.move, "points": reason.points}
    elif reason.place is not None:
        values = {
            "side": reason.side.value,
            "place": reason.place,
            "move": reason.move,
            "beans": reason.beans,
        }
    return Message(f"reasons.{reason.name}", values)


def hint_signs(plan: Plan) -> tuple[Sign, ...]:
    """Return signs that show the whole move `plan` at once, as offers, because a hint is no order."""
    dropped = [transfer for transfer in plan.open if transfer not in plan.owed]
    sources = {transfer.source: 1 for transfer in dropped if is_cup(transfer.source)}
    return (
        *(Sign(place, Meaning.TOO_MANY, beans) for place, beans in sources.items()),
        *(Sign(transfer.target, Meaning.MAY_NEXT, transfer.count) for transfer in dropped),
        *(Sign(transfer.source, Meaning.MAY_CAPTURE, transfer.count) for transfer in plan.owed),
        *(Sign(transfer.target, Meaning.INTO_POT, transfer.count) for transfer in plan.owed),
    )


def hint_message(hint: Hint | None) -> Message:
    """Return a hint as one message; for None, one that the engine has failed."""
    if hint is None:
        return Message("hint-failed")
    play, *captures, why = hint_phrases(hint)
    values: Values = {"play": (play,), "why": (why,)}
    if captures:
        return Message("hint-capture", {**values, "captures": tuple(captures)})
    return Message("hint", values)


def hint_phrases(hint: Hint) -> Phrases:
    """Return a hint as phrases: which move to play, and then why, a sentence each."""
    return (
        Message("hints.play", {"side": hint.side.value, "advised": hint.move}),
        *_captures(hint),
        _why(hint),
    )


def _captures(hint: Hint) -> Phrases:
    if hint.captured_from is None:
        return ()
    return (Message("hints.captures", {"place": hint.captured_from, "beans": hint.captured_beans}),)


def _why(hint: Hint) -> Message:
    if hint.is_only_move:
        return Message("hints.only")
    if not hint.instead:
        return Message("hints.alike" if hint.is_proved else "hints.alike-about")
    # What the hint captures has been said; that the other move misses it is no news. One reason is soon read.
    reasons = [each for each in hint.reasons if not (hint.captured_from and each.name == "misses-capture")]
    values: Values = {"advised": hint.instead, "beans": round(hint.loss_beans)}
    if not reasons:
        return Message("hints.instead-for-that", values)
    return Message("hints.instead", {**values, "why": reason_phrases(reasons[:1])})
