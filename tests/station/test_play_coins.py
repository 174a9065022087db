"""`cupsboard play --game coin-duel --stage 3` below simulated pins: played, gone on with, replayed."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest
from board_process import asked, being_played
from cupsboard import profile
from cupsboard.commands.main import main
from cupsboard.drivers.assembly import Wired
from cupsboard.drivers.files import Files
from cupsboard.referee.options import Options
from cupsboard.rules import games
from cupsboard.rules.history import Moved
from cupsboard.rules.places import Side
from cupsboard.session.start import Start
from cupsboard.station.files.board_files import BoardFiles
from cupsboard.station.occupation import Plan
from cupsboard.station.station import Station
from cupsboard.storage import calibration_file
from cupsboard.storage.paths import TRACE
from cupsboard.systemd.exit_codes import Ending
from cupsim.people.coin_duel.choosing import choose
from cupsim.people.coin_duel.handling import STEADY, hand_acts
from cupsim.runs.coin_duel.coin_world import CoinWorld, Given
from cupsim.table.hand_actions import PressButton

BOARD = profile.load("2x10-coins")
OPTIONS = ("--game", "coin-duel", "--stage", "3", "--starter", "south", "--no-page")
MOST_SECONDS = 60.0
LONG, HOLD, TAP = 4.5, 1.2, 0.2
"""How long fingers hold a button."""


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
    assert Station(asked(*OPTIONS), at, ready, people).run(Plan()) == 0
    return people.labels


class Chooser:
    """Somebody who wants the third game from here: they hold their button long, then for each, and tap."""

    def __init__(self, world: CoinWorld, at: BoardFiles) -> None:
        self._world, self._at = world, at
        self._next = 0.0
        self._script = self._chosen()

    def __call__(self) -> bool:
        now = self._world.now
        self._world.hands[Side.SOUTH].advance(now + 0.003)
        if now < self._next or self._world.hands[Side.SOUTH].is_busy:
            return False
        wait = next(self._script, None)
        self._next = now + (wait or 0.0)
        return wait is None

    def _chosen(self) -> Iterator[float]:
        while (kept := being_played(self._at)) is None or not kept.is_set_up:
            yield 0.5
        for held_seconds in (LONG, HOLD, HOLD, HOLD, TAP):
            self._world.hands[Side.SOUTH].do(PressButton(held_seconds), now=self._world.now)
            yield held_seconds + 2.0
        until = self._world.now + MOST_SECONDS
        while (kept := being_played(self._at)) is None or kept.history.game.name != "cups 10":
            assert self._world.now < until, "another game never began"
            yield 0.2


@pytest.mark.long("an evening through the pins")
def test_another_game_is_chosen_at_the_board_and_goes_on_after_a_restart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = games.named("coin-duel 10 stage 3")
    world = CoinWorld(game, game.start(None), 1, heart_of)
    at = desk(world, tmp_path)
    ready = Wired(world.bench.board, dict, frozenset(BOARD.owners), (), ExitStack())
    assert Station(asked(*OPTIONS), at, ready, Chooser(world, at)).run(Plan()) == 0
    said = capsys.readouterr().out
    # After the last stage come Kalah, Oware, and then the first game again.
    assert "Another game is chosen: Cups." in said
    assert "game 2 of" in said
    again = Wired(world.bench.board, dict, frozenset(BOARD.owners), (), ExitStack())
    is_over = iter([False, True])
    assert Station(asked("--no-page"), at, again, lambda: next(is_over, True)).run(Plan()) == 0
    kept = being_played(at)
    assert kept is not None
    assert kept.history.game == games.named("cups 10")


def desk(world: CoinWorld, folder: Path) -> BoardFiles:
    """A board whose coins are weighed, with its files in a folder."""
    settings, state = folder / "settings", folder / "state"
    calibration_file.save(Files(settings), "calibration.toml", world.calibration)
    path = settings / "calibration.toml"
    return BoardFiles(BOARD, Files(settings), "calibration.toml", path, Files(state), state)


@pytest.mark.long("a whole match through the pins")
def test_a_match_of_coin_duel_is_played_gone_on_with_and_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = games.named("coin-duel 10 stage 3")
    world = CoinWorld(game, game.start(Side.SOUTH), 1, heart_of)
    at = desk(world, tmp_path)
    first = play(world, at, 3)
    assert "game 1 begins" in capsys.readouterr().out
    second = play(world, at, 3)
    said = capsys.readouterr().out
    assert "goes on after 3 entries" in said
    kept = being_played(at)
    assert kept is not None
    assert [entry.label for entry in kept.history.entries if isinstance(entry, Moved)] == [*first, *second]
    assert main(["lab", "replay", str(at.state_path / TRACE)]) == 0
    assert "decisions reproduced" in capsys.readouterr().out


@pytest.mark.parametrize("stage", ["1", "3"])
def test_the_perfect_level_of_a_game_of_which_nothing_is_proved_is_refused_with_the_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], stage: str
) -> None:
    game = games.named(f"coin-duel 10 stage {stage}")
    world = CoinWorld(game, game.start(None), 1, heart_of)
    at = desk(world, tmp_path)
    ready = Wired(world.bench.board, dict, frozenset(BOARD.owners), (), ExitStack())
    options = asked("--no-page", "--game", "coin-duel", "--stage", stage, "--computer", "perfect")
    assert Station(options, at, ready, lambda: True).run(Plan()) == Ending.TRY_AGAIN
    said = capsys.readouterr().out
    assert f"level perfect: nothing is proved of {game.name}, so nobody plays it without a flaw; " in said
    assert "choose one of 1, 2, 3, 4, 5, 6, 7, 8\n" in said
    assert being_played(at) is None
