"""Reads what was learnt or made beforehand and ships beside the modules that use it."""

import json
from functools import cache
from importlib import resources
from typing import Any


@cache
def data_of(package: str, name: str) -> Any:
    """Return the decoded content of the JSON file `name` in `package`, read once.

    All callers share the same object, so none may change it.
    """
    return json.loads(resources.files(package).joinpath(name).read_text("utf-8"))
