"""A Pi becomes a board: what is still to be done is done, nothing twice, and it can be taken off again."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from cupsboard import profile
from cupsboard.commands.set_up import PROGRAMS as REMOVED
from cupsboard.systemd import update
from cupsboard.systemd.set_up import (
    BEGIN,
    END,
    FIRST_START,
    PUT_ON,
    ConfigError,
    Wishes,
    first_start,
    left_behind,
    model,
    needs_restart,
    plan,
    remove_plan,
    with_block,
    with_user_data,
)
from cupsboard.systemd.steps import PlannedStep, Run, ServiceError, describe, take
from cupsboard.systemd.unit import Owner, unit_file
from hypothesis import given
from hypothesis import strategies as st
from pretended_pi import FACTORY_CONFIG, PI_3, PI_4, PI_5, ZERO, PretendedPi

PROGRAMS = Path("/opt/cupsboard")
PROGRAM = PROGRAMS / "current/bin/cupsboard"
PROFILES = Path(profile.__file__).parent / "profiles"
ANNA = Owner("anna", Path("/home/anna"))


def wishes(name: str = "2x4", **others: object) -> Wishes:
    said: dict[str, object] = {"profile": PROFILES / f"{name}.toml", "owner": ANNA, **others}
    return Wishes(profile.load(name), unit_file(PROGRAM), **said)  # type: ignore[arg-type]


def set_up(pi: PretendedPi, asked: Wishes) -> tuple[PlannedStep, ...]:
    steps = plan(pi.host, asked)
    for step in steps:
        take(step, pi.host)
    return steps


@pytest.fixture
def pi(tmp_path: Path) -> PretendedPi:
    return PretendedPi(tmp_path)


def test_once_set_up_nothing_is_left_to_do(pi: PretendedPi) -> None:
    assert needs_restart(set_up(pi, wishes()))
    assert plan(pi.host, wishes()) == ()
    assert pi.read("/var/lib/cupsboard/.config/cupsboard/profile.toml") == (PROFILES / "2x4.toml").read_text()
    assert pi.read("/etc/hostname") == "cupsboard\n"
    assert pi.read("/etc/hosts") == "127.0.0.1\tlocalhost\n127.0.1.1\tcupsboard\n"
    assert "gpio:x:993:pi,anna\n" in pi.read("/etc/group")


@pytest.mark.parametrize(
    ("said", "name", "lines"),
    [
        (ZERO, "2x4", ["dtoverlay=spi0-0cs,no_miso", "core_freq=250"]),
        (PI_3, "2x4", ["dtoverlay=spi0-0cs,no_miso", "core_freq=250"]),
        (PI_4, "2x4", ["dtoverlay=spi0-0cs,no_miso", "core_freq=500", "core_freq_min=500"]),
        (PI_5, "2x4", []),
        (PI_5, "2x10", ["dtparam=i2c_arm=off", "dtparam=spi=off", "enable_uart=0"]),
    ],
)
def test_each_model_gets_the_lines_that_the_board_needs_on_it(
    tmp_path: Path, said: str, name: str, lines: list[str]
) -> None:
    pi = PretendedPi(tmp_path, said)
    set_up(pi, wishes(name))
    before, _, block = pi.read("/boot/firmware/config.txt").partition(f"{BEGIN}\n[all]\n")
    assert before == FACTORY_CONFIG
    assert block.splitlines() == ([*lines, END] if lines else [])


def test_a_board_on_the_serial_lines_takes_the_console_off_them(tmp_path: Path) -> None:
    pi = PretendedPi(tmp_path, PI_5)
    set_up(pi, wishes("2x10"))
    assert pi.read("/boot/firmware/cmdline.txt") == "console=tty1 root=PARTUUID=1-02 rootwait\n"


def test_a_board_whose_chips_a_pico_clocks_has_its_serial_line_to_itself(tmp_path: Path) -> None:
    pi = PretendedPi(tmp_path, PI_5)
    set_up(pi, replace(wishes("2x4"), board=profile.by_pico(profile.load("2x4"))))
    assert pi.read("/boot/firmware/cmdline.txt") == "console=tty1 root=PARTUUID=1-02 rootwait\n"
    assert "dtparam=uart0=on" in pi.read("/boot/firmware/config.txt").splitlines()


def files(pi: PretendedPi) -> dict[str, bytes]:
    """Return what each file and link of the machine holds."""
    there = (path for path in pi.root.rglob("*") if path.is_symlink() or path.is_file())
    return {str(path.relative_to(pi.root)): b"" if path.is_symlink() else path.read_bytes() for path in there}


def take_off(pi: PretendedPi) -> None:
    for step in remove_plan(pi.host, REMOVED):
        take(step, pi.host)


def from_card(pi: PretendedPi) -> None:
    """Set up as a prepared card does at its first start."""
    pi.give("/boot/firmware/user-data", with_user_data((pi.root / "boot/firmware/user-data").read_text()))
    pi.give("/boot/firmware/cupsboard/first-start.sh", first_start(["--profile", "2x10"]))
    pi.give(f"/etc/systemd/system/{FIRST_START}", "")
    take(Run(("systemctl", "enable", FIRST_START)), pi.host)
    set_up(pi, wishes("2x10"))


@pytest.mark.parametrize("by_card", [False, True])
def test_taken_off_again_the_pi_is_file_by_file_what_it_was_but_for_what_was_learnt(
    tmp_path: Path, by_card: bool
) -> None:
    pi = PretendedPi(tmp_path, PI_5)
    pi.give("/boot/firmware/user-data", "#cloud-config\nruncmd:\n- other\n")
    before = files(pi)
    if by_card:
        from_card(pi)
    else:
        set_up(pi, wishes("2x10"))
        set_up(pi, wishes("2x10", host_name="beans"))
    pi.give("/opt/cupsboard/versions/1/x", "")
    take_off(pi)
    now = files(pi)
    assert {name for name in now if name not in before} == {
        "var/lib/cupsboard/.config/cupsboard/profile.toml"
    }
    assert {name: now.get(name) for name in before} == before
    assert not (pi.root / "opt/cupsboard").exists()
    assert remove_plan(pi.host, REMOVED) == ()


def test_what_the_owner_changed_after_set_up_stays_when_the_board_is_taken_off(pi: PretendedPi) -> None:
    set_up(pi, wishes())
    pi.give("/etc/hostname", "kitchen\n")
    pi.give("/etc/group", pi.read("/etc/group").replace(",anna", ""))
    take_off(pi)
    assert pi.read("/etc/hostname") == "kitchen\n"
    assert ("gpasswd", "-d", "anna", "gpio") not in pi.commands


def test_what_was_put_on_twice_is_taken_back_once(tmp_path: Path) -> None:
    """Somebody lets the console back in and the account out of its groups, and says `setup` again."""
    pi = PretendedPi(tmp_path)
    before = files(pi)
    set_up(pi, wishes("2x10"))
    pi.give("/boot/firmware/cmdline.txt", before["boot/firmware/cmdline.txt"].decode())
    pi.give("/etc/group", before["etc/group"].decode())
    set_up(pi, wishes("2x10"))
    take_off(pi)
    assert pi.read("/boot/firmware/cmdline.txt").encode() == before["boot/firmware/cmdline.txt"]
    assert pi.commands.count(("gpasswd", "-d", "anna", "gpio")) == 1


def test_other_names_of_the_machine_stay_beside_its_own(pi: PretendedPi) -> None:
    hosts = "127.0.0.1\tlocalhost\n127.0.1.1\traspberrypi.lan raspberrypi beans\n192.168.1.9\tprinter\n"
    pi.give("/etc/hosts", hosts)
    set_up(pi, wishes())
    assert "127.0.1.1\traspberrypi.lan cupsboard beans\n" in pi.read("/etc/hosts")
    pi.give("/etc/hosts", pi.read("/etc/hosts") + "192.168.1.10\tkettle\n")
    take_off(pi)
    assert pi.read("/etc/hosts") == hosts + "192.168.1.10\tkettle\n"


def test_a_removal_says_of_each_thing_that_stays_what_takes_it_off(pi: PretendedPi) -> None:
    assert left_behind(pi.host) == ()
    set_up(pi, wishes())
    pi.give(str(PUT_ON), pi.read(str(PUT_ON)) + "package minisign\npackage gcc\n")
    (home, packages) = left_behind(pi.host)
    assert "/var/lib/cupsboard" in home
    assert home.endswith(": sudo userdel -r cupsboard")
    assert packages.startswith("Debian's packages minisign gcc, and what came with them")
    assert "sudo apt-get autoremove minisign gcc, if" in packages


def test_a_removal_knows_all_that_an_update_puts_among_the_programs() -> None:
    named = {path for path in vars(update).values() if isinstance(path, Path) and path.parent == PROGRAMS}
    assert update.BEFORE in named
    assert named <= set(REMOVED)
    script = (Path(__file__).parents[2] / "setup").read_text(encoding="utf-8")
    [listed] = re.findall(r'"\$home"/\{(.*?)\}; do\n.*left\+=', script)
    assert {path.name for path in named} <= set(listed.split(","))


def test_a_removal_that_was_cut_off_anywhere_is_ended_by_the_next(tmp_path: Path) -> None:
    names = [Path("/usr/local/bin/cupsboard"), *(PROGRAMS / name for name in ("current", "trusted"))]
    cut_at, steps = 0, None
    while steps is None or cut_at <= len(steps):
        pi = PretendedPi(tmp_path / str(cut_at))
        set_up(pi, wishes())
        for path in (*names, PROGRAMS / "versions/1/x"):
            pi.give(str(path), "")
        programs = [*names, PROGRAMS / "versions", PUT_ON]
        steps = remove_plan(pi.host, programs)
        for step in steps[:cut_at]:
            take(step, pi.host)
        if not any(pi.host.at(name).exists() for name in names):
            assert set(remove_plan(pi.host, programs)) <= {
                Run(("sync",)),
                *(Run(("rm", "-rf", "--", str(path))) for path in (PROGRAMS / "versions", PUT_ON)),
            }
        for step in remove_plan(pi.host, programs):
            take(step, pi.host)
        assert remove_plan(pi.host, programs) == ()
        assert pi.read("/boot/firmware/config.txt") == FACTORY_CONFIG
        assert [*(pi.root / "etc").rglob("*cupsboard*")] == []
        assert [*(pi.root / "opt/cupsboard").iterdir()] == []
        cut_at += 1
    assert cut_at > 10


def test_the_owner_s_own_profile_and_calibration_are_taken_and_never_overwrite(pi: PretendedPi) -> None:
    own = (PROFILES / "2x3.toml").read_text()
    pi.give("/home/anna/.config/cupsboard/profile.toml", own)
    pi.give("/home/anna/.config/cupsboard/calibration.toml", "anna's")
    set_up(pi, wishes("2x3", profile=None))
    kept = "/var/lib/cupsboard/.config/cupsboard"
    assert (pi.read(f"{kept}/profile.toml"), pi.read(f"{kept}/calibration.toml")) == (own, "anna's")
    pi.give(f"{kept}/calibration.toml", "the service's")
    set_up(pi, wishes("2x3"))
    assert pi.read(f"{kept}/calibration.toml") == "the service's"


def test_a_board_without_any_profile_is_refused_before_anything_is_done(pi: PretendedPi) -> None:
    with pytest.raises(ServiceError, match="--profile 2x4"):
        plan(pi.host, wishes(profile=None))


def test_a_name_of_the_owner_s_choice_stays_until_another_is_asked_for(pi: PretendedPi) -> None:
    pi.give("/etc/hostname", "kitchen\n")
    set_up(pi, wishes())
    assert pi.read("/etc/hostname") == "kitchen\n"
    set_up(pi, wishes(host_name="beans"))
    assert pi.read("/etc/hostname") == "beans\n"
    with pytest.raises(ServiceError, match="no name of a computer"):
        plan(pi.host, wishes(host_name="My Board"))


def test_where_the_network_is_told_of_names_it_is_told_of_this_one(pi: PretendedPi) -> None:
    restarts = ("systemctl", "try-restart", "avahi-daemon.service")
    assert restarts not in [step.command for step in plan(pi.host, wishes()) if isinstance(step, Run)]
    pi.give("/usr/lib/systemd/system/avahi-daemon.service", "")
    set_up(pi, wishes())
    assert restarts in pi.commands


def test_a_computer_that_is_no_pi_and_a_card_without_its_boot_partition_are_named(tmp_path: Path) -> None:
    pi = PretendedPi(tmp_path, "Some Laptop")
    with pytest.raises(ServiceError, match="Some Laptop"):
        model(pi.host)
    (tmp_path / "boot/firmware/config.txt").unlink()
    with pytest.raises(ServiceError, match=r"config\.txt: no such file"):
        plan(pi.host, wishes())


def test_an_overlay_on_a_line_of_the_board_is_the_owner_s_to_take_out(tmp_path: Path) -> None:
    pi = PretendedPi(tmp_path, PI_5)
    pi.give("/boot/firmware/config.txt", f"{FACTORY_CONFIG}dtoverlay=w1-gpio\n")
    with pytest.raises(ServiceError, match="line 7: dtoverlay=w1-gpio"):
        plan(pi.host, wishes("2x10"))


def test_every_step_is_shown_in_a_line(pi: PretendedPi) -> None:
    shown = [describe(step, pi.host) for step in plan(pi.host, wishes())]
    assert "change /boot/firmware/config.txt" in shown
    assert all("\n" not in line for line in shown)


LINES = st.lists(st.text("ab=[]# ", min_size=1, max_size=8), max_size=4)


@given(LINES, LINES, LINES, st.sampled_from(["\n", "\r\n"]))
def test_the_lines_between_the_marks_are_replaced_and_all_others_stay(
    own: list[str], first: list[str], second: list[str], end: str
) -> None:
    text = "".join(line + end for line in own)
    assert with_block(with_block(text, first), second) == with_block(text, second)
    assert with_block(with_block(text, first), ()) == text


@pytest.mark.parametrize(
    ("text", "line"), [(f"{BEGIN}\na=1\n", 1), (f"a=1\n{END}\n", 2), (f"{BEGIN}\n{BEGIN}\n{END}\n", 2)]
)
def test_marks_that_are_no_pair_are_refused_with_their_line(text: str, line: int) -> None:
    with pytest.raises(ConfigError, match=f"^line {line}: "):
        with_block(text, ["b=2"])
