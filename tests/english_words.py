"""Tells other languages from English, for tests that walk what is said."""

import re

OF_ENGLISH_ALONE = frozenset(
    [
        *("the", "of", "and", "with", "this", "that", "not", "are", "is", "it", "from", "your", "you", "has"),
        *("have", "been", "by", "for", "to", "its", "at", "if", "which", "they"),
    ]
)
"""Short words that nearly every English sentence has, and none of another language."""
NAMES_AND_COMMANDS = re.compile(r"[\w-]*cups\w* [a-z][\w -]*|--\w[\w-]*|\{\w+\}|King of the Cups|Have I Won")


def english_in(text: str) -> set[str]:
    """The words of another language's text that are English."""
    return OF_ENGLISH_ALONE & set(re.findall(r"[^\W\d_]+", NAMES_AND_COMMANDS.sub(" ", text).lower()))
