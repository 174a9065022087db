"""A game in the address of a page: its record, deflated, in letters that an address may hold."""

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode

from cupsboard.rules import games
from cupsboard.rules.errors import RulesError
from cupsboard.rules.record import Record, parse_record

LONGEST_CODE = 3500
"""An order that carries one is no longer than what a page may send."""
_MOST_RECORD_BYTES = 100_000
_FAULT = "this link is damaged or cut off: copy all of it again, or ask for the record as a file"


def code_of(text: str) -> str:
    """Return a record in the letters of a link. Raises RulesError for one that is too long."""
    code = urlsafe_b64encode(zlib.compress(text.encode())).decode().rstrip("=")
    if len(code) > LONGEST_CODE:
        raise RulesError("this game is too long for a link; take its record")
    return code


def record_of_code(code: str) -> Record[object]:
    """The record that a page has put into a link. Raises RulesError."""
    return parse_record(text_of_code(code), games.named)


def text_of_code(code: str) -> str:
    """The text of such a record. Raises RulesError."""
    inflater = zlib.decompressobj()
    try:
        deflated = urlsafe_b64decode(code[:LONGEST_CODE] + "=" * (-len(code) % 4))
        content = inflater.decompress(deflated, _MOST_RECORD_BYTES)
        text = content.decode("utf-8")
    except (ValueError, zlib.error):
        raise RulesError(_FAULT) from None
    if len(code) > LONGEST_CODE or not inflater.eof:
        raise RulesError(_FAULT)
    return text
