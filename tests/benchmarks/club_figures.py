"""What the server of far games is measured at, a command each; every one writes its row of the page.

    club_figures.py moves       moves by the second in many games at once: how soon they are seen
    club_figures.py idle        sockets that only beat: memory, and how soon all are back after a kill
    club_figures.py stored      many stored games: following one, and all ratings worked out anew
    club_figures.py processes   two processes over PostgreSQL against one: moves by the second
    club_figures.py kills       one of two processes is killed again and again: nothing lost or doubled
    club_figures.py tournament  a tournament at simulated boards over a bad network, with a killed server

Server and clients share this computer's processors, so times are upper bounds.
"""

import argparse
import asyncio
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from time import monotonic

from studies.page import made_now, table
from websockets.asyncio.client import connect

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "cupsclub"))

import club_archive
import club_processes
from club_crowd import Game, Seen, alive, all_there, begun_games
from club_evening import tournament
from club_server import clients_of, figures, served
from cupsclub.store.sqlite import SqliteRecords

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "sim" / "results" / "CLUB.md"
HEAD = """\
# What a server of far games carries

Each row by a command of its own, `python tests/benchmarks/club_figures.py ROW`, whose head says what is done;
the clients share the processors with the server. *Load* is the computer's load average just before.

"""
DATABASE, SAID_TO_SEEN = "cupsclub_database_seconds_total", "cupsclub_said_to_seen_seconds"
COLUMNS = "row", "asked", "measured", "holds", "load", "made"


async def _play(games: Sequence[Game], rate: float, seconds: float) -> tuple[int, int]:
    """Say moves at a rate, in one game after the other; return how many were said, and were not ready."""
    began, said, late, at = monotonic(), 0, 0, 0
    while (now := monotonic()) - began < seconds:
        while said + late < (now - began) * rate:
            game = games[at % len(games)]
            at += 1
            mover = game.mover
            if mover is None:
                late += 1
            else:
                said += 1
                await mover.move(game.script.moves[mover.moves][1])
        await asyncio.sleep(0.002)
    return said, late


async def _moves(address: str, games: Sequence[Game], asked: argparse.Namespace) -> tuple[str, bool]:
    seen = Seen()
    clients = clients_of(address, games, asked.watchers, seen)
    with alive(clients):
        await all_there(clients, 120)
        # Who has just come is no part of it.
        await asyncio.sleep(3.0)
        before, began = figures(address), monotonic()
        said, late = await _play(games, asked.rate, asked.seconds)
        took = monotonic() - began
        after = await asyncio.to_thread(figures, address)
        await asyncio.sleep(2.0)
    spent = after["process_cpu_seconds_total"] - before["process_cpu_seconds_total"]
    middle, most = (1000 * seen.share(part) for part in (0.5, 0.99))
    refused = ", ".join(f"{count} × {why}" for why, count in Counter(seen.refused).items()) or "0 refused"
    due = (1 + asked.watchers / len(games)) * said
    text = (
        f"{said / took:.0f} moves/s, {len(games)} games, {len(clients)} sockets: said to seen"
        f" p50 {middle:.1f} ms, p99 {most:.1f} ms, longest {1000 * max(seen.seconds):.0f} ms;"
        f" {len(seen.seconds)} of {due:.0f} seen, {late} not ready, {refused};"
        f" the server took {100 * spent / took:.0f} % of a core, its database"
        f" {100 * (after[DATABASE] - before[DATABASE]) / took:.0f} % of the time, and by its own clock"
        f" {100 * _soon(before, after):.2f} % were sent within 100 ms;"
        f" {after['process_resident_memory_bytes'] / 1e6:.0f} MB"
    )
    return text, most < 100.0 and not seen.refused and len(seen.seconds) >= 0.999 * due


def _soon(before: dict[str, float], after: dict[str, float]) -> float:
    """Return the part of what was said meanwhile that the server had sent within 100 ms."""
    soon, all_of_it = (
        after[name] - before[name] for name in (f'{SAID_TO_SEEN}_bucket{{le="0.1"}}', f"{SAID_TO_SEEN}_count")
    )
    return soon / all_of_it


def moves(asked: argparse.Namespace) -> tuple[str, str, bool]:
    """Have many games played at once."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "club.sqlite"
        with closing(SqliteRecords(path)) as records:
            games = begun_games(records, asked.games, Random(1))
        with served("--file", path, "--port", "0") as (_, address):
            measured, holds = asyncio.run(_moves(address, games, asked))
    goal = f"{asked.rate} moves/s, {asked.games} games, {asked.watchers} watchers: p99 below 100 ms"
    return goal, measured, holds


async def _idle(options: Sequence[str | Path], games: Sequence[Game], sockets: int) -> tuple[str, bool]:
    seen = Seen()
    with served(*options, "--port", "0") as (process, address):
        clients = clients_of(address, games, sockets - 2 * len(games), seen)
        with alive(clients):
            came = await all_there(clients, 300)
            await asyncio.sleep(20.0)
            told = await asyncio.to_thread(figures, address)
            process.kill()
            process.wait()
            for client in clients:
                client.is_there = False
            port = address.rstrip("/").rpartition(":")[2]
            with served(*options, "--port", port):
                back = await all_there(clients, 300)
                await asyncio.sleep(20.0)
                are_still = sum(each.is_there for each in clients)
                again = await asyncio.to_thread(figures, address)
    megabytes = told["process_resident_memory_bytes"] / 1e6, again["process_resident_memory_bytes"] / 1e6
    text = (
        f"{told['cupsclub_sockets']:.0f} sockets: {megabytes[0]:.0f} MB, came within {came:.0f} s; all back"
        f" {back:.1f} s after a kill, {are_still} still there 20 s later with {megabytes[1]:.0f} MB"
    )
    return text, max(megabytes) <= 400 and back <= 60 and are_still == sockets


def idle(asked: argparse.Namespace) -> tuple[str, str, bool]:
    """Have many clients do nothing, and kill the server."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "club.sqlite"
        with closing(SqliteRecords(path)) as records:
            games = begun_games(records, asked.games, Random(1))
        measured, holds = asyncio.run(_idle(("--file", path), games, asked.sockets))
    return f"{asked.sockets} sockets in 400 MB, all back within 60 s after a restart", measured, holds


async def _followed(address: str, codes: Sequence[str]) -> list[float]:
    """Follow games one after the other; return how long each took to come whole, in milliseconds."""
    took, number = list[float](), 0
    while number < len(codes):
        async with connect(address.replace("http", "ws") + "v1", compression=None) as socket:
            await socket.send(json.dumps({"message": "hello", "v": 1, "token": ""}))
            await socket.recv()
            # As many as one connection may ask for at once.
            for code in codes[number : number + 30]:
                began = monotonic()
                await socket.send(json.dumps({"message": "follow", "game": code}))
                told = json.loads(await socket.recv())
                took.append(1000 * (monotonic() - began))
                assert told["message"] == "entries", told
                assert len(told["entries"]) == club_archive.ENTRIES, told
                while json.loads(await socket.recv())["message"] != "presence":
                    pass
        number += 30
    return took


def stored(asked: argparse.Namespace) -> tuple[str, str, bool]:
    """Follow games among many stored ones, and work all ratings out anew."""
    path = asked.file or Path(tempfile.mkdtemp()) / "club.sqlite"
    began = monotonic()
    if not path.exists():
        club_archive.filled(path, asked.games)
    filled, random = monotonic() - began, Random(2)
    codes = [club_archive.code_of(random.randrange(asked.games)) for _ in range(asked.follows)]
    with served("--file", path, "--port", "0") as (_, address):
        took = sorted(asyncio.run(_followed(address, codes)))
        memory = figures(address)["process_resident_memory_bytes"] / 1e6
    began = monotonic()
    command = [sys.executable, "-m", "cupsclub", "check", "--ratings", "--file", str(path)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    recounted, gigabytes = monotonic() - began, path.stat().st_size / 1e9
    if not asked.file:
        shutil.rmtree(path.parent)
    longest, usual = took[int(0.99 * len(took))], took[len(took) // 2]
    text = (
        f"{asked.games} games of {club_archive.ENTRIES} entries, {gigabytes:.1f} GB, written in {filled:.0f}"
        f" s: following one p50 {usual:.1f} ms, p99 {longest:.1f} ms, longest {took[-1]:.0f} ms; the server"
        f" has {memory:.0f} MB; all ratings worked out anew in {recounted:.0f} s ({checked.stdout.strip()})"
    )
    return (
        f"{asked.games} games: following one below 20 ms, all ratings anew within 5 minutes",
        text,
        longest < 20 and recounted < 300 and checked.returncode == 0,
    )


def main() -> int:
    """Measure one row, and write it; return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    rows = parser.add_subparsers(dest="row", required=True)
    for name, measure, options in (
        ("moves", moves, {"games": 1000, "watchers": 2000, "rate": 200, "seconds": 60}),
        ("idle", idle, {"games": 100, "sockets": 5000}),
        ("stored", stored, {"games": 1_000_000, "follows": 600}),
        ("processes", club_processes.processes, {"games": 150, "seconds": 15, "share": 10}),
        ("kills", club_processes.kills, {"games": 40, "kills": 50, "every": 10, "processes": 2, "rate": 40}),
        ("tournament", tournament, {"members": 32, "boards": 16, "pace": 20, "minutes": 28, "seed": 1}),
    ):
        row = rows.add_parser(name, help=measure.__doc__)
        row.set_defaults(measure=measure)
        for option, usual in options.items():
            row.add_argument(f"--{option}", type=int, default=usual, help="default: %(default)s")
        if measure is stored:
            row.add_argument("--file", type=Path, help="go on with this file, and keep it")
        if measure is tournament:
            row.add_argument("--keep", type=Path, help="folder for what the boards have said")
        row.add_argument("--no-page", action="store_true")
    asked = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    load = f"{os.getloadavg()[0]:.1f}"
    goal, measured, holds = asked.measure(asked)
    print(f"{goal}\n{measured}\n{'holds' if holds else 'does not hold'}, at load {load}", flush=True)
    if not asked.no_page:
        write_row((asked.row, goal, measured, "yes" if holds else "no", load, made_now()))
    return 0 if holds else 1


def write_row(row: Sequence[str]) -> None:
    """Write a row into the page in the place of the older one."""
    text = PAGE.read_text("utf-8") if PAGE.exists() else ""
    found = [re.split(r"\s*\|\s*", line)[1:-1] for line in text.splitlines() if line.startswith("| ")]
    kept = {each[0]: each for each in found[2:]} | {row[0]: list(row)}
    PAGE.write_text(HEAD + "\n".join(table(COLUMNS, kept.values())) + "\n", "utf-8")


if __name__ == "__main__":
    sys.exit(main())
