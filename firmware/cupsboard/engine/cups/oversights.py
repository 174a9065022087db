"""What a player of Cups overlooks, and what a move looks like to them then.

Each is about one move: that it captures, that it is there at all because a cup can be sown, that the reply
captures, that it blocks a cup of one's own. The names are those of the reasons that an analysis gives.
"""

from collections.abc import Iterator, Sequence
from math import ceil

from cupsboard.engine.analysis import captured_by
from cupsboard.engine.cups.reasons import terms_of_cups
from cupsboard.engine.levels import Hidden
from cupsboard.engine.player import Info
from cupsboard.rules.cups.position import Position
from cupsboard.rules.game import Game
from cupsboard.rules.places import Side, side_of


def hidden(game: Game[Position], position: Position, info: Info) -> Sequence[Hidden]:
    """Return what a player may overlook of the first move in `info`, and how the move then looks."""
    side = position.to_move
    assert side is not None, "a search has said whose turn it is"
    label = info.move
    after = game.play(position, side, label)
    return (
        *_capture(game, position, side, label),
        *_reply(game, after, side.other, info),
        *_blocked(position, after, side),
    )


def _capture(game: Game[Position], position: Position, side: Side, label: str) -> Iterator[Hidden]:
    """The move captures, or is a sowing, of which one must know that the cup can be sown."""
    place, beans = captured_by(game, position, side, label)
    if place is not None and beans:
        yield Hidden("misses-capture", beans, None)
    if label.startswith("sow"):
        yield Hidden("misses-sowing", 1, None)


def _reply(game: Game[Position], after: Position, side: Side, info: Info) -> Iterator[Hidden]:
    """The expected reply captures: who overlooks it takes the beans for safe."""
    if len(info.variation) < 2:
        return
    place, beans = captured_by(game, after, side, info.variation[1])
    if place is not None and beans:
        yield Hidden("reply-captures", beans, float(beans))


def _blocked(position: Position, after: Position, side: Side) -> Iterator[Hidden]:
    """The move blocks cups of one's own: who overlooks it takes them for as good as before."""
    before_terms, after_terms = terms_of_cups(position, side), terms_of_cups(after, side)
    cost = sum(
        before_terms[place].beans - term.beans
        for place, term in after_terms.items()
        if side_of(place) is side and term.name == "blocked" and before_terms[place].name != "blocked"
    )
    if cost > 0:
        yield Hidden("blocks", ceil(cost), cost)
