"""What is left to carry for the table that somebody means, and what a light asks for."""

from collections.abc import Sequence

from cupsboard.rules.game import Contents, Pieces
from cupsboard.rules.places import OFF_BOARD, Place, Side, pot, side_of, stock
from cupsboard.signs.scene import Meaning, Sign

from cupsim.people.move_styles import carried
from cupsim.people.position_tracking import transfers_to
from cupsim.table.hand_actions import Act, Drop, PutBack, Take
from cupsim.table.hands import Hands


def acts_towards(goal: Contents | None, side: Side, hands: Hands, table: Contents) -> list[Act]:
    """What is left to do for the table they mean; nothing if it lies there.

    Without a goal, beans in the hand go back into the stock.
    """
    if hands.cup is not None and hands.cup_from is not None:
        return [PutBack(hands.cup_from)]
    held = len(hands.beans)
    if goal is None:
        return [Drop(stock(side), held)] if held else []
    wanted = [place for place, count in goal.items() for _ in range(count - table.get(place, 0))]
    drops = [Drop(place) for place in (wanted + [stock(side)] * held)[:held]]
    if drops:
        return [*drops]
    return carried(transfers_to(goal, table))


def acts_as_told(
    sign: Sign, trouble: Sequence[Sign], side: Side, hands: Hands, table: Contents
) -> list[Act] | None:
    """What one light asks for, to the letter; nothing where it asks for nothing that can be done.

    None where it asks for a bean and none is at hand.
    """
    place, there = sign.place, table.get(sign.place, 0)
    match sign.meaning:
        case Meaning.LIFTED if hands.cup and hands.cup_from == place:
            return [PutBack(place)]
        case Meaning.TOO_MANY if there:
            lacking = [other.place for other in trouble if other.meaning is Meaning.TOO_FEW]
            return [Take(place), Drop(lacking[0] if lacking else stock(side_of(place) or side))]
        case Meaning.MUST_CAPTURE if there:
            return [Take(place, there), Drop(pot(side), there)]
        case Meaning.MUST_CAPTURE:
            # The cup is empty and still wanted: the board must be missing beans in the pot.
            return _filling(pot(side), side, hands, table)
        case Meaning.TOO_FEW | Meaning.MUST_NEXT | Meaning.INTO_POT:
            return _filling(place, side, hands, table)
        case _:
            return []


def _filling(place: Place, side: Side, hands: Hands, table: Contents) -> list[Act] | None:
    """A bean from wherever one is at hand."""
    if hands.beans:
        return [Drop(place)]
    source = next((source for source in (OFF_BOARD, stock(side)) if table.get(source, 0)), None)
    return None if source is None else [Take(source), Drop(place)]


def laid_out(wanted: Pieces, lying: Pieces) -> list[Act]:
    """What to carry, piece by piece, so that every place holds what it should, as far as there are pieces."""
    acts: list[Act] = []
    for kind in dict.fromkeys(kind for lot in lying.values() for kind in lot):
        goal, table = ({place: lot.get(kind, 0) for place, lot in all_.items()} for all_ in (wanted, lying))
        # What the next round of a match has no use for goes back into the box.
        goal[OFF_BOARD] = max(0, sum(table.values()) - sum(goal.values()))
        for each in transfers_to(goal, table):
            for _ in range(each.count):
                acts += [Take(each.source, kinds=(kind,)), Drop(each.target)]
    return acts
