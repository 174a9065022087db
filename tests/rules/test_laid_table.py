"""Games that begin with any table: what may lie there, and what is refused with its place and number."""

from random import Random

import pytest
from cupsboard.rules.game import Standing
from cupsboard.rules.games import has_stocks, named, of_any_players
from cupsboard.rules.history import History, HistoryOf
from cupsboard.rules.laid_table import TableRefused, laid, pieces_of, require_laid, shared_rest
from cupsboard.rules.places import Place, Side, stock
from cupsboard.rules.record import RecordOf, format_record, parse_record
from hypothesis import given
from hypothesis import strategies as st

GAMES = ("cups 3", "cups 4 odds south 5 pot", "kalah 6", "oware 6", "bohnenspiel 6", "wari 4")


def played(name: str, moves: int, seed: int) -> History[object]:
    """A game after some moves at random, or as many as leave one."""
    random, game = Random(seed), named(name)
    history = HistoryOf(game, Side.SOUTH)
    for _ in range(moves):
        if game.standing(history.position) is Standing.PASS:
            following = history.pass_turn()
        else:
            (side,) = game.movers(history.position)
            following = history.play(side, random.choice(game.plans(history.position, side)).label)
        if following.is_over:
            break
        history = following
    return history


@given(st.sampled_from(GAMES), st.integers(0, 60), st.integers(0, 10_000))
def test_every_table_of_a_game_can_be_laid_with_its_stocks_and_its_record_replays(
    name: str, moves: int, seed: int
) -> None:
    history = played(name, moves, seed)
    game = history.game
    contents = game.contents(history.position)
    stocks = {side: contents[stock(side)] for side in Side if has_stocks(game)}
    lying = {place: count for place, count in contents.items() if place in game.places}
    movers = game.movers(history.position) or (game.passer(history.position),)
    begun = laid(game, movers[0], lying, stocks)
    assert game.contents(begun.position) == contents
    assert game.movers(begun.position) == game.movers(history.position)
    again = parse_record(format_record(RecordOf.of(begun)), named).history()
    assert (game.contents(again.position), len(again.entries)) == (contents, 1), "also of its first table"


@given(st.sampled_from(["cups 3", "cups 4 odds south 5 pot"]), st.integers(0, 60), st.integers(0, 10_000))
def test_the_rest_that_is_shared_is_all_that_is_left_and_no_stock_has_more_than_it_began_with(
    name: str, moves: int, seed: int
) -> None:
    history = played(name, moves, seed)
    game = history.game
    lying = {place: count for place, count in game.contents(history.position).items() if place in game.places}
    rest = shared_rest(game, lying)
    assert sum(rest.values()) + sum(lying.values()) == pieces_of(game)
    first = game.contents(game.start(None))
    assert all(0 <= count <= first[stock(side)] for side, count in rest.items())


def refused(name: str, lying: dict[str, int], stocks: dict[Side, int] | None = None) -> str:
    game = named(name)
    table = dict.fromkeys(game.places, 0) | {Place(place): count for place, count in lying.items()}
    with pytest.raises(TableRefused) as why:
        laid(game, Side.SOUTH, table, stocks or {})
    return str(why.value)


def test_what_can_not_lie_there_is_refused_with_the_place_and_the_number() -> None:
    assert "61 beans lie there, 50 of them in north-pot, and cups 3 has 60: take out 1" in refused(
        "cups 3", {"north-pot": 50, "south-1": 11}
    )
    assert "47 beans lie there, and kalah 6 has 48, all of them on the board: put in 1" in refused(
        "kalah 6", {"south-1": 47}
    )
    assert "49 beans lie there" in refused("oware 6", {"south-1": 49})
    assert "south-stock: 31 beans can't be there, because cups 3 has 30 left for it; say 0 to 30" in refused(
        "cups 3", {}, {Side.SOUTH: 31, Side.NORTH: 0}
    )
    assert "north-stock: 30 beans can't be there, because cups 3 has 20 left" in refused(
        "cups 3", {"south-1": 10}, {Side.SOUTH: 30, Side.NORTH: 30}
    )
    assert "south-stock: 36 beans can't be there" in refused(
        "cups 4 odds south 5", {}, {Side.SOUTH: 36, Side.NORTH: 0}
    )
    assert "neither side can move from there" in refused(
        "cups 3", {"south-pot": 60}, {Side.SOUTH: 0, Side.NORTH: 0}
    )


@pytest.mark.parametrize(
    "name", ["coin-duel 4 stage 3", "coin-duel 10 stage 1", "ayoayo 6", "king-of-the-cups 3"]
)
def test_games_that_are_followed_piece_by_piece_say_that_no_weight_tells_their_table(name: str) -> None:
    with pytest.raises(TableRefused, match=f"{name}: is followed as it is sown"):
        require_laid(of_any_players(name))
