"""Coin Duel in its words: what isn't permissible and why, calls, rounds, corrections, and names of games."""

import pytest
from coin_duel_play import TWO_KINDS
from cupsboard.rules import games
from cupsboard.rules.coin_duel.rules import CoinDuel, Ending, IllegalPlay, Position, Reason
from cupsboard.rules.coin_duel.settings import Settings
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Mark, Standing
from cupsboard.rules.history import HistoryOf
from cupsboard.rules.places import Kind, Place, Side
from cupsboard.rules.record import RecordOf, format_record, parse_record
from hypothesis import given
from hypothesis import strategies as st

SOUTH, NORTH = Side
STAGE_1 = CoinDuel(Settings(4, 1, (), 9))
STAGE_2 = CoinDuel(Settings(4, 2, TWO_KINDS, 9))
STAGE_3 = CoinDuel(Settings(4, 3, TWO_KINDS, 9))

# South's cups 1 to 4, north's seen from the other side.
ONE = "0 2 0 1 pot 0 stock 5 / 0 0 0 3 pot 0 stock 5 / south turn 4"
TWO = "0 2.0 0 0.1 pot 0 stock 1.2 / 0 0 0 1.2 pot 0 stock 1.1 / south turn 4"


@pytest.mark.parametrize(
    ("game", "line", "label", "reason", "said"),
    [
        (STAGE_1, ONE, "drop 3", Reason.NOT_A_MOVE, "write 'reserve K' or 'board C'"),
        (STAGE_1, ONE, "reserve 03", Reason.NOT_A_MOVE, "write 'reserve K' or 'board C'"),
        (STAGE_1, ONE, "reserve 0", Reason.NOTHING_TAKEN, "begin with 1 to 4"),
        (STAGE_1, ONE, "reserve 5", Reason.RESERVE_TOO_LONG, "takes up to 4 here"),
        (STAGE_1, ONE.replace("stock 5 /", "stock 2 /", 1), "reserve 3", Reason.STOCK_TOO_SMALL, "holds 2"),
        (
            STAGE_1,
            ONE.replace("stock 5 /", "stock 0 /", 1),
            "reserve 3",
            Reason.STOCK_TOO_SMALL,
            "with a cup",
        ),
        (STAGE_1, ONE, "board 5", Reason.NO_SUCH_CUP, "the cups are 1 to 4"),
        (STAGE_1, ONE, "board 1", Reason.CUP_EMPTY, "south-1 is empty"),
        (STAGE_1, ONE.replace("0 2 0 1", "0 4 0 1"), "board 2", Reason.PAST_POT, "4 from south-2"),
        (STAGE_1, ONE.replace("0 2 0 1", "0 1 0 1"), "board 2", Reason.NO_SCORE, "ends in south-3"),
        (STAGE_2, TWO, "board 2 on cent dime", Reason.NOT_IN_HAND, "there is no dime in the hand"),
        (STAGE_2, TWO, "board 2 on cent", Reason.COINS_LEFT, "left in the hand: cent"),
        (STAGE_2, TWO, "board 2 on cent cent", Reason.GOES_ON, "write the 2 coins from there"),
        (STAGE_2, TWO, "board 4 on dime dime", Reason.NOT_IN_HAND, "south-4 gave 1"),
        (STAGE_2, TWO, "board 4 on dime; on cent", Reason.HAS_ENDED, "1 more handfuls follow"),
        (STAGE_2, TWO, "board 4 back dime", Reason.ONE_WAY, "forward only in stage 2"),
        (STAGE_2, TWO, "reserve cent cent", Reason.NOT_IN_HAND, "no cent in south-stock"),
        (STAGE_2, TWO, "reserve euro", Reason.NOT_IN_HAND, "no euro in south-stock"),
        (STAGE_2, TWO, "reserve 2", Reason.NOT_A_MOVE, "write 'reserve' and the kinds"),
        (STAGE_2, TWO, "reserve cent,dime", Reason.NOT_A_MOVE, "write 'reserve' and the kinds"),
        (STAGE_3, TWO, "board 2 back cent cent", Reason.PAST_FIRST_CUP, "back past cup 1"),
    ],
)
def test_what_is_not_permissible_has_a_name(
    game: CoinDuel, line: str, label: str, reason: Reason, said: str
) -> None:
    position = game.parse_position(line)
    with pytest.raises(IllegalPlay) as fault:
        game.play(position, SOUTH, label)
    assert fault.value.reason is reason
    assert said in str(fault.value)


def test_who_plays_out_of_turn_or_passes_is_told_so() -> None:
    position = STAGE_1.parse_position(ONE)
    with pytest.raises(IllegalPlay, match="it is south's turn") as fault:
        STAGE_1.play(position, NORTH, "reserve 1")
    assert fault.value.reason is Reason.WRONG_TURN
    with pytest.raises(IllegalPlay, match="nobody passes") as fault:
        STAGE_1.pass_turn(position)
    assert fault.value.reason is Reason.NO_PASS


def test_a_play_goes_on_from_cup_to_cup_and_captures_where_it_ends() -> None:
    game = CoinDuel(Settings(6, 1, (), 9))
    position = game.parse_position("1 1 0 1 0 0 pot 0 stock 5 / 4 0 0 0 0 0 pot 1 stock 5 / south turn 2")
    # 1 falls on cup 2, its two end on cup 4, and those two end in cup 6, opposite north's cup 1.
    after = game.play(position, SOUTH, "board 1")
    assert game.format_position(after) == (
        "0 0 1 0 1 1 pot 4 stock 5 / 0 0 0 0 0 0 pot 1 stock 5 / north turn 3"
    )


def test_stage_1_is_over_when_the_mover_has_no_play_though_there_is_stock() -> None:
    game = CoinDuel(Settings(2, 1, (), 9))
    # One bean from the stock falls on cup 1, its four go too far; two fall on cup 2, and so do its three.
    position = game.parse_position("3 2 pot 4 stock 5 / 1 1 pot 3 stock 5 / south turn 8")
    assert game.ending(position) is Ending.NO_PLAY
    assert game.movers(position) == ()
    assert game.score(position) == {SOUTH: 4, NORTH: 0}
    assert game.winner(position) is SOUTH
    with pytest.raises(IllegalPlay, match="the game is over") as fault:
        game.play(position, SOUTH, "reserve 1")
    assert fault.value.reason is Reason.GAME_OVER
    level = game.parse_position("3 2 pot 3 stock 5 / 1 1 pot 3 stock 5 / south turn 8")
    assert game.score(level) == {SOUTH: 0, NORTH: 0}
    assert game.winner(level) is None


@pytest.mark.parametrize(
    ("pots", "south", "north"),
    [
        # Cents win in round 1: ten points each of them.
        (("1.2", "1.1"), 30, 0),
        (("1.1", "1.1"), 0, 0),
        (("2.1", "0.5"), 30, 0),
    ],
)
def test_a_round_ends_with_both_winning_coins_in_pots_and_the_higher_of_them_scores(
    pots: tuple[str, str], south: int, north: int
) -> None:
    own, other = pots
    line = f"0 0 0 0 pot {own} stock 0.1 / 0 0 0 0 pot {other} stock 0.1 / north turn 9"
    position = STAGE_3.parse_position(line)
    assert STAGE_3.ending(position) is Ending.WINNING_COINS_IN_POTS
    assert STAGE_3.round_score(position) == {SOUTH: south, NORTH: north}
    assert STAGE_3.standing(position) is Standing.BETWEEN_ROUNDS
    with pytest.raises(IllegalPlay, match="lay out the next and call 'begin'") as fault:
        STAGE_3.play(position, NORTH, "reserve dime")
    assert fault.value.reason is Reason.ROUND_OVER


def test_without_a_winning_coin_in_the_pot_a_round_brings_nothing() -> None:
    line = "0 0 0 0 pot 0.5 stock 0 / 1.0 1.0 0 0 pot 0.4 stock 0 / south turn 9"
    position = STAGE_3.parse_position(line)
    assert STAGE_3.ending(position) is Ending.NO_PLAY
    assert STAGE_3.round_score(position) == {SOUTH: 0, NORTH: 0}


def test_a_limit_of_turns_ends_a_round() -> None:
    game = CoinDuel(Settings(4, 3, TWO_KINDS, 9, turns=2))
    history = HistoryOf(game, SOUTH).play(SOUTH, "reserve dime").play(NORTH, "reserve dime")
    assert game.ending(history.position) is Ending.TURNS
    assert game.score(history.position) == {SOUTH: 0, NORTH: 0}


@pytest.mark.parametrize("call", ["concede", "offence exchanged"])
def test_who_gives_up_or_offends_scores_nothing_and_the_other_their_pot_with_both_winning_coins(
    call: str,
) -> None:
    line = "1.0 0 0 0 pot 0.3 stock 0 / 0 0 0 0 pot 1.2 stock 0 / south turn 9"
    position = STAGE_3.call(STAGE_3.parse_position(line), SOUTH, call)
    assert STAGE_3.round_score(position) == {SOUTH: 0, NORTH: 2 * 10 + 2 * 10}
    other = STAGE_3.call(STAGE_3.parse_position(line), NORTH, call)
    assert STAGE_3.round_score(other) == {SOUTH: 3 * 10 + 2 * 10, NORTH: 0}


def test_who_gives_up_before_anything_is_in_a_pot_has_lost_stage_1() -> None:
    position = STAGE_1.call(STAGE_1.start(None), NORTH, "concede")
    assert STAGE_1.standing(position) is Standing.OVER
    assert STAGE_1.score(position) == {SOUTH: 0, NORTH: 0}
    assert STAGE_1.winner(position) is SOUTH


def test_what_was_illegal_may_be_mended_in_a_friendly_game() -> None:
    game = CoinDuel(Settings(4, 3, TWO_KINDS, 9, friendly=True))
    history = HistoryOf(game, SOUTH).call(SOUTH, "offence put-back").play(SOUTH, "reserve dime")
    assert game.ending(history.position) is None
    assert "1. south call offence put-back\n2. south reserve dime\n" in format_record(RecordOf.of(history))


@pytest.mark.parametrize("said", ["begin", "offence", "offence rude", "Concede", ""])
def test_a_call_that_does_not_exist_or_comes_too_early_is_refused(said: str) -> None:
    with pytest.raises(IllegalPlay, match="can't be called here; it may be 'concede', 'offence ") as fault:
        STAGE_3.call(STAGE_3.start(SOUTH), SOUTH, said)
    assert fault.value.reason is Reason.NOT_A_CALL


MATCH = """\
Game: coin-duel 4 stage 3 kinds cent=1,dime=10 stock 9
South: Ada
North: ?
Date: ?
Starter: open

1. north reserve dime cent
2. south reserve dime dime
3. north board 1 on dime; on cent dime
4. south call concede
5. north call begin
6. north reserve cent cent cent
7. south call offence two-at-once

Result: south 0, north 230: north wins
"""


def test_a_match_of_rounds_stands_in_a_record_with_who_began_each_and_how_it_ended() -> None:
    record = parse_record(MATCH, games.named)
    assert format_record(record) == MATCH
    history = record.history()
    undone = history.undo().undo().undo()
    assert undone.position.round == 1
    assert undone.game.standing(undone.position) is Standing.BETWEEN_ROUNDS
    assert undone.game.score(undone.position) == {SOUTH: 0, NORTH: 30}
    assert undone.redo().redo().redo() == history


def test_kinds_are_corrected_by_name_and_beans_without() -> None:
    start = STAGE_2.start(SOUTH)
    moved = STAGE_2.correct(
        start, [Mark(Place("south-2"), 1, Kind("dime")), Mark(Place("south-stock"), -1, Kind("dime"))]
    )
    assert moved.south.cups[1] == (0, 1)
    assert STAGE_1.correct(STAGE_1.start(None), [Mark(Place("north-pot"), 2)]).north.pot == (2,)
    assert STAGE_1.set_stock(STAGE_1.start(None), NORTH, 3).north.stock == (3,)


@pytest.mark.parametrize(
    ("game", "mark", "said"),
    [
        (STAGE_2, Mark(Place("south-2"), 1), "of which kind"),
        (STAGE_2, Mark(Place("south-2"), 1, Kind("euro")), "no such kind"),
        (STAGE_2, Mark(Place("south-7"), 1, Kind("dime")), "no such place"),
        (STAGE_2, Mark(Place("south-2"), -1, Kind("dime")), "it would hold -1"),
        (STAGE_1, Mark(Place("south-2"), 1, Kind("cent")), "no such kind"),
    ],
)
def test_a_correction_that_cannot_be_is_refused(game: CoinDuel, mark: Mark, said: str) -> None:
    with pytest.raises(RulesError, match=said):
        game.correct(game.start(None), [mark])


def test_a_stock_of_kinds_is_not_corrected_by_its_count() -> None:
    with pytest.raises(RulesError, match=r"of which kinds\? correct the table instead"):
        STAGE_2.set_stock(STAGE_2.start(None), SOUTH, 3)
    with pytest.raises(RulesError, match="0 to 18"):
        STAGE_1.set_stock(STAGE_1.start(None), SOUTH, 19)


@given(
    st.builds(
        Settings,
        st.integers(2, 12),
        st.integers(2, 3),
        st.sampled_from(((), TWO_KINDS, ((Kind("one-cent"), 3), (Kind("b"), 2), (Kind("c"), 99999)))),
        st.integers(1, 999),
        st.none() | st.integers(1, 99999),
        st.booleans(),
    )
)
def test_the_name_of_a_game_says_all_that_makes_it(settings: Settings) -> None:
    assert games.named(settings.name) == CoinDuel(settings)


@pytest.mark.parametrize(
    ("usual", "whole"),
    [
        ("coin-duel 10 stage 1", "coin-duel 10 stage 1 kinds bean=1 stock 40"),
        ("coin-duel 10 stage 2", "coin-duel 10 stage 2 kinds cent=1,nickel=5,dime=10,quarter=25 stock 10"),
    ],
)
def test_equal_games_have_one_name(usual: str, whole: str) -> None:
    assert games.named(usual) == games.named(whole)
    assert games.named(whole).name == usual


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("coin-duel", "write 'coin-duel N stage S'"),
        ("coin-duel 10 stage 4", "write 'coin-duel N stage S'"),
        ("coin-duel 13 stage 1", "choose 2 to 12"),
        ("coin-duel 10 stage 1 kinds cent=1,dime=10", "stage 1 is played with one kind"),
        ("coin-duel 10 stage 3 kinds cent=1", "stage 3 is played with 2 to 8 kinds"),
        ("coin-duel 10 stage 3 kinds cent=1,cent=2", "name each kind once"),
        ("coin-duel 10 stage 3 kinds any=1,cent=2", "name each kind once"),
    ],
)
def test_a_name_of_no_game_is_refused(name: str, said: str) -> None:
    with pytest.raises(RulesError, match=said):
        games.named(name)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("0 2.0", "0 2", "column 3, south-2: found '2', expected what lies there, 2 whole numbers"),
        ("0 2.0", "0 2.0.1", "south-2"),
        ("0 2.0", "0 -1.0", "south-2"),
        ("pot", "pit", "after south's 4 cups: found 'pit', expected 'pot'"),
        ("south turn 4", "east turn 4", "whose turn it is"),
        ("turn 4", "turn x", "the turns made: found 'x'"),
        ("turn 4", "turn 4 round 3", "the round: found '3', expected a whole number, 2 to 2"),
        ("turn 4", "turn 4 round 2 totals 1", "north's total: found nothing"),
        ("turn 4", "turn 4 ended now", "how it ended"),
        ("turn 4", "turn 4 ended concede south north", "after who ended it: found 'north', expected nothing"),
    ],
)
def test_a_line_that_is_no_position_is_refused_with_its_column(old: str, new: str, said: str) -> None:
    assert isinstance(STAGE_3.parse_position(TWO), Position)
    with pytest.raises(RulesError) as fault:
        STAGE_3.parse_position(TWO.replace(old, new, 1))
    assert said in str(fault.value)
