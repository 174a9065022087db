"""Compute the way from one table to another, and a record's correction where the table is right as it lies.

Counts change at the places that differ, and whose turn it is stays: the difference came from off the board or
went there. A move may have been begun on the table that is wrong now. Then only what doesn't belong to that
move is corrected, if there is one way to tell, and the move goes on; else all that differs from the record.
"""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Contents, Game, Mark, Plan, Standing, Transfer
from cupsboard.rules.places import Place
from cupsboard.rules.table_legality import judge
from cupsboard.rules.turn_plans import expected_plans

P = TypeVar("P")

Changes = tuple[Mark, ...]


def transfers_between(now: Contents, wanted: Contents, bag: Place | None = None) -> Iterator[Transfer]:
    """Yield transfers that turn a table into the wanted one; a place that isn't named holds nothing.

    Surplus goes where pieces are missing, both in the order of their tables. A `bag` then gives what is
    missing and takes what is left over; without a bag both remain.
    """
    surplus = {place: more for place in now if (more := now[place] - wanted.get(place, 0)) > 0}
    for target, count in wanted.items():
        missing = count - now.get(target, 0)
        for source in list(surplus):
            moved = min(missing, surplus[source])
            if moved > 0:
                yield Transfer(source, target, moved)
                missing -= moved
                surplus[source] -= moved
        if bag is not None and missing > 0:
            yield Transfer(bag, target, missing)
    for source, more in surplus.items():
        if bag is not None and more:
            yield Transfer(source, bag, more)


def differences(game: Game[P], found: Contents, wanted: Contents) -> Changes:
    """Return the marks by which a table differs from the wanted one, in the order of the places."""
    places = [*game.places, *(place for place in found if place not in game.places)]
    return tuple(
        Mark(place, found[place] - wanted[place])
        for place in places
        if place in found and place in wanted and found[place] != wanted[place]
    )


def belongs_to_game(game: Game[P], position: P, found: Contents) -> bool:
    """Return whether the table is that of the position, or moves lead to it or through it."""
    return not judge(_weighed(game, position, found), expected_plans(game, position), found).repairs


def correction(game: Game[P], position: P, found: Contents, begun: Iterable[Plan] = ()) -> Changes:
    """Return the changes to a position by which the game goes on from the found table; () if none do.

    `begun` are the moves that players may have begun before it was wrong.
    """
    match judge(_weighed(game, position, found), begun, found).repairs:
        case (changes,) if _leads_on(game, position, found, changes):
            return changes
        case _:
            changes = differences(game, found, game.contents(position))
            return changes if _is_possible(game, position, changes) else ()


def ends_game(game: Game[P], position: P, changes: Changes) -> bool:
    """Return whether no player can move any more once a position is corrected."""
    return game.standing(game.correct(position, changes)) is Standing.OVER


def _is_possible(game: Game[P], position: P, changes: Changes) -> bool:
    """Return whether the game has such a position: none with pieces in a cup that it leaves empty."""
    try:
        game.correct(position, changes)
    except RulesError:
        return False
    return True


def _leads_on(game: Game[P], position: P, found: Contents, changes: Changes) -> bool:
    """Return whether the table belongs to the game after the correction, which changes the legal moves."""
    try:
        return belongs_to_game(game, game.correct(position, changes), found)
    except RulesError:
        return False


def _weighed(game: Game[P], position: P, found: Contents) -> Contents:
    contents = game.contents(position)
    return {place: contents[place] for place in found}
