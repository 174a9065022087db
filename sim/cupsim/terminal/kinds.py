"""Pieces of several kinds at the keys: which kind the fingers mean, and how kinds are written short."""

from collections.abc import Iterable, Mapping, Sequence
from string import ascii_lowercase
from typing import Any

from cupsboard.rules.games import AnyGame
from cupsboard.rules.places import Kind
from cupsboard.rules.rounds import GameOfRounds

Lot = Mapping[Kind, int]
"""How many of each kind."""


def kinds_of(game: AnyGame) -> tuple[Kind, ...]:
    """The kinds of a game that has several; () of a game of one kind."""
    return tuple(game.kinds) if len(game.kinds) > 1 else ()


def match_line(game: AnyGame, position: Any) -> str:
    """The round of a match, and the coin that decides it; "" for what is no match."""
    if not isinstance(game, GameOfRounds) or game.rounds == 1:
        return ""
    coin = game.winning_coin(position)
    decides = "" if coin is None else f", winning coin: {coin}"
    return f"Round {game.round_of(position)} of {game.rounds}{decides}."


def marks(kinds: Sequence[Kind]) -> Mapping[Kind, str]:
    """A letter for each kind: its first, or where two begin alike the letters in order."""
    firsts = [kind[0] for kind in kinds]
    letters = firsts if len(set(firsts)) == len(firsts) else ascii_lowercase
    return dict(zip(kinds, letters, strict=False))


def written(lot: Lot, marked: Mapping[Kind, str]) -> str:
    """A lot by kind, short: "2c 1d"; what nobody has told yet has a question mark."""
    return " ".join(f"{count}{marked.get(kind, '?')}" for kind, count in lot.items() if count)


class Meant:
    """The kind that fingers look for; the next one on demand."""

    def __init__(self, kinds: Sequence[Kind]) -> None:
        """Without kinds there is nothing to mean: all pieces are beans."""
        self._kinds = tuple(kinds)
        self.kind = self._kinds[0] if self._kinds else None

    def turn(self, held: Sequence[Kind]) -> None:
        """Mean the next kind: of a hand that holds some, the next of these."""
        among = [kind for kind in self._kinds if not held or kind in held]
        if self.kind is None or not among:
            return
        at = among.index(self.kind) + 1 if self.kind in among else 0
        self.kind = among[at % len(among)]

    def among(self, there: Iterable[Kind]) -> tuple[Kind, ...]:
        """The one that is meant, or another where none of it is there; () of beans, and of nothing."""
        lying = [kind for kind in self._kinds if kind in set(there)]
        if self.kind in lying:
            return (self.kind,) if self.kind is not None else ()
        return tuple(lying[:1])
