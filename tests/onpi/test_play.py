"""An evening at an emulated Pi: `cupsboard play` with beans, buttons, and what goes wrong."""

import os
import signal

import pytest
from cupsboard.storage.games import Game
from cupsboard.storage.memory import memory_in
from cupsboard.systemd.exit_codes import Ending
from processes import wait_until

from onpi.helpful import end_turn
from onpi.machine import ANNA, BEN, Pi, cupsboard, reader_of
from onpi.table import Table, furnished, small_board


@pytest.mark.long("half a minute of a real clock")
def test_a_game_is_played_with_presses_and_survives_the_death_of_its_reader() -> None:
    with Pi(small_board()) as pi:
        table = Table(pi.board)
        options = furnished(pi, ANNA)
        play = pi.start(ANNA, *cupsboard("play", *options, "--no-page"))
        play.until("game 1 begins")
        play.until("The game begins")

        table.drop("south-1")
        table.drop("south-2")
        end_turn(play, table, "south", "1. South: drop 2.")

        reader = reader_of(play)
        os.kill(reader, signal.SIGKILL)
        play.until("the reader of the scales stopped: it ended with -9; starting it again")
        table.drop("north-1")
        # The cup was empty, so what lies opposite is captured.
        table.move("south-2", "north-pot")
        wait_until(lambda: pi.board.is_held(pi.board.profile.clock), "a new reader holds the clock")
        end_turn(play, table, "north", "2. North: drop 1.")
        assert reader_of(play) != reader

        # Somebody else is refused with the reason, for as long as this lasts, and the game doesn't notice.
        code, said = pi.run(BEN, *cupsboard("play", "--profile", "2x3", "--no-page"))
        assert (code, said.count("\n")) == (Ending.TRY_AGAIN, 1), said
        assert said.startswith("cupsboard: scales: GPIO 27 and 4, 5, 6")
        assert "can't be used (GPIO busy)" in said
        table.drop("south-1")
        end_turn(play, table, "south", "3. South: drop 1.")

        play.interrupt()
        assert play.ended() == 0
        assert pi.board.held_lines() == []
        assert "Traceback" not in play.said
        state = pi.home(ANNA) / ".local" / "state" / "cupsboard"
        (game,) = memory_in(state).find(Game)
        assert "south drop 1" in game.entries
        assert sorted(each.name for each in pi.home(ANNA).iterdir()) == [".local", "cal.toml", "mine.toml"]
        assert pi.temporary == []
        assert pi.board.state.refused == 0
