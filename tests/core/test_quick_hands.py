"""Quick hands round King of the Cups: what stood for a moment is seen, and nobody is asked without need."""

import pytest
from cups_on_paper import Paper, with_dice
from cupsboard.referee.events import OrderQuestioned, PieceLanded, PieceLifted, PlayerQuestioned
from cupsboard.referee.king_of_the_cups.states import Homing
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS, Cup, Dice
from cupsboard.rules.king_of_the_cups.seats import SPOTS, Seat, tray

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
