"""Write what SENSING.md takes from the program: `python firmware/sensing_notes.py [--check]`.

Three tables of numbers and a worked example stand there between markers. The example has a picture beside
the notes.
With `--check` nothing is written; the exit code is 1 if notes or picture and the program differ.
"""

import math
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import unified_diff
from pathlib import Path
from typing import Any

from cupsboard.formats.svg import Svg
from cupsboard.numbers import COSTS, PHYSICS, PRIORS
from cupsboard.numbers.number import Number, numbers_of
from cupsboard.recognition.agreement import agreed
from cupsboard.recognition.evidence import gather
from cupsboard.recognition.knowledge import Knowledge, from_calibration
from cupsboard.recognition.legal_tables import Work, stages
from cupsboard.recognition.recognise import recognise
from cupsboard.recognition.search import Search
from cupsboard.rules.game import Contents, of_beans
from cupsboard.rules.games import of_board
from cupsboard.rules.places import BEAN, Place, Side, cup
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.scales.readings import Settled, Weight

NOTES = Path(__file__).parent / "SENSING.md"
PICTURE = NOTES.with_name("one-bean-or-two.svg")
MEAN_GRAMS, SPREAD = 0.55, 0.12
"""Kidney beans, sorted (notes, 1.3 and 4.5)."""
NOISE_GRAMS = 0.030
"""One sample of a 500 g cell at 80 SPS (notes, 1.2)."""
CUP_GRAMS = 25.0
GAME, TARGET = of_board(4), cup(Side.SOUTH, 3)
GAINS_GRAMS = (0.61, 0.80, 0.95, 1.20)
DRAWN_GRAMS = tuple(0.20 + 0.01 * step for step in range(131))
CURVES = {"one bean": ("#1b6ca8", ""), "two beans": ("#b5501b", "7 3"), "anything else": ("#5b8c2a", "2 3")}
"""What is drawn, each with a colour and a dash of its own."""


def notes(text: str) -> str:
    """The notes with all that the program knows written anew."""
    for name, lines in (
        ("worked example", worked_example()),
        ("physics", table_of(PHYSICS)),
        ("priors", table_of(PRIORS)),
        ("costs", table_of(COSTS)),
    ):
        begin, end = f"<!-- {name}: by sensing_notes.py -->", f"<!-- end of {name} -->"
        found = list(re.finditer(f"{re.escape(begin)}.*?{re.escape(end)}", text, re.DOTALL))
        if len(found) != 1:
            raise SystemExit(f"{NOTES}: {begin} ... {end} must stand there once, not {len(found)} times")
        written = "\n".join((begin, *lines, end))
        text = text[: found[0].start()] + written + text[found[0].end() :]
    return text


def table_of(numbers: Any) -> list[str]:
    """One table of numbers."""
    rows = (
        (f"`{each.name}`", _value(each), each.unit, each.why, each.source) for each in numbers_of(numbers)
    )
    return _table(("number", "value", "unit", "why", "source"), rows)


def worked_example() -> list[str]:
    """How probable it is that one bean or two came to a cup, by what the cup gained."""
    rows = []
    for grams in GAINS_GRAMS:
        chances, outcome = _belief(grams)
        others = 1.0 - chances[1] - chances[2]
        rows.append(
            (f"{grams:.2f} g", *(_chance(each) for each in (chances[1], chances[2], others)), outcome)
        )
    return _table((f"{TARGET} gains", "one bean", "two beans", "anything else", "the board says"), rows)


def worked_picture() -> str:
    """The same over all gains: three curves, and below them what the board says."""
    width, height, left, top, bottom, right = 720.0, 320.0, 56.0, 46.0, 236.0, 704.0
    first, last = DRAWN_GRAMS[0], DRAWN_GRAMS[-1]
    picture = Svg(width, height)
    picture.background(fill="#fff")
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = bottom - (bottom - top) * share
        picture.line((left, y), (right, y), stroke="#ddd")
        picture.text(left - 6, y + 4, f"{share:g}", text_anchor="end")

    def across(grams: float) -> float:
        return left + (right - left) * (grams - first) / (last - first)

    beliefs = [_belief(grams) for grams in DRAWN_GRAMS]
    for index, (name, (colour, dash)) in enumerate(CURVES.items()):
        values = [
            chances[1 + index] if index < 2 else 1.0 - chances[1] - chances[2] for chances, _ in beliefs
        ]
        points = [
            (across(grams), bottom - (bottom - top) * max(0.0, value))
            for grams, value in zip(DRAWN_GRAMS, values, strict=True)
        ]
        picture.polyline(points, fill="none", stroke=colour, stroke_width=2, stroke_dasharray=dash)
        start = left + 150.0 * index
        picture.line((start, 22), (start + 26, 22), stroke=colour, stroke_width=2, stroke_dasharray=dash)
        picture.text(start + 32, 26, name)
    for tenth in range(2, 16, 2):
        picture.text(across(tenth / 10), bottom + 18, f"{tenth / 10:g} g", text_anchor="middle")
    begin = 0
    outcomes = [outcome for _, outcome in beliefs]
    for end in range(1, len(outcomes) + 1):
        if end == len(outcomes) or outcomes[end] != outcomes[begin]:
            x, until = across(DRAWN_GRAMS[begin]), across(DRAWN_GRAMS[end - 1])
            picture.line((x, bottom + 38), (until, bottom + 38), stroke="#222", stroke_width=3)
            picture.text((x + until) / 2, bottom + 56, outcomes[begin], text_anchor="middle")
            begin = end
    return picture.written(
        title="One bean or two, by what the cup gained", css="text{font:12px system-ui,sans-serif;fill:#222}"
    )


def _belief(gain_grams: float) -> tuple[dict[int, float], str]:
    """The probability of each number of beans in the cup, and the name of the outcome."""
    position = GAME.start(Side.SOUTH)
    contents = {place: GAME.contents(position)[place] for place in GAME.places}
    knowledge = _knowledge(contents)
    plans = GAME.plans(position, Side.SOUTH)
    gained = {cup(Side.SOUTH, 1): MEAN_GRAMS, cup(Side.SOUTH, 2): MEAN_GRAMS, TARGET: gain_grams}
    settled = _settled({place: gained.get(place, 0.0) for place in GAME.places})
    pieces = [{BEAN: count} if count else {} for count in contents.values()]
    evidence = gather(knowledge, settled, pieces)
    work = Work()
    search = Search(evidence, work)
    search.suppose(stages(evidence, plans, work))
    explanations = search.explain()
    best, index = explanations[0].log_posterior, GAME.places.index(TARGET)
    chances = dict.fromkeys((1, 2), 0.0)
    for one in explanations:
        if not one.hypothesis.supposed.burdened and one.found[index] in chances:
            chances[one.found[index]] += math.exp(one.log_posterior - best)
    total = sum(math.exp(one.log_posterior - best) for one in explanations)
    outcome = recognise(knowledge, plans, settled).outcome
    return {count: chance / total for count, chance in chances.items()}, type(outcome).__name__


def _knowledge(contents: Contents) -> Knowledge:
    place = PlaceCalibration(0.0, 1000.0, 0.003, CUP_GRAMS, 0.01, NOISE_GRAMS)
    beans = PieceCalibration(MEAN_GRAMS, SPREAD * MEAN_GRAMS / math.sqrt(10), SPREAD * MEAN_GRAMS, 10)
    calibration = Calibration("2026-01-01T00:00:00+00:00", 80.0, beans, dict.fromkeys(contents, place))
    lying = of_beans(contents)
    known = from_calibration(calibration, lying)
    # Cups have been emptied before, and their zeros were where they had been.
    known = replace(known, jump_variance=PHYSICS.drift_grams**2)
    return agreed(known, lying, _settled(dict.fromkeys(contents, 0.0)))


def _settled(gained_grams: dict[Place, float]) -> Settled:
    noise = COSTS.settling.noise_believed_times * NOISE_GRAMS / math.sqrt(COSTS.settling.stretch_samples)
    variance = noise**2 + (PHYSICS.settling_beans * MEAN_GRAMS) ** 2
    return Settled(0.0, {place: Weight(CUP_GRAMS + grams, variance) for place, grams in gained_grams.items()})


def _value(number: Number) -> str:
    values = number.value if isinstance(number.value, tuple) else (number.value,)
    return ", ".join(f"{value:g}" for value in values)


def _chance(probability: float) -> str:
    if probability < 0.001:
        mantissa, exponent = f"{probability:.0e}".split("e")
        return f"{mantissa}e{int(exponent)}"
    return f"{probability:.3f}" if probability < 0.999 else f"{probability:.6f}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)]


def main(arguments: Sequence[str]) -> int:
    """Write the notes anew, or with `--check` say whether they are as the program would write them."""
    if list(arguments) not in ([], ["--check"]):
        raise SystemExit(__doc__)
    before, picture = NOTES.read_text(encoding="utf-8"), worked_picture()
    after = notes(before)
    if not arguments:
        NOTES.write_text(after, encoding="utf-8")
        PICTURE.write_text(picture, encoding="utf-8")
    elif after != before or not PICTURE.exists() or PICTURE.read_text(encoding="utf-8") != picture:
        print(
            "\n".join(
                unified_diff(before.splitlines(), after.splitlines(), "notes", "program", lineterm="", n=0)
            )
        )
        print(f"{NOTES} or {PICTURE.name}: not as the program would write it;")
        print("run `python firmware/sensing_notes.py`")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
