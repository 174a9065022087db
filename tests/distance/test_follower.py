from dataclasses import replace

import pytest
from cupsboard.distance import wire
from cupsboard.distance.follower import AGAIN_SECONDS, Follower
from cupsboard.distance.shared_game import SharedGame

KEY = "0" * 32
BEGUN = wire.Entry(1, 0.0, wire.plain(wire.Begin("cups 2", {"south": "Anna", "north": "Ben"}, "south")))
FIRST = wire.Entry(2, 1.0, wire.plain(wire.Move("drop 1")), "south", KEY)


def key(number: int) -> str:
    return f"{number:032x}"


SECOND = wire.Entry(3, 2.0, wire.plain(wire.Move("drop 1")), "north", "1" * 32)


def linked() -> Follower:
    """A follower that knows the beginning of the game and is welcomed."""
    follower = replace(Follower("GAME", "t" * 64), entries=(BEGUN,), game=SharedGame.of((BEGUN,)))
    follower, _ = follower.connected(0.0)
    follower, _ = follower.heard(wire.Welcome(0.0, 20.0), 0.0)
    follower, _ = follower.heard(wire.Entries("GAME", 1, (BEGUN,), 0), 0.0)
    return follower


def test_what_is_said_is_kept_before_it_is_sent_and_stays_until_it_comes_back() -> None:
    follower, messages = linked().said(wire.Move("drop 1"), KEY, 1.0)
    say = wire.Say("GAME", KEY, 1, wire.plain(wire.Move("drop 1")))
    assert (messages, follower.kept.unsent) == ([say], wire.written(say))
    follower, _ = follower.heard(wire.Entries("GAME", 2, (FIRST,)), 1.0)
    assert (follower.entries, follower.kept.unsent) == ((BEGUN, FIRST), "")
    assert (follower.unsent, follower.game.n, follower.game.changed) == (None, 2, 2)


def test_a_second_thing_is_not_said_while_the_first_is_on_its_way() -> None:
    follower, _ = linked().said(wire.Move("drop 1"), KEY, 1.0)
    with pytest.raises(wire.WireError, match="not in the record yet"):
        follower.said(wire.Move("drop 2"), "2" * 32, 1.0)


def test_what_was_said_without_a_link_is_sent_when_the_server_welcomes_again() -> None:
    follower, messages = linked().lost(1.0).said(wire.Move("drop 1"), KEY, 2.0)
    assert messages == []
    follower, _ = follower.connected(3.0)
    _, messages = follower.heard(wire.Welcome(3.0, 20.0), 3.0)
    assert messages == [wire.Follow("GAME", 0), wire.Say("GAME", KEY, 1, wire.plain(wire.Move("drop 1")))]


def test_what_nobody_answers_is_sent_again() -> None:
    follower, _ = linked().said(wire.Move("drop 1"), KEY, 1.0)
    assert follower.ticked(1.0 + AGAIN_SECONDS / 2)[1] == []
    assert follower.ticked(1.0 + AGAIN_SECONDS)[1] == [
        wire.Say("GAME", KEY, 1, wire.plain(wire.Move("drop 1")))
    ]


def test_a_gap_is_dropped_and_asked_for_once() -> None:
    follower, messages = linked().heard(wire.Entries("GAME", 3, (SECOND,)), 1.0)
    assert messages == [wire.Follow("GAME", 0)]
    assert follower.game.n == 1
    assert follower.heard(wire.Entries("GAME", 3, (SECOND,)), 1.1)[1] == []


def test_an_entry_that_comes_twice_is_taken_once() -> None:
    follower, _ = linked().heard(wire.Entries("GAME", 2, (FIRST,)), 1.0)
    assert follower.heard(wire.Entries("GAME", 2, (FIRST,)), 1.0) == (follower, [])


def test_a_beat_that_names_a_newer_entry_has_it_asked_for() -> None:
    _, messages = linked().heard(wire.Beat(5.0, {"GAME": 2}), 5.0)
    assert messages == [wire.Follow("GAME", 0)]


@pytest.mark.parametrize(
    "told",
    [
        wire.Entries("GAME", 1, (wire.Entry(1, 7.0, BEGUN.act),), 0),
        wire.Entries("GAME", 0, (), 0),
        wire.Refused("GAME", "ahead", "The record has 0 entries.", 0),
    ],
    ids=["another first entry", "no first entry", "fewer entries"],
)
def test_of_a_server_that_was_put_back_all_is_asked_and_taken_for_the_copy(
    told: wire.Entries | wire.Refused,
) -> None:
    follower, messages = linked().heard(told, 1.0)
    assert messages == [wire.Follow("GAME", 0)]
    # What goes on there meanwhile is of no use alone.
    meanwhile, messages = follower.heard(wire.Entries("GAME", 2, (FIRST,)), 2.0)
    assert (meanwhile.entries, messages) == (follower.entries, [])
    other = wire.Entry(1, 7.0, BEGUN.act)
    follower, _ = follower.heard(wire.Entries("GAME", 2, (other, FIRST), 0), 2.0)
    assert follower.entries == (other, FIRST)
    assert (follower.game, follower.times_put_back) == (SharedGame.of((other, FIRST)), 1)
    assert follower.heard(wire.Entries("GAME", 2, (other, FIRST), 0), 3.0)[1] == []


def test_what_a_server_lacks_is_offered_part_by_part_and_what_was_said_waits() -> None:
    moves = tuple(
        wire.Entry(n, float(n), wire.plain(wire.Said("oops")), "south", key(n)) for n in range(2, 60)
    )
    follower, _ = linked().heard(wire.Entries("GAME", 59, moves), 1.0)
    follower, _ = follower.said(wire.Said("hello"), key(99), 2.0)
    head = 1
    while head < 59:
        follower, (offer,) = follower.heard(wire.Refused("GAME", "newer", "A director is asked.", head), 3.0)
        assert isinstance(offer, wire.Newer)
        assert len(wire.written(offer)) <= wire.MOST_BYTES
        assert [entry.n for entry in offer.entries] == list(range(head, offer.entries[-1].n + 1))
        head = offer.entries[-1].n
    follower, messages = follower.heard(wire.Refused("GAME", "newer", "A director is asked.", 59), 4.0)
    assert (messages, follower.is_offering) == ([], True)
    follower, _ = follower.heard(wire.Refused("GAME", "newer", "A director is asked.", 1, key(99)), 5.0)
    assert follower.unsent is not None
    follower, messages = follower.ticked(20.0)
    assert messages == [wire.Follow("GAME", 58), follower.unsent]
    follower, _ = follower.heard(wire.Entries("GAME", 59, moves[-1:], 58), 21.0)
    assert not follower.is_offering


def test_a_refusal_gives_the_reason_and_frees_what_comes_next() -> None:
    follower, _ = linked().said(wire.Move("drop 2"), KEY, 1.0)
    follower, _ = follower.heard(wire.Refused("GAME", "illegal", "It is not your turn.", 1, KEY), 1.0)
    assert follower.refused is not None
    assert (follower.unsent, follower.refused.text) == (None, "It is not your turn.")


def test_a_refusal_that_may_pass_keeps_what_was_said() -> None:
    follower, _ = linked().said(wire.Move("drop 2"), KEY, 1.0)
    follower, messages = follower.heard(wire.Refused("GAME", "unwritten", "The disk is full.", 1, KEY), 1.0)
    assert messages == []
    assert follower.unsent is not None


def test_without_a_link_nothing_is_known_of_the_others() -> None:
    there = {"north": wire.AtTable(True, 0.0)}
    follower, _ = linked().heard(wire.Presence("GAME", there), 1.0)
    assert follower.at_tables == there
    assert follower.lost(9.0).at_tables == {}
    assert follower.lost(9.0).since == 9.0


def test_a_goodbye_for_good_is_a_fault_and_one_for_a_while_is_none() -> None:
    assert linked().heard(wire.Bye("Your program is older."), 1.0)[0].fault == "Your program is older."
    assert linked().heard(wire.Bye("Too many.", 60.0), 1.0)[0].fault is None


def test_an_act_of_a_kind_that_is_not_known_is_kept_and_skipped() -> None:
    news = wire.Entry(2, 1.0, {"kind": "confetti", "colour": "red"})
    follower, _ = linked().heard(wire.Entries("GAME", 2, (news,)), 1.0)
    assert follower.entries == (BEGUN, news)
    assert follower.game == replace(SharedGame.of((BEGUN,)), n=2)
