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

from cupsboard.web import announcements, live_messages
from cupsboard.web.announcements import Announced, Announcement

PAGE = Path(__file__).parent / "EVENTS.md"
BEGIN, END = "<!-- written by events_page.py -->", "<!-- to here -->"
LIVE = "<!-- written by events_page.py, the live page -->"
EXAMPLE = Announced(
    activity="game",
    game="Cups",
    turn="north",
    turn_name="Ben",
    scores={"south": 0, "north": 0},
    names={"south": "Anna", "north": "Ben"},
    sentence="Ben's turn; 9 in stock.",
    kind="hint",
    last_move="Anna: drop 2",
    is_asking=False,
    trouble=[],
    is_over=False,
    result=None,
)
EVENT = Announcement("turn_ended", "Anna: drop 2.")
TYPES = {"str": "text", "bool": "true or false", "int": "whole number", "float": "number", "Any": "anything"}
LISTS, OBJECTS = ("Sequence", "list"), ("Mapping", "dict")


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
    if " | None" in annotation:
        return f"{type_words(annotation.replace(' | None', ''))} or null"
    outer, _, inner = annotation.removesuffix("]").partition("[")
    if outer in LISTS:
        return f"list of {type_words(inner)}"
    if outer in OBJECTS:
        return f"object of {type_words(inner.partition(', ')[2])}"
    return TYPES.get(annotation) or f"*{annotation}*"


def table(kind: type[Any]) -> Iterator[str]:
    """Yield the lines of the table of a class: a row for each field."""
    yield from ("| field | what | meaning |", "| --- | --- | --- |")
    for name, annotation, said in said_of_fields(kind):
        may_lack = annotation.startswith("NotRequired[")
        inner = annotation.removeprefix("NotRequired[").removesuffix("]") if may_lack else annotation
        yield f"| {f'[`{name}`]' if may_lack else f'`{name}`'} | {type_words(inner)} | {said} |"


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


def live() -> str:
    """Return what stands between the marks of the page's own messages."""
    lines: list[str] = []
    for kind in live_messages.KINDS:
        lines += ["", f"**{kind.__name__}.** {' '.join((kind.__doc__ or '').split())}", "", *table(kind)]
    return "\n".join(lines[1:])


def with_tables(page: str) -> str:
    """Return the page with the tables of the types as they are now."""
    for begin, lines in ((BEGIN, written()), (LIVE, live())):
        before, _, rest = page.partition(begin)
        _, _, after = rest.partition(END)
        page = f"{before}{begin}\n\n{lines}\n\n{END}{after}"
    return page


def main() -> None:
    """Write the tables into the page."""
    PAGE.write_text(with_tables(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
