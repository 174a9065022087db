"""What was found in many games of Coin Duel, as one page: what was right, what was asked, and how soon."""

from collections.abc import Iterator, Sequence

from cupsim.people.coin_duel.mishaps import MISHAPS
from cupsim.runs.coin_duel.judge import SLOW_MS, Counts

from studies.duel.results import Kept, Results
from studies.markdown import table
from studies.rates import Rate

CASES_SHOWN = 20
_HEAD = (
    *("game", "fed", "games", "not ended", "turns", "laps", "laps wrong", "ends wrong", "called illegal"),
    *("asked", "asked in 1,000 turns", "written as another play", "taken back", "power cuts"),
)
_TIMES_HEAD = ("game", "fed", "laps timed", "median, ms", "95 %", "99 %", "worst", f"over {SLOW_MS} ms")


def page(results: Results, commands: Sequence[str]) -> str:
    """The page as Markdown."""
    kinds = [
        (game, has_pins, found)
        for has_pins in (False, True)
        for game in results.games
        if (found := results.of(game, has_pins=has_pins))
    ]
    made_by = " and ".join(f"`{command}`" for command in commands)
    parts = [
        "# Coin Duel in the simulator",
        f"Made by {made_by}; whoever runs it again adds to the results that are kept.",
        "Whole games of two simulated people: slow, steady and quick ones, and some who look for the "
        "longest relay. They see the lights, the screen and the table; they err, cheat, put right what the "
        "board objects to, take turns back, answer questions, concede, and lose the power in mid-relay "
        "(`sim/cupsim/people/coin_duel/`). Every lap that the board believes and every turn that it ends is "
        "held against what lies there, kinds included. *Pins* are games through simulated chips, pins and "
        "lights; *straight* ones feed the samples of the same cells to the loop.",
        "Wrong are tables that never lay there in the turn; *called illegal* are honest plays of which the "
        "board said an offence; *asked* are honest plays in which it asked which table lies there, or where "
        "to look. A game ends early where something wrong was believed.",
        "\n".join(table(_HEAD, [_row(*each) for each in kinds])),
        "From the last touch of a lap to the end of that lap being told:",
        "\n".join(table(_TIMES_HEAD, [_times(*each) for each in kinds])),
        "## What went wrong",
        "*Noticed*: objected to, or asked about. *Lawful*: it came to a play that the rules allow, and was "
        "seen as it lay. *Silent*: something else was believed; two cents that come down one after the other "
        "where a nickel belongs weigh what a nickel weighs.",
        "\n".join(table(("game", "fed", *_mishap_head()), [_mishaps(*each) for each in kinds])),
    ]
    cases = [case for game, has_pins, found in kinds for case in _cases(game, found, has_pins=has_pins)]
    if cases:
        shown = [f"- {case}" for case in cases[:CASES_SHOWN]]
        more = len(cases) - CASES_SHOWN
        parts += [
            "## Cases",
            "\n".join([*shown, *([f"- {more} more are in the results"] if more > 0 else [])]),
        ]
    return "\n\n".join(parts) + "\n"


def total(found: dict[int, Kept]) -> Counts:
    """All games together."""
    counts = Counts()
    for kept in found.values():
        counts.add(kept.counts)
    return counts


def _row(game: str, has_pins: bool, found: dict[int, Kept]) -> tuple[str, ...]:
    counts = total(found)
    return (
        *(game, _fed(has_pins), str(len(found)), str(sum(bool(k.unfinished) for k in found.values()))),
        *(str(counts.turns), str(counts.laps), str(counts.looks_wrong)),
        str(counts.agreed_wrong) if counts.agreed_wrong else f"0 ({Rate(0, counts.turns)})",
        *(str(counts.called_illegal), str(counts.doubted)),
        f"{1000 * counts.doubted / counts.turns:.1f}" if counts.turns else "",
        *(str(counts.told_otherwise), str(counts.taken_back), str(counts.power_cuts)),
    )


def _times(game: str, has_pins: bool, found: dict[int, Kept]) -> tuple[str, ...]:
    times = sorted(total(found).decision_ms)
    return (
        *(game, _fed(has_pins), str(len(times)), *(_at(times, share) for share in (0.5, 0.95, 0.99, 1.0))),
        str(sum(each > SLOW_MS for each in times)),
    )


def _mishap_head() -> tuple[str, ...]:
    return tuple(f"{name}: noticed / lawful / silent" for name in MISHAPS)


def _mishaps(game: str, has_pins: bool, found: dict[int, Kept]) -> tuple[str, ...]:
    counts = total(found)
    columns = (counts.noticed, counts.lawful, counts.silent)
    return (
        *(game, _fed(has_pins)),
        *(" / ".join(str(column.get(name, 0)) for column in columns) for name in MISHAPS),
    )


def _cases(game: str, found: dict[int, Kept], *, has_pins: bool) -> Iterator[str]:
    for seed, kept in found.items():
        said = [*kept.findings, *([kept.unfinished.strip().splitlines()[-1]] if kept.unfinished else [])]
        for what in said:
            yield f"{game}, {_fed(has_pins)}, seed {seed}: {what}"


def _fed(has_pins: bool) -> str:
    return "pins" if has_pins else "straight"


def _at(values: Sequence[int], share: float) -> str:
    return str(values[min(len(values) - 1, int(share * len(values)))]) if values else ""
