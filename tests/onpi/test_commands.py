"""What every command does at the door of the real lgpio: folders, users, rights, lines."""

import os
import re
import signal
import sys
import time

import pytest
from cupsboard.rules.places import Place
from cupsboard.systemd.exit_codes import Ending
from processes import wait_until

from onpi.machine import ANNA, BEN, PI_5, ROOT, STRANGER, Pi, User, cupsboard
from onpi.table import Table, furnished, small_board

HOLDS_A_LINE = """
import lgpio, time
handle = lgpio.gpiochip_open({chip})
lgpio.gpio_claim_input(handle, {line})
print("held", flush=True)
time.sleep(1000)
"""


@pytest.mark.long("seconds of a real clock")
def test_a_place_is_calibrated_again_in_the_folder_of_the_call() -> None:
    with Pi(small_board()) as pi:
        table = Table(pi.board)
        options = furnished(pi, BEN)
        before = (pi.home(BEN) / "cal.toml").read_bytes()
        calibrate = pi.start(BEN, *cupsboard("calibrate", *options, "--place", "south-2"))
        calibrate.until("bare; then press")
        table.lift_cup("south-2")
        table.press("south")
        calibrate.until("Put each empty cup")
        table.put("south-2", 0.0)
        calibrate.until("Put the weight into South's cup 2")
        table.put("south-2", 100.0)
        calibrate.until("Take the weight out")
        table.put("south-2", 0.0)
        calibrate.until("lift the cup of South's cup 2")
        table.lift_cup("south-2")
        time.sleep(1.5)
        table.put("south-2", 100.0)
        calibrate.until("Take the weight out")
        table.put("south-2", 0.0)
        calibrate.until("written: cal.toml")
        assert calibrate.ended() == 0
        after = (pi.home(BEN) / "cal.toml").read_bytes()
        assert after != before
        assert before in [each.read_bytes() for each in pi.home(BEN).glob("cal-*.toml")]
        assert pi.temporary == []


@pytest.mark.long("seconds of a real clock")
def test_one_cell_is_looked_at_without_a_profile_and_its_beans_are_counted() -> None:
    with Pi(small_board()) as pi:
        table = Table(pi.board)
        cup_grams, cell = table.cups[Place("south-1")], pi.board.cells[Place("south-1")]
        table.lift_cup("south-1")
        scope = pi.start(
            BEN, *cupsboard("lab", "scope", "--clock", "27", "--data", "4", "--record", "cell.csv")
        )
        scope.until("Lay the known mass of 100 g")
        table.put("south-1", 100.0 - cup_grams)
        scope.until("counts a gram, like a cell of")
        table.put("south-1", -cup_grams)
        scope.until("Put an empty cup on the cell")
        table.put("south-1", 0.0)
        for beans in range(3):
            scope.until(f"{beans} of 24 weighed, {beans} lie there")
            table.drop("south-1")
        scope.until("3 of 24 weighed, 3 lie there")
        os.kill(scope.id, signal.SIGINT)
        assert scope.ended() == Ending.INTERRUPTED
        found = re.search(r"([\d.]+) counts a gram, like", scope.said)
        assert found is not None
        assert float(found[1]) == pytest.approx(cell.counts_per_gram, rel=5e-3)
        kept = pi.home(BEN) / ".local" / "state" / "cupsboard" / "one-cell" / "cell.csv"
        assert "# 10." in kept.read_text()
        assert pi.temporary == []


@pytest.mark.long("many commands on an emulated Pi")
def test_users_take_turns_in_any_order_and_leave_nothing_behind() -> None:
    with Pi(small_board()) as pi:
        for user in (ANNA, ROOT, BEN):
            code, said = pi.run(user, *cupsboard("calibrate", "beans", "sort", "--profile", "2x3"))
            # All the way to the header, and back to the file that each of them lacks.
            assert (code, said) == (
                2,
                "cupsboard: calibration.toml: no such file; calibrate the board first\n",
            )
        assert pi.temporary == []


def test_somebody_outside_the_group_gpio_is_told_of_it() -> None:
    with Pi(small_board()) as pi:
        code, said = pi.run(STRANGER, *cupsboard("doctor", "--profile", "2x3"))
    assert code == 2
    assert said.startswith("cupsboard: /dev/gpiochip0 (can not open gpiochip) can't be used; join the group")


@pytest.mark.long("another reason", every=2)
@pytest.mark.parametrize(
    ("happens", "said"),
    [
        ("OSError(28, 'No space left on device')", "can't begin ([Errno 28] No space left on device)"),
        ("ImportError()", "is missing; install it with the extra pi"),
    ],
)
def test_an_lgpio_that_can_not_be_had_is_one_clear_line(happens: str, said: str) -> None:
    with Pi(small_board()) as pi:
        pi.give(ANNA, "lgpio.py", f"raise {happens}".encode())
        code, words = pi.run(ANNA, "env", "PYTHONPATH=/mnt/anna", *cupsboard("doctor", "--profile", "2x3"))
        assert code == 2
        assert words.startswith(f"cupsboard: the library lgpio {said}")
        assert words.count("\n") == 1
        assert pi.temporary == []


def test_the_working_directory_is_the_same_before_and_after_lgpio_came() -> None:
    code = (
        "import os; from cupsboard.drivers.raspberry_pi import RaspberryPi; "
        "before = os.getcwd(), dict(os.environ); "
        "RaspberryPi(); import lgpio; print((os.getcwd(), dict(os.environ)) == before, os.getcwd())"
    )
    with Pi(small_board()) as pi:
        assert pi.run(ANNA, sys.executable, "-c", code) == (0, "True /mnt/anna\n")


@pytest.mark.long("another start")
def test_a_user_in_a_folder_they_may_not_enter_can_use_the_board_all_the_same() -> None:
    """As after `sudo -u cupsboard` in one's own home, which is closed to others."""
    with Pi(small_board()) as pi:
        Table(pi.board)
        furnished(pi, BEN)
        options = ("--profile", "/mnt/ben/mine.toml", "--calibration", "/mnt/ben/cal.toml")
        play = pi.start(BEN, *cupsboard("play", *options, "--no-page"), at=ANNA)
        play.until("The game begins")
        play.interrupt()
        assert play.ended() == 0


@pytest.mark.long("seconds of a real clock")
def test_whoever_starts_again_right_after_a_kill_gets_the_lines() -> None:
    with Pi(small_board()) as pi:
        Table(pi.board)
        command = cupsboard("play", *furnished(pi, ANNA), "--no-page")
        play = pi.start(ANNA, *command)
        play.until("The game begins")
        os.kill(play.id, signal.SIGKILL)
        again = pi.start(ANNA, *command)
        again.until("goes on after 0 entries")
        wait_until(lambda: pi.board.is_held(pi.board.profile.clock), "a new reader holds the clock")
        again.interrupt()
        assert again.ended() == 0
        wait_until(lambda: pi.board.held_lines() == [], "all lines are free")


def test_ctrl_c_while_the_reader_is_starting_ends_the_game_without_a_traceback() -> None:
    with Pi(small_board()) as pi:
        Table(pi.board)
        play = pi.start(ANNA, *cupsboard("play", *furnished(pi, ANNA), "--no-page"))
        wait_until(lambda: bool(play.children()), "the reader's process is there")
        # It loads Python and the board's modules for a while yet.
        play.until("no lights")
        play.interrupt()
        assert play.ended() == 0
        assert "Traceback" not in play.said
        assert pi.board.held_lines() == []


def test_what_a_pi_5_lacks_is_told_and_the_rest_plays() -> None:
    nobody = User("nobody", 65_534)
    with Pi(small_board(), label="pinctrl-rp1", revision=PI_5, chip=4) as pi:
        Table(pi.board)
        line = pi.board.profile.buttons["south"]
        taking = pi.start(ROOT, sys.executable, "-c", HOLDS_A_LINE.format(chip=4, line=line))
        taking.until("held")
        play = pi.start(nobody, *cupsboard("play", *furnished(pi, nobody), "--no-page"))
        play.until("a Pi 5 drives it through /dev/pio0, which this kernel or firmware lacks")
        play.until(f"button south: line {line} can't be used (GPIO busy)")
        play.until("The game begins")
        play.interrupt()
        assert play.ended() == 0
        assert pi.board.held_lines() == [line]
