import pytest
from cupsboard.distance.wire import (
    CLIENT_KINDS,
    KINDS,
    SERVER_KINDS,
    Beat,
    Clock,
    Entry,
    Invite,
    Move,
    Say,
    WireError,
    act_from,
    client_message,
    entry_from,
    plain,
    server_message,
    written,
)


def test_messages_read_back_as_what_was_written() -> None:
    say = Say("GAME", "0" * 32, 3, plain(Move("drop 2")))
    assert client_message(written(say)) == say
    invite = Invite("0" * 32, "cups 4", "Anna", clock=Clock(600.0, 5.0))
    assert client_message(written(invite)) == invite
    beat = Beat(1.5, {"GAME": 7})
    assert server_message(written(beat)) == beat
    entry = Entry(1, 1.0, plain(Move("drop 2")), "south", "0" * 32)
    assert entry_from(written(entry)) == entry
    assert entry.what == Move("drop 2")


def test_messages_and_acts_of_unknown_kinds_are_skipped() -> None:
    assert client_message('{"message": "wave", "hand": "left"}') is None
    assert server_message('{"message": "hello", "v": 1, "token": ""}') is None
    assert act_from({"kind": "confetti"}) is None


@pytest.mark.parametrize(
    "text",
    [
        *("", "[", "[]", "null", "{}", '{"message": 3}', '{"message": "say"}', "[" * 100_000),
        '{"message": "follow", "game": "X", "since": "1"}',
        '{"message": "invite", "key": "0", "game": "cups 4", "name": "A", "clock": {"seconds": -1}}',
        '{"message": "invite", "key": "0", "game": "cups 4", "name": "A", "side": "west"}',
    ],
    ids=range(11),
)
def test_malformed_messages_are_refused_in_words(text: str) -> None:
    with pytest.raises(WireError, match=r"; |send a JSON object"):
        client_message(text)


def test_malformed_acts_are_refused() -> None:
    for said in ({}, {"kind": 3}, {"kind": "move"}, {"kind": "said", "phrase": "anything"}):
        with pytest.raises(WireError):
            act_from(said)


def test_every_kind_says_what_it_is() -> None:
    assert all(kind.__doc__ for kind in (*KINDS, *CLIENT_KINDS, *SERVER_KINDS))
