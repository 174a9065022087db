"""Which plans weights can be read by: those that move pieces of one kind, each piece once.

Tables are compared by the number of pieces in each place. So a dime would pass for a penny, and what a relay
takes up and carries on would be more than the place is known to hold; such plans are refused before a look.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter

from cupsboard.recognition.knowledge import Knowledge
from cupsboard.rules.game import Contents, Plan, Transfer, carried_out
from cupsboard.rules.places import BEAN, Place
from cupsboard.scales.errors import SensingError


def require_readable(knowledge: Knowledge, plans: Iterable[Plan]) -> None:
    """Refuse plans that weights don't tell apart or don't lead through.

    Raises SensingError for pieces of other kinds than beans, for a relay, and for a plan of another table.
    """
    for kind in knowledge.pieces:
        if kind != BEAN:
            raise SensingError(
                f"{kind}: in play beside beans, and tables are told by numbers alone; play with beans only"
            )
    agreed = knowledge.contents
    # Replies to one move come one after the other, so that move is looked at once.
    for (label, settled), group in groupby(plans, key=attrgetter("settled_label", "settled")):
        _require_counts_to_tell(agreed, settled, str(label))
        contents = carried_out(agreed, settled)
        for plan in group:
            said = plan.label if label is None else ", ".join((label, plan.label))
            _require_counts_to_tell(contents, plan.open, said)


def _require_counts_to_tell(contents: Contents, transfers: Sequence[Transfer], said: str) -> None:
    """Refuse other kinds, and a place that is to give what only now comes to it, or what isn't there."""
    filled = {transfer.target for transfer in transfers}
    given: dict[Place, int] = {}
    for transfer in transfers:
        if transfer.kind != BEAN:
            raise SensingError(
                f"{said}: moves a {transfer.kind}, and tables are told by numbers alone; play with beans only"
            )
        if (place := transfer.source) in contents:
            given[place] = given.get(place, 0) + transfer.count
    for place, count in given.items():
        if place in filled:
            raise SensingError(
                f"{said}: {place} is to be filled and to give {count} in the same move; weights don't tell "
                "yet how far a relay has got, so play a game without one"
            )
        if count > contents[place]:
            raise SensingError(
                f"{said}: {place} is to give {count} and holds {contents[place]}; give the plans of the "
                "agreed table"
            )
