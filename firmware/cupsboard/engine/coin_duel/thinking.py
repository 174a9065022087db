"""The engine, levels and explanations of Coin Duel, as the value that `cupsboard.engine.engines` loads."""

from collections.abc import Iterator, Sequence

from cupsboard.engine.analysis import Choice, Reason
from cupsboard.engine.coin_duel.player import LEVELS, CoinDuelEngine, scale_of
from cupsboard.engine.coin_duel.script import acts_of
from cupsboard.engine.levels import Hidden
from cupsboard.engine.player import Info
from cupsboard.engine.thinking import Thinking
from cupsboard.rules.coin_duel.position import Amounts, Position
from cupsboard.rules.game import Game
from cupsboard.rules.places import Side


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


def hidden(game: Game[Position], position: Position, info: Info) -> Sequence[Hidden]:
    """Return what a player may overlook of the first play in `info`: its gain, and the capture in reply."""
    side = position.to_move
    assert side is not None, "a search has said whose turn it is"
    label, *following = info.variation
    after = game.play(position, side, label)
    return (*_gains(position, after, side), *_reply(game, after, side.other, following))


def _gains(position: Position, after: Position, side: Side) -> Iterator[Hidden]:
    """The play captures, or brings a piece into the pot, of which one must know that the play ends there."""
    captured = sum(_captured(position, after, side))
    if captured:
        yield Hidden("misses-capture", captured, None)
    elif after.row(side).pot != position.row(side).pot:
        yield Hidden("misses-pot", 1, None)


def _reply(game: Game[Position], after: Position, side: Side, following: Sequence[str]) -> Iterator[Hidden]:
    """The expected reply captures: who overlooks it takes those pieces for safe."""
    if not following:
        return
    replied = game.play(after, side, following[0])
    pieces = sum(_captured(after, replied, side))
    if pieces:
        points = game.score(replied)[side] - game.score(after)[side]
        yield Hidden("reply-captures", pieces, float(max(points, 0)))


def _captured(position: Position, after: Position, side: Side) -> Amounts:
    """How many pieces of each kind a side's play took out of the other's cups."""
    before, left = position.row(side.other).cups, after.row(side.other).cups
    return tuple(
        sum(amounts) - sum(remaining)
        for amounts, remaining in zip(zip(*before, strict=True), zip(*left, strict=True), strict=True)
    )


THINKING = Thinking(
    engine=CoinDuelEngine.of,
    levels_of=lambda _: LEVELS,
    overlook=hidden,
    scale_of=scale_of,
    explain=reasons,
    acts_of=acts_of,
)
