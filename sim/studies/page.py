"""The pages of the studies, in Markdown: titles, paragraphs and tables with an empty line between them."""

import subprocess
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from textwrap import wrap

WIDTH = 110


def page(*blocks: str) -> str:
    """Put a page together from its blocks; an empty one is left out."""
    return "\n\n".join(block.rstrip("\n") for block in blocks if block) + "\n"


def table(head: Iterable[object], rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """Yield the lines of a table; a bar or a line end in a cell does it no harm."""
    titles = list(head)
    yield _row(titles)
    yield _row(["---"] * len(titles))
    for row in rows:
        yield _row(row)


def tabled(head: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    """Return a table as one block."""
    return "\n".join(table(head, rows))


def paragraph(text: str) -> str:
    """Return a text in lines that fit the screen."""
    return "\n".join(wrap(text, WIDTH))


def made_now() -> str:
    """Return the date and the commit of a page that is made now, as in "on 2026-11-29 at commit 1e2253e"."""
    date = f"on {datetime.now(UTC):%Y-%m-%d}"
    commit = _git("rev-parse", "--short=7", "HEAD")
    is_changed = bool(_git("status", "--porcelain", "--untracked-files=no", "--", "*.py"))
    return f"{date} at commit {commit}{' and later changes' * is_changed}" if commit else date


def _git(*asked: str) -> str:
    """Return what git says of the copy of the repository that runs; "" where there is none."""
    try:
        said = subprocess.run(
            ["git", *asked], cwd=Path(__file__).parent, capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return said.stdout.strip()


def cases(said: Iterable[str], shown: int) -> Iterator[str]:
    """Yield the section of the cases, the first ones `shown`; nothing where there is none."""
    every = list(said)
    if every:
        yield "## Cases"
        more = len(every) - shown
        lines = [f"- {case}" for case in every[:shown]]
        yield "\n".join([*lines, *([f"- {more} more are in the results"] if more > 0 else [])])


def write(page: Path, text: str, pictures: Mapping[str, str] = {}) -> None:
    """Write a page and the pictures beside it (by their path from its folder), and say where it is.

    The page ends with the date and the commit of the program that made it.
    """
    dated = f"{text.rstrip()}\n\nMade {made_now()}.\n"
    for path, content in {page: dated, **{page.parent / name: svg for name, svg in pictures.items()}}.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    print(f"the report is in {page}")


def _row(cells: Iterable[object]) -> str:
    texts = (str(cell).replace("|", "\\|").replace("\n", " ") for cell in cells)
    return f"| {' | '.join(texts)} |"
