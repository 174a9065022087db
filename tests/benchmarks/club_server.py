"""A server of far games that runs as a program, what it counts of itself, and clients at it."""

import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from club_crowd import Client, Game, Seen, sources


@contextmanager
def served(*options: str | Path) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """Run `cupsclub serve` with these options; give the process and its address."""
    command = [sys.executable, "-m", "cupsclub", "serve", *map(str, options)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        while (found := re.search(r"at (http://\S+/) ", line := process.stdout.readline())) is None:
            assert line, "the server does not begin"
        yield process, found[1]
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


def figures(address: str) -> dict[str, float]:
    """Return what a server counts of itself."""
    with urllib.request.urlopen(f"{address}metrics") as answer:
        lines = answer.read().decode().splitlines()
    return {name: float(value) for name, value in (each.rsplit(" ", 1) for each in lines if each[0] != "#")}


def clients_of(address: str, games: Sequence[Game], watchers: int, seen: Seen) -> list[Client]:
    """Return two players for each game, and watchers, who are dealt out."""
    socket, source = address.replace("http", "ws") + "v1", sources()
    found = list[Client]()
    for game in games:
        game.players = {
            side: Client(socket, next(source), game.code, token, seen) for side, token in game.tokens.items()
        }
        found += game.players.values()
    return found + [
        Client(socket, next(source), games[number % len(games)].code, "", seen) for number in range(watchers)
    ]
