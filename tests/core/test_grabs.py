"""King of the Cups from frames and buttons to record and lights: every rule as players would notice it."""

from dataclasses import replace
from itertools import product, starmap
from random import Random

import pytest
from cups_on_paper import PERIOD, Paper, with_dice
from cupsboard.recognition.individuals.happenings import Landed
from cupsboard.referee import events
from cupsboard.referee.king_of_the_cups import states
from cupsboard.referee.options import Options
from cupsboard.referee.states import Refusal
from cupsboard.rules.history import HistoryOf
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS, SPOTS, Cup, Dice, Seat, tray
from cupsboard.rules.king_of_the_cups.rules import KingOfTheCups
from cupsboard.rules.places import Place
from cupsboard.signs.scene import Meaning

ROLLS = [*starmap(Dice, product(CUPS, repeat=2))]
ONE, TWO, THREE = Seat.ONE, Seat.TWO, Seat.THREE


def other_cups(right: Cup) -> list[Cup]:
    return [cup for cup in CUPS if cup != right]


def shown(paper: Paper, place: Place) -> set[Meaning]:
    assert paper.scene is not None
    return {sign.meaning for sign in paper.scene.signs if sign.place == place}


def begun(seats: int = 2, **known: int) -> Paper:
    paper = Paper(seats, **known)
    paper.set_up()
    return paper


@pytest.mark.long("games of other seats", but=["2"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_an_honest_game_is_refereed_to_its_end(seats: int) -> None:
    paper = Paper(seats, seed=seats)
    order = list(CUPS)
    Random(seats).shuffle(order)
    paper.set_up(order)
    hands = Random(seats)
    for _ in range(40):
        right = paper.race().right_cup
        winner = hands.choice(paper.seats)
        paper.grab(winner, right, tray(winner))
        assert paper.record()[-1] == f"{winner.value} grab {right.kind}"
        if isinstance(paper.state, states.Over):
            break
    (over,) = paper.seen(events.GameOver)
    assert over.score[over.winner] == KingOfTheCups(seats).cups_to_win
    assert Meaning.WINNER in shown(paper, tray(over.winner))


def test_the_cups_may_stand_in_any_order_and_the_game_is_named_after_it() -> None:
    paper = Paper()
    paper.set_up(CUPS[::-1])
    (arranged,) = paper.seen(events.GameArranged)
    assert arranged.game == KingOfTheCups(2, tuple(CUPS[::-1])).name
    assert paper.seen(events.DiceFell)[0].outcome == "first"


def test_who_is_late_with_their_button_still_plays_in_the_game_that_begins() -> None:
    paper = Paper(3)
    for cup, spot in zip(CUPS, SPOTS, strict=True):
        paper.put(cup, spot)
    paper.run(0.6)
    paper.hand(ONE, TWO, home=True)
    paper.run(2.0)
    paper.hand(THREE, home=True)
    paper.run_until(states.Race)
    assert paper.heart.history.game.players == (ONE, TWO, THREE)


def test_a_hand_that_rests_on_a_tray_is_not_taken_for_cups_that_changed_places() -> None:
    paper = begun()
    first = paper.race().right_cup
    paper.grab(ONE, first, tray(ONE))
    paper.race()
    wrong = other_cups(first)[2]
    paper.hand(TWO, home=False)
    paper.run(0.3)
    # As much heavier as the tray would be with the lifted cup on it instead of its own.
    paper.load(tray(ONE), paper.masses[wrong] - paper.masses[first])
    paper.run(0.5)
    paper.lift(wrong)
    paper.run(0.5)
    assert [event.kind for event in paper.seen(events.PieceLanded) if event.place == tray(ONE)] == [
        first.kind
    ]
    paper.load(tray(ONE), paper.masses[first] - paper.masses[wrong])
    paper.put(wrong, tray(TWO))
    paper.run(0.7)
    assert paper.record()[-1] == f"two grab {wrong.kind}"


def test_a_lift_is_known_within_40_ms_and_a_landing_within_200() -> None:
    for late in range(8):
        paper = Paper(seed=late)
        paper.set_up()
        right = paper.race().right_cup
        paper.run(0.2)
        # The converter's own clock: the cup leaves anywhere between two samples.
        lifted_at = paper.now + late / 8 * PERIOD
        paper.now, now = lifted_at, paper.now
        paper.lift(right)
        paper.now = now
        paper.run(0.5)
        known = next(
            at
            for at, event in zip(paper.known_at, paper.events, strict=True)
            if type(event) is events.PieceLifted
        )
        assert 0 <= known - lifted_at <= 0.040
        (lift,) = paper.seen(events.PieceLifted)
        assert lift.time == pytest.approx(lifted_at, abs=PERIOD)
        landed_at = paper.now
        paper.put(right, tray(ONE))
        paper.run(0.4)
        (landing,) = [event for event in paper.seen(events.PieceLanded) if event.place == tray(ONE)]
        assert landing.time == pytest.approx(landed_at, abs=PERIOD)
        known = paper.known_at[paper.events.index(landing)]
        assert known - landed_at <= 0.2


@pytest.mark.long("all pairs of dice", every=20)
@pytest.mark.parametrize("dice", ROLLS, ids=lambda dice: dice.outcome)
def test_of_every_pair_of_dice_the_right_cup_wins_and_any_other_does_not(dice: Dice) -> None:
    paper = begun()
    paper.race()
    with_dice(paper, dice)
    wrong = other_cups(dice.right_cup)[CUPS.index(dice.one) % 8]
    paper.grab(ONE, wrong, tray(ONE))
    assert paper.position.out == {ONE}
    paper.grab(TWO, dice.right_cup, tray(TWO))
    assert paper.position.roller is TWO
    assert paper.position.home_of(dice.right_cup) == tray(TWO)
    assert paper.record() == [f"one grab {wrong.kind}", f"two grab {dice.right_cup.kind}"]


def test_who_grabs_wrong_is_out_and_puts_the_cup_back_where_it_was() -> None:
    paper = begun(3)
    right = paper.race().right_cup
    wrong = other_cups(right)[0]
    paper.grab(ONE, wrong, tray(ONE))
    assert Meaning.OUT in shown(paper, tray(ONE))
    assert Meaning.LIFTED in shown(paper, SPOTS[CUPS.index(wrong)])
    paper.bring(wrong, SPOTS[CUPS.index(wrong)])
    paper.grab(ONE, right, tray(ONE))
    assert paper.seen(events.Called)[-1].said == f"out {right.kind}"
    assert paper.position.dice is not None
    # Another takes it from there.
    paper.hand(TWO, home=False)
    paper.bring(right, tray(TWO))
    assert paper.record() == [
        f"one grab {wrong.kind}",
        f"one back {wrong.kind}",
        f"one out {right.kind}",
        f"two grab {right.kind}",
    ]


def test_if_all_are_wrong_nobody_wins_and_the_same_player_rolls_again() -> None:
    paper = begun()
    right = paper.race().right_cup
    roller = paper.position.roller
    for seat, cup in zip((ONE, TWO), other_cups(right), strict=False):
        paper.grab(seat, cup, tray(seat))
    assert paper.position.dice is None
    assert paper.position.roller is roller
    assert "All were wrong" in paper.said
    for cup in other_cups(right)[:2]:
        paper.bring(cup, SPOTS[CUPS.index(cup)])
    assert paper.race() is not None


def test_the_right_cup_is_stolen_from_another_player() -> None:
    paper = begun()
    right = paper.race().right_cup
    paper.grab(ONE, right, tray(ONE))
    paper.race()
    with_dice(paper, Dice(right, right))
    paper.grab(TWO, right, tray(TWO))
    assert paper.record()[-1] == f"two grab {right.kind}"
    assert paper.position.cups_of(ONE) == 0


def test_one_s_own_cup_that_is_called_is_taken_up_and_put_down_again() -> None:
    paper = begun()
    right = paper.race().right_cup
    paper.grab(ONE, right, tray(ONE))
    paper.race()
    with_dice(paper, Dice(right, right))
    paper.grab(ONE, right, tray(ONE))
    assert paper.record()[-1] == f"one grab {right.kind}"
    assert paper.position.roller is ONE


def test_a_wrong_cup_put_back_is_the_fault_of_the_one_hand_that_was_away() -> None:
    paper = begun()
    wrong = other_cups(paper.race().right_cup)[3]
    paper.run(0.5)
    paper.grab(TWO, wrong, SPOTS[CUPS.index(wrong)])
    assert paper.record() == [f"two lift {wrong.kind}", f"two back {wrong.kind}"]
    assert paper.position.out == {TWO}


def test_the_right_cup_put_down_again_in_the_middle_is_still_to_be_had() -> None:
    paper = begun()
    right = paper.race().right_cup
    paper.run(0.5)
    paper.grab(ONE, right, SPOTS[CUPS.index(right)])
    assert paper.record() == []
    paper.grab(TWO, right, tray(TWO))
    assert paper.record() == [f"two grab {right.kind}"]


def test_a_hand_that_leaves_before_the_roll_is_early_and_all_begin_anew() -> None:
    paper = begun()
    paper.run_until(states.Armed)
    paper.hand(TWO, home=False)
    paper.run(0.2)
    assert isinstance(paper.state, states.Homing)
    assert paper.seen(events.Called)[-1] == events.Called(TWO, "early")
    assert "Too early, Player 2" in paper.said
    assert Meaning.NOT_NOW in shown(paper, tray(TWO))
    paper.race()


def test_a_cup_lifted_before_the_roll_is_early_and_goes_back() -> None:
    paper = begun()
    paper.run_until(states.Armed)
    paper.hand(ONE, home=False)
    paper.run(0.2)
    paper.lift(CUPS[4])
    paper.run(0.3)
    assert paper.record() == ["one early", f"one early {CUPS[4].kind}"]
    paper.run(3.0)
    assert "Put the blue square on spot 5" in paper.said
    paper.put(CUPS[4], SPOTS[4])
    paper.race()


@pytest.mark.long("a round at 80 samples a second")
def test_cups_still_in_the_air_when_the_round_ends_cost_nobody_anything_and_are_asked_for() -> None:
    paper = begun()
    right = paper.race().right_cup
    late = other_cups(right)[0]
    paper.hand(TWO, home=False)
    paper.lift(late)
    paper.grab(ONE, right, tray(ONE))
    paper.put(late, tray(TWO))
    paper.run(8.0)
    assert paper.record() == [f"one grab {right.kind}"]
    home = SPOTS[CUPS.index(late)]
    assert Meaning.LIFTED in shown(paper, home)
    assert Meaning.TAKE_AWAY in shown(paper, tray(TWO))
    paper.bring(late, home)
    paper.race()


def test_a_cup_that_fell_beside_its_spot_is_asked_for_after_ten_seconds() -> None:
    paper = begun()
    right = paper.race().right_cup
    paper.lift(right)
    paper.run(9.0)
    assert Meaning.LIFTED not in shown(paper, SPOTS[CUPS.index(right)])
    paper.run(2.0)
    assert Meaning.LIFTED in shown(paper, SPOTS[CUPS.index(right)])


@pytest.mark.long("a whole round")
def test_a_right_and_a_wrong_cup_in_one_moment_on_one_tray_are_not_put_in_order_but_asked_for() -> None:
    for answers in (True, False):
        paper = begun()
        right = paper.race().right_cup
        wrong = other_cups(right)[0]
        paper.hand(ONE, home=False)
        paper.run(0.3)
        for cup in (right, wrong):
            paper.lift(cup)
        paper.run(0.4)
        for cup in (wrong, right):
            paper.put(cup, tray(ONE))
        paper.run(0.5)
        # It rose only once: first players are asked whether it is these two.
        assert paper.record() == []
        paper.hand(TWO, home=False)
        paper.run(0.2)
        paper.tap(TWO)
        paper.run(0.3)
        (asked,) = paper.seen(events.OrderQuestioned)
        assert {*asked.kinds} == {right.kind, wrong.kind}
        paper.run(1.2)
        if answers:
            paper.tap(TWO)
            assert paper.record() == [f"one grab {right.kind}"]
        else:
            paper.run(8.0)
            assert paper.record() == [f"one grab {wrong.kind}", f"one out {right.kind}"]


def test_a_cup_that_goes_while_another_comes_to_the_same_tray_is_told_once_it_lands() -> None:
    paper = begun()
    first = paper.race().right_cup
    paper.grab(ONE, first, tray(ONE))
    paper.race()
    with_dice(paper, Dice(first, first))
    # Two takes what is called, while One puts a wrong cup down there in the same moment.
    wrong = other_cups(first)[2]
    home = paper.position.home_of(wrong)
    paper.hand(ONE, TWO, home=False)
    paper.run(0.2)
    paper.lift(wrong)
    paper.run(0.5)
    paper.lift(first)
    paper.put(wrong, tray(ONE))
    paper.run(0.5)
    # No step was seen: a hand that rests on the tray may weigh as much.
    assert paper.record()[-1] == f"one grab {first.kind}"
    paper.put(first, tray(TWO))
    paper.run(0.7)
    assert paper.record()[-1] == f"two grab {first.kind}"
    assert Meaning.TAKE_AWAY in shown(paper, tray(ONE))
    assert Meaning.LIFTED in shown(paper, home)


def test_a_foreign_cup_at_the_set_up_is_named_and_so_is_what_is_missing() -> None:
    paper = Paper()
    for cup, spot in list(zip(CUPS, SPOTS, strict=True))[:8]:
        paper.put(cup, spot)
    paper.load(SPOTS[8], paper.masses[CUPS[8]] + 4.0)
    paper.run(2.0)
    assert paper.said == "The cup on spot 9 is none of the nine: take it away."
    paper.load(SPOTS[8], -(paper.masses[CUPS[8]] + 4.0))
    paper.run(2.0)
    assert paper.said == "Missing on the spots: yellow triangle."


def test_two_cups_on_one_spot_are_named() -> None:
    paper = Paper()
    for cup, spot in list(zip(CUPS, SPOTS, strict=True))[:8]:
        paper.put(cup, spot)
    paper.put(CUPS[8], SPOTS[7])
    paper.run(2.0)
    assert "Two cups on spot 8" in paper.said


@pytest.mark.long("a round at 80 samples a second")
def test_a_cup_leaning_beside_its_spot_is_asked_for() -> None:
    paper = begun()
    right = paper.race().right_cup
    paper.grab(ONE, right, tray(ONE))
    cup = other_cups(right)[0]
    place = SPOTS[CUPS.index(cup)]
    paper.lift(cup)
    paper.run(0.5)
    paper.load(place, 0.4 * paper.masses[cup])
    paper.run(8.0)
    assert shown(paper, place) & {Meaning.TAKE_AWAY, Meaning.LIFTED}
    paper.load(place, -0.4 * paper.masses[cup])
    paper.run(0.5)
    paper.put(cup, place)
    paper.race()


@pytest.mark.long("a round at 80 samples a second")
def test_a_hand_that_rests_on_a_tray_keeps_the_next_round_waiting_and_costs_nothing() -> None:
    paper = begun()
    paper.grab(ONE, paper.race().right_cup, tray(ONE))
    paper.load(tray(ONE), 180.0)
    paper.hand(ONE, home=True)
    paper.run(8.0)
    assert isinstance(paper.state, states.Homing)
    assert Meaning.LOOK in shown(paper, tray(ONE))
    paper.load(tray(ONE), -180.0)
    paper.race()


def test_a_round_is_taken_back_if_all_hold_their_buttons_in_a_pause() -> None:
    paper = begun()
    right = paper.race().right_cup
    roller = paper.position.roller
    paper.grab(ONE, right, tray(ONE))
    paper.hand(ONE, TWO, home=False)
    paper.run(0.5)
    for _ in range(3):
        paper.tap(TWO)
    assert isinstance(paper.state, states.Paused)
    assert paper.seen(events.PlayPaused)
    paper.hand(ONE, TWO, home=True)
    paper.run(1.5)
    paper.hand(ONE, TWO, home=False)
    paper.run(0.5)
    assert paper.seen(events.WentBack)
    assert paper.position.roller is roller
    assert paper.position.home_of(right) == SPOTS[CUPS.index(right)]
    paper.bring(right, SPOTS[CUPS.index(right)])
    paper.race()


def test_a_pause_ends_by_a_tap_and_the_race_that_was_on_begins_anew_with_the_same_dice() -> None:
    paper = begun()
    dice = paper.race()
    paper.hand(ONE, TWO, home=False)
    paper.run(0.7)
    for _ in range(3):
        paper.tap(ONE)
    paper.lift(CUPS[0])
    paper.run(1.0)
    paper.put(CUPS[0], SPOTS[0])
    paper.run(1.0)
    assert paper.record() == []
    paper.tap(ONE)
    assert isinstance(paper.state, states.Homing)
    assert paper.race() == dice


def test_a_button_held_alone_in_a_pause_seats_the_next_known_player_who_sits_nowhere_else() -> None:
    paper = Paper(options=Options(chance_seed=1, players=("Anna", ""), known=("Anna", "Ben")))
    paper.set_up()
    paper.hand(ONE, TWO, home=False)
    paper.run(0.7)
    for _ in range(3):
        paper.tap(ONE)
    for name in ("Ben", "", "Ben"):
        paper.hand(TWO, home=True)
        paper.run(1.5)
        paper.hand(TWO, home=False)
        paper.run(0.5)
        assert paper.seen(events.PlayerSeated)[-1] == events.PlayerSeated(TWO, name)
    before = len(paper.seen(events.PlayerSeated))
    paper.hand(ONE, TWO, home=True)
    paper.run(1.5)
    paper.hand(ONE, TWO, home=False)
    paper.run(0.5)
    assert len(paper.seen(events.PlayerSeated)) == before, "all hold theirs for something else"


def test_a_button_held_in_a_pause_is_always_answered() -> None:
    paper = Paper(3, options=Options(chance_seed=1))
    paper.set_up()
    paper.hand(ONE, TWO, THREE, home=False)
    paper.run(0.7)
    for _ in range(3):
        paper.tap(ONE)
    refused = {(ONE,): Refusal.PAUSED, (ONE, THREE): Refusal.HELD_BY_SOME}
    for seats, why in [*refused.items(), ((ONE, TWO, THREE), Refusal.NOTHING_TO_UNDO)]:
        paper.hand(*seats, home=True)
        paper.run(1.5)
        for seat in seats:
            paper.hand(seat, home=False)
            paper.run(0.3)
        assert isinstance(paper.state, states.Paused)
        assert {each.why for each in paper.seen(events.NotNow)} == {why}
        assert paper.heart.referee.notice is not None
        paper.events.clear()


def test_the_board_is_switched_off_by_all_and_only_after_a_tap() -> None:
    paper = Paper(options=Options(chance_seed=1, can_power_off=True))
    paper.set_up()
    paper.hand(ONE, TWO, home=False)
    paper.run(0.7)
    for _ in range(3):
        paper.tap(ONE)
    paper.hand(ONE, TWO, home=True)
    paper.run(4.5)
    paper.hand(ONE, TWO, home=False)
    paper.run(1.5)
    assert not paper.seen(events.PowerOffWanted)
    paper.tap(TWO)
    paper.run(4.0)
    assert paper.seen(events.PowerOffWanted)


@pytest.mark.long("a whole game")
def test_after_a_game_two_taps_begin_another_and_one_alone_does_not() -> None:
    paper = begun()
    while not isinstance(paper.state, states.Over):
        paper.grab(ONE, paper.race().right_cup, tray(ONE))
    paper.hand(ONE, TWO, home=False)
    paper.run(1.0)
    paper.tap(ONE)
    paper.run(11.0)
    assert isinstance(paper.state, states.Over)
    paper.tap(ONE)
    # A hand that rests at home, as it did all game, says neither yes nor no.
    paper.hand(ONE, home=True)
    paper.run(1.5)
    paper.hand(ONE, home=False)
    paper.run(0.5)
    paper.tap(TWO)
    assert paper.seen(events.GameClosed)
    assert isinstance(paper.state, states.Gathering)
    for cup in CUPS:
        place = next(place for place, kinds in paper.heart.standing.items() if cup.kind in kinds)
        if place not in SPOTS:
            free = next(spot for spot in SPOTS if not paper.heart.standing[spot])
            paper.bring(cup, free)
    paper.race()


def test_real_dice_are_told_after_the_grab_by_the_roller_s_button() -> None:
    paper = Paper(options=Options(chance_seed=1, has_real_dice=True))
    paper.set_up()
    paper.run_until(states.Armed)
    roller = paper.position.roller
    assert roller is not None
    assert "throw the dice" in paper.said
    dice = Dice(CUPS[0], CUPS[4])
    right, wrong = dice.right_cup, CUPS[3]
    paper.hand(ONE, TWO, home=False)
    paper.run(0.3)
    for seat, cup in ((ONE, wrong), (TWO, right)):
        paper.lift(cup)
        paper.run(0.4)
        paper.put(cup, tray(seat))
        paper.run(0.3)
    paper.run_until(states.TellingDice)
    for index in (0, 0, 1, 1):
        for _ in range(index):
            paper.tap(roller)
        paper.run(1.0)
        paper.hand(roller, home=True)
        paper.run(1.0)
        paper.hand(roller, home=False)
        paper.run(0.2)
    assert "red circle and blue square?" in paper.said
    paper.hand(roller, home=True)
    paper.run(0.9)
    paper.hand(roller, home=False)
    paper.run(1.2)
    assert isinstance(paper.state, states.TellingDice)
    paper.hand(roller, home=True)
    paper.run(1.0)
    paper.hand(roller, home=False)
    paper.run(0.2)
    assert paper.record() == [f"one grab {wrong.kind}", f"two grab {right.kind}"]
    assert isinstance(paper.heart.referee.notice, states.RoundWon)


def test_a_false_start_with_real_dice_leads_back_home() -> None:
    paper = Paper(options=Options(chance_seed=1, has_real_dice=True))
    paper.set_up()
    paper.run_until(states.Armed)
    paper.hand(ONE, home=False)
    paper.run(0.5)
    assert isinstance(paper.state, states.Race)
    paper.hand(ONE, home=True)
    paper.run_until(states.Armed)


def test_after_a_power_cut_the_game_goes_on_where_it_was() -> None:
    paper = begun()
    paper.grab(ONE, paper.race().right_cup, tray(ONE))
    dice = paper.race()
    back = Paper(seed=9, history=paper.heart.history, lying=paper.position)
    back.run(1.0)
    assert isinstance(back.state, states.Homing)
    assert back.race() == dice
    back.grab(TWO, dice.right_cup, tray(TWO))
    assert back.record()[-1] == f"two grab {dice.right_cup.kind}"


def test_a_cup_moved_while_the_board_was_off_is_asked_back() -> None:
    paper = begun()
    paper.grab(ONE, paper.race().right_cup, tray(ONE))
    moved = next(cup for cup in CUPS if paper.position.place_of(cup) in SPOTS)
    lying = replace(
        paper.position,
        lying=tuple(
            tray(TWO) if cup == moved else place
            for cup, place in zip(CUPS, paper.position.lying, strict=True)
        ),
    )
    back = Paper(seed=9, history=paper.heart.history, lying=lying)
    back.run(2.0)
    assert "on tray 2" in back.said
    back.bring(moved, paper.position.place_of(moved))
    back.race()


def test_who_put_the_right_cup_down_is_asked_though_another_snatches_it_from_among_others() -> None:
    paper = begun()
    first, second = CUPS[0], CUPS[5]
    for cup in (first, second):
        paper.race()
        with_dice(paper, Dice(cup, cup))
        paper.grab(ONE, cup, tray(ONE))
    paper.race()
    with_dice(paper, Dice(first, first))
    paper.hand(ONE, TWO, home=False)
    paper.run(0.25)
    paper.lift(first)
    paper.run(0.05)
    # Fingers tremble at the tray: it never lies still until the cup has come and gone again.
    for number, push in enumerate((9.0, -7.0, 8.0, -9.0, 6.0, -8.0, 7.0, -6.0)):
        if number == 4:
            paper.put(first, tray(ONE))
        paper.load(tray(ONE), push)
        paper.run(0.0375)
        paper.load(tray(ONE), -push)
    paper.lift(first)
    paper.run(0.3)
    paper.put(first, tray(TWO))
    paper.run(0.6)
    assert f"two grab {first.kind}" not in paper.record()
    assert [event.players for event in paper.seen(events.PlayerQuestioned)] == [(ONE,)]


def test_two_cups_that_shake_in_the_same_moments_were_lifted_by_nobody() -> None:
    paper = begun()
    right = paper.race().right_cup
    shaken = other_cups(right)[:2]
    spots = [paper.position.home_of(cup) for cup in shaken]
    paper.hand(ONE, home=False)
    paper.run(0.25)
    entries = len(paper.record())
    # A blow against the table: their cells swing by more than the cups weigh, and less and less.
    for swing in range(40):
        pushes = [1.4 * paper.masses[cup] * 0.9**swing * (-1) ** (1 + swing // 2) for cup in shaken]
        for spot, push in zip(spots, pushes, strict=True):
            paper.load(spot, push)
        paper.run(PERIOD)
        for spot, push in zip(spots, pushes, strict=True):
            paper.load(spot, -push)
    paper.run(0.6)
    assert paper.record()[entries:] == []
    assert paper.seen(events.PlayerQuestioned) == []


@pytest.mark.long("a round at 80 samples a second")
def test_a_score_never_covers_what_is_asked_for() -> None:
    paper = begun()
    paper.grab(ONE, paper.race().right_cup, tray(ONE))
    paper.hand(ONE, TWO, home=True)
    paper.load(tray(ONE), 2.0)
    paper.run(8.0)
    # Of two signs on one tray only one lights.
    assert Meaning.LOOK in shown(paper, tray(ONE))
    assert Meaning.ONES not in shown(paper, tray(ONE))


def test_who_is_asked_sees_it_though_a_cup_is_missing_from_their_tray() -> None:
    paper = begun()
    first, second = CUPS[0], CUPS[5]
    paper.race()
    with_dice(paper, Dice(second, second))
    paper.grab(ONE, second, tray(ONE))
    paper.race()
    with_dice(paper, Dice(first, first))
    paper.hand(TWO, home=False)
    paper.run(0.25)
    paper.lift(second)
    paper.run(0.4)
    paper.put(second, tray(TWO))
    paper.run(0.6)
    assert Meaning.LIFTED in shown(paper, tray(ONE))
    race = paper.state
    assert isinstance(race, states.Race)
    landing = Landed(first.kind, tray(ONE), paper.now)
    paper.heart.referee.state = replace(race, questions=(states.WhoLifted(first, frozenset({ONE}), landing),))
    paper.run(0.1)
    # Of two signs on one tray only one lights.
    assert shown(paper, tray(ONE)) == {Meaning.YOU}


@pytest.mark.long("looks at every frame of many races")
def test_the_scene_before_a_grab_says_nothing_of_the_answer() -> None:
    scenes = set()
    for dice in ROLLS:
        paper = begun()
        paper.race()
        with_dice(paper, dice)
        paper.run(0.1)
        assert paper.scene is not None
        scenes.add(tuple(sign for sign in paper.scene.signs if sign.place in SPOTS))
    (spots,) = scenes
    assert {sign.meaning for sign in spots} == {Meaning.RACE}
    assert len(spots) == len(SPOTS)


def test_until_the_roll_the_scene_does_not_depend_on_the_dice_to_come() -> None:
    one, other = (Paper(seed=seed) for seed in (1, 1))
    other.heart.referee.history = HistoryOf(KingOfTheCups(2), None)
    for paper in (one, other):
        paper.set_up()
        paper.run_until(states.Armed)
    assert one.scene is not None
    assert other.scene is not None
    assert one.scene.signs == other.scene.signs


def test_every_state_says_something() -> None:
    paper = Paper(3)
    seen = set()
    for step in range(6):
        paper.run(0.2)
        assert paper.said
        seen.add(type(paper.state))
        if step == 1:
            paper.set_up()
        if step == 2:
            paper.race()
        if step == 3:
            assert paper.position.dice is not None
            paper.grab(ONE, paper.position.dice.right_cup, tray(ONE))
            assert isinstance(paper.events[-1], events.TurnEnded)
    assert {states.Gathering, states.Homing, states.Race} <= seen
