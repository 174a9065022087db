"""Writes the tables of what a board tells other programs into firmware/EVENTS.md, from their types.

python firmware/events_page.py
"""

import ast
import inspect
import textwrap
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

from cupsboard.web import announcements
from cupsboard.web.announcements import Announced, Announcement

PAGE = Path(__file__).parent / "EVENTS.md"
BEGIN, END = "<!-- written by events_page.py -->", "<!-- to here -->"
EXAMPLE = Announced(
    activity="game",
    game="Cups",
    turn="north",
    turn_name="Ben",
    scores={"south": 0, "north": 0},
    names={"south": "Anna", "north": "Ben"},
    sentence="Ben's turn; 9 in stock.",
    last_move="Anna: drop 2",
    is_asking=False,
    trouble=[],
    is_over=False,
    result=None,
)
EVENT = Announcement("turn_ended", "Anna: drop 2.")
TYPES = {"str": "text", "bool": "true or false", "Sequence[str]": "list of texts"}
TYPES |= {"Mapping[str, float]": "object of numbers", "Mapping[str, str]": "object of texts"}


def said_of_fields(kind: type[Any]) -> Iterator[tuple[str, str, str]]:
    """Yield name, type and docstring of each field of a class, in their order."""
    (found,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    assert isinstance(found, ast.ClassDef)
    for field, words in zip(found.body, [*found.body[1:], None], strict=True):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            match words:
                case ast.Expr(ast.Constant(str(text))):
                    said = " ".join(text.split())
                case _:
                    said = ""
            yield field.target.id, ast.unparse(field.annotation), said


def type_words(annotation: str) -> str:
    """Return a type in words."""
    return " or ".join({"None": "null"}.get(part) or TYPES[part] for part in annotation.split(" | "))


def table(kind: type[Any]) -> Iterator[str]:
    """Yield the lines of the table of a class: a row for each field."""
    yield from ("| field | what | meaning |", "| --- | --- | --- |")
    for name, annotation, said in said_of_fields(kind):
        yield f"| `{name}` | {type_words(annotation)} | {said} |"


def written() -> str:
    """Return what stands between the marks."""
    kinds = ", ".join(f"`{each}`" for each in announcements.EVENT_TYPES)
    assert {each.name for each in fields(Announced)} == {name for name, *_ in said_of_fields(Announced)}
    return "\n".join(
        (
            *("### The state", "", *table(Announced), ""),
            *("```json", EXAMPLE.payload(), "```", ""),
            *("### An event", "", *table(Announcement), ""),
            *("```json", EVENT.payload(), "```", ""),
            f"Types of events: {kinds}.",
        )
    )


def with_tables(page: str) -> str:
    """Return the page with the tables of the types as they are now."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{written()}\n\n{END}{after}"


def main() -> None:
    """Write the tables into the page."""
    PAGE.write_text(with_tables(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
