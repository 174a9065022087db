"""What one hand carries when a key asks for another table: that of an undo or a redo, or an empty board."""

from collections.abc import Iterator

from cupsboard.rules.game import Contents
from cupsboard.rules.games import AnyGame, stock_beans
from cupsboard.rules.places import OFF_BOARD, Side, side_of, stock

from cupsim.people.move_styles import carried
from cupsim.people.position_tracking import transfers_to
from cupsim.table.hand_actions import Act, Drop, Lift, Pour, PutBack, Take
from cupsim.terminal.keys import Grip


def carrying(wanted: Contents, side: Side, grip: Grip, table: Contents) -> Iterator[Act]:
    """From the places that hold too many to those that hold too few."""
    yield from _emptying_the_hand(side, grip)
    lies = dict(table)
    lies[stock(side)] += grip.beans
    yield from carried(transfers_to(wanted, lies))


def clearing(game: AnyGame, side: Side, grip: Grip, table: Contents) -> Iterator[Act]:
    """All beans back into the two stocks, as many into each as a game begins with."""
    yield from _emptying_the_hand(side, grip)
    in_stock = dict.fromkeys(Side, 0)
    for place, count in table.items():
        owner = side_of(place) or side
        in_stock[owner] += count
        if not count or place == stock(owner):
            continue
        if place == OFF_BOARD:
            yield from (Take(place, count), Drop(stock(owner), count))
        else:
            yield from (Lift(place), Pour(stock(owner)), PutBack(place))
    in_stock[side] += grip.beans
    for owner in Side:
        surplus = in_stock[owner] - stock_beans(game)
        if surplus > 0:
            yield from (Take(stock(owner), surplus), Drop(stock(owner.other), surplus))


def _emptying_the_hand(side: Side, grip: Grip) -> Iterator[Act]:
    if grip.lifted is not None:
        yield PutBack(grip.lifted)
    if grip.beans:
        yield Drop(stock(side), grip.beans)
