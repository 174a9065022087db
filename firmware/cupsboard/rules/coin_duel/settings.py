"""The settings of a game of Coin Duel (board, stage, kinds, stocks, limit, manners), and its name."""

import re
import reprlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from cupsboard.rules.coin_duel.sowing import BACK, FORWARD, Ways
from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import ANY_KIND, BEAN, Kind

COINS: tuple[tuple[Kind, int], ...] = (
    (Kind("cent"), 1),
    (Kind("nickel"), 5),
    (Kind("dime"), 10),
    (Kind("quarter"), 25),
)
"""The coins that the inventors of the game play with, and the points of each."""

STOCK_BEANS = 40
STOCK_COINS = 10
WINNING_COIN_TIMES = 10
"""The factor by which a winning coin counts more than its value."""
LONGEST_ROUND = 2000
"""The most turns of a round in a record if no limit is set; coins could be shuttled to and fro for ever."""

_KIND = r"[a-z]+(?:-[a-z]+)*"
_NAME = re.compile(
    r"coin-duel ([1-9][0-9]?) stage ([123])"
    rf"(?: kinds ({_KIND}=[1-9][0-9]{{0,4}}(?:,{_KIND}=[1-9][0-9]{{0,4}})*))?"
    r"(?: stock ([1-9][0-9]{0,2}))?(?: turns ([1-9][0-9]{0,4}))?( friendly)?"
)
_ONE_WAY = Ways((FORWARD,), must_score=True)
_BOTH_WAYS = Ways((FORWARD, BACK), must_score=False)


@dataclass(frozen=True)
class Settings:
    """The settings of a game: a stage on a board with `cups` cups a side.

    `kinds` are the kinds of pieces with the points of each, in the order in which stage 3 makes them the
    winning coin; () stands for beans in stage 1 and for cents to quarters after it. `stock` is how many of
    each kind a player begins with; in stage 3 there is one winning coin instead. A round ends after `turns`
    turns, if that is set. If it is `friendly`, an illegal play may be mended and the game goes on.
    """

    cups: int = 10
    stage: int = 1
    kinds: tuple[tuple[Kind, int], ...] = ()
    stock: int = 0
    turns: int | None = None
    friendly: bool = False

    def __post_init__(self) -> None:
        # One way to write what is usual, so that equal games compare equal.
        if not self.kinds:
            object.__setattr__(self, "kinds", _usual_kinds(self.stage))
        if not self.stock:
            object.__setattr__(self, "stock", _usual_stock(self.stage))
        if not 2 <= self.cups <= 12:
            raise RulesError(f"a board with {self.cups} cups a side: choose 2 to 12")
        if self.stage not in (1, 2, 3):
            raise RulesError(f"stage {self.stage}: choose 1, 2 or 3")
        if not 1 <= self.stock <= 999:
            raise RulesError(f"a stock of {self.stock} of each kind: choose 1 to 999")
        if self.turns is not None and not 1 <= self.turns <= 99999:
            raise RulesError(f"a limit of {self.turns} turns: choose 1 to 99999")
        self._require_kinds()

    @classmethod
    def named(cls, name: str) -> "Settings":
        """Return the settings of a name as in a record, such as "coin-duel 10 stage 3 turns 200"."""
        match = _NAME.fullmatch(name)
        if match is None:
            raise RulesError(
                f"{reprlib.repr(name)} is not a game: write 'coin-duel N stage S', as in 'coin-duel 10 stage "
                "1', and after it in this order, where it isn't as usual, 'kinds cent=1,dime=10', 'stock K' "
                "with how many of each kind, 'turns T' where a round ends after so many, and 'friendly'"
            )
        kinds = (each.split("=") for each in match[3].split(",")) if match[3] else ()
        return cls(
            int(match[1]),
            int(match[2]),
            tuple((Kind(kind), int(worth)) for kind, worth in kinds),
            int(match[4] or 0),
            int(match[5]) if match[5] else None,
            bool(match[6]),
        )

    @cached_property
    def name(self) -> str:
        """Return the name that `named` reads."""
        words = [f"coin-duel {self.cups} stage {self.stage}"]
        if self.kinds != _usual_kinds(self.stage):
            words.append("kinds " + ",".join(f"{kind}={worth}" for kind, worth in self.kinds))
        if self.stock != _usual_stock(self.stage):
            words.append(f"stock {self.stock}")
        if self.turns is not None:
            words.append(f"turns {self.turns}")
        return " ".join((*words, *(["friendly"] if self.friendly else [])))

    @property
    def rounds(self) -> int:
        """Return the number of rounds: in stage 3 one for each kind as the winning coin."""
        return len(self.kinds) if self.stage == 3 else 1

    @property
    def ways(self) -> Ways:
        """Return where handfuls may go, and whether a board play must score."""
        return _BOTH_WAYS if self.stage == 3 else _ONE_WAY

    @property
    def alike(self) -> bool:
        """Return whether all pieces are of one kind."""
        return len(self.kinds) == 1

    @property
    def act_kind(self) -> Kind:
        """Return the kind of the acts; ANY_KIND with several kinds, because no rule looks at them."""
        return self.kinds[0][0] if self.alike else ANY_KIND

    @cached_property
    def worths(self) -> tuple[int, ...]:
        """Return the points of a piece of each kind."""
        return tuple(worth for _, worth in self.kinds)

    @cached_property
    def number(self) -> Mapping[Kind, int]:
        """Return the index of each kind among the kinds."""
        return {kind: number for number, (kind, _) in enumerate(self.kinds)}

    def first_stock(self, in_round: int) -> tuple[int, ...]:
        """Return the pieces of each kind that a player begins a round with."""
        winning = in_round - 1 if self.stage == 3 else None
        return tuple(1 if number == winning else self.stock for number in range(len(self.kinds)))

    def _require_kinds(self) -> None:
        fewest, most = (1, 1) if self.stage == 1 else (2, 8)
        named = [kind for kind, _ in self.kinds]
        if not fewest <= len(named) <= most:
            allowed = "one kind" if most == 1 else f"{fewest} to {most} kinds"
            raise RulesError(f"kinds {', '.join(named)}: stage {self.stage} is played with {allowed}")
        if len(set(named)) < len(named) or ANY_KIND in named:
            raise RulesError(f"kinds {', '.join(named)}: name each kind once, and none {ANY_KIND!r}")


def _usual_kinds(stage: int) -> tuple[tuple[Kind, int], ...]:
    return ((BEAN, 1),) if stage == 1 else COINS


def _usual_stock(stage: int) -> int:
    return STOCK_BEANS if stage == 1 else STOCK_COINS
