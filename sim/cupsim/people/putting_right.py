"""What is left to carry for the table that somebody means."""

from cupsboard.rules.game import Contents
from cupsboard.rules.places import Side, stock

from cupsim.people.move_styles import carried
from cupsim.people.position_tracking import transfers_to
from cupsim.table.hand_actions import Act, Drop, PutBack
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
