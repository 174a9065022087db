"""Keep a copy of a shared game: the record's entries, and the `say` that the server has not answered yet.

Entries and `say` are one row, which is on the disk before anything is sent. So a power cut leaves the copy as
it was before a step or after that step; and the server has every entry, so a lost row costs no entry.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FarCopy:
    """The row of a game: its entries as JSON, a line each, and the say as JSON, "" for none."""

    code: str
    entries: str
    unsent: str
