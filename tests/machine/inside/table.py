"""The electronics of a small board inside the guest: loads and buttons, by lines written into a pipe.

Runs as root before the board's service. The beans outlive a power cut, as real ones do.
"""

import json
import os
import sys
from pathlib import Path

PIPE, BEANS, CHIP = Path("/run/table"), Path("/var/lib/table-beans.json"), Path("/dev/gpiochip0")
KEPT_BYTES = 4096
EMULATION = Path("/srv/pi/gpiochip.so")
TESTS = "/srv/pi/tests"
sys.path.insert(0, TESTS)

from onpi import electronics  # noqa: E402 (found by the line above)

# It was compiled where the disk was made.
electronics.compiled = lambda: EMULATION

from cupsboard import profile  # noqa: E402
from onpi.table import Table  # noqa: E402


def main() -> None:
    """Serve the pipe for ever."""
    board = electronics.Electronics(CHIP, profile.load("/srv/pi/profile.toml"))
    os.chmod(CHIP, 0o660)
    os.chown(CHIP, 0, next(int(line.split(":")[2]) for line in _groups() if line.startswith("gpio:")))
    table = Table(board)
    if BEANS.exists():
        for place, beans in json.loads(BEANS.read_text()).items():
            table.beans[place] = beans
            table.put(place, 0.0)
    PIPE.unlink(missing_ok=True)
    os.mkfifo(PIPE)
    _tell_ready()
    while True:
        with PIPE.open() as orders:
            for order in orders:
                _obey(table, order.split())


def _obey(table: Table, words: list[str]) -> None:
    match words:
        case ["drop", place]:
            table.drop(place)
        case ["move", origin, *targets]:
            table.move(origin, *targets)
        case ["press", side]:
            table.press(side)
        case ["calibration", path]:
            table.calibration(Path(path))
        case _:
            print("no such order:", *words, flush=True)
    _keep(table)
    print("done:", *words, flush=True)


def _keep(table: Table) -> None:
    # In place and always as long: real beans lie where they lie on a full disk, too.
    with BEANS.open("r+b" if BEANS.exists() else "wb") as file:
        file.write(json.dumps(table.beans).encode().ljust(KEPT_BYTES))
        file.flush()
        os.fsync(file.fileno())


def _groups() -> list[str]:
    return Path("/etc/group").read_text().splitlines()


def _tell_ready() -> None:
    from cupsboard.systemd.notify import teller

    tell = teller(os.environ)
    if tell is not None:
        tell("READY=1")


if __name__ == "__main__":
    main()
