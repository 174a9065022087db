"""Where to play now, and what would be lost by the move that comes to mind instead."""

from collections.abc import Sequence
from dataclasses import dataclass

from cupsboard.engine.analysis import Choice, Explain, Mark, Reason, mark_of
from cupsboard.engine.greedy import potted
from cupsboard.engine.player import EVERY_MOVE, Engine, Info, Limit, P
from cupsboard.rules.game import Game, Plan
from cupsboard.rules.history import History, HistoryOf
from cupsboard.rules.places import Place, Side


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint for a side: a good move, and why it is better than one that comes to mind."""

    side: Side
    move: str
    places: tuple[Place, ...]
    """Every place that the move takes beans from or brings beans to."""
    captured_from: Place | None = None
    captured_beans: int = 0
    is_only_move: bool = False
    instead: str = ""
    """The move that comes to mind and is worse; empty where none is worse by a bean."""
    loss_beans: float = 0.0
    """What that one loses."""
    reasons: tuple[Reason, ...] = ()
    """Why it does."""
    is_proved: bool = False
    """Whether the values of all moves are."""


def hint(history: History[P], side: Side, engine: Engine[P], explain: Explain[P], limit: Limit) -> Hint:
    """Return a hint for a side that may move. Raises ValueError if it may not."""
    position = asked_position(history, side)
    return hint_from(history.game, position, side, engine.analyse(position, limit, EVERY_MOVE), explain)


def hint_from(game: Game[P], position: P, side: Side, infos: Sequence[Info], explain: Explain[P]) -> Hint:
    """Return the hint that follows from `infos`, one for every move of the side to move, best first."""
    plans = game.plans(position, side)
    best, worse = infos[0], _tempting(plans, infos)
    plan = _plan_of(plans, best)
    captured = plan.owed[0] if plan.owed else None
    return Hint(
        side,
        plan.label,
        tuple(dict.fromkeys(place for each in plan.open for place in (each.source, each.target))),
        None if captured is None else captured.source,
        0 if captured is None else captured.count,
        len(plans) == 1,
        "" if worse is None else worse.move,
        0.0 if worse is None else best.score_beans - worse.score_beans,
        () if worse is None else tuple(explain(Choice(game, position, side, worse, best))),
        all(info.is_exact for info in infos),
    )


def asked_position(history: History[P], side: Side) -> P:
    """Return the position for whose hint a side asks. Raises ValueError if the side may not move."""
    if side not in history.game.movers(history.position):
        raise ValueError(f"{side.value} has no move now: ask for a hint in their turn")
    return begun_by(history, side).position


def begun_by(history: History[P], side: Side) -> History[P]:
    """Return the game as it is if `side` begins it, where either side may."""
    if history.game.movers(history.position) == (side,):
        return history
    return HistoryOf(history.game, side).enter_all(history.entries)


def _tempting(plans: Sequence[Plan], infos: Sequence[Info]) -> Info | None:
    """What comes to mind: of the worse moves the one that brings most into the pot at once, or the worst."""
    best = infos[0]
    worse = [
        info
        for info in infos
        if mark_of(best.score_beans - info.score_beans, max(best.error_beans, info.error_beans))
        is not Mark.NONE
    ]
    return max(worse, key=lambda info: (potted(_plan_of(plans, info)), -info.score_beans), default=None)


def _plan_of(plans: Sequence[Plan], info: Info) -> Plan:
    return next(plan for plan in plans if plan.label == info.move)
