"""The turns of a race act by act, and its record: rolls, grabs with their times, faults, and back."""

import random
from dataclasses import replace

import pytest
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Standing
from cupsboard.rules.games import of_any_players
from cupsboard.rules.history import HistoryOf
from cupsboard.rules.king_of_the_cups.cups_and_dice import Seat, cup_named, owner, tray
from cupsboard.rules.king_of_the_cups.moves import Move, Verb
from cupsboard.rules.king_of_the_cups.rounds import rounds
from cupsboard.rules.king_of_the_cups.rules import KingOfTheCups
from cupsboard.rules.king_of_the_cups.turns import BACK, RETURN, RaceTurn
from cupsboard.rules.places import HAND, OFF_BOARD
from cupsboard.rules.record import RecordError, RecordOf, format_record, parse_record
from cupsboard.rules.turns import PUT, TAKE, Act, counts_after
from hypothesis import given
from hypothesis import strategies as st
from king_play import King, king_games

TEXT = """\
Game: king-of-the-cups 2 spots yt-rc-rs-rt-bc-bs-bt-yc-ys
One: Ada
Two: ?
Date: 2026-11-23T19:30
Starter: open

1. two chance first
2. one call early red-circle
3. two chance red-circle, blue-square
4. one grab red-circle lifted 0.612 landed 1.005
5. two grab yellow-triangle lifted 0.800 landed 1.240
6. one back red-circle landed 2.310
7. two chance blue-circle, blue-square
8. one lift red-square lifted 0.700
9. one back red-square landed 1.100
10. one call out blue-triangle
11. two grab blue-triangle
12. two chance red-circle, red-circle
13. two grab red-circle lifted 0.450 landed 0.933
14. two chance red-square, red-square
15. two grab red-square lifted 0.450 landed 0.933
16. two chance red-triangle, red-triangle
17. two grab red-triangle lifted 0.450 landed 0.933

Result: one 0, two 5: two wins
"""


def test_a_record_is_a_text_that_reads_back() -> None:
    record = parse_record(TEXT, KingOfTheCups.named)
    assert format_record(record) == TEXT
    first, second, *_ = rounds(record.history())
    assert first.grabs == (
        (Seat.ONE, Move(Verb.GRAB, cup_named("red-circle"), 612, 1005)),
        (Seat.TWO, Move(Verb.GRAB, cup_named("yellow-triangle"), 800, 1240)),
    )
    assert first.winner is Seat.TWO
    assert second.grabs[0] == (Seat.ONE, Move(Verb.LIFT, cup_named("red-square"), 700))
    assert second.faults == ((Seat.ONE, "out blue-triangle"),)


@given(king_games())
def test_every_game_reads_back_from_its_record(history: King) -> None:
    record = RecordOf(history.game, history.starter, history.entries, date="2026-11-23")
    again = parse_record(format_record(record), of_any_players)
    assert again == record
    assert again.history().position == history.position


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("1. two", "1. three", "with one or two for PLAYER"),
        ("lifted 0.612 ", "lifted 0.61 ", "is not a move"),
        ("6. one back red-circle landed 2.310\n", "", "numbered 7, but the entry before is 5"),
        ("5. two grab", "5. one grab", "one is out of this round"),
        ("call early red-circle", "call early red-oval", "can't be called here"),
        ("Result: one 0, two 5: two wins", "Result: one 5, two 0: one wins", "the entries above give"),
    ],
)
def test_what_cannot_have_been_is_refused_with_its_line(old: str, new: str, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        parse_record(TEXT.replace(old, new, 1), KingOfTheCups.named)


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
    label, player = game.turns.label(acts), owner(acts[-1].target) if acts[-1].verb == PUT else None
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
