"""People at play: whole turns out of the acts a game offers, and what goes wrong in some of them.

A turn is a script of steps for the hands. What goes wrong changes the script; the truth is what then lies
there.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from cupsboard.rules.game import GameOf
from cupsboard.rules.places import HAND, Kind, Place, is_cup, side_of
from cupsboard.rules.turns import Act

END_SHARE = 0.4
"""How often a turn that may end here does."""
MOST_ACTS = 400
"""Nobody makes a longer turn."""


class Step(NamedTuple):
    """Pieces carried at once from one place to another."""

    source: Place
    target: Place
    kinds: tuple[Kind, ...]
    is_rest: bool = False
    """Whether a hand rests after it, so that the table may be looked at."""


class Taste(NamedTuple):
    """What turns people like."""

    tries: int = 1
    """A turn is that with the most handfuls of so many made at random."""
    filling_share: float = 0.0
    """How often they go on from the stock where they may do something else: that fills the cups."""


class MadeTurn(NamedTuple):
    """A turn, act by act with kinds, and as a script."""

    label: str
    steps: tuple[Step, ...]
    handfuls: int


def make_turn(game: GameOf[Any, Any], position: Any, player: Any, taste: Taste, random: Random) -> MadeTurn:
    """A turn at random; of several the one with the most handfuls."""
    made = [_made(game, position, player, taste.filling_share, random) for _ in range(taste.tries)]
    return max(made, key=lambda turn: turn.handfuls)


def _made(
    game: GameOf[Any, Any], position: Any, player: Any, filling_share: float, random: Random
) -> MadeTurn:
    while True:
        turn = _attempt(game, position, player, filling_share, random)
        if turn is not None:
            return turn


def _attempt(
    game: GameOf[Any, Any], position: Any, player: Any, filling_share: float, random: Random
) -> MadeTurn | None:
    turns = game.turns
    lying = {place: Counter(kinds) for place, kinds in game.pieces(position).items()}
    lying[HAND] = Counter()
    turn, acts, steps = turns.begin(position, player), list[Act](), list[Step]()
    while len(acts) < MOST_ACTS:
        counts = {place: at.total() for place, at in lying.items()}
        choices = list(turns.acts(counts, turn))
        may_end = turns.ends(counts, turn) is not None
        if may_end and (not choices or random.random() < END_SHARE):
            return MadeTurn(turns.label(acts), tuple(steps), sum(act.target == HAND for act in acts))
        from_stock = [each for each in choices if each.act.source.endswith("-stock")]
        is_filling = bool(from_stock) and random.random() < filling_share
        act, turn, _ = random.choice(from_stock if is_filling else choices)
        there = lying[act.source]
        if act.pieces == there.total():
            kinds = tuple(there.elements())
        else:
            kinds = tuple(random.sample(sorted(there.elements()), act.pieces))
        lying[act.source] = there - Counter(kinds)
        lying[act.target] = lying[act.target] + Counter(kinds)
        acts.append(act._replace(kind=kinds[0]) if len(kinds) == 1 else act)
        steps.append(Step(act.source, act.target, kinds, not lying[HAND]))
    return None


Script = tuple[Step, ...]
Cheat = Callable[[Script, Mapping[Place, Counter[Kind]], Random], Script | None]
"""Changes a script, given what lies where before it; None where it can't be done."""


def exchanged(script: Script, lying: Mapping[Place, Counter[Kind]], random: Random) -> Script | None:  # noqa: ARG001
    """A coin that was sown is exchanged for another kind that is still in the hand."""
    ways = [
        (early, late, last)
        for early, first in enumerate(script)
        for late in range(early + 1, len(script))
        for last in range(late + 1, len(script))
        if _one_handful(script[early : last + 1])
        and first.kinds != script[last].kinds
        and not {first.target, script[last].target} & {step.source for step in script[last:]}
    ]
    if not ways:
        return None
    early, late, last = random.choice(ways)
    one, other = script[early], script[last]
    source = one.source
    swap = (Step(one.target, source, one.kinds), Step(source, one.target, other.kinds, is_rest=True))
    put = other._replace(kinds=one.kinds)
    return (*script[: late + 1], *swap, *script[late + 1 : last], put, *script[last + 1 :])


def swapped_with_the_stock(
    script: Script, lying: Mapping[Place, Counter[Kind]], random: Random
) -> Script | None:
    """After the turn a coin in a cup is exchanged for another kind out of the stock."""
    after = lying_after(script, lying)
    stocks = [place for place in after if place.endswith("-stock") and after[place]]
    ways = [
        (place, kind, stock, instead)
        for place, at in after.items()
        for kind in at
        for stock in stocks
        for instead in after[stock]
        if is_cup(place) and kind != instead
    ]
    if not ways:
        return None
    place, kind, stock, instead = random.choice(ways)
    return (*script, Step(place, stock, (kind,)), Step(stock, place, (instead,), is_rest=True))


def two_in_one(script: Script, lying: Mapping[Place, Counter[Kind]], random: Random) -> Script | None:  # noqa: ARG001
    """Two coins of a handful fall into one cup, and the handful ends a cup early; the turn stops there."""
    ways = [at for at in range(1, len(script)) if _one_handful(script[at - 1 : at + 1])]
    if not ways:
        return None
    at = random.choice(ways)
    end = _end_of_handful(script, at)
    targets = [step.target for step in script[at - 1 : end]]
    shifted = [
        step._replace(target=target) for step, target in zip(script[at : end + 1], targets, strict=True)
    ]
    return (*script[:at], *shifted)


def skipped(script: Script, lying: Mapping[Place, Counter[Kind]], random: Random) -> Script | None:  # noqa: ARG001
    """A handful goes past a cup without a coin, and the last one is put down in the cup it should end in."""
    ways = [at for at in range(len(script) - 1) if _one_handful(script[at : at + 2])]
    if not ways:
        return None
    at = random.choice(ways)
    end = _end_of_handful(script, at)
    targets = [*(step.target for step in script[at + 1 : end + 1]), script[end].target]
    shifted = [
        step._replace(target=target) for step, target in zip(script[at : end + 1], targets, strict=True)
    ]
    return (*script[:at], *shifted)


def put_back(script: Script, lying: Mapping[Place, Counter[Kind]], random: Random) -> Script | None:
    """A handful is lifted, looked at, put back, and then another turn is made."""
    first = script[0].source
    ways = [
        place
        for place, at in lying.items()
        if at.total() and side_of(place) is side_of(first) and is_cup(place) and place != first
    ]
    if not ways:
        return None
    place = random.choice(ways)
    kinds = tuple(lying[place].elements())
    return (Step(place, HAND, kinds, is_rest=True), Step(HAND, place, kinds, is_rest=True), *script)


def two_for_one(script: Script, lying: Mapping[Place, Counter[Kind]], random: Random) -> Script | None:
    """Two cents come out of the stock where a nickel belongs: they weigh the same."""
    nickel, cent = Kind("nickel"), Kind("cent")
    after = lying_after(script, lying)
    ways = [
        at
        for at, step in enumerate(script)
        if step.source.endswith("-stock") and step.kinds == (nickel,) and after[step.source][cent] >= 2
    ]
    if not ways or any(step.target == HAND for step in script):
        return None
    at = random.choice(ways)
    put = script[at]._replace(kinds=(cent,))
    return (*script[:at], put._replace(is_rest=False), put, *script[at + 1 :])


CHEATS: Mapping[str, Cheat] = {
    "exchanged": exchanged,
    "swapped with the stock": swapped_with_the_stock,
    "two in one": two_in_one,
    "skipped": skipped,
    "put back": put_back,
    "two for one": two_for_one,
}


def lying_after(script: Script, lying: Mapping[Place, Counter[Kind]]) -> dict[Place, Counter[Kind]]:
    """What lies where once a script is done."""
    after = {place: +Counter(at) for place, at in lying.items()}
    after.setdefault(HAND, Counter())
    for step in script:
        after[step.source] -= Counter(step.kinds)
        after[step.target] += Counter(step.kinds)
    return after


def _one_handful(steps: Sequence[Step]) -> bool:
    """Whether these are pieces of one handful, put down one after the other."""
    source = steps[0].source
    is_source = source == HAND or source.endswith("-stock")
    return is_source and all(step.source == source and len(step.kinds) == 1 for step in steps)


def _end_of_handful(script: Script, at: int) -> int:
    while at + 1 < len(script) and _one_handful(script[at : at + 2]):
        at += 1
    return at
