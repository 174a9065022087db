"""Rounds of Coin Duel on the board: offences, giving up, clearing, the next round, taking back, the match."""

import pytest
from coins_on_the_table import NORTH, SOUTH, Evening
from cupsboard.referee import events
from cupsboard.referee.as_landed import states
from cupsboard.referee.states import Goal, Over, Refusal, Restoring
from cupsboard.rules.places import Kind, Side, cup, stock
from cupsim.people.coin_duel.choosing import ChosenPlay
from cupsim.people.coin_duel.handling import STEADY, hand_acts
from cupsim.table.hand_actions import Drop, Take, Wait

STAGE_1, STAGE_2 = "coin-duel 10 stage 1 kinds cent=1", "coin-duel 10 stage 2"
STAGE_3 = "coin-duel 4 stage 3"


def begun(evening: Evening) -> Side:
    """Some plays are made; whose turn it is then."""
    evening.play_out(4)
    (side,) = evening.game.movers(evening.position)
    return Side(side)


def put_back_a_handful(evening: Evening, side: Side) -> tuple[Take, Drop]:
    """A cup that may be taken up is emptied, seen so, and filled again."""
    place, count = next((act.source, act.pieces) for act in evening.referee.next_acts if act.target == "hand")
    acts = Take(place, count), Drop(place, count)
    evening.do(side, acts[0], Wait(1.0), acts[1])
    evening.wait(2.5)
    return acts


@pytest.mark.long("a whole round")
def test_a_handful_that_is_put_back_is_shown_at_once_and_the_other_s_tap_ends_the_round() -> None:
    evening = Evening(STAGE_3, 1)
    side = begun(evening)
    put_back_a_handful(evening, side)
    state = evening.referee.state
    assert isinstance(state, states.Offence)
    assert (state.player, state.said, state.ends_round) == (side, "offence put-back", True)
    assert evening.told(events.OffenceSeen)
    evening.tap(side)
    assert evening.told(events.NotNow)[-1] == events.NotNow(side, Refusal.WRONG_TABLE)
    evening.tap(side.other)
    assert evening.told(events.Called) == [events.Called(side, "offence put-back")]
    (over,) = evening.told(events.RoundOver)
    assert over.score[side] == 0
    assert isinstance(evening.referee.state, states.RoundEnded)


@pytest.mark.long("five turns at 80 samples a second")
def test_what_was_put_back_and_is_taken_up_again_goes_on() -> None:
    evening = Evening(STAGE_3, 1)
    side = begun(evening)
    take, _ = put_back_a_handful(evening, side)
    evening.do(side, take)
    evening.wait(2.5)
    state = evening.referee.state
    assert isinstance(state, states.Playing)
    assert len(state.acts) == 1


@pytest.mark.long("ten turns at 80 samples a second")
def test_in_a_friendly_game_nobody_can_end_the_round_by_an_offence() -> None:
    evening = Evening(f"{STAGE_3} friendly", 1)
    side = begun(evening)
    put_back_a_handful(evening, side)
    state = evening.referee.state
    assert isinstance(state, states.Offence)
    assert not state.ends_round
    evening.tap(side.other)
    assert evening.told(events.NotNow)[-1] == events.NotNow(side.other, Refusal.WRONG_TABLE)
    evening.hold_both()
    assert evening.referee.state == Restoring(Goal.TAKE_BACK) or isinstance(
        evening.referee.state, states.Playing
    )
    evening.restore()
    assert isinstance(evening.referee.state, states.Playing)
    evening.play()
    assert evening.told(events.TurnEnded)[-1].side is side


@pytest.mark.long("turns at 80 samples a second")
def test_who_gives_up_holds_twice_and_says_yes_with_a_tap() -> None:
    evening = Evening(STAGE_3, 2)
    side = begun(evening)
    evening.hold(side)
    assert isinstance(evening.referee.notice, states.Helping)
    evening.hold(side)
    assert isinstance(evening.referee.notice, states.AskingConcession)
    evening.wait(1.2)
    evening.tap(side)
    assert evening.told(events.Called) == [events.Called(side, "concede")]
    assert isinstance(evening.referee.state, states.RoundEnded)


@pytest.mark.long("four rounds at 80 samples a second")
def test_a_match_has_four_rounds_and_each_begins_on_a_cleared_table() -> None:
    evening = Evening(f"{STAGE_3} turns 3", 3)
    for number in range(1, 5):
        assert evening.referee.course.round == number
        evening.play_out(3)
        if number == 4:
            break
        assert evening.told(events.RoundOver)[-1].number == number
        evening.wait(1.0)
        assert evening.referee.lying is not None
        evening.clear()
        state = evening.referee.state
        assert isinstance(state, states.RoundEnded)
        assert state.is_cleared
        evening.lay_out_stocks()
        evening.tap(NORTH if number % 2 else SOUTH)
        assert evening.told(events.Called)[-1] == events.Called(NORTH if number % 2 else SOUTH, "begin")
    assert evening.told(events.GameOver)
    assert isinstance(evening.referee.state, Over)


@pytest.mark.long("many turns at 80 samples a second")
def test_the_next_round_is_begun_by_whoever_just_plays() -> None:
    evening = Evening(f"{STAGE_3} turns 2", 4)
    evening.play_out(2)
    evening.clear()
    evening.lay_out_stocks()
    begun = evening.game.call(evening.position, NORTH, "begin")
    evening.play_from(begun, NORTH)
    assert evening.told(events.Called)[-1] == events.Called(NORTH, "begin")
    assert evening.told(events.TurnEnded)[-1].side is NORTH


@pytest.mark.long("a dozen turns at 80 samples a second")
@pytest.mark.parametrize("name", [STAGE_1, STAGE_3])
def test_a_turn_is_undone_and_redone_by_the_hands_that_follow(name: str) -> None:
    evening = Evening(name, 5)
    begun(evening)
    before, after = evening.referee.history.steps[-2].position, evening.position
    evening.hold_both()
    assert evening.told(events.Undone)
    assert evening.position == before
    evening.restore()
    assert evening.told(events.Restored) == [events.Restored(Goal.UNDO)]
    evening.tap_both()
    assert evening.told(events.Redone)
    assert evening.position == after
    evening.restore()
    assert evening.told(events.Restored)[-1] == events.Restored(Goal.REDO)
    evening.play()
    assert evening.told(events.TurnEnded)[-1].label


@pytest.mark.long("five turns at 80 samples a second")
def test_a_begun_turn_is_taken_back_and_another_is_made() -> None:
    evening = Evening(STAGE_3, 6)
    side = begun(evening)
    _, chosen = evening.chosen()
    evening.do(side, *hand_acts(chosen.deeds[:1], STEADY, evening.random))
    evening.wait(1.5)
    evening.hold_both()
    assert evening.referee.state == Restoring(Goal.TAKE_BACK)
    evening.restore_from_hand(side)
    assert evening.told(events.Restored) == [events.Restored(Goal.TAKE_BACK)]
    evening.play()
    assert evening.told(events.TurnEnded)[-1].side is side


def unlawful_source(evening: Evening, side: Side) -> int | None:
    """An own cup that holds something and may not be taken up; the first may seem to be with the stock."""
    lawful = {act.source for act in evening.referee.next_acts}
    counts = evening.game.contents(evening.position)
    return next(
        (number for number in range(2, 11) if counts[cup(side, number)] and cup(side, number) not in lawful),
        None,
    )


@pytest.mark.long("turns until the case comes")
def test_an_unlawful_source_is_an_offence() -> None:
    evening = Evening(STAGE_1, 7)
    for _ in range(20):
        (side,) = evening.game.movers(evening.position)
        if (number := unlawful_source(evening, side)) is not None:
            break
        evening.play()
    assert number is not None
    place = cup(side, number)
    evening.do(side, Take(place, evening.game.contents(evening.position)[place]))
    evening.wait(3.0)
    state = evening.referee.state
    assert isinstance(state, states.Offence)
    assert place in state.places


def chosen_with_handful(evening: Evening) -> ChosenPlay:
    """A play that begins with a cup and two pieces at least; others are made before."""
    for number in range(200):
        _, chosen = evening.chosen()
        first = chosen.deeds[0]
        if first.act.target == "hand" and len(first.kinds) > 1:
            return chosen
        if number % 10 == 9:
            evening.play()
    raise AssertionError("no cup with two pieces may be taken up")


@pytest.mark.long("many turns until the case comes")
def test_a_cup_skipped_is_told_with_what_mends_it() -> None:
    evening = Evening(STAGE_3, 8)
    begun(evening)
    chosen = chosen_with_handful(evening)
    (side,) = evening.game.movers(evening.position)
    take, first, second = chosen.deeds[:3]
    evening.do(side, *hand_acts([take], STEADY, evening.random), Wait(0.5))
    evening.do(side, Drop(second.act.target, kinds=first.kinds))
    evening.wait(2.5)
    state = evening.referee.state
    assert isinstance(state, states.Offence)
    assert state.said == "offence skipped"
    assert [(mark.place, mark.surplus) for mark in state.marks] == [(second.act.target, 1)]
    evening.do(side, Take(second.act.target, kinds=first.kinds), Drop(first.act.target, kinds=first.kinds))
    evening.wait(2.5)
    assert isinstance(evening.referee.state, states.Playing)


@pytest.mark.long("many turns until the case comes")
def test_a_handful_that_goes_back_where_only_forward_is_allowed_is_an_offence() -> None:
    evening = Evening(STAGE_2, 9)
    begun(evening)
    for _ in range(10):
        (side,) = evening.game.movers(evening.position)
        lawful = [act for act in evening.referee.next_acts if act.target == "hand"]
        taken = next((act for act in lawful if not act.source.endswith("-1")), None)
        if taken is not None:
            break
        evening.play()
    assert taken is not None
    number = int(taken.source.rpartition("-")[2])
    evening.do(side, Take(taken.source, taken.pieces), Wait(0.8), Drop(cup(side, number - 1), 1))
    evening.wait(2.5)
    state = evening.referee.state
    assert isinstance(state, states.Offence)
    assert cup(side, number - 1) in state.places


@pytest.mark.long("four turns at 80 samples a second")
def test_a_coin_that_is_exchanged_after_it_has_come_to_rest_is_an_offence() -> None:
    evening = Evening(STAGE_3, 10)
    begun(evening)
    (side,) = evening.game.movers(evening.position)
    counts = evening.game.contents(evening.position)
    number = next(n for n in range(1, 11) if counts[cup(side, n)] and cup(side, n) != cup(side, 1))
    place = cup(side, number)
    kind = next(kind for kind, count in evening.lying()[place].items() if count)
    other = "dime" if kind == "quarter" else "quarter"
    evening.do(side, Take(place, kinds=(kind,)), Drop(stock(side), kinds=(kind,)))
    evening.do(side, Take(stock(side), kinds=(Kind(other),)), Drop(place, kinds=(Kind(other),)))
    evening.wait(3.0)
    if isinstance(evening.referee.state, states.Unclear):
        evening.tap(side.other)
    state = evening.referee.state
    assert isinstance(state, states.Offence)
    assert state.places == (place,)


@pytest.mark.long("whole games at 80 samples a second")
@pytest.mark.parametrize(
    "name",
    [
        "coin-duel 4 stage 1 kinds cent=1 stock 8",
        "coin-duel 4 stage 2 stock 2",
        "coin-duel 4 stage 3 stock 2 turns 6",
    ],
)
def test_a_whole_game_is_refereed_to_its_end_with_every_point(name: str) -> None:
    evening = Evening(name, 11)
    for _ in range(4):
        evening.play_out(120)
        if isinstance(evening.referee.state, Over):
            break
        evening.wait(1.0)
        evening.clear()
        evening.lay_out_stocks()
        evening.tap(SOUTH)
    (over,) = evening.told(events.GameOver)
    assert over.score == evening.game.score(evening.position)
    assert over.winner == evening.game.winner(evening.position)
    assert evening.kept.game(evening.kept.number).is_over
