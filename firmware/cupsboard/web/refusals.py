"""Answers that say, for any language of a page, why something was not done."""

from starlette.responses import JSONResponse, Response

from cupsboard.signs.scene import Message, Phrases
from cupsboard.web.sections import message_section


def refusal(message: Message, status: int) -> Response:
    """Return an answer that holds a message."""
    return JSONResponse(message_section(message), status)


def refused(key: str, status: int, **values: str | int | Phrases) -> Response:
    """Return an answer with a sentence of `signs/words`."""
    return refusal(Message(f"refused.{key}", values), status)
