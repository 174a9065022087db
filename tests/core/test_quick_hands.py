"""Quick hands round King of the Cups: what stood for a moment is seen, and nobody is asked without need."""

import pytest
from cups_on_paper import Paper, with_dice
from cupsboard.referee.events import OrderQuestioned, PieceLanded, PieceLifted, PlayerQuestioned
from cupsboard.referee.king_of_the_cups.states import Homing
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS, SPOTS, Cup, Dice, Seat, tray

ONE, TWO = Seat.ONE, Seat.TWO


def with_cups_of_one(count: int) -> tuple[Paper, list[Cup]]:
    """A race of two players after One has won so many rounds; with the cups before them."""
    paper, won = Paper(2), list[Cup]()
    paper.set_up()
    while len(won) < count:
        right = paper.race().right_cup
        if right in won:
            with_dice(paper, Dice(right := next(cup for cup in CUPS if cup not in won), right))
        paper.grab(ONE, right, tray(ONE))
        won.append(right)
    paper.race()
    return paper, won


def put_down_again(paper: Paper, cup: Cup, seconds: float = 0.3) -> None:
    """One takes a cup of their own up and puts it down before them."""
    paper.hand(ONE, home=False)
    paper.run(0.3)
    paper.lift(cup)
    paper.run(seconds)
    paper.put(cup, tray(ONE))
    paper.run(0.5)


@pytest.mark.parametrize("off_grams", [0.0, 0.45, 0.55])
def test_a_cup_taken_up_from_among_others_is_seen_though_the_zero_of_the_tray_is_not_quite_known(
    off_grams: float,
) -> None:
    paper, (first, second) = with_cups_of_one(2)
    with_dice(paper, Dice(second, second))
    paper.hand(ONE, home=False)
    paper.run(0.3)
    paper.lift(second)
    paper.load(tray(ONE), -off_grams)
    paper.run(0.4)
    assert paper.seen(PieceLifted)[-1].kinds == (second.kind,)
    paper.load(tray(ONE), off_grams)
    paper.put(second, tray(ONE))
    paper.run(0.5)
    assert paper.record()[-1] == f"one grab {second.kind}"
    assert first.kind in paper.heart.standing[tray(ONE)]


def test_a_hand_that_pressed_on_the_tray_meanwhile_is_not_taken_for_the_landing() -> None:
    paper, (own,) = with_cups_of_one(1)
    with_dice(paper, Dice(own, own))
    paper.hand(ONE, home=False)
    paper.run(0.3)
    paper.lift(own)
    paper.run(0.05)
    paper.load(tray(ONE), 0.8 * paper.masses[own])
    paper.run(0.0875)
    paper.load(tray(ONE), -0.8 * paper.masses[own])
    paper.run(0.1)
    landed_at = paper.now
    paper.put(own, tray(ONE))
    paper.run(0.5)
    assert paper.seen(PieceLanded)[-1].time == pytest.approx(landed_at, abs=0.02)
    assert paper.record()[-1] == f"one grab {own.kind}"


def test_what_no_hand_could_have_carried_there_and_on_in_time_is_not_asked_about() -> None:
    paper, (_own,) = with_cups_of_one(1)
    right = next(cup for cup in CUPS if paper.position.place_of(cup) in SPOTS)
    with_dice(paper, Dice(right, right))
    paper.hand(ONE, TWO, home=False)
    paper.run(0.3)
    paper.lift(right)
    paper.run(0.2)
    # Two leans on the own tray until just before One puts the cup down: it can't have been there.
    paper.load(tray(TWO), paper.masses[right] + 2.0)
    paper.run(0.1)
    paper.load(tray(TWO), -paper.masses[right] - 2.0)
    paper.run(0.05)
    paper.put(right, tray(ONE))
    paper.run(0.5)
    assert not paper.seen(PlayerQuestioned)
    assert paper.record()[-1] == f"one grab {right.kind}"


def test_a_cup_that_another_puts_back_beside_the_right_one_is_no_question_of_order() -> None:
    paper, (own,) = with_cups_of_one(1)
    right = next(cup for cup in CUPS if paper.position.place_of(cup) in SPOTS)
    with_dice(paper, Dice(right, right))
    paper.hand(ONE, TWO, home=False)
    paper.run(0.3)
    paper.lift(own)
    paper.lift(right)
    paper.run(0.4)
    paper.put(own, tray(ONE))
    paper.put(right, tray(ONE))
    paper.run(0.5)
    # It rose only once: something else may weigh as much as both.
    assert "Tap your button for yes" in paper.said
    paper.tap(TWO)
    paper.run(0.3)
    assert not paper.seen(OrderQuestioned)
    assert f"one grab {right.kind}" in paper.record()


def test_whose_a_cup_was_is_known_where_everybody_else_brought_another_one_meanwhile() -> None:
    paper = Paper(2)
    paper.set_up()
    right = paper.race().right_cup
    back, other = [cup for cup in CUPS if cup != right][:2]
    paper.hand(ONE, TWO, home=False)
    paper.run(0.3)
    paper.lift(back)
    paper.run(0.1)
    paper.lift(other)
    paper.run(0.3)
    paper.put(back, SPOTS[CUPS.index(back)])
    paper.run(0.2)
    paper.put(other, tray(ONE))
    paper.run(0.5)
    paper.bring(other, SPOTS[CUPS.index(other)])
    paper.hand(ONE, TWO, home=True)
    paper.run(2.5)
    assert not paper.seen(PlayerQuestioned)
    assert f"two lift {back.kind}" in paper.record()
    assert isinstance(paper.state, Homing)


def test_of_two_cups_on_one_tray_the_one_that_stood_there_alone_for_a_moment_came_first() -> None:
    for is_right_first in (True, False):
        paper = Paper(2)
        paper.set_up()
        right = paper.race().right_cup
        wrong = next(cup for cup in CUPS if cup != right)
        first, second = (right, wrong) if is_right_first else (wrong, right)
        paper.hand(ONE, home=False)
        paper.run(0.3)
        paper.lift(first)
        paper.lift(second)
        paper.run(0.4)
        paper.put(first, tray(ONE))
        # The tray rings all the while, and never lies still.
        for grams in (2.0, -4.0, 4.0, -4.0, 4.0, -4.0, 4.0, -2.0):
            paper.load(tray(ONE), grams)
            paper.run(0.025)
        paper.put(second, tray(ONE))
        paper.run(0.5)
        assert not paper.seen(OrderQuestioned)
        assert paper.record()[0] == f"one grab {first.kind}"


@pytest.mark.parametrize("rests", [False, True])
def test_who_may_have_had_it_first_is_asked_though_another_certainly_had_it_next(rests: bool) -> None:
    paper = Paper(3)
    paper.set_up()
    right = paper.race().right_cup
    grams = paper.masses[right]
    paper.hand(ONE, TWO, Seat.THREE, home=False)
    paper.run(0.3)
    paper.lift(right)
    paper.run(0.3)
    # One's fingers never let go of it; afterwards a hand may stay there.
    paper.load(tray(ONE), grams + 20.0)
    paper.run(0.05)
    paper.load(tray(ONE), 30.0)
    paper.run(0.05)
    paper.load(tray(ONE), -25.0)
    paper.run(0.05)
    if not rests:
        paper.load(tray(ONE), -grams - 25.0)
    paper.run(0.3)
    paper.put(right, tray(TWO))
    paper.run(0.4)
    if not rests:
        paper.lift(right)
        paper.run(0.4)
        paper.put(right, tray(Seat.THREE))
        paper.run(0.5)
    (asked,) = paper.seen(PlayerQuestioned)
    assert (asked.kind, asked.players) == (right.kind, (ONE,))


def test_a_hand_that_leant_on_a_spot_as_a_cup_went_elsewhere_is_not_that_cup() -> None:
    paper, (own,) = with_cups_of_one(1)
    free = next(spot for spot in SPOTS if not paper.heart.standing[spot])
    paper.hand(ONE, home=False)
    paper.run(0.3)
    paper.load(free, paper.masses[own])
    paper.lift(own)
    paper.run(0.4)
    assert not paper.heart.standing[free]
