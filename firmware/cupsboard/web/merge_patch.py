"""What has changed between two states, as a JSON merge patch (RFC 7396): small, and applied in ten lines.

A state is made of JSON's own types without null, which in a patch means that a key is gone.
"""

from collections.abc import Mapping
from typing import Any


def difference(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The patch that turns `before` into `after`; empty if they are equal."""
    patch: dict[str, Any] = dict.fromkeys(before.keys() - after.keys())
    for key, value in after.items():
        old = before.get(key)
        if old is value or old == value:
            continue
        if isinstance(old, Mapping) and isinstance(value, Mapping):
            patch[key] = difference(old, value)
        else:
            patch[key] = value
    return patch


def patched(before: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """What a patch makes of a state."""
    after = dict(before)
    for key, value in patch.items():
        if value is None:
            after.pop(key, None)
        elif isinstance(value, Mapping):
            old = after.get(key)
            after[key] = patched(old if isinstance(old, Mapping) else {}, value)
        else:
            after[key] = value
    return after
