"""The language that a terminal speaks: what the board says has words for it, as on the page."""

import os
from collections.abc import Mapping

from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import ENGLISH, Language, languages, read_language, say

_DECIDING = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The first of these that is set says which language messages are wanted in (POSIX.1, 8.2)."""


def language_of(environment: Mapping[str, str]) -> Language:
    """Return the language that is wanted, or English where the board doesn't speak it."""
    wanted = next((found for name in _DECIDING if (found := environment.get(name))), "")
    code = wanted.partition("_")[0].partition(".")[0].lower()
    return read_language(code) if code in languages() else ENGLISH


def language() -> Language:
    """Return the language of this terminal."""
    return language_of(os.environ)


def in_words(message: Message) -> str:
    """Return a message as a sentence in the language of this terminal."""
    return say(message, language())
