"""Several processes of one server of far games over PostgreSQL: what they carry together, and their kills."""

import argparse
import asyncio
import os
import signal
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from time import monotonic
from typing import TYPE_CHECKING

from club_crowd import Client, Game, Seen, alive, all_there, begun_games
from club_server import clients_of, served
from cupsclub.archive import faults
from own_database import Database, database

if TYPE_CHECKING:
    from cupsclub.store.postgres import PostgresRecords

PHASES = 1, 2, 1, 2
COMING_SECONDS = 300.0
SETTLING_SECONDS, BEATING_SECONDS = 2.0, 10.0
"""After all have come, before it is measured; and for how long the cost of their beats is measured."""
CPU = Path("/sys/fs/cgroup/cpu")
PERIOD_MICROSECONDS = 20_000
TICKS = os.sysconf("SC_CLK_TCK")


def children(process: int) -> list[int]:
    """Return the processes that a process has begun."""
    return [int(each) for each in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def processor_seconds(process: int) -> float:
    """Return the processor time that a process has used."""
    after_name = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / TICKS


@contextmanager
def with_a_share(processes: Sequence[int], share: float) -> Iterator[None]:
    """Give each process its share of a processor and no more, while the block runs. Raises OSError."""
    groups = [CPU / f"cups-{process}" for process in processes]
    for group, process in zip(groups, processes, strict=True):
        group.mkdir()
        (group / "cpu.cfs_period_us").write_text(str(PERIOD_MICROSECONDS))
        (group / "cpu.cfs_quota_us").write_text(str(int(share * PERIOD_MICROSECONDS)))
        (group / "cgroup.procs").write_text(str(process))
    try:
        yield
    finally:
        for group, process in zip(groups, processes, strict=True):
            (CPU / "cgroup.procs").write_text(str(process))
            group.rmdir()


def _records(base: Database, *, is_read_only: bool = False) -> "PostgresRecords":
    # The rows of a server with a file need no psycopg.
    from cupsclub.store.postgres import PostgresRecords

    return PostgresRecords(base.address, is_read_only=is_read_only)


def begun(base: Database, count: int) -> list[Game]:
    """Begin games in a database."""
    with closing(_records(base)) as records:
        return begun_games(records, count, Random(1))


async def _as_fast_as_it_goes(clients: Sequence[Client], games: Sequence[Game], seconds: float) -> None:
    """Have each player move as soon as both have seen the move before."""
    moving = set[asyncio.Task[None]]()

    def go_on(game: Game) -> None:
        mover = game.mover
        if mover is not None:
            task = asyncio.create_task(mover.move(game.script.moves[mover.moves][1]))
            moving.add(task)
            task.add_done_callback(moving.discard)

    for game in games:
        for player in game.players.values():
            player.on_news = lambda game=game: go_on(game)
    for game in games:
        go_on(game)
    await asyncio.sleep(seconds)
    for client in clients:
        client.on_news = None


async def _phase(
    base: Database, server: int, address: str, games: Sequence[Game], asked: argparse.Namespace
) -> tuple[float, float, float]:
    """Return the moves by the second, and the milliseconds of the server and of its database for each.

    What the sockets cost that only beat is no part of them.
    """
    seen, shared = Seen(), children(server) or [server]
    clients = clients_of(address, games, 0, seen)
    with alive(clients):
        await all_there(clients, COMING_SECONDS)
        await asyncio.sleep(SETTLING_SECONDS)
        writers = [*children(base.process)]

        def spent() -> tuple[float, float]:
            return sum(map(processor_seconds, shared)), sum(map(processor_seconds, writers))

        beating = spent()
        await asyncio.sleep(BEATING_SECONDS)
        beats = [(now - then) / BEATING_SECONDS for now, then in zip(spent(), beating, strict=True)]
        with with_a_share(shared, asked.share / 100):
            before, began = spent(), monotonic()
            await _as_fast_as_it_goes(clients, games, asked.seconds)
            took, after, moves = monotonic() - began, spent(), len(seen.seconds)
        await asyncio.sleep(SETTLING_SECONDS)
    assert not seen.refused, Counter(seen.refused)
    own, beside = (1000 * (after[each] - before[each] - took * beats[each]) / moves for each in (0, 1))
    return moves / took, own, beside


def processes(asked: argparse.Namespace) -> tuple[str, str, bool]:
    """Have one process serve, then two, and the same again, each with the same share of a processor."""
    found: dict[int, list[tuple[float, float, float]]] = {1: [], 2: []}
    with database() as base:
        games = begun(base, asked.games)
        for count in PHASES:
            options = ("--database", base.address, "--port", "0", "--processes", str(count))
            with served(*options) as (process, address):
                found[count].append(asyncio.run(_phase(base, process.pid, address, games, asked)))
                print(count, found[count][-1], flush=True)
    rate, own, beside = (
        {count: sum(each[place] for each in times) / len(times) for count, times in found.items()}
        for place in range(3)
    )
    times, by_time = rate[2] / rate[1], 2 * own[1] / own[2]
    each = "; ".join(
        f"{who} {rate[count]:.0f} moves/s, {own[count]:.2f} ms of processor for a move and"
        f" {beside[count]:.2f} ms of the database"
        for count, who in ((1, "one process"), (2, "two"))
    )
    text = (
        f"{each}, beside {2 * asked.games} sockets: {times:.2f} times the moves/s, and by the processor time"
        f" of a move {by_time:.2f} times, with a processor for each. Each was held to {asked.share} % of"
        f" a core, as clients and database need the rest of {os.cpu_count()}; {asked.games} games as fast"
        f" as they go, one process and two in turn, {len(PHASES)} times {asked.seconds} s"
    )
    return "two processes over PostgreSQL carry 1.5 times the moves of one", text, min(times, by_time) >= 1.5


async def _killed(
    base: Database, server: int, address: str, games: Sequence[Game], asked: argparse.Namespace
) -> tuple[Counter[str], list[float], list[Client]]:
    """Kill a process again and again while all play; return the counts, and how long players were away."""
    seen, random, away, counts = Seen(), Random(3), list[float](), Counter[str]()
    clients = clients_of(address, games, 0, seen)
    with alive(clients):
        await all_there(clients, 120)
        playing = asyncio.create_task(_at_a_rate(games, asked.rate))
        for number in range(asked.kills):
            await asyncio.sleep(random.uniform(0.0, 1.0))
            victim = random.choice(children(server))
            os.kill(victim, signal.SIGKILL)
            counts["kills"] += 1
            if number % asked.every == asked.every - 1:
                await asyncio.to_thread(base.kill)
                await asyncio.to_thread(base.start)
                counts["database kills"] += 1
            began = monotonic()
            while victim in (now := children(server)) or len(now) < asked.processes:
                await asyncio.sleep(0.02)
            await asyncio.sleep(0.1)
            await all_there(clients, COMING_SECONDS)
            away.append(monotonic() - began)
        await asyncio.sleep(5.0)
        playing.cancel()
        await asyncio.sleep(5.0)
        await all_there(clients, COMING_SECONDS)
    counts["refused"] = len(seen.refused)
    return counts, away, clients


async def _at_a_rate(games: Sequence[Game], rate: float) -> None:
    random = Random(4)
    while True:
        game = random.choice(games)
        mover = game.mover
        if mover is not None and mover.is_there:
            await mover.move(game.script.moves[mover.moves][1])
        await asyncio.sleep(1.0 / rate)


def kills(asked: argparse.Namespace) -> tuple[str, str, bool]:
    """Kill one of several processes again and again, and now and then the database, while all play."""
    with database() as base:
        games = begun(base, asked.games)
        options = ("--database", base.address, "--port", "0", "--processes", str(asked.processes))
        with served(*options) as (process, address):
            counts, away, clients = asyncio.run(_killed(base, process.pid, address, games, asked))
        with closing(_records(base, is_read_only=True)) as records:
            wrong = list(faults(records))
            keys = {game.code: [entry.key for entry in records.entries(game.code, 0)] for game in games}
    for code, found in keys.items():
        said = Counter(key for key in found if key is not None)
        wrong += [f"{code}: {key} is there {times} times" for key, times in said.items() if times > 1]
    for client in clients:
        due = keys[client.code]
        if client.keys != due:
            wrong.append(
                f"{client.code}: a copy of {len(client.keys)} entries is not the record of {len(due)}"
            )
        if client.unsent is not None:
            wrong.append(f"{client.code}: {client.unsent} was said and never written")
    print(*wrong[:20], sep="\n")
    away.sort()
    told = sum(len(each) for each in keys.values()) - len(games)
    text = (
        f"{counts['kills']} kills of one of {asked.processes} processes, {counts['database kills']} of the"
        f" database, while {len(clients)} players moved in {asked.games} games: {told} moves,"
        f" {len(wrong)} lost, doubled or out of order, every copy the record; all were there again p50"
        f" {away[len(away) // 2]:.1f} s, at most {away[-1]:.1f} s after a kill"
    )
    return f"{asked.kills} kills of a process: none lost, none doubled", text, not wrong and told > 0
