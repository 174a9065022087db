"""What a trace of a game played through simulated pins is worth afterwards, and how its file is written."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cupsboard.core.heart import Decided
from cupsboard.loop import Moment
from cupsboard.recognition.outcome import Recognition, Unchanged
from cupsboard.referee.events import TurnEnded
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.history import History, Moved
from cupsboard.rules.places import Side, board_places
from cupsboard.session.missing_parts import MissingParts
from cupsboard.session.replay import Absent, Decisions, Replayed, Tracer, replay
from cupsboard.session.start import Start
from cupsboard.session.trace import TraceError, TraceWriter, read_trace
from cupsboard.session.trace_file import LEFT_FOR_GAMES_BYTES, TraceFile
from cupsboard.signs.scene import Message, Scene
from cupsboard.signs.sentences import say
from cupsboard.storage.writer import Job
from cupsim.runs.game_world import Setting, World
from cupsim.runs.games import Pairing, play
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

TESTS = Path(__file__).parents[1]
SHORT = ("--cups", "2", "--stock", "2", "--seed", "5")

READ_NOTHING_ELSE = """\
import sys
from cupsboard.commands.main import main
opened = []
sys.addaudithook(lambda event, about: event == "open" and opened.append(str(about[0])))
code = main(["lab", "replay", sys.argv[1]])
code_files = (".py", ".pyc", "METADATA", "words/en.json")
of_python = {sys.argv[1], *sys.path}
others = [path for path in opened if path not in of_python and not path.endswith(code_files)]
assert not others, others
assert sys.argv[1] in opened
sys.exit(code)
"""


def run(*command: str, hash_seed: int = 0, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "PYTHONHASHSEED": str(hash_seed)}
    return subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, env=environment, cwd=cwd, check=False
    )


@pytest.fixture(scope="module")
def trace_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("evening") / "game.trace"
    played = run("-m", "cupsim", "game", *SHORT, "--trace", str(path), hash_seed=1)
    assert played.returncode == 0, played.stderr
    return path


@pytest.fixture(scope="module")
def lines(trace_path: Path) -> list[bytes]:
    return trace_path.read_bytes().splitlines(keepends=True)


def replayed(lines: list[bytes]) -> Replayed:
    return replay(read_trace(lines))


def with_line(lines: list[bytes], number: int, content: object) -> list[bytes]:
    return [*lines[:number], json.dumps(content).encode() + b"\n", *lines[number + 1 :]]


def test_a_game_is_replayed_exactly_by_a_fresh_process_that_hashes_otherwise_and_reads_nothing_else(
    trace_path: Path, lines: list[bytes], tmp_path: Path
) -> None:
    # Without -B a process whose modules were not compiled yet would open files of its own to keep them.
    done = run("-B", "-c", READ_NOTHING_ELSE, str(trace_path), hash_seed=2, cwd=tmp_path)
    assert done.stderr == ""
    assert done.returncode == 0
    decisions = sum(len(json.loads(line).get("decisions", [])) for line in lines[1:])
    assert done.stdout.splitlines()[-1] == f"{len(lines) - 1} steps, {decisions} decisions reproduced"


@pytest.mark.long("a second whole game")
def test_a_game_with_mishaps_is_replayed_exactly_too(tmp_path: Path) -> None:
    path = tmp_path / "clumsy.trace"
    play(Pairing(Setting(seed=3, cups=2, stock_beans=4, sps=80), clumsiness=1.0), trace=path)
    with path.open("rb") as clumsy:
        found = replay(read_trace(clumsy))
    assert found.difference is None
    assert found.decisions > 50


def test_a_replay_shows_every_step_to_who_watches_it(lines: list[bytes]) -> None:
    moments: list[Moment] = []
    found = replay(read_trace(lines), moments.append)
    assert len(moments) == found.steps == len(lines) - 1
    assert any(isinstance(event, TurnEnded) for each in moments for event in each.decided.events)


@pytest.mark.long("many replays")
def test_a_trace_of_a_program_killed_at_any_byte_is_replayed_up_to_there(lines: list[bytes]) -> None:
    whole, dice = b"".join(lines), random.Random(1)
    for _ in range(12):
        kept = whole[: dice.randrange(len(lines[0]), len(whole))].splitlines(keepends=True)
        is_torn = not kept[-1].endswith(b"}\n") and kept[-1] + b"\n" not in lines
        found = replayed(kept)
        assert found.difference is None
        assert found.steps == len(kept) - 1 - is_torn
        assert found.torn_line == (len(kept) if is_torn else None)


def numbers_and_words(value: Any, change: Callable[[Any], None] = lambda new: None) -> Iterator[Any]:
    """Every single value inside plain data, each with the setter that changes it in place."""
    match value:
        case dict():
            for key, item in value.items():
                yield from numbers_and_words(item, lambda new, of=value, at=key: of.__setitem__(at, new))
        case list():
            for index, item in enumerate(value):
                yield from numbers_and_words(item, lambda new, of=value, at=index: of.__setitem__(at, new))
        case _:
            yield value, change


def other(value: object) -> object:
    match value:
        case bool() | None:
            return "something else"
        case int():
            return value + 1
        case float():
            return value + 2e-9
        case _:
            return f"{value}?"


@pytest.mark.long("an evening replayed for each example")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_whichever_decision_is_altered_the_replay_finds_it(lines: list[bytes], data: st.DataObject) -> None:
    decided = [number for number, line in enumerate(lines) if number and b'"decisions"' in line]
    number = data.draw(st.sampled_from(decided))
    step = json.loads(lines[number])
    value, change = data.draw(st.sampled_from(list(numbers_and_words(step["decisions"]))))
    change(other(value))
    difference = replayed(with_line(lines, number, step)).difference
    assert difference is not None
    assert difference.step == number
    assert difference.time == step["time"]
    assert (difference.traced, difference.replayed) == (other(value), value)


def test_a_decision_that_was_left_out_or_added_is_found(lines: list[bytes]) -> None:
    number = next(number for number, line in enumerate(lines) if number and b'"event"' in line)
    step = json.loads(lines[number])
    left_out = {**step, "decisions": step["decisions"][:-1]}
    found = replayed(with_line(lines, number, left_out)).difference
    assert found is not None
    assert (found.traced, found.replayed) == (Absent.NOTHING, step["decisions"][-1])
    added = {**step, "decisions": [*step["decisions"], {"event": "Undone"}]}
    found = replayed(with_line(lines, number, added)).difference
    assert found is not None
    assert (found.traced, found.replayed) == ({"event": "Undone"}, Absent.NOTHING)


def test_places_that_are_a_set_are_traced_in_one_order_whatever_a_process_makes_of_it() -> None:
    places = frozenset(board_places(6))
    seen = Recognition(Unchanged(), {}, 1.0, None, unexplained=places)
    (plain,) = Decisions().plain(Decided((), Scene((), None, Message("paused")), seen))[:1]
    assert plain["recognition"]["unexplained"] == sorted(places)


def test_a_number_that_is_off_by_less_than_a_billionth_is_no_difference(lines: list[bytes]) -> None:
    number = next(number for number, line in enumerate(lines) if number and b'"confidence"' in line)
    step = json.loads(lines[number])
    step["decisions"][0]["recognition"]["confidence"] -= 1e-10
    assert replayed(with_line(lines, number, step)).difference is None


JUNK = st.sampled_from(
    [None, True, -1, 0, 2, 10**30, 1e308, -0.5, 1e-320, "", "south-1", "cups 3", [], {}, [[1]], {"a": 1}]
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_whatever_stands_in_a_damaged_header_it_is_refused_or_replayed(
    lines: list[bytes], data: st.DataObject
) -> None:
    header = json.loads(lines[0])
    value, change = data.draw(st.sampled_from(list(numbers_and_words(header))))
    new = data.draw(JUNK)
    assume(new != value)
    change(new)
    with suppress(TraceError):
        assert replayed(with_line(lines[:40], 0, header)).steps < 40


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (
            lambda header: header["options"].update(game="cups 3"),
            "options.game: cups 3 does not fit the profile",
        ),
        (lambda header: header["options"].update(game="chess"), "'chess' is not a game"),
        (lambda header: header["options"].update(record="1. e4"), "options.record: line 1"),
        (lambda header: header["calibration"]["places"].pop("south-1"), "places: south-1 missing"),
        (lambda header: header["knowledge"]["places"].pop("south-1"), "knowledge.places: are not those"),
        (lambda header: header["knowledge"]["pieces"].clear(), r"knowledge: is of other kinds than cups"),
        (
            lambda header: header["knowledge"]["places"]["south-1"]["tare"].update(variance=0.0),
            r"places\.south-1\.tare\.variance: 0\.0 is not between",
        ),
    ],
)
def test_a_header_whose_parts_do_not_fit_each_other_is_refused(
    lines: list[bytes], damage: Callable[[Any], object], message: str
) -> None:
    header = json.loads(lines[0])
    damage(header)
    with pytest.raises(TraceError, match=message):
        replayed(with_line(lines, 0, header))


def test_a_start_in_the_middle_of_a_game_is_kept_with_what_was_taken_back() -> None:
    game = Cups(2, 3)
    moves = [Moved(Side.SOUTH, "drop 1"), Moved(Side.NORTH, "drop 1"), Moved(Side.SOUTH, "drop 2")]
    history = History(game, None).enter_all(moves).undo().undo()
    world = World(Setting(seed=1, cups=2, stock_beans=3))
    start = Start(world.profile, world.calibration, game, world.setting.options, world.core.knowledge)
    start = replace(start, history=history)
    written: list[bytes] = []
    Tracer(TraceWriter(written.append, start.header()))
    again = Start.from_header(read_trace(written).header)
    assert again == start
    assert again.history is not None
    assert again.history.redo().redo().entries == tuple(moves)


class Sitting:
    """An evening whose moments are traced."""

    def __init__(self, path: Path, **how: Any) -> None:
        self.world = World(Setting(7, cups=2))
        self.said: list[str] = []
        world = self.world
        start = Start(
            world.profile, world.calibration, world.game, world.setting.options, world.core.knowledge
        )
        self.trace = TraceFile(path, start, MissingParts(self._hear), **how)
        world.loop.listen(self.trace)
        self.moments = 0
        world.loop.listen(self._count)

    def _hear(self, message: Message) -> None:
        self.said.append(say(message))

    def _count(self, _: Moment) -> None:
        self.moments += 1

    def go_on(self, seconds: float) -> None:
        self.world.run_until(self.world.now + seconds)


def steps_in(path: Path) -> int:
    with path.open("rb") as lines:
        replayed = replay(read_trace(lines))
    assert replayed.difference is None
    return replayed.steps


def test_a_trace_replays_and_needs_no_end_to_be_whole(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path / "trace")
    sitting.go_on(3.0)
    assert steps_in(tmp_path / "trace") == sitting.moments
    assert sitting.said == []


def test_lines_that_wait_for_the_disk_are_one_write(tmp_path: Path) -> None:
    handed_over: list[Job[None]] = []

    def writer(work: Callable[[], None]) -> Job[None]:
        handed_over.append(Job(work))
        return handed_over[-1]

    sitting = Sitting(tmp_path / "trace", writer=writer)
    for _ in range(3):
        sitting.go_on(2.0)
        (write,) = handed_over
        write.run()
        handed_over.clear()
        assert steps_in(tmp_path / "trace") == sitting.moments > 10


def test_a_trace_that_is_long_enough_says_so_and_replays(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path / "trace", most_bytes=20_000)
    sitting.go_on(20.0)
    assert 0 < steps_in(tmp_path / "trace") < sitting.moments
    assert (tmp_path / "trace").stat().st_size <= 20_000
    assert sitting.said == [
        f"no trace from here on: {tmp_path}/trace: it is as long as a trace may get; "
        "the game goes on without one; the next start begins another"
    ]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    size = LEFT_FOR_GAMES_BYTES + 100_000
    mounting = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(disk)]
    if os.geteuid() != 0 or subprocess.run(mounting, capture_output=True).returncode != 0:
        pytest.skip("needs a right to mount")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


@pytest.mark.long("a whole evening")
def test_a_trace_leaves_room_for_the_games(small_disk: Path) -> None:
    sitting = Sitting(small_disk / "trace")
    sitting.go_on(100.0)
    (said,) = sitting.said
    assert f"{small_disk}/trace: less than 5 MB left on the disk; " in said
    room = os.statvfs(small_disk)
    assert room.f_bavail * room.f_frsize > 0.98 * LEFT_FOR_GAMES_BYTES
    assert steps_in(small_disk / "trace") > 50
    sitting.trace.__exit__(None, None, None)


def test_a_disk_that_becomes_read_only_costs_the_next_trace_alone(small_disk: Path) -> None:
    first = Sitting(small_disk / "trace")
    first.go_on(2.0)
    first.trace.__exit__(None, None, None)
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    second = Sitting(small_disk / "trace")
    second.go_on(2.0)
    assert second.moments == first.moments
    (said,) = second.said
    assert f"{small_disk}/trace: Read-only file system; " in said
    assert steps_in(small_disk / "trace") == first.moments
