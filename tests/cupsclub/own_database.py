"""A PostgreSQL of the tests' own, in a temporary folder, run by a user without rights."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

BINARIES = Path("/usr/lib/postgresql")
USER = "postgres"


@contextmanager
def database() -> Iterator[str]:
    """Run a database while the block runs, and give its address. Raises FileNotFoundError without one."""
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
        options = f"-c listen_addresses='' -c unix_socket_directories={folder}"
        _run(*control, "-o", options, "-l", folder / "log", "start")
        try:
            yield f"postgresql:///postgres?host={folder}&user=cups"
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
