"""What is written of a tournament: entries that are added and never changed, by whom, about whom.

Members stand in them by number. Points are those of games: a pairing is two games, so two points.
"""

from typing import Any, Literal, TypeAlias, cast

import msgspec
from cupsboard.distance.wire import WireError
from cupsboard.rules.clocks import Clock

Form: TypeAlias = Literal["round-robin", "knock-out", "swiss", "league"]
Why: TypeAlias = Literal["no-show", "forfeit", "broken-off", "unfair", "mistake"]
"""What a ruling is for; there is no free text to look after."""


class Act(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """What an entry says happened; `by` is the member who did it."""

    by: int


class Rules(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a tournament is, as its director opens it.

    `rounds` are those of a Swiss; `cycles` tells how often two meet in a round robin or a league. A league
    has divisions of at most `division_size`, 0 for one alone, between which `movers` change places after a
    season. With `at_boards` the club calls pairings to boards that are free, one after the other.
    """

    name: str
    form: Form
    game: str
    clock: Clock
    rounds: int = 0
    cycles: int = 1
    rated: bool = True
    is_public: bool = False
    division_size: int = 0
    movers: int = 1
    at_boards: bool = False


class Opened(Act, frozen=True, tag="opened"):
    """A director opens a tournament, and members can enter.

    `after` is the season before this one, and `order` its members, the best first, once they moved.
    """

    rules: Rules
    after: int | None = None
    order: tuple[int, ...] = ()


class Entered(Act, frozen=True, tag="entered"):
    """A member takes part, with the rating of that moment in the tournament's list."""

    member: int
    rating: float


class Withdrew(Act, frozen=True, tag="withdrew"):
    """A member takes part no more."""

    member: int


class EntryClosed(Act, frozen=True, tag="entry-closed"):
    """Members can enter no more by themselves, or with `is_closed` false they can again."""

    is_closed: bool = True


class Pairing(msgspec.Struct, frozen=True, omit_defaults=True):
    """Two members of a round; `one` begins the first game and `other` the second.

    `games` are their codes: none where one of the two has withdrawn and the other need not play.
    """

    round: int
    one: int
    other: int
    games: tuple[str, ...] = ()


class RoundBegun(Act, frozen=True, tag="round-begun"):
    """A director begins a round: the pairings that are due, and who has no opponent in this round."""

    number: int
    pairings: tuple[Pairing, ...]
    byes: tuple[int, ...] = ()


class Ruled(Act, frozen=True, tag="ruled"):
    """A director decides a pairing: how many points each of the two has of it, whatever their games say.

    With `points` None its games decide, as without a ruling. `games` are then the codes of both, where some
    have begun anew in the place of those that were called off; () where all stay.
    """

    round: int
    one: int
    other: int
    points: tuple[float, float] | None
    why: Why
    games: tuple[str, ...] = ()


class Finished(Act, frozen=True, tag="finished"):
    """A director ends the tournament; `tables` are its final tables, each as places and members."""

    tables: tuple[tuple[tuple[int, int], ...], ...]


class Reopened(Act, frozen=True, tag="reopened"):
    """A director takes the end of a tournament back."""


AnyAct: TypeAlias = Opened | Entered | Withdrew | EntryClosed | RoundBegun | Ruled | Finished | Reopened


class Entry(msgspec.Struct, frozen=True):
    """One line of a tournament: its number from 1, when it was written (the server's time), and its act."""

    n: int
    at: float
    act: AnyAct


def written(act: AnyAct) -> str:
    """Return an act as the text that is kept."""
    return msgspec.json.encode(act).decode()


def act_from(text: str) -> AnyAct:
    """Return the act that `written` wrote. Raises WireError for other text."""
    try:
        return cast(AnyAct, msgspec.json.decode(text, type=cast(Any, AnyAct)))
    except (ValueError, RecursionError) as fault:
        raise WireError(f"{fault}; the entry is damaged or of another program") from None
