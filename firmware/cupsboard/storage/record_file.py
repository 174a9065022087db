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
        return parse_record(content.decode("utf-8-sig"), games.named)
    except UnicodeDecodeError:
        raise RecordError(f"{name}: no text in UTF-8; name a game record") from None
    except RulesError as fault:
        raise RecordError(f"{name}: {fault}") from None
