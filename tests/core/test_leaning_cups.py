"""A cup half beside its spot, and what rests on a place: said, put right, and never taken for its zero."""

import pytest
from cups_on_paper import Paper
from cupsboard.referee.events import PieceLanded
from cupsboard.referee.king_of_the_cups.states import Race
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS, SPOTS, Seat, tray
from cupsboard.signs.scene import Meaning

ONE, TWO = Seat.ONE, Seat.TWO


def round_won() -> Paper:
    """One has a cup; the hands are away from home."""
    paper = Paper()
    paper.set_up()
    paper.grab(ONE, paper.race().right_cup, tray(ONE))
    paper.hand(ONE, TWO, home=False)
    paper.run(0.7)
    return paper


@pytest.mark.long("races with cups that lean")
@pytest.mark.parametrize("share", [0.1, 0.3, 0.7])
@pytest.mark.parametrize("taps", [0, 1, 3])
def test_a_cup_that_leans_on_its_spot_is_asked_for_and_a_tap_does_not_make_it_the_zero(
    share: float, taps: int
) -> None:
    paper = round_won()
    leaning = next(cup for cup in CUPS if paper.position.place_of(cup) in SPOTS)
    home = paper.position.home_of(leaning)
    paper.lift(leaning)
    paper.run(0.4)
    paper.load(home, share * paper.masses[leaning])
    paper.run(12.0)
    assert paper.scene is not None
    assert any(sign.place == home for sign in paper.scene.signs)
    for _ in range(taps):
        paper.tap(TWO)
        paper.run(2.0)
    # Put right.
    paper.load(home, -share * paper.masses[leaning])
    paper.run(0.6)
    paper.put(leaning, home)
    paper.run(1.0)
    paper.race()


def test_a_zero_that_has_gone_is_taken_with_a_tap_once_all_cups_stand() -> None:
    paper = round_won()
    paper.load(SPOTS[0], 1.2)
    paper.run(2.0)
    assert "nothing there? Tap your button" in paper.said
    paper.tap(TWO)
    paper.run(1.0)
    paper.race()


def test_a_tap_while_a_hand_rests_on_a_tray_does_not_make_the_hand_its_zero() -> None:
    paper = round_won()
    paper.load(tray(TWO), 90.0)
    paper.run(1.2)
    paper.hand(ONE, home=False)
    paper.run(0.5)
    paper.tap(ONE)
    paper.run(0.3)
    paper.load(tray(TWO), -90.0)
    paper.run(0.5)
    paper.race()


def test_a_hand_that_rests_on_a_tray_before_the_roll_holds_the_game_up_only_as_long_as_it_rests() -> None:
    paper = round_won()
    paper.hand(ONE, TWO, home=True)
    paper.load(tray(TWO), 120.0)
    paper.run(6.0)
    assert not isinstance(paper.state, Race)
    paper.load(tray(TWO), -120.0)
    paper.race()


def test_a_hand_that_rests_on_a_tray_in_a_race_hides_no_grab_of_another() -> None:
    paper = Paper(3)
    paper.set_up()
    right = paper.race().right_cup
    paper.load(tray(TWO), 150.0)
    paper.run(0.5)
    paper.grab(ONE, right, tray(ONE))
    assert paper.record() == [f"one grab {right.kind}"]


def test_a_grab_onto_a_tray_on_which_a_hand_rests_is_judged_when_the_hand_is_off() -> None:
    paper = Paper(2)
    paper.set_up()
    right = paper.race().right_cup
    paper.load(tray(ONE), 150.0)
    paper.run(0.5)
    paper.grab(ONE, right, tray(ONE))
    paper.load(tray(ONE), -150.0)
    paper.run(0.6)
    assert paper.record() == [f"one grab {right.kind}"]


def test_a_cup_half_off_a_tray_is_not_another_that_is_lifted_later_and_weighs_as_much() -> None:
    paper = round_won()
    paper.race()
    mine = next(cup for cup in CUPS if paper.position.place_of(cup) == tray(ONE))
    other = next(cup for cup in CUPS if cup != mine)
    paper.hand(ONE, TWO, home=False)
    paper.run(0.3)
    entries = len(paper.events)
    paper.lift(other)
    paper.run(0.4)
    paper.load(tray(TWO), paper.masses[mine])
    paper.run(6.0)
    paper.lift(mine)
    paper.run(1.5)
    assert not [each for each in paper.events[entries:] if isinstance(each, PieceLanded)]
    assert paper.scene is not None
    assert any(sign.place == tray(TWO) and sign.meaning is Meaning.LOOK for sign in paper.scene.signs)


@pytest.mark.parametrize("share", [0.6, 0.9])
def test_a_cup_half_off_a_tray_that_weighs_as_much_as_two_in_the_air_is_none_of_them(share: float) -> None:
    light, other, heavy = CUPS[0], CUPS[1], CUPS[8]
    paper = Paper(3, masses={light: 41.0, other: share * 180.0 - 41.0, heavy: 180.0})
    paper.set_up()
    paper.race()
    paper.hand(*paper.seats, home=False)
    paper.run(0.3)
    for cup in (light, other, heavy):
        paper.lift(cup)
        paper.run(0.1)
    paper.run(0.4)
    paper.load(tray(ONE), share * 180.0)
    paper.run(3.0)
    assert not paper.seen(PieceLanded)[len(CUPS) :]
    assert paper.record() == []
    # Put right, they are told for what they are.
    paper.load(tray(ONE), -share * 180.0)
    paper.run(0.4)
    paper.put(heavy, tray(ONE))
    paper.run(0.6)
    assert paper.record() == [f"one grab {heavy.kind}"]
