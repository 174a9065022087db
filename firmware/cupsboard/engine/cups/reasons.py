"""Why one move of Cups is worse than another, and what a player overlooks of a move.

The reasons come from the rules (the reply that captures) and from the terms of the evaluation (what a blocked
cup costs), both taken after the move that was made and after the better one. What is overlooked is that a
move captures, that it is there at all because a cup can be sown, that the reply captures, or that the move
blocks a cup of one's own; it goes by the same names.
"""

from collections.abc import Iterator, Sequence
from math import ceil

from cupsboard.engine.analysis import Choice, Reason, captured_by
from cupsboard.engine.cups.evaluation import Term, explain
from cupsboard.engine.levels import Hidden
from cupsboard.engine.player import Info
from cupsboard.rules import places
from cupsboard.rules.cups.position import Position
from cupsboard.rules.game import Game
from cupsboard.rules.places import Place, Side, cup, side_of

LEAST_BEANS = 0.75
"""What costs less is no reason for a mistake, which begins at one bean."""
MOST_REASONS = 2
"""More than two nobody keeps in mind."""


def reasons(choice: Choice[Position]) -> Sequence[Reason]:
    """Return the reasons why a move is worse than a better one, the dearest first.

    If none shows at once, it is that the loss comes later.
    """
    seen = [*_missed_gain(choice), *_captured_in_reply(choice), *_cups(choice)]
    seen.sort(key=lambda reason: -reason.cost_beans)
    # What a bean of the stock is worth is the vaguest reason, so it comes last.
    dear = [reason for reason in (*seen, *_spent(choice)) if reason.cost_beans >= LEAST_BEANS]
    # A cup that could have been sown is little to the evaluation without a stock, and a bean in the end.
    late = [*(each for each in seen if each.name == "blocks-for-good"), Reason("later", choice.side)]
    return dear[:MOST_REASONS] or late[:1]


def _missed_gain(choice: Choice[Position]) -> Iterator[Reason]:
    """The better move captures more."""
    best, captured = choice.captured(choice.best)
    missed = captured - choice.captured(choice.played)[1]
    if best is not None and missed > 0:
        yield Reason("misses-capture", choice.side, best, captured, choice.best.move, float(missed))


def _captured_in_reply(choice: Choice[Position]) -> Iterator[Reason]:
    """The other side's reply captures beans that the better move would have saved."""
    place, captured = choice.captured_in_reply(choice.played)
    saved = captured - choice.captured_in_reply(choice.best)[1]
    if place is not None and saved > 0:
        reply = choice.played.variation[1]
        yield Reason("reply-captures", choice.side.other, place, captured, reply, float(saved))


def _cups(choice: Choice[Position]) -> Iterator[Reason]:
    """Cups that are worth less after the move than after the better one."""
    side = choice.side
    played = choice.game.play(choice.position, side, choice.played.move)
    best = choice.game.play(choice.position, side, choice.best.move)
    after_played, after_best = terms_of_cups(played, side), terms_of_cups(best, side)
    for place, term in after_played.items():
        cost = after_best[place].beans - term.beans
        name = _name(place, side, term.name == "blocked", after_best[place].name == "blocked")
        owner = side_of(place) or side
        stock = played.row(owner).stock
        if name and stock:
            yield Reason(name, owner, place, stock, choice.best.move, cost)
        elif name == "blocks":
            yield Reason("blocks-for-good", owner, place, 1, choice.best.move, cost)


def _spent(choice: Choice[Position]) -> Iterator[Reason]:
    """Beans of the stock that the better move keeps: each is a move more later on."""
    side = choice.side
    sides_after = []
    for info in (choice.played, choice.best):
        after = choice.game.play(choice.position, side, info.move)
        sign = 1 if after.to_move is side else -1
        kept = sum(
            sign * term.beans
            for term in explain(after)
            if term.name in ("stock", "filled") and term.place is not None and side_of(term.place) is side
        )
        sides_after.append((after.row(side).stock, kept))
    (stock, kept), (better_stock, better_kept) = sides_after
    if stock < better_stock:
        cost = better_kept - kept
        yield Reason("spends", side, places.stock(side), better_stock - stock, cost_beans=cost)


def _name(place: Place, side: Side, is_blocked: bool, would_be_blocked: bool) -> str:
    """What happened to a cup, where it is about being blocked."""
    if is_blocked == would_be_blocked:
        return ""
    if side_of(place) is side:
        return "blocks" if is_blocked else ""
    return "frees" if would_be_blocked else ""


def terms_of_cups(position: Position, side: Side) -> dict[Place, Term]:
    """Return the parts of a position's value that belong to cups, by cup and as `side` sees them."""
    sign = 1 if position.to_move is side else -1
    cups = {cup(each, number + 1) for each in Side for number in range(len(position.south.cups))}
    return {
        term.place: Term(term.name, term.place, sign * term.beans)
        for term in explain(position)
        if term.place in cups and term.place is not None
    }


def overlooked(game: Game[Position], position: Position, info: Info) -> Sequence[Hidden]:
    """Return what a player may overlook of the first move in `info`, and how the move then looks."""
    side = position.to_move
    assert side is not None, "a search has said whose turn it is"
    label = info.move
    after = game.play(position, side, label)
    return (
        *_capture(game, position, side, label),
        *_reply(game, after, side.other, info),
        *_blocked(position, after, side),
    )


def _capture(game: Game[Position], position: Position, side: Side, label: str) -> Iterator[Hidden]:
    """The move captures, or is a sowing, of which one must know that the cup can be sown."""
    place, beans = captured_by(game, position, side, label)
    if place is not None and beans:
        yield Hidden("misses-capture", beans, None)
    if label.startswith("sow"):
        yield Hidden("misses-sowing", 1, None)


def _reply(game: Game[Position], after: Position, side: Side, info: Info) -> Iterator[Hidden]:
    """The expected reply captures: who overlooks it takes the beans for safe."""
    if len(info.variation) < 2:
        return
    place, beans = captured_by(game, after, side, info.variation[1])
    if place is not None and beans:
        yield Hidden("reply-captures", beans, float(beans))


def _blocked(position: Position, after: Position, side: Side) -> Iterator[Hidden]:
    """The move blocks cups of one's own: who overlooks it takes them for as good as before."""
    before_terms, after_terms = terms_of_cups(position, side), terms_of_cups(after, side)
    cost = sum(
        before_terms[place].beans - term.beans
        for place, term in after_terms.items()
        if side_of(place) is side and term.name == "blocked" and before_terms[place].name != "blocked"
    )
    if cost > 0:
        yield Hidden("blocks", ceil(cost), cost)
