"""An update is tried with the board running; whatever goes wrong, the program before it comes back."""

import fcntl
import os
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from cupsboard.commands import parsers
from cupsboard.commands.update import define
from cupsboard.referee.events import Ending, TurnEnded
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.history import HistoryOf
from cupsboard.rules.places import Side
from cupsboard.station.files.board_files import owners_at
from cupsboard.station.files.restoration import restore_pending
from cupsboard.storage.backup import files_of, way_back_for
from cupsboard.storage.games import KeptGames
from cupsboard.storage.memory import NAME, memory_in
from cupsboard.storage.paths import Homes
from cupsboard.systemd import update as module
from cupsboard.systemd.steps import Host, Ran, ServiceError
from cupsboard.systemd.unit import AT_SERVICE, UNIT, UNIT_FOLDER, unit_file
from cupsboard.systemd.update import (
    BEFORE,
    CURRENT,
    MOST_STARTS,
    OUTCOME,
    PROGRAMS,
    STARTING_SECONDS,
    TRIAL,
    TRUSTED,
    VERSIONS,
    Health,
    go_on,
    seen,
    update,
    worse_than,
)

OLD, NEW = (f"{VERSIONS}/{name}" for name in ("0.2.0-a", "0.3.0-b"))
BEGAN = "2026-11-29T09:00"


class PowerCut(BaseException):
    """The board is dark from here on."""


@dataclass
class Machine:
    """A system with two programs, and a board that does as the one that runs lets it."""

    root: Path
    ends: bool = False
    weighs: bool = True
    plays: bool = True
    loses_game: bool = False
    begins_game: bool = False
    begins_meanwhile: bool = False
    installs: str = NEW
    refusal: str = ""
    seconds: int = 0
    running: str = OLD
    restarts: int = 0
    cut_at: int | None = None
    writes_otherwise: bool = False
    """Whether the new program turns the files of the board into ones of its own format."""
    said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        for program in (OLD, NEW):
            self.at(program).mkdir(parents=True)
        for name in (CURRENT, TRUSTED):
            self.at(name).symlink_to(OLD)
        self.put(UNIT_FOLDER / UNIT, unit_file(CURRENT / "bin/cupsboard", ["--no-page"]).encode())
        self.games.begin(Cups(3), None)

    @property
    def host(self) -> Host:
        return Host(self.root, self.run)

    def at(self, path: str | Path) -> Path:
        return self.root / str(path).lstrip("/")

    def put(self, path: Path, content: bytes) -> None:
        self.at(path).parent.mkdir(parents=True, exist_ok=True)
        self.at(path).write_bytes(content)

    @property
    def current(self) -> str:
        return os.readlink(self.at(CURRENT))

    @property
    def is_new_and_bad(self) -> bool:
        return self.running == NEW

    def wait(self, seconds: float) -> None:
        self.seconds += 1
        if self.seconds == self.cut_at:
            raise PowerCut
        if self.is_new_and_bad and self.ends:
            self.restarts += 1
        if self.is_new_and_bad and self.loses_game:
            self.at(AT_SERVICE.state / NAME).unlink()
            KeptGames(memory_in(self.homes.state), lambda: "now").begin(Cups(3), None)
        if self.is_new_and_bad and self.begins_game:
            self.begin_another_game()

    def start(self) -> None:
        """Let the program that runs now begin, as each does: by the backup that waits, if one does."""
        restore_pending(self.homes)
        if self.is_new_and_bad and self.writes_otherwise:
            for _, path in files_of(self.homes):
                path.write_bytes(b"otherwise: " + path.read_bytes()[::-1])

    @property
    def games(self) -> KeptGames:
        return KeptGames(memory_in(self.homes.state), lambda: BEGAN)

    @property
    def homes(self) -> Homes:
        return Homes(self.at(AT_SERVICE.settings), self.at(AT_SERVICE.state))

    def begin_another_game(self) -> None:
        if self.games.number == 1:
            self.games.begin(Cups(3), None)

    def run(self, command: Sequence[str]) -> Ran:
        match tuple(command):
            case ("systemctl", "restart", "--no-block", "cupsboard.service"):
                self.running, self.restarts = self.current, 0
                self.start()
            case ("systemctl", "stop", "cupsboard.service"):
                self.running = ""
            case ("install", "-o", "cupsboard", "-g", "cupsboard", "-m", "600", source, target):
                if not self.at(source).exists() or self.at(target).is_dir():
                    return Ran(1, "", "install: can't")
                self.put(Path(target), self.at(source).read_bytes())
            case ("systemctl", "show", "cupsboard.service", _):
                is_bad = self.is_new_and_bad
                status = "waiting for the scales" if is_bad and not self.weighs else "weighing"
                status += "; can't play: torn" if is_bad and not self.plays else ""
                state = "activating" if is_bad and self.ends and self.restarts % 3 else "active"
                return Ran(0, f"ActiveState={state}\nStatusText={status}\nNRestarts={self.restarts}\n", "")
            case (script, "--from", _, "--beside") if script == f"{TRUSTED}/setup":
                if self.begins_meanwhile:
                    self.begin_another_game()
                return Ran(2 if self.refusal else 0, f"installing\n{self.installs}\n", self.refusal)
            case ("rm", "-rf", "--", *paths):
                for path in paths:
                    self.at(path).rmdir()
            case _:
                return Ran(127, "", "no such command")
        return Ran(0, "", "")

    def update(self) -> bool:
        return update(self.host, "/media/stick", self.wait, self.said.append, lambda: "2026-11-29T10:00")


Make = Callable[..., Machine]


@pytest.fixture
def machine(tmp_path: Path) -> Make:
    return lambda **how: Machine(tmp_path, **how)


def test_a_program_with_which_the_board_does_as_well_stays(machine: Make) -> None:
    pi = machine()
    assert pi.update()
    assert (pi.current, os.readlink(pi.at(TRUSTED)), pi.running) == (NEW, NEW, NEW)
    assert not pi.at(TRIAL).exists()
    assert pi.at(OUTCOME).read_text() == "0.3.0-b runs since the update\n"
    assert pi.at(OLD).is_dir()


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        ({"ends": True}, f"ended {MOST_STARTS} times"),
        ({"weighs": False}, f"did not weigh in {STARTING_SECONDS} s"),
        ({"plays": False}, f"could not play in {STARTING_SECONDS} s"),
        ({"loses_game": True}, "did not go on with game 1"),
        ({"begins_game": True}, "did not go on with game 1"),
    ],
)
def test_a_program_with_which_it_does_worse_goes_back_by_itself(
    machine: Make, fault: dict[str, bool], why: str
) -> None:
    pi = machine(**fault)
    assert not pi.update()
    assert (pi.current, os.readlink(pi.at(TRUSTED)), pi.running) == (OLD, OLD, OLD)
    assert not pi.at(TRIAL).exists()
    assert pi.seconds <= STARTING_SECONDS + 30
    (outcome,) = pi.at(OUTCOME).read_text().splitlines()
    assert outcome.startswith("0.3.0-b was tried and ")
    assert why in outcome
    assert outcome.endswith("; 0.2.0-a runs again")


def test_the_old_program_plays_on_by_the_files_that_were_copied_before_the_update(machine: Make) -> None:
    pi = machine(weighs=False, writes_otherwise=True)
    games = pi.games
    games.begin(Cups(4), Side.SOUTH)
    games.add([TurnEnded(Side.SOUTH, "drop 1", Ending.PRESSED)])
    pi.put(AT_SERVICE.settings / "calibration.toml", b"version = 4")
    owners = owners_at(pi.homes.state, lambda _: None)
    phone = owners.add("phone")
    assert not pi.update()
    assert owners.owner_of(phone) is not None
    kept = KeptGames(memory_in(pi.homes.state), lambda: "").playing()
    assert kept is not None
    assert kept.history == HistoryOf(Cups(4), Side.SOUTH).play(Side.SOUTH, "drop 1")
    assert (pi.homes.settings / "calibration.toml").read_bytes() == b"version = 4"
    (aside,) = pi.homes.state.parent.glob("*.aside-*")
    is_kept = (aside / NAME).read_bytes().startswith(b"otherwise: ")
    assert is_kept, "what the new program wrote is not lost"


def test_a_copy_that_can_t_be_put_in_place_keeps_no_program_from_coming_back(machine: Make) -> None:
    pi = machine(weighs=False)
    pi.at(f"{way_back_for(AT_SERVICE)}.new").mkdir(parents=True)
    assert not pi.update()
    assert (pi.current, pi.running) == (OLD, OLD)
    assert (
        "; 0.2.0-a runs again, without the files of before (/opt/cupsboard/before-update.zip): "
        in pi.said[-1]
    )


def test_after_an_update_nothing_goes_back_and_the_copy_stays_for_who_wants_to(machine: Make) -> None:
    pi = machine()
    assert pi.update()
    assert not way_back_for(pi.homes).exists()
    with zipfile.ZipFile(pi.at(BEFORE)) as copied:
        assert copied.read(f"state/{NAME}") == memory_in(pi.homes.state).content()


def test_an_update_whose_way_back_has_no_room_changes_nothing(machine: Make) -> None:
    pi = machine()
    pi.at(f"{BEFORE}.new").mkdir()
    with pytest.raises(ServiceError, match=r"can't be copied for the way back: .*; nothing has changed$"):
        pi.update()
    assert (pi.current, pi.running, pi.seconds) == (OLD, OLD, 0)


def test_a_program_that_ends_whenever_it_is_started_is_not_watched_to_the_end(machine: Make) -> None:
    pi = machine(ends=True)
    assert not pi.update()
    assert pi.seconds <= 2 * MOST_STARTS


@pytest.mark.parametrize(("is_tried", "minutes"), [(True, 15), (False, 55)])
def test_who_asks_while_another_update_is_under_way_is_told_how_long_that_takes(
    machine: Make, monkeypatch: pytest.MonkeyPatch, is_tried: bool, minutes: int
) -> None:
    pi = machine()
    monkeypatch.setattr(module, "PROGRAMS", pi.at(PROGRAMS))
    monkeypatch.setattr(module, "TRIAL", pi.at(TRIAL))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    if is_tried:
        pi.put(TRIAL, b"{}")
    command = parsers.program("update", "", "")
    define(command)
    asked = command.parse_args(["--from", "/media/stick"])
    descriptor = os.open(pi.at(PROGRAMS), os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        with pytest.raises(ServiceError, match=f"under way, and ends within {minutes} minutes"):
            asked.command(asked)
    finally:
        os.close(descriptor)


def test_a_game_that_players_begin_while_it_is_installed_is_the_one_that_must_go_on(machine: Make) -> None:
    pi = machine(begins_meanwhile=True)
    assert pi.update()
    assert pi.current == NEW


@pytest.mark.parametrize("says_so", ["", "; nothing has changed"])
@pytest.mark.parametrize("refusal", ["not signed", "older than 0.2.0", "pip could not install"])
def test_what_can_t_be_installed_changes_nothing_and_that_is_said_once(
    machine: Make, refusal: str, says_so: str
) -> None:
    pi = machine(refusal=f"setup: {refusal}{says_so}")
    with pytest.raises(ServiceError, match=f"{refusal}; nothing has changed$"):
        pi.update()
    assert (pi.current, pi.running, pi.seconds) == (OLD, OLD, 0)


def test_where_nothing_is_newer_nothing_is_started(machine: Make) -> None:
    pi = machine(installs="0.2.0 runs already")
    assert pi.update()
    assert (pi.current, pi.seconds) == (OLD, 0)


@pytest.mark.parametrize("fault", [{}, {"weighs": False}])
@pytest.mark.parametrize("cut_at", [1, 15])
def test_after_a_power_cut_in_a_trial_the_trusted_program_judges_it(
    machine: Make, cut_at: int, fault: dict[str, bool]
) -> None:
    pi = machine(cut_at=cut_at, **fault)
    with pytest.raises(PowerCut):
        pi.update()
    assert (pi.current, os.readlink(pi.at(TRUSTED))) == (NEW, OLD)
    assert go_on(pi.host, pi.wait, pi.said.append) is (not fault)
    assert pi.current == pi.running == (OLD if fault else NEW)
    assert not pi.at(TRIAL).exists()
    assert go_on(pi.host, pi.wait, pi.said.append)


def test_a_trial_that_says_nonsense_is_judged_all_the_same(machine: Make) -> None:
    pi = machine()
    pi.put(TRIAL, b"\0\0torn")
    assert go_on(pi.host, pi.wait, pi.said.append)
    assert pi.current == OLD


def test_the_health_of_a_board_is_what_systemd_and_its_files_say(machine: Make) -> None:
    pi = machine()
    before = seen(pi.host)
    assert before == Health(True, True, True, False, 1, BEGAN, 0)
    pi.games.add([TurnEnded(Side.SOUTH, "drop 1", Ending.PRESSED)])
    assert worse_than(before, seen(pi.host)) is None
    pi.begin_another_game()
    assert worse_than(before, seen(pi.host)) is None
    pi.put(AT_SERVICE.state / NAME, b"torn")
    assert worse_than(before, seen(pi.host)) == "did not go on with game 1"
