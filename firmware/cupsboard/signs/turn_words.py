"""Choose the sentence for a turn, and the places that it names."""

from collections.abc import Iterable, Set
from dataclasses import replace

from cupsboard.rules.game import Progress, Transfer
from cupsboard.rules.places import Place, is_cup
from cupsboard.signs.scene import Meaning, Message, Values

ASKED = {
    Meaning.MAY_NEXT: "next",
    Meaning.MUST_NEXT: "next",
    Meaning.MAY_CAPTURE: "capture",
    Meaning.MUST_CAPTURE: "capture",
    Meaning.INTO_POT: "pot",
}
"""The name of a sentence's value for the place of an offer."""


_SPEAK_OF_STOCKS = frozenset(
    {
        *("who-starts", "your-turn", "done", "done-asked", "done-or-go-on", "done-or-go-on-asked"),
        *("capture-or-go-on", "capture-and-go-on", "winner", "tie"),
    }
)
"""The sentences that name a stock, or how a game with stocks begins or ends."""
BARE = "-bare"
"""The suffix of a sentence's key in a game without stocks."""


def without_stock(message: Message) -> Message:
    """Return `message` with the key of its form for games that have no stocks."""
    return replace(message, key=message.key + BARE) if message.key in _SPEAK_OF_STOCKS else message


def turn_key(values: Values, said: Set[Meaning]) -> str:
    """Return the key of the sentence for a turn, by what may be done in it.

    `values` are the values for the sentence, `said` the meanings that the lights show.
    """
    match "move" in values, "next" in values, "capture" in values:
        case True, True, _:
            return "done-or-go-on"
        case True, False, _:
            return "done"
        case False, True, True:
            are_orders = {Meaning.MUST_NEXT, Meaning.MUST_CAPTURE} <= said
            return "capture-and-go-on" if are_orders else "capture-or-go-on"
        case False, True, False:
            return "go-on"
        case False, False, True:
            return "capture"
        case _:
            return "into-pot" if "pot" in values else "your-turn"


def source_of_next(ways: Iterable[Progress]) -> Place | None:
    """Return the cup from which the next bean goes; None if `ways` differ in it, or it is no cup."""
    sources = {way.missing[0].source for way in ways}
    source = sources.pop() if len(sources) == 1 else None
    return source if source is not None and is_cup(source) else None


def placed_alone(ways: Iterable[Progress]) -> Place | None:
    """Return the cup that holds the only bean moved so far; None if more was moved.

    If that bean is taken out again, no move is in progress.
    """
    placed = {_placed_of(way) for way in ways}
    match tuple(placed):
        case ((Transfer(source, place, 1),),) if not is_cup(source) and is_cup(place):
            return place
        case _:
            return None


def _placed_of(way: Progress) -> tuple[Transfer, ...]:
    """Return a way's transfers that lie done; () if beans are in the hand, or a heap is half moved."""
    if not set(way.missing) <= set(way.plan.open):
        return ()
    return tuple(each for each in way.plan.open if each not in way.missing)
