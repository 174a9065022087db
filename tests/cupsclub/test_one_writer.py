"""The writer over both kinds of records: who is told what, and what is in the record by then."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

import pytest
from cupsboard.distance import wire
from cupsboard.distance.shared_game import SharedGame
from cupsboard.rules.places import Side
from cupsclub import writer
from cupsclub.seats import MOST_OPEN_GAMES
from cupsclub.store.port import Records, RecordsError
from cupsclub.store.sqlite import SqliteRecords
from cupsclub.web.desk import Desk
from memory_records import Commit, MemoryRecords
from own_loops import run_in_own_loop
from processes import wait_until

CODE = "GAME0001"
ANNA, BEN, EVE, WATCHER = 1, 2, 3, 4


def key(number: int) -> str:
    return f"{number:032x}"


class Club:
    """A writer whose clients are numbers."""

    def __init__(self, records: Records) -> None:
        self.now, self.games = 100.0, 0
        self.writer = writer.Writer(records, lambda: self.now, self.new_code, lambda: Side.SOUTH)
        for client, token in ((ANNA, "a" * 64), (BEN, "b" * 64), (EVE, "e" * 64), (WATCHER, "")):
            self.writer.handle([writer.Came(client, token)])

    def new_code(self) -> str:
        self.games += 1
        return f"GAME{self.games:04}"

    def told(self, client: int, *messages: wire.FromClient) -> list[tuple[int, wire.FromServer]]:
        return self.writer.handle([writer.Heard(client, message) for message in messages])

    def answer(self, client: int, message: wire.FromClient) -> wire.FromServer:
        """What the client itself is told first."""
        return next(each for to, each in self.told(client, message) if to == client)

    def said(self, client: int, act: wire.Act, after: int, number: int) -> list[tuple[int, wire.FromServer]]:
        return self.told(client, wire.Say(CODE, key(number), after, wire.plain(act)))

    def sit_down(self) -> None:
        self.told(ANNA, wire.Invite(key(0), "cups 2", "Anna", "south", "south"))
        self.told(BEN, wire.Join(CODE, "Ben"))
        for client in (ANNA, BEN):
            self.told(client, wire.Follow(CODE))


@pytest.fixture
def club(records: Records) -> Club:
    club = Club(records)
    club.sit_down()
    return club


def refusal(told: list[tuple[int, wire.FromServer]]) -> str:
    ((_, message),) = told
    assert isinstance(message, wire.Refused)
    return message.why


def test_a_game_is_opened_joined_and_begins(records: Records) -> None:
    club = Club(records)
    invite = wire.Invite(key(0), "cups 2", " Anna ", "north", None)
    assert club.told(ANNA, invite, invite) == [(ANNA, wire.Seated(CODE, "north", "cups 2", None, key(0)))] * 2
    assert club.answer(ANNA, wire.Follow(CODE)) == wire.Entries(CODE, 0, (), 0)
    told = club.told(BEN, wire.Join(CODE, "Ben"), wire.Join(CODE, "Benjamin"))
    assert [message for to, message in told if to == BEN] == [
        wire.Seated(CODE, "south", "cups 2", "south")
    ] * 2
    (begun,) = [message for to, message in told if to == ANNA]
    assert isinstance(begun, wire.Entries)
    assert SharedGame.of(begun.entries).name(Side.NORTH) == "Anna"
    assert refusal(club.told(EVE, wire.Join(CODE, "Eve"))) == "full"
    assert refusal(club.told(EVE, wire.Join("NOSUCH", "Eve"))) == "unknown-game"
    assert refusal(club.told(EVE, invite)) == "key-reused"


def test_what_is_said_is_told_to_all_who_follow_and_once(club: Club) -> None:
    club.told(WATCHER, wire.Follow(CODE))
    told = club.said(ANNA, wire.Move("drop 1"), 1, 1)
    assert {client for client, _ in told} == {ANNA, BEN, WATCHER}
    ((_, again),) = club.said(ANNA, wire.Move("drop 1"), 1, 1)
    assert [message for client, message in told if client == ANNA] == [again]
    assert refusal(club.said(ANNA, wire.Move("drop 2"), 1, 1)) == "key-reused"
    assert refusal(club.said(BEN, wire.Move("drop 1"), 1, 1)) == "key-reused"


def test_only_who_has_the_seat_can_say_anything(club: Club) -> None:
    for client in (EVE, WATCHER):
        assert refusal(club.said(client, wire.Move("drop 1"), 1, 1)) == "not-yours"
    assert refusal(club.said(BEN, wire.Move("drop 1"), 1, 1)) == "illegal"
    assert refusal(club.said(ANNA, wire.Move("drop 1"), 0, 1)) == "stale"
    assert refusal(club.told(ANNA, wire.Say(CODE, "short", 1, {"kind": "move"}))) == "malformed"
    assert refusal(club.told(ANNA, wire.Say(CODE, key(1), 1, {"kind": "confetti"}))) == "malformed"
    assert refusal(club.told(WATCHER, wire.Invite(key(9), "cups 2", "W"))) == "not-yours"


@pytest.mark.parametrize("name", ["", "   ", "a" * 41, "Anna\x07", "Anna\u202eneB", "A\nB"])
def test_a_name_that_could_deceive_is_refused(records: Records, name: str) -> None:
    assert refusal(Club(records).told(ANNA, wire.Invite(key(0), "cups 2", name))) == "malformed"


def test_a_game_that_is_not_for_a_distance_is_refused_and_so_is_one_open_game_too_many(
    records: Records,
) -> None:
    club = Club(records)
    assert refusal(club.told(ANNA, wire.Invite(key(99), "coin-duel 4 stage 1", "Anna"))) == "illegal"
    assert refusal(club.told(ANNA, wire.Invite(key(99), "cups 99", "Anna"))) == "illegal"
    for number in range(MOST_OPEN_GAMES):
        assert isinstance(club.answer(ANNA, wire.Invite(key(number), "cups 2", "Anna")), wire.Seated)
    assert refusal(club.told(ANNA, wire.Invite(key(99), "cups 2", "Anna"))) == "full"


def test_who_follows_from_a_number_gets_the_rest_and_no_gap(club: Club) -> None:
    club.said(ANNA, wire.Move("drop 1"), 1, 1)
    club.said(BEN, wire.Move("drop 1"), 2, 2)
    found = club.answer(WATCHER, wire.Follow(CODE, 1))
    assert isinstance(found, wire.Entries)
    assert [entry.n for entry in found.entries] == [2, 3]
    assert refusal(club.told(WATCHER, wire.Follow(CODE, 4))) == "ahead"
    assert refusal(club.told(WATCHER, wire.Follow(CODE, -1))) == "ahead"


def test_a_say_and_a_follow_in_one_batch_leave_no_gap_between_them(club: Club) -> None:
    move = writer.Heard(ANNA, wire.Say(CODE, key(1), 1, wire.plain(wire.Move("drop 1"))))
    for batch in (
        [move, writer.Heard(WATCHER, wire.Follow(CODE))],
        [writer.Heard(EVE, wire.Follow(CODE)), move],
    ):
        told = club.writer.handle(batch)
        newcomer = next(each.client for each in batch if each is not move)
        numbers = [
            entry.n
            for to, message in told
            if to == newcomer and isinstance(message, wire.Entries)
            for entry in message.entries
        ]
        assert numbers == [1, 2]


def test_presence_says_who_is_there_and_how_far_the_tables_are(club: Club) -> None:
    club.now = 200.0
    told = club.told(ANNA, wire.Table(CODE, 1, "laying"))
    there = {"south": wire.AtTable(True, 100.0, 1, "laying"), "north": wire.AtTable(True, 100.0)}
    assert told == [(client, wire.Presence(CODE, there)) for client in (ANNA, BEN)]
    gone = {**there, "south": wire.AtTable(False, 200.0)}
    assert club.writer.handle([writer.Left(ANNA)]) == [(BEN, wire.Presence(CODE, gone))]


def test_a_beat_is_answered_by_the_newest_entry_of_each_game_that_is_followed(club: Club) -> None:
    assert club.answer(ANNA, wire.Beat(1.0)) == wire.Beat(100.0, {CODE: 1})


def test_a_restarted_server_goes_on_from_its_records(club: Club, records: Records) -> None:
    club.said(ANNA, wire.Move("drop 1"), 1, 1)
    again = Club(records)
    assert isinstance(again.answer(BEN, wire.Follow(CODE)), wire.Entries)
    told = again.said(BEN, wire.Ask("back", 1), 2, 2)
    assert isinstance(told[0][1], wire.Entries)


def test_two_servers_of_the_same_records_give_each_number_once(club: Club, records: Records) -> None:
    other = Club(records)
    assert isinstance(other.answer(BEN, wire.Follow(CODE)), wire.Entries)
    club.said(ANNA, wire.Move("drop 1"), 1, 1)
    # The other server has not told it yet, and judges by the record all the same.
    told, stale = other.said(ANNA, wire.Move("drop 2"), 1, 2)
    assert told == (BEN, wire.Entries(CODE, 2, records.entries(CODE, 1)))
    assert refusal([stale]) == "stale"
    assert [entry.n for entry in records.entries(CODE, 0)] == [1, 2]


def test_nobody_hears_of_what_was_not_committed() -> None:
    records = MemoryRecords()
    club = Club(records)
    club.sit_down()
    records.next_commit = Commit.REFUSED
    assert refusal(club.said(ANNA, wire.Move("drop 1"), 1, 1)) == "unwritten"
    assert len(records.entries(CODE, 0)) == 1
    told = club.said(ANNA, wire.Move("drop 1"), 1, 1)
    assert [message.head for _, message in told if isinstance(message, wire.Entries)] == [2, 2]


def refused(records: MemoryRecords, club: Club, *batch: writer.Request) -> list[tuple[int, wire.FromServer]]:
    """What is told where the disk refuses a batch, and a say that was in it."""
    records.next_commit = Commit.REFUSED
    say = writer.Heard(EVE, wire.Say(CODE, key(99), 1, wire.plain(wire.Move("drop 1"))))
    return club.writer.handle([*batch[: len(batch) // 2], say, *batch[len(batch) // 2 :]])


def test_who_comes_while_nothing_can_be_written_is_there_all_the_same() -> None:
    records = MemoryRecords()
    club = Club(records)
    club.sit_down()
    refused(records, club, writer.Came(9, "a" * 64))
    assert isinstance(club.answer(9, wire.Follow(CODE)), wire.Entries)
    assert isinstance(
        club.answer(9, wire.Say(CODE, key(1), 1, wire.plain(wire.Move("drop 1")))), wire.Entries
    )


def test_who_leaves_while_nothing_can_be_written_is_gone_and_what_a_table_is_like_is_told() -> None:
    records = MemoryRecords()
    club = Club(records)
    club.sit_down()
    told = refused(records, club, writer.Heard(BEN, wire.Table(CODE, 1, "agrees")), writer.Left(ANNA))
    there = [message for to, message in told if to == BEN and isinstance(message, wire.Presence)]
    assert there[-1].sides["south"] == wire.AtTable(False, 100.0)
    assert there[-1].sides["north"] == wire.AtTable(True, 100.0, 1, "agrees")
    assert club.answer(BEN, wire.Follow(CODE)) is not None
    assert [message for to, message in told if to == EVE and isinstance(message, wire.Refused)]


def test_a_follow_that_could_not_be_read_tells_nobody_anything_until_it_is_asked_again() -> None:
    records = MemoryRecords()
    club = Club(records)
    club.sit_down()
    club.writer.handle([writer.Left(ANNA), writer.Came(9, "a" * 64)])
    told = refused(records, club, writer.Heard(9, wire.Follow(CODE)))
    assert {message.why for _, message in told if isinstance(message, wire.Refused)} == {"unwritten"}
    assert not [message for _, message in told if isinstance(message, wire.Presence)]
    # Asked again, both hear of it.
    told = club.told(9, wire.Follow(CODE))
    assert {to for to, message in told if isinstance(message, wire.Presence)} == {9, BEN}


def test_on_a_full_disk_games_can_be_read_for_ever(tmp_path: Path) -> None:
    with closing(FullDisk(tmp_path / "club.sqlite")) as records:
        club = Club(records)
        club.sit_down()
        records.is_full = True
        for _ in range(5):
            club.now += writer.UPKEEP_SECONDS
            assert isinstance(club.answer(WATCHER, wire.Follow(CODE)), wire.Entries)
            assert isinstance(club.answer(ANNA, wire.Beat(1.0)), wire.Beat)
        assert refusal(club.said(ANNA, wire.Move("drop 1"), 1, 1)) == "unwritten"
        records.is_full = False
        assert isinstance(club.said(ANNA, wire.Move("drop 1"), 1, 1)[0][1], wire.Entries)


class FullDisk(SqliteRecords):
    """Records on a disk that reads, and may not write."""

    is_full = False

    def write(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        if self.is_full:
            raise RecordsError("the disk is full")
        super().write(statement, rows)


def test_a_server_whose_records_were_away_is_well_again_soon_though_nobody_comes() -> None:
    records, faults, now = Away(), list[BaseException](), count(100.0, 1000.0)
    server = writer.Writer(records, lambda: next(now), lambda: CODE, lambda: Side.SOUTH)
    desk, records.vain_tries = Desk(server, faults.append), 30

    async def served() -> None:
        desk.opened()
        desk.put(writer.Came(ANNA, "a" * 64))
        try:
            await asyncio.to_thread(wait_until, lambda: not records.vain_tries, "the last try in vain")
            await asyncio.to_thread(wait_until, lambda: not server.unwritten, "a write")
        finally:
            desk.close()

    run_in_own_loop(served())
    assert not faults


class Away(MemoryRecords):
    """Records that may be away for some tries."""

    vain_tries = 0

    @contextmanager
    def transaction(self, *, is_in_turn: bool = False) -> Iterator[None]:
        if self.vain_tries:
            self.vain_tries -= 1
            raise RecordsError("the database is away")
        with super().transaction(is_in_turn=is_in_turn):
            yield


def test_after_a_failed_write_nothing_rests_for_long() -> None:
    records = MemoryRecords()
    club = Club(records)
    assert refused(records, club)
    assert 0.0 < club.writer.rest_seconds <= writer.TRY_SECONDS
    club.now += club.writer.rest_seconds
    club.writer.handle([])
    assert (club.writer.unwritten, club.writer.rest_seconds) == ("", writer.UPKEEP_SECONDS)


def test_a_client_that_is_not_known_is_sent_away_to_come_again(club: Club) -> None:
    ((_, bye),) = club.told(77, wire.Follow(CODE))
    assert isinstance(bye, wire.Bye)
    assert bye.retry_after is not None


def test_what_is_refused_tells_nothing_of_the_server_but_its_owner_learns_it_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    records = MemoryRecords()
    club = Club(records)
    club.sit_down()
    for _ in range(3):
        (message,) = [message for to, message in refused(records, club) if to == EVE]
        assert isinstance(message, wire.Refused)
        assert "disk is full" not in message.text
    assert caplog.text.count("the disk is full") == 1


def test_an_invitation_with_a_bad_name_leaves_nothing_behind(records: Records) -> None:
    assert refusal(Club(records).told(ANNA, wire.Invite(key(0), "cups 2", "\u202e"))) == "malformed"
    assert records.codes() == []


def test_an_invitation_ends_after_a_week_and_says_so_and_a_game_that_has_begun_stays(club: Club) -> None:
    waiting = club.answer(ANNA, wire.Invite(key(5), "cups 2", "Anna"))
    assert isinstance(waiting, wire.Seated)
    club.told(ANNA, wire.Follow(waiting.game))
    club.now += writer.OPEN_SECONDS - 1.0
    assert club.writer.handle([]) == []
    club.now += writer.UPKEEP_SECONDS + 1.0
    ((to, ended),) = club.writer.handle([])
    assert (to, refusal([(to, ended)])) == (ANNA, "unknown-game")
    assert refusal(club.told(EVE, wire.Join(waiting.game, "Eve"))) == "unknown-game"
    assert isinstance(club.answer(BEN, wire.Follow(CODE)), wire.Entries)


def test_who_watches_and_then_sits_down_is_there(records: Records) -> None:
    club = Club(records)
    club.told(ANNA, wire.Invite(key(0), "cups 2", "Anna", "south", "south"))
    club.told(BEN, wire.Follow(CODE))
    told = club.told(BEN, wire.Join(CODE, "Ben"))
    (there,) = [message for _, message in told if isinstance(message, wire.Presence)]
    assert there.sides["north"].link


def test_another_game_begins_when_both_ask_for_it_and_each_sits_where_the_other_did(club: Club) -> None:
    assert refusal(club.said(ANNA, wire.Again(), 1, 1)) == "illegal"
    club.said(ANNA, wire.Resigned(), 1, 1)
    club.said(ANNA, wire.Again(), 3, 2)
    assert refusal(club.said(ANNA, wire.Again(), 3, 3)) == "declined"
    told = club.said(BEN, wire.Again(), 3, 4)
    (following,) = {
        entry.what.game
        for _, each in told
        if isinstance(each, wire.Entries)
        for entry in each.entries
        if isinstance(entry.what, wire.Next)
    }
    for client, side in ((ANNA, "north"), (BEN, "south")):
        seated = club.answer(client, wire.Join(following, "whoever"))
        assert seated == wire.Seated(following, side, "cups 2", "south")
    assert refusal(club.told(EVE, wire.Join(following, "Eve"))) == "full"
    found = club.answer(WATCHER, wire.Follow(following))
    assert isinstance(found, wire.Entries)
    begun = SharedGame.of(found.entries)
    assert [begun.name(side) for side in (Side.SOUTH, Side.NORTH)] == ["Ben", "Anna"]
    assert begun.to_move is Side.SOUTH


def test_who_gives_odds_still_does_after_the_sides_have_changed(records: Records) -> None:
    club = Club(records)
    club.told(ANNA, wire.Invite(key(0), "cups 2 odds south 3", "Anna", "south", "south"))
    club.told(BEN, wire.Join(CODE, "Ben"))
    club.said(ANNA, wire.Resigned(), 1, 1)
    club.said(ANNA, wire.Again(), 3, 2)
    club.said(BEN, wire.Again(), 3, 3)
    seated = club.answer(ANNA, wire.Join(sorted(records.codes())[-1], "Anna"))
    assert isinstance(seated, wire.Seated)
    assert (seated.side, seated.name) == ("north", "cups 2 odds north 3")


def test_an_invitation_is_found_by_others_if_it_says_so_and_can_be_taken_back(records: Records) -> None:
    club = Club(records)
    for number, is_listed in enumerate((True, False)):
        club.told(ANNA, wire.Invite(key(number), "cups 2", "Anna", listed=is_listed))
    assert list(records.listed(9)) == [CODE]
    club.told(WATCHER, wire.Follow(CODE))
    assert refusal(club.told(BEN, wire.Withdraw(CODE))) == "not-yours"
    assert refusal(club.told(ANNA, wire.Withdraw(CODE))) == "unknown-game"
    assert list(records.listed(9)) == []
    club.told(BEN, wire.Join("GAME0002", "Ben"))
    assert refusal(club.told(ANNA, wire.Withdraw("GAME0002"))) == "illegal"
