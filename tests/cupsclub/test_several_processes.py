"""Several processes serve the same records: who is at which of them makes no difference to a game."""

import os
import re
import signal
import sys
from collections import deque
from collections.abc import Sequence
from contextlib import ExitStack, closing, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from cupsboard.distance import wire
from cupsboard.distance.shared_game import SharedGame
from cupsboard.distance.wire import Move
from cupsboard.rules.clocks import Clock
from cupsboard.rules.places import Side
from cupsclub.archive import faults
from cupsclub.clients.requests import Request
from cupsclub.commands.records import only_server
from cupsclub.store.members import Members
from cupsclub.store.offers import Offers
from cupsclub.store.port import Occupied, Records, RecordsError
from cupsclub.web.levels import NAMES
from cupsclub.web.neighbours import BEGUN, Budgets, Inbox, Neighbours, Shared
from cupsclub.writer import Came, Heard, Left, Neighbour, Tidings, Writer
from http_calls import get
from hypothesis import given
from hypothesis import strategies as st
from kept_link import kept
from memory_records import Commit, MemoryRecords
from own_database import BINARIES, database
from processes import ran, started, wait_until
from test_club_levels import Anna, enter
from test_club_server import CUPSCLUB, key, seats_at
from websockets.sync.client import connect

CODE = "GAME0001"
ANNA, BEN, WATCHER, EVE = 1, 2, 3, 4
TOKENS = {ANNA: "a" * 64, BEN: "b" * 64, WATCHER: "", EVE: "e" * 64}


class Server:
    """Writers of the same records, one or two, which hear of each other when the test lets them."""

    def __init__(self, records: Any, processes: int, clock: Clock | None = None) -> None:
        self.records, self.now, self.processes, self.is_prompt = records, 100.0, processes, False
        self.post: deque[tuple[int, Neighbour]] = deque()
        self.heard: dict[int, list[wire.FromServer]] = {client: [] for client in TOKENS}
        self.writers = [self._writer(number) for number in range(processes)]
        for client in TOKENS:
            self.come(client)
        self.say(ANNA, wire.Invite(f"{0:032x}", "cups 2", "Anna", "south", "south", clock))
        self.say(BEN, wire.Join(CODE, "Ben"))

    def _writer(self, number: int) -> Writer:
        def tell(told: Tidings, to: int | None) -> None:
            others = [other for other in range(self.processes) if other != number]
            self.post += [(other, Neighbour(number, told)) for other in (others if to is None else [to])]

        return Writer(self.records, lambda: self.now, self._code, lambda: Side.SOUTH, began=100.0, tell=tell)

    def _code(self) -> str:
        return f"GAME{len(self.records.codes()) + 1:04}"

    def at(self, client: int) -> int:
        return (client - 1) % self.processes

    def put(self, number: int, request: Request) -> None:
        for client, told in self.writers[number].handle([request]):
            self.heard[client].append(told)
        while self.is_prompt and self.post:
            self.deliver()

    def deliver(self) -> None:
        """Let the oldest tidings arrive."""
        if self.post:
            self.put(*self.post.popleft())

    def come(self, client: int) -> None:
        self.heard[client].clear()
        self.put(self.at(client), Came(client, TOKENS[client]))

    def say(self, client: int, message: wire.FromClient) -> None:
        self.put(self.at(client), Heard(client, message))

    def kill(self, number: int) -> None:
        """Begin a process anew, whose clients are gone."""
        self.post = deque((to, told) for to, told in self.post if to != number)
        self.writers[number] = self._writer(number)
        for other in range(self.processes):
            if other != number:
                self.post += [(other, Neighbour(number, None)), (number, Neighbour(other, None))]
        for client in (client for client in TOKENS if self.at(client) == number):
            self.come(client)

    @property
    def record(self) -> tuple[wire.Entry, ...]:
        return self.records.entries(CODE, 0)

    def copy(self, client: int) -> list[wire.Entry]:
        """What a client was told of the game since it asked last, each entry as often as it was."""
        found = list[wire.Entry]()
        for each in self.heard[client]:
            if isinstance(each, wire.Entries) and each.game == CODE:
                found = [*(() if each.since is not None else found), *each.entries]
        return found

    def there(self, client: int) -> dict[str, wire.AtTable]:
        """Who is there, as a client was told last."""
        told = [each.sides for each in self.heard[client] if isinstance(each, wire.Presence)]
        return {side: table for side, table in told[-1].items() if table.link} if told else {}


ACTS: tuple[wire.Act, ...] = (
    *(wire.Move("drop 1"), wire.Move("drop 2"), wire.Move("drop 1"), wire.Move("drop 2")),
    *(wire.Said("hello"), wire.Ask("adjourn"), wire.Resumed(), wire.Yes(2), wire.No(2), wire.Again()),
    *(wire.Ask("back", 1), wire.TimedOut(), wire.Resigned()),
)
HAPPENINGS = st.one_of(
    st.tuples(st.just("says"), st.sampled_from([ANNA, BEN, EVE]), st.sampled_from(ACTS)),
    st.tuples(st.just("says"), st.sampled_from([ANNA, BEN]), st.sampled_from(ACTS[:4])),
    st.tuples(st.just("says in vain"), st.sampled_from([ANNA, BEN]), st.sampled_from(ACTS[:4])),
    st.tuples(st.just("follows"), st.sampled_from(list(TOKENS)), st.none()),
    st.tuples(st.just("leaves"), st.sampled_from(list(TOKENS)), st.none()),
    st.tuples(st.just("waits"), st.integers(1, 400), st.none()),
)


def happen(server: Server, number: int, what: str, who: int, act: wire.Act | None) -> None:
    server.now += 0.25
    match what:
        case "says" | "says in vain":
            assert act is not None
            if what == "says in vain":
                server.records.next_commit = Commit.REFUSED
            game = SharedGame.of(server.record)
            if isinstance(act, wire.Yes | wire.No):
                act = type(act)(game.ask.n if game.ask else 1)
            server.say(who, wire.Say(CODE, f"{number + 1:032x}", game.changed, wire.plain(act)))
        case "follows":
            server.heard[who].clear()
            server.say(who, wire.Follow(CODE))
        case "leaves":
            server.put(server.at(who), Left(who))
            server.come(who)
        case "waits":
            server.now += who


@given(
    happenings=st.lists(HAPPENINGS, max_size=25),
    delivered=st.lists(st.integers(0, 3), min_size=25, max_size=25),
    kills=st.sets(st.integers(0, 24), max_size=2),
)
def test_two_processes_write_what_one_would_and_all_are_told_it_once_and_in_order(
    happenings: Sequence[tuple[str, int, wire.Act | None]], delivered: Sequence[int], kills: set[int]
) -> None:
    one, two = Server(MemoryRecords(), 1), Server(MemoryRecords(), 2)
    following = dict.fromkeys(TOKENS, False)
    for number, (what, who, act) in enumerate(happenings):
        for server in (one, two):
            happen(server, number, what, who, act)
        if what in ("follows", "leaves"):
            following[who] = what == "follows"
        for _ in range(delivered[number]):
            two.deliver()
        if number in kills:
            two.kill(1)
            following |= {client: False for client in TOKENS if two.at(client) == 1}
        assert two.record == one.record
    while two.post:
        two.deliver()
    for client, is_following in following.items():
        if is_following:
            assert two.copy(client) == list(two.record)


@given(happenings=st.lists(HAPPENINGS, max_size=25))
def test_clocks_run_and_who_is_there_is_told_as_if_all_were_at_one_process(
    happenings: Sequence[tuple[str, int, wire.Act | None]],
) -> None:
    servers = [Server(MemoryRecords(), count, Clock(60.0, 5.0)) for count in (1, 2)]
    for server in servers:
        server.is_prompt = True
    for number, (what, who, act) in enumerate(happenings):
        for server in servers:
            happen(server, number, what, who, act)
        one, two = servers
        assert two.record == one.record
        for client in TOKENS:
            assert two.copy(client) == one.copy(client)
            assert two.there(client) == one.there(client)


@pytest.fixture
def server(records: Records) -> Server:
    """Anna at one process and Ben at the other, who follow their game."""
    server = Server(records, 2)
    server.is_prompt = True
    for client in (ANNA, BEN):
        server.say(client, wire.Follow(CODE))
    return server


def test_who_is_at_another_process_is_there_and_gone_with_it(server: Server) -> None:
    assert server.there(ANNA).keys() == server.there(BEN).keys() == {"south", "north"}
    server.say(BEN, wire.Table(CODE, 1, "agrees"))
    told = server.heard[ANNA][-1]
    assert isinstance(told, wire.Presence)
    assert (told.sides["north"].laid, told.sides["north"].table) == (1, "agrees")
    server.kill(1)
    while server.post:
        server.deliver()
    assert server.there(ANNA).keys() == {"south"}
    server.say(BEN, wire.Follow(CODE, 1))
    assert server.there(ANNA).keys() == server.there(BEN).keys() == {"south", "north"}


def test_what_a_process_wrote_just_before_it_was_killed_is_told_by_the_others(server: Server) -> None:
    server.is_prompt = False
    server.say(BEN, wire.Say(CODE, f"{1:032x}", 1, wire.plain(wire.Said("hello"))))
    server.post.clear()
    assert server.copy(ANNA) == list(server.record[:1])
    server.kill(1)
    server.deliver()
    assert server.copy(ANNA) == list(server.record)


def test_an_invitation_that_is_taken_back_is_told_at_every_process(records: Records) -> None:
    server = Server(records, 2)
    server.is_prompt = True
    server.say(ANNA, wire.Invite(key(), "cups 2", "Anna"))
    server.say(EVE, wire.Follow("GAME0002"))
    server.say(ANNA, wire.Withdraw("GAME0002"))
    told = server.heard[EVE][-1]
    assert isinstance(told, wire.Refused)
    assert (told.why, told.game) == ("unknown-game", "GAME0002")


def test_what_could_not_be_read_of_another_process_is_read_as_soon_as_it_can() -> None:
    records = MemoryRecords()
    server = Server(records, 2)
    for client in (ANNA, BEN):
        server.say(client, wire.Follow(CODE))
    while server.post:
        server.deliver()
    server.say(ANNA, wire.Say(CODE, key(), 1, wire.plain(wire.Move("drop 1"))))
    server.post.clear()
    server.kill(0)
    records.next_commit = Commit.REFUSED
    server.deliver()
    assert server.copy(BEN) == list(server.record[:1])
    server.say(BEN, wire.Beat(0.0))
    assert server.copy(BEN) == list(server.record)


def test_a_game_that_was_put_back_goes_on_when_both_sides_were_here_at_whatever_process(
    records: Records,
) -> None:
    server = Server(records, 2)
    with records.transaction():
        Offers(records).keep_restored(records.served_seconds())
    server = Server(records, 2)
    server.is_prompt = True
    for client in (ANNA, BEN):
        server.say(client, wire.Follow(CODE))
    server.kill(0)
    while server.post:
        server.deliver()
    server.say(ANNA, wire.Follow(CODE))
    server.say(ANNA, wire.Say(CODE, key(), 1, wire.plain(wire.Move("drop 1"))))
    assert [entry.act["kind"] for entry in server.record] == ["begin", "move"]


def test_an_inbox_that_is_full_holds_nobody_up_and_what_was_missed_is_told_later() -> None:
    inboxes = [Inbox(), Inbox()]
    one, other = (Neighbours(number, inboxes) for number in range(2))
    noted, elsewhere = (Shared(each, "noted", str) for each in (one, other))
    begun = list[int]()
    other.hear(BEGUN, lambda number, _: begun.append(number))
    while not one.missed:
        noted["much"] = "x" * 10_000
    noted["more"] = "y"
    other.read()
    assert elsewhere.keys() == {"much"}
    noted["last"] = "z"
    for each in (other, one, other):
        each.read()
    assert (begun, elsewhere) == ([0], noted)
    assert noted.taken("more") == "y"
    other.read()
    assert elsewhere == noted == {"much": "x" * 10_000, "last": "z"}


needs_postgres = pytest.mark.skipif(
    not any(BINARIES.glob("*/bin")) or find_spec("psycopg") is None,
    reason="no PostgreSQL is installed, or not the extra postgres",
)


def children(process: int | str) -> list[str]:
    found = [each.read_text().split() for each in Path(f"/proc/{process}/task").glob("*/children")]
    return [child for each in found for child in each]


def gone(*processes: str) -> None:
    for process in processes:
        wait_until(lambda process=process: not Path(f"/proc/{process}").exists(), "the end of a process")


@given(spent=st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), max_size=30))
def test_what_a_household_spends_at_all_processes_at_once_is_counted_whole(
    spent: Sequence[tuple[int, int]],
) -> None:
    inboxes = [Inbox() for _ in range(4)]
    neighbours = [Neighbours(number, inboxes) for number in range(4)]
    budgets = [Budgets(each, "acts", 1.0, 10.0) for each in neighbours]
    for now, (at, reader) in enumerate(spent):
        budgets[at].spend("house", 2.0, 100.0 + now / 1000)
        neighbours[reader].read()
    for each in neighbours[:3]:
        each.read()
    left = [each.pace("house", 100.0).spent(0.0, 101.0).left for each in budgets[:3]]
    assert left == pytest.approx([left[0]] * 3, abs=0.1)
    assert left[0] <= 11.0 - 2.0 * len(spent)
    # Who begins later is told how it stands.
    late = Budgets(last := Neighbours(3, inboxes), "acts", 1.0, 10.0)
    last.tell(BEGUN, None)
    for each in (*neighbours[:3], last):
        each.read()
    assert late.pace("house", 100.0).spent(0.0, 101.0).left == pytest.approx(left[0], abs=0.1)


@pytest.mark.long("a database and several programs begin")
@needs_postgres
def test_a_game_goes_on_while_each_of_two_processes_is_killed_and_begins_anew(tmp_path: Path) -> None:
    from cupsclub.store.postgres import PostgresRecords

    with database() as served, ExitStack() as stack:
        options = ("--database", served.address, "--port", "0", "--processes", "2")
        program = stack.enter_context(started(*CUPSCLUB, "serve", *options))
        address = program.until(re.compile(r"at (http://\S+)/ by 2 processes"))[1]
        refused = ran(*CUPSCLUB, "serve", *options)
        assert (refused.code, "another cupsclub serves this database" in refused.complaints) == (2, True)
        seats = stack.enter_context(seats_at(address, tmp_path))
        processes = children(program.id)
        assert len(processes) == 2
        for n, victim in enumerate(processes, 2):
            os.kill(int(victim), signal.SIGKILL)
            seats[n % 2].link.say(Move(f"drop {n - 1}"), key())
            for seat in seats:
                seat.knows(n)
            program.until("has ended (-9) and is begun anew")
        wait_until(lambda: get(f"{address}/health").status == 200, "both are well again")
        assert 'cupsclub_sockets{process="1"}' in get(f"{address}/metrics").text
        assert program.end() == 0
        with closing(PostgresRecords(served.address, is_read_only=True)) as records:
            assert list(faults(records)) == []
            record = records.entries(seats[0].code, 0)
    assert [entry.n for entry in record] == [1, 2, 3]
    for seat in seats:
        assert kept(seat.folder, seat.code).entries == record


SOON_KILLED = [
    *(sys.executable, "-c"),
    "from cupsclub.commands.main import main; from cupsclub.web import processes;"
    " processes.MOST_SILENT_LOOKS = 50; raise SystemExit(main())",
]
"""The program with less patience for a process that hangs."""


@pytest.mark.long("a database and several programs begin")
@needs_postgres
def test_a_process_that_hangs_is_killed_and_begun_anew_and_its_game_goes_on(tmp_path: Path) -> None:
    from cupsclub.store.postgres import PostgresRecords

    with database() as served, ExitStack() as stack:
        options = ("--database", served.address, "--port", "0", "--processes", "2")
        program = stack.enter_context(started(*SOON_KILLED, "serve", *options))
        address = program.until(re.compile(r"at (http://\S+)/ by 2 processes"))[1]
        seats = stack.enter_context(seats_at(address, tmp_path))
        for n, victim in enumerate(children(program.id), 2):
            os.kill(int(victim), signal.SIGSTOP)
            program.until("gives no sign of life and is killed")
            program.until("has ended (-9) and is begun anew")
            seats[n % 2].link.say(Move(f"drop {n - 1}"), key())
            for seat in seats:
                seat.knows(n)
        wait_until(lambda: get(f"{address}/health").status == 200, "both are well again")
        assert program.end() == 0
        with closing(PostgresRecords(served.address, is_read_only=True)) as records:
            assert list(faults(records)) == []
            assert [entry.n for entry in records.entries(seats[0].code, 0)] == [1, 2, 3]


@needs_postgres
def test_a_database_that_takes_a_question_and_says_nothing_is_connected_to_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from cupsclub.store import postgres

    monkeypatch.setattr(postgres, "ANSWER_SECONDS", 1.0)
    with database() as served, closing(postgres.PostgresRecords(served.address)) as records:
        ((backend,),) = records.rows("select pg_backend_pid()")
        os.kill(backend, signal.SIGSTOP)
        try:
            with pytest.raises(RecordsError), records.transaction():
                pass
            with records.transaction():
                records.keep_served_seconds(7.0)
            assert records.served_seconds() == 7.0
        finally:
            os.kill(backend, signal.SIGCONT)


@needs_postgres
def test_the_lock_of_a_lost_connection_makes_no_other_server_of_this_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from cupsclub.store import postgres

    monkeypatch.setattr(postgres, "ANSWER_SECONDS", 1.0)
    with database() as served, closing(only_server(served.address)) as records:
        ((backend,),) = records.rows("select pg_backend_pid()")
        os.kill(backend, signal.SIGSTOP)
        for _ in range(2):
            with pytest.raises(RecordsError) as lost, records.transaction():
                pass
            assert not isinstance(lost.value, Occupied)
        with pytest.raises(Occupied):
            only_server(served.address)
        os.kill(backend, signal.SIGCONT)

        def goes_on() -> bool:
            with suppress(RecordsError), records.transaction():
                return True
            return False

        wait_until(goes_on, "the lock")


@pytest.mark.long("a database and several programs begin")
@needs_postgres
def test_a_level_plays_with_who_is_at_another_process_and_all_end_with_the_program_that_began_them() -> None:
    from cupsclub.store.postgres import PostgresRecords

    options = ("--port", "0", "--processes", "2", "--levels")
    with database() as served, ExitStack() as stack:
        records = stack.enter_context(closing(PostgresRecords(served.address)))
        enter(records, "Anna")
        program = stack.enter_context(started(*CUPSCLUB, "serve", "--database", served.address, *options))
        address = program.until(re.compile(r"at http://(\S+)/ by 2 processes"))[1]
        # The levels are at the first process, which begins anew, and Anna at the other one.
        os.kill(int(children(program.id)[0]), signal.SIGKILL)
        anna = Anna(stack.enter_context(connect(f"ws://{address}/v1")))
        program.until("has ended (-9) and is begun anew")
        wait_until(lambda: len(Members(records).every()) == 1 + len(NAMES), "all levels in the club")
        anna.ask(2)
        while anna.game.begin is None:
            anna.hear()
        anna.say(Move("drop 1"))
        while anna.game.to_move is not Side.SOUTH or anna.game.changed < 3:
            anna.hear()
        (playing,) = [each for each in children(program.id) if children(each)]
        thinking = children(playing)
        os.kill(int(playing), signal.SIGKILL)
        gone(*thinking)
        program.until("is begun anew")
        processes = children(program.id)
        program.process.send_signal(signal.SIGKILL)
        gone(*processes)
