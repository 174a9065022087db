"""Cups with odds: its name, its start, its games on the table and what an engine makes of them."""

from random import Random

import pytest
from cupsboard.engine import engines
from cupsboard.engine.analysis import analyse
from cupsboard.engine.player import Limit
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.game import Standing
from cupsboard.rules.games import named
from cupsboard.rules.history import History, HistoryOf
from cupsboard.rules.odds import Odds, odds_of, sides_changed, without_odds
from cupsboard.rules.places import Side, pot, stock
from cupsboard.rules.record import RecordOf, format_record, parse_record
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing, play
from hypothesis import given
from hypothesis import strategies as st


@st.composite
def games_with_odds(draw: st.DrawFn) -> Cups:
    cups, most = draw(st.integers(2, 12)), draw(st.none() | st.integers(2, 9999))
    beans = draw(st.integers(1, (10 * cups if most is None else most) - 1))
    return Cups(cups, most, Odds(draw(st.sampled_from(Side)), beans, draw(st.booleans())))


@given(games_with_odds())
def test_a_name_says_the_odds_and_reads_back(game: Cups) -> None:
    assert Cups.named(game.name) == game
    assert odds_of(game.name) == game.odds
    assert named(without_odds(game.name)) == Cups(game.cups, game.stock)
    assert sides_changed(sides_changed(game.name)) == game.name


@given(games_with_odds())
def test_who_gives_has_fewer_beans_and_those_for_a_pot_lie_there(game: Cups) -> None:
    odds = game.odds
    assert odds is not None
    contents = game.contents(game.start(None))
    assert contents[stock(odds.giver)] == game.stock_beans - odds.beans
    assert contents[stock(odds.giver.other)] == game.stock_beans
    given_beans = odds.beans if odds.is_in_pot else 0
    assert contents[pot(odds.giver.other)] == given_beans
    assert sum(contents.values()) == 2 * game.stock_beans - odds.beans + given_beans


def played_at_random(game: Cups, seed: int) -> History[object]:
    random, history = Random(seed), HistoryOf(game, Side.SOUTH)
    while not history.is_over:
        if game.standing(history.position) is Standing.PASS:
            history = history.pass_turn()
        else:
            (side,) = game.movers(history.position)
            history = history.play(side, random.choice(game.plans(history.position, side)).label)
    return history  # type: ignore[return-value]


@pytest.mark.parametrize("words", ["south 2", "north 1 pot"])
def test_a_whole_game_with_odds_reads_back_and_each_of_its_moves_is_judged_by_what_lies_there(
    words: str,
) -> None:
    game = Cups(2, 4, Odds.said(words))
    history = played_at_random(game, 3)
    text = format_record(RecordOf.of(history))
    assert f"Game: cups 2 stock 4 odds {words}\n" in text
    assert parse_record(text, named).history() == history
    judged = list(analyse(history, engines.of_game(game), engines.reasons_of(game), Limit()))
    score = game.score(history.position)
    assert judged[-1].after_beans == score[Side.SOUTH] - score[Side.NORTH]
    losses = sum(each.loss_beans if each.side is Side.SOUTH else -each.loss_beans for each in judged)
    assert judged[0].before_beans - losses == judged[-1].after_beans


def test_odds_are_worth_something_to_an_engine_that_proves_its_moves() -> None:
    def value(words: str | None) -> float:
        game = Cups(2, 4, None if words is None else Odds.said(words))
        (best,) = engines.of_game(game).analyse(game.start(Side.SOUTH), Limit())
        assert best.is_exact
        return best.score_beans

    assert value("south 2") < value(None) < value("north 2 pot")


@pytest.mark.parametrize("words", ["south 2", "north 3 pot"])
def test_a_board_referees_a_game_with_odds_from_its_first_table_to_its_result(words: str) -> None:
    setting = Setting(seed=5, cups=2, game=f"cups 2 stock 5 odds {words}")
    played = play(Pairing(setting))
    assert played.is_good, (played.unfinished, played.findings)
    assert f"Game: cups 2 stock 5 odds {words}" in played.record
