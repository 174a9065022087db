import pytest
from cupsboard.distance import wire


def test_messages_read_back_as_what_was_written() -> None:
    say = wire.Say("GAME", "0" * 32, 3, wire.plain(wire.Move("drop 2")))
    assert wire.client_message(wire.written(say)) == say
    invite = wire.Invite("0" * 32, "cups 4", "Anna", clock=wire.Clock(600.0, 5.0))
    assert wire.client_message(wire.written(invite)) == invite
    beat = wire.Beat(1.5, {"GAME": 7})
    assert wire.server_message(wire.written(beat)) == beat
    entry = wire.Entry(1, 1.0, wire.plain(wire.Move("drop 2")), "south", "0" * 32)
    assert wire.entry_from(wire.written(entry)) == entry
    assert entry.what == wire.Move("drop 2")


def test_messages_and_acts_of_unknown_kinds_are_skipped() -> None:
    assert wire.client_message('{"message": "wave", "hand": "left"}') is None
    assert wire.server_message('{"message": "hello", "v": 1, "token": ""}') is None
    assert wire.act_from({"kind": "confetti"}) is None


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
    with pytest.raises(wire.WireError, match=r"; |send a JSON object"):
        wire.client_message(text)


def test_malformed_acts_are_refused() -> None:
    for said in ({}, {"kind": 3}, {"kind": "move"}, {"kind": "said", "phrase": "anything"}):
        with pytest.raises(wire.WireError):
            wire.act_from(said)


def test_every_kind_says_what_it_is() -> None:
    assert all(kind.__doc__ for kind in (*wire.KINDS, *wire.CLIENT_KINDS, *wire.SERVER_KINDS))
