"""Say what a player may do now: the sentence for the next step, and all that there is for who asks.

The sentence names the places of the step that the lights offer. The phrases for those who don't know the game
yet name whole moves: how many beans may be dropped, which drop captures what, which cup can be sown. They
come from the legal moves alone.
"""

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace
from typing import TypeVar

from cupsboard.recognition.outcome import Complete, Outcome, UnderWay
from cupsboard.referee.move_progress import simplest
from cupsboard.rules.game import Game, Plan, Progress, Transfer
from cupsboard.rules.places import Place, Side, is_cup, pot, side_of, stock
from cupsboard.signs.scene import Meaning, Message, Phrases, Scene, Values

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
        *("laps.who-starts", "laps.your-turn-cups"),
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


P = TypeVar("P")

NOTHING_BEGUN = frozenset({"who-starts", "your-turn", "your-turn-again", "your-turn-marked"})
"""The sentences of a turn in which no bean has been moved."""
BEGUN = frozenset(
    {
        *(
            "done",
            "done-asked",
            "done-or-go-on",
            "done-or-go-on-asked",
            "go-on",
            "go-on-or-take-out",
            "go-on-from",
        ),
        *("capture", "capture-or-go-on", "capture-and-go-on", "into-pot"),
    }
)
"""The sentences of a turn in which a move lies on the table, whole or in part."""


def possibilities(game: Game[P], position: P, scene: Scene, outcome: Outcome | None) -> Phrases:
    """Return all moves that may be made now, as phrases; () if the board asks for something else.

    `outcome` is that of the last look at the table.
    """
    key = scene.message.key.removesuffix(BARE)
    if key in NOTHING_BEGUN:
        # At an open start both players have the same moves.
        movers = game.movers(position)[:1]
        return tuple(phrase for side in movers for phrase in _moves(game.plans(position, side), side))
    if key in BEGUN and isinstance(scene.turn, Side):
        return tuple(_further(scene.turn, outcome))
    return ()


def _moves(plans: Sequence[Plan], side: Side) -> Iterator[Message]:
    """Yield every move of a side that has not begun one."""
    drops = [plan for plan in plans if _dropped(plan, side)]
    if drops:
        most = max(_dropped(plan, side) for plan in drops)
        yield Message("may.drop", {"most": most}) if most > 1 else Message("may.drop-one")
    yield from _captures(drops, side)
    sowings = [plan for plan in plans if is_cup(source := plan.open[0].source) and side_of(source) is side]
    reaching = [plan for plan in sowings if _reaches_pot(plan, side)]
    if len(reaching) < len(sowings):
        yield Message("may.sow-any")
    for plan in reaching:
        yield Message("may.sow", {"place": plan.open[0].source})


def _further(side: Side, outcome: Outcome | None) -> Iterator[Message]:
    """Yield what a begun move may still become, and that it may be taken back."""
    match outcome:
        case UnderWay(ways):
            done = None
        case Complete(done, ways):
            pass
        case _:
            return
    plans = [way.plan for way in simplest(ways, done) if way.plan.settled_label is None]
    drops = [plan for plan in plans if plan.side is side and _dropped(plan, side)]
    if drops and (done is not None or len(drops) > 1):
        yield Message("may.go-on", {"most": max(_dropped(plan, side) for plan in drops)})
    yield from _captures(drops, side)
    yield Message("may.take-back")


def _captures(drops: Sequence[Plan], side: Side) -> Iterator[Message]:
    for plan in drops:
        for owed in plan.owed:
            values: Values = {"count": _dropped(plan, side), "beans": owed.count, "place": owed.source}
            yield Message("may.capture", values)


def _reaches_pot(plan: Plan, side: Side) -> bool:
    """Return whether a sowing's last bean falls into the pot of `side`, on its first way round."""
    return plan.open[-1].target == pot(side) and all(transfer.count == 1 for transfer in plan.open)


def _dropped(plan: Plan, side: Side) -> int:
    """Return how many beans a plan drops from the side's stock."""
    return sum(transfer.count for transfer in plan.open if transfer.source == stock(side))
