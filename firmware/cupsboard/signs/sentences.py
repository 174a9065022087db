"""Messages as sentences of a language.

The words of each language are one file below `words`, which the pages read, too; a further file adds a
language. English is `ENGLISH`.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import groupby
from typing import Any

from cupsboard.rules.places import SEAT_NAMES, Place, Side, side_of
from cupsboard.signs.scene import Message, Phrases

_DECIMAL = re.compile(r"[-+−]?\d+\.\d+")


class MoveWords:
    """The moves of every game in the words of one language."""

    def __init__(self, words: Mapping[str, Any], place_name: Callable[[Place], str]) -> None:
        """`words` are the language's file; `place_name` says a place in that language."""
        self._words = words
        self._place_name = place_name
        king = words["king"]
        cups = {
            f"{colour}-{shape}": king["symbol"].format(colour=said, shape=named)
            for colour, said in king["colours"].items()
            for shape, named in king["shapes"].items()
        }
        self.kinds: Mapping[str, str] = {**words["pieces"]["kinds"], **cups}

    def done(self, move: str) -> str:
        """Return a move as one tells it: "2 from stock" for Coin Duel's "reserve 2".

        A notation that the words don't know stays what it is.
        """
        verb, _, rest = move.partition(" ")
        if verb in ("reserve", "board"):
            begun, *handfuls = (part.split(" ") for part in move.split("; "))
            return "; ".join([self._begun(begun), *map(self._handful, handfuls)])
        if verb == "table" and not rest:
            return self._said("moves", "table-as-is")
        if verb == "table":
            return self._said("moves", verb, changes=self._changes(rest))
        key = f"call-{rest}" if verb == "call" else verb
        return self._said("moves", key, count=rest) if key in self._words["moves"] else move

    def advised(self, move: str) -> str:
        """Return a move as advice to a player, for it or against it: "sow cup 3" for "sow 3"."""
        verb, _, count = move.partition(" ")
        known = verb in self._words["advised"]
        return self._said("advised", verb, count=count) if known else self.done(move)

    def _said(self, table: str, key: str, **values: str) -> str:
        return str(self._words[table][key]).format(**values)

    def _changes(self, changes: str) -> str:
        pairs = (change.split(" ") for change in changes.split(", "))
        return ", ".join(f"{self._place_name(Place(place))} {by}" for place, by in pairs)

    def _begun(self, words: list[str]) -> str:
        match words:
            case ["reserve", count] if count.isdecimal():
                return self._said("plays-of", "reserve-alike", count=count)
            case ["reserve", *kinds]:
                return self._said("plays-of", "reserve", kinds=self._in_order(kinds))
            case [_, number]:
                return self._said("plays-of", "board-alike", number=number)
            case [_, number, *sown]:
                return self._said("plays-of", "board", number=number, handful=self._handful(sown))
        return " ".join(words)

    def _handful(self, words: list[str]) -> str:
        way, *kinds = words
        return self._said("plays-of", way, kinds=self._in_order(kinds))

    def _in_order(self, kinds: list[str]) -> str:
        """Return the kinds in the order in which they were sown; equal neighbours once, with their number."""
        runs = [(self.kinds.get(kind, kind), len(list(run))) for kind, run in groupby(kinds)]
        some = self._words["pieces"]["some"]
        return ", ".join(kind if count == 1 else some.format(count=count, kind=kind) for kind, count in runs)


@dataclass(frozen=True)
class Language:
    """A language: the sentence of each message key, and names of places, sides and beans."""

    code: str
    """As in ISO 639-1."""
    name: str
    """In the language itself."""
    sentences: Mapping[str, str]
    sides: Mapping[Side, str]
    places: Mapping[str, str]
    """The name of a side's "cup", "pot" and "stock", with its {side} and its {number}."""
    counted: Mapping[str, Mapping[str, str]]
    """What a {count} of "beans" or "points" is called, by the form that its number takes, such as "one"."""
    number_forms: Mapping[str, str]
    """The forms but "many", each with the pattern of the numbers, as they are written, that take it."""
    decimal_mark: str
    """What stands before the decimals of a number."""
    moves: Mapping[str, Callable[[str], str]]
    """Says a move from its notation, for each name under which a message may hold one."""
    kinds: Mapping[str, str]
    """What kinds of pieces are called, where that is another word than their name."""

    def calling(self, *players: str) -> "Language":
        """Return the language with the sides called by these names; "" leaves a side's own."""
        names = dict(zip(Side, players, strict=False))
        return replace(self, sides={side: names.get(side) or said for side, said in self.sides.items()})

    def form_of(self, number: int) -> str:
        """Return the form that a noun takes after `number`, such as "one"."""
        forms = (form for form, pattern in self.number_forms.items() if re.fullmatch(pattern, str(number)))
        return next(forms, "many")


def words_folder() -> Traversable:
    """Return the folder of all words: a file for each language, named by its code."""
    return files("cupsboard.signs").joinpath("words")


@cache
def read_language(code: str) -> Language:
    """Return the language of an ISO 639-1 code. Raises FileNotFoundError if there are no words of it."""
    words = json.loads(words_folder().joinpath(f"{code}.json").read_text("utf-8"))
    moves = MoveWords(words, lambda place: place_name(place, read_language(code)))
    return Language(
        code=code,
        name=words["name"],
        sentences=dict(_flat(words["sentences"])),
        sides={side: words["sides"][side.value] for side in Side},
        places=words["places"],
        counted=words["counted"],
        number_forms=words["number-forms"],
        decimal_mark=words["decimal-mark"],
        moves={"move": moves.done, "reply": moves.done, "advised": moves.advised},
        kinds=moves.kinds,
    )


def _flat(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    """Yield each sentence of tables in tables with its whole key."""
    for key, value in table.items():
        if isinstance(value, str):
            yield above + key, value
        else:
            yield from _flat(value, f"{above}{key}.")


ENGLISH = read_language("en")


@cache
def languages() -> Sequence[str]:
    """Return the codes of all languages, English first."""
    codes = [entry.name.removesuffix(".json") for entry in words_folder().iterdir()]
    return sorted(codes, key=lambda code: (code != ENGLISH.code, code))


def say(message: Message, language: Language = ENGLISH) -> str:
    """Return `message` as a sentence. Raises KeyError for a key or value that `language` lacks."""
    named = {key: _name(key, value, language) for key, value in message.values.items()}
    return language.sentences[message.key].format(**named)


def say_all(phrases: Phrases, language: Language = ENGLISH) -> str:
    """Return `phrases` in one line. Raises KeyError for a key or value that `language` lacks."""
    return ", ".join(say(phrase, language) for phrase in phrases)


def place_name(place: Place, language: Language = ENGLISH) -> str:
    """Return the name of a place, of a side or of a seat."""
    side, (owner, _, kind) = side_of(place), place.partition("-")
    if owner in SEAT_NAMES and kind in ("", "tray"):
        number = SEAT_NAMES.index(owner) + 1
        return language.sentences[f"king.{kind or 'player'}"].format(number=number)
    if owner == "spot" and kind:
        return language.sentences["king.spot"].format(number=kind)
    if side is None:
        return place
    if place == side.value:
        return language.sides[side]
    words = language.places.get(kind, language.places["cup"])
    return words.format(side=language.sides[side], number=kind)


def _name(key: str, value: str | int | Phrases, language: Language) -> str:
    if isinstance(value, tuple):
        return say_all(value, language)
    if isinstance(value, int):
        forms = language.counted.get(key)
        return forms[language.form_of(value)].format(count=value) if forms else str(value)
    if key in language.moves:
        return language.moves[key](value)
    if key == "kind":
        return language.kinds.get(value, value)
    if key == "player":
        # Somebody may be called like a place.
        return value
    if value.startswith("deeds."):
        return language.sentences[value]
    if _DECIMAL.fullmatch(value):
        return value.replace(".", language.decimal_mark)
    return place_name(Place(value), language)
