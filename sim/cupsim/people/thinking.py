"""How a player comes to a move: asked with a position, a thinker answers at once or later.

Everything that is simulated without a screen is answered at once, so that one seed is one game. Where a page
must not stand still, somebody thinks elsewhere, and the player waits for the answer.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from cupsboard.engine import engines
from cupsboard.engine.levels import Opponent
from cupsboard.rules.game import Game, Mark, Plan
from cupsboard.rules.games import AnyGame
from cupsboard.rules.places import Side, stock

from cupsim.people.move_choice import LEVEL_NAMES, Policy, at_random, policy

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Decision:
    """A move by its label, and how long a person should be seen to think about it."""

    label: str
    pondering_seconds: float = 0.0


class Thinker(Protocol):
    """Who chooses the moves of one player."""

    def decided(self, position: Any, plans: Sequence[Plan], random: Random) -> Decision | None:
        """The move of the side to move, out of these plans; None while they think: then ask again.

        Who is asked about another position thinks about that one.
        """

    def begin(self, position: Any) -> None:
        """Begin to think: the move will be wanted soon."""

    def hurry(self) -> None:
        """Decide with what is known by now."""


Thinkers = Callable[[str, AnyGame, int], Thinker]
"""Makes a thinker by its name for a game; what chance decides of it comes from the seed."""


@dataclass(frozen=True, slots=True)
class Unthinking:
    """Who looks at nothing but the moves, and knows at once."""

    policy: Policy = at_random

    def decided(self, position: Any, plans: Sequence[Plan], random: Random) -> Decision:  # noqa: ARG002
        """Any of the moves that the policy would make."""
        return Decision(self.policy(plans, random).label)

    def begin(self, position: Any) -> None:
        """There is nothing to think about."""

    def hurry(self) -> None:
        """It is no sooner than at once."""


@dataclass(slots=True)
class AtLevel:
    """Who plays at a level, and thinks for as long as that takes when they are asked."""

    opponent: Opponent[Any]
    seed: int
    _position: Any = None
    _decision: Decision | None = None

    def decided(self, position: Any, plans: Sequence[Plan], random: Random) -> Decision:  # noqa: ARG002
        """The level's move."""
        if self._decision is None or position != self._position:
            choice = self.opponent.choose(position, self.seed)
            self._position, self._decision = position, Decision(choice.move, choice.pondering_seconds)
        return self._decision

    def begin(self, position: Any) -> None:
        """They think when they are asked."""

    def hurry(self) -> None:
        """It is no sooner than at once."""


def at_once(name: str, game: AnyGame, seed: int) -> Thinker:
    """Who has decided whenever they are asked, in this process. Raises SimulatorError for an unknown name."""
    if name not in LEVEL_NAMES:
        return Unthinking(policy(name))
    return AtLevel(engines.at_level(game, engines.level_of(game, name)), seed)


@dataclass(slots=True)
class Deliberation(Generic[P]):
    """A player's thoughts before a move, which last as long as the thinker and the choice ask for."""

    side: Side
    game: Game[P]
    random: Random
    thinker: Thinker = field(default_factory=Unthinking)
    is_hurried: bool = False
    """Whether the next move is wanted now."""
    since: float | None = None
    """When they began to think about the move that is next; None while they think about none."""
    _position: P | None = None

    def begin(self, position: P, now: float) -> None:
        """See a position in which the move is theirs."""
        if self.since is None or position != self._position:
            self.forget()
            self.since, self._position = now, position
            self.thinker.begin(_as_mover(self.game, position, self.side))

    def forget(self) -> None:
        """Think no more of it: the move has been made, or the position lies there no more."""
        self.since, self._position, self.is_hurried = None, None, False

    def hurry(self) -> None:
        """Move now, if a move is theirs at all."""
        if self.since is not None:
            self.is_hurried = True
            self.thinker.hurry()

    def plan(self, position: P, plans: Sequence[Plan], now: float) -> Plan | None:
        """One of the plans, of which there is at least one; None while they think."""
        if (label := self.label(position, plans, now)) is None:
            return None
        meant = next((plan for plan in plans if plan.label == label), None)
        # Beans that should lie there are missing: they make a move that can be made.
        return meant or at_random(plans, self.random)

    def label(self, position: P, plans: Sequence[Plan], now: float) -> str | None:
        """The move that they mean, one of the plans where they only look at those; None while they think."""
        self.begin(position, now)
        assert self.since is not None
        decision = self.thinker.decided(_as_mover(self.game, position, self.side), plans, self.random)
        if decision is None:
            return None
        if not self.is_hurried and now < self.since + decision.pondering_seconds:
            return None
        self.forget()
        return decision.label


def _as_mover(game: Game[P], position: P, side: Side) -> P:
    """The position with `side` to move, who is one of two at an open start."""
    if game.movers(position) == (side,):
        return position
    contents, begun = game.contents(position), game.start(side)
    first = game.contents(begun)
    if any(contents[place] != first[place] for place in game.places):
        return position
    stocks = (stock(each) for each in Side)
    changes = [Mark(each, contents[each] - first[each]) for each in stocks if each in contents]
    return game.correct(begun, changes)
