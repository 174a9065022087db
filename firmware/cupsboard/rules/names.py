"""Judge names of people in any script: whether a text can be a name, and whether two names look alike."""

from unicodedata import category, normalize

_WITHOUT_JOINERS = dict.fromkeys(map(ord, "\u200c\u200d"))
"""Without these two signs Persian, Sinhala and families of emoji can't be written."""
_SELECTORS = (0x34F, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
"""Signs that choose another shape of the one before them, or none: two names look alike with and without."""
_UNSEEN = {**_WITHOUT_JOINERS, **dict.fromkeys(_SELECTORS)}
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Signs that pass for printable ones and show nothing."""


def is_visible(text: str) -> bool:
    """Return whether a text shows as it is: printable signs, between which may stand what joins them.

    The first is no accent, which would show on what stands before the name.
    """
    ends = text[:1] + text[-1:]
    if _BLANK.intersection(text) or any(category(each).startswith("M") for each in text[:1]):
        return False
    return text == text.strip() and ends.isprintable() and text.translate(_WITHOUT_JOINERS).isprintable()


def composed(name: str) -> str:
    """Return a name with one sign where several show as one, as an e and an accent do."""
    return normalize("NFC", name)


def folded(name: str) -> str:
    """Return what two names have in common that look alike."""
    return normalize("NFKC", name).translate(_UNSEEN).casefold()
