"""Transactions of several processes that overlap: what holds for a club holds after both of them."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from importlib.util import find_spec
from itertools import count
from threading import Thread
from typing import Any

import pytest
from cupsboard.distance import wire
from cupsboard.rules.clocks import Clock
from cupsboard.rules.places import Side
from cupsclub.clients.requests import Change, Request
from cupsclub.people import digest
from cupsclub.ratings import MOST_A_DAY
from cupsclub.store.members import Member, Members
from cupsclub.tournaments.entries import Rules
from cupsclub.writer import Came, Heard, Writer
from own_database import BINARIES, Database, database, emptied
from processes import wait_until

pytestmark = [
    pytest.mark.long("a database begins"),
    pytest.mark.skipif(
        not any(BINARIES.glob("*/bin")) or find_spec("psycopg") is None,
        reason="no PostgreSQL is installed, or not the extra postgres",
    ),
]
DIRECTOR, ANNA, BEN = 1, 2, 3
TOKENS = {number: f"{number}" * 64 for number in (DIRECTOR, ANNA, BEN)}


class Club:
    """Two processes of a club, by their writers; what the second one does can be overtaken by the first."""

    def __init__(self, records: tuple[Any, Any]) -> None:
        self.records, numbers = records, count(1)
        self._meanwhile: Callable[[], object] | None = None
        self._hold(records[1])
        self.writers = [
            Writer(each, lambda: 100.0, lambda: f"GAME{next(numbers):04}", lambda: Side.SOUTH)
            for each in records
        ]
        with records[0].transaction():
            members = Members(records[0])
            for number in TOKENS:
                role = "director" if number != BEN else "member"
                members.add(f"Member {number}", f"member {number}", role, 0.0)  # type: ignore[arg-type]
                members.add_device(digest(TOKENS[number]), number, "", 0.0)
        for at, number in enumerate((ANNA, BEN)):
            self.put(at, Came(number, TOKENS[number]))

    def _hold(self, records: Any) -> None:
        plain = records.transaction

        @contextmanager
        def transaction(**how: Any) -> Iterator[None]:
            with plain(**how):
                # From here on it sees the database as it is now.
                records.rows("select 1 from club")
                meanwhile, self._meanwhile = self._meanwhile, None
                if meanwhile is not None:
                    meanwhile()
                yield

        records.transaction = transaction

    def put(self, process: int, request: Request) -> list[wire.FromServer]:
        return [told for _, told in self.writers[process].handle([request])]

    def change(
        self, process: int, by: int, change: Callable[[Any, Member], Any], *, games: bool = False
    ) -> Any:
        request = Change(lambda of: change(of, of.member(TOKENS[by])), is_of_tournaments=games)
        self.put(process, request)
        return request.answer

    def overtaken(self, meanwhile: Callable[[], object]) -> None:
        """Have this done within the next transaction of the second process, or begun if it has to wait."""

        def begun() -> None:
            thread = self.thread = Thread(target=meanwhile)
            thread.start()
            wait_until(lambda: not thread.is_alive() or self._is_waiting(), "the other is done, or waits")

        self._meanwhile = begun

    def _is_waiting(self) -> bool:
        return bool(self.records[1].rows("select 1 from pg_locks where not granted"))

    def members(self) -> dict[int, Member]:
        with self.records[0].transaction():
            return {each.number: each for each in Members(self.records[0]).every()}


@pytest.fixture(scope="module")
def served() -> Iterator[Database]:
    with database() as found:
        yield found


@pytest.fixture
def club(served: Database) -> Iterator[Club]:
    from cupsclub.store.postgres import PostgresRecords

    emptied(served.address)
    with ExitStack() as stack:
        one, other = (
            stack.enter_context(closing(PostgresRecords(served.address, process=n))) for n in range(2)
        )
        yield Club((one, other))


def test_of_two_directors_who_leave_at_once_one_stays(club: Club) -> None:
    def leave(process: int, by: int) -> None:
        club.put(process, Change(lambda people: people.delete(people.member(TOKENS[by]))))

    club.overtaken(lambda: leave(0, DIRECTOR))
    leave(1, ANNA)
    club.thread.join()
    assert sorted(each.role for each in club.members().values() if each.name) == ["director", "member"]


def test_who_leaves_at_one_process_has_no_game_left_that_was_opened_at_another(club: Club) -> None:
    invite = wire.Invite(secrets.token_hex(16), "cups 2", "Anna", to=0)
    club.overtaken(lambda: club.put(0, Heard(ANNA, invite)))
    club.change(1, ANNA, lambda people, own: people.delete(own))
    assert club.members()[ANNA].name == ""
    assert list(club.records[0].codes()) == []


def test_of_two_rated_games_that_begin_at_once_a_fifth_of_the_day_is_refused(club: Club) -> None:
    def open_games(host: int, number: int) -> list[str]:
        before = set(club.records[0].codes())
        for _ in range(number):
            wish = wire.Invite(secrets.token_hex(16), "cups 2", "", clock=Clock(600.0), to=0, rated=True)
            club.put(host - ANNA, Heard(host, wish))
        return sorted(set(club.records[0].codes()) - before)

    def join(guest: int, code: str) -> list[wire.FromServer]:
        return club.put(guest - ANNA, Heard(guest, wire.Join(code, "")))

    *three, annas = open_games(ANNA, MOST_A_DAY)
    (bens,) = open_games(BEN, 1)
    for code in three:
        join(BEN, code)
    club.overtaken(lambda: join(ANNA, bens))
    ((refused, *_),) = [join(BEN, annas)]
    club.thread.join()
    assert isinstance(refused, wire.Refused)
    assert refused.why == "rated-limit"
    assert [len(club.records[0].entries(code, 0)) > 0 for code in (annas, bens)] == [False, True]


def test_both_games_of_a_pairing_that_end_at_once_tell_how_it_stands(club: Club) -> None:
    rules = Rules("Autumn", "round-robin", "cups 2", Clock(600.0), rated=False)
    number = club.change(0, DIRECTOR, lambda of, own: of.open(own, rules), games=True)
    for member in (ANNA, BEN):
        club.change(0, member, lambda of, own: of.enter(own, number, None), games=True)
    club.change(0, DIRECTOR, lambda of, own: of.begin_round(own, number, 1), games=True)
    codes = sorted(club.records[0].codes())

    def resign(process: int, member: int) -> None:
        say = wire.Say(codes[process], secrets.token_hex(16), 1, wire.plain(wire.Resigned()))
        club.put(process, Heard(member, say))

    club.overtaken(lambda: resign(0, ANNA))
    resign(1, BEN)
    told = [club.records[0].entries(code, 0)[-1].act for code in codes]
    assert [each["left"] for each in told] == [1, 0]
    assert told[1]["points"] == {"south": 1.0, "north": 1.0}
