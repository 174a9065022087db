"""Show and say a hint: lights for the whole move, and messages for any language."""

from cupsboard.engine.hints import Hint
from cupsboard.rules.game import Plan
from cupsboard.rules.places import is_cup
from cupsboard.signs.analysis_words import reason_phrases
from cupsboard.signs.scene import Meaning, Message, Phrases, Sign, Values


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
