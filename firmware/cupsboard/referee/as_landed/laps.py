"""A turn in progress: its state and the pieces after some of its acts."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Game, Pieces
from cupsboard.rules.places import ANY_KIND, HAND, Kind, Side
from cupsboard.rules.turns import Act


class SoFar(NamedTuple):
    """A turn after some of its acts: its state, and the pieces in each place, hand and stocks included."""

    turn: Any
    pieces: Pieces


def after_acts(game: Game[Any], position: Any, side: Side, acts: Iterable[Act]) -> SoFar:
    """Return the turn of `side`, begun in `position`, after `acts`.

    Raises RulesError for acts that no turn allows.
    """
    turn = game.turns.begin(position, side)
    pieces = {place: Counter(lot) for place, lot in game.pieces(position).items()}
    pieces[HAND] = Counter()
    for act in acts:
        counts = {place: lot.total() for place, lot in pieces.items()}
        found = (choice.turn for choice in game.turns.acts(counts, turn) if _is_same(choice.act, act))
        turn = next(found, None)
        if turn is None or act.target not in pieces:
            raise RulesError(
                f"{side.value} {act.verb} {act.pieces} from {act.source} to {act.target}: can't be done here"
            )
        gone = pieces[act.source] if act.kind == ANY_KIND else Counter({act.kind: act.pieces})
        if not gone <= pieces[act.source]:
            raise RulesError(f"{side.value} {act.verb} {act.pieces} {act.kind}: {act.source} has not so many")
        pieces[act.source], pieces[act.target] = pieces[act.source] - gone, pieces[act.target] + gone
    return SoFar(turn, {place: dict(lot) for place, lot in pieces.items()})


def same_pieces(some: Pieces, others: Pieces) -> bool:
    """Return whether every place of `some` holds the same pieces in `others`."""
    return all(present(lot) == present(others.get(place, {})) for place, lot in some.items())


def present(lot: Mapping[Kind, int]) -> dict[Kind, int]:
    """Return the numbers of pieces in `lot` that are above zero, by kind."""
    return {kind: count for kind, count in lot.items() if count}


def _is_same(one: Act, other: Act) -> bool:
    return one[:4] == other[:4] and (one.kind == ANY_KIND or one.kind == other.kind)
