"""What players are asked in a race: only where the answer decides who wins, and never about what can't be."""

import pytest
from cups_on_paper import Paper
from cupsboard.referee.events import Called, PlayerQuestioned
from cupsboard.referee.king_of_the_cups.states import Homing, Over, Race
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS, SPOTS, Cup, Seat, tray
from cupsboard.signs.scene import Meaning

ONE, TWO, THREE = Seat.ONE, Seat.TWO, Seat.THREE


def asked_on(paper: Paper) -> set[Seat]:
    """At whose trays the board asks."""
    assert paper.scene is not None
    lit = {sign.place for sign in paper.scene.signs if sign.meaning is Meaning.YOU}
    return {seat for seat in paper.seats if tray(seat) in lit}


def put_back_by_one_or_two(seats: int = 3) -> tuple[Paper, Cup, Cup]:
    """A wrong cup was lifted and put back while the hands of One and Two were away; with the right one."""
    paper = Paper(seats)
    paper.set_up()
    right = paper.race().right_cup
    wrong = next(cup for cup in CUPS if cup != right)
    paper.run(0.5)
    paper.hand(ONE, home=False)
    paper.grab(TWO, wrong, SPOTS[CUPS.index(wrong)])
    return paper, right, wrong


def test_whose_a_cup_was_that_came_back_is_not_asked_as_long_as_nothing_hangs_on_it() -> None:
    paper, right, _ = put_back_by_one_or_two()
    assert asked_on(paper) == set()
    paper.grab(THREE, right, tray(THREE))
    assert paper.record() == [f"three grab {right.kind}"]
    assert not paper.seen(PlayerQuestioned)
    assert isinstance(paper.state, Homing)
    assert asked_on(paper) == set()


def test_who_may_have_had_it_is_asked_alone_once_they_bring_the_right_cup() -> None:
    paper, right, wrong = put_back_by_one_or_two()
    paper.grab(TWO, right, tray(TWO))
    (asked,) = paper.seen(PlayerQuestioned)
    assert (asked.kind, asked.players) == (wrong.kind, (TWO,))
    assert asked_on(paper) == {TWO}
    assert f"Who lifted the {wrong.colour.value} {wrong.shape.value}" in paper.said
    assert paper.record() == []


def test_with_a_tap_they_are_out_and_the_right_cup_is_still_to_be_had() -> None:
    paper, right, wrong = put_back_by_one_or_two()
    paper.grab(TWO, right, tray(TWO))
    paper.run(1.2)
    paper.tap(TWO)
    assert paper.position.out == {TWO}
    assert paper.seen(Called)[-1].said == f"out {right.kind}"
    assert asked_on(paper) == set()
    paper.hand(ONE, home=False)
    paper.bring(right, tray(ONE))
    assert paper.record() == [
        f"two lift {wrong.kind}",
        f"two back {wrong.kind}",
        f"two out {right.kind}",
        f"one grab {right.kind}",
    ]


def test_if_they_say_nothing_the_round_is_theirs_and_the_light_goes_out() -> None:
    paper, right, _ = put_back_by_one_or_two()
    paper.grab(TWO, right, tray(TWO))
    # A hand that comes home to rest is no answer.
    paper.hand(TWO, home=True)
    paper.run(8.5)
    assert paper.record() == [f"two grab {right.kind}"]
    assert asked_on(paper) == set()


@pytest.mark.parametrize("is_guilty", [True, False])
def test_what_lands_while_the_round_hangs_on_an_answer_waits_for_it(is_guilty: bool) -> None:
    paper, right, _ = put_back_by_one_or_two()
    paper.grab(TWO, right, tray(TWO))
    paper.grab(THREE, right, tray(THREE))
    assert paper.record() == []
    paper.run(0.6)
    if is_guilty:
        paper.tap(TWO)
    else:
        paper.run(8.0)
    winner = THREE if is_guilty else TWO
    assert paper.record()[-1] == f"{winner.value} grab {right.kind}"
    assert paper.position.roller is winner


@pytest.mark.long("a whole game")
def test_a_wrong_cup_that_came_back_meanwhile_does_not_outlast_the_game() -> None:
    paper = Paper(4)
    paper.set_up()
    while paper.position.cups_of(TWO) < 2:
        paper.grab(TWO, paper.race().right_cup, tray(TWO))
    while (right := paper.race().right_cup).kind in paper.heart.standing[tray(TWO)]:
        paper.grab(TWO, right, tray(TWO))
    first, other = [cup for cup in CUPS if cup != right and cup.kind not in paper.heart.standing[tray(TWO)]][
        :2
    ]
    homes = {cup: paper.position.home_of(cup) for cup in (first, other)}
    paper.run(0.5)
    paper.hand(ONE, home=False)
    paper.grab(TWO, first, homes[first])
    paper.grab(THREE, other, tray(THREE))
    paper.grab(TWO, right, tray(TWO))
    assert asked_on(paper) == {TWO}
    # This waits for the answer, by which the game ends.
    paper.bring(other, homes[other])
    paper.run(9.0)
    assert isinstance(paper.state, Over)
    assert paper.record()[-1] == f"two grab {right.kind}"


def test_whose_hand_held_the_right_cup_meanwhile_is_not_asked_about_the_other() -> None:
    paper = Paper(3)
    paper.set_up()
    right = paper.race().right_cup
    wrong = next(cup for cup in CUPS if cup != right)
    paper.hand(ONE, TWO, home=False)
    paper.run(0.5)
    paper.lift(wrong)
    paper.run(0.2)
    paper.lift(right)
    paper.run(0.2)
    paper.put(wrong, SPOTS[CUPS.index(wrong)])
    paper.run(0.3)
    paper.put(right, tray(ONE))
    paper.run(0.5)
    assert not paper.seen(PlayerQuestioned)
    assert paper.record() == [f"one grab {right.kind}"]


def test_who_says_nothing_of_one_cup_is_asked_about_the_next() -> None:
    paper, right, _ = put_back_by_one_or_two()
    other = [cup for cup in CUPS if cup != right][4]
    paper.grab(TWO, other, SPOTS[CUPS.index(other)])
    paper.grab(TWO, right, tray(TWO))
    paper.run(8.5)
    assert len(paper.seen(PlayerQuestioned)) == 2
    paper.run(1.2)
    paper.tap(TWO)
    assert paper.position.out == {TWO}
    assert paper.position.dice is not None


def test_once_perhaps_nobody_is_left_in_the_round_and_all_hands_rest_it_is_asked_so_that_it_ends() -> None:
    paper, right, wrong = put_back_by_one_or_two(seats=2)
    other = [cup for cup in CUPS if cup != right][4]
    paper.grab(ONE, other, SPOTS[CUPS.index(other)])
    paper.hand(ONE, TWO, home=True)
    paper.run(2.5)
    assert asked_on(paper) == {ONE, TWO}
    paper.hand(ONE, TWO, home=False)
    paper.run(0.7)
    paper.tap(TWO)
    assert paper.record() == [f"two lift {wrong.kind}", f"two back {wrong.kind}"]
    assert isinstance(paper.state, Race)
    paper.hand(ONE, TWO, home=True)
    paper.run(2.5)
    paper.hand(ONE, home=False)
    paper.run(0.7)
    paper.tap(ONE)
    assert isinstance(paper.state, Homing)
    assert "All were wrong" in paper.said
