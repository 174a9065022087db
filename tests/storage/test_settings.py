"""What an owner sets is kept, and only what can be."""

from typing import Any

import pytest
from cupsboard.rules.record import NameRefused
from cupsboard.signs.scene import Message
from cupsboard.station import settings
from cupsboard.station.settings import NAME, Settings, SettingsError
from cupsim.runs.memory_store import Memory

LEVELS = ("1", "2", "perfect")


def read_back(content: bytes) -> tuple[Settings, list[Message], Memory]:
    store, told = Memory(), list[Message]()
    store.replace(NAME, content)
    return settings.load(store, LEVELS, told.append), told, store


def test_what_is_set_is_read_back() -> None:
    values = {
        "computer": "2",
        "computer_side": "south",
        "brightness": 0.5,
        "sound": "some",
        "south": "Zoë",
    } | {"tutor": "gentle", "voice": "de", "volume": 0.5}
    after = Settings().changed(values, LEVELS)
    store = Memory()
    settings.save(store, after)
    assert store.read("settings.json")
    assert settings.load(store, LEVELS, lambda _: None) == after
    said = "the board plays south at level 2, brightness 0.5, sound some, tutor gentle"
    assert str(after) == f"{said}, sentences aloud (de), volume 0.5, south is Zoë"
    assert after.changed({"brightness": None, "computer": ""}, LEVELS).brightness is None


def test_what_is_left_to_the_profile_is_not_written() -> None:
    store = Memory()
    settings.save(store, Settings())
    assert b"brightness" not in (store.read(NAME) or b"")


def test_nothing_is_set_at_first() -> None:
    assert settings.load(Memory(), LEVELS, lambda _: None) == Settings()
    assert str(Settings()) == ""


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ({"computer": "9"}, "computer: '9' is none of 1, 2, perfect"),
        ({"computer_side": "east"}, "computer_side"),
        ({"tutor": "kind"}, "tutor: 'kind' is none of off, gentle, strict"),
        ({"sound": "loud"}, "sound: 'loud' is none of none, some, all"),
        ({"brightness": 0.0}, "brightness: 0 is not from 0.05 to 1"),
        ({"brightness": "bright"}, "brightness"),
        ({"brightness": float("nan")}, "brightness"),
        ({"south": "a" * 21}, "'a+' is no player's name"),
        ({"north": "a\nb"}, "is no player's name"),
        ({"north": " a"}, "' a' is no player's name"),
        ({"loudness": 3}, "loudness: there is no such setting"),
        ({"volume": 3}, "volume: 3 is not from 0.1 to 2"),
        ({"voice": "xx"}, "voice: 'xx' is none of en, de, fr"),
    ],
)
def test_what_can_t_be_is_refused_by_name(values: dict[str, Any], named: str) -> None:
    with pytest.raises((SettingsError, NameRefused), match=named):
        Settings().changed(values, LEVELS)


@pytest.mark.parametrize("content", [b"{", b"[]", b"3", b"\xff", b'{"sound": 3}', b"[" * 3000])
def test_a_damaged_file_is_put_aside_and_told(content: bytes) -> None:
    found, told, store = read_back(content)
    assert found == Settings()
    (message,) = told
    assert message.key == "notes.set-aside"
    assert store.read(str(message.values["name"])) == content


def test_settings_of_another_format_are_put_aside_with_the_number_and_the_next_step() -> None:
    found, (message,), _ = read_back(
        b'{"format": "cupsboard-settings", "version": 2, "settings": {"sound": "none"}}'
    )
    assert found == Settings()
    assert "settings.json: version 2 is not 1; set again what you want" in str(message.values["why"])
