"""A program loads what the command needs that is asked for. Modules are counted, not seconds."""

import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import cupsboard.commands.main
import cupsim.commands.main
import pytest
from cupsboard import __version__
from cupsboard.commands import play
from cupsboard.commands.parsers import Command
from cupsboard.distance.seat import NAME
from cupsboard.distance.wire import USUAL_PORT
from cupsboard.session.engine_adviser import LEVEL_NAMES
from cupsboard.station.game.beginning import LEVELS
from cupsboard.station.settings import TUTORS
from cupsim.commands import options
from cupsim.people.fiddling_child import MANNERS
from cupsim.table.beans import KINDS
from cupsim.table.handling import HANDLINGS
from cupsim.table.load_cell import MODELS
from cupsim.table.noise import KINDS as NOISES
from help_pages import help_page

MOST_TO_TELL, MOST_TO_HELP_TO_PLAY, MOST_TO_CHECK_A_RECORD = 18, 40, 96
RECORD = """\
Game: cups 2 stock 2
South: Anna
North: Ben
Date: 2026-11-21
Starter: open

1. south drop 2
2. north drop 1

Result: unfinished
"""
COMMANDS = {"cupsboard": cupsboard.commands.main.COMMANDS, "cupsim": cupsim.commands.main.COMMANDS}
RUN_AND_TELL_MODULES = """
import atexit, sys
atexit.register(lambda: print("loaded:", *sys.modules))
from {program}.__main__ import main
sys.exit(main())
"""


def run(program: str, *arguments: str) -> tuple[str, list[str]]:
    """Return what a program prints, and the modules of ours that it had loaded when it ended."""
    ran = subprocess.run(
        [sys.executable, "-c", RUN_AND_TELL_MODULES.format(program=program), *arguments],
        capture_output=True,
        text=True,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    said, _, loaded = ran.stdout.rpartition("loaded: ")
    return said, [name for name in loaded.split() if re.match(r"(cupsboard|cupsim)\b", name)]


@pytest.mark.parametrize("program", COMMANDS)
def test_a_version_and_a_help_page_are_told_by_few_modules(program: str) -> None:
    said, loaded = run(program, "--version")
    assert said == f"{program} {__version__}\n"
    assert len(loaded) <= MOST_TO_TELL, loaded
    said, loaded = run(program, "--help")
    assert said.startswith(f"usage: {program} ")
    assert len(loaded) <= MOST_TO_TELL, loaded


def test_a_record_is_checked_without_engines_scales_and_pages(tmp_path: Path) -> None:
    record = tmp_path / "record.txt"
    record.write_text(RECORD)
    said, loaded = run("cupsboard", "games", "check", str(record))
    assert "all legal" in said
    assert len(loaded) <= MOST_TO_CHECK_A_RECORD, loaded


@pytest.mark.parametrize("words", [("cupsboard", "lab", "tables"), ("cupsim", "doctor")])
def test_a_command_loads_its_own_module_and_no_other_command_s(words: tuple[str, ...]) -> None:
    said, loaded = run(*words, "--help")
    assert said.startswith(f"usage: {' '.join(words)} ")
    assert set(MODULES[words[0]].values()).intersection(loaded) == {MODULES[words[0]][words[1:]]}


def modules(commands: Mapping[str, Command]) -> Mapping[tuple[str, ...], str]:
    """Return what defines each command, by its words."""
    found: dict[tuple[str, ...], str] = {}
    for name, each in commands.items():
        found |= {} if each.defined is None else {(name,): each.defined}
        found |= {(name, *words): module for words, module in modules(each.commands).items()}
    return found


MODULES = {program: modules(commands) for program, commands in COMMANDS.items()}


@pytest.mark.parametrize(("program", "words"), [(each, words) for each in MODULES for words in MODULES[each]])
def test_every_command_tells_its_help(program: str, words: tuple[str, ...]) -> None:
    assert help_page(program, *words).startswith(f"usage: {' '.join((program, *words))} ")


def test_the_help_of_play_loads_no_referee_no_engine_and_no_page() -> None:
    _, loaded = run("cupsboard", "play", "--help")
    assert len(loaded) <= MOST_TO_HELP_TO_PLAY, loaded


def test_what_a_help_page_names_is_what_may_be_chosen() -> None:
    assert (play.LEVEL_NAMES, play.SOUNDS, play.TUTORS) == (LEVEL_NAMES, LEVELS, TUTORS)
    assert (play.CLUB_PORT, play.SEAT_FILE) == (USUAL_PORT, NAME)
    assert tuple(KINDS) == options.BEANS
    assert tuple(MODELS) == options.CELLS
    assert tuple(HANDLINGS) == options.HANDLINGS
    assert NOISES == options.NOISES
    assert MANNERS == options.CHILDREN
