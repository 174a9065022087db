"""Walks a machine that really boots from set-up to power-off and back. As root:

    sudo .venv/bin/python tests/machine/walk.py

It makes the disk and the releases, boots the disk under QEMU, and writes tests/machine/RESULTS.md. What is
walked is what is committed. Needs the network, and Debian's packages mmdebstrap, qemu-system-x86, minisign.
Ends with 1 if a step failed; the rest of the steps is then not run.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from machine import releases
from machine.guest import Guest, WalkError, booted
from machine.image import Disk, NotHere, made
from machine.releases import Maker
from machine.report import Row, page

RESULTS = Path(__file__).with_name("RESULTS.md")
STATE = "/var/lib/cupsboard/.local/state/cupsboard"
SETTINGS = "/var/lib/cupsboard/.config/cupsboard"
STATUS = "systemctl show cupsboard --property=ActiveState,StatusText,NRestarts,MainPID"
WEIGHS_SECONDS, WATCHDOG_SECONDS, UPDATE_SECONDS = 60, 120, 900


@dataclass
class Walk:
    """The steps so far, and the machine that they are taken on."""

    disk: Disk
    folder: Path
    rows: list[Row] = field(default_factory=list)
    boots: int = 0
    facts: str = ""

    @contextmanager
    def machine(self, title: str) -> Iterator[Guest]:
        """Boot the disk: a step of its own."""
        self.boots += 1
        with ExitStack() as stack:
            guest = self.step(
                title, lambda: stack.enter_context(booted(self.disk, self.folder / f"console-{self.boots}"))
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
    asked = parser.parse_args()
    with ExitStack() as stack:
        folder = asked.keep or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="machine-")))
        folder.mkdir(parents=True, exist_ok=True)
        try:
            walk = _prepared(folder)
            is_well = _walked(walk)
        except NotHere as fault:
            print(f"walk: {fault}", file=sys.stderr)
            return 2
    RESULTS.write_text(page(datetime.now(UTC).date().isoformat(), walk.facts, walk.rows), encoding="utf-8")
    return 0 if is_well else 1


def _prepared(folder: Path) -> Walk:
    begun = time.monotonic()
    files = folder / "files"
    files.mkdir()
    (folder / "maker").mkdir()
    maker = Maker(folder / "maker")
    maker.first(files / "first")
    maker.newer(files / "good", "9.1.0")
    maker.newer(files / "ends", "9.2.0", releases.ENDS)
    maker.newer(files / "hangs", "9.3.0", releases.HANGS)
    releases.tampered(maker.newer(files / "tampered", "9.4.0"))
    walk = Walk(made(folder, files), folder)
    walk.rows.append(Row("releases and disk are made", True, time.monotonic() - begun))
    return walk


def _walked(walk: Walk) -> bool:
    try:
        with walk.machine("a fresh system boots to a shell") as guest:
            walk.facts = _facts(guest)
            _set_up(walk, guest)
            _play(walk, guest)
            _mishaps(walk, guest)
        with walk.machine("the power comes back") as guest:
            walk.step("the game goes on where it was", lambda: _goes_on(guest, 1))
            _updates(walk, guest)
            _backup(walk, guest)
            walk.step("the board asks to be switched off, and the machine is off", lambda: _off(guest))
        with walk.machine("switched on again") as guest:
            walk.step("the game goes on where it was", lambda: _goes_on(guest, 1))
    except WalkError:
        return False
    return True


def _facts(guest: Guest) -> str:
    kernel = guest.must("uname -r")
    systemd = guest.must("systemctl --version | head -1")
    python = guest.must("python3 --version")
    qemu = subprocess.run(["qemu-system-x86_64", "--version"], capture_output=True, text=True)
    return f"{qemu.stdout.splitlines()[0]}; Linux {kernel}; {systemd}; {python}"


def _set_up(walk: Walk, guest: Guest) -> None:
    # The script of the release: it lies in the archive, as a maker's copy of it lies on the stick.
    unpack = "mkdir /root/release && tar -x -f /srv/pi/first/*.tar -C /root/release --strip-components=1"
    guest.must(unpack)
    setup = "/root/release/setup --from /srv/pi/first --profile /srv/pi/profile.toml --owner anna"
    walk.step("`setup` does nothing unless somebody agrees", lambda: _refuses(guest, setup, "nobody is here"))
    walk.step("`setup --from STICK --yes` makes a board of it", lambda: guest.must(f"{setup} --yes") and None)
    walk.step(
        "`cupsboard setup --check`",
        lambda: _says(guest, "cupsboard setup --check --owner anna", "All is as it should be."),
    )
    walk.step(
        "`setup` once more changes nothing", lambda: _says(guest, f"{setup} --yes", "All is as it should")
    )
    walk.step("an uncalibrated board is no failed service", lambda: _uncalibrated(guest))
    guest.must("systemctl start table && systemctl stop cupsboard")
    guest.must(f"echo 'calibration {SETTINGS}/calibration.toml' >/run/table; sleep 2")
    guest.must(f"chown cupsboard:cupsboard {SETTINGS}/calibration.toml && systemctl restart cupsboard")
    walk.step("calibrated, the service weighs", lambda: _weighs(guest))
    walk.step(
        "`systemd-analyze security` is at most 2.1",
        lambda: guest.must("systemd-analyze security --no-pager --threshold=21 cupsboard | tail -1"),
    )


def _play(walk: Walk, guest: Guest) -> None:
    walk.step("the empty board is seen, and the game begins", lambda: _begins(guest))
    walk.step("South drops two beans and presses", lambda: _drop(guest, "south", 2))


def _mishaps(walk: Walk, guest: Guest) -> None:
    walk.step(
        "the main process is killed (SIGKILL): weighing again", lambda: _again(guest, "KILL", WEIGHS_SECONDS)
    )
    walk.step(
        "the main process hangs (SIGSTOP): the watchdog starts it anew",
        lambda: _again(guest, "STOP", WATCHDOG_SECONDS),
    )
    walk.step("after both the game goes on", lambda: _goes_on(guest, 1))
    walk.step(
        "North drops a bean, captures and presses", lambda: _drop(guest, "north", 1, "move south-2 north-pot")
    )
    walk.step(
        "on a disk that is full to the last block play goes on, and the move survives", lambda: _full(guest)
    )
    guest.cut_power()


def _updates(walk: Walk, guest: Guest) -> None:
    before = _journal(guest)
    walk.step("an update is asked for by the service's user", lambda: _update(guest, "good", "9.1.0"))
    walk.step("the game went on over the update", lambda: _same(guest, before))
    for name, version, why in (
        ("ends", "9.2.0", "a program that ends"),
        ("hangs", "9.3.0", "a program that never weighs"),
    ):
        walk.step(f"an update to {why} goes back by itself", lambda n=name, v=version: _back(guest, n, v))
        walk.step("the game went on over that", lambda: _same(guest, before))
    for name, why in (("tampered", "signature is not the one"), ("first", "is older than")):
        walk.step(
            f"an archive is refused: {why}",
            lambda n=name, w=why: _refuses(guest, f"cupsboard update --from /srv/pi/{n}", w),
        )


def _backup(walk: Walk, guest: Guest) -> None:
    before = _journal(guest)
    walk.step("`cupsboard backup` while it plays", lambda: guest.must("cupsboard backup /root/board.zip"))
    guest.must(f"systemctl stop cupsboard && rm -rf {STATE} {SETTINGS}")
    walk.step("`cupsboard restore` puts it in place", lambda: guest.must("cupsboard restore /root/board.zip"))
    guest.must("systemctl start cupsboard")
    walk.step("restored, the service weighs", lambda: _weighs(guest))
    walk.step("restored, the game goes on", lambda: _same(guest, before))


def _says(guest: Guest, command: str, words: str) -> None:
    said = guest.must(command, seconds=1800.0)
    if words not in said:
        raise WalkError(f"{command}: doesn't say {words!r}: {said[-600:]}")


def _refuses(guest: Guest, command: str, words: str) -> str:
    ran = guest.run(command)
    if ran.code == 0 or words not in ran.said:
        raise WalkError(f"{command}: exit code {ran.code}: {ran.said[-600:]}")
    return ran.said.splitlines()[-1]


def _uncalibrated(guest: Guest) -> str:
    said = guest.must(STATUS)
    if "ActiveState=failed" in said:
        raise WalkError(said)
    return " ".join(said.split())


def _weighs(guest: Guest) -> str:
    took = guest.until(
        STATUS, lambda said: "StatusText=weighing" in said and "=active" in said, WEIGHS_SECONDS
    )
    return f"{took:.0f} s of the guest's clock"


def _begins(guest: Guest) -> str:
    journal = f"cat {STATE}/game-0001.journal 2>/dev/null"
    took = guest.until(journal, lambda said: said.endswith("set up"), WEIGHS_SECONDS)
    return f"{took:.0f} s of the guest's clock"


def _does(status: str) -> bool:
    return "StatusText=weighing" in status and "ActiveState=active" in status


def _again(guest: Guest, signal: str, guest_seconds: int) -> str:
    pid = guest.must("systemctl show cupsboard --property=MainPID --value")
    guest.must(f"kill -{signal} {pid}")
    took = guest.until(
        STATUS,
        lambda said: _does(said) and not {f"MainPID={pid}", "MainPID=0"} & {*said.splitlines()},
        guest_seconds,
    )
    return f"{took:.0f} s of the guest's clock"


def _journal(guest: Guest) -> str:
    return guest.must(f"cat {STATE}/game-0001.journal")


def _drop(guest: Guest, side: str, beans: int, then: str = "") -> str:
    for cup in range(1, beans + 1):
        guest.must(f"echo 'drop {side}-{cup}' >/run/table; sleep 3")
    if then:
        guest.must(f"echo '{then}' >/run/table; sleep 3")
    moves = _journal(guest).count(" drop ")
    for _ in range(5):
        guest.must(f"echo 'press {side}' >/run/table; sleep 4")
        if _journal(guest).count(" drop ") > moves:
            return _journal(guest).splitlines()[-1]
    log = guest.must("journalctl -u cupsboard -n 5 --no-pager")
    raise WalkError(f"{side}'s move is not in the journal: {_journal(guest)}; {log}")


def _goes_on(guest: Guest, number: int) -> str:
    took = _weighs(guest)
    said = guest.must(f"journalctl -u cupsboard -b --no-pager | grep 'game {number} of .* goes on' | tail -1")
    if not said:
        raise WalkError(guest.must("journalctl -u cupsboard -b --no-pager -n 8"))
    return f"{said.rpartition(': ')[2]}; {took}"


def _full(guest: Guest) -> str:
    guest.must(
        "dd if=/dev/zero of=/var/filler bs=1M 2>/dev/null; dd if=/dev/zero of=/var/filler2 bs=4k; true"
    )
    free = guest.must("df --output=avail / | tail -1").strip()
    guest.must("echo 'drop south-1' >/run/table; sleep 3; echo 'press south' >/run/table; sleep 4")
    if "StatusText=weighing" not in guest.must(STATUS):
        raise WalkError(guest.must(STATUS))
    guest.must("rm /var/filler /var/filler2")
    guest.until(f"cat {STATE}/game-0001.journal", lambda said: said.count(" drop ") == 3, 60)
    return f"{free} blocks were free"


def _update(guest: Guest, name: str, version: str) -> str:
    _ask(guest, name)
    said = _outcome(guest, version)
    if "runs since the update" not in said:
        raise WalkError(f"{said}; {guest.must('journalctl -u cupsboard-update -n 8 --no-pager')}")
    if (running := guest.must("cupsboard --version")) != f"cupsboard {version}":
        raise WalkError(running)
    return said


def _back(guest: Guest, name: str, version: str) -> str:
    _ask(guest, name)
    said = _outcome(guest, version)
    if "was tried and" not in said or "9.1.0" not in said:
        raise WalkError(f"{said}; {guest.must('journalctl -u cupsboard-update -n 8 --no-pager')}")
    if (running := guest.must("cupsboard --version")) != "cupsboard 9.1.0":
        raise WalkError(running)
    _weighs(guest)
    return said


def _ask(guest: Guest, name: str) -> None:
    guest.must("rm -f /opt/cupsboard/last-update")
    request = f"echo /srv/pi/{name} >/run/cupsboard/new && mv /run/cupsboard/new /run/cupsboard/update"
    guest.must(f"setpriv --reuid cupsboard --regid cupsboard --clear-groups sh -c '{request}'")


def _outcome(guest: Guest, version: str) -> str:
    guest.until("cat /opt/cupsboard/last-update 2>/dev/null", lambda said: version in said, UPDATE_SECONDS)
    return guest.must("cat /opt/cupsboard/last-update")


def _same(guest: Guest, before: str) -> str:
    now = _journal(guest)
    if not now.startswith(before):
        raise WalkError(f"the journal was {before!r} and is {now!r}")
    return now.splitlines()[-1]


def _off(guest: Guest) -> str:
    guest.run("setpriv --reuid cupsboard --regid cupsboard --clear-groups touch /run/cupsboard/power-off &")
    begun = time.monotonic()
    if not guest.is_off(300.0):
        raise WalkError("the machine is still on")
    return f"off after {time.monotonic() - begun:.0f} s"


if __name__ == "__main__":
    sys.exit(main())
