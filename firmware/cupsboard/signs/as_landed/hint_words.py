"""Say a hint for a play whose acts count as they land, as messages for any language."""

from cupsboard.engine.landed_hints import LandedHint
from cupsboard.signs.scene import Message, Phrases


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
