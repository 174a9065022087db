"""What an owner has set at the page: kept for every evening, in one small file beside the calibration."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from cupsboard.formats.strict_data import PlainDataError, from_plain, to_plain
from cupsboard.ports import Store
from cupsboard.signs.scene import Message

NAME = "settings.json"
FORMAT = "cupsboard-settings"
VERSION = 1
SOUNDS = ("none", "some", "all")
LEAST_BRIGHTNESS = 0.05
LONGEST_NAME = 20
_SERVER = re.compile(r"https?://[A-Za-z0-9._\[\]:-]{1,200}", re.ASCII)

Tell = Callable[[Message], object]


class SettingsError(ValueError):
    """A setting that can't be; the message names it, its value and what may be."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What holds where the command says nothing else.

    `computer` is the level at which the board plays `computer_side`, "" for none; `brightness` is a share of
    full light, None for that of the profile; `sound` is how many tones are played; `south` and `north` are
    the players' names. `server` is the address of the server for games with friends, "" for this board's own.
    """

    computer: str = ""
    computer_side: str = "north"
    brightness: float | None = None
    sound: str = "all"
    south: str = ""
    north: str = ""
    server: str = ""

    def changed(self, values: Mapping[str, Any], levels: tuple[str, ...]) -> "Settings":
        """Return these settings with other values; `levels` are those that may be. Raises SettingsError."""
        unknown = values.keys() - {each.name for each in fields(self)}
        if unknown:
            raise SettingsError(f"{', '.join(sorted(unknown))}: there is no such setting")
        try:
            after = from_plain(Settings, {**to_plain(self), **values}, "settings")
        except PlainDataError as fault:
            raise SettingsError(str(fault)) from None
        after._check(levels)
        return after

    def _check(self, levels: tuple[str, ...]) -> None:
        for name, value, may_be in (
            ("computer", self.computer, ("", *levels)),
            ("computer_side", self.computer_side, ("south", "north")),
            ("sound", self.sound, SOUNDS),
        ):
            if value not in may_be:
                raise SettingsError(f"{name}: {value!r} is none of {', '.join(filter(None, may_be))}")
        if self.brightness is not None and not LEAST_BRIGHTNESS <= self.brightness <= 1.0:
            raise SettingsError(f"brightness: {self.brightness:g} is not from {LEAST_BRIGHTNESS} to 1")
        if self.server and not _SERVER.fullmatch(self.server):
            raise SettingsError(f"server: {self.server!r} is none; write it as in https://cups.example.org")
        for side, name in (("south", self.south), ("north", self.north)):
            if name != name.strip() or (name and not name.isprintable()) or len(name) > LONGEST_NAME:
                raise SettingsError(f"{side}: {name!r} is no name of up to {LONGEST_NAME} letters")

    def __str__(self) -> str:
        said = [
            f"the board plays {self.computer_side} at level {self.computer}" if self.computer else "",
            "" if self.brightness is None else f"brightness {self.brightness:g}",
            "" if self.sound == "all" else f"sound {self.sound}",
            f"games with friends at {self.server}" if self.server else "",
            *(f"{side} is {name}" for side, name in (("south", self.south), ("north", self.north)) if name),
        ]
        return ", ".join(filter(None, said))


def load(store: Store, levels: tuple[str, ...], tell: Tell) -> Settings:
    """Return what was set; a file that is damaged is set aside and told. Raises StoreError."""
    content = store.read(NAME)
    if content is None:
        return Settings()
    try:
        match json.loads(content):
            case {"format": "cupsboard-settings", "version": 1, "settings": dict(values)}:
                return Settings().changed(values, levels)
            case {"format": "cupsboard-settings", "version": other}:
                raise SettingsError(f"version {other!r} is not {VERSION}; set again what you want")
            case _:
                raise SettingsError(f"this is no {FORMAT}")
    except (ValueError, RecursionError) as fault:
        kept = store.set_aside(NAME)
        tell(Message("notes.set-aside", {"why": f"{NAME}: {fault}; nothing is set now", "name": kept}))
        return Settings()


def save(store: Store, settings: Settings) -> None:
    """Keep settings. Raises StoreError."""
    kept = {name: value for name, value in to_plain(settings).items() if value is not None}
    document = {"format": FORMAT, "version": VERSION, "settings": kept}
    store.replace(NAME, json.dumps(document, indent=1, ensure_ascii=False).encode())
