"""The commands of the readmes run, their tables are those of the program, and what they point to exists."""

import re
import sys
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from importlib import import_module
from itertools import takewhile
from pathlib import Path

import pytest
from cupsboard import __version__
from cupsboard.referee.gestures import GestureTimes
from cupsboard.signs.light_patterns import GRAMMAR
from cupsboard.systemd.exit_codes import Ending
from help_pages import help_page
from processes import started
from test_architecture import FIRMWARE_WALLS, SIMULATOR_WALLS

ROOT = Path(__file__).parents[1]
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Readme:
    """A readme: its text, its fenced blocks with their languages, and what it marks as code in a sentence."""

    path: Path

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @property
    def scripts(self) -> list[list[str]]:
        return [block.splitlines() for language, block in FENCED.findall(self.text) if language == "sh"]

    @property
    def spans(self) -> list[str]:
        return re.findall(r"`([^`\n]+)`", FENCED.sub("", self.text))

    def tables(self, heading: str) -> list[list[list[str]]]:
        """The rows of each table below a heading, without heads; a cell of code alone without its marks."""
        below = re.search(rf"^#+ {re.escape(heading)}$(.*?)(?=^#|\Z)", self.text, re.MULTILINE | re.DOTALL)
        assert below is not None, heading
        return [
            [
                [re.sub(r"^`([^`]+)`$", r"\1", cell.strip()) for cell in row.strip("|").split("|")]
                for row in table.splitlines()
            ]
            for table in re.findall(r"^\| ---.*\n((?:\|.*\n)+)", below[1], re.MULTILINE)
        ]


MAIN, FIRMWARE, SIMULATOR, TESTS = (
    Readme(ROOT / name) for name in ("README.md", "firmware/README.md", "sim/README.md", "tests/README.md")
)
READMES = (MAIN, FIRMWARE, SIMULATOR, TESTS)
"""The building guide has tests of its own (tests/hardware/test_building_guide.py)."""
SCRIPTS = [script for readme in READMES for script in readme.scripts]
SPANS = [span for readme in READMES for span in readme.spans]
COMMANDS = [command for script in SCRIPTS for line in script for command in line.split(" && ")]

INSTALLING = ("python3 -m venv .venv", ".venv/bin/pip install -e .")
"""What stands before the first `cupsim`: a clone without network couldn't run it."""
RUN_BY_TESTS_RUN = ("ruff", "mypy", "python -m pytest")
"""What runs this very test."""
TAKES_MINUTES = (
    "python tests/benchmarks/",
    "python tests/mutation/",
    "python tests/onpi/",
    "python tests/browsers/",
    "python tests/pyodide/",
    "python tests/cupsclub/",
    "python sim/pictures",
    "python -m studies",
)
TAKES_WHAT_IS_PROPOSED = "\n" * 9
"""The answers to `cupsboard setup profile new`."""


def named(commands: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f".venv/bin/{command}" for command in commands)


def is_left_out(command: str) -> bool:
    is_run_elsewhere = command == "tests/run" or command.startswith(named(RUN_BY_TESTS_RUN))
    return command in INSTALLING or is_run_elsewhere or command.startswith(named(TAKES_MINUTES))


def plays_a_game(script: list[str]) -> bool:
    return any(" --north 4" in line or "cupsim game" in line or line.endswith("/cupsim") for line in script)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder where the README's paths lead to this environment; what commands write stays here."""
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "bin").symlink_to(Path(sys.executable).parent)
    return tmp_path


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(
            script, marks=pytest.mark.long("a whole game, or a page") if plays_a_game(script) else ()
        )
        for script in SCRIPTS
    ],
    ids=lambda script: script[0],
)
def test_commands_do_what_they_are_there_for(script: list[str], folder: Path) -> None:
    for command in (command for line in script for command in line.split(" && ")):
        if not is_left_out(command):
            how = {"cwd": folder, "given": TAKES_WHAT_IS_PROPOSED}
            with started("sh", "-c", f"exec {command}", apart=True, **how) as program:
                ending = Ending.WELL
                for line in program.lines():
                    if line.endswith("(end with Ctrl-C)"):
                        ending = Ending.INTERRUPTED
                        program.interrupt()
                assert (program.ended(), program.complaints) == (ending, ""), command
                assert program.said.strip(), command


def test_the_first_command_installs_this_project_and_ends_in_the_simulated_board() -> None:
    assert MAIN.scripts == [[" && ".join((*INSTALLING, ".venv/bin/cupsim"))], ["tests/run"]]


def test_what_checks_the_project_by_hand_is_what_the_second_command_runs() -> None:
    steps = (
        (ROOT / "tests" / "run")
        .read_text(encoding="utf-8")
        .replace('"$environment/bin/', "")
        .replace('"', "")
    )
    by_hand = [command for command in COMMANDS if command.startswith(named(RUN_BY_TESTS_RUN))]
    assert len(by_hand) == 4
    for command in by_hand:
        assert command.removeprefix(".venv/bin/").partition(" -q")[0] in steps


def test_every_script_that_is_too_slow_for_the_tests_is_named() -> None:
    slow = [*ROOT.glob("tests/benchmarks/*.py"), *ROOT.glob("tests/mutation/*.py")]
    browsers = ("browsers/judge.py", "browsers/accessible.py")
    rest = ("onpi/walk.py", *browsers, "pyodide/judge.py", "cupsclub/over_postgres.py")
    scripts = [*slow, *(ROOT / "tests" / name for name in rest)]
    programs = {str(path.relative_to(ROOT)) for path in scripts if "__main__" in path.read_text()}
    assert {
        command.split()[1] for command in COMMANDS if command.startswith(".venv/bin/python tests/")
    } == programs


PROGRAM = re.compile(r"(\.venv/bin/|python -m )?(cupsim|cupsboard|cupsclub|studies)( |$)")


@pytest.mark.parametrize("command", sorted({span for span in SPANS if PROGRAM.match(span)}))
def test_options_in_the_text_are_those_of_the_command(command: str) -> None:
    program, *words = command.removeprefix(".venv/bin/").removeprefix("python -m ").split()
    # What follows an option may be its value.
    subcommands = [
        word
        for word in takewhile(lambda word: not word.startswith("-"), words)
        if word.isalpha() and word.islower()
    ]
    page = help_page(program, *subcommands)
    assert all(word in page for word in words if word.startswith("--"))


def test_the_table_of_lights_is_the_grammar() -> None:
    (rows,) = FIRMWARE.tables("The lights")
    assert [row[:3] for row in rows] == [
        [meaning.value, look.pixels.value, look.rhythm] for meaning, look in GRAMMAR.items()
    ]
    hues = {(row[3], look.hue) for row, look in zip(rows, GRAMMAR.values(), strict=True)}
    assert len({name for name, _ in hues}) == len({hue for _, hue in hues}) == len(hues)


def test_the_table_of_gestures_says_how_long_to_hold() -> None:
    times = GestureTimes()
    (rows,) = MAIN.tables("The buttons")
    held = [float(seconds) for row in rows for seconds in re.findall(r"for ([\d.]+) s", row[0])]
    short, long = times.hold_seconds, times.long_hold_seconds
    assert held == [short, short, long, long]


@pytest.mark.parametrize("program", ["cupsim", "cupsboard", "cupsclub"])
def test_the_tables_of_commands_have_every_command_and_no_other(program: str) -> None:
    listed = re.search(r"^commands:\n.*\n((?:    .*\n)+)", help_page(program), re.MULTILINE)
    assert listed is not None
    offered = {f"{program} {name}" for name in re.findall(r"^    (\w+)", listed[1], re.MULTILINE)}
    shown = {row[0] for table in MAIN.tables("The commands") for row in table}
    assert {each for each in shown if each.startswith(f"{program} ")} == offered


@pytest.mark.parametrize(
    "name", sorted({span for span in SPANS if re.match(r"(cupsboard|cupsclub|cupsim|studies)\.\w", span)})
)
def test_a_name_in_the_text_is_one_of_the_program(name: str) -> None:
    try:
        import_module(name)
    except ModuleNotFoundError:
        module, _, attribute = name.rpartition(".")
        assert hasattr(import_module(module), attribute)


@pytest.mark.parametrize("path", sorted({span for span in SPANS if re.fullmatch(r"[\w.]+(/[\w.]*)+", span)}))
def test_a_path_in_the_text_exists(path: str) -> None:
    homes = (ROOT, ROOT / "firmware" / "cupsboard")
    assert path.startswith(".venv") or any((home / path).exists() for home in homes)


def reached(cell: str, walls: Mapping[str, Collection[str]]) -> set[str]:
    """The rooms and modules that a cell names, with all that these may reach where the cell says so."""
    named = set(re.findall(r"`([^`]+)`", cell) or [cell]) - {"nothing"}
    below = {each for room in named if "." not in room for each in walls[room]} if "reach" in cell else set()
    return rooms_and_modules(named | below)


def rooms_and_modules(names: Collection[str]) -> set[str]:
    """Without the modules of rooms that are among them."""
    return {name for name in names if "." not in name or name.partition(".")[0] not in names}


def test_the_table_of_rooms_is_that_of_the_firmwares_walls() -> None:
    (table,) = FIRMWARE.tables("The rooms")
    walls = {room: set(below) - {room} for room, below in FIRMWARE_WALLS.items() if "." not in room}
    shown = {room: reached(below, walls) for room, _, below in table[:-1]}
    assert shown == {room: rooms_and_modules(below) for room, below in walls.items()}
    assert (table[-1][0], table[-1][2]) == ("commands", "everything")


def test_the_table_of_rooms_is_that_of_the_simulators_walls() -> None:
    (table,) = SIMULATOR.tables("The rooms")
    walls = {room: below for room, (_, below) in SIMULATOR_WALLS.items()}
    shown = {
        room: (reached(firmware, FIRMWARE_WALLS), reached(simulator, walls))
        for room, _, firmware, simulator in table[:-1]
    }
    assert shown == {
        room: (rooms_and_modules(firmware), rooms_and_modules(simulator))
        for room, (firmware, simulator) in SIMULATOR_WALLS.items()
    }
    assert table[-1][0] == "commands"


def test_every_run_time_library_is_named_with_its_licence() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    libraries = {re.split(r"[<>=]", dependency)[0] for dependency in project["dependencies"]}
    others = {library for library in libraries if not library.startswith("adafruit-")}
    licence = MAIN.text.partition("## Licence")[2].lower()
    assert all(library in licence for library in others)


def test_the_newest_version_in_the_changelog_is_that_of_the_project() -> None:
    versions = re.findall(
        r"^## (\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE
    )
    assert versions[0] == __version__
