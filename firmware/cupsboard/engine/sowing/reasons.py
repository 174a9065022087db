"""What players of sowing games overlook, and why a move is worse than another: captures and further turns."""

from collections.abc import Sequence

from cupsboard.engine.analysis import Choice, Reason
from cupsboard.engine.levels import Hidden
from cupsboard.engine.player import Info
from cupsboard.rules.game import Game
from cupsboard.rules.places import Place, Side, pot
from cupsboard.rules.sowing_game import Rows

LEAST_BEANS = 1
"""The least loss that is a reason; a mistake begins at one bean."""


def hidden(game: Game[Rows], position: Rows, info: Info) -> Sequence[Hidden]:
    """Return what can be overlooked of the first move in `info`.

    That is its capture, its further turn, and the capture in reply.
    """
    side = position.to_move
    assert side is not None, "a search has said whose turn it is"
    label, found = info.move, list[Hidden]()
    after = game.play(position, side, label)
    if beans := captured(game, position, side, label)[1]:
        found.append(Hidden("misses-capture", beans, None))
    if after.to_move is side and not after.is_over:
        found.append(Hidden("misses-sowing", 1, None))
    elif len(info.variation) > 1 and (beans := captured(game, after, side.other, info.variation[1])[1]):
        found.append(Hidden("reply-captures", beans, float(beans)))
    return found


def reasons(choice: Choice[Rows]) -> Sequence[Reason]:
    """Return the reasons why a move is worse than a better one, the largest first.

    If none shows at once, it is that the loss comes later.
    """
    game, position, side = choice.game, choice.position, choice.side
    best = choice.best.move
    place, taken = captured(game, position, side, best)
    missed = taken - captured(game, position, side, choice.played.move)[1]
    found = [Reason("misses-capture", side, place, taken, best, float(missed))]
    place, lost = _in_reply(choice, choice.played)
    saved = lost - _in_reply(choice, choice.best)[1]
    reply = choice.played.variation[1] if len(choice.played.variation) > 1 else ""
    found.append(Reason("reply-captures", side.other, place, lost, reply, float(saved)))
    if _goes_on(choice, choice.best) and not _goes_on(choice, choice.played):
        found.append(Reason("misses-turn", side, pot(side), 1, best, float(LEAST_BEANS)))
    dear = sorted(found, key=lambda reason: -reason.cost_beans)
    return [each for each in dear if each.cost_beans >= LEAST_BEANS] or [Reason("later", side)]


def _goes_on(choice: Choice[Rows], info: Info) -> bool:
    """Return whether a move gives another turn."""
    after = choice.game.play(choice.position, choice.side, info.move)
    return after.to_move is choice.side and not after.is_over


def _in_reply(choice: Choice[Rows], info: Info) -> tuple[Place | None, int]:
    """Return the mover's cup that the expected reply captures, and its beans; (None, 0) without one."""
    after = choice.game.play(choice.position, choice.side, info.move)
    if len(info.variation) < 2 or after.to_move is choice.side:
        return None, 0
    return captured(choice.game, after, choice.side.other, info.variation[1])


def captured(game: Game[Rows], position: Rows, side: Side, label: str) -> tuple[Place | None, int]:
    """Return the cup from which a move captures most beans, and how many; (None, 0) without a capture."""
    plan = next((plan for plan in game.plans(position, side) if plan.label == label), None)
    if plan is None or not plan.owed:
        return None, 0
    most = max(plan.owed, key=lambda transfer: transfer.count)
    return most.source, most.count
