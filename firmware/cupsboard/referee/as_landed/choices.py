"""Choose between several possible tables by a piece that a player takes out of one cup."""

from collections.abc import Sequence
from typing import Any

from cupsboard.recognition.accounts import MishapKind
from cupsboard.recognition.histories.verdict import Table, Verdict
from cupsboard.recognition.histories.world import Slip
from cupsboard.referee.as_landed.laps import same_pieces
from cupsboard.referee.as_landed.states import Choosing
from cupsboard.rules.game import Pieces

MOST = 4
"""At most this many tables are offered; holds go through them."""
TOLD_SHARE = 0.98
"""A piece decides for a table from this share of the probability on."""


def is_piece_out(state: Choosing, verdict: Verdict[Any]) -> bool:
    """Return whether `verdict` shows one piece missing from the cup that the board asked to take it from."""
    return bool(verdict.tables) and _piece_out(state, verdict.tables[0]) is not None


def told_by_piece(state: Choosing, verdict: Verdict[Any]) -> Table[Any] | None:
    """Return the table of `state` that the weight of the removed piece singles out.

    None if another table is still possible.
    """
    shares = [0.0] * len(state.tables)
    total = 0.0
    for table in verdict.tables:
        if (slip := _piece_out(state, table)) is None:
            continue
        total += table.probability
        for number, choice in enumerate(state.tables):
            if same_pieces(_without(choice.pieces, slip), table.pieces):
                shares[number] += table.probability
                break
    best = max(range(len(shares)), key=shares.__getitem__)
    return state.tables[best] if total and shares[best] >= TOLD_SHARE * total else None


def are_same(some: Sequence[Table[Any]], others: Sequence[Table[Any]]) -> bool:
    """Return whether both sequences hold the same tables in the same order, whatever their probabilities."""
    return len(some) == len(others) and all(
        one.turn == other.turn and one.slips == other.slips and same_pieces(one.pieces, other.pieces)
        for one, other in zip(some, others, strict=True)
    )


def _piece_out(state: Choosing, table: Table[Any]) -> Slip | None:
    match table.slips:
        case (Slip(MishapKind.MISSING, (place,), _, 1) as slip,) if place == state.question.lift:
            return slip
        case _:
            return None


def _without(pieces: Pieces, slip: Slip) -> Pieces:
    (place,), kind = slip.places, slip.kind
    lot = pieces[place]
    return {**pieces, place: {each: count - (each == kind) for each, count in lot.items()}}
