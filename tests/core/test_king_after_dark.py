"""King of the Cups after a power cut, and with real dice that perhaps were never thrown."""

from dataclasses import replace

from cups_on_paper import Paper
from cupsboard.referee.events import Ending, TurnEnded
from cupsboard.referee.king_of_the_cups.grabs import back_unseen
from cupsboard.referee.king_of_the_cups.sight import Sight
from cupsboard.referee.king_of_the_cups.states import Armed, Race, TellingDice
from cupsboard.referee.options import Options
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS, Seat, tray
from cupsboard.rules.places import Kind

ONE, TWO = Seat.ONE, Seat.TWO


def test_a_wrong_cup_that_was_put_back_in_the_dark_is_written_down_as_put_back() -> None:
    paper = Paper(3)
    paper.set_up()
    dice = paper.race()
    wrong = next(cup for cup in CUPS if cup != dice.right_cup)
    home = paper.position.home_of(wrong)
    paper.grab(TWO, wrong, tray(TWO))
    standing = {place: frozenset[Kind]() for place in paper.profile.places}
    there = back_unseen(paper.heart.history, Sight({**standing, home: frozenset({wrong.kind})}, {}))
    assert there.history.position.astray == ()
    assert there.history.position.out == {TWO}
    assert there.events == (TurnEnded(TWO, f"back {wrong.kind}", Ending.STILLNESS),)
    elsewhere = back_unseen(paper.heart.history, Sight({**standing, tray(TWO): frozenset({wrong.kind})}, {}))
    assert elsewhere.history == paper.heart.history


def with_real_dice() -> Paper:
    paper = Paper(options=Options(chance_seed=1, has_real_dice=True))
    paper.set_up()
    paper.run_until(Armed)
    return paper


def test_a_cup_taken_up_before_real_dice_fell_and_put_back_is_no_reason_to_ask_for_them() -> None:
    paper = with_real_dice()
    spot = paper.position.home_of(CUPS[2])
    paper.grab(ONE, CUPS[2], spot)
    paper.run(2.0)
    assert isinstance(paper.state, Race)
    paper.hand(ONE, home=True)
    paper.run_until(Armed)
    assert paper.record() == []


def test_a_cup_put_back_and_another_brought_are_both_judged_once_the_dice_are_told() -> None:
    paper = with_real_dice()
    wrong, right = CUPS[2], CUPS[0]
    paper.grab(ONE, wrong, paper.position.home_of(wrong))
    paper.grab(TWO, right, tray(TWO))
    paper.run_until(TellingDice)
    roller = paper.position.roller
    assert roller is not None
    paper.hand(ONE, TWO, home=False)
    paper.run(1.2)
    for _ in range(5):
        paper.hand(roller, home=True)
        paper.run(1.0)
        paper.hand(roller, home=False)
        paper.run(1.2)
    assert paper.record() == [f"one lift {wrong.kind}", f"one back {wrong.kind}", f"two grab {right.kind}"]


def test_cups_that_changed_places_in_the_dark_are_known_where_they_stand() -> None:
    paper = Paper(2)
    paper.set_up()
    for _ in range(2):
        paper.grab(ONE, paper.race().right_cup, tray(ONE))
    mine = next(cup for cup in CUPS if paper.position.place_of(cup) == tray(ONE))
    one, other = [cup for cup in CUPS if paper.position.place_of(cup) != tray(ONE)][:2]
    there = {mine: paper.position.place_of(one), one: paper.position.place_of(other), other: tray(ONE)}
    lying = replace(
        paper.position,
        lying=tuple(there.get(cup, place) for cup, place in zip(CUPS, paper.position.lying, strict=True)),
    )
    back = Paper(seed=9, history=paper.heart.history, lying=lying)
    back.run(2.0)
    standing = back.heart.standing
    for cup, place in there.items():
        assert cup.kind in standing[place]
    assert mine.kind not in standing[tray(ONE)]
