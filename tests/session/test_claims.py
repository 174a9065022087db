"""The button that the board lights makes a browser an owner's, and means nothing else meanwhile."""

from collections.abc import Sequence

import pytest
from cupsboard import profile
from cupsboard.ports import Board
from cupsboard.referee.edges import Edge
from cupsboard.session.claims import CLAIM_SECONDS, Claims, with_claims
from cupsboard.session.orders import OrderRefused
from cupsboard.signs.scene import Meaning, Message, Scene, Sign

BOARD = profile.load("2x3")
GAME = Scene((Sign(BOARD.places[0], Meaning.YOUR_TURN),), None, Message("paused"))


class Pressed:
    """Buttons whose edges are said beforehand; implements `Buttons`."""

    def __init__(self) -> None:
        self.waiting: list[Edge] = []

    def edges(self, now: float) -> Sequence[Edge]:
        waiting, self.waiting = self.waiting, []
        return waiting


class Lit:
    """Lights that are remembered; implements `Lights`."""

    scene = GAME

    def show(self, scene: Scene, now: float) -> float:
        self.scene = scene
        return now + 0.1


class Table:
    """A board with claims; `edges` are what its game is told."""

    def __init__(self, names: Sequence[str] = ("south", "north")) -> None:
        self.pressed, self.lights = Pressed(), Lit()
        self.claims = Claims(self.pressed, names)
        board = Board(None, None, self.lights, self.pressed, None)  # type: ignore[arg-type]
        self.board = with_claims(board, self.claims, BOARD)
        self.now = 100.0

    def tick(self, *edges: tuple[str, bool]) -> list[tuple[str, bool]]:
        self.now += 0.02
        self.pressed.waiting = [Edge(button, is_down, self.now) for button, is_down in edges]
        told = self.board.buttons.edges(self.now)
        self.board.lights.show(GAME, self.now)
        return [(edge.button, edge.is_down) for edge in told]

    def lit(self) -> str:
        (sign,) = (sign for sign in self.lights.scene.signs if sign.meaning is Meaning.OWNER)
        assert self.claims.now is not None
        assert sign.place == f"{self.claims.now.button}-pot"
        return self.claims.now.button


def other(button: str) -> str:
    return "north" if button == "south" else "south"


def test_the_lit_button_says_yes_and_neither_its_press_nor_its_release_reaches_the_game() -> None:
    table = Table()
    answer = table.claims.ask(is_owned=False)
    assert table.tick() == []
    lit = table.lit()
    assert not answer.done()
    # The other one plays on.
    assert table.tick((other(lit), True), (other(lit), False)) == [(other(lit), True), (other(lit), False)]
    assert not answer.done()
    assert table.tick((lit, True)) == []
    assert answer.result(0) is None
    assert table.lights.scene == GAME
    assert table.tick((lit, False)) == []
    assert table.tick((lit, True), (lit, False)) == [(lit, True), (lit, False)]


def test_a_button_that_was_down_before_says_nothing_and_its_release_is_the_game_s() -> None:
    table = Table(("south",))
    assert table.tick(("south", True)) == [("south", True)]
    answer = table.claims.ask(is_owned=False)
    assert table.tick(("south", False)) == [("south", False)]
    assert not answer.done()
    assert table.tick(("south", True)) == []
    assert answer.done()


def refusal(table: Table, *, is_owned: bool = False) -> str:
    answer = table.claims.ask(is_owned=is_owned)
    table.tick()
    fault = answer.exception(0)
    assert isinstance(fault, OrderRefused)
    return str(fault)


def test_the_button_is_lit_for_half_a_minute() -> None:
    table = Table()
    answer = table.claims.ask(is_owned=False)
    table.tick()
    lit = table.lit()
    table.now += CLAIM_SECONDS
    assert table.tick((lit, True)) == [(lit, True)]
    with pytest.raises(OrderRefused, match="was not pressed"):
        answer.result(0)
    assert table.lights.scene == GAME


def test_a_board_with_an_owner_and_one_that_is_asked_already_refuse() -> None:
    table = Table()
    assert "This board has an owner" in refusal(table, is_owned=True)
    table.claims.ask(is_owned=False)
    table.tick()
    assert "Another browser is asking" in refusal(table)
    assert "No button of this board works" in refusal(Table(()))


def test_who_has_gone_away_leaves_the_button_dark() -> None:
    table = Table()
    answer = table.claims.ask(is_owned=False)
    table.tick()
    lit = table.lit()
    answer.cancel()
    assert table.tick((lit, True)) == [(lit, True)]
    assert table.claims.now is None


def test_the_end_of_the_board_answers_everybody() -> None:
    table = Table()
    first = table.claims.ask(is_owned=False)
    table.tick()
    second = table.claims.ask(is_owned=False)
    table.claims.refuse_all("ends")
    for answer in (first, second):
        with pytest.raises(OrderRefused, match="The board ends"):
            answer.result(0)
