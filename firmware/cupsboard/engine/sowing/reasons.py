"""What players of sowing games overlook, and why a move is worse than another: captures and further turns."""

from collections.abc import Sequence

from cupsboard.engine.analysis import Choice, Reason, captured_by
from cupsboard.engine.levels import Hidden
from cupsboard.engine.player import Info
from cupsboard.rules.game import Game
from cupsboard.rules.places import pot
from cupsboard.rules.sowing.position import Position

LEAST_BEANS = 1
"""The least loss that is a reason; a mistake begins at one bean."""


def hidden(game: Game[Position], position: Position, info: Info) -> Sequence[Hidden]:
    """Return what can be overlooked of the first move in `info`.

    That is its capture, its further turn, and the capture in reply.
    """
    side = position.to_move
    assert side is not None, "a search has said whose turn it is"
    label, found = info.move, list[Hidden]()
    after = game.play(position, side, label)
    if beans := captured_by(game, position, side, label)[1]:
        found.append(Hidden("misses-capture", beans, None))
    if after.to_move is side and not after.is_over:
        found.append(Hidden("misses-sowing", 1, None))
    elif len(info.variation) > 1 and (beans := captured_by(game, after, side.other, info.variation[1])[1]):
        found.append(Hidden("reply-captures", beans, float(beans)))
    return found


def reasons(choice: Choice[Position]) -> Sequence[Reason]:
    """Return the reasons why a move is worse than a better one, the largest first.

    If none shows at once, it is that the loss comes later.
    """
    side, best = choice.side, choice.best.move
    place, taken = choice.captured(choice.best)
    missed = taken - choice.captured(choice.played)[1]
    found = [Reason("misses-capture", side, place, taken, best, float(missed))]
    place, lost = choice.captured_in_reply(choice.played)
    saved = lost - choice.captured_in_reply(choice.best)[1]
    reply = choice.played.variation[1] if len(choice.played.variation) > 1 else ""
    found.append(Reason("reply-captures", side.other, place, lost, reply, float(saved)))
    if _goes_on(choice, choice.best) and not _goes_on(choice, choice.played):
        found.append(Reason("misses-turn", side, pot(side), 1, best, float(LEAST_BEANS)))
    dear = sorted(found, key=lambda reason: -reason.cost_beans)
    return [each for each in dear if each.cost_beans >= LEAST_BEANS] or [Reason("later", side)]


def _goes_on(choice: Choice[Position], info: Info) -> bool:
    """Return whether a move gives another turn."""
    after = choice.game.play(choice.position, choice.side, info.move)
    return after.to_move is choice.side and not after.is_over
