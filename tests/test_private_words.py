"""The house's private words grow no further: each may only become rarer.

They stand where a noun would tell more ("somebody" for a player, "so many" for a number of beans). Who
removes some lowers the number here; who adds one finds a noun instead.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WORDS = re.compile(r"\b(?:whoever|nobody|somebody|so (?:many|long|soon|much|often))\b", re.IGNORECASE)
MOST = {"firmware/cupsboard": 277, "firmware/cupsclub": 0, "sim": 326, "hardware": 8}
"""How many of them the sources of each part hold at most."""


def count(part: str) -> int:
    return sum(len(WORDS.findall(path.read_text("utf-8"))) for path in (ROOT / part).rglob("*.py"))


@pytest.mark.parametrize("part", MOST)
def test_the_private_words_become_no_more(part: str) -> None:
    assert count(part) <= MOST[part], f"{part}: a noun says more than {WORDS.pattern}; or lower another's"


def test_a_private_word_is_found() -> None:
    assert len(WORDS.findall("Whoever has so many beans, and nobody else's")) == 3
