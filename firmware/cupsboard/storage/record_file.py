"""A game record in a file that a person names."""

from typing import Any

from cupsboard.formats import file_reading
from cupsboard.rules import games
from cupsboard.rules.errors import RulesError
from cupsboard.rules.record import Record, RecordError, parse_record


def load(name: str) -> Record[Any]:
    """Return the record in a file. Raises RecordError, or OSError if the file can't be read."""
    content = file_reading.read(name)
    try:
        return parse_record(file_reading.text_of(content), games.named)
    except (file_reading.NoText, RulesError) as fault:
        raise RecordError(f"{name}: {fault}") from None
