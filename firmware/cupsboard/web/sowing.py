"""What a page shows of a sowing game beside the board: its rules in words and pictures, from their values.

A panel of the rules has a title, sentences by their keys, and a picture whose position the rules themselves
have played on a small board.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Any, cast

from cupsboard.rules.families import SOWING
from cupsboard.rules.games import AnyGame
from cupsboard.rules.places import Place, Side, pot
from cupsboard.rules.sowing.course import NO_MARKS, NOWHERE, Course, courses
from cupsboard.rules.sowing.game import SowingGame, ring_of
from cupsboard.rules.sowing.rules import SowingRules
from cupsboard.rules.sowing.turns import label
from cupsboard.rules.turns import CAPTURE, PUT
from cupsboard.web.sections import Shown, round_lying, round_position

PICTURED_CUPS, GAMES, MOST_STEPS = 4, 12, 9
MOST_MOVES = 100
"""Some games never end."""
Section = dict[str, Any]


def rules_section(game: AnyGame) -> Section:
    """Return the panels of a game's rules, and the numbers that their sentences say."""
    played = cast(SowingGame, game)
    rules = played.rules
    way = {} if rules.direction == "against the clock" else {"way": rules.direction}
    return way | {
        "rules": [
            {"panel": panel, "said": said, "scene": _scene(rules, panel)}
            for panel, said in _panels(played)
            if said
        ],
        "numbers": {
            "cups": played.cups,
            "beans": played.beans,
            "least": rules.least,
            "tuz": rules.tuz,
            "fewest": rules.fewest,
            "few": rules.few,
            "counts": _told(sorted(rules.captured_counts)),
            "source": rules.source,
        },
    }


_MANY = 5
"""So many numbers that are captured, one like the other apart, are told as a range."""


def _told(counts: Sequence[int]) -> list[str]:
    """Return numbers as a sentence lists them."""
    steps = {after - before for before, after in pairwise(counts)}
    if len(counts) < _MANY or len(steps) > 1:
        return list(map(str, counts))
    first = f"{counts[0]}–" if steps == {1} else f"{counts[0]}, {counts[1]}, {counts[2]} … "
    return [f"{first}{counts[-1]}"]


def _panels(game: SowingGame) -> Iterator[tuple[str, list[str]]]:
    """Yield each panel with the keys of its sentences, () where the game has no such rule."""
    rules = game.rules
    yield "aim", ["aim-start" if rules.start else "aim", *_if(game.spare > 0, "part")]
    yield (
        "sow",
        [
            _key("way", rules.direction),
            "pots-own" if rules.sows_pot else "pots-none",
            *_if(rules.skips_origin, "origin-skipped"),
            *_if(rules.leaves_one, "leaves-one"),
            *_if(rules.least > 1, "least"),
        ],
    )
    yield "laps", _if(not rules.is_one_lap, _key("laps", rules.laps))
    yield (
        "again",
        [*_if(rules.again_from_pot, "again-pot"), *_if(rules.again_after_capture, "again-capture")],
    )
    is_across = rules.across != "no"
    takes = is_across or bool(rules.captured_counts) or rules.gap
    yield (
        "capture",
        [
            *_if(is_across, _key("across", rules.across)),
            *_if(rules.last_captures_by_count, "counts"),
            *_if(rules.gap, "gap"),
            *_if(takes and rules.chain != "no", f"chain-{'gap' if rules.gap else rules.chain}"),
            *_if(rules.opposite_too, "opposite-too"),
            *_if(rules.on_the_way != "no", _key("on-the-way", rules.on_the_way)),
            *_if(takes, f"where-{rules.captured_where}"),
            *_if(rules.few > 0, "few"),
        ],
    )
    yield "tuz", _if(bool(rules.tuz), "tuz")
    yield "slam", _if(rules.slam != "allowed", _key("slam", rules.slam))
    yield "feed", _if(rules.must_feed, "feed")
    yield "press", ["press", *_if(rules.passes, "passes")]
    yield (
        "end",
        [
            _key("end", rules.ends),
            *_if(rules.ends_beyond_half, "end-half"),
            *_if(rules.ends_at_repetition, "end-repetition"),
            _key("rest", rules.rest),
        ],
    )
    if rules.rounds != "no":
        enough = "owned" if rules.hands_cups_over else "fewest"
        yield (
            "rounds",
            [
                _key("rounds", rules.rounds),
                _key("begins", rules.begins),
                enough if rules.fewest > 1 else f"{enough}-one",
            ],
        )
    yield "history", [*_if(game.word in SOWING, f"history-{game.word}"), *_if(bool(rules.source), "source")]


def _key(rule: str, value: str) -> str:
    """Return the key of the sentence of a rule's value."""
    return f"{rule}-{value.replace(',', '').replace(' ', '-')}"


def _if(is_so: bool, key: str) -> list[str]:
    return [key] if is_so else []


_WANTED: Mapping[str, Callable[[Course], bool]] = {
    "sow": lambda course: not course.captures and not course.goes_on and len(course.steps) > 3,
    "laps": lambda course: sum(step.verb not in (PUT, CAPTURE) for step in course.steps) == 2,
    "again": lambda course: course.goes_on,
    "capture": lambda course: course.captures and course.marks == NO_MARKS,
    "tuz": lambda course: course.marks[0] != NOWHERE and len(course.steps) > 3,
}
"""Which sowing a panel's picture shows; the others have none."""


@lru_cache(64)
def _scene(rules: SowingRules, panel: str) -> Section:
    """Return the picture of a panel: beans by place, arrows, lit places; {} where nothing is to be seen."""
    if panel == "press":
        return {"beans": {"south-2": 2, "south-3": 1, "south-stock": 0}, "shows": "south-button"}
    if panel not in _WANTED:
        pots = {"south-pot": 9, "north-pot": 5}
        return {"beans": pots, "lit": ["south-pot"]} if panel == "aim" else {}
    found = min(_played(rules, _WANTED[panel]), key=_complexity, default=None)
    if found is None:
        return {}
    ring, course = found
    places = SowingGame(rules, PICTURED_CUPS, rules.beans).turns.rings[Side.SOUTH]
    origin, captured = places[course.origin], [step for step in course.steps if step.verb == CAPTURE]
    if panel not in ("capture", "tuz"):
        to = [places[step.target] for step in course.steps if step.verb == PUT]
        beans = dict(zip(places, ring, strict=True))
        return {"beans": _some(beans), "arrows": [[origin, each] for each in to], "lit": [origin]}
    beans = dict(zip(places, course.ring, strict=True))
    for step in captured:
        beans[places[step.source]] += step.beans
        beans[pot(Side.SOUTH)] -= step.beans
    taken = [places[step.source] for step in captured]
    return {"beans": _some(beans), "arrows": [[each, pot(Side.SOUTH)] for each in taken], "lit": taken}


def _complexity(example: tuple[tuple[int, ...], Course]) -> int:
    """Return how much there is to see: steps, and beans in cups."""
    return len(example[1].steps) * 4 + sum(example[0][:PICTURED_CUPS])


def _some(beans: Mapping[Place, int]) -> dict[Place, int]:
    return {place: count for place, count in beans.items() if count}


def _played(rules: SowingRules, wanted: Callable[[Course], bool]) -> Iterator[tuple[tuple[int, ...], Course]]:
    """Yield beans by place and a sowing of them that is wanted, from games played at random."""
    game = SowingGame(rules, PICTURED_CUPS, min(rules.beans, 4))
    for seed in range(GAMES):
        random, position = Random(seed), game.start(Side.SOUTH)
        for _ in range(MOST_MOVES):
            side = position.to_move
            if position.is_over or side is None:
                break
            ring = ring_of(position.row(side), position.row(side.other))
            made = courses(rules, ring, position.marks_of(side))
            if position.tuz == NO_MARKS:
                yield from ((ring, each) for each in made if wanted(each) and len(each.steps) <= MOST_STEPS)
            chosen = random.choice(made)
            position = game.play(
                position, side, label(rules, game.turns.rings[side][chosen.origin], chosen.way)
            )


SHOWN = Shown(round_position, round_lying, board=rules_section)
