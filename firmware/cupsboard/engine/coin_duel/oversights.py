"""What a player of Coin Duel overlooks, and what a play looks like to them then.

Each is about one play: that it captures, that it brings pieces into the pot, that the reply captures.
"""

from collections.abc import Iterator, Sequence

from cupsboard.engine.levels import Hidden
from cupsboard.engine.player import Info
from cupsboard.rules.coin_duel.position import Amounts, Position
from cupsboard.rules.game import Game
from cupsboard.rules.places import Side


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
