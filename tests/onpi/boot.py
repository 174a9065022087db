"""Makes the mount namespace it runs in look like a Pi's, says "up", and stays until it is killed.

Started by `machine.py` as root through `unshare --mount`; nothing of it is seen outside. Arguments: the
folder that holds what the Pi is made of, then the folders that must stay where they are, whatever is laid
over them.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

HOME = Path("/mnt")
"""Where the folder of the machine is seen inside; every Linux has the mount point."""
NODES = ("null", "zero", "full", "random", "urandom", "tty")
FOLDERS = ("pts", "shm")
LINKS = {"fd": "/proc/self/fd", "stdin": "fd/0", "stdout": "fd/1", "stderr": "fd/2", "ptmx": "pts/ptmx"}
REVISION = Path("/proc/device-tree/system/linux,revision")


def main() -> None:
    """Lay everything over."""
    made_of = Path(sys.argv[1])
    kept = [Path(each) for each in sys.argv[2:]]
    _lay(made_of, HOME)
    for cover in ("/tmp", *_closed_to_others(kept)):
        with _opened([each for each in kept if each.is_relative_to(cover)]) as sources:
            if cover == "/tmp":
                _lay(HOME / "tmp", Path(cover))
            else:
                _mount("-t", "tmpfs", "-o", "mode=755", "tmpfs", cover)
            for target, source in sources.items():
                target.mkdir(parents=True, exist_ok=True)
                _lay(source, target)
    _devices()
    # Of a Pi, gpiozero reads the revision; where there is a device tree, that goes first.
    if REVISION.exists():
        _lay(HOME / "revision", REVISION)
    _lay(HOME / "cpuinfo", Path("/proc/cpuinfo"))
    print("up", flush=True)
    signal.pause()


def _devices() -> None:
    with _opened([Path("/dev") / each for each in (*NODES, *FOLDERS)]) as sources:
        _mount("-t", "tmpfs", "-o", "mode=755", "tmpfs", "/dev")
        for target, source in sources.items():
            target.mkdir() if target.name in FOLDERS else target.touch()
            _lay(source, target)
    for name, where in LINKS.items():
        Path("/dev", name).symlink_to(where)
    for chip in (HOME / "dev").iterdir():
        target = Path("/dev", chip.name)
        target.touch()
        _lay(chip, target)


def _closed_to_others(kept: Sequence[Path]) -> list[Path]:
    """The outermost folders above these that only root may enter, as /root is."""
    closed = {
        next((above for above in reversed(each.parents) if not above.stat().st_mode & 0o001), None)
        for each in kept
    }
    return sorted(each for each in closed if each is not None and not each.is_relative_to("/tmp"))


@contextmanager
def _opened(paths: Sequence[Path]) -> Iterator[dict[Path, Path]]:
    """The paths, each with one by which it can be reached when it is covered."""
    found = {path: os.open(path, os.O_PATH) for path in paths if path.exists()}
    for descriptor in found.values():
        os.set_inheritable(descriptor, True)
    yield {path: Path(f"/proc/{os.getpid()}/fd/{descriptor}") for path, descriptor in found.items()}
    for descriptor in found.values():
        os.close(descriptor)


def _lay(source: Path, target: Path) -> None:
    # A path through /proc must not be resolved: it names what is covered by now.
    _mount("--no-canonicalize", "--bind", str(source), str(target))


def _mount(*arguments: str) -> None:
    done = subprocess.run(["mount", *arguments], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"mount {' '.join(arguments)}: {done.stderr.strip()}")


if __name__ == "__main__":
    main()
