"""How long programs take to tell their version, beside `import chess`: `python tests/benchmarks/start_up.py`.

The library chess is known to everybody and of a like kind: rules and records, nothing that plays. It is no
dependency of the project: `.venv/bin/pip install chess` installs it. Each command runs in a process of its
own, one after the other and then all again, so that a busy computer disturbs all alike. What counts is
processor time, of user and system; the medians are printed as the rows of sim/results/START_UP.md. The exit
code is 1 if a program takes more than its limit.
"""

import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median

from studies.page import made_now

REPEATS = 41
MOST_TIMES = 4.0
"""What a program may take to tell its version: so many times `import chess`."""
CHESS = "import chess"
PROGRAMS = Path(sys.executable).parent
VERSIONS = ("cupsboard --version", "cupsim --version")
HELPS = ("cupsboard --help", "cupsim --help", "cupsboard play --help")


def arguments(command: str) -> list[str]:
    """Return what a command is started with."""
    if command in ("pass", CHESS):
        return [sys.executable, "-c", command]
    program, *words = command.split()
    return [sys.executable, str(PROGRAMS / program), *words]


def processor_seconds(command: str) -> float:
    """Return the processor time of a process that runs a command. Raises CalledProcessError if it fails."""
    words = arguments(command)
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, words)
    return used.ru_utime + used.ru_stime


def main() -> int:
    try:
        chess = version("chess")
    except PackageNotFoundError:
        print("chess is not installed; install it with .venv/bin/pip install chess", file=sys.stderr)
        return 2
    commands = ("pass", CHESS, *VERSIONS, *HELPS)
    for command in commands:
        # Python writes its bytecode when it first loads a module.
        processor_seconds(command)
    seconds: dict[str, list[float]] = {command: [] for command in commands}
    for _ in range(REPEATS):
        for command in commands:
            seconds[command].append(processor_seconds(command))
    medians = {command: median(found) for command, found in seconds.items()}
    print(f"Written {made_now()}.\n")
    print(f"Python {sys.version.partition(' ')[0]}, chess {chess}, medians of {REPEATS} runs\n")
    print("| command | processor time, ms | times `import chess` |\n| --- | --- | --- |")
    for command, found in medians.items():
        shown = f'python -c "{command}"' if command in ("pass", CHESS) else command
        print(f"| `{shown}` | {1000 * found:.0f} | {found / medians[CHESS]:.2f} |")
    return int(any(medians[command] > MOST_TIMES * medians[CHESS] for command in VERSIONS))


if __name__ == "__main__":
    sys.exit(main())
