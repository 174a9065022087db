"""The README's commands run, its tables are those of the program, and what it points to exists."""

import re
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
from cupsboard.referee.gestures import GestureTimes
from cupsboard.signs.light_patterns import GRAMMAR

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
PROSE = re.sub(r"^```.*?^```$", "", TEXT, flags=re.MULTILINE | re.DOTALL)
SPANS = re.findall(r"`([^`\n]+)`", PROSE)
SCRIPTS = [block.splitlines() for language, block in BLOCKS if language == "sh"]
COMMANDS = [command for script in SCRIPTS for line in script for command in line.split(" && ")]

INSTALLING = ("python3 -m venv .venv", ".venv/bin/pip install -e .")
"""What stands before the first `cupsim`: a clone without network couldn't run it."""
RUN_BY_TESTS_RUN = ("ruff", "mypy", "python -m pytest")
"""What runs this very test."""
TAKES_MINUTES = (
    "python tests/benchmarks/",
    "python tests/mutation/",
    "python tests/onpi/",
    "cupsim campaign",
)
TAKES_WHAT_IS_PROPOSED = "\n" * 9
"""The answers to `cupsboard profile new`."""


def named(commands: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f".venv/bin/{command}" for command in commands)


def is_left_out(command: str) -> bool:
    is_run_elsewhere = command == "tests/run" or command.startswith(named(RUN_BY_TESTS_RUN))
    return command in INSTALLING or is_run_elsewhere or command.startswith(named(TAKES_MINUTES))


def table_after(heading: str) -> list[list[str]]:
    """The rows of the first table below a heading, without its head; cells without their code marks."""
    rows = re.search(
        rf"^#+ {re.escape(heading)}$.*?^\| ---.*?\n((?:\|[^\n]*\n)+)", TEXT, re.MULTILINE | re.DOTALL
    )
    assert rows is not None, heading
    return [[cell.strip(" `") for cell in row.strip("|").split("|")] for row in rows[1].splitlines()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder where the README's paths lead to this environment; what commands write stays here."""
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "bin").symlink_to(Path(sys.executable).parent)
    return tmp_path


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script[0])
def test_commands_do_what_they_are_there_for(script: list[str], folder: Path) -> None:
    for command in (command for line in script for command in line.split(" && ")):
        if not is_left_out(command):
            done = subprocess.run(
                command, shell=True, cwd=folder, capture_output=True, text=True, input=TAKES_WHAT_IS_PROPOSED
            )
            assert (done.returncode, done.stderr) == (0, ""), command
            assert done.stdout.strip(), command


def test_the_first_command_installs_this_project_and_ends_in_the_simulated_board() -> None:
    assert SCRIPTS[0] == [" && ".join((*INSTALLING, ".venv/bin/cupsim"))]
    assert SCRIPTS[1] == ["tests/run"]


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
    scripts = [*slow, ROOT / "tests" / "onpi" / "walk.py"]
    programs = {str(path.relative_to(ROOT)) for path in scripts if "__main__" in path.read_text()}
    assert {
        command.split()[1] for command in COMMANDS if command.startswith(".venv/bin/python tests/")
    } == programs


@pytest.mark.parametrize(
    "command", [span for span in SPANS if re.match(r"(\.venv/bin/)?(cupsim|cupsboard)( |$)", span)]
)
def test_options_in_the_text_are_those_of_the_command(command: str) -> None:
    program, *words = command.removeprefix(".venv/bin/").split()
    subcommands = [word for word in words if re.fullmatch(r"[a-z]+", word)]
    asked = [sys.executable, "-c", f"import sys; from {program}.commands.main import main; sys.exit(main())"]
    help_page = subprocess.run([*asked, *subcommands, "--help"], capture_output=True, text=True)
    assert help_page.returncode == 0, help_page.stderr
    assert all(word in help_page.stdout for word in words if word.startswith("--"))


def test_the_table_of_lights_is_the_grammar() -> None:
    rows = table_after("The lights")
    assert [row[:3] for row in rows] == [
        [meaning.value, look.pixels.value, look.rhythm] for meaning, look in GRAMMAR.items()
    ]
    hues = {(row[3], look.hue) for row, look in zip(rows, GRAMMAR.values(), strict=True)}
    assert len({name for name, _ in hues}) == len({hue for _, hue in hues}) == len(hues)


def test_the_table_of_gestures_says_how_long_to_hold() -> None:
    times = GestureTimes()
    held = [
        float(seconds)
        for row in table_after("The buttons")
        for seconds in re.findall(r"for ([\d.]+) s", row[0])
    ]
    short, long = times.hold_seconds, times.long_hold_seconds
    assert held == [short, short, long, long]


def test_links_lead_somewhere() -> None:
    headings = re.findall(r"^#+ (.*)$", PROSE, re.MULTILINE)
    anchors = {"#" + re.sub(r"[^\w -]", "-", heading.lower()).replace(" ", "-") for heading in headings}
    for target in re.findall(r"\]\(([^)]+)\)", TEXT):
        assert target in anchors if target.startswith("#") else (ROOT / target).exists(), target


@pytest.mark.parametrize(
    "name", sorted({span for span in SPANS if re.match(r"(cupsboard|cupsim)\.\w", span)})
)
def test_a_name_in_the_text_is_one_of_the_program(name: str) -> None:
    try:
        import_module(name)
    except ModuleNotFoundError:
        module, _, attribute = name.rpartition(".")
        assert hasattr(import_module(module), attribute)


@pytest.mark.parametrize("path", sorted({span for span in SPANS if re.fullmatch(r"[\w.]+(/[\w.]*)+", span)}))
def test_a_path_in_the_text_exists(path: str) -> None:
    assert path.startswith(".venv") or (ROOT / path).exists()


def test_the_tree_is_the_real_one() -> None:
    (tree,) = (block for _, block in BLOCKS if block.startswith("pyproject.toml"))
    home = ROOT
    for line in tree.splitlines():
        names = re.match(r" *(.*?)(?:  |$)", line)
        assert names is not None
        for name in names[1].split(", "):
            is_inside = line.startswith(" ")
            assert ((home if is_inside else ROOT) / name).exists(), line
            if not is_inside:
                home = ROOT / name


def test_every_run_time_library_is_named_with_its_licence() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    libraries = {re.split(r"[<>=]", dependency)[0] for dependency in project["dependencies"]}
    others = {library for library in libraries if not library.startswith("adafruit-")}
    licence = TEXT.partition("## Licence")[2].lower()
    assert all(library in licence for library in others)
