"""Two simulated boards, each with its own table, cells and person, play one game over a bad network.

Both run through simulated pins in one virtual time. Who moves does so by the lights; far moves are laid out
by hands that know the wanted table. The network loses a tenth, delays up to five seconds, doubles and
reorders within a connection, cuts connections, and the server is killed round its commits. A game must come
to its end, at both boards with the very record of the server, and no table that a board agrees on may
differ from what lies there. Writes its page; exit code 1 for any fault.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import cast

from studies.page import made_now

sys.path.insert(0, str(Path(__file__).parents[1] / "distance"))
sys.path.insert(0, str(Path(__file__).parents[1] / "cupsclub"))

from cupsboard.core.free_order import Core
from cupsboard.distance.follower import Follower
from cupsboard.distance.wire import Act, TableState
from cupsboard.referee.options import Options
from cupsboard.referee.states import Restoring
from cupsboard.rules.places import Side
from cupsboard.rules.record_entries import entry_text
from cupsboard.session.far_table import FarTable
from cupsim.people.character import Traits
from cupsim.runs.belief_check import Tally
from cupsim.runs.game_world import Setting
from cupsim.runs.game_world import World as Evening
from cupsim.table.ground_truth import Witness
from lossy_world import Board
from lossy_world import World as Network
from memory_records import Commit

PAGE = Path(__file__).parents[2] / "sim" / "results" / "FAR_GAMES.md"
STEP_SECONDS = 0.1
MEAN_SECONDS_BETWEEN_CUTS = 60.0
MEAN_SECONDS_BETWEEN_KILLS = 200.0
PATIENCE_SECONDS = 900.0
LAST_LOOK_SECONDS = 30.0


@dataclass
class Link:
    """A board's link over the network; implements `far_table.Link`."""

    network: Network
    board: Board
    tries_at: float = 0.0
    trouble: str | None = None

    @property
    def follower(self) -> Follower:
        """See `Link`."""
        return self.board.follower

    @property
    def server_time(self) -> float | None:
        """See `Link`."""
        return self.network.now

    def say(self, act: Act, key: str) -> None:
        """See `Link`."""
        self.network.say_that(self.board, act, key)

    def at_table(self, laid: int, state: TableState) -> None:
        """See `Link`."""
        self.network.tell_table(self.board, laid, state)


class House:
    """One of the two houses: an evening of its own, whose other side sits in the other house."""

    def __init__(self, network: Network, number: int, cups: int, seed: int) -> None:
        self.side = list(Side)[number]
        self.link = Link(network, network.boards[number])
        self.far_table = FarTable(self.link, self.side, lambda: cast(Core, self.evening.core), self._hear)
        options = Options(starter=Side.SOUTH)
        self.said: list[str] = []
        setting = Setting(seed, cups=cups, options=options)
        self.evening = Evening(setting, adviser=self.far_table)
        self.witness = Witness(self.evening.table, self.evening.game.places)
        self.tally = Tally(self.witness)
        self.evening.watch_hands(self.witness.saw)
        self.evening.loop.listen(self.far_table.listen)
        self.evening.loop.listen(self.tally)

    def _hear(self, line: str) -> None:
        self.said.append(line)

    def live_until(self, now: float) -> None:
        """Go on to a time; while one table is wanted, other hands lay it out, and the person waits."""
        evening, is_seated = self.evening, self.side in self.evening.people
        if isinstance(evening.referee.state, Restoring):
            evening.unseat(self.side)
            evening.put_up()
        elif not is_seated and evening.referee.far is not None:
            person = evening.seat(self.side, "greedy", Traits(opens=self.side is Side.SOUTH))
            person.learn(evening.referee.position)
        evening.run_until(now)

    @property
    def entries(self) -> tuple[str, ...]:
        return tuple(map(entry_text, self.evening.referee.history.entries))


@dataclass
class Outcome:
    """What became of a game."""

    seed: int
    entries: int = 0
    virtual_seconds: float = 0.0
    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def played(seed: int, cups: int) -> Outcome:
    """Play one game to its end, or until nothing has happened for too long."""
    random = Random(seed)
    network = Network(random, game=f"cups {cups}")
    houses = [House(network, number, cups, 2 * seed + number) for number in range(2)]
    now, progress_at, known = 0.0, 0.0, 0
    ends_at: float | None = None
    while ends_at is None or now < ends_at:
        now += STEP_SECONDS
        for house in houses:
            _connect(network, house.link, now, random)
            house.live_until(now)
        network.pass_time(STEP_SECONDS)
        if random.random() < STEP_SECONDS / MEAN_SECONDS_BETWEEN_CUTS:
            network.cut(random.choice(network.boards), is_half_open=random.random() < 0.5)
        if random.random() < STEP_SECONDS / MEAN_SECONDS_BETWEEN_KILLS:
            network.kill_server(random.choice(list(Commit)))
        for house in houses:
            if random.random() < STEP_SECONDS / 20:
                network.beat(house.link.board)
        if len(network.record) > known:
            known, progress_at = len(network.record), now
        if ends_at is None and all(house.tally.is_over for house in houses):
            network.settle()
            ends_at = now + LAST_LOOK_SECONDS
        if now > progress_at + PATIENCE_SECONDS:
            break
    return _judged(seed, network, houses, now, is_over=ends_at is not None)


def _connect(network: Network, link: Link, now: float, random: Random) -> None:
    if link.board.connection is None and link.tries_at <= now:
        link.tries_at = now + random.uniform(1.0, 10.0)
        network.connect(link.board)


def _judged(seed: int, network: Network, houses: Sequence[House], now: float, *, is_over: bool) -> Outcome:
    record, outcome = network.game, Outcome(seed, virtual_seconds=now, counts=network.counts)
    if not is_over:
        states = [f"{house.side.value}: {house.evening.referee.state}" for house in houses]
        outcome.faults.append(f"no end after {now:.0f} s; {'; '.join(states)}")
        return outcome
    outcome.faults += network.faults()
    assert record.history is not None
    wanted = tuple(map(entry_text, record.history.entries))
    outcome.entries = len(record.history.entries)
    for house in houses:
        if house.entries != wanted:
            outcome.faults.append(f"{house.side.value}'s record differs")
        outcome.faults += [f"{house.side.value}: {each}" for each in house.tally.misbeliefs]
        position = house.evening.referee.position
        wrong = house.witness.differences(house.evening.game.contents(position))
        outcome.faults += [f"{house.side.value} at the end: {each}" for each in wrong]
    return outcome


def page(cups: int, outcomes: Sequence[Outcome]) -> str:
    """Return the page of a campaign."""
    counts = sum((each.counts for each in outcomes), Counter[str]())
    faults = [f"- seed {each.seed}: {fault}" for each in outcomes for fault in each.faults]
    seconds = sum(each.virtual_seconds for each in outcomes)
    return "\n".join(
        (
            "# Games at a distance",
            "",
            "Written by `python tests/benchmarks/far_games.py`, whose head says how they are played.",
            "",
            "| board | games | ended well | moves | link losses | server kills | virtual hours | faults |",
            "| --- | --- | --- | --- | --- | --- | --- | --- |",
            f"| 2 × {cups} | {len(outcomes)} | {sum(not each.faults for each in outcomes)} |"
            f" {sum(each.entries for each in outcomes)} | {counts['link losses']} |"
            f" {counts['server kills']} | {seconds / 3600:.1f} | {len(faults)} |",
            "",
            *(("Faults:", "", *faults, "") if faults else ()),
            f"Written {made_now()}.",
            "",
        )
    )


def main() -> int:
    """Play the games and write the page; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--cups", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-page", action="store_true")
    asked = parser.parse_args()
    outcomes = []
    for seed in range(asked.seed, asked.seed + asked.games):
        began = perf_counter()
        outcomes.append(outcome := played(seed, asked.cups))
        took = f"{outcome.virtual_seconds:.0f} s in {perf_counter() - began:.0f} s"
        what = f"{outcome.entries} moves, {took}, {dict(outcome.counts)} {outcome.faults or 'well'}"
        print(f"seed {seed}: {what}", flush=True)
        if not asked.no_page:
            # Whoever stops the campaign keeps what it has shown.
            PAGE.write_text(page(asked.cups, outcomes), "utf-8")
    return 1 if any(outcome.faults for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
