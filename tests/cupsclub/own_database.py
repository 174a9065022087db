"""A PostgreSQL of the tests' own, in a temporary folder, run by a user without rights."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

BINARIES = Path("/usr/lib/postgresql")
USER = "postgres"


@dataclass(frozen=True)
class Database:
    """A database that runs, and can be killed."""

    folder: Path
    control: Sequence[str | Path]

    @property
    def address(self) -> str:
        """Where it is found."""
        return f"postgresql:///postgres?host={self.folder}&user=cups"

    @property
    def process(self) -> int:
        """The number of its process, which has begun the others."""
        return int((self.folder / "data" / "postmaster.pid").read_text().split()[0])

    def start(self) -> None:
        """Begin it, or begin it anew after it was killed."""
        options = f"-c listen_addresses='' -c unix_socket_directories={self.folder}"
        _run(*self.control, "-o", options, "-l", self.folder / "log", "start")

    def kill(self) -> None:
        """Kill all of it with SIGKILL: nothing is written any more."""
        parent = self.process
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        for process in (parent, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        while Path(f"/proc/{parent}").exists():
            time.sleep(0.01)


@contextmanager
def database() -> Iterator[Database]:
    """Run a database while the block runs. Raises FileNotFoundError without one."""
    versions = sorted(BINARIES.glob("*/bin"), key=lambda each: int(each.parent.name))
    if not versions:
        raise FileNotFoundError(f"{BINARIES}: no PostgreSQL is installed; apt-get install postgresql")
    folder = Path(tempfile.mkdtemp(prefix="cups-postgres-"))
    try:
        if os.geteuid() == 0:
            # It refuses to run as root.
            shutil.chown(folder, USER)
        _run(versions[-1] / "initdb", "-D", folder / "data", "-U", "cups", "--auth=trust", "-N")
        control = (versions[-1] / "pg_ctl", "-D", folder / "data", "-w")
        found = Database(folder, control)
        found.start()
        try:
            yield found
        finally:
            _run(*control, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder)


def emptied(address: str) -> None:
    """Take everything out of a database of the tests."""
    import psycopg

    with psycopg.connect(address) as connection:
        connection.execute("drop schema public cascade")
        connection.execute("create schema public")


def _run(*command: str | Path) -> None:
    user = pwd.getpwnam(USER).pw_uid if os.geteuid() == 0 else None
    subprocess.run(command, check=True, user=user, cwd="/", stdout=subprocess.DEVNULL)
