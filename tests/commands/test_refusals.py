"""Wrong usage and malformed files, at every command: one clear message, exit code 2, no traceback."""

import os
import subprocess
import sys
from argparse import ArgumentTypeError
from codecs import BOM_UTF8
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from random import Random

import cupsboard.commands.main
import cupsim.commands.main
import pytest
from cupsboard.commands.argument_types import file_to_write, folder_to_write, write_text, written_twice
from cupsboard.drivers.files import Files
from cupsboard.storage import calibration_file
from cupsim.runs.game_world import Setting, World

SHORT = ("--cups", "2", "--stock", "2", "--seed", "5")
MAINS = {"cupsboard": cupsboard.commands.main.main, "cupsim": cupsim.commands.main.main}
LONGEST_LINE = 420


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one good file of each kind, all of the same small board."""
    folder = tmp_path_factory.mktemp("good")
    world = World(Setting(seed=7))
    calibration_file.save(Files(folder), "calibration", world.calibration)
    (folder / "profile").write_bytes(files("cupsboard").joinpath("profiles", "2x4.toml").read_bytes())
    game = ("game", *SHORT, "--record", str(folder / "record"), "--trace", str(folder / "trace"))
    assert cupsim.commands.main.main(game) == 0
    return folder


READERS = {
    "profile": ("setup", "profile", "check", "FILE"),
    "calibration": ("calibrate", "check", "--profile", "2x4", "--calibration", "FILE"),
    "record": ("games", "check", "FILE"),
    "trace": ("lab", "replay", "FILE"),
}


def reading(kind: str, path: Path) -> list[str]:
    return [str(path) if word == "FILE" else word for word in READERS[kind]]


def refusal(capsys: pytest.CaptureFixture[str], program: str, arguments: Sequence[str]) -> str:
    """The one line that a command says of what it can't do."""
    capsys.readouterr()
    try:
        code: object = MAINS[program](list(arguments))
    except SystemExit as ended:
        code = ended.code
    said = capsys.readouterr()
    assert code == 2, (arguments, said)
    lines = said.err.splitlines()
    assert lines[-1].startswith(program)
    assert len(lines) == 1
    assert len(lines[-1]) <= LONGEST_LINE
    return lines[-1]


@pytest.mark.parametrize("kind", READERS)
def test_a_good_file_is_read(good: Path, kind: str) -> None:
    assert cupsboard.commands.main.main(reading(kind, good / kind)) == 0


@pytest.mark.parametrize("kind", READERS)
def test_a_file_that_is_not_there_is_named(kind: str, tmp_path: Path, capsys) -> None:
    assert "nowhere" in refusal(capsys, "cupsboard", reading(kind, tmp_path / "nowhere"))


@pytest.mark.parametrize("kind", READERS)
def test_a_folder_is_no_file(kind: str, tmp_path: Path, capsys) -> None:
    assert str(tmp_path) in refusal(capsys, "cupsboard", reading(kind, tmp_path))


STRANGE = {
    "empty": b"",
    "no text": bytes(range(256)),
    "zeros": bytes(5000),
    "one long line": b"x" * 100_000,
    "deep": b"[" * 20_000,
    "another format": b"format = 'x'\nversion = 1\n",
    "a number": b"7",
    "json": b'{"format": "cupsboard-trace", "version": 1}\n',
}


@pytest.mark.parametrize("content", STRANGE.values(), ids=STRANGE)
@pytest.mark.parametrize("kind", READERS)
def test_what_is_no_such_file_is_refused_with_its_name(
    kind: str, content: bytes, tmp_path: Path, capsys
) -> None:
    path = tmp_path / "strange"
    path.write_bytes(content)
    assert "strange" in refusal(capsys, "cupsboard", reading(kind, path))


@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize("other", READERS)
def test_a_file_of_another_kind_is_refused(kind: str, other: str, good: Path, capsys) -> None:
    if kind != other:
        refusal(capsys, "cupsboard", reading(kind, good / other))


@pytest.mark.parametrize("kind", ["profile", "calibration", "record", "trace"])
def test_a_byte_order_mark_at_the_beginning_does_no_harm(kind: str, good: Path, tmp_path: Path) -> None:
    path = tmp_path / "marked"
    path.write_bytes(BOM_UTF8 + (good / kind).read_bytes())
    assert cupsboard.commands.main.main(reading(kind, path)) == 0


def test_a_trace_that_holds_no_step_is_refused(good: Path, tmp_path: Path, capsys) -> None:
    header, step, *_ = (good / "trace").read_bytes().splitlines(keepends=True)
    path = tmp_path / "began"
    for content in (header, header + step[:20]):
        path.write_bytes(content)
        said = refusal(capsys, "cupsboard", reading("trace", path))
        assert "began: holds no step, so there is nothing to replay" in said


@pytest.mark.long("more damage", every=3)
@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("kind", READERS)
def test_a_damaged_file_is_refused_or_read_but_never_ends_in_a_traceback(
    kind: str, seed: int, good: Path, tmp_path: Path, capsys
) -> None:
    """Bytes are changed, lost or put in at random within the first kilobytes, where each sort of line is."""
    random = Random(seed)
    content = bytearray((good / kind).read_bytes())
    for _ in range(random.randint(1, 4)):
        where = random.randrange(min(len(content), 6000))
        length = random.choice((1, 1, 5, 60))
        content[where : where + length] = random.choice(
            (b"", b"0", b"-", b"9e9", b'"', b"\xff", b"\n", b"nan")
        )
    path = tmp_path / "damaged"
    path.write_bytes(content)
    code = cupsboard.commands.main.main(reading(kind, path))
    said = capsys.readouterr().err
    assert code in (0, 1, 2)
    assert (code == 2) == bool(said)
    assert len(said.splitlines()) <= 1


WRONG = {
    "cupsboard": [
        (),
        ("brew",),
        ("--fast",),
        ("lab",),
        ("lab", "replay"),
        ("--starter", "south"),
        ("calibrate", "--reference", "100 g", "zero", "south-1"),
        ("doctor", "--lights", "--bundle", "x"),
        ("lab", "scope", "--trace", "--clock", "27"),
        ("setup", "--check", "--yes"),
        ("play", "--no-page", "--port", "80"),
        ("play", "--from", "game.txt", "--game", "kalah"),
        ("lab", "replay", "a", "b"),
        ("lab", "replay", "--all", "a"),
        ("setup", "profile"),
        ("setup", "profile", "check"),
        ("setup", "profile", "check", "2x99"),
        ("setup", "profile", "check", ""),
        ("setup", "profile", "mend", "2x4"),
        ("calibrate", "check", "2x4"),
        ("calibrate", "check", "--profile", "2x99"),
        ("games", "check"),
        ("games", "check", ""),
        ("play", "--port", "99999"),
        ("play", "--port", "-1"),
        ("play", "--go-on", "-3"),
        ("play", "--game", "chess"),
        ("play", "--profile", "2x4", "--stage", "2"),
        ("play", "--brightness", "nan"),
        ("play", "--brightness", "2"),
        ("calibrate", "beans", "check", "--each", "0"),
        ("calibrate", "beans", "check", "--each", "9" * 30),
        ("doctor", "--bundle", os.sep),
        ("doctor", "--bundle", "/nowhere/x"),
        ("lab", "budget", "--bean", "nan", "--cv", "0.1"),
        ("lab", "budget", "--bean", "0.5", "--cv", "inf"),
        ("lab", "budget", "--bean", "0.5", "--cv", "0.1", "--cups", "99"),
    ],
    "cupsim": [
        ("brew",),
        ("--cups", "13"),
        ("--cups", "1"),
        ("--cups", ""),
        ("--seed", "-1"),
        ("--seed", "1.5"),
        ("--sps", "20"),
        ("--beans", "mixed"),
        ("--cup", "4"),
        ("game", "--games", "0"),
        ("game", "--jobs", "0"),
        ("game", "--patience", "0"),
        ("game", "--stock", "10000"),
        ("game", "--clumsiness", "nan"),
        ("game", "--games", "2", "--trace", "x"),
        ("game", "--record", "/nowhere/x"),
        ("game", *SHORT, "--record", os.sep),
        ("game", *SHORT, "--trace", os.sep),
        ("game", *SHORT, "--trace", "x", "--record", "x"),
        ("--port", "99999"),
        ("--listen", "1.2.3.4", "--port", "0", "--no-browser"),
        ("--listen", "a" * 70, "--no-browser"),
        ("--listen", "a..b", "--no-browser"),
        ("--listen", "a b", "--port", "0", "--no-browser"),
        ("--host-name", "a b"),
        ("--from", "puzzle:7", "--cups", "6"),
        ("--from", "puzzle:7", "--game", "kalah"),
        ("--cups", "6", "game"),
        ("calibrate", "beans"),
        ("calibrate", "beans", "sort", "--count", "0"),
    ],
}


@pytest.mark.parametrize(
    ("program", "arguments"), [(program, each) for program, wrong in WRONG.items() for each in wrong]
)
def test_wrong_usage_is_told_in_one_line(program: str, arguments: tuple[str, ...], capsys) -> None:
    refusal(capsys, program, arguments)


@pytest.mark.long("another command", but=["command1"])
@pytest.mark.parametrize(
    "command",
    [
        ("cupsboard.commands.main", "lab", "replay", "/dev/null"),
        ("cupsboard.commands.main", "setup", "profile", "check", "2x99"),
        ("cupsim.commands.main", "game", *SHORT, "--trace", "/dev/full"),
    ],
)
def test_a_whole_process_ends_so_too(command: tuple[str, ...]) -> None:
    module, *arguments = command
    code = f"import sys; from {module} import main; sys.exit(main())"
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            ("--from", "FILE"),
            "record: a game of cups 2 stock 2, and this board plays cups 4; name one of those",
        ),
        (("--from", "GAME", "--move", "99"), "game.txt, move 99: one can go on after the moves 0 to 1"),
        (("--from", "NOWHERE"), "nowhere: No such file"),
        (("--from", "PROFILE"), "line 1"),
        (("--move", "3"), "--move: belongs to --from"),
        (("--from", "GAME", "--new"), "not allowed with argument --from"),
    ],
)
def test_a_game_that_can_t_be_gone_on_with_is_refused_before_the_board_is_touched(
    options: Sequence[str], said: str, good: Path, tmp_path: Path, capsys
) -> None:
    (tmp_path / "game.txt").write_text(
        "Game: cups 4\nSouth: ?\nNorth: ?\nDate: ?\nStarter: open\n\n1. south drop 1\n\nResult: unfinished\n"
    )
    files = {
        "FILE": good / "record",
        "PROFILE": good / "profile",
        "GAME": tmp_path / "game.txt",
        "NOWHERE": tmp_path / "nowhere",
    }
    arguments = [str(files.get(word, word)) for word in options]
    assert said in refusal(capsys, "cupsboard", ["play", "--profile", "2x4", *arguments])


def test_a_new_file_and_one_that_is_there_can_be_written_and_neither_is_touched(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_text("kept")
    assert file_to_write(str(there)) == there
    assert file_to_write(str(tmp_path / "new")) == tmp_path / "new"
    assert there.read_text() == "kept"
    assert list(tmp_path.iterdir()) == [there]


def test_behind_a_link_to_nothing_a_file_can_be_made_and_the_link_stays(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "target")
    assert file_to_write(str(link)) == link
    assert link.is_symlink()
    assert not link.exists()


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(ArgumentTypeError, match="is a pipe, which may wait for its reader for ever"):
        file_to_write(str(pipe))


def test_a_pipe_that_the_shell_holds_open_is_written_to() -> None:
    reader, writer = os.pipe()
    try:
        path = file_to_write(f"/dev/fd/{writer}")
        write_text(path, "a record")
        assert os.read(reader, 100) == b"a record"
    finally:
        os.close(reader)
        os.close(writer)


def test_a_disk_that_gets_full_while_writing_is_told_with_the_file() -> None:
    with pytest.raises(OSError, match="No space left") as full:
        write_text(Path("/dev/full"), "a record")
    assert full.value.filename == "/dev/full"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "Is a directory"),
        ("no/such", "No such file or directory"),
        ("file/below", "Not a directory"),
        ("x" * 300, "File name too long"),
    ],
)
def test_what_can_not_be_written_is_told_with_its_name(tmp_path: Path, name: str, why: str) -> None:
    (tmp_path / "file").write_text("")
    path = tmp_path / name
    with pytest.raises(ArgumentTypeError, match=f"{path}: {why}; name a file that can be written"):
        file_to_write(str(path))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_of_others_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(ArgumentTypeError, match="Permission denied"):
        file_to_write(str(tmp_path / "new"))
    with pytest.raises(ArgumentTypeError, match="Permission denied"):
        folder_to_write(str(tmp_path / "new" / "below"))


def test_a_folder_may_still_have_to_be_made_but_not_below_a_file(tmp_path: Path) -> None:
    assert folder_to_write(str(tmp_path / "a" / "b")) == tmp_path / "a" / "b"
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").write_text("")
    for name in ("file", "file/below"):
        with pytest.raises(ArgumentTypeError, match="Not a directory; name a folder that can be written"):
            folder_to_write(str(tmp_path / name))


def test_one_file_under_two_names_is_found(tmp_path: Path) -> None:
    there, hard, soft = (tmp_path / name for name in ("there", "hard", "soft"))
    there.write_text("")
    hard.hardlink_to(there)
    soft.symlink_to(tmp_path / "new")
    for one, other in ((there, hard), (tmp_path / "new", soft), (tmp_path / "x", tmp_path / "." / "x")):
        said = written_twice({"--record": one, "--trace": other})
        assert said == f"--trace: {other} is written by --record already; name two files"


def test_different_files_and_devices_may_be_written(tmp_path: Path) -> None:
    assert written_twice({"--record": tmp_path / "x", "--trace": tmp_path / "y", "--third": None}) is None
    assert written_twice({"--record": Path("/dev/null"), "--trace": Path("/dev/null")}) is None
