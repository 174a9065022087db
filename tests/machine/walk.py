"""Walks a machine that really boots from set-up to power-off and back. As root:

    sudo .venv/bin/python tests/machine/walk.py

It makes the disk and the releases, boots the disk under QEMU, and writes tests/machine/RESULTS.md. What is
walked is what is committed. Needs the network, and Debian's packages mmdebstrap, qemu-system-x86, minisign.
Ends with 1 if a step failed; the rest of the steps is then not run. `--keep FOLDER` keeps the disk as it was
before each start of the machine; `--keep FOLDER --start 3` goes on from the third in minutes, without a page.
With `--card` the machine is set up by a card that `cupsboard setup card` prepared.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from onpi.table import small_profile

from machine import releases, steps
from machine.guest import Guest, WalkError, booted
from machine.image import PYTHONS, Disk, NotHere, made
from machine.releases import Maker
from machine.report import Row, page
from machine.stand_in import wheel_of_pins

RESULTS = Path(__file__).with_name("RESULTS.md")


@dataclass
class Walk:
    """The steps so far, and the machine that they are taken on."""

    disk: Disk
    folder: Path
    rows: list[Row] = field(default_factory=list)
    starts: int = 0
    facts: str = ""
    is_by_card: bool = False

    @property
    def kept_disk(self) -> Path:
        """Where the disk is kept as it is before the next start."""
        return self.folder / f"disk-{self.starts + 1}"

    @contextmanager
    def machine(self, title: str) -> Iterator[Guest]:
        """Boot the disk: a step of its own."""
        self.starts += 1
        with ExitStack() as stack:
            guest = self.step(
                title, lambda: stack.enter_context(booted(self.disk, self.folder / f"console-{self.starts}"))
            )
            yield guest

    def step(self, title: str, take: Callable[[], object]) -> object:
        """Take a step, and note how it went. Raises WalkError."""
        print(f"{title} ...", flush=True)
        begun = time.monotonic()
        try:
            found = take()
        except WalkError as fault:
            self.rows.append(Row(title, False, time.monotonic() - begun, str(fault)))
            print(f"FAILED {title}: {fault}", flush=True)
            raise
        remark = found if isinstance(found, str) else ""
        self.rows.append(Row(title, True, time.monotonic() - begun, remark))
        print(f"ok     {time.monotonic() - begun:5.0f} s  {title}  {remark}", flush=True)
        return found


def main() -> int:
    """Walk; the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep disk and consoles there")
    parser.add_argument(
        "--start",
        type=int,
        choices=range(1, len(_starts(is_by_card=False)) + 1),
        help="go on from the disk that --keep kept before this start of the machine",
    )
    parser.add_argument("--suite", choices=tuple(PYTHONS), default="bookworm", help="Debian's (%(default)s)")
    parser.add_argument("--card", action="store_true", help="set up by a prepared card")
    asked = parser.parse_args()
    if asked.start is not None and asked.keep is None:
        parser.error("--start: from which disk? Name its folder with --keep")
    with ExitStack() as stack:
        folder = asked.keep or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="machine-")))
        folder.mkdir(parents=True, exist_ok=True)
        try:
            if asked.start is None:
                walk = _prepared(folder, asked.suite, is_by_card=asked.card)
            else:
                walk = _taken_up(folder, asked.start)
            walk.is_by_card = asked.card
            is_well = _walked(walk)
        except NotHere as fault:
            print(f"walk: {fault}", file=sys.stderr)
            return 2
    if asked.start is not None:
        return 0 if is_well else 1
    title = f"{asked.suite}{', from a card' if asked.card else ''}"
    text = page(RESULTS.read_text(), title, datetime.now(UTC).date().isoformat(), walk.facts, walk.rows)
    RESULTS.write_text(text, encoding="utf-8")
    return 0 if is_well else 1


def _prepared(folder: Path, suite: str, *, is_by_card: bool) -> Walk:
    begun = time.monotonic()
    if suite == "trixie":
        os.environ["PIP_FIND_LINKS"] = str(wheel_of_pins(suite))
    files = folder / "files"
    files.mkdir()
    (folder / "maker").mkdir()
    maker = Maker(folder / "maker")
    first = maker.first(files / "first", f"{PYTHONS[suite]}-pi-leds")
    maker.newer(files / "good", "9.1.0")
    maker.newer(files / "ends", "9.2.0", releases.ENDS)
    maker.newer(files / "hangs", "9.3.0", releases.HANGS)
    maker.newer(files / "pageless", "9.4.0", releases.PAGELESS)
    maker.newer(files / "idle", "9.5.0", releases.IDLE)
    maker.newer(files / "mixed", "9.6.0", is_mixed=True)
    releases.tampered(maker.newer(files / "tampered", "9.7.0"))
    releases.unsigned(maker.newer(files / "unsigned", "9.8.0"))
    (files / "none").mkdir()
    (folder / "board.toml").write_bytes(small_profile())
    card = partial(maker.card, release=first, profile=folder / "board.toml") if is_by_card else None
    walk = Walk(made(folder, files, suite, card), folder)
    walk.rows.append(Row("releases and disk are made", True, time.monotonic() - begun))
    return walk


def _taken_up(folder: Path, start: int) -> Walk:
    walk = Walk(Disk(folder / "disk", folder / "kernel", folder / "initrd"), folder, starts=start - 1)
    if not walk.kept_disk.exists():
        raise NotHere(f"{walk.kept_disk}: no such file; walk once with --keep {folder} alone")
    _copied(walk.kept_disk, walk.disk.path)
    return walk


def _copied(disk: Path, to: Path) -> None:
    subprocess.run(["cp", "--sparse=always", "--", str(disk), str(to)], check=True)


def _walked(walk: Walk) -> bool:
    try:
        if walk.is_by_card and not walk.starts:
            _first_start(walk)
        for title, take in _starts(is_by_card=walk.is_by_card)[walk.starts :]:
            if not walk.kept_disk.exists():
                _copied(walk.disk.path, walk.kept_disk)
            with walk.machine(title) as guest:
                walk.facts = walk.facts or _facts(guest)
                take(walk, guest)
    except WalkError as fault:
        if all(row.is_well for row in walk.rows):
            # What failed was an order between two steps, which has no row of its own.
            walk.rows.append(Row("an order before the next step", False, 0.0, str(fault)))
            print(f"FAILED {fault}", flush=True)
        return False
    return True


def _facts(guest: Guest) -> str:
    kernel = guest.must("uname -r")
    systemd = guest.must("systemctl --version | head -1")
    python = guest.must("python3 --version")
    qemu = subprocess.run(["qemu-system-x86_64", "--version"], capture_output=True, text=True)
    return f"{qemu.stdout.splitlines()[0]}; Linux {kernel}; {systemd}; {python}"


def _first_start(walk: Walk) -> None:
    """Let a prepared card set the machine up, until that starts anew by itself."""
    told = walk.disk.first_arguments
    for arguments in (*((told,) if told else ()), ""):

        def until_off(arguments: str = arguments) -> str:
            with booted(walk.disk, walk.folder / "console-card", arguments) as guest:
                return steps.starts_anew(guest)

        walk.step(f"a prepared card starts{', told ' + arguments if arguments else ''}", until_off)


def _by_card(walk: Walk, guest: Guest) -> None:
    guest.must("mkdir /root/release && tar -x -f /srv/pi/first/*.tar -C /root/release --strip-components=1")
    walk.step(
        "`cupsboard setup --check`",
        lambda: steps.says(guest, "cupsboard setup --check", "All is as it should be."),
    )
    _calibrated(walk, guest)


def _set_up(walk: Walk, guest: Guest) -> None:
    # The script of the release: it lies in the archive, as a maker's copy of it lies on the stick.
    unpack = "mkdir /root/release && tar -x -f /srv/pi/first/*.tar -C /root/release --strip-components=1"
    guest.must(unpack)
    setup = "/root/release/setup --from /srv/pi/first --profile /srv/pi/profile.toml --owner anna"
    walk.step(
        "`setup` does nothing unless somebody agrees", lambda: steps.refuses(guest, setup, "nobody is here")
    )
    walk.step("`setup --from STICK --yes` makes a board of it", lambda: guest.must(f"{setup} --yes") and None)
    walk.step(
        "`cupsboard setup --check`",
        lambda: steps.says(guest, "cupsboard setup --check --owner anna", "All is as it should be."),
    )
    walk.step(
        "`setup` once more changes nothing",
        lambda: steps.says(guest, f"{setup} --yes", "All is as it should"),
    )
    _calibrated(walk, guest)


def _calibrated(walk: Walk, guest: Guest) -> None:
    walk.step("an uncalibrated board is no failed service", lambda: steps.uncalibrated(guest))
    guest.must("systemctl start table && systemctl stop cupsboard")
    guest.must(f"echo 'calibration {steps.SETTINGS}/calibration.toml' >/run/table; sleep 2")
    guest.must(f"chown cupsboard:cupsboard {steps.SETTINGS}/calibration.toml && systemctl restart cupsboard")
    walk.step("calibrated, the service weighs", lambda: steps.weighs(guest))
    walk.step(
        "`systemd-analyze security` is at most 2.1",
        lambda: guest.must("systemd-analyze security --no-pager --threshold=21 cupsboard | tail -1"),
    )
    walk.step("switched off", lambda: steps.switched_off(guest, "systemctl poweroff"))


def _play(walk: Walk, guest: Guest) -> None:
    walk.step("the board weighs by itself", lambda: steps.weighs(guest))
    walk.step("the empty board is seen, and the game begins", lambda: steps.begins(guest))
    walk.step("South drops two beans and presses", lambda: steps.drops(guest, "south", 2))
    walk.step(
        "the main process is killed (SIGKILL): weighing again",
        lambda: steps.comes_again(guest, "KILL", steps.WEIGHS_SECONDS),
    )
    walk.step(
        "the main process hangs (SIGSTOP): the watchdog starts it anew",
        lambda: steps.comes_again(guest, "STOP", steps.WATCHDOG_SECONDS),
    )
    walk.step("after both the game goes on", lambda: steps.goes_on(guest, 1))
    walk.step(
        "North drops a bean, captures and presses",
        lambda: steps.drops(guest, "north", 1, "move south-2 north-pot"),
    )
    walk.step(
        "on a disk full to the last block the game goes on, and its move is written once there is room",
        lambda: steps.full_disk(guest),
    )
    guest.cut_power()


def _broken_updates(walk: Walk, guest: Guest) -> None:
    walk.step("the game goes on where it was", lambda: steps.goes_on(guest, 1))
    # The power went soon after room was made on the disk, so that may have been taken back.
    guest.must(f"rm -rf {steps.FILLER}")
    before = steps.journal(guest)
    guest.must(f"{steps.AS_SERVICE} /opt/cupsboard/current/bin/python -c '{steps.PAIRED}'")
    # One emulated processor would install for an hour if it weighed beside; only the good update does so.
    guest.must("systemctl stop cupsboard")
    walk.step("releases that are no good lie installed beside", lambda: steps.installed(guest, BROKEN))
    guest.must("systemctl start cupsboard")
    steps.weighs(guest)
    for name, version, why in BROKEN:
        walk.step(
            f"an update to {why} goes back by itself", lambda n=name, v=version: steps.goes_back(guest, n, v)
        )
        walk.step(
            "the game went on over that, by the files of before", lambda: steps.same_files(guest, before)
        )
    walk.step("an update is being tried when the power goes", lambda: steps.is_tried(guest, "hangs"))
    guest.cut_power()


def _after_trial(walk: Walk, guest: Guest) -> None:
    walk.step("the program that hangs is judged, and goes back", lambda: steps.gone_back(guest, "9.3.0"))
    walk.step("the game goes on where it was", lambda: steps.goes_on(guest, 1))
    before = steps.journal(guest)
    walk.step(
        "`cupsboard backup write` while it plays",
        lambda: guest.must("cupsboard backup write /root/board.zip"),
    )
    guest.must(f"systemctl stop cupsboard && rm -rf {steps.STATE} {steps.SETTINGS}")
    walk.step(
        "`cupsboard backup restore` puts it in place",
        lambda: guest.must("cupsboard backup restore /root/board.zip"),
    )
    guest.must("systemctl start cupsboard")
    walk.step("restored, the service weighs", lambda: steps.weighs(guest))
    walk.step("restored, the game goes on", lambda: steps.same_game(guest, before))
    walk.step("North drops a bean and presses", lambda: steps.drops(guest, "north", 1))
    walk.step(
        "the board asks to be switched off, and the machine is off",
        lambda: steps.switched_off(guest, steps.ASKED_FOR_OFF),
    )


def _good_update(walk: Walk, guest: Guest) -> None:
    walk.step("the game goes on where it was", lambda: steps.goes_on(guest, 1))
    before = steps.journal(guest)
    walk.step("an update is asked for by the service's user", lambda: steps.updates(guest, "good", "9.1.0"))
    walk.step("the game went on over the update", lambda: steps.same_game(guest, before))
    for name, why in REFUSED:
        walk.step(
            f"a release is refused: {why}",
            lambda n=name, w=why: steps.refuses(guest, f"cupsboard update --from /srv/pi/{n}", w),
        )
    walk.step("`setup --remove` is among the programs when the power goes", lambda: steps.half_removed(guest))
    guest.cut_power()


def _removal(walk: Walk, guest: Guest) -> None:
    remove = "/root/release/setup --remove --yes"
    walk.step("`setup --remove` once more ends it", lambda: steps.says(guest, remove, "Removed."))
    walk.step("only what was learnt and played is left", lambda: steps.is_removed(guest))
    walk.step(
        "and once more has nothing to do",
        lambda: steps.refuses(guest, remove, "nothing of the board is installed"),
    )


REFUSED = (
    ("none", "no release here"),
    ("unsigned", "not signed"),
    ("tampered", "signature is not the one"),
    ("first", "is older than"),
    ("mixed", "pip could not install"),
)
"""Folders, and what is said of the releases there; in the last a wheel is not the one that its hash says."""
BROKEN = (
    ("ends", "9.2.0", "a program that writes all files in a format of its own and ends"),
    ("hangs", "9.3.0", "a program that never weighs"),
    ("pageless", "9.4.0", "a program without its page"),
    ("idle", "9.5.0", "a program that can't play"),
)


def _starts(*, is_by_card: bool) -> tuple[tuple[str, Callable[[Walk, Guest], None]], ...]:
    """Return each start of the machine, and the steps that follow it."""
    set_up = ("the machine that a card set up boots to a shell", _by_card)
    return (
        set_up if is_by_card else ("a fresh system boots to a shell", _set_up),
        ("switched on", _play),
        ("the power comes back", _broken_updates),
        ("the power comes back in the middle of an update", _after_trial),
        ("switched on again", _good_update),
        ("the power comes back in the middle of a removal", _removal),
    )


if __name__ == "__main__":
    sys.exit(main())
