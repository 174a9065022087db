"""One piece on a table: a bean, a coin, whatever its game is played with."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cupsboard.rules.places import BEAN, Kind


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """One piece, told from every other by being itself."""

    mass_grams: float
    kind: Kind = BEAN


def kinds_kept(pieces: Sequence[Piece]) -> tuple[Kind, ...]:
    """The kind of each piece as it is kept beside the masses; nothing where all are beans."""
    kinds = tuple(piece.kind for piece in pieces)
    return kinds if any(kind != BEAN for kind in kinds) else ()


def resumed(masses_grams: Sequence[float], kinds: Sequence[str]) -> list[Piece]:
    """The pieces that were kept so."""
    kept: Iterable[str] = kinds or (BEAN,) * len(masses_grams)
    return [Piece(grams, Kind(kind)) for grams, kind in zip(masses_grams, kept, strict=True)]
