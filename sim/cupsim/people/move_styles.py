"""How people carry out a move: by the handful or bean by bean, pouring or picking, deftly or clumsily.

A plan of the rules becomes a list of acts. Nothing here knows the game: beans that leave a place one each
to several others are sown, beans that go together to one place are moved.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from random import Random

from cupsboard.rules.game import Plan, Transfer
from cupsboard.rules.places import OFF_BOARD

from cupsim.table.hand_actions import Act, Drop, Lift, Pour, PutBack, Take, Wait


class WayOfCarrying(Enum):
    """Ways of bringing many beans from one place to another."""

    POUR = "lift the cup and pour it"
    SCOOP = "take all beans in one hand"
    PICK = "carry bean by bean"


@dataclass(frozen=True, slots=True)
class MoveStyle:
    """How one move is going to be carried out."""

    by_the_handful: bool
    moving: WayOfCarrying
    captures_first: bool
    backwards: bool
    forgets_capture: bool


def move_style(random: Random, clumsiness: float) -> MoveStyle:
    """Today's way of moving; only the clumsy forget to take what they have captured."""
    return MoveStyle(
        by_the_handful=random.random() < 0.6,
        moving=random.choices(list(WayOfCarrying), (0.5, 0.3, 0.2))[0],
        captures_first=random.random() < 0.08,
        backwards=random.random() < 0.05,
        forgets_capture=random.random() < 0.1 * clumsiness,
    )


def acts_of(plan: Plan, style: MoveStyle, is_pourable: bool) -> list[Act]:
    """The acts that carry out a plan deftly; `is_pourable` says that captured cups may be lifted."""
    owed = () if style.forgets_capture else plan.owed
    captures = [act for transfer in owed for act in _moved(transfer, style.moving, is_pourable)]
    rest = [transfer for transfer in plan.open if transfer not in plan.owed]
    sown = [
        act
        for _, group in groupby(rest, lambda transfer: transfer.source)
        for act in _sown(list(group), style)
    ]
    # What has yet to land can't be taken before.
    is_there = {transfer.source for transfer in owed}.isdisjoint(transfer.target for transfer in rest)
    return captures + sown if style.captures_first and is_there else sown + captures


def with_pauses(
    acts: Iterable[Act], random: Random, rests: Callable[[Random], float], takes_back: float
) -> Iterator[Act]:
    """The same acts with a rest after each bean or handful that falls, now and then for a second thought.

    `rests` draws how long the hands rest; who takes a bean back drops it again.
    """
    for act in acts:
        yield act
        if isinstance(act, Drop):
            if act.place != OFF_BOARD and random.random() < takes_back:
                yield from (Wait(rests(random)), Take(act.place, act.count), Wait(rests(random)), act)
            if (seconds := rests(random)) > 0.0:
                yield Wait(seconds)


def carried(transfers: Sequence[Transfer]) -> list[Act]:
    """The plainest way of bringing beans where they belong, for putting things right."""
    return [
        act
        for transfer in transfers
        for act in (Take(transfer.source, transfer.count), Drop(transfer.target, transfer.count))
    ]


def _sown(transfers: list[Transfer], style: MoveStyle) -> list[Act]:
    if style.backwards:
        transfers.reverse()
    if not style.by_the_handful:
        return carried(transfers)
    handful = Take(transfers[0].source, sum(transfer.count for transfer in transfers))
    return [handful, *(Drop(transfer.target, transfer.count) for transfer in transfers)]


def _moved(transfer: Transfer, moving: WayOfCarrying, is_pourable: bool) -> list[Act]:
    if moving is WayOfCarrying.POUR and is_pourable:
        return [Lift(transfer.source), Pour(transfer.target), PutBack(transfer.source)]
    if moving is WayOfCarrying.PICK:
        return carried([Transfer(transfer.source, transfer.target)] * transfer.count)
    return carried([transfer])
