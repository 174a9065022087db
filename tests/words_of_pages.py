"""All folders of words, by the page or the board that says them, for tests that compare languages."""

import json
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from cupsboard.signs.sentences import words_folder

FOLDERS: dict[str, Traversable] = {
    "page": words_folder(),
    "hands": files("cupsim").joinpath("page", "static", "words"),
    "rehearsal": files("cupsim").joinpath("page", "rehearsal", "words"),
    "tab": files("cupsim").joinpath("page", "tab", "static", "words"),
    "seat": files("cupsclub").joinpath("web", "static", "words"),
}


def words(folder: str, language: str) -> dict[str, str]:
    """Every text of a folder in a language by its whole key, as in `signs.LOOK`; none if that file lacks."""
    file = FOLDERS[folder].joinpath(f"{language}.json")
    return _flat(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else {}


def _flat(table: dict[str, Any], above: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in table.items():
        found |= _flat(value, f"{above}{key}.") if isinstance(value, dict) else {above + key: value}
    return found
