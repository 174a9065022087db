"""Whatever file a command is given: soon one line that names it, exit code 2, and little memory taken."""

from collections.abc import Callable
from pathlib import Path

import pytest
from cupsboard.drivers.files import Files
from cupsboard.formats.file_reading import MOST_BYTES
from cupsboard.storage import calibration_file
from cupsim.runs.game_world import Setting, World
from strange_files import Ended, ended, strange_files

BOARD = ("--profile", "2x4")
Asked = Callable[[str], tuple[str, ...]]
LOADERS: dict[str, Asked] = {
    "profile check": lambda file: ("cupsboard", "setup", "profile", "check", file),
    "calibration check": lambda file: ("cupsboard", "calibrate", "check", *BOARD, "--calibration", file),
    "record check": lambda file: ("cupsboard", "games", "check", file),
    "replay": lambda file: ("cupsboard", "lab", "replay", file),
    "rules": lambda file: ("cupsboard", "games", "rules", file),
}
"""A command for each kind of file."""
OTHERS: dict[str, Asked] = {
    "play": lambda file: ("cupsboard", "play", "--profile", file),
    "play, calibrated": lambda file: ("cupsboard", "play", *BOARD, "--calibration", file),
    "calibrate": lambda file: ("cupsboard", "calibrate", "--profile", file),
    "calibrate a place": lambda file: (
        *("cupsboard", "calibrate", *BOARD, "--calibration", file),
        *("--place", "south-1"),
    ),
    "beans sort": lambda file: ("cupsboard", "calibrate", "beans", "sort", "--profile", file),
    "beans check": lambda file: ("cupsboard", "calibrate", "beans", "check", *BOARD, "--calibration", file),
    "healing": lambda file: ("cupsboard", "calibrate", "healing", "--profile", file),
    "healing, calibrated": lambda file: ("cupsboard", "calibrate", "healing", *BOARD, "--calibration", file),
    "doctor": lambda file: ("cupsboard", "doctor", "--profile", file),
    "doctor, calibrated": lambda file: ("cupsboard", "doctor", *BOARD, "--calibration", file),
}
"""All other commands that are given a file to read; they have the loaders in common."""
COMMANDS = LOADERS | OTHERS
NO_FILES = ("no name", "endless", "a folder", "memory", "pipe", "socket", "sparse")
ODD_CONTENTS = (
    *("large", "deep lists", "deep tables", "deep json", "joined keys", "joined strings", "a joined table"),
    *("many keys", "a long number", "line ends", "one line", "quotes", "zeros"),
    "another alphabet",
)
KEPT_KINDS = (
    *("endless", "a folder", "memory", "pipe", "socket", "sparse", "deep lists", "one line"),
    "another alphabet",
)
CASES = [
    *((command, kind) for command in LOADERS for kind in (*NO_FILES, *ODD_CONTENTS)),
    *(
        (command, kind)
        for command in OTHERS
        for kind in (*NO_FILES, "large", "deep lists", "another alphabet")
    ),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("strange")


@pytest.fixture(scope="module")
def names(folder: Path) -> dict[str, str]:
    return strange_files(folder, MOST_BYTES)


@pytest.fixture(scope="module")
def all_ended(folder: Path, names: dict[str, str]) -> dict[tuple[str, ...], Ended]:
    asked = [(folder, COMMANDS[command](names[kind])) for command, kind in CASES]
    return {each.command: each for each in ended(asked)}


def test_every_strange_file_is_tried(names: dict[str, str]) -> None:
    assert set(names) == {*NO_FILES, *ODD_CONTENTS}


@pytest.mark.parametrize(("command", "kind"), CASES)
def test_a_command_refuses_it_in_one_line_that_names_it(
    command: str, kind: str, names: dict[str, str], all_ended: dict[tuple[str, ...], Ended]
) -> None:
    name = names[kind]
    how = all_ended[COMMANDS[command](name)]
    assert how.code == 2
    assert how.output == ""
    (line,) = how.complaint.splitlines()
    assert line.startswith("cupsboard: ")
    assert (Path(name).name if name else "''") in line


def test_what_is_too_large_is_told_the_size_and_the_limit(names, all_ended) -> None:
    said = all_ended[COMMANDS["record check"](names["sparse"])].complaint
    assert "holds 1,000,000,000,000 bytes, and at most 1,000,000 are read" in said


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_no_utf_8_is_told_where_and_what_to_do(command: str, names, all_ended) -> None:
    name = names["another alphabet"]
    said = f"{Path(name).name}: line 1, byte 4: this is no text in UTF-8; save the file as UTF-8, or "
    assert said in all_ended[COMMANDS[command](name)].complaint


@pytest.mark.parametrize(
    ("kind", "said"), [("endless", "is a device"), ("pipe", "is a pipe"), ("socket", "is a socket")]
)
def test_what_is_no_file_is_told_what_it_is(kind: str, said: str, names, all_ended) -> None:
    assert f"{names[kind]}: {said}, and only files are read" in (
        all_ended[COMMANDS["replay"](names[kind])].complaint
    )


KEPT: dict[str, Asked] = {
    ".config/cupsboard/profile.toml": lambda home: ("cupsboard", "calibrate", "healing"),
    ".config/cupsboard/calibration.toml": lambda home: ("cupsboard", "calibrate", "healing", *BOARD),
    ".local/state/cupsboard/memory.sqlite": lambda home: ("cupsboard", "games"),
    "calibration-notes.json": lambda home: ("cupsim", "calibrate", "--directory", home),
}
"""What a command finds by itself in a home or a folder, as somebody else may have put it there."""


@pytest.fixture(scope="module")
def kept_ended(
    tmp_path_factory: pytest.TempPathFactory, names: dict[str, str]
) -> dict[tuple[str, str], Ended]:
    calibration = World(Setting(seed=7)).calibration
    homes: dict[tuple[str, str], Path] = {}
    for kept in KEPT:
        for kind in KEPT_KINDS:
            home = homes[kept, kind] = tmp_path_factory.mktemp("home")
            (home / kept).parent.mkdir(parents=True, exist_ok=True)
            (home / kept).symlink_to(names[kind])
            calibration_file.save(Files(home), "good.toml", calibration)
    asked = [(home, KEPT[kept](str(home))) for (kept, _), home in homes.items()]
    return dict(zip(homes, ended(asked), strict=True))


@pytest.mark.parametrize("kind", KEPT_KINDS)
@pytest.mark.parametrize("kept", KEPT)
def test_what_a_command_keeps_is_believed_as_little(
    kept: str, kind: str, kept_ended: dict[tuple[str, str], Ended]
) -> None:
    how = kept_ended[kept, kind]
    assert how.code == 2
    assert Path(kept).name in how.complaint.splitlines()[-1]
    assert "Traceback" not in how.complaint
