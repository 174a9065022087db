"""Entries that boards have beyond a server that was put back: what may be offered, and what is taken."""

import pytest
from cupsboard.distance import wire
from cupsboard.distance.shared_game import SharedGame
from cupsboard.distance.verdict import Refusal
from cupsboard.rules.clocks import Clock
from cupsclub.archive import faults, rating_faults
from cupsclub.store import newer
from cupsclub.store.offers import Offers
from cupsclub.store.port import Records
from cupsclub.store.results import Results
from cupsclub.writer import Change
from test_members import ANNA, BEN, House
from test_one_writer import ANNA as SOUTH
from test_one_writer import BEN as NORTH
from test_one_writer import CODE, EVE, Club, key, refusal


def put_back(club: Club, records: Records, n: int) -> tuple[wire.Entry, ...]:
    """Take the entries of a game behind number `n` away, as an older copy of the records lacks them."""
    known = records.entries(CODE, 0)
    with records.transaction():
        records.write("delete from entry where game = ? and n > ?", [(CODE, n)])
        Offers(records).keep_restored(records.served_seconds())
    club.__init__(records)  # type: ignore[misc]
    club.now = 200.0
    return known


def played(records: Records) -> tuple[Club, tuple[wire.Entry, ...]]:
    """A game of four entries of which the server lacks three."""
    club = Club(records)
    club.sit_down()
    club.said(SOUTH, wire.Move("drop 1"), 1, 1)
    club.said(NORTH, wire.Move("drop 2"), 2, 2)
    club.said(SOUTH, wire.Said("hello"), 3, 3)
    return club, put_back(club, records, 1)


def offer(club: Club, client: int, *entries: wire.Entry) -> wire.Refused:
    answer = club.answer(client, wire.Newer(CODE, entries))
    assert isinstance(answer, wire.Refused)
    return answer


def settle(club: Club, records: Records, *, is_taken: bool = True) -> None:
    club.writer.handle([Change(lambda _: newer.settle(records, CODE, is_taken=is_taken))])


def test_a_board_that_knows_more_is_asked_for_it_and_others_are_told_to_follow_the_record(
    records: Records,
) -> None:
    club, known = played(records)
    asked = club.answer(SOUTH, wire.Follow(CODE, 3))
    assert isinstance(asked, wire.Refused)
    assert (asked.why, asked.head) == ("newer", 1)
    assert refusal(club.told(EVE, wire.Follow(CODE, 3))) == "ahead"
    assert refusal(club.told(EVE, wire.Newer(CODE, known))) == "not-yours"
    assert newer.asked(records) == []
    assert (offer(club, SOUTH, *known[:3]).head, offer(club, SOUTH, *known[2:]).head) == (3, 4)
    assert newer.asked(records) == [newer.Asked(CODE, 1, 4, 1, 4)]
    assert refusal(club.said(NORTH, wire.Said("oops"), 1, 9)) == "newer"


def test_what_is_taken_stands_as_it_was_told_before_and_is_told_again(records: Records) -> None:
    club, known = played(records)
    club.told(NORTH, wire.Follow(CODE))
    offer(club, SOUTH, *known)
    settle(club, records)
    assert records.entries(CODE, 0) == known
    # The same key is the same entry.
    (_, told), *_ = club.said(NORTH, wire.Move("drop 2"), 2, 2)
    assert isinstance(told, wire.Entries)
    assert told.entries == known[2:3]
    club.said(NORTH, wire.Said("oops"), 3, 4)
    assert [entry.n for entry in records.entries(CODE, 0)] == [1, 2, 3, 4, 5]


def test_what_a_command_agreed_to_is_taken_before_anything_else_is_written(records: Records) -> None:
    club, known = played(records)
    offer(club, SOUTH, *known)
    with records.transaction():
        newer.settle(records, CODE, is_taken=True)
    club.said(NORTH, wire.Said("oops"), 3, 4)
    entries = records.entries(CODE, 0)
    assert entries[:4] == known
    assert [entry.n for entry in entries] == [1, 2, 3, 4, 5]


def test_where_two_boards_differ_only_what_comes_before_is_taken(records: Records) -> None:
    club, known = played(records)
    other = replace_act(known[2], wire.Move("drop 1"))
    offer(club, SOUTH, *known)
    offer(club, NORTH, *known[:2], other)
    assert newer.asked(records) == [newer.Asked(CODE, 1, 4, 3, 2)]
    settle(club, records)
    assert records.entries(CODE, 0) == known[:2]
    assert refusal(club.told(SOUTH, wire.Follow(CODE, 3))) == "newer"


def replace_act(entry: wire.Entry, act: wire.Act) -> wire.Entry:
    return wire.Entry(entry.n, entry.at, wire.plain(act), entry.by, entry.key)


def test_what_the_rules_do_not_allow_is_not_taken(records: Records) -> None:
    club, known = played(records)
    offer(club, SOUTH, *known[:2], replace_act(known[2], wire.Move("drop 9")), known[3])
    settle(club, records)
    assert records.entries(CODE, 0) == known[:2]


@pytest.mark.parametrize("first", ["another entry", "a gap", "nothing"])
def test_an_offer_that_does_not_follow_the_record_is_refused(records: Records, first: str) -> None:
    club, known = played(records)
    forged = {
        "another entry": (wire.Entry(1, 7.0, known[0].act), known[1]),
        "a gap": (known[0], known[2]),
        "nothing": (),
    }[first]
    assert offer(club, SOUTH, *forged).why == "ahead"
    assert newer.asked(records) == []


def test_a_server_that_was_not_put_back_takes_nothing(records: Records) -> None:
    club = Club(records)
    club.sit_down()
    begun = records.entries(CODE, 0)
    forged = wire.Entry(2, 1.0, wire.plain(wire.Resigned()), "north", key(7))
    assert offer(club, SOUTH, *begun, forged).why == "ahead"
    assert isinstance(club.said(SOUTH, wire.Move("drop 1"), 1, 1)[0][1], wire.Entries)


def test_a_game_goes_on_alone_when_both_sides_were_here_or_after_a_day(records: Records) -> None:
    club, _ = played(records)
    assert refusal(club.said(SOUTH, wire.Move("drop 2"), 1, 8)) == "newer"
    club.told(SOUTH, wire.Follow(CODE))
    assert refusal(club.said(SOUTH, wire.Move("drop 2"), 1, 8)) == "newer"
    club.told(NORTH, wire.Follow(CODE))
    assert isinstance(club.said(SOUTH, wire.Move("drop 2"), 1, 8)[0][1], wire.Entries)
    # Then its record is another than that of the copies.
    assert refusal(club.told(NORTH, wire.Follow(CODE, 3))) == "ahead"


def test_who_is_there_alone_goes_on_after_a_day(records: Records) -> None:
    club, _ = played(records)
    club.now += newer.WAIT_SECONDS + 1.0
    assert club.said(SOUTH, wire.Move("drop 2"), 1, 8) == []
    assert len(records.entries(CODE, 0)) == 2


def test_the_end_of_a_rated_game_that_is_taken_changes_the_ratings_as_of_now(records: Records) -> None:
    house = House(records)
    first, second = (house.begun(clock=Clock(86400.0, is_for_each_move=True)) for _ in range(2))
    assert house.say(ANNA, first, wire.Resigned()) == "done"
    known = records.entries(first, 0)
    with records.transaction():
        records.write("delete from entry where game = ? and n > 1", [(first,)])
        for table in ("result", "standing"):
            records.write(f"delete from {table} where true", [()])
        records.write("update game set ended = 0 where code = ?", [(first,)])
        Offers(records).keep_restored(records.served_seconds())
    house.restart()
    # Another game ends in the meantime, and is result 1.
    for client in (ANNA, BEN):
        house.told(client, wire.Follow(second))
    assert house.say(BEN, second, wire.Resigned()) == "done"
    house.told(ANNA, wire.Newer(first, known))
    house.by(ANNA, lambda people, own: people.settle_newer(own, first, is_taken=True))
    shared = SharedGame.of(records.entries(first, 0))
    assert shared.rated is not None
    assert (shared.n, shared.rated.place) == (len(known), 2)
    assert [*faults(records), *rating_faults(records)] == []
    assert sorted(each.games for each in Results(records).standings()) == [2, 2]


def test_only_a_director_decides(records: Records) -> None:
    house = House(records)
    with pytest.raises(Refusal, match="director"):
        house.by(BEN, lambda people, own: people.settle_newer(own, CODE, is_taken=True))
    with pytest.raises(Refusal, match="No board has newer"):
        house.by(ANNA, lambda people, own: people.settle_newer(own, CODE, is_taken=True))
