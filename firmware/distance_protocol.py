"""Writes the tables of the protocol into firmware/DISTANCE.md, from the types of `cupsboard.distance.wire`.

python firmware/distance_protocol.py
"""

import types
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import msgspec.inspect
from cupsboard.distance import wire
from cupsboard.rules.clocks import Clock

PAGE = Path(__file__).parent / "DISTANCE.md"
BEGIN, END = "<!-- written by distance_protocol.py -->", "<!-- to here -->"
NAMES = {str: "text", int: "whole number", float: "number", bool: "true or false", Any: "anything"}


def type_words(kind: Any) -> str:
    """Return what a field holds, in words."""
    if kind in NAMES:
        return NAMES[kind]
    if kind is type(None):
        return "null"
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Literal:
        return ", ".join(f"`{each}`" for each in arguments)
    if origin in (Union, types.UnionType):
        return " or ".join(map(type_words, arguments))
    if origin is dict:
        return f"object of {type_words(arguments[1])}"
    if origin is tuple:
        return f"list of {type_words(arguments[0])}"
    return {"AtTable": "*at its table*"}.get(kind.__name__, f"*{kind.__name__.lower()}*")


def fields_words(kind: type[Any]) -> str:
    """Return the fields of a message or an act; those that may be left out in brackets."""
    words = []
    hints, told = get_type_hints(kind), msgspec.inspect.type_info(kind)
    assert isinstance(told, msgspec.inspect.StructType | msgspec.inspect.DataclassType)
    for field in told.fields:
        said = f"`{field.encode_name}`: {type_words(hints[field.name])}"
        words.append(said if field.required else f"[{said}]")
    return "; ".join(words)


def rows(kinds: Iterable[type[msgspec.Struct]]) -> list[str]:
    """Return a row for each kind: its name, its fields, and what it means."""
    found = []
    for kind in kinds:
        meaning = " ".join((kind.__doc__ or "").split())
        found.append(f"| `{kind.__struct_config__.tag}` | {fields_words(kind)} | {meaning} |")
    return found


def tables() -> str:
    """Return the tables of the page."""
    head = ("| kind | fields | meaning |", "| --- | --- | --- |")
    example = msgspec.json.encode(wire.AtTable(True, 1.5, 7, "agrees")).decode()
    lists = (get_args(wire.Phrase), get_args(wire.Why), wire.PASSING)
    phrases, whys, passing = (", ".join(f"`{each}`" for each in some) for some in lists)
    return "\n".join(
        (
            *("### What a client sends", "", *head, *rows(wire.CLIENT_KINDS), ""),
            *("### What the server sends", "", *head, *rows(wire.SERVER_KINDS), ""),
            *("### What an entry is", "", f"An *entry*: {fields_words(wire.Entry)}.", ""),
            f"A *clock*: {fields_words(Clock)}.",
            "",
            f"What a side is *at its table*: `{example}`.",
            "",
            *("### What an act is", "", *head, *rows(wire.KINDS), ""),
            f"Phrases: {phrases}.",
            "",
            f"Why something is refused: {whys}; after {passing} say it again.",
        )
    )


def with_tables(page: str) -> str:
    """Return the page with the tables of the types as they are now."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{tables()}\n\n{END}{after}"


def main() -> None:
    """Write the tables into the page."""
    PAGE.write_text(with_tables(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
