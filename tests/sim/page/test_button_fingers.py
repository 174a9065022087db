"""Fingers at a page press a simulated button after what the hand of the same side was asked to do before."""

import json
from pathlib import Path

import pytest
from cupsboard.loop import Moment
from cupsboard.referee import events
from cupsboard.referee.edges import Edge
from cupsboard.referee.gestures import Gestures
from cupsboard.referee.inputs import Press
from cupsboard.referee.states import Paused, Turn
from cupsboard.referee.times import OFFER_SECONDS
from cupsboard.rules.places import Side
from cupsim.page.evening import PageEvening
from cupsim.page.requests import read_order
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing
from visitor import Visitor

TWO_PERSONS = {Side.SOUTH: PERSON, Side.NORTH: PERSON}


class Page:
    """One person at an evening; what the buttons did and what moves were entered is kept."""

    def __init__(self, trace: Path) -> None:
        self.evening = PageEvening(Pairing(Setting(7, cups=2, stock_beans=2)), TWO_PERSONS, trace, factor=1.0)
        self.edges: list[Edge] = []
        self.moves: list[str] = []
        self.happened: list[events.Event] = []
        self.evening.world.loop.listen(self._hear)

    def _hear(self, moment: Moment) -> None:
        self.edges += moment.edges
        self.happened += [
            event for event in moment.decided.events if not isinstance(event, events.TableAgreed)
        ]
        self.moves += [event.label for event in moment.decided.events if isinstance(event, events.TurnEnded)]

    def asks(self, text: str) -> None:
        self.evening.obey(1, read_order(text))

    def waits(self, seconds: float) -> None:
        for _ in range(round(seconds / 0.05)):
            self.evening.advance(0.05)


@pytest.fixture
def page(tmp_path: Path) -> Page:
    return Page(tmp_path / "evening.trace")


def test_a_press_right_after_two_drops_ends_the_turn_that_has_both(page: Page) -> None:
    page.waits(2)
    page.asks('{"do": "take", "side": "south", "place": "south-stock", "count": 2}')
    for cup in (1, 2):
        page.asks(f'{{"do": "drop", "side": "south", "place": "south-{cup}"}}')
    page.asks('{"do": "button", "sides": ["south"], "down": true}')
    page.asks('{"do": "button", "sides": ["south"], "down": false}')
    page.waits(4)
    assert page.moves == ["drop 2"]


def test_a_press_that_had_to_wait_is_held_as_long_as_it_was_meant(page: Page) -> None:
    page.waits(2)
    page.asks('{"do": "lean", "side": "south", "place": "south-1"}')
    page.asks('{"do": "button", "sides": ["south"], "down": true}')
    page.waits(0.2)
    assert not page.edges, "the hand leans for longer than that"
    page.asks('{"do": "button", "sides": ["south"], "down": false}')
    page.waits(5)
    down, up = page.edges
    assert (down.is_down, up.is_down) == (True, False)
    assert up.time - down.time == pytest.approx(0.2, abs=0.06)


def test_the_other_sides_hand_is_not_waited_for(page: Page) -> None:
    page.waits(2)
    page.asks('{"do": "lean", "side": "north", "place": "north-1"}')
    page.asks('{"do": "button", "sides": ["south"], "down": true}')
    page.waits(0.2)
    assert [edge.button for edge in page.edges] == ["south"]


def test_nobody_who_leaves_keeps_a_button_down(page: Page) -> None:
    page.waits(2)
    page.asks('{"do": "button", "sides": ["south", "north"], "down": true}')
    page.waits(0.5)
    page.evening.let_go_of_buttons(1)
    page.waits(1.5)
    assert [edge.is_down for edge in page.edges if edge.button == "south"][-1] is False
    assert [edge.is_down for edge in page.edges if edge.button == "north"][-1] is False


def test_a_press_on_the_heels_of_another_is_one_of_its_own(page: Page) -> None:
    page.waits(2)
    for _ in range(2):
        for down in ("true", "false"):
            page.asks(f'{{"do": "button", "sides": ["north"], "down": {down}}}')
    page.waits(1)
    assert [edge.is_down for edge in page.edges] == [True, False, True, False]
    closed = page.edges[2].time - page.edges[1].time
    assert closed >= 0.05


# A finger that slips off


def button(sides: tuple[str, ...], *, down: bool, slipped: bool = False) -> str:
    return json.dumps({"do": "button", "sides": sides, "down": down, "slipped": slipped})


BUTTONS = [("south",), ("north",), ("south", "north")]


@pytest.mark.long("every length of a hold", every=4)
@pytest.mark.parametrize("sides", BUTTONS)
@pytest.mark.parametrize("seconds", [0.05, 0.2, 0.5, 0.75, 0.85, 1.5, 3.5, 3.95, 4.2, 6.0])
def test_however_long_it_was_down_nothing_but_a_question_or_a_pause_comes_of_it(
    page: Page, sides: tuple[str, ...], seconds: float
) -> None:
    page.waits(2)
    page.asks('{"do": "take", "side": "south", "place": "south-stock"}')
    page.asks('{"do": "drop", "side": "south", "place": "south-1"}')
    page.waits(2)
    page.happened.clear()
    page.asks(button(sides, down=True))
    page.waits(seconds)
    page.asks(button(sides, down=False, slipped=True))
    page.waits(3)
    at_four_seconds = {("south", "north"): [events.PlayPaused()]}.get(sides, [events.NewGameOffered()])
    assert page.happened == (at_four_seconds if seconds >= 4 else [])
    # Whoever lets go just as the question comes has said nothing, and it goes by.
    page.waits(OFFER_SECONDS)
    state = page.evening.world.referee.state
    assert isinstance(state, Paused if seconds >= 4 and len(sides) == 2 else Turn)


@pytest.mark.parametrize("sides", BUTTONS)
def test_the_same_finger_let_go_does_something(page: Page, sides: tuple[str, ...]) -> None:
    page.waits(2)
    page.asks(button(sides, down=True))
    page.waits(1.5)
    page.asks(button(sides, down=False))
    page.waits(3)
    assert page.happened[-1] != events.GameStarted(None)


def test_a_finger_that_slips_while_its_hand_is_busy_never_presses(page: Page) -> None:
    page.waits(2)
    page.asks('{"do": "lean", "side": "south", "place": "south-1"}')
    page.asks(button(("south",), down=True))
    page.waits(0.2)
    page.asks(button(("south",), down=False, slipped=True))
    page.waits(4)
    assert page.edges == []


@pytest.mark.parametrize("later", [0.1, 0.5, 1.5])
def test_one_persons_slip_takes_back_what_two_persons_hold(page: Page, later: float) -> None:
    page.waits(2)
    page.happened.clear()
    page.asks(button(("south",), down=True))
    page.waits(later)
    page.evening.obey(2, read_order(button(("north",), down=True)))
    page.waits(0.3)
    page.asks(button(("south",), down=False, slipped=True))
    page.waits(2)
    page.evening.obey(2, read_order(button(("north",), down=False)))
    page.waits(2)
    assert page.happened == []


def test_who_leaves_the_page_with_a_finger_down_does_nothing(page: Page) -> None:
    page.waits(2)
    page.happened.clear()
    page.asks(button(("south",), down=True))
    page.waits(1.5)
    page.evening.let_go_of_buttons(1)
    page.waits(3)
    assert page.happened == []


# Both buttons beside a simulated player


@pytest.fixture
def alone(tmp_path: Path) -> Visitor:
    """South at a page while simulated North has the turn and has begun a move."""
    visitor = Visitor(tmp_path, seed=7)
    visitor.waits_until(lambda: visitor.has_turn, 10.0)
    visitor.moves(visitor.plans()[0])
    visitor.presses()
    visitor.waits_until(lambda: visitor.world.hands[Side.NORTH].is_busy, 20.0)
    return visitor


def tell(visitor: Visitor, order: str) -> None:
    visitor.evening.obey(1, read_order(order))


@pytest.mark.long("more hands", every=3)
@pytest.mark.parametrize("hand_is_busy", [False, True])
@pytest.mark.parametrize("down_seconds", [0.05, 0.3, 0.7, 1.0, 2.0])
def test_both_buttons_go_down_and_up_together_whatever_the_hands_do(
    alone: Visitor, down_seconds: float, hand_is_busy: bool
) -> None:
    edges: list[Edge] = []
    pressing: list[bool] = []
    alone.world.loop.listen(lambda moment: edges.extend(moment.edges))
    gestures = Gestures()
    if hand_is_busy:
        tell(alone, '{"do": "lean", "side": "south", "place": "south-1"}')
    tell(alone, button(("south", "north"), down=True))
    alone.waits(down_seconds)
    tell(alone, button(("south", "north"), down=False))
    alone.waits_until(lambda: len({edge.button for edge in edges}) == 2, 5.0)
    alone.waits_until(lambda: len([edge for edge in edges if edge.button == "south"]) == 2, 5.0)
    pressing += [isinstance(each, Press) for each in gestures.step(edges[:4], edges[-1].time + 1.0)]
    assert {edge.button for edge in edges[:2]} == {"south", "north"}
    assert pressing == [False]


def test_a_simulated_players_button_stays_up_beside_one_that_is_held(alone: Visitor) -> None:
    edges: list[Edge] = []
    alone.world.loop.listen(lambda moment: edges.extend(moment.edges))
    tell(alone, button(("south",), down=True))
    alone.waits(0.2)
    tell(alone, button(("south", "north"), down=True))
    tell(alone, button(("south", "north"), down=False))
    alone.waits(0.5)
    assert [edge.button for edge in edges] == ["south", "south"]


def test_a_button_that_is_named_twice_is_pressed_once(page: Page) -> None:
    page.waits(2)
    page.asks(button(("south", "south"), down=True))
    page.waits(0.2)
    page.asks(button(("south", "south"), down=False))
    page.waits(0.5)
    assert [edge.is_down for edge in page.edges] == [True, False]
