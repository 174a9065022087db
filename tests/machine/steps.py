"""What the walk asks of the machine, step by step: each returns a remark, or raises WalkError."""

import time
from collections.abc import Sequence

from cupsboard import __version__ as FIRST

from machine.guest import Guest, WalkError

STATE = "/var/lib/cupsboard/.local/state/cupsboard"
GAME = f"""python3 -c '
import sqlite3
memory = sqlite3.connect("{STATE}/memory.sqlite")
rows = memory.execute("select is_set_up, entries from game where number = 1")
print(*(("set up" if is_set_up else "begun") + chr(10) + entries for is_set_up, entries in rows))
'"""
SETTINGS = "/var/lib/cupsboard/.config/cupsboard"
STATUS = "systemctl show cupsboard --property=ActiveState,StatusText,NRestarts,MainPID"
AS_SERVICE = "setpriv --reuid cupsboard --regid cupsboard --clear-groups"
ASKED_FOR_OFF = f"{AS_SERVICE} touch /run/cupsboard/power-off"
OWNER = "phone"
PAIRED = (
    "from pathlib import Path; from cupsboard.station.files.board_files import owners_at; "
    f'owners_at(Path("{STATE}"), print).add("{OWNER}")'
)
"""What lets the board have an owner, as a phone does that is invited."""
FILLER = "/var/filler"
FILL = (
    "i=0; for size in 1G 64M 4M 256K 16K 4K; do "
    f"while fallocate -l $size {FILLER}/$i 2>/dev/null; do i=$((i + 1)); done; done"
)
"""Takes all blocks of the disk at once, so that nothing is left to be written while the game goes on."""
WEIGHS_SECONDS, WATCHDOG_SECONDS, UPDATE_SECONDS = 60, 120, 900


def says(guest: Guest, command: str, words: str) -> None:
    """Run a command that must succeed and say `words`."""
    said = guest.must(command, seconds=1800.0)
    if words not in said:
        raise WalkError(f"{command}: doesn't say {words!r}: {said[-600:]}")


def refuses(guest: Guest, command: str, words: str) -> str:
    """Run a command that must refuse with `words`; return the last line it said."""
    ran = guest.run(command)
    if ran.code == 0 or words not in ran.said:
        raise WalkError(f"{command}: exit code {ran.code}: {ran.said[-600:]}")
    return ran.said.splitlines()[-1]


def starts_anew(guest: Guest) -> str:
    """Wait until the machine ends this start by itself."""
    begun = time.monotonic()
    if not guest.is_off(3600.0):
        raise WalkError("the machine has not started anew")
    return f"after {time.monotonic() - begun:.0f} s"


def uncalibrated(guest: Guest) -> str:
    """Return the status of a service that must not have failed."""
    said = guest.must(STATUS)
    if "ActiveState=failed" in said:
        raise WalkError(said)
    return " ".join(said.split())


def weighs(guest: Guest) -> str:
    """Wait until the board weighs; return how long that took."""
    took = guest.until(
        STATUS, lambda said: "StatusText=weighing" in said and "=active" in said, WEIGHS_SECONDS
    )
    return f"{took:.0f} s of the guest's clock"


def begins(guest: Guest) -> str:
    """Wait until the first game has begun; return how long that took."""
    took = guest.until(GAME, lambda said: said.startswith("set up"), WEIGHS_SECONDS)
    return f"{took:.0f} s of the guest's clock"


def _does(status: str) -> bool:
    return "StatusText=weighing" in status and "ActiveState=active" in status


def comes_again(guest: Guest, signal: str, guest_seconds: int) -> str:
    """Send a signal to the main process, and wait until another one weighs."""
    pid = guest.must("systemctl show cupsboard --property=MainPID --value")
    guest.must(f"kill -{signal} {pid}")
    took = guest.until(
        STATUS,
        lambda said: _does(said) and not {f"MainPID={pid}", "MainPID=0"} & {*said.splitlines()},
        guest_seconds,
    )
    return f"{took:.0f} s of the guest's clock"


def journal(guest: Guest) -> str:
    """Return the entries of the first game, below a line that says how far it has begun."""
    return guest.must(GAME)


def drops(guest: Guest, side: str, beans: int, then: str = "") -> str:
    """Drop a bean into each of a side's first cups, move as `then` says, and press until that is written."""
    for cup in range(1, beans + 1):
        guest.must(f"echo 'drop {side}-{cup}' >/run/table; sleep 3")
    if then:
        guest.must(f"echo '{then}' >/run/table; sleep 3")
    moves = journal(guest).count(" drop ")
    for _ in range(5):
        guest.must(f"echo 'press {side}' >/run/table; sleep 4")
        if journal(guest).count(" drop ") > moves:
            return journal(guest).splitlines()[-1]
    log = guest.must("journalctl -u cupsboard -n 5 --no-pager")
    raise WalkError(f"{side}'s move is not written down: {journal(guest)}; {log}")


def goes_on(guest: Guest, number: int) -> str:
    """Wait until the board weighs; return what it said of the game that it took up."""
    took = weighs(guest)
    said = guest.must(f"journalctl -u cupsboard -b --no-pager | grep 'game {number} of .* goes on' | tail -1")
    if not said:
        raise WalkError(guest.must("journalctl -u cupsboard -b --no-pager -n 8"))
    return f"{said.rpartition(': ')[2]}; {took}"


def full_disk(guest: Guest) -> str:
    """Fill the disk, play a move, make room again, and wait until the move is written."""
    moves = journal(guest).count(" drop ")
    guest.must(f"mkdir {FILLER} && sync && {FILL}; sync")
    free = guest.must("df --output=avail / | tail -1").strip()
    guest.must("echo 'drop south-1' >/run/table; sleep 3; echo 'press south' >/run/table; sleep 4")
    guest.must(f"rm -r {FILLER}")
    took = guest.until(GAME, lambda said: said.count(" drop ") > moves, WEIGHS_SECONDS)
    return f"{free} blocks were free; written {took:.0f} s of the guest's clock after there was room"


def updates(guest: Guest, name: str, version: str) -> str:
    """Ask for an update, and wait until its program runs."""
    ask(guest, name)
    said = outcome(guest, version)
    if "runs since the update" not in said:
        raise WalkError(f"{said}; {guest.must('journalctl -u cupsboard-update -n 8 --no-pager')}")
    if (running := guest.must("cupsboard --version")) != f"cupsboard {version}":
        raise WalkError(running)
    return said


def installed(guest: Guest, releases: Sequence[tuple[str, str, str]]) -> str:
    """Let the script of the program that runs check and install releases beside it."""
    for name, _, _ in releases:
        guest.must(f"/opt/cupsboard/trusted/setup --from /srv/pi/{name} --beside")
    return guest.must("ls /opt/cupsboard/versions")


def goes_back(guest: Guest, name: str, version: str) -> str:
    """Ask for an update that is no good, and wait until the program before it runs again."""
    ask(guest, name)
    return gone_back(guest, version)


def gone_back(guest: Guest, version: str) -> str:
    """Wait until the update to a version has gone back to the first program."""
    said = outcome(guest, version)
    if f"{version}-" not in said or "was tried and" not in said or f"; {FIRST}-" not in said:
        raise WalkError(f"{said}; {guest.must('journalctl -u cupsboard-update -n 8 --no-pager')}")
    if (running := guest.must("cupsboard --version")) != f"cupsboard {FIRST}":
        raise WalkError(running)
    weighs(guest)
    return said


def is_tried(guest: Guest, name: str) -> str:
    """Ask for an update, and wait until its program is the current one."""
    ask(guest, name)
    guest.until("readlink /opt/cupsboard/current", lambda said: f"/{FIRST}-" not in said, UPDATE_SECONDS)
    return guest.must("cat /opt/cupsboard/trial && readlink /opt/cupsboard/current")


def ask(guest: Guest, name: str) -> None:
    """Ask for an update from a folder below /srv/pi, as the board does."""
    guest.must("rm -f /opt/cupsboard/last-update")
    request = f"echo /srv/pi/{name} >/run/cupsboard/new && mv /run/cupsboard/new /run/cupsboard/update"
    guest.must(f"{AS_SERVICE} sh -c '{request}'")


def outcome(guest: Guest, version: str) -> str:
    """Wait until an update to a version has ended; return what was written of that."""
    guest.until("cat /opt/cupsboard/last-update 2>/dev/null", lambda said: version in said, UPDATE_SECONDS)
    # What it has left behind is cleared away after that, and until then no other update may begin.
    guest.until(
        "systemctl is-active cupsboard-update",
        lambda said: said.strip() in {"inactive", "failed"},
        UPDATE_SECONDS,
    )
    return guest.must("cat /opt/cupsboard/last-update")


def half_removed(guest: Guest) -> str:
    """Take the board off the machine, and stop that while it deletes the programs; return what is left."""
    guest.must(
        "(cupsboard setup --remove --yes &) && while [ -L /usr/local/bin/cupsboard ]; do sleep 0.05; done && "
        "timeout 600 sh -c 'until pkill -STOP -x rm; do :; done' && sync"
    )
    return guest.must("ls /opt/cupsboard/versions")


def is_removed(guest: Guest) -> None:
    """Look for what a removal must not leave, and for what it must."""
    # The folders are the walk's own: what it adds to the units lies there.
    left = guest.must(
        "find /etc /opt /usr /boot ! -type d -name '*cupsboard*';"
        "ls -d /opt/cupsboard /opt/cupsboard/* 2>/dev/null || true"
    )
    if left:
        raise WalkError(f"left: {left}")
    guest.must("! grep cupsboard /boot/firmware/config.txt")
    guest.must(f"test -s {SETTINGS}/calibration.toml && test -s {STATE}/memory.sqlite")


def same_files(guest: Guest, before: str) -> str:
    """Return the last entry of the first game, which must go on from what was written `before`.

    No file of the board may be in another program's format, nor may its owner be forgotten.
    """
    guest.must(f"! grep -rl '^otherwise: ' {STATE} {SETTINGS}")
    says(guest, "cupsboard setup pair --list", OWNER)
    return same_game(guest, before)


def same_game(guest: Guest, before: str) -> str:
    """Return the last entry of the first game, which must go on from what was written `before`."""
    now = journal(guest)
    if not now.startswith(before):
        raise WalkError(f"the game was {before!r} and is {now!r}")
    return now.splitlines()[-1]


def switched_off(guest: Guest, command: str) -> str:
    """Run a command that switches the machine off, and wait until it is off."""
    guest.run(f"{command} &")
    begun = time.monotonic()
    if not guest.is_off(300.0):
        raise WalkError("the machine is still on")
    return f"off after {time.monotonic() - begun:.0f} s"
