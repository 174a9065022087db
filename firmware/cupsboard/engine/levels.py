"""Levels of play, from a child's first opponent to the best there is.

A level looks at so many positions, overlooks things of a named kind now and then, and draws among the moves
by what they seem to be worth: the less a move loses, the likelier. So small errors are frequent and great
ones rare. Nothing here depends on time or on a library's exp or log: the same position, level and seed give
the same move on every machine.

`tests/benchmarks/levels.py` lets the levels play each other; LEVELS.md says what came of it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from typing import Generic

from cupsboard.engine.player import EVERY_MOVE, PASS, Engine, Info, IsStopped, Limit, P, Source, never
from cupsboard.rules.game import Game

PONDERING_NODES = 1000
"""Some 40 ms on the slowest Pi."""
LEAST_SECONDS, MOST_SECONDS = 0.5, 2.0
_CHOICE_SECONDS = 0.6
"""For a choice with one good move, which a look shows."""
_CLOSE_BEANS = 3.0
"""A move that loses less than this comes the closer to the best one, the less it loses."""
_SECONDS_A_CLOSE_MOVE, _SECONDS_A_CHANGE = 0.3, 0.2


def pondering_seconds(
    engine: Engine[P],
    position: P,
    is_stopped: IsStopped = never,
    *,
    piece_points: float = 1.0,
    nodes: int = PONDERING_NODES,
) -> float:
    """Return for how many seconds a person should see the computer think in a position.

    `piece_points` is the points of a mean piece of the game, `nodes` how many positions are searched to find
    out. Raises RulesError if no player can move, or at an open start.
    """
    bests: list[str] = []
    infos = engine.analyse(
        position, Limit(nodes=nodes), EVERY_MOVE, is_stopped, lambda infos: bests.append(infos[0].move)
    )
    if len(infos) == 1 or infos[0].move == PASS:
        return LEAST_SECONDS
    changes = sum(before != after for before, after in pairwise(bests))
    seconds = (
        _CHOICE_SECONDS + _SECONDS_A_CLOSE_MOVE * _close(infos, piece_points) + _SECONDS_A_CHANGE * changes
    )
    return round(min(seconds, MOST_SECONDS), 2)


def _close(infos: Sequence[Info], piece_points: float) -> float:
    """How many moves come close to the best one, each a whole one where it loses nothing."""
    best, *others = infos
    if all(info.is_exact and info.source is Source.SEARCH for info in infos):
        # So small a search has proved everything: a person counts it out.
        return 0.0
    losses = (best.score_beans - info.score_beans for info in others)
    return sum(max(0.0, 1.0 - loss / piece_points / _CLOSE_BEANS) for loss in losses)


FULL_STRENGTH_NODES = 20_000
"""On the slowest Pi a second with four cups a side, several with twelve; on a laptop a twentieth of that."""
ANALYSIS_NODES = 20_000
"""Less than a tenth of a second on a laptop, about a second on the smallest Pi; a move that seems to be a
mistake takes ten times as long."""
PERFECT_NODES = 200_000
"""Where neither table nor book knows the answer: ten times as long."""
CORE_NODES = 2_000_000
"""By the compiled core: less than half a second on a laptop, some three seconds on the slowest Pi."""


@dataclass(frozen=True, slots=True)
class Oversight:
    """One kind of thing that a level overlooks, by the name that its game gives it."""

    kind: str
    percent: int
    """How often, where it is about few beans."""
    few_beans: int = 3
    """With twice as many it is overlooked half as often, and so on: great errors are rare."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level of play: how much it searches, how freely it chooses, and what it overlooks."""

    name: str
    nodes: int
    """Positions looked at for a move."""
    temperature_beans: float = 0.0
    """A move that seems to lose so much is played 1/e times as often as the best. 0: only the best is.

    A bean stands for a mean piece of the game: see `Scale`. Below 0 the level gives away: a move that seems
    so much better than the worst is played 1/e times as often as that.
    """
    oversights: tuple[Oversight, ...] = ()
    is_perfect: bool = False
    """Whether tables, books and proofs are asked too."""
    needs_core: bool = False
    """Whether it looks at more positions than Python can in a move, so that it takes the compiled core."""

    @property
    def is_full_strength(self) -> bool:
        """Return whether the level plays the best move that it finds."""
        return not self.temperature_beans and not self.oversights


@dataclass(frozen=True, slots=True)
class Scale:
    """The units of a game's scores and searches."""

    piece_points: float = 1.0
    """The mean worth of a piece, in the points of the game's scores."""
    pondering_nodes: int = PONDERING_NODES
    """Positions looked at to tell how difficult a choice is."""
    analysis_nodes: int = ANALYSIS_NODES
    """Positions looked at for each move of a game that is judged."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """Something about a move that can be overlooked, and how the move then looks."""

    kind: str
    beans: int
    """How many pieces it is about."""
    change_beans: float | None
    """What the move then seems to be worth more, in the game's points; None: it isn't thought of at all."""


Overlook = Callable[[Game[P], P, Info], Sequence[Hidden]]
"""What can be overlooked of a move in a position; the move is the first of what the info expects."""


ANY_NUMBER = 1000
"""More pieces than any cup holds."""


_KINDS = {
    "capture": "misses-capture",
    "sowing": "misses-sowing",
    "pot": "misses-pot",
    "reply": "reply-captures",
    "blocks": "blocks",
}
"""The names of the reasons that an analysis gives, by short ones."""


def oversights(few_beans: int = 3, **percents: int) -> tuple[Oversight, ...]:
    """Return what a level overlooks: each kind, by its short name, in so many percent."""
    return tuple(Oversight(_KINDS[name], percent, few_beans) for name, percent in percents.items() if percent)


LEVELS: tuple[Level, ...] = (
    Level("1", 200, 12.0, oversights(capture=100, sowing=90, reply=100, blocks=100, few_beans=ANY_NUMBER)),
    Level("2", 200, 10.0, oversights(capture=90, sowing=74, reply=95, blocks=95)),
    Level("3", 200, 4.6, oversights(capture=48, sowing=30, reply=73, blocks=75)),
    Level("4", 300, 2.1, oversights(capture=22, sowing=14, reply=47, blocks=54)),
    Level("5", 600, 1.15, oversights(capture=8, sowing=6, reply=27, blocks=34)),
    Level("6", 1400, 0.6, oversights(capture=0, sowing=0, reply=8, blocks=10)),
    Level("7", 4000, 0.3),
    Level("8", FULL_STRENGTH_NODES),
    Level("perfect", PERFECT_NODES, is_perfect=True),
)
"""Weakest first. A child's first opponent sows and captures only where it must, so that its cups fill up for
the child. The kinds are reasons that an analysis names; a game that knows no such thing overlooks none."""


BY_CORE = Level("9", CORE_NODES, needs_core=True)
"""Above level 8, in games of which nothing is proved from the start on."""


def level_named(name: str) -> Level:
    """Return the level called `name`. Raises ValueError that lists the known ones."""
    for level in (*LEVELS, BY_CORE):
        if level.name == name:
            return level
    raise ValueError(f"no level {name!r}: choose one of {', '.join(level.name for level in LEVELS)}")


@dataclass(frozen=True, slots=True)
class Choice:
    """The move that a level plays, and why."""

    move: str
    """Its label, or `PASS`."""
    infos: tuple[Info, ...]
    """What was found of the moves, best first: what a level overlooks is in here."""
    pondering_seconds: float
    """How long a person should see it think."""
    overlooked: tuple[str, ...] = ()
    """The kinds of things that flattered the move, or hid a better one."""


class Opponent(Generic[P]):
    """Plays a game at one level; between moves it keeps nothing but what makes it quicker."""

    def __init__(
        self, game: Game[P], engine: Engine[P], level: Level, overlook: Overlook[P], scale: Scale = Scale()
    ):
        self.level = level
        self._scale = scale
        self._game = game
        self._engine = engine
        self._overlook = overlook

    def choose(self, position: P, seed: int, is_stopped: IsStopped = never) -> Choice:
        """Return the level's move; if called off, the best by what it has searched up to then.

        Raises RulesError if no player can move, or at an open start.
        """
        scale = self._scale
        pondering = pondering_seconds(
            self._engine, position, piece_points=scale.piece_points, nodes=scale.pondering_nodes
        )
        limit = Limit(nodes=self.level.nodes)
        if self.level.is_full_strength:
            info = self._engine.play(position, limit, is_stopped)
            return Choice(info.move, (info,), pondering)
        infos = self._engine.analyse(position, limit, EVERY_MOVE, is_stopped)
        if infos[0].move == PASS:
            return Choice(PASS, infos[:1], pondering)
        draws = _Draws(f"{seed} {self._game.format_position(position)}")
        seen = [self._seen(position, info, draws) for info in infos]
        chosen = _drawn(seen, self.level.temperature_beans * self._scale.piece_points, draws)
        return Choice(chosen.info.move, infos, pondering, _that_mattered(chosen, seen))

    def _seen(self, position: P, info: Info, draws: "_Draws") -> "_Seen":
        hidden = self._overlook(self._game, position, info)
        return _Seen(info, tuple(each for each in hidden if self._is_overlooked(each, draws)))

    def _is_overlooked(self, hidden: Hidden, draws: "_Draws") -> bool:
        """One draw decides for all things of a kind, so that nobody sees a small one and misses a larger."""
        of_kind = next((each for each in self.level.oversights if each.kind == hidden.kind), None)
        if of_kind is None:
            return False
        beans = max(hidden.beans, of_kind.few_beans)
        return draws.of(hidden.kind) * 100 * beans < of_kind.percent * of_kind.few_beans * _Draws.END


@dataclass(frozen=True, slots=True)
class _Seen:
    """A move as a level sees it."""

    info: Info
    hidden: tuple[Hidden, ...]

    @property
    def is_thought_of(self) -> bool:
        return all(each.change_beans is not None for each in self.hidden)

    @property
    def beans(self) -> float:
        return self.info.score_beans + sum(each.change_beans or 0.0 for each in self.hidden)


class _Draws:
    """Random whole numbers below `END`, one for each name, the same on every machine."""

    END = 1 << 64

    def __init__(self, seed: str):
        self._seed = seed

    def of(self, name: str) -> int:
        """The number of that name."""
        return int.from_bytes(sha256(f"{name} {self._seed}".encode()).digest()[:8], "big")


def _drawn(seen: Sequence[_Seen], temperature_beans: float, draws: _Draws) -> _Seen:
    """A move out of those that come to mind, or out of all if none does."""
    minded = [each for each in seen if each.is_thought_of] or list(seen)
    favourite = (min if temperature_beans < 0 else max)(minded, key=lambda each: each.beans)
    if not temperature_beans:
        return favourite
    weights = [_weight((favourite.beans - each.beans) / temperature_beans) for each in minded]
    left = draws.of("move") * sum(weights) // _Draws.END
    for each, weight in zip(minded, weights, strict=True):
        left -= weight
        if left < 0:
            return each
    raise AssertionError("a draw below the sum of the weights lies in one of them")


_STEPS = 16
"""A temperature is divided into so many steps."""
_ONE = 1 << 32
_NOUGHT = 23
"""From so many temperatures on, nothing of `_ONE` is left."""
_STEP_DOWN = 4_034_748_382
"""exp(-1 / 16) of `_ONE`. Whole numbers from here on: exp() may round differently on another machine."""


def _weight(temperatures: float) -> int:
    """exp(-temperatures), rounded down to a step, of `_ONE`. A division is rounded alike on all machines."""
    steps = int(min(temperatures, _NOUGHT) * _STEPS)
    power: int = _STEP_DOWN**steps
    return _ONE * power >> 32 * steps


def _that_mattered(chosen: _Seen, seen: Sequence[_Seen]) -> tuple[str, ...]:
    """What flattered the move that was chosen, and what hid the merit of better ones."""
    found = [each.kind for each in chosen.hidden if each.change_beans is not None and each.change_beans > 0]
    for other in seen:
        if other.info.score_beans > chosen.info.score_beans:
            found += [
                each.kind for each in other.hidden if each.change_beans is None or each.change_beans < 0
            ]
    return tuple(dict.fromkeys(found))
