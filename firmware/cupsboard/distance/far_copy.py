"""What a client keeps of a shared game: the entries of the record, and the one say that is on its way.

Both stand in one row, which is on the disk before anything is sent. So a power cut leaves the copy before a
step or after it; and the server has every entry, so a row that is lost costs none.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FarCopy:
    """The row of a game: its entries as JSON, a line each, and the say as JSON, "" for none."""

    code: str
    entries: str
    unsent: str
