"""What the supervising system hears, at a real socket."""

import os
import resource
import socket
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from cupsboard.core.heart import Decided
from cupsboard.drivers.hx711.reader_process import PATIENT
from cupsboard.loop import GameLoop, Moment
from cupsboard.referee.edges import Edge
from cupsboard.referee.options import Options
from cupsboard.referee.states import Paused, Turn
from cupsboard.rules.places import Side
from cupsboard.scales.readings import Frame
from cupsboard.signs.scene import Message, Scene
from cupsboard.signs.sentences import say
from cupsboard.systemd import notify
from cupsboard.systemd.unit import WATCHDOG_SECONDS
from cupsim.runs.game_world import Setting, World

WEIGHED = Frame(0.0, (1, 2, 3))
NOTHING_SHOWN = Scene((), None, Message("set up"))


class Supervisor:
    """The other end of the socket."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(address)
        self._socket.setblocking(False)

    def heard(self) -> list[str]:
        messages = []
        while True:
            try:
                messages.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return messages

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def supervisor(tmp_path: Path) -> Iterator[Supervisor]:
    listening = Supervisor(str(tmp_path / "notify"))
    yield listening
    listening.close()


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {"NOTIFY_SOCKET": str(tmp_path / "notify")}


def watched(environment: dict[str, str], waits_seconds: float | None = 20.0) -> notify.Watched:
    tell = notify.teller(environment)
    assert tell is not None
    return notify.Watched(tell, waits_seconds)


def moment(time: float, frame: Frame | None = None, edges: tuple[Edge, ...] = ()) -> Moment:
    return Moment(time, frame, edges, Decided((), NOTHING_SHOWN, None))


def test_the_board_is_ready_when_it_weighs(supervisor: Supervisor, environment: dict[str, str]) -> None:
    board = watched(environment)
    board(moment(0.0))
    board(moment(0.1))
    assert supervisor.heard() == ["STATUS=waiting for the scales"]
    board(moment(0.2, WEIGHED))
    assert supervisor.heard() == ["READY=1\nSTATUS=weighing", "WATCHDOG=1"]


def test_the_watchdog_is_fed_four_times_while_it_waits_and_not_at_every_frame(
    supervisor: Supervisor, environment: dict[str, str]
) -> None:
    board = watched(environment)
    for tenth in range(201):
        board(moment(tenth / 10, WEIGHED))
    assert supervisor.heard().count("WATCHDOG=1") == 5


def test_buttons_and_time_alone_don_t_feed_the_watchdog(
    supervisor: Supervisor, environment: dict[str, str]
) -> None:
    board = watched(environment)
    board(moment(0.0, WEIGHED))
    supervisor.heard()
    for second in range(1, 60):
        board(moment(float(second), edges=(Edge("south", True, float(second)),)))
    assert supervisor.heard() == []
    board(moment(60.0, WEIGHED))
    assert supervisor.heard() == ["WATCHDOG=1"]


def test_without_a_watchdog_nothing_is_fed(supervisor: Supervisor, environment: dict[str, str]) -> None:
    board = watched(environment, waits_seconds=None)
    for second in range(30):
        board(moment(float(second), WEIGHED))
    board.stopping()
    assert supervisor.heard() == [
        "STATUS=waiting for the scales",
        "READY=1\nSTATUS=weighing",
        "STOPPING=1\nSTATUS=stopping",
    ]


def test_what_the_board_goes_on_without_stands_beside_what_it_does(
    supervisor: Supervisor, environment: dict[str, str]
) -> None:
    board = watched(environment, waits_seconds=None)
    board.lack("no page: port 2877:\ntaken")
    board(moment(0.0))
    board(moment(0.2, WEIGHED))
    board.lack("")
    waiting = "STATUS=waiting for the scales; no page: port 2877: taken"
    weighing = "READY=1\nSTATUS=weighing; no page: port 2877: taken"
    assert supervisor.heard() == [waiting, waiting, weighing, "STATUS=weighing"]
    board.lack("x" * 100_000)
    (status,) = supervisor.heard()
    assert len(status) <= len("STATUS=") + notify.LONGEST_STATUS


def test_an_abstract_socket_is_reached_too() -> None:
    name = f"cupsboard-test-{os.getpid()}"
    supervisor = Supervisor("\0" + name)
    watched({"NOTIFY_SOCKET": "@" + name})(moment(0.0))
    assert supervisor.heard() == ["STATUS=waiting for the scales"]
    supervisor.close()


def test_a_supervisor_that_went_away_or_is_too_slow_does_not_stop_the_board(
    supervisor: Supervisor, environment: dict[str, str], tmp_path: Path
) -> None:
    tell = notify.teller(environment)
    assert tell is not None
    for _ in range(2000):
        tell("WATCHDOG=1")
    supervisor.close()
    (tmp_path / "notify").unlink()
    tell("STOPPING=1")


def test_a_board_without_a_descriptor_left_tells_nothing_and_goes_on(
    supervisor: Supervisor, environment: dict[str, str]
) -> None:
    tell = notify.teller(environment)
    assert tell is not None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (3, hard))
    try:
        tell("WATCHDOG=1")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    tell("WATCHDOG=1")
    assert supervisor.heard() == ["WATCHDOG=1"]


@pytest.mark.parametrize("name", ["", "relative", "vsock:2:3"])
def test_without_a_usable_socket_nobody_is_told(name: str) -> None:
    assert notify.teller({"NOTIFY_SOCKET": name}) is None
    assert notify.teller({}) is None


@pytest.mark.parametrize(
    ("environment", "seconds"),
    [
        ({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "7"}, 20.0),
        ({"WATCHDOG_USEC": "500000"}, 0.5),
        ({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "8"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({}, None),
    ],
)
def test_the_watchdog_counts_only_for_the_process_it_names(
    environment: dict[str, str], seconds: float | None
) -> None:
    assert notify.watchdog_seconds(environment, process=7) == seconds


def test_a_request_to_switch_off_is_a_file_in_the_runtime_directory(tmp_path: Path) -> None:
    assert notify.ask_to_power_off({"RUNTIME_DIRECTORY": str(tmp_path)})
    assert [path.name for path in tmp_path.iterdir()] == ["power-off"]
    assert not notify.ask_to_power_off({})


class Table:
    """A board whose players hold both buttons twice and say yes."""

    def __init__(self, directory: Path | None) -> None:
        self.environment = {} if directory is None else {"RUNTIME_DIRECTORY": str(directory)}
        self.said: list[str] = []
        options = Options(can_power_off=notify.can_power_off(self.environment))
        self.world = World(Setting(seed=7, cups=2, options=options))
        # Nothing cuts the power here: it is the system's turn.
        self.loop = GameLoop(self.world.bench.board, self.world.core)
        self.loop.listen(notify.PowerSwitch(self.environment, self.said.append))
        self.loop.run_until(3.0)

    def hold(self, seconds: float, *sides: Side) -> None:
        for is_down, lasts in ((True, seconds), (False, 1.0)):
            for side in sides:
                self.world.set_button(side, is_down, self.world.now)
            self.loop.run_until(self.world.now + lasts)

    def ask_for_power_off(self) -> None:
        self.hold(4.5, *Side)
        self.hold(4.5, *Side)
        self.hold(0.2, Side.SOUTH)
        self.loop.run_until(self.world.now + 3.0)


def test_who_asks_in_a_pause_is_passed_on_to_the_system(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.ask_for_power_off()
    assert [path.name for path in tmp_path.iterdir()] == ["power-off"]


def test_a_request_that_nobody_hears_is_taken_back(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.ask_for_power_off()
    table.loop.run_until(table.world.now + 21.0)
    assert list(tmp_path.iterdir()) == []
    assert table.world.referee.state == Paused()


def test_a_board_without_a_service_says_that_it_cannot(tmp_path: Path) -> None:
    table = Table(None)
    table.hold(4.5, *Side)
    table.hold(4.5, *Side)
    assert table.world.referee.notice is not None
    assert say(table.loop.heart.step(table.world.now, None, ()).scene.message).endswith("pull the plug.")
    assert list(tmp_path.iterdir()) == []


def test_a_request_that_can_t_be_written_is_told_of_and_play_stays_possible(tmp_path: Path) -> None:
    table = Table(tmp_path / "gone")
    table.ask_for_power_off()
    assert table.said[0].startswith("switching off can't be asked for")
    table.loop.run_until(table.world.now + 21.0)
    table.hold(0.2, Side.SOUTH)
    assert table.world.referee.state == Turn()


@pytest.mark.long("an evening through the pins")
def test_on_a_simulated_board_the_watchdog_never_waits_too_long() -> None:
    told: list[tuple[float, str]] = []
    world = World(Setting(seed=7, cups=2))
    world.loop.listen(notify.Watched(lambda state: told.append((world.now, state)), WATCHDOG_SECONDS))
    world.loop.run_until(4 * WATCHDOG_SECONDS)
    fed = [time for time, state in told if state == "WATCHDOG=1"]
    assert told[1][1].startswith("READY=1")
    assert len(fed) > 4 * (notify.FEEDS_PER_PERIOD - 1)
    assert max(later - earlier for earlier, later in pairwise(fed)) < WATCHDOG_SECONDS / 2


def test_the_watchdog_waits_longer_than_a_reader_takes_to_be_replaced() -> None:
    replaced = PATIENT.stuck_seconds + PATIENT.pause_seconds + PATIENT.start_seconds
    assert replaced < WATCHDOG_SECONDS
