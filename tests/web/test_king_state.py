"""What a page is told of King of the Cups: faults with their reason, and no answer before the grab."""

import json
from itertools import product
from typing import Any

import pytest
from cups_on_paper import Paper
from cupsboard.core.grabs import Grabs
from cupsboard.referee.king_of_the_cups.states import Homing
from cupsboard.referee.options import Options
from cupsboard.rules import games
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS, SPOTS, Cup, Dice, Seat, tray
from cupsboard.session.start import Start
from cupsboard.web.board_view import BoardView
from cupsboard.web.static_files import Pages, front_of, page_folders

ONE, TWO, THREE = Seat.ONE, Seat.TWO, Seat.THREE


class Shown:
    """A board on paper with the view that its page is told of."""

    def __init__(self, seats: int = 3, paper: Paper | None = None) -> None:
        self.paper = paper or Paper(seats)
        heart = self.paper.heart
        history = heart.history if heart.history.entries else None
        game = games.of_table(seats) if history is None else history.game
        options = Options(chance_seed=1)
        start = Start(self.paper.profile, self.paper.calibration, game, options, heart.knowledge, history)
        self.view = BoardView(start)
        self.paper.listeners = [self.view]

    @property
    def round(self) -> dict[str, Any]:
        found: dict[str, Any] = self.view.state()["round"]
        return found


def wrong_cup(dice: Dice) -> Cup:
    return next(cup for cup in CUPS if cup != dice.right_cup)


def test_a_wrong_grab_stands_on_the_page_with_its_reason_and_the_right_cup_after_the_grab() -> None:
    shown = Shown()
    paper = shown.paper
    paper.set_up()
    dice = paper.race()
    wrong = wrong_cup(dice)
    home = paper.position.home_of(wrong)
    assert "ended" not in shown.round
    paper.grab(TWO, wrong, tray(TWO))
    assert shown.round["faults"] == [{"player": "two", "why": "grab", "cup": wrong.kind}]
    assert shown.round["out"] == ["two"]
    assert "ended" not in shown.round
    paper.bring(wrong, home)
    paper.grab(ONE, dice.right_cup, tray(ONE))
    assert shown.round["ended"] == {"cup": dice.right_cup.kind, "player": "one"}
    paper.race()
    assert "ended" not in shown.round
    assert "faults" not in shown.round


def test_a_hand_that_leaves_early_is_named_until_the_roll() -> None:
    shown = Shown()
    paper = shown.paper
    paper.set_up()
    paper.run_until(Homing)
    paper.hand(*paper.seats, home=True)
    paper.run(0.9)
    paper.hand(THREE, home=False)
    paper.run(0.2)
    assert shown.round["faults"] == [{"player": "three", "why": "early"}]
    paper.race()
    assert "faults" not in shown.round


def test_where_all_were_wrong_the_page_says_which_cup_it_had_been() -> None:
    shown = Shown(2)
    paper = shown.paper
    paper.set_up()
    dice = paper.race()
    one, other = [cup for cup in CUPS if cup != dice.right_cup][:2]
    paper.grab(ONE, one, tray(ONE))
    paper.grab(TWO, other, tray(TWO))
    assert shown.round["ended"] == {"cup": dice.right_cup.kind}


@pytest.fixture(scope="module")
def rolled() -> Paper:
    """A second round, so that cups lie on trays too, and the dice of the next are about to fall."""
    paper = Paper(3)
    paper.set_up()
    paper.grab(TWO, paper.race().right_cup, tray(TWO))
    paper.race()
    return paper


def seen_with(rolled: Paper, dice: Dice) -> dict[str, Any]:
    """What a page is told in the very same race, had the dice shown this."""
    history = rolled.heart.history
    roller = history.position.roller
    assert roller is not None
    thrown = history.after(len(history.entries) - 1).without_undone()
    thrown = thrown.enter(type(history.entries[-1])(roller, dice.outcome))  # type: ignore[call-arg]
    paper = Paper(3, seed=2, history=thrown, lying=thrown.position)
    shown = Shown(paper=paper)
    assert isinstance(paper.heart, Grabs)
    paper.run(0.6)
    assert paper.race() == dice
    paper.run(0.3)
    return shown.view.state()


def without_what_everybody_sees(state: dict[str, Any], dice: Dice) -> str:
    """The state as text, without the two faces of the dice where they are said to lie."""
    faces = [face.kind for face in dice]
    assert state["round"].pop("dice") == faces
    assert [sign["meaning"] for place, sign in state["signs"].items() if place in SPOTS] == ["RACE"] * 9
    for number, place in enumerate(("one-tray", "two-tray", "three-tray")):
        face = dice[number % 2]
        sign = state["signs"].pop(place)
        assert (sign["meaning"], sign["hue"]) == (face.shape.name, face.colour.value)
        state["lights"].pop(place)
    message = state["game"].pop("message")
    assert message["key"] == "king.race"
    assert message["values"].keys() == {"one", "other"}
    number, entry = max(state["moves"].items(), key=lambda each: int(each[0]))
    assert entry["move"] == f"chance {dice.outcome}" or dice.outcome in entry["move"]
    del state["moves"][number]
    return json.dumps(state, sort_keys=True)


@pytest.mark.long("several races")
def test_before_the_grab_the_page_knows_nothing_but_the_dice_that_everybody_sees(rolled: Paper) -> None:
    some = [Dice(one, other) for one, other in [*product(CUPS, repeat=2)][::5]]
    told = {without_what_everybody_sees(seen_with(rolled, dice), dice) for dice in some}
    assert len({dice.right_cup for dice in some}) == len(CUPS)
    assert len(told) == 1


def test_a_table_of_spots_has_a_page_of_its_own() -> None:
    assert front_of(games.of_board(4)) == "/index.html"
    for seats in (2, 6):
        Pages(page_folders(), front_of(games.of_table(seats)))
