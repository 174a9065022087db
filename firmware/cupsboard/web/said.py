"""The sentences of the board, for a page that fills in what players are called."""

import json

from cupsboard.signs.sentences import ENGLISH


def sentences() -> bytes:
    """Every sentence of the board in English by its key, with the {names} of its values, as JSON."""
    return json.dumps(dict(ENGLISH.sentences), ensure_ascii=False).encode()
