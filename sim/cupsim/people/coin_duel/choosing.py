"""A play as somebody chooses it who knows the rules and sees the table: act by act, with its pieces."""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from cupsboard.rules.game import GameOf
from cupsboard.rules.places import HAND, Kind
from cupsboard.rules.turns import Act

END_SHARE = 0.4
"""How often a play that may end here does."""
MOST_ACTS = 300
"""Nobody makes a longer play; one that comes so far is thought of anew."""


class Deed(NamedTuple):
    """An act with the very kinds that are carried."""

    act: Act
    kinds: tuple[Kind, ...]


class ChosenPlay(NamedTuple):
    """A whole play, and what the rules call it."""

    label: str
    deeds: tuple[Deed, ...]

    @property
    def handfuls(self) -> int:
        """How many cups are taken up in it."""
        return sum(deed.act.target == HAND for deed in self.deeds)


def choose(game: GameOf[Any, Any], position: Any, player: Any, tries: int, random: Random) -> ChosenPlay:
    """A play at random; of so many, the one with the longest relay."""
    return max((_thought_of(game, position, player, random) for _ in range(tries)), key=_handfuls)


def _handfuls(play: ChosenPlay) -> int:
    return play.handfuls


def _thought_of(game: GameOf[Any, Any], position: Any, player: Any, random: Random) -> ChosenPlay:
    while True:
        play = _attempt(game, position, player, random)
        if play is not None:
            return play


def _attempt(game: GameOf[Any, Any], position: Any, player: Any, random: Random) -> ChosenPlay | None:
    turns = game.turns
    lying = {place: Counter(kinds) for place, kinds in game.pieces(position).items()}
    lying[HAND] = Counter()
    turn, deeds = turns.begin(position, player), list[Deed]()
    while len(deeds) < MOST_ACTS:
        counts = {place: at.total() for place, at in lying.items()}
        choices = list(turns.acts(counts, turn))
        may_end = turns.ends(counts, turn) is not None
        if may_end and (not choices or random.random() < END_SHARE):
            return ChosenPlay(turns.label([_named(deed) for deed in deeds]), tuple(deeds))
        act, turn, _ = random.choice(choices)
        kinds = _any_of(lying[act.source], act.pieces, random)
        lying[act.source] = lying[act.source] - Counter(kinds)
        lying[act.target] = lying[act.target] + Counter(kinds)
        deeds.append(Deed(act, kinds))
    return None


def _any_of(there: Mapping[Kind, int], count: int, random: Random) -> tuple[Kind, ...]:
    pieces = sorted(Counter(there).elements())
    return tuple(pieces if count == len(pieces) else random.sample(pieces, count))


def _named(deed: Deed) -> Act:
    """The act as a record names it: of its kind, where it is one piece."""
    return deed.act._replace(kind=deed.kinds[0]) if len(deed.kinds) == 1 else deed.act
