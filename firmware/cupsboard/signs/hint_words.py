"""What a hint says, as messages that any language can say."""

from cupsboard.engine.hints import Hint
from cupsboard.signs.analysis_words import reason_phrases
from cupsboard.signs.scene import Message, Phrases, Values


def hint_phrases(hint: Hint) -> Phrases:
    """Where to play, and then why, a sentence each."""
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
        return Message("hints.alike")
    # What the hint captures has been said; that the other move misses it is no news. One reason is soon read.
    reasons = [each for each in hint.reasons if not (hint.captured_from and each.name == "misses-capture")]
    values: Values = {"advised": hint.instead, "beans": round(hint.loss_beans)}
    if not reasons:
        return Message("hints.instead-for-that", values)
    return Message("hints.instead", {**values, "why": reason_phrases(reasons[:1])})
