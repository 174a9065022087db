"""Judge names of people in any script: whether a text can be a name, and whether two names look alike."""

from unicodedata import normalize

_WITHOUT_JOINERS = dict.fromkeys(map(ord, "\u200c\u200d"))
"""Without these two signs Persian, Sinhala and families of emoji can't be written."""


def is_visible(text: str) -> bool:
    """Return whether a text shows as it is: printable signs, between which may stand what joins them."""
    ends = text[:1] + text[-1:]
    return text == text.strip() and ends.isprintable() and text.translate(_WITHOUT_JOINERS).isprintable()


def composed(name: str) -> str:
    """Return a name with one sign where several show as one, as an e and an accent do."""
    return normalize("NFC", name)


def folded(name: str) -> str:
    """Return what two names have in common that look alike."""
    return normalize("NFKC", name).translate(_WITHOUT_JOINERS).casefold()
