"""What a person at the board is about: watching, moving, waiting for the turn to pass, or done."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from cupsboard.rules.game import Contents, Game
from cupsboard.rules.places import Side

from cupsim.people.position_tracking import reached

P = TypeVar("P")

PATIENT_REPAIRS = 3
"""How often a person stands by what he meant before he follows the lights alone."""
OBEDIENT_REPAIRS = 15
"""How often he then follows the lights, long enough to be led back a whole move, before he tries again."""


@dataclass(frozen=True, slots=True)
class Intent(Generic[P]):
    """The move in hand: from which position, and the table he means to reach."""

    position: P
    label: str
    goal: Contents
    overlooks: bool = False
    """Whether he presses without a last look."""


@dataclass(frozen=True, slots=True)
class Watching:
    """The other's turn, or their own before they have begun."""

    begins_at: float | None = None
    """When they will have decided what to do; None while there is nothing to decide."""


@dataclass(frozen=True, slots=True)
class Moving(Generic[P]):
    """His hands carry out a move."""

    intent: Intent[P]
    has_turn: bool
    tries: int = 0


@dataclass(frozen=True, slots=True)
class Waiting(Generic[P]):
    """They have made their move and wait for the turn to pass."""

    intent: Intent[P]
    left: Contents
    """The table as it lay when the turn was still theirs."""
    has_turn: bool
    """Whether the lights have given him the turn: not yet if he began without the other's press."""
    has_pressed: bool = False
    """Whether they have said that they are done."""
    is_answered: bool = False
    """Whether the other has reached for the board since."""
    assurances: int = 0
    repairs: int = 0

    @property
    def has_spoken(self) -> bool:
        """Whether they have pressed at all: before that the board can't have gone on."""
        return self.has_pressed or self.assurances > 0

    def reached(self, game: Game[P], side: Side) -> P:
        """Return the position after the move of `side` that lay there."""
        return reached(game, self.intent.position, side, self.intent.label, self.left)

    @property
    def goal(self) -> Contents | None:
        """The table to put right towards; None while, for a change, he does what the lights say alone."""
        trusts_himself = self.repairs % (PATIENT_REPAIRS + OBEDIENT_REPAIRS) < PATIENT_REPAIRS
        return self.intent.goal if trusts_himself else None


@dataclass(frozen=True, slots=True)
class Finished:
    """The game is over."""


Stage = Watching | Moving[P] | Waiting[P] | Finished
