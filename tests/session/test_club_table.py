"""What a board says in the club's record of the game of two members who sit at it."""

import re
from typing import Any

import pytest
from cupsboard.distance import wire
from cupsboard.distance.shared_game import SharedGame
from cupsboard.distance.verdict import verdict
from cupsboard.rules import games
from cupsboard.rules.clocks import Clock
from cupsboard.rules.game import Mark, Standing
from cupsboard.rules.history import HistoryOf, StockCorrected, TableCorrected
from cupsboard.rules.places import Place, Side
from cupsboard.session.club_table import UntellableError, due, outcome, sum_of
from cupsboard.signs.sentences import read_language, say
from cupsclub import ratings
from hypothesis import given
from hypothesis import strategies as st

SEATS = {"south": "Anna", "north": "north"}
BEGIN = wire.Begin("cups 2", SEATS, "south", None, True, {"south": 1, "north": 2}, "cups 2")
PAIRED = wire.Begin("cups 2", SEATS, "south", Clock(60.0), False, BEGIN.members, "cups 2", 1)


def followed(shared: SharedGame, *acts: wire.Act) -> SharedGame:
    for act in acts:
        shared = shared.followed(wire.Entry(shared.n + 1, float(shared.n), wire.plain(act)))
    return shared


BEGUN = followed(SharedGame(), BEGIN, wire.AtBoard("Table 1"))
LOCAL: HistoryOf[Any, Any] = HistoryOf(games.named("cups 2"), Side.SOUTH)


def told(local: HistoryOf[Any, Any], shared: SharedGame) -> SharedGame:
    """Return the club's record once the board has said all that is due."""
    for count in range(200):
        found = due(local, shared)
        if found is None or shared.end is not None:
            return shared
        side, act = found
        shared = verdict(shared, side, act, shared.changed, f"{count:032x}", 0.0, is_board=True).game
    raise AssertionError("it goes on for ever")


def played(local: HistoryOf[Any, Any], choices: list[int]) -> HistoryOf[Any, Any]:
    """Return a game after more moves, and after the passes that these force."""
    for choice in choices:
        if local.is_over:
            break
        (mover,) = local.game.movers(local.position)
        plans = local.game.plans(local.position, mover)
        local = local.play(mover, plans[choice % len(plans)].label)
        while local.game.standing(local.position) is Standing.PASS:
            local = local.pass_turn()
    return local


@given(
    first=st.lists(st.integers(0, 9), max_size=30),
    is_said=st.booleans(),
    back=st.integers(0, 40),
    then=st.lists(st.integers(0, 9), max_size=60),
)
def test_whatever_was_played_and_taken_back_the_club_s_record_becomes_the_board_s(
    first: list[int], is_said: bool, back: int, then: list[int]
) -> None:
    local = played(LOCAL, first)
    shared = told(local, BEGUN) if is_said else BEGUN
    if shared.end is not None:
        return
    local = played(local.after(min(back, len(local.steps))).without_undone(), then)
    while local.game.standing(local.position) is Standing.PASS:
        local = local.pass_turn()
    shared = told(local, shared)
    assert shared.history is not None
    assert shared.history.entries == local.entries
    assert (shared.end is not None) == local.is_over
    if shared.end is not None:
        assert shared.end.winner == getattr(local.game.winner(local.position), "value", None)


def test_a_clock_that_ran_out_at_the_board_ends_the_club_s_game_for_the_other() -> None:
    local = played(LOCAL, [0, 0]).time_out(Side.SOUTH)
    assert told(local, BEGUN).end == wire.End("timed-out", "north")


def test_a_count_that_was_corrected_has_no_place_in_the_club_s_record_and_a_stock_none_that_matters() -> None:
    local = played(LOCAL, [0])
    stock = local.enter(StockCorrected(Side.SOUTH, 1))
    assert due(stock, told(local, BEGUN)) is None
    corrected = local.enter(TableCorrected(Side.NORTH, (Mark(Place("south-1"), -1),)))
    with pytest.raises(UntellableError):
        due(corrected, told(local, BEGUN))


def test_nothing_is_said_before_both_have_confirmed() -> None:
    assert due(played(LOCAL, [0]), SharedGame()) is None
    assert outcome(BEGUN, BEGUN.placed) is None


@given(
    score=st.sampled_from([0.0, 0.5, 1.0]),
    south=st.floats(600, 2000),
    north=st.floats(600, 2000),
    games_before=st.integers(0, 60),
)
def test_the_sum_at_the_board_is_that_of_the_club(
    score: float, south: float, north: float, games_before: int
) -> None:
    before = {
        Side.SOUTH: ratings.Standing(round(south, 3), games_before),
        Side.NORTH: ratings.Standing(round(north, 3), 3),
    }
    rated = ratings.rated("cups 4", {"south": 1, "north": 2}, score, 1, before)
    for side in Side:
        step, own = ratings.step(before[side].games), score if side is Side.SOUTH else 1 - score
        expected = ratings.expected(before[side].rating, before[side.other].rating)
        numbers = before[side].rating, step, own, expected, rated.after[side.value]
        said = say(sum_of(rated, side)).replace("×", " ").translate(str.maketrans("+−()=", "     "))
        heard = [float(each) for each in said.split()]
        assert heard == pytest.approx(numbers, abs=0.0501)


def test_a_member_may_be_called_like_a_place_and_sums_are_said_in_every_language() -> None:
    end = wire.End("played", "south", {"south": 9, "north": 3})
    before = dict.fromkeys(Side, ratings.Standing())
    rated = ratings.rated("cups 2", BEGIN.members, 1.0, 1, before)
    message = outcome(followed(BEGUN, end, rated), 2)
    assert message is not None
    assert "north: 1200 + 125 × (0 − 0.5) = 1137.5" in say(message)
    for code in ("de", "fr"):
        assert "1200 + 125 × (1 − 0,5) = 1262,5" in say(message, read_language(code))


@given(
    st.floats(100.0, 2500.0), st.floats(100.0, 2500.0), st.integers(0, 300), st.sampled_from((0.0, 0.5, 1.0))
)
def test_who_works_a_sum_through_as_it_is_said_comes_to_the_same_rating(
    own: float, other: float, games: int, score: float
) -> None:
    before = {
        Side.SOUTH: ratings.Standing(round(own, 3), games),
        Side.NORTH: ratings.Standing(round(other, 3), 20),
    }
    rated = ratings.rated("cups 4", {"south": 1, "north": 2}, score, 1, before)
    was, step, result, expected, after = map(
        float, re.findall(r"\d+(?:\.\d+)?", say(sum_of(rated, Side.SOUTH)))
    )
    assert abs(was + step * (result - expected) - after) < 0.0525


def test_the_state_of_a_pairing_is_said_behind_the_ratings_in_every_language() -> None:
    end, points = wire.End("resigned", "north"), {"south": 0.5, "north": 1.5}
    begun = followed(SharedGame(), PAIRED, wire.AtBoard("Table 1"))
    for left, said in (
        (0, "of the Cup is over: Anna 0.5, north 1.5."),
        (1, "Anna 0.5, north 1.5; a second game follows."),
    ):
        paired = wire.Paired("the Cup", 3, points, left)
        message = outcome(followed(begun, end, paired), begun.placed)
        assert message is not None
        assert said in say(message)
        assert all("Anna" in say(message, read_language(code)) for code in ("de", "fr"))
    message = outcome(followed(begun, wire.End("ruled")), begun.placed)
    assert message is not None
    assert message.key == "club-ruled"


def test_a_board_says_whose_withdrawal_ended_the_game_of_a_tournament() -> None:
    begun = followed(SharedGame(), PAIRED, wire.AtBoard("Table 1"))
    message = outcome(followed(begun, wire.End("withdrawn", by="south")), begun.placed)
    assert message is not None
    for code in ("en", "de", "fr"):
        assert say(message, read_language(code)).startswith("Anna ")


def test_the_clock_of_a_pairing_is_the_board_s_own_and_the_server_s_once_it_is_given_back() -> None:
    elsewhere = followed(SharedGame(), PAIRED)
    assert elsewhere.clocks is not None
    here = followed(elsewhere, wire.AtBoard("Table 1"))
    assert here.clocks is None
    back = followed(here, wire.AtBoard(""))
    assert back.clocks is not None
    assert (back.end, back.clocks.left_seconds) == (None, dict.fromkeys(Side, 60.0))
    message = outcome(back, here.placed)
    assert message is not None
    assert message.key == "club-given-back"
    # Called here once more, it is no longer given back.
    again = followed(back, wire.AtBoard("Table 1"))
    assert outcome(again, again.placed) is None


def test_what_calls_a_game_off_gives_one_of_a_tournament_back_to_it() -> None:
    corrected = played(LOCAL, [0]).enter(TableCorrected(Side.NORTH, (Mark(Place("south-1"), -1),)))
    with pytest.raises(UntellableError):
        due(corrected, told(played(LOCAL, [0]), BEGUN))
    for begin, is_over in ((BEGIN, True), (PAIRED, False)):
        shared = followed(SharedGame(), begin, wire.AtBoard("Table 1"))
        for side, act in ((Side.SOUTH, wire.Ask("abort")), (Side.NORTH, wire.Yes(shared.n + 1))):
            shared = verdict(shared, side, act, shared.changed, f"{shared.n:032x}", 0.0, is_board=True).game
        assert ((shared.end is not None), shared.board) == (is_over, "Table 1" if is_over else "")
