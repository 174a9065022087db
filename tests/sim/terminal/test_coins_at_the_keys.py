"""Coins of several kinds at the keys: which one fingers take, what the screen shows, and a play of them."""

from cupsboard.rules import games
from cupsboard.rules.places import Kind, Place, Side, cup, stock
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing
from cupsim.table.hand_actions import Drop, Lift, Take, TipOut
from cupsim.terminal.keys import Acts, Grip, Keyboard
from cupsim.terminal.kinds import kinds_of, marks, match_line, written
from cupsim.terminal.session import Session
from cupsim.terminal.text_board import picture

GAME = games.named("coin-duel 10 stage 3")
CENT, NICKEL, DIME, QUARTER = map(Kind, ("cent", "nickel", "dime", "quarter"))
STOCK, S1, S2 = stock(Side.SOUTH), cup(Side.SOUTH, 1), cup(Side.SOUTH, 2)
LYING = {STOCK: {CENT: 1, NICKEL: 10, DIME: 10, QUARTER: 10}, S2: {DIME: 1, QUARTER: 2}}
TICK_SECONDS = 0.05


def asked(keyboard: Keyboard, key: str, grip: Grip) -> list[object]:
    command = keyboard.press(key, grip, {}, LYING)
    return list(command.acts) if isinstance(command, Acts) else []


def test_fingers_take_the_kind_that_is_meant_and_lay_it_down() -> None:
    keyboard = Keyboard(10, kinds=kinds_of(GAME))
    assert asked(keyboard, "1", Grip()) == [Take(STOCK, kinds=(CENT,)), Drop(S1, kinds=(CENT,))]
    asked(keyboard, "n", Grip())
    assert keyboard.kind == NICKEL
    assert asked(keyboard, "s", Grip()) == [Take(STOCK, kinds=(NICKEL,))]


def test_of_a_hand_that_holds_some_the_next_kind_is_one_of_these() -> None:
    keyboard = Keyboard(10, kinds=kinds_of(GAME))
    holding = Grip(3, kinds=(DIME, QUARTER, QUARTER))
    assert asked(keyboard, "2", holding) == [Drop(S2, kinds=(DIME,))]
    asked(keyboard, "n", holding)
    asked(keyboard, "n", holding)
    assert keyboard.kind == QUARTER
    assert asked(keyboard, "2", holding) == [Drop(S2, kinds=(QUARTER,))]


def test_a_cup_is_tipped_out_into_the_hand_and_its_coins_go_on() -> None:
    keyboard = Keyboard(10, kinds=kinds_of(GAME))
    asked(keyboard, "2", Grip(1, kinds=(CENT,)))
    assert asked(keyboard, "l", Grip()) == [Lift(S2)]
    busy = Grip(is_busy=True)
    assert asked(keyboard, "t", busy) == [TipOut()]
    assert asked(keyboard, "3", busy) == [Drop(Place("south-3"), kinds=(DIME,))]


def test_kinds_are_written_by_a_letter_of_their_own() -> None:
    assert written({CENT: 2, DIME: 0, QUARTER: 1}, marks(kinds_of(GAME))) == "2c 1q"
    assert list(marks([Kind("two-cent"), Kind("ten-cent")]).values()) == ["a", "b"]
    assert kinds_of(games.of_board(4)) == ()
    assert match_line(GAME, GAME.start(None)) == "Round 1 of 4, winning coin: cent."


def test_a_play_of_coins_is_made_and_shown_at_the_keys() -> None:
    setting = Setting(seed=4, cups=10, sps=80, game="coin-duel 10 stage 3", handling="uniform")
    session = Session(Pairing(setting, "person", "person"))

    def act(*keys: str, seconds: float) -> str:
        for key in keys:
            session.press(key)
        for _ in range(round(seconds / TICK_SECONDS)):
            session.advance(TICK_SECONDS)
        return picture(session.view(), 90, 30).plain

    assert "Whoever first" in act(seconds=1.0)
    screen = act("n", "1", "n", "2", seconds=3.5)
    assert "1n1d" in screen.replace(" ", "")
    assert "Fingers look for a dime" in screen
    assert "c cent 1, n nickel 5, d dime 10, q quarter 25." in screen
    act("enter", seconds=1.5)
    assert session.world.referee.history.entries[0].label == "reserve nickel dime"  # type: ignore[union-attr]
    assert "makes it larger" not in picture(session.view(), 84, 22).plain
    assert "needs 84 columns and 22 lines" in picture(session.view(), 84, 20).plain
