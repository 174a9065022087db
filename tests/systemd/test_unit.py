"""The service: its unit is sound, its steps are shown first, may be taken again, and leave nothing behind."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from cupsboard.commands.consent import Consent, carry_out
from cupsboard.systemd.steps import Host, Ran, Run, ServiceError, Write, describe, take
from cupsboard.systemd.unit import (
    STARTED,
    UNIT,
    UNIT_FOLDER,
    UPDATING_UNIT,
    USER_FILE,
    install_plan,
    play_options_in,
    remove_plan,
    status,
    unit_file,
)
from hypothesis import given
from hypothesis import strategies as st

PROGRAM = Path("/opt/cupsboard/.venv/bin/cupsboard")
SYSTEMD_ANALYZE = shutil.which("systemd-analyze")
SYSUSERS = shutil.which("systemd-sysusers")
IS_HIDDEN = any(
    Path(sys.prefix).is_relative_to(home) for home in ("/home", "/root", "/run/user", "/tmp", "/var/tmp")
)
not_installed_here = pytest.mark.skipif((UNIT_FOLDER / UNIT).exists(), reason="the service is installed here")


class Systemd:
    """A system with these commands and no others, which finds fault with what the real one would refuse."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.users: set[str] = set()
        self.known: dict[str, str] = {}
        self.enabled: set[str] = set()
        self.active: set[str] = set()

    def run(self, command: Sequence[str]) -> Ran:
        match tuple(command):
            case ("systemd-sysusers", conf):
                self.users |= set(re.findall(r"^u (\S+)", self._below(conf).read_text(), re.MULTILINE))
            case ("systemctl", "daemon-reload"):
                folder = self._below(str(UNIT_FOLDER))
                self.known = {path.name: path.read_text() for path in folder.iterdir()}
            case ("systemctl", "enable", *units):
                if unknown := set(units) - self.known.keys():
                    return Ran(1, "", f"Unit {min(unknown)} does not exist")
                self.enabled |= set(units)
            case ("systemctl", "restart", *words):
                units = [word for word in words if word != "--no-block"]
                user = re.search(r"^User=(.*)$", self.known[UNIT], re.MULTILINE)
                if user is None or user[1] not in self.users:
                    return Ran(1, "", "Failed to determine user credentials: No such process")
                self.active |= set(units)
            case ("systemctl", "disable", "--now", *units):
                self.enabled -= set(units)
                self.active -= set(units)
            case ("systemctl", "show", unit, _):
                active = "active" if unit in self.active else "inactive"
                return Ran(0, f"ActiveState={active}\nStatusText=weighing, 0=0 faults\nUnknown=1\n", "")
            case _:
                return Ran(127, "", "no such command")
        return Ran(0, "", "")

    def _below(self, path: str) -> Path:
        return self.root / path.lstrip("/")


@pytest.fixture
def systemd(tmp_path: Path) -> Systemd:
    (tmp_path / "etc/systemd/system").mkdir(parents=True)
    return Systemd(tmp_path)


@pytest.fixture
def host(systemd: Systemd) -> Host:
    return Host(systemd.root, systemd.run)


def install(host: Host, *options: str) -> None:
    for step in install_plan(unit_file(PROGRAM, options)):
        take(step, host)


def files_below(root: Path) -> set[str]:
    return {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()}


def test_after_installing_the_board_plays_now_and_at_every_boot(systemd: Systemd, host: Host) -> None:
    install(host)
    assert systemd.enabled == systemd.active == {UNIT, *STARTED}
    assert status(host).is_active
    assert status(host).properties["StatusText"] == "weighing, 0=0 faults"


def test_installing_again_changes_only_what_differs(systemd: Systemd, host: Host) -> None:
    install(host)
    again = [describe(step, host) for step in install_plan(unit_file(PROGRAM)) if isinstance(step, Write)]
    assert all(line.startswith("leave ") for line in again)
    other = [describe(step, host) for step in install_plan(unit_file(PROGRAM, ["--quiet"]))]
    assert f"change {UNIT_FOLDER / UNIT}" in other
    install(host, "--quiet")
    assert "ExecStart=/opt/cupsboard/.venv/bin/cupsboard play --quiet\n" in systemd.known[UNIT]


def test_removing_leaves_nothing_but_the_user(systemd: Systemd, host: Host) -> None:
    install(host)
    for step in remove_plan(host):
        take(step, host)
    assert systemd.enabled == systemd.active == set()
    assert files_below(systemd.root) == {str(USER_FILE).lstrip("/")}
    assert remove_plan(host) == ()
    assert status(host).properties == {}


def test_a_step_that_fails_names_the_command_and_its_complaint(systemd: Systemd, host: Host) -> None:
    (enabling,) = (step for step in install_plan(unit_file(PROGRAM)) if " enable " in describe(step, host))
    with pytest.raises(ServiceError, match=r"^systemctl enable .*does not exist; put it right"):
        take(enabling, host)


def test_what_systemd_complains_of_in_several_lines_is_one_sentence(tmp_path: Path) -> None:
    said = 'Job for cupsboard.service failed.\nSee "journalctl -xeu cupsboard.service" for details.\n'
    refusing = Host(tmp_path, lambda _: Ran(1, "", said))
    with pytest.raises(ServiceError) as refused:
        take(Run(("systemctl", "restart", UNIT)), refusing)
    assert "\n" not in str(refused.value)
    assert 'failed. See "journalctl' in str(refused.value)


def consent(*, is_dry_run: bool = False, is_root: bool = True, agrees: bool = True) -> Consent:
    return Consent(is_dry_run, is_root, lambda: agrees)


def test_an_agreed_plan_is_shown_and_carried_out(
    systemd: Systemd, host: Host, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = install_plan(unit_file(PROGRAM))
    assert carry_out(plan, host, consent())
    assert systemd.active == {UNIT, *STARTED}
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "This will:"
    assert len(shown) == 1 + len(plan)


@pytest.mark.parametrize("withheld", [consent(is_dry_run=True), consent(agrees=False)])
def test_a_plan_that_is_not_agreed_to_is_only_shown(
    systemd: Systemd, host: Host, withheld: Consent, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not carry_out(install_plan(unit_file(PROGRAM)), host, withheld)
    assert "  run systemctl enable" in capsys.readouterr().out
    assert files_below(systemd.root) == set()


def test_without_root_the_plan_is_shown_and_then_refused(systemd: Systemd, host: Host) -> None:
    with pytest.raises(ServiceError, match="sudo"):
        carry_out(install_plan(unit_file(PROGRAM)), host, consent(is_root=False))
    assert files_below(systemd.root) == set()


@pytest.mark.parametrize("hidden", ["/home/pi/cupsboard", "/root/cupsboard", "/tmp/try", "/var/tmp/try"])
def test_a_program_where_the_service_can_t_see_it_is_refused(hidden: str) -> None:
    with pytest.raises(ServiceError, match="/opt/cupsboard"):
        unit_file(Path(hidden) / ".venv/bin/cupsboard")


def said_by_the_unit(name: str, *options: str) -> list[str]:
    lines = unit_file(PROGRAM, options).splitlines()
    return [line.partition("=")[2] for line in lines if line.startswith(f"{name}=")]


def test_the_service_starts_again_after_every_fault() -> None:
    assert said_by_the_unit("Restart") == ["on-failure"]
    assert said_by_the_unit("StartLimitIntervalSec") == ["0"]


def test_the_reader_may_have_priority_and_memory() -> None:
    for name in ("LimitRTPRIO", "LimitNICE", "LimitMEMLOCK", "CPUWeight"):
        assert len(said_by_the_unit(name)) == 1, name
    assert said_by_the_unit("RestrictRealtime") == []


@pytest.mark.skipif(SYSTEMD_ANALYZE is None, reason="no systemd-analyze here (Debian package systemd)")
def test_the_calls_for_priority_and_memory_are_among_those_that_are_let_through() -> None:
    assert said_by_the_unit("SystemCallFilter") == ["@system-service"]

    def members(group: str) -> set[str]:
        shown = subprocess.run(
            [str(SYSTEMD_ANALYZE), "syscall-filter", group], capture_output=True, text=True, check=True
        )
        names = {line.strip() for line in shown.stdout.splitlines()[1:]}
        return names.union(*(members(name) for name in names if name.startswith("@")))

    needed = {"sched_setscheduler", "setpriority", "sched_setaffinity", "mlockall", "mlock"}
    assert needed <= members("@system-service")


@pytest.mark.parametrize(
    ("options", "is_closed"),
    [
        ((), True),
        (("--listen", "localhost"), True),
        (("--listen", "0.0.0.0", "--no-page"), True),
        (("--listen", "0.0.0.0"), False),
        (("--listen=192.168.1.5", "--computer", "north"), False),
        (("--sound", "--listen"), True),
    ],
)
def test_the_network_is_closed_where_the_page_is_for_this_computer_alone(
    options: tuple[str, ...], is_closed: bool
) -> None:
    assert (said_by_the_unit("IPAddressDeny", *options) == ["any"]) is is_closed
    assert (said_by_the_unit("IPAddressAllow", *options) == ["localhost"]) is is_closed


def unquoted(command: str) -> list[str]:
    """The words as systemd.service(5) reads them."""
    words = re.findall(r'"((?:[^"\\]|\\.)*)"|(\S+)', command)
    whole = (quoted or bare for quoted, bare in words)
    return [re.sub(r"\\(.)", r"\1", word).replace("%%", "%").replace("$$", "$") for word in whole]


@given(st.lists(st.text("ab -'\"\\%$=;ä", max_size=8), max_size=4))
def test_options_reach_the_program_as_they_were_given(options: list[str]) -> None:
    (line,) = (line for line in unit_file(PROGRAM, options).splitlines() if line.startswith("ExecStart="))
    assert unquoted(line.removeprefix("ExecStart=")) == [str(PROGRAM), "play", *options]
    assert play_options_in(unit_file(PROGRAM, options)) == tuple(options)


def test_an_option_with_a_line_break_is_refused() -> None:
    with pytest.raises(ServiceError, match="control characters"):
        unit_file(PROGRAM, ["--profile", "2x4\nUser=root"])


def written_units(folder: Path) -> list[Path]:
    """The units as they would be installed, for a program that exists here, where a service can see it."""
    program = Path(shutil.which("true") or "/bin/true")
    steps = install_plan(unit_file(program, ["--profile", "my board's profile.toml"]))
    units = [step for step in steps if isinstance(step, Write) and step.path.parent == UNIT_FOLDER]
    for unit in units:
        installed = unit.content.replace("/opt/cupsboard/trusted/bin/cupsboard", str(program))
        (folder / unit.path.name).write_text(installed)
    return [folder / unit.path.name for unit in units]


@pytest.mark.skipif(SYSTEMD_ANALYZE is None, reason="no systemd-analyze here (Debian package systemd)")
def test_systemd_finds_nothing_to_say_about_the_units(tmp_path: Path) -> None:
    units = written_units(tmp_path)
    assert [unit.name for unit in units] == [UNIT, *STARTED, UPDATING_UNIT]
    verified = subprocess.run([str(SYSTEMD_ANALYZE), "verify", *units], capture_output=True, text=True)
    assert (verified.returncode, verified.stdout, verified.stderr) == (0, "", "")


@pytest.mark.skipif(SYSTEMD_ANALYZE is None, reason="no systemd-analyze here (Debian package systemd)")
def test_systemd_does_find_fault_with_a_wrong_unit(tmp_path: Path) -> None:
    unit = written_units(tmp_path)[0]
    unit.write_text(unit.read_text().replace("WatchdogSec=", "WatchdogSecs="))
    verified = subprocess.run([str(SYSTEMD_ANALYZE), "verify", unit], capture_output=True, text=True)
    assert "WatchdogSecs" in verified.stderr


@pytest.mark.skipif(SYSTEMD_ANALYZE is None, reason="no systemd-analyze here (Debian package systemd)")
def test_systemd_rates_the_service_as_little_exposed(tmp_path: Path) -> None:
    unit = written_units(tmp_path)[0]
    rated = subprocess.run(
        [str(SYSTEMD_ANALYZE), "security", "--offline=true", "--threshold=25", str(unit)],
        capture_output=True,
        text=True,
    )
    assert rated.returncode == 0, rated.stdout[-300:] + rated.stderr


@pytest.mark.skipif(
    SYSUSERS is None or os.geteuid() != 0, reason="needs systemd-sysusers (Debian package systemd) and root"
)
def test_systemd_makes_the_user_with_its_groups(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    users = next(step for step in install_plan(unit_file(PROGRAM)) if isinstance(step, Write))
    conf = tmp_path / "cupsboard.conf"
    conf.write_text(users.content)
    subprocess.run([str(SYSUSERS), f"--root={tmp_path}", str(conf)], check=True, capture_output=True)
    passwd = (tmp_path / "etc/passwd").read_text()
    assert re.search(r"^cupsboard:x:\d+:\d+:Cups board:/var/lib/cupsboard:\S*nologin$", passwd, re.MULTILINE)
    members = dict(line.split(":x:") for line in (tmp_path / "etc/group").read_text().splitlines())
    assert all(members[group].endswith(":cupsboard") for group in ("gpio", "spi"))


@pytest.mark.parametrize("ends", [("--new",), ("--from=puzzle:7",), ("--go-on", "3"), ("--lying", "north")])
def test_no_service_begins_a_game_at_each_of_its_starts(ends: tuple[str, ...]) -> None:
    with pytest.raises(ServiceError, match=f"^{ends[0]}: the service would do so at each start"):
        unit_file(PROGRAM, ("--game", "kalah", *ends))
