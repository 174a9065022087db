"""The turns of a race, act by act, lead to the tables and labels of the rules."""

import random
from dataclasses import replace

import pytest
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Standing
from cupsboard.rules.history import HistoryOf
from cupsboard.rules.king_of_the_cups.cups_and_dice import Seat, tray
from cupsboard.rules.king_of_the_cups.rules import KingOfTheCups
from cupsboard.rules.king_of_the_cups.turns import BACK, RETURN, RaceTurn
from cupsboard.rules.places import HAND, OFF_BOARD
from cupsboard.rules.turns import PUT, TAKE, Act, counts_after
from hypothesis import given
from hypothesis import strategies as st
from king_play import King, king_games

ONE, TWO, THREE = tuple(Seat)[:3]


def one_landing(rng: random.Random, history: King) -> tuple[tuple[Act, ...], RaceTurn] | None:
    """One turn walked at random, with the other cups left where they are."""
    game, position = history.game, history.position
    counts, turn = game.contents(position), game.turns.begin(position, rng.choice(game.players))
    choices = list(game.turns.acts(counts, turn))
    if not choices:
        return None
    act, turn, _ = rng.choice(choices)
    acts = [act]
    if act.verb == TAKE:
        ways = [each for each in game.turns.acts(counts, turn) if each.act.kind == act.kind]
        landing, turn, _ = rng.choice(ways)
        acts.append(landing)
    following = game.turns.ends(counts, turn)
    assert following is not None
    return tuple(acts), following


@given(king_games(), st.integers(0, 2**32))
def test_a_landing_leads_to_the_position_of_its_label(history: King, seed: int) -> None:
    rng = random.Random(seed)
    game = history.game
    assert isinstance(game, KingOfTheCups)
    if game.standing(history.position) is not Standing.TO_MOVE:
        return
    walked = one_landing(rng, history)
    assert walked is not None
    acts, following = walked
    before = {**game.contents(history.position), HAND: history.position.lying.count(OFF_BOARD)}
    label, player = game.turns.label(acts), game.turns.grabber(acts)
    after = history.play(player or rng.choice(sorted_racing(history)), label)
    if acts[-1].verb == RETURN:
        assert following.is_asked
        assert [*game.turns.acts(before, following)] == []
        after = after.play(ONE, label.replace("lift", "back"))
    assert {place: count for place, count in counts_after(before, acts).items() if place != HAND} == (
        game.contents(after.position)
    )
    assert game.turns.player(following) is None
    if acts[-1].verb in (PUT, BACK):
        assert following == game.turns.begin(after.position, ONE)


def sorted_racing(history: King) -> list[Seat]:
    out = history.position.out
    return [seat for seat in history.game.players if seat not in out]


def test_two_cups_may_be_in_the_air_at_once() -> None:
    history: King = HistoryOf(KingOfTheCups(2), ONE).chance(ONE, "red-circle, red-circle")
    game, position = history.game, history.position
    counts, turn = game.contents(position), game.turns.begin(position, ONE)
    for kind in ("red-circle", "blue-circle"):
        turn = next(each.turn for each in game.turns.acts(counts, turn) if each.act.kind == kind)
        assert game.turns.ends(counts, turn) is None
    landings = [each for each in game.turns.acts(counts, turn) if each.act.source == HAND]
    assert {(each.act.kind, each.act.target) for each in landings} == {
        ("red-circle", tray(ONE)),
        ("red-circle", tray(TWO)),
        ("blue-circle", tray(ONE)),
        ("blue-circle", tray(TWO)),
        ("blue-circle", "spot-4"),
    }
    won = next(each.turn for each in landings if each.act.kind == "red-circle")
    following = game.turns.ends(counts, won)
    assert following is not None
    # The round is over: the cup still in the air can only go back, and costs nobody anything.
    (back,) = game.turns.acts(counts, following)
    assert back.act == Act(BACK, HAND, position.lying[3], kind=back.act.kind)
    assert game.turns.ends(counts, back.turn) == replace(back.turn, has_landed=False)


def test_a_race_has_no_plans_no_passes_and_no_stocks() -> None:
    game = KingOfTheCups(3)
    position = game.chance(game.start(ONE), ONE, "red-circle, red-circle")
    assert game.movers(position) == (ONE, TWO, THREE)
    assert game.blocked(position) == frozenset()
    with pytest.raises(RulesError, match="act by act"):
        game.plans(position, ONE)
    with pytest.raises(RulesError, match="nobody passes"):
        game.pass_turn(position)
    with pytest.raises(RulesError, match="has no stocks"):
        game.set_stock(position, ONE, 3)
    with pytest.raises(RulesError, match="not over"):
        game.winner(position)
