"""Signs for what the hands may or must do next: the sowing coach."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from cupsboard.rules.game import Mark, Plan, Progress, Transfer
from cupsboard.rules.places import OFF_BOARD, Place
from cupsboard.signs.scene import Meaning, Sign

_Wish = tuple[Place, Meaning]

_MUST = {Meaning.MAY_NEXT: Meaning.MUST_NEXT, Meaning.MAY_CAPTURE: Meaning.MUST_CAPTURE}


def offers(
    ways: Sequence[Progress], done: Plan | None = None, lifted: Collection[Place] = ()
) -> tuple[Sign, ...]:
    """Return a sign for the next step of every move in `ways`, the legal moves that are begun or possible.

    A sign says "must" if `done`, the move that may end here, is None and all moves share this step; otherwise
    "may". `lifted` are the places of cups in the air: a capture from one of them has begun.
    """
    wishes = [_wishes(way, lifted) for way in ways]
    signs: dict[_Wish, Sign] = {}
    for wished in wishes:
        for (place, meaning), beans in wished.items():
            is_must = done is None and all((place, meaning) in other for other in wishes)
            shown = _MUST.get(meaning, meaning) if is_must else meaning
            signs.setdefault((place, meaning), Sign(place, shown, beans))
    return tuple(signs.values())


def captured_from(way: Progress) -> Place | None:
    """Return the cup from which `way`, an unfinished move, has captured beans already; None if none."""
    for owed in way.plan.owed:
        missing = sum(
            each.count for each in way.missing if _is_owed(each, way.plan) and each.target == owed.target
        )
        if missing < owed.count:
            return owed.source
    return None


def not_begun(plans: Iterable[Plan]) -> tuple[Progress, ...]:
    """Return each of `plans` as a move of which nothing is done yet."""
    return tuple(Progress(plan, plan.open) for plan in plans)


def taking_up(lifted: Collection[Place], ways: Iterable[Progress]) -> tuple[Progress, ...]:
    """Return those of `ways` that take beans out of every cup in `lifted`."""
    return tuple(way for way in ways if {transfer.source for transfer in way.plan.open}.issuperset(lifted))


def repair_signs(repairs: Iterable[Iterable[Mark]]) -> tuple[Sign, ...]:
    """Return one sign for each place that any of `repairs` changes: too many, too few, or look.

    `repairs` are alternative sets of changes that would make the table legal; none is preferred. A place that
    has too many pieces by one of them and too few by another gets the sign to look. () without repairs.
    """
    surpluses: dict[Place, set[int]] = {}
    for marks in repairs:
        for mark in marks:
            surpluses.setdefault(mark.place, set()).add(mark.surplus)
    return tuple(_repair_sign(place, found) for place, found in surpluses.items())


def _repair_sign(place: Place, surpluses: Collection[int]) -> Sign:
    if min(surpluses) > 0:
        return Sign(place, Meaning.TOO_MANY, min(surpluses))
    if max(surpluses) < 0:
        return Sign(place, Meaning.TOO_FEW, -max(surpluses))
    return Sign(place, Meaning.LOOK)


def _wishes(way: Progress, lifted: Collection[Place]) -> Mapping[_Wish, int]:
    """Return the next bean of a way, and its capture once only that is left or it has begun."""
    capture = [transfer for transfer in way.missing if _is_owed(transfer, way.plan)]
    rest = [transfer for transfer in way.missing if not _is_owed(transfer, way.plan)]
    has_begun = _pieces(capture) < _pieces(way.plan.owed) or any(
        transfer.source == OFF_BOARD or transfer.source in lifted for transfer in capture
    )
    wishes: Counter[_Wish] = Counter()
    for transfer in rest[:1]:
        wishes[transfer.target, Meaning.MAY_NEXT] += transfer.count
    for transfer in capture if has_begun or not rest else ():
        if transfer.source != OFF_BOARD and transfer.source not in lifted:
            wishes[transfer.source, Meaning.MAY_CAPTURE] += transfer.count
        wishes[transfer.target, Meaning.INTO_POT] += transfer.count
    return wishes


def _is_owed(transfer: Transfer, plan: Plan) -> bool:
    """Return whether a missing transfer belongs to the plan's capture; in the hand it has lost its source."""
    return any(
        transfer.target == owed.target and transfer.source in (OFF_BOARD, owed.source) for owed in plan.owed
    )


def _pieces(transfers: Iterable[Transfer]) -> int:
    return sum(transfer.count for transfer in transfers)
