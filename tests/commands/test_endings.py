"""Every way to end: the codes are those of one list, and no trouble that may pass keeps the service down."""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import cupsboard
import pytest
from cupsboard.commands.main import main
from cupsboard.drivers.errors import DriverError
from cupsboard.drivers.raspberry_pi import NoHeader
from cupsboard.station.files import board_files
from cupsboard.storage.paths import homes
from cupsboard.systemd.exit_codes import Ending
from cupsboard.systemd.unit import unit_file
from quick_evening import environment, furnish

ROOT = Path(__file__).parents[2]
PACKAGE = Path(cupsboard.__file__).parent


def test_the_service_stays_down_after_what_somebody_must_mend_alone() -> None:
    (line,) = re.findall("^RestartPreventExitStatus=(.*)$", unit_file(Path("/opt/cupsboard")), re.MULTILINE)
    assert line.split() == [str(each.value) for each in Ending if each.keeps_the_service_down] == ["2"]


def test_the_readme_lists_every_ending() -> None:
    readme = (ROOT / "firmware" / "README.md").read_text(encoding="utf-8")
    rows = [f"| {each.value} | {each.meaning} |" for each in Ending]
    assert "| code | meaning |\n| --- | --- |\n" + "\n".join(rows) + "\n\n" in readme


def codes_written_out(tree: ast.Module) -> Iterator[str]:
    """Each number but 0 that a function of exit codes returns, or a program ends with."""
    constants = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    returned = [
        value
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        and ast.unparse(function.returns or ast.Constant(None)) == "int"
        for node in ast.walk(function)
        if isinstance(node, ast.Return) and node.value is not None
        for value in (
            [node.value.body, node.value.orelse] if isinstance(node.value, ast.IfExp) else [node.value]
        )
    ]
    raised = [
        argument
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) in ("SystemExit", "sys.exit", "os._exit", "self.exit")
        for argument in node.args[:1]
    ]
    for each in (*returned, *raised):
        value = constants.get(each.id, each) if isinstance(each, ast.Name) else each
        if isinstance(value, ast.Constant) and value.value != 0:
            yield ast.unparse(each)


def test_no_command_ends_with_a_code_of_its_own() -> None:
    found = {
        f"{path.name}: {code}"
        for path in (PACKAGE / "commands").glob("*.py")
        for code in codes_written_out(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert found == set()


def test_a_code_that_is_written_out_is_found() -> None:
    assert [*codes_written_out(ast.parse("BAD = 3\ndef f() -> int:\n    return BAD if x else 0"))] == ["BAD"]
    assert [*codes_written_out(ast.parse("sys.exit(4)"))] == ["4"]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A board with good files, on a computer with its header."""
    furnish(tmp_path)
    for name, value in environment(tmp_path).items():
        monkeypatch.setenv(name, value)
    return tmp_path


def settings(home: Path) -> Path:
    return homes(environment(home), home).settings


def played(monkeypatch: pytest.MonkeyPatch, machine: Callable[[], object], *options: str) -> int:
    monkeypatch.setattr(board_files, "RaspberryPi", machine)
    return main(["play", "--no-page", *options])


def header() -> object:
    """What finds files at fault before anything of it is used."""
    return object()


def refusing(fault: Exception) -> Callable[[], object]:
    def find() -> object:
        raise fault

    return find


@pytest.mark.parametrize(
    "fault",
    [
        DriverError("the library lgpio can't begin ([Errno 28] No space left on device)"),
        DriverError("/dev/gpiochip0 (permission denied) can't be used; join the group"),
        OSError(28, "No space left on device"),
        OSError(24, "Too many open files"),
    ],
)
def test_a_header_that_can_t_be_had_just_now_is_tried_again(
    home: Path, fault: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert played(monkeypatch, refusing(fault)) == Ending.TRY_AGAIN
    assert capsys.readouterr().err == f"cupsboard: {fault}\n"


def test_a_computer_that_is_no_pi_keeps_the_service_down(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert played(monkeypatch, refusing(NoHeader("no GPIO here"))) == Ending.REFUSED


def no_profile(folder: Path) -> None:
    (folder / "profile.toml").unlink()


def a_profile_that_was_never_good(folder: Path) -> None:
    (folder / "profile.toml").write_text("cups = ")


@pytest.mark.parametrize("spoil", [no_profile, a_profile_that_was_never_good])
def test_a_board_that_nobody_has_described_keeps_the_service_down(
    home: Path, spoil: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(settings(home))
    assert played(monkeypatch, header) == Ending.REFUSED


@pytest.mark.parametrize("options", [("--real-dice",), ("--from", "nowhere.txt")])
def test_a_wrong_option_keeps_the_service_down(
    home: Path, options: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert played(monkeypatch, header, *options) == Ending.REFUSED
