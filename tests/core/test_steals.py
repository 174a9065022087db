"""A cup that is taken again before it has lain still: whose it was, or who is asked."""

import pytest
from cups_on_paper import Paper, with_dice
from cupsboard.referee.events import PieceLanded, PlayerQuestioned
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS, SPOTS, Cup, Dice, Seat, tray

ONE, TWO = Seat.ONE, Seat.TWO
FINGERS_GRAMS = (20.0, 45.0, 30.0, -25.0, -40.0, -30.0)
"""What fingers press more and less, sample by sample, as they let go of one cup or close round another."""


def touched(paper: Paper, place: str) -> None:
    for grams in FINGERS_GRAMS:
        paper.load(place, grams)
        paper.run(0.02)


def racing() -> tuple[Paper, Cup]:
    """The dice lie, and the hands of both are on their way."""
    paper = Paper(2)
    paper.set_up()
    right = paper.race().right_cup
    paper.hand(ONE, TWO, home=False)
    paper.run(0.3)
    return paper, right


def stolen_from_one(lain_seconds: float) -> tuple[Paper, Cup]:
    """One puts the right cup down, and Two has it again so soon."""
    paper, right = racing()
    paper.lift(right)
    paper.run(0.4)
    paper.put(right, tray(ONE))
    touched(paper, tray(ONE))
    paper.run(lain_seconds)
    touched(paper, tray(ONE))
    paper.lift(right)
    paper.run(0.5)
    paper.put(right, tray(TWO))
    paper.run(0.6)
    return paper, right


def test_who_was_perhaps_first_is_asked_and_has_it_with_a_tap() -> None:
    paper, right = stolen_from_one(0.0)
    (asked,) = paper.seen(PlayerQuestioned)
    assert (asked.kind, asked.players) == (right.kind, (ONE,))
    assert "Did Player 1 have the" in paper.said
    paper.run(1.2)
    paper.tap(ONE)
    assert paper.record() == [f"one grab {right.kind}"]


def test_if_nobody_says_so_the_cup_is_whose_tray_it_stands_on() -> None:
    paper, right = stolen_from_one(0.0)
    paper.run(8.0)
    assert paper.record() == [f"two grab {right.kind}"]


@pytest.mark.parametrize("lain_seconds", [0.10, 0.15, 0.3])
def test_a_cup_that_has_shown_its_mass_for_a_few_samples_was_there_first(lain_seconds: float) -> None:
    paper, right = stolen_from_one(lain_seconds)
    assert not paper.seen(PlayerQuestioned)
    assert paper.record() == [f"one grab {right.kind}"]


def test_a_hand_that_lay_there_before_the_cup_was_lifted_is_not_the_cup_however_alike_it_presses() -> None:
    paper, right = racing()
    paper.load(tray(ONE), paper.masses[right])
    paper.run(0.15)
    paper.lift(right)
    paper.run(0.25)
    paper.load(tray(ONE), -paper.masses[right])
    paper.run(0.2)
    assert paper.record() == []
    paper.put(right, tray(TWO))
    paper.run(0.6)
    assert not paper.seen(PlayerQuestioned)
    assert paper.record() == [f"two grab {right.kind}"]


def test_who_took_up_their_own_cup_and_put_it_down_at_once_is_asked_if_another_has_it_then() -> None:
    paper, right = with_own_cup_called()
    tremor = (9.0, -7.0, 8.0, -9.0, 6.0, -8.0, 7.0, -6.0)
    paper.lift(right)
    paper.run(0.1)
    paper.put(right, tray(ONE))
    for push in tremor:
        paper.load(tray(ONE), push)
        paper.run(0.025)
        paper.load(tray(ONE), -push)
    paper.lift(right)
    paper.run(0.5)
    paper.put(right, tray(TWO))
    paper.run(0.6)
    assert [event.players for event in paper.seen(PlayerQuestioned)] == [(ONE,)]


def with_own_cup_called() -> tuple[Paper, Cup]:
    """One has two cups, of which one is called; the hands of both are on their way."""
    paper, right = Paper(2), CUPS[0]
    paper.set_up()
    for cup in (right, CUPS[5]):
        paper.race()
        with_dice(paper, Dice(cup, cup))
        paper.grab(ONE, cup, tray(ONE))
    paper.race()
    with_dice(paper, Dice(right, right))
    paper.hand(ONE, TWO, home=False)
    paper.run(0.3)
    return paper, right


HAND_GRAMS = 190.0


def put_back_under_a_hand(paper: Paper, right: Cup) -> None:
    """One's hand comes to the own tray and rests there; the other one takes the cup up and puts it back."""
    paper.load(tray(ONE), HAND_GRAMS)
    paper.run(0.1)
    paper.lift(right)
    paper.run(0.25)
    paper.put(right, tray(ONE))
    touched(paper, tray(ONE))
    paper.load(tray(ONE), -HAND_GRAMS)


@pytest.mark.parametrize("rest_seconds", [0.05, 0.6])
def test_what_was_taken_up_and_put_back_under_a_hand_is_asked_about_if_another_has_it_then(
    rest_seconds: float,
) -> None:
    paper, right = with_own_cup_called()
    put_back_under_a_hand(paper, right)
    paper.run(rest_seconds)
    paper.lift(right)
    paper.run(0.5)
    paper.put(right, tray(TWO))
    paper.run(0.6)
    assert [event.players for event in paper.seen(PlayerQuestioned)] == [(ONE,)]
    entries = len(paper.record())
    paper.run(1.2)
    paper.tap(ONE)
    assert paper.record()[entries:] == [f"one grab {right.kind}"]


@pytest.mark.long("a round at 80 samples a second")
def test_if_nobody_says_that_they_had_it_up_it_is_whose_tray_it_stands_on() -> None:
    paper, right = with_own_cup_called()
    put_back_under_a_hand(paper, right)
    paper.run(0.6)
    paper.lift(right)
    paper.run(0.5)
    paper.put(right, tray(TWO))
    paper.run(9.0)
    assert len(paper.seen(PlayerQuestioned)) == 1
    assert paper.record()[-1] == f"two grab {right.kind}"


@pytest.mark.long("a round at 80 samples a second")
def test_what_was_perhaps_put_back_is_asked_about_once_all_have_gone_home() -> None:
    paper, right = with_own_cup_called()
    put_back_under_a_hand(paper, right)
    paper.run(0.6)
    paper.hand(ONE, TWO, home=True)
    paper.run(1.5)
    assert not paper.seen(PlayerQuestioned)
    paper.run(1.0)
    assert [event.players for event in paper.seen(PlayerQuestioned)] == [(ONE,)]
    paper.run(1.2)
    paper.hand(ONE, home=False)
    paper.run(0.2)
    paper.tap(ONE)
    assert paper.record()[-1] == f"one grab {right.kind}"


@pytest.mark.long("two rounds")
def test_who_says_nothing_is_not_asked_again() -> None:
    paper, right = with_own_cup_called()
    put_back_under_a_hand(paper, right)
    paper.run(0.6)
    paper.hand(ONE, TWO, home=True)
    paper.run(25.0)
    assert len(paper.seen(PlayerQuestioned)) == 1


@pytest.mark.parametrize("moves_on", [False, True])
def test_a_cup_that_stands_alone_on_its_tray_is_asked_about_too(moves_on: bool) -> None:
    paper = Paper(2)
    paper.set_up()
    right = paper.race().right_cup
    paper.grab(ONE, right, tray(ONE))
    paper.race()
    with_dice(paper, Dice(right, right))
    paper.hand(ONE, TWO, home=False)
    paper.run(0.3)
    put_back_under_a_hand(paper, right)
    paper.run(0.05)
    if moves_on:
        paper.load(tray(ONE), HAND_GRAMS)
    paper.lift(right)
    # Fingers move on there until the cup has been found elsewhere.
    for fingers in range(8):
        if fingers == 4:
            paper.put(right, tray(TWO))
        if moves_on:
            touched(paper, tray(ONE))
        else:
            paper.run(0.12)
    paper.run(0.6)
    assert [event.players for event in paper.seen(PlayerQuestioned)] == [(ONE,)]


def test_a_hand_that_rests_on_its_tray_and_leaves_again_took_nothing_up() -> None:
    paper, right = with_own_cup_called()
    paper.load(tray(ONE), HAND_GRAMS)
    paper.run(0.5)
    paper.load(tray(ONE), -HAND_GRAMS)
    paper.run(0.6)
    paper.lift(right)
    paper.run(0.5)
    paper.put(right, tray(TWO))
    paper.run(0.6)
    assert not paper.seen(PlayerQuestioned)
    assert paper.record()[-1] == f"two grab {right.kind}"


def test_a_cup_put_back_while_another_goes_from_the_same_tray_is_asked_about() -> None:
    paper, right = with_own_cup_called()
    paper.lift(right)
    paper.run(0.05)
    paper.lift(CUPS[5])
    paper.run(0.05)
    touched(paper, tray(ONE))
    paper.put(right, tray(ONE))
    touched(paper, tray(ONE))
    paper.run(0.4)
    paper.put(CUPS[5], tray(TWO))
    paper.run(0.6)
    paper.hand(ONE, TWO, home=True)
    paper.run(2.6)
    assert [event.players for event in paper.seen(PlayerQuestioned)] == [(ONE,)]


def test_what_went_from_under_a_hand_that_stays_was_perhaps_there_first() -> None:
    paper = Paper(2)
    paper.set_up()
    right = paper.race().right_cup
    paper.hand(ONE, home=False)
    paper.run(0.3)
    paper.lift(right)
    paper.run(0.25)
    paper.load(tray(ONE), HAND_GRAMS)
    paper.run(0.1)
    paper.put(right, tray(ONE))
    touched(paper, tray(ONE))
    paper.hand(TWO, home=False)
    paper.run(0.3)
    paper.lift(right)
    paper.run(0.4)
    paper.load(tray(ONE), -HAND_GRAMS)
    paper.run(0.02)
    paper.put(right, tray(TWO))
    paper.run(0.6)
    # Two's hand was at home when the cup was lifted: nobody but One can have brought it.
    assert paper.record() == [f"one grab {right.kind}"]


def test_cups_that_come_to_two_trays_in_the_same_moments_were_not_on_the_other_one_before() -> None:
    paper, right = racing()
    wrong = next(cup for cup in CUPS if cup != right)
    paper.lift(right)
    paper.lift(wrong)
    paper.run(0.4)
    # It hits the tray with as much again as it weighs.
    paper.put(wrong, tray(TWO))
    paper.load(tray(TWO), paper.masses[wrong])
    paper.run(0.06)
    paper.load(tray(TWO), -paper.masses[wrong])
    paper.run(0.09)
    paper.put(right, tray(ONE))
    for push in FINGERS_GRAMS * 3:
        for place in (tray(ONE), tray(TWO)):
            paper.load(place, push)
        paper.run(0.025)
        for place in (tray(ONE), tray(TWO)):
            paper.load(place, -push)
    paper.run(0.6)
    assert not paper.seen(PlayerQuestioned)
    assert paper.record() == [f"two grab {wrong.kind}", f"one grab {right.kind}"]


def test_a_hand_that_makes_a_tray_weigh_like_a_cup_that_stands_elsewhere_is_not_that_cup() -> None:
    paper, mine = with_own_cup_called()
    other = next(cup for cup in CUPS if paper.position.place_of(cup) in SPOTS)
    with_dice(paper, Dice(other, other))
    paper.grab(TWO, other, tray(TWO))
    paper.race()
    with_dice(paper, Dice(mine, mine))
    paper.hand(ONE, TWO, home=False)
    paper.run(0.3)
    entries = len(paper.events)
    paper.lift(mine)
    paper.run(0.25)
    paper.put(mine, tray(ONE))
    touched(paper, tray(ONE))
    paper.load(tray(ONE), paper.masses[other] - paper.masses[mine])
    paper.run(0.1)
    paper.load(tray(TWO), 60.0)
    paper.run(0.6)
    landed = [event.kind for event in paper.events[entries:] if isinstance(event, PieceLanded)]
    assert other.kind not in landed


def test_a_hand_that_presses_like_a_cup_before_anybody_can_have_brought_it_is_not_that_cup() -> None:
    paper, right = racing()
    wrong = next(cup for cup in CUPS if cup != right)
    paper.lift(wrong)
    paper.run(0.0375)
    paper.load(tray(ONE), paper.masses[wrong])
    paper.run(0.4)
    assert paper.record() == []
    paper.put(wrong, tray(TWO))
    paper.run(0.6)
    assert paper.record() == [f"two grab {wrong.kind}"]


@pytest.mark.parametrize("step_grams", [1.0, 2.0, 3.0])
def test_a_cup_that_is_taken_up_slowly_takes_no_others_of_its_tray_with_it(step_grams: float) -> None:
    paper, right = with_own_cup_called()
    entries = len(paper.events)
    for grams in (40.0, 30.0, step_grams):
        paper.load(tray(ONE), -grams)
        paper.run(0.05)
    paper.load(tray(ONE), 70.0 + step_grams)
    paper.lift(right)
    paper.run(0.4)
    paper.put(right, tray(TWO))
    paper.run(0.6)
    landed = [event.kind for event in paper.events[entries:] if isinstance(event, PieceLanded)]
    assert landed == [right.kind]
