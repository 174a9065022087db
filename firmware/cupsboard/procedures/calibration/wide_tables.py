"""A table of the report that a narrow window scrolls sideways, by keys too."""

from html import escape


def wide_table(name: str, table: str) -> str:
    """Return the HTML of a `table` in a frame that scrolls; `name` is what it is called for readers."""
    return f'<div class="wide" tabindex="0" role="region" aria-label="{escape(name)}">{table}</div>'
