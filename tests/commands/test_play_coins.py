"""`cupsboard play --game coin-duel --stage 3` below simulated pins: played, gone on with, replayed."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest
from board_process import asked, being_played
from cupsboard import profile
from cupsboard.commands import evening
from cupsboard.commands.board_options import BoardFiles
from cupsboard.commands.main import main
from cupsboard.drivers.assembly import Wired
from cupsboard.drivers.files import Files
from cupsboard.referee.options import Options
from cupsboard.rules import games
from cupsboard.rules.history import Moved
from cupsboard.rules.places import Side
from cupsboard.session.start import Start
from cupsboard.storage import calibration_file
from cupsboard.storage.paths import TRACE
from cupsim.people.coin_duel.choosing import choose
from cupsim.people.coin_duel.handling import STEADY, hand_acts
from cupsim.runs.coin_duel.coin_world import CoinWorld, Given
from cupsim.table.hand_actions import PressButton

BOARD = profile.load("2x10-coins")
OPTIONS = ("--game", "coin-duel", "--stage", "3", "--starter", "south", "--no-page")
MOST_SECONDS = 60.0


class People:
    """Two people who make some plays, one after the other, each until it is written down."""

    def __init__(self, world: CoinWorld, at: BoardFiles, turns: int) -> None:
        self._world, self._at, self._turns = world, at, turns
        self._game: Any = games.named("coin-duel 10 stage 3")
        self._random = Random("people")
        self._script = self._played()
        self._next = 0.0
        self.labels: list[str] = []

    def __call__(self) -> bool:
        """Let hands do what is due; whether they have finished."""
        now = self._world.now
        for hands in self._world.hands.values():
            hands.advance(now + 0.003)
        if now < self._next or any(hands.is_busy for hands in self._world.hands.values()):
            return False
        self._next = now + next(self._script, 0.0)
        return self._next == now

    def _played(self) -> Iterator[float]:
        while (kept := being_played(self._at)) is None or not kept.is_set_up:
            yield 0.5
        before = len(kept.history.entries)
        position = kept.history.position
        for number in range(before, before + self._turns):
            (side,) = self._game.movers(position)
            chosen = choose(self._game, position, side, 1, self._random)
            hands = self._world.hands[side]
            hands.do(*hand_acts(chosen.deeds, STEADY, self._random), PressButton(), now=self._world.now)
            until = self._world.now + MOST_SECONDS
            while (kept := being_played(self._at)) is None or len(kept.history.entries) <= number:
                assert self._world.now < until, f"{chosen.label} was never written down"
                yield 0.5
            self.labels.append(chosen.label)
            position = self._game.play(position, side, chosen.label)


def heart_of(given: Given) -> Any:
    """The world's own heart, which nobody steps here: the command has its own."""
    return Start(BOARD, given.calibration, given.game, Options(), given.knowledge).core()


def play(world: CoinWorld, at: BoardFiles, turns: int) -> list[str]:
    people = People(world, at, turns)
    ready = Wired(world.bench.board, dict, frozenset(BOARD.owners), (), ExitStack())
    assert evening.play_on(asked(*OPTIONS), at, ready, people) == 0
    return people.labels


def test_a_match_of_coin_duel_is_played_gone_on_with_and_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = games.named("coin-duel 10 stage 3")
    world = CoinWorld(game, game.start(Side.SOUTH), 1, heart_of)
    settings, state = tmp_path / "settings", tmp_path / "state"
    calibration_file.save(Files(settings), "calibration.toml", world.calibration)
    path = settings / "calibration.toml"
    at = BoardFiles(BOARD, Files(settings), "calibration.toml", path, Files(state), state)
    first = play(world, at, 3)
    assert "game 1 begins" in capsys.readouterr().out
    second = play(world, at, 3)
    said = capsys.readouterr().out
    assert "goes on after 3 entries" in said
    kept = being_played(at)
    assert kept is not None
    assert [entry.label for entry in kept.history.entries if isinstance(entry, Moved)] == [*first, *second]
    assert main(["replay", str(state / TRACE)]) == 0
    assert "decisions reproduced" in capsys.readouterr().out
