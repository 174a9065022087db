"""The words of a calibration's sheet: in one language, and ready to stand in a page."""

import re
from dataclasses import dataclass
from html import escape

from cupsboard.procedures.reference_masses import UNKNOWN
from cupsboard.rules.places import Place
from cupsboard.signs.scene import Message, Phrases
from cupsboard.signs.sentences import Language, place_name, say

_METHOD = re.compile(r"(?P<name>.*), (?P<taken>taken for )?(?P<mass>[\d.]+) g \+-(?P<error>[\d.]+) g")
_WEIGHT = re.compile(r"a weight of (?P<mass>\S+) g")
_COINS = re.compile(r"(?P<number>\d+) x (?P<coin>.+)")


@dataclass(frozen=True, slots=True)
class Words:
    """Says what stands on a sheet in a language."""

    language: Language

    def __call__(self, key: str, **values: str | int | Phrases) -> str:
        """Return a sentence of the sheet by its key."""
        return self.say(Message(f"sheet.{key}", values))

    def say(self, message: Message) -> str:
        """Return a message as text for a page."""
        return escape(say(message, self.language))

    def place(self, place: Place) -> str:
        """Return the name of a place."""
        return escape(place_name(place, self.language))


def method_message(method: str) -> Message:
    """Return what places were calibrated with, which a calibration keeps in English words, as a message."""
    found = _METHOD.fullmatch(method)
    if found is None:
        return Message("report.line", {"text": method})
    key = "taken-for" if found["taken"] else "exactly"
    exactly = Message(f"sheet.{key}", {"mass": found["mass"], "error": found["error"]})
    return mass_message(found["name"], (exactly,))


def mass_message(name: str, exactly: Phrases = ()) -> Message:
    """Return the name of a known mass as a message, with what it weighs `exactly` behind it."""
    if name == UNKNOWN.name:
        return Message("sheet.handful", {"exactly": exactly})
    if (weight := _WEIGHT.fullmatch(name)) is not None:
        return Message("sheet.weight", {**weight.groupdict(), "exactly": exactly})
    if (coins := _COINS.fullmatch(name)) is not None:
        return Message("sheet.coins", {**coins.groupdict(), "exactly": exactly})
    return Message("report.line", {"text": name})
