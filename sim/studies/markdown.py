"""Tables in Markdown."""

from collections.abc import Iterable, Iterator


def table(head: Iterable[object], rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """The lines of a table; a bar or a line end in a cell does it no harm."""
    titles = list(head)
    yield _row(titles)
    yield _row(["---"] * len(titles))
    for row in rows:
        yield _row(row)


def _row(cells: Iterable[object]) -> str:
    texts = (str(cell).replace("|", "\\|").replace("\n", " ") for cell in cells)
    return f"| {' | '.join(texts)} |"
