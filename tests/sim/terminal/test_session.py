import re
from collections.abc import Callable

import pytest
from cupsboard.referee.events import GameStarted
from cupsboard.referee.states import AskingPowerOff, Goal, OfferingNewGame, Paused, Restoring, Turn
from cupsboard.rules.places import Side, cup, pot, stock
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing
from cupsim.terminal.session import Session
from cupsim.terminal.text_board import LEAST_LINES, columns_needed, help_page, picture

TICK_SECONDS = 0.05
SOUTH_1 = cup(Side.SOUTH, 1)


class Player:
    """A person at the keys of a session, who sees the screen."""

    def __init__(self, **setting: object) -> None:
        self.session = Session(Pairing(Setting(seed=7, **setting)))

    def wait(self, virtual_seconds: float) -> None:
        end = self.session.world.now + virtual_seconds
        self.wait_until(lambda: self.session.world.now >= end, virtual_seconds + 1)

    def wait_until(self, happens: Callable[[], bool], virtual_seconds: float = 60.0) -> None:
        end = self.session.world.now + virtual_seconds
        while not happens():
            assert self.session.world.now < end, f"in vain; the screen shows\n{self.screen}"
            self.session.advance(TICK_SECONDS)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.session.press(key)

    def act(self, *keys: str) -> None:
        """Press keys and wait until the hand has done what they ask for."""
        self.press(*keys)
        self.wait_until(lambda: not self.session.world.hands[self.session.keyboard.side].is_busy)

    @property
    def screen(self) -> str:
        return picture(self.session.view(), 80, 24).plain

    @property
    def moves(self) -> int:
        return len(self.session.world.referee.history.entries)


@pytest.fixture
def alone() -> Player:
    """South has been taken over before anything happened, and north is a person too."""
    player = Player(cups=2)
    player.press("1", "tab", "1", "tab")
    player.wait_until(lambda: player.session.world.referee.state == Turn())
    return player


def test_it_begins_as_a_demonstration_that_plays_by_itself() -> None:
    player = Player(cups=2)
    assert player.session.persons == frozenset()
    assert "8 x" in player.screen
    player.wait_until(lambda: player.moves >= 2)
    assert "1. South: drop" in player.screen


def test_any_hand_key_takes_over_south_at_the_speed_of_life() -> None:
    player = Player(cups=2)
    player.press("1")
    assert player.session.persons == {Side.SOUTH}
    assert "SOUTH (you)" in player.screen
    assert "at 1 x" in player.screen
    assert not player.session.world.hands[Side.SOUTH].is_busy, "the first key only takes over"


def test_keys_that_are_not_for_a_hand_take_nothing_over() -> None:
    player = Player(cups=2)
    player.press("+", "v", "up", "-", "-", "?", "?")
    assert player.session.persons == frozenset()
    assert "at 4 x" in player.screen


def test_the_hand_says_what_it_holds(alone: Player) -> None:
    for beans in ("1 bean.", "2 beans."):
        alone.act("s")
        assert f"Your hand holds {beans}" in alone.screen


def test_a_move_made_with_the_keys_is_seen_and_ended_with_the_button(alone: Player) -> None:
    alone.act("1", "2")
    alone.wait(2)
    assert re.search(r"Board \((sure|likely)\): South: drop 2", alone.screen), alone.screen
    assert "%" not in alone.screen, "a number would tell a player nothing"
    alone.act("enter")
    alone.wait_until(lambda: alone.moves == 1)
    alone.wait(1)
    assert "1. South: drop 2" in alone.screen
    assert "NORTH (you), to move   score 0   stock 20" in alone.screen


def test_undo_and_redo_take_both_buttons_and_the_hand_carries_the_beans(alone: Player) -> None:
    alone.act("1", "enter")
    alone.wait_until(lambda: alone.moves == 1)
    alone.press("u")
    alone.wait_until(lambda: alone.session.world.referee.state == Restoring(Goal.UNDO))
    alone.wait_until(lambda: alone.session.world.referee.state == Turn())
    assert alone.moves == 0
    alone.wait_until(lambda: alone.session.world.table.contents()[stock(Side.SOUTH)] == 20)
    alone.press("y")
    alone.wait_until(lambda: alone.session.world.referee.state == Restoring(Goal.REDO))
    alone.wait_until(lambda: alone.session.world.referee.state == Turn())
    assert alone.moves == 1


def test_after_an_undo_of_a_capture_every_bean_lies_where_it_was(alone: Player) -> None:
    alone.act("1", "enter")
    alone.wait_until(lambda: alone.moves == 1)
    before = alone.session.world.table.contents()
    alone.act("tab", "1", "2", "down", "c", "enter")
    alone.wait_until(lambda: alone.moves == 2)
    alone.press("u")
    alone.wait_until(lambda: alone.moves == 1 and alone.session.world.referee.state == Turn())
    assert alone.session.world.table.contents() == before


def test_where_nothing_can_be_undone_no_bean_is_touched(alone: Player) -> None:
    alone.press("u")
    alone.wait(4)
    alone.act("1")
    alone.press("h")
    alone.wait(4)
    assert alone.session.world.table.contents()[SOUTH_1] == 1


def test_a_key_without_a_meaning_is_answered(alone: Player) -> None:
    alone.press("9")
    assert "That key does nothing now." in alone.screen
    alone.press("up")
    assert "That key does nothing now." not in alone.screen


def test_a_capture_is_poured_with_one_key(alone: Player) -> None:
    alone.act("1", "enter")
    alone.wait_until(lambda: alone.moves == 1)
    alone.act("tab", "1", "2", "down", "c", "enter")
    alone.wait_until(lambda: alone.moves == 2)
    assert alone.session.world.table.contents()[pot(Side.NORTH)] == 1


def test_an_act_that_is_not_possible_is_explained(alone: Player) -> None:
    alone.act("right", "x")
    assert "The hand can't: nothing lies in south-2." in alone.screen


def test_a_new_game_is_held_pressed_and_the_board_emptied(alone: Player) -> None:
    started = []
    listen = alone.session.world.loop.listen
    listen(lambda moment: started.extend(e for e in moment.decided.events if isinstance(e, GameStarted)))
    alone.act("1", "2", "enter")
    alone.wait_until(lambda: alone.moves == 1)
    alone.press("g")
    alone.wait_until(lambda: isinstance(alone.session.world.referee.state, OfferingNewGame))
    alone.wait(1.5)
    assert alone.moves == 1
    alone.press("enter")
    alone.wait_until(lambda: len(started) == 1)
    contents = alone.session.world.table.contents()
    assert {contents[stock(side)] for side in Side} == {20}
    assert alone.moves == 0


@pytest.mark.long("every key", every=3)
@pytest.mark.parametrize("key", ["h", "g", "u", "k"])
@pytest.mark.parametrize("seconds", [0.3, 0.9])
def test_escape_takes_back_what_a_key_holds(alone: Player, key: str, seconds: float) -> None:
    happened: list[object] = []
    alone.act("1", "enter")
    alone.wait_until(lambda: alone.moves == 1)
    alone.wait(2)
    alone.session.world.loop.listen(lambda moment: happened.extend(moment.decided.events))
    alone.press(key)
    alone.wait(seconds)
    alone.press("escape")
    alone.wait(6)
    assert happened == []
    assert alone.moves == 1


def test_escape_with_nothing_held_says_so(alone: Player) -> None:
    alone.press("escape")
    assert "No button is held." in alone.screen


def test_a_pause_a_yes_and_the_simulated_board_is_off_until_the_same_key_switches_it_on(
    alone: Player,
) -> None:
    alone.act("1", "enter")
    alone.wait_until(lambda: alone.moves == 1)
    alone.press("k")
    alone.wait_until(lambda: alone.session.world.referee.state == Paused())
    assert "pause" in alone.screen
    alone.wait(1)
    alone.press("k")
    alone.wait_until(lambda: isinstance(alone.session.world.referee.state, AskingPowerOff))
    assert re.search(r"Board \(\w+\): Switch the board off\?", alone.screen)
    alone.wait(1.2)
    alone.act("enter")
    alone.wait_until(lambda: not alone.session.world.is_powered)
    assert "k switches it on again" in alone.screen
    alone.press("k")
    alone.wait_until(lambda: alone.session.world.referee.state == Turn())
    assert alone.moves == 1
    alone.act("tab", "1", "enter")
    alone.wait_until(lambda: alone.moves == 2)


def test_the_hand_can_be_given_back_to_a_simulated_player(alone: Player) -> None:
    alone.press("d", "tab", "d")
    assert alone.session.persons == frozenset()
    alone.wait_until(lambda: alone.moves >= 2, 90)


@pytest.mark.long("a whole evening")
def test_a_finished_demonstration_is_followed_by_another() -> None:
    player = Player(cups=2, stock_beans=1)
    player.wait_until(lambda: player.session.world.setting.seed == 8, 400)


def test_bumping_and_leaning_do_no_lasting_harm(alone: Player) -> None:
    alone.act("b", "w")
    alone.act("1", "enter")
    alone.wait_until(lambda: alone.moves == 1)


def test_true_counts_are_shown_on_demand(alone: Player) -> None:
    alone.act("1")
    alone.wait(2)
    assert "1 =1" not in alone.screen
    alone.press("v")
    assert "1 =1" in alone.screen
    assert "(true 19)" in alone.screen


def test_help_covers_the_board_until_any_key(alone: Player) -> None:
    alone.press("?")
    assert alone.session.shows_help
    alone.press("1")
    assert not alone.session.shows_help
    assert not alone.session.world.hands[Side.SOUTH].is_busy


def test_board_and_help_fit_a_terminal_of_80_by_24() -> None:
    player = Player(cups=4)
    player.wait(30)
    for text in (player.screen, help_page(80, 24).plain):
        lines = text.splitlines()
        assert len(lines) <= 24
        assert max(map(len, lines)) <= 80


def test_what_lights_say_can_be_read_without_colour(alone: Player) -> None:
    alone.act("1")
    alone.wait(2)
    assert "may +1" in alone.screen
    assert "o" in alone.screen
    assert "to move" in alone.screen


@pytest.mark.long("a whole evening")
def test_what_may_be_done_is_said_to_persons_and_to_nobody_else(alone: Player) -> None:
    watched = Player(cups=2)
    watched.wait(30)
    assert " may: " not in watched.screen
    assert "Whoever begins may: drop 1 to 2 beans, one each from cup 1 on." in alone.screen
    alone.act("1")
    alone.wait(2)
    assert "South may: go on, up to a drop of 2" in alone.screen


@pytest.mark.parametrize(
    ("columns", "lines"), [(columns_needed(4), LEAST_LINES), (80, LEAST_LINES), (42, 24)]
)
def test_a_small_terminal_shows_the_board_and_the_whole_sentence(columns: int, lines: int) -> None:
    player = Player(cups=4)
    player.press("1", "tab", "1", "tab")
    player.wait_until(lambda: player.session.world.referee.state == Turn())
    player.act("1", "2")
    player.wait(2)
    drawn = picture(player.session.view(), columns, lines).plain
    assert len(drawn.splitlines()) <= lines
    assert max(map(len, drawn.splitlines())) <= columns
    assert "Press your button, or go on with South's cup 3; 38 in stock." in " ".join(drawn.split())
    for name in ("NORTH (you)", "SOUTH (you)", "pot"):
        assert name in drawn


def test_a_terminal_too_low_or_a_help_too_large_for_it_says_what_it_needs() -> None:
    view = Player(cups=4).session.view()
    assert (
        f"needs {columns_needed(4)} columns and {LEAST_LINES} lines"
        in picture(view, 80, LEAST_LINES - 1).plain
    )
    assert "the terminal has 60 and 24" in help_page(60, 24).plain
    assert "the terminal has 80 and 19" in help_page(80, 19).plain


@pytest.mark.parametrize("cups", [9, 12])
def test_a_board_too_wide_for_the_terminal_says_so(cups: int) -> None:
    view = Player(cups=cups).session.view()
    narrow = picture(view, columns_needed(cups) - 1, 24).plain
    assert f"needs {columns_needed(cups)} columns" in narrow
    assert f"{columns_needed(cups) - 1}" in narrow
    wide = picture(view, columns_needed(cups), 24).plain
    assert max(map(len, wide.splitlines())) <= columns_needed(cups)
    assert "SOUTH" in wide


@pytest.mark.parametrize(
    ("south", "north", "you"),
    [("person", "greedy", {Side.SOUTH}), ("random", "person", {Side.NORTH}), ("person", "person", set(Side))],
)
def test_who_is_a_person_moves_their_hand_from_the_first_key_on(
    south: str, north: str, you: set[Side]
) -> None:
    session = Session(Pairing(Setting(seed=7, cups=2), south, north))
    assert session.persons == you
    assert session.keyboard.side in you
    assert session.pace.factor == 1.0
    assert "You play" in picture(session.view(), 80, 24).plain
    session.press("1")
    assert session.world.hands[session.keyboard.side].is_busy


def test_a_simulated_player_takes_the_place_of_a_person_who_goes() -> None:
    session = Session(Pairing(Setting(seed=7, cups=2), "person", "greedy"))
    session.press("d")
    assert session.persons == set()
    assert session.view().players[Side.SOUTH].name == "random, simulated"
