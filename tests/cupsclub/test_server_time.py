"""Time to think is time in which a server runs: neither a restart nor a clock on the wall decides a game."""

import re
import secrets
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cupsboard.distance import wire
from cupsboard.distance.link import Link, take_seat
from cupsboard.distance.shared_game import SharedGame
from cupsboard.rules.clocks import Clock
from cupsboard.rules.places import Side
from cupsclub.archive import record_text
from cupsclub.store.port import Records
from cupsclub.web.app import going_on
from cupsclub.writer import UPKEEP_SECONDS, Came, Heard, Left, Writer
from hypothesis import given
from hypothesis import strategies as st
from kept_link import kept_link
from memory_records import Commit, MemoryRecords
from processes import Program, started, wait_until

CODE = "GAME0001"
ANNA, BEN = 1, 2
TOKENS = {ANNA: "a" * 64, BEN: "b" * 64}
A_DAY, MINUTES = Clock(86400.0, is_for_each_move=True), Clock(600.0, 10.0)


class Computer:
    """A computer with records on its disk, and a server that is switched on and off."""

    def __init__(self, records: Records, clock: Clock) -> None:
        self.records, self.monotonic, self.keys = records, 1000.0, 0
        self.switch_on()
        self.come(ANNA, BEN)
        key = f"{self.keys:032x}"
        self.told(ANNA, wire.Invite(key, "cups 2", "Anna", "south", "south", clock))
        self.told(BEN, wire.Join(CODE, "Ben"))
        self.told(ANNA, wire.Follow(CODE))

    def switch_on(self, monotonic: float = 5.0) -> None:
        """Begin anew: monotonic time has any beginning."""
        self.monotonic = monotonic
        self.now = going_on(self.records.served_seconds(), lambda: self.monotonic)
        self.writer = Writer(self.records, self.now, lambda: CODE, lambda: Side.SOUTH)

    def come(self, *clients: int) -> None:
        for client in clients:
            self.writer.handle([Came(client, TOKENS[client])])

    def told(self, client: int, message: wire.Invite | wire.Join | wire.Follow | wire.Say) -> list[object]:
        return [told for _, told in self.writer.handle([Heard(client, message)])]

    def said(self, client: int, act: wire.Move | wire.TimedOut | wire.Resumed) -> str:
        """Say something; the reason where it is refused, else ""."""
        self.keys += 1
        say = wire.Say(CODE, f"{self.keys:032x}", self.game.changed, wire.plain(act))
        return next((each.why for each in self.told(client, say) if isinstance(each, wire.Refused)), "")

    def serve(self, seconds: float) -> None:
        """Let time pass, in which the server is asked for nothing."""
        while seconds > 0:
            self.monotonic += min(seconds, 60.0)
            self.writer.handle([])
            seconds -= 60.0

    @property
    def game(self) -> SharedGame:
        return SharedGame.of(self.records.entries(CODE, 0))

    def left(self, side: Side) -> float:
        clocks = self.game.clocks
        assert clocks is not None
        return clocks.left(side, self.now())


def test_a_clock_of_minutes_stands_from_the_beginning_until_both_are_there(records: Records) -> None:
    computer = Computer(records, MINUTES)
    computer.serve(3600.0)
    assert computer.said(BEN, wire.TimedOut()) == "illegal"
    assert computer.left(Side.SOUTH) == 600.0
    computer.told(BEN, wire.Follow(CODE))
    computer.serve(300.0)
    assert 300.0 <= computer.left(Side.SOUTH) <= 310.0
    computer.serve(310.0)
    assert computer.said(BEN, wire.TimedOut()) == ""
    assert computer.game.end is not None
    record = record_text(records, CODE, computer.game) or ""
    assert "1. south time\n\nResult: south 0, north 0: north wins on time\n" in record


def test_after_a_restart_a_clock_of_minutes_stands_until_both_are_there_again(records: Records) -> None:
    computer = Computer(records, MINUTES)
    computer.told(BEN, wire.Follow(CODE))
    computer.serve(120.0)
    computer.switch_on()
    computer.come(BEN)
    computer.told(BEN, wire.Follow(CODE))
    computer.serve(3600.0)
    before = computer.left(Side.SOUTH)
    assert before >= 600.0 - 120.0
    assert computer.said(BEN, wire.TimedOut()) == "illegal"
    computer.come(ANNA)
    computer.told(ANNA, wire.Follow(CODE))
    computer.serve(60.0)
    assert before - 61.0 <= computer.left(Side.SOUTH) <= before - 55.0


def test_who_says_a_claim_before_anything_else_after_a_restart_does_not_win_by_it(records: Records) -> None:
    computer = Computer(records, MINUTES)
    computer.told(BEN, wire.Follow(CODE))
    computer.switch_on()
    computer.come(BEN)
    computer.monotonic += 1e6
    assert computer.said(BEN, wire.TimedOut()) == "illegal"
    assert computer.left(Side.SOUTH) > 590.0


def test_a_move_may_be_made_while_the_clocks_stand_and_they_go_on_standing(records: Records) -> None:
    computer = Computer(records, MINUTES)
    assert computer.said(ANNA, wire.Move("drop 1")) == ""
    computer.serve(3600.0)
    assert computer.left(Side.NORTH) == 600.0
    assert computer.said(ANNA, wire.TimedOut()) == "illegal"


def test_the_time_without_a_server_is_given_back_in_a_game_of_days(records: Records) -> None:
    computer = Computer(records, A_DAY)
    computer.serve(3600.0)
    computer.writer.handle([])
    served = computer.now()
    # A week later, on a computer that was begun anew.
    computer.switch_on(monotonic=7 * 86400.0)
    assert served - UPKEEP_SECONDS <= computer.now() <= served
    computer.come(BEN)
    computer.told(BEN, wire.Follow(CODE))
    assert computer.said(BEN, wire.TimedOut()) == "illegal"
    assert 86400.0 - 3600.0 <= computer.left(Side.SOUTH) <= 86400.0 - 3600.0 + UPKEEP_SECONDS
    computer.serve(86400.0)
    assert computer.said(BEN, wire.TimedOut()) == ""


class SmallDisk(MemoryRecords):
    """Records on a disk that takes so many commits more."""

    commits: float = float("inf")

    @contextmanager
    def transaction(self, *, is_in_turn: bool = False) -> Iterator[None]:
        self.commits -= 1
        self.next_commit = Commit.REFUSED if self.commits < 0 else Commit.GOOD
        with super().transaction():
            yield


def test_clocks_that_could_not_be_let_run_for_a_full_disk_run_as_soon_as_they_can() -> None:
    records = SmallDisk()
    computer = Computer(records, MINUTES)
    records.commits = 1
    computer.told(BEN, wire.Follow(CODE))
    assert computer.game.is_waiting
    records.commits = 2
    computer.writer.handle([])
    assert not computer.game.is_waiting


HAPPENINGS = (
    *(("comes", BEN), ("comes", ANNA), ("leaves", BEN), ("leaves", ANNA), ("refuses", 0)),
    *(("serves", 1.0), ("serves", 1000.0), ("restarts", 5.0), ("restarts", 1e9)),
)


@given(
    clock=st.sampled_from([A_DAY, MINUTES]),
    happenings=st.lists(st.sampled_from(HAPPENINGS), min_size=8, max_size=16),
)
def test_nobody_thinks_for_longer_than_a_server_runs_and_in_a_game_of_minutes_both_have_met_at_it(
    clock: Clock, happenings: list[tuple[str, float]]
) -> None:
    records = MemoryRecords()
    computer, here, have_met, ran = Computer(records, clock), {ANNA}, False, 0.0
    for what, value in happenings:
        client = int(value)
        match what:
            case "serves":
                ran += value if clock is A_DAY or have_met else 0.0
                computer.serve(value)
            case "restarts":
                computer.switch_on(value)
                here, have_met = set(), False
            case "comes":
                batch = [Came(client, TOKENS[client]), Heard(client, wire.Follow(CODE))]
                told = [each for _, each in computer.writer.handle(batch)]
                here |= {client} if any(isinstance(each, wire.Entries) for each in told) else set()
                have_met = have_met or here == {ANNA, BEN}
            case "leaves":
                computer.writer.handle([Left(client)])
                here.discard(client)
            case "refuses":
                records.next_commit = Commit.REFUSED
    for _ in range(2):
        computer.writer.handle([Came(9, ""), Heard(9, wire.Follow(CODE)), Left(9)])
    assert computer.left(Side.SOUTH) >= clock.seconds - ran - 1e-3
    assert computer.left(Side.NORTH) == clock.seconds


PROGRAM = """
import sys, time
from pathlib import Path
flag, real = Path(sys.argv.pop(1)), time.time
time.time = lambda: real() + (10 * 86400.0 if flag.exists() else 0.0)
from cupsclub.commands.main import main
sys.exit(main(sys.argv[1:]))
"""
"""The command `cupsclub` on a computer whose clock leaps by ten days once a file is there."""


@contextmanager
def club(flag: Path, path: Path, port: str = "0") -> Iterator[tuple[Program, str]]:
    with started(sys.executable, "-c", PROGRAM, flag, "serve", "--file", path, "--port", port) as program:
        yield program, program.until(re.compile(r"at (http://\S+)/ "))[1]


def test_a_leap_of_the_clock_and_a_kill_win_nobody_a_game_of_a_day_for_each_move(tmp_path: Path) -> None:
    flag, path, tokens = tmp_path / "leap", tmp_path / "club.sqlite", [secrets.token_hex(32) for _ in Side]
    with club(flag, path) as (program, address):
        invite = wire.Invite(secrets.token_hex(16), "cups 2", "Anna", "south", "south", A_DAY)
        code = take_seat(address, tokens[0], invite).game
        take_seat(address, tokens[1], wire.Join(code, "Ben"))
        link = kept_link(tmp_path / "ben", address, code, tokens[1])
        link.start()
        try:
            wait_until(lambda: link.follower.game.n == 1, lambda: f"the beginning: {link.trouble}")
            flag.touch()
            assert claimed(link) == "illegal"
            program.process.send_signal(signal.SIGKILL)
            program.ended()
            wait_until(lambda: not link.follower.is_linked, "the end of the link")
            with club(flag, path, address.rpartition(":")[2]):
                wait_until(lambda: link.follower.is_linked, lambda: f"the server again: {link.trouble}")
                assert claimed(link) == "illegal"
        finally:
            link.close()


def claimed(link: Link) -> str:
    """Say that the other side's time is over, and return why that is refused."""
    link.say(wire.TimedOut(), secrets.token_hex(16))
    wait_until(lambda: link.follower.unsent is None, "an answer to the claim")
    return "" if link.follower.refused is None else link.follower.refused.why


def test_what_is_told_of_a_game_says_that_its_clocks_stand(records: Records) -> None:
    computer = Computer(records, MINUTES)
    (told,) = [each for each in computer.told(ANNA, wire.Follow(CODE)) if isinstance(each, wire.Entries)]
    assert [entry.act["kind"] for entry in told.entries] == ["begin", "clocks-stand"]
