"""Files that no command is meant for, and commands run on them in a process with little memory.

Run as a program it reads commands from its input, runs each with `main`, and writes how each ended.
"""

import contextlib
import io
import json
import os
import resource
import socket
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from processes import ran

MEMORY_BYTES = 500_000_000
"""A Pi Zero 2 W has 512 MB, for everything."""

Command = Sequence[str]
"""The program, `cupsboard` or `cupsim`, and its arguments."""


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    command: tuple[str, ...]
    code: int
    output: str
    complaint: str


def contents(most_bytes: int) -> dict[str, bytes]:
    """Contents that no file of ours has; those in reach of a size limit are exactly as large."""
    toml = b'format = "cupsboard-profile"\nversion = 1\n'
    return {
        "large": b"1. south stock 1\n" * (50_000_000 // 17),
        "deep lists": b"[" * 100_000,
        "deep tables": toml + b"a = " + b"{a = " * 100_000,
        "deep json": b'{"format": ' + b"[" * 100_000 + b"]" * 100_000 + b"}\n",
        "joined keys": toml + b".".join([b"a"] * 50_000) + b" = 1\n",
        "joined strings": toml + b".".join([b'"\\""'] * 50_000) + b" = 1\n",
        "a joined table": toml + b"[" + b".".join([b"a"] * 5_000) + b"]\n" + b"b = 1\n" * 10_000,
        "many keys": toml + b"".join(b"k%05d = 1\n" % number for number in range(most_bytes // 11)),
        "a long number": toml.replace(b"1", b"0x" + b"f" * 5000),
        "line ends": b"\n" * most_bytes,
        "one line": b"x" * most_bytes,
        "quotes": b'"' * most_bytes,
        "zeros": bytes(most_bytes),
        "another alphabet": "# Küche\n".encode("latin-1"),
    }


def strange_files(folder: Path, most_bytes: int) -> dict[str, str]:
    """The names, as one would type them, of one strange file of each kind."""
    names = {"no name": "", "endless": "/dev/zero", "a folder": str(folder), "memory": "/proc/self/mem"}
    for name, content in contents(most_bytes).items():
        path = folder / name.replace(" ", "-")
        path.write_bytes(content)
        names[name] = str(path)
    os.mkfifo(folder / "pipe")
    with socket.socket(socket.AF_UNIX) as listening, contextlib.chdir(folder):
        listening.bind("socket")
    with (folder / "sparse").open("wb") as sparse:
        sparse.truncate(10**12)
    return names | {name: str(folder / name) for name in ("pipe", "socket", "sparse")}


def ended(commands: Iterable[tuple[Path, Command]]) -> list[Ended]:
    """Run commands, each with its home, in a process of its own; fails if it takes too long or dies."""
    given = "".join(f"{json.dumps([str(home), *command])}\n" for home, command in commands)
    done = ran(sys.executable, __file__, given=given)
    assert done.code == 0, done.complaints[-2000:]
    return [Ended(tuple(command), *how) for command, *how in map(json.loads, done.said.splitlines())]


def _run(program: str, arguments: Sequence[str]) -> tuple[int, str, str]:
    output, complaint = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(complaint):
        try:
            code = import_module(f"{program}.commands.main").main(list(arguments))
        except SystemExit as left:
            code = left.code
    return code, output.getvalue(), complaint.getvalue()


def _main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    for line in sys.stdin:
        home, program, *arguments = json.loads(line)
        os.environ |= {"HOME": home, "XDG_CONFIG_HOME": "", "XDG_STATE_HOME": ""}
        print(json.dumps([[program, *arguments], *_run(program, arguments)]), flush=True)


if __name__ == "__main__":
    _main()
