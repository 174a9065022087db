"""Check that plans can be followed by weight: they move pieces of one kind, and each piece once.

Tables are compared by the number of pieces in each place, so a dime would pass for a penny. A relay takes up
the pieces that have landed in a cup, and sows them on; weights don't show how far it has got. Such plans are
refused before a look. Pieces that have landed and are then captured can be followed: from a pot they go no
further.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter

from cupsboard.recognition.knowledge import Knowledge
from cupsboard.rules.game import Contents, Plan, Transfer, carried_out
from cupsboard.rules.places import BEAN, Kind, Place, is_cup
from cupsboard.scales.errors import SensingError


def require_readable(knowledge: Knowledge, plans: Iterable[Plan]) -> None:
    """Raise SensingError if weights can't tell two plans apart, or can't follow a plan to its end.

    That is so for kinds other than beans, for a plan that moves a piece twice, and for a plan that begins
    from another table.
    """
    require_beans(knowledge.pieces)
    require_told_by_counts(knowledge.contents, plans)


def require_beans(kinds: Iterable[Kind]) -> None:
    """Raise SensingError if any of these kinds is not the bean."""
    for kind in kinds:
        if kind != BEAN:
            raise SensingError(
                f"{kind}: in play beside beans, and tables are told by numbers alone; play with beans only"
            )


def require_told_by_counts(agreed: Contents, plans: Iterable[Plan]) -> None:
    """Raise SensingError if numbers of pieces can't follow one of the plans from the table `agreed`."""
    # Replies to one move come one after the other, so that move is looked at once.
    for (label, settled), group in groupby(plans, key=attrgetter("settled_label", "settled")):
        _require_counts_to_tell(agreed, settled, str(label))
        contents = carried_out(agreed, settled)
        for plan in group:
            said = plan.label if label is None else ", ".join((label, plan.label))
            _require_counts_to_tell(contents, plan.open, said)


def _require_counts_to_tell(contents: Contents, transfers: Sequence[Transfer], said: str) -> None:
    """Raise SensingError for another kind, a relay, or a place that is to give what it does not hold."""
    filled = Counter[Place]()
    for transfer in transfers:
        filled[transfer.target] += transfer.count
    # What a cup that is sown all round gets back is none of what it gave.
    sown_round = {transfer.target for transfer in transfers if transfer.source == transfer.target}
    sown_on = {transfer.source for transfer in transfers if is_cup(transfer.target)} - sown_round
    given: dict[Place, int] = {}
    for transfer in transfers:
        if transfer.kind != BEAN:
            raise SensingError(
                f"{said}: moves a {transfer.kind}, and tables are told by numbers alone; play with beans only"
            )
        if (place := transfer.source) in contents:
            given[place] = given.get(place, 0) + transfer.count
    for place, count in given.items():
        if place in filled and place in sown_on:
            raise SensingError(
                f"{said}: {place} is to be filled and to give {count} in the same move; weights don't tell "
                "yet how far a relay has got, so play a game without one"
            )
        if count > contents[place] + filled[place]:
            raise SensingError(
                f"{said}: {place} is to give {count} and holds {contents[place]}; give the plans of the "
                "agreed table"
            )
