"""The rules of a sowing game as a text: TOML of a few lines, or the same in braces on one line.

The one line stands in the names of games that don't ship, so that records, evenings, links and other boards
carry a game's rules wherever they carry its name.
"""

import json
import reprlib
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from cupsboard.rules.errors import RulesError
from cupsboard.rules.sowing.rules import SowingRules

MOST_CHARACTERS = 1200
"""The longest line of rules: a message to a server at a distance holds a name of twice that length."""
MOST_TITLE_CHARACTERS, MOST_SOURCE_CHARACTERS = 40, 200
MOST_COUNT = 99
MOST_START = 24
_LIMITS = {
    "cups": (2, 12),
    "beans": (1, MOST_COUNT),
    "least": (1, MOST_COUNT),
    "few": (1, MOST_COUNT),
    "tuz": (2, 9),
    "fewest": (1, 12),
}


def from_table(table: dict[str, Any]) -> SowingRules:
    """Return the rules in a table of TOML.

    Raises RulesError with the key in front, the value, and what would do.
    """
    hints = _hints()
    if unknown := sorted(table.keys() - hints.keys()):
        raise RulesError(f"{unknown[0]}: there is no such rule; the rules are {', '.join(hints)}")
    if "title" not in table:
        raise RulesError('title: is missing; name the game, as in title = "My game"')
    rules = SowingRules(**{key: _value(key, value) for key, value in table.items()})
    for key, fault in _contradictions(rules):
        said = table.get(key, getattr(rules, key))
        raise RulesError(f"{key}: {_shown(said)} {fault}")
    if len(line_of(rules)) > MOST_CHARACTERS:
        raise RulesError("source: is too long for all that the rules say besides; shorten it to some words")
    return rules


def from_line(line: str) -> SowingRules:
    """Return the rules in braces on one line. Raises RulesError."""
    if not line.startswith("{") or len(line) > MOST_CHARACTERS or not line.isprintable():
        raise RulesError(
            f"{reprlib.repr(line)}: no rules in braces; write them behind the game's name as its record "
            "does, or give their file, as in --game my.toml"
        )
    try:
        return from_table(tomllib.loads(f"rules = {line}")["rules"])
    except (tomllib.TOMLDecodeError, AttributeError, RecursionError) as fault:
        raise RulesError(f"rules: {reprlib.repr(line)} is no table of TOML ({fault})") from None


def line_of(rules: SowingRules) -> str:
    """Return the one line that `from_line` reads: all that differs from the usual."""
    said = (
        f"{each.name} = {_written(getattr(rules, each.name))}"
        for each in fields(SowingRules)
        if getattr(rules, each.name) != each.default
    )
    return f"{{{', '.join(said)}}}"


@cache
def _hints() -> dict[str, Any]:
    return get_type_hints(SowingRules)


def _written(value: object) -> str:
    # A string of JSON is one of TOML, and so are whole numbers, lists of them, true and false.
    return json.dumps(sorted(value) if isinstance(value, frozenset) else value, ensure_ascii=False)


def _value(key: str, value: Any) -> Any:
    """Return the value of one rule. Raises RulesError if it is of another kind."""
    hint = _hints()[key]
    are_whole = isinstance(value, list) and all(
        type(each) is int and 0 <= each <= MOST_COUNT for each in value
    )
    if get_origin(hint) is Literal:
        wanted = " or ".join(map(_written, get_args(hint)))
        if value in get_args(hint):
            return value
    elif hint is bool:
        wanted = "true or false"
        if isinstance(value, bool):
            return value
    elif hint is int:
        lowest, highest = _LIMITS[key]
        wanted = f"a whole number from {lowest} to {highest}"
        if type(value) is int and lowest <= value <= highest:
            return value
    elif hint is str:
        most = MOST_TITLE_CHARACTERS if key == "title" else MOST_SOURCE_CHARACTERS
        wanted = f"words in quotes, {most} characters at most"
        if isinstance(value, str) and value.strip() and value.isprintable() and len(value) <= most:
            return value
    elif key == "start":
        wanted = f"a list of whole numbers, not all of them 0, up to {MOST_START} of them, as in [0, 1]"
        if are_whole and any(value) and len(value) <= MOST_START:
            return tuple(value)
    else:
        wanted = f"a list of whole numbers from 1 to {MOST_COUNT}, as in [2, 3]"
        if are_whole and all(value):
            return frozenset(value)
    raise RulesError(f"{key}: {_shown(value)} is not to be read; write {wanted}")


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else reprlib.repr(value)


def _contradictions(rules: SowingRules) -> Iterator[tuple[str, str]]:
    """Yield each rule that doesn't go with another, or says nothing: its key, why, and what would do."""
    is_on_the_way = rules.on_the_way != "no"
    by_count = rules.last_captures_by_count or (bool(rules.captured_counts) and not is_on_the_way)
    ways = {"across": rules.across != "no", "captured_counts": by_count, "gap": rules.gap}
    captures = [key for key, is_used in ways.items() if is_used]
    if rules.gap and len(captures) > 1:
        yield "gap", f"stands beside {captures[0]}, and a last bean captures in one way; leave one out"
    if is_on_the_way and not rules.captured_counts:
        yield "on_the_way", "speaks of numbers in a cup; say captured_counts, or leave it out"
    if rules.opposite_too and (captures in ([], ["across"]) or rules.captured_where != "both"):
        yield "opposite_too", 'needs captures by count or gap, and captured_where = "both"; or leave it out'
    if not captures and not rules.sows_pot:
        yield (
            "title",
            "is a game in which no bean comes into a pot; say sows_pot, captured_counts, across or gap",
        )
    if rules.again_from_pot and not rules.sows_pot:
        yield "again_from_pot", "needs sows_pot = true, or no bean ever falls into a pot"
    for key in ("again_after_capture", "captured_where", "slam"):
        if not captures and getattr(rules, key) not in (False, "theirs", "allowed"):
            yield key, "speaks of captures; say captured_counts, across or gap, or leave it out"
    if rules.chain != "no" and captures in ([], ["across"]):
        yield "chain", "speaks of captures by count or gap; say captured_counts or gap, or leave it out"
    if rules.chain == "back" and rules.gap:
        yield "chain", 'goes on after a gap alone; write chain = "on"'
    if rules.least > (most := rules.beans * max(rules.start, default=1)):
        yield "least", f"is more than the {most} beans of the fullest cup, so no game can begin; say less"
    if rules.few >= (whole := 2 * rules.cups * rules.beans):
        yield "few", f"takes all {whole} beans at the first sowing; say less"
    is_again = rules.again_from_pot or rules.again_after_capture
    if rules.asks_who_moved_last and is_again and not rules.passes and rules.ends == "no move":
        yield "passes", 'is needed to tell who moved last; write passes = true, or ends = "a row is empty"'
    if rules.rounds != "no" and rules.start:
        yield "start", "is no pattern by which the next round could be laid out; leave it out"
    if rules.rounds != "no" and rules.rest == "no one":
        yield "rest", "leaves beans that are no one's, and the next round is laid out with all of them"
    if rules.rounds == "no" and (rules.begins, rules.fewest) != ("in turn", 1):
        yield (
            "rounds",
            'are what begins and fewest speak of; write rounds = "from the left", or leave those out',
        )
    if rules.rounds.startswith("from") and rules.direction in ("either", "outwards"):
        yield "direction", "is not told from the other where rounds lose cups; say another"
    if rules.fewest > rules.cups:
        yield "fewest", f"is more than the {rules.cups} cups of a row; say less"
    if rules.tuz and rules.counts_as_landed:
        yield "tuz", "is for games of one lap and one round, without captures on the way; leave it out"
