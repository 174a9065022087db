"""Where to play where acts count as they land, and what would be lost by the play that comes to mind."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from cupsboard.engine.hints import asked_position
from cupsboard.engine.player import Engine, Info, Limit
from cupsboard.engine.thinking import ActsOf
from cupsboard.rules.game import Game
from cupsboard.rules.history import History
from cupsboard.rules.places import HAND, Place, Side
from cupsboard.rules.turns import TAKE, Act

LINES = 12
"""Plays that are compared: more than anybody thinks of."""


@dataclass(frozen=True, slots=True)
class LandedHint:
    """A hint for a side in a game whose acts count as they land: a good play, and a tempting worse one."""

    side: Side
    move: str
    places: tuple[Place, ...]
    """Where its first handful comes from and falls, in that order."""
    gained_points: int = 0
    """The points that the move brings into the pot at once."""
    instead: str = ""
    """A worse play that is tempting, for it brings at least as much at once; empty if there is none."""
    loss_points: float = 0.0
    """The points that the tempting play loses in the end."""
    is_only_move: bool = False


def landed_hint(
    history: History[Any], side: Side, engine: Engine[Any], acts_of: ActsOf, limit: Limit, least_loss: float
) -> LandedHint:
    """Return a hint for a side that may move. Raises ValueError if it may not.

    `acts_of` tells a play act by act. A play that loses less than `least_loss` points is not called worse,
    nor one whose loss may be no loss at all.
    """
    game, position = history.game, asked_position(history, side)
    infos = engine.analyse(position, limit, LINES)
    best, gained = infos[0], _gains(game, position, side, infos)
    tempting = [
        (gain, info.score_beans, info.move)
        for info, gain in zip(infos[1:], gained[1:], strict=True)
        if gain >= max(1, gained[0]) and _is_worse(info, best, least_loss)
    ]
    _, score, instead = max(tempting, default=(0, best.score_beans, ""))
    return LandedHint(
        side,
        best.move,
        _first_handful(acts_of(game, position, side, best.move)),
        gained[0],
        instead,
        best.score_beans - score,
        len(infos) == 1,
    )


def _is_worse(info: Info, best: Info, least_loss: float) -> bool:
    loss = best.score_beans - info.score_beans
    return loss >= least_loss and loss > max(best.error_beans, info.error_beans)


def _gains(game: Game[Any], position: Any, side: Side, infos: Sequence[Info]) -> list[int]:
    before = game.score(position)[side]
    return [game.score(game.play(position, side, info.move))[side] - before for info in infos]


def _first_handful(acts: Sequence[Act]) -> tuple[Place, ...]:
    """The places of the acts up to where the next handful is taken up."""
    first, *others = acts
    together = [first, *takewhile(lambda act: act.verb != TAKE, others)]
    places = (place for act in together for place in (act.source, act.target))
    return tuple(dict.fromkeys(place for place in places if place != HAND))
