"""Why a play of Coin Duel is worse than another, in points."""

from collections.abc import Sequence

from cupsboard.engine.analysis import Choice, Reason
from cupsboard.engine.player import Info
from cupsboard.rules.coin_duel.position import Position


def reasons(choice: Choice[Position]) -> Sequence[Reason]:
    """Return the reasons why a play is worse than a better one, the dearest first.

    They are what the better play brings at once, and what the reply brings the other side. If neither shows
    it, the loss comes later.
    """
    side, found = choice.side, list[Reason]()
    best, played = choice.best, choice.played
    missed, replied = _gained(choice, best, 0), _gained(choice, played, 1)
    if (cost := missed - _gained(choice, played, 0)) > 0:
        move = best.move
        found.append(Reason("misses-points", side, move=move, cost_beans=float(cost), points=missed))
    if (cost := replied - _gained(choice, best, 1)) > 0:
        reply = played.variation[1]
        found.append(Reason("reply-gains", side.other, move=reply, cost_beans=float(cost), points=replied))
    return sorted(found, key=lambda reason: -reason.cost_beans) or [Reason("later", side)]


def _gained(choice: Choice[Position], info: Info, number: int) -> int:
    """The points that a play of a line brings its player at once; the line's first has the number 0.

    0 where a play ends the round and costs its player the points of the pot.
    """
    if number >= len(info.variation):
        return 0
    game, position, side = choice.game, choice.position, choice.side
    for label in info.variation[:number]:
        position, side = game.play(position, side, label), side.other
    after = game.play(position, side, info.variation[number])
    return max(0, game.score(after)[side] - game.score(position)[side])
