"""Reads what was learnt or made beforehand and ships beside the modules that use it."""

import json
from functools import cache
from importlib import resources
from typing import Any


@cache
def data_of(package: str, name: str) -> Any:
    """Return the content of a JSON file of a package; whoever asks must leave it as it is."""
    return json.loads(resources.files(package).joinpath(name).read_text("utf-8"))
