"""The whole walk on an emulated Pi, too long for every run: a board from its first calibration to a won game.

    python tests/onpi/walk.py [CHAPTER ...]

As root. Each chapter is a machine of its own and takes one to four minutes; a line says how it ended. The
exit code is 0 if all went well.
"""

import os
import re
import signal
import sys
import time
import tomllib
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from cupsboard import profile
from processes import wait_until

from onpi.cups_by_hand import CupsByHand
from onpi.electronics import SHORTED_LOW, WIRE_OFF
from onpi.helpful import Hands, end_turn
from onpi.machine import ANNA, BEN, PI_5, ROOT, Pi, cupsboard, reader_of
from onpi.table import Table, furnished, small_board, small_profile


def first_day() -> None:
    """Calibrate from nothing, sort a bean, examine: each as another user, in a folder of their own."""
    with Pi(small_board()) as pi:
        table = Table(pi.board)
        pi.give(BEN, "mine.toml", small_profile())
        options = ("--profile", "mine.toml", "--calibration", "cal.toml")
        calibrate = pi.start(BEN, *cupsboard("calibrate", *options))
        assert Hands(table, calibrate).obey() == 0, calibrate.said
        found = tomllib.loads((pi.home(BEN) / "cal.toml").read_text())
        for place, cell in pi.board.cells.items():
            says = found["places"][place]
            assert says["counts_per_gram"] == pytest.approx(cell.counts_per_gram, rel=2e-3), place
            assert says["zero_counts"] == pytest.approx(cell.empty_counts, abs=60), place
            assert says["cup_grams"] == pytest.approx(table.cups[place], abs=0.05), place
        for beans in table.beans.values():
            beans.clear()
        table.put_cups_back()

        for name in ("mine.toml", "cal.toml"):
            pi.give(ANNA, name, (pi.home(BEN) / name).read_bytes())
        sort = pi.start(ANNA, *cupsboard("calibrate", "beans", "sort", *options))
        sort.until("0 of the first 10 weighed")
        table.drop("south-1")
        sort.until("1 of the first 10 weighed")
        table.beans["south-1"].clear()
        table.put("south-1", 0.0)
        time.sleep(2.0)
        table.press("south")
        assert sort.ended() == 0

        doctor = pi.start(ROOT, *cupsboard("doctor", *(_at(BEN.name, each) for each in options)))
        assert Hands(table, doctor).obey() == 1
        assert len(re.findall(r"^(?:south|north)-\S+ +(?:good|LOOK) ", doctor.said, re.MULTILINE)) == 6
        assert pi.temporary == []


def _at(name: str, option: str) -> str:
    return option if option.startswith("--") else f"/mnt/{name}/{option}"


def sick_cells() -> None:
    """The doctor names a cell that is cut off and one that is shorted; mended, they play again."""
    with Pi(small_board()) as pi:
        table = Table(pi.board)
        options = furnished(pi, ANNA)
        pi.board.spoil("south-1", WIRE_OFF)
        pi.board.spoil("north-2", SHORTED_LOW)
        doctor = pi.start(ANNA, *cupsboard("doctor", *options))
        assert Hands(table, doctor).obey() == 1
        assert re.search(r"^south-1 .*(unplugged|unpowered)", doctor.said, re.MULTILINE), doctor.said
        assert re.search(r"^north-2 .*stuck low", doctor.said, re.MULTILINE), doctor.said
        pi.board.spoil("south-1", 0)
        pi.board.spoil("north-2", 0)
        play = pi.start(ANNA, *cupsboard("play", *options, "--no-page"))
        play.until("The game begins")
        pi.board.power("north-1", False)
        time.sleep(5.0)
        pi.board.power("north-1", True)
        time.sleep(5.0)
        table.drop("south-1")
        end_turn(play, table, "south", "1. South: drop 1.")
        play.interrupt()
        assert play.ended() == 0


def whole_game() -> None:
    """A 2x3 board at 80 a second on a Pi 5 with slow lines, whose reader is killed again and again."""
    board = profile.load("2x3")
    with Pi(board, label="pinctrl-rp1", revision=PI_5, chip=4) as pi:
        _at_rate(pi, is_fast=True)
        pi.board.state.line_ns = 2000
        table = Table(pi.board)
        options = furnished(pi, ANNA, _built_in("2x3"))
        play = pi.start(ANNA, *cupsboard("play", *options, "--port", "0", "--starter", "south"))
        play.until("The game begins")
        game, moves, descriptors = CupsByHand(table, board.cups, seed=7), 0, 0
        while not game.is_over:
            end_turn(play, table, *game.move())
            moves += 1
            if moves % 6 == 3:
                os.kill(reader_of(play), signal.SIGKILL)
                play.until("starting it again")
                wait_until(lambda: pi.board.is_held(board.clock), "a new reader holds the clock")
                time.sleep(3.0)
                now = len(os.listdir(f"/proc/{play.id}/fd"))
                assert not descriptors or now == descriptors, f"{now} descriptors, {descriptors} before"
                descriptors = now
        time.sleep(3.0)
        assert play.end(signal.SIGTERM) == 0
        assert "Traceback" not in play.said, play.said
        code, games = pi.run(ANNA, *cupsboard("games"))
        pots = game.pots
        assert code == 0
        assert f"south {pots['south']}, north {pots['north']}" in games, (games, pots)
        assert games.rstrip().endswith("over"), games
        assert pi.board.held_lines() == []
        assert pi.board.state.refused == 0
        print(f"    {moves} moves, {pots}, {pi.board.state.chips[0].power_downs} power-downs of each chip")


def large_board() -> None:
    """22 cells at both rates answer within seconds."""
    for is_fast in (False, True):
        with Pi(profile.load("2x10")) as pi:
            _at_rate(pi, is_fast=is_fast)
            table = Table(pi.board)
            play = pi.start(ANNA, *cupsboard("play", *furnished(pi, ANNA, _built_in("2x10")), "--no-page"))
            play.until("The game begins")
            for side in ("south", "north"):
                table.drop(f"{side}-1")
                end_turn(play, table, side, f"{side.title()}: drop 1.")
            play.interrupt()
            assert play.ended() == 0


def _built_in(name: str) -> bytes:
    return files("cupsboard").joinpath("profiles", f"{name}.toml").read_bytes()


def _at_rate(pi: Pi, *, is_fast: bool) -> None:
    for chip in pi.board.state.chips[: len(pi.board.cells)]:
        chip.is_fast, chip.noise_counts = is_fast, 38.0 if is_fast else 21.0


CHAPTERS: dict[str, Callable[[], None]] = {
    each.__name__: each for each in (first_day, sick_cells, whole_game, large_board)
}


def main(names: list[str]) -> int:
    """Walk through the chapters; the exit code."""
    if unknown := set(names) - CHAPTERS.keys():
        print(f"no chapter {', '.join(sorted(unknown))}: there are {', '.join(CHAPTERS)}")
        return 2
    failed = 0
    for name in names or CHAPTERS:
        began = time.monotonic()
        try:
            CHAPTERS[name]()
        except AssertionError as fault:
            failed += 1
            print(f"{name}: FAILED after {time.monotonic() - began:.0f} s: {fault}", flush=True)
            continue
        print(f"{name}: well, {time.monotonic() - began:.0f} s", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
