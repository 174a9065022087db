"""Dataclasses from plain data (what TOML and JSON give), strictly, with the place of every fault.

msgspec checks the single values; walking down the dataclasses here adds what it leaves out for them:
unknown keys are refused, and a fault inside a mapping names its key.

Tried instead of the walk: `msgspec.Struct` with `forbid_unknown_fields` calls `spans.south-1[1]`
"$.spans[...][1]", and would bring the library into rooms that are free of any. cattrs (1.5 MB) with
`forbid_extra_keys` takes a text for a list of its letters and a table for a list of its keys, and answers a
number in place of a table with an AttributeError: with a hook of our own for each kind it is as long as this.
"""

import reprlib
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

from cupsboard.formats.file_reading import NoText, text_of
from cupsboard.formats.toml_positions import tables_in

T = TypeVar("T")


class PlainDataError(ValueError):
    """Plain data that isn't what was asked for; the message begins with the place in the data."""


def to_plain(value: object) -> Any:
    """The dictionaries, lists and scalars that `from_plain` reads back as `value`."""
    import msgspec  # it takes longer to load than all else here

    return msgspec.to_builtins(value)


def from_plain(kind: type[T], data: object, where: str = "") -> T:
    """A value of the dataclass `kind` from plain data found at `where`. Raises PlainDataError."""
    return cast(T, _value(kind, data, where))


def read_document(content: bytes, name: str, version: int) -> dict[str, Any]:
    """The tables of a TOML document that says `format = name` and `version`, without these two keys.

    Raises PlainDataError for a document that is foreign, damaged or of another version.
    """
    try:
        tables = tables_in(text_of(content))
    except NoText as fault:
        raise PlainDataError(str(fault)) from None
    except (ValueError, RecursionError) as fault:
        raise PlainDataError(f"{fault}; the file is damaged or no TOML") from None
    if (found := tables.pop("format", None)) != name:
        raise PlainDataError(f'format: {shown(found)} is not "{name}"; this is another kind of file')
    found = tables.pop("version", None)
    if isinstance(found, bool) or found != version:
        raise PlainDataError(
            f"version: {shown(found)} is not {version}; use the release it is of, or make it anew"
        )
    return tables


def shown(value: object) -> str:
    """A value as a message shows it: short, whatever it is."""
    return _SHORT.repr(value)


class _Short(reprlib.Repr):
    """Shows values in a few words; of hexadecimal TOML they may be numbers that Python refuses to write."""

    def repr_int(self, x: int, level: int) -> str:
        """Show a number with its first and last digits, if it has no thousands of them."""
        return super().repr_int(x, level) if x.bit_length() < _LONGEST_BITS else "a number too long to show"


_SHORT = _Short()
_LONGEST_BITS = 10_000
"""Some 3,000 digits; Python writes 4,300 at most, and what it does with longer ones differs by version."""


def _value(kind: Any, data: object, where: str) -> object:
    if is_dataclass(kind):
        return _dataclass(kind, data, where)
    match get_origin(kind):
        case origin if origin is Mapping:
            _, item_kind = get_args(kind)
            return {
                key: _value(item_kind, item, _join(where, key)) for key, item in _table(data, where).items()
            }
        case origin if origin is tuple:
            item_kind, _ = get_args(kind)
            if not isinstance(data, list | tuple):
                raise PlainDataError(f"{where}: expected a list, found {shown(data)}")
            return tuple(_value(item_kind, item, f"{where}[{index}]") for index, item in enumerate(data))
    import msgspec

    try:
        return msgspec.convert(data, kind)
    except ValueError as fault:
        raise PlainDataError(f"{where}: {str(fault).partition(' - at')[0]}, found {shown(data)}") from None


def _dataclass(kind: Any, data: object, where: str) -> object:
    table = _table(data, where)
    known: dict[str, Field[Any]] = {each.name: each for each in fields(kind)}
    if unknown := sorted(table.keys() - known.keys()):
        raise PlainDataError(f"{_join(where, unknown[0])}: unknown key; the keys here are {', '.join(known)}")
    needed = [
        name for name, each in known.items() if each.default is MISSING and each.default_factory is MISSING
    ]
    if missing := [name for name in needed if name not in table]:
        raise PlainDataError(f"{_join(where, missing[0])}: missing; add it")
    hints = get_type_hints(kind)
    return kind(**{name: _value(hints[name], item, _join(where, name)) for name, item in table.items()})


def _table(data: object, where: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise PlainDataError(f"{where or 'top level'}: expected a table, found {shown(data)}")
    return data


def _join(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key
