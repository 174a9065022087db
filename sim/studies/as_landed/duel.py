"""Whole games of Coin Duel, each from its setting, and what was found in them as one page."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from cupsim.people.coin_duel.mishaps import MISHAPS
from cupsim.runs.coin_duel.evening import Setting
from cupsim.runs.coin_duel.games import play_or_break
from cupsim.runs.coin_duel.judge import SLOW_MS, Counts

from studies.as_landed import games
from studies.as_landed.games import Game, at, total, troubles
from studies.page import cases, page, tabled
from studies.rates import Rate
from studies.results import Results, Trial
from studies.runner import SEEDS_A_CAMPAIGN

CASES_SHOWN = 20
_HEAD = (
    *("game", "fed", "games", "not ended", "turns", "laps", "laps wrong", "ends wrong", "called illegal"),
    *("asked", "asked in 1,000 turns", "written as another play", "taken back", "power cuts"),
)
_TIMES_HEAD = ("game", "fed", "laps timed", "median, ms", "95 %", "99 %", "worst", f"over {SLOW_MS} ms")


Found = Results[Setting, Game[Counts]]
Games = dict[int, Game[Counts]]
"""The games of a row, by seed."""


def duel_page(results: Found, command: str) -> str:
    """The page as Markdown."""
    kinds = [
        (game, has_pins, found)
        for has_pins in (False, True)
        for game in sorted({setting.game for setting in results.found})
        if (found := games_of(results, game, has_pins=has_pins))
    ]
    return page(
        "# Coin Duel in the simulator",
        f"Made by `{command}`; whoever runs it again adds to the results that are kept.",
        "Whole games of two simulated people: slow, steady and quick ones, and some who look for the "
        "longest relay. They see the lights, the screen and the table; they err, cheat, put right what the "
        "board objects to, take turns back, answer questions, concede, and lose the power in mid-relay "
        "(`sim/cupsim/people/coin_duel/`). Every lap that the board believes and every turn that it ends is "
        "held against what lies there, kinds included. *Pins* are games through simulated chips, pins and "
        "lights; *straight* ones feed the samples of the same cells to the loop.",
        "Wrong are tables that never lay there in the turn; *called illegal* are honest plays of which the "
        "board said an offence; *asked* are honest plays in which it asked which table lies there, or where "
        "to look. A game ends early where something wrong was believed.",
        tabled(_HEAD, [_row(*each) for each in kinds]),
        "From the last touch of a lap to the end of that lap being told:",
        tabled(_TIMES_HEAD, [_times(*each) for each in kinds]),
        "## What went wrong",
        "*Noticed*: objected to, or asked about. *Lawful*: it came to a play that the rules allow, and was "
        "seen as it lay. *Silent*: something else was believed; two cents that come down one after the other "
        "where a nickel belongs weigh what a nickel weighs.",
        tabled(("game", "fed", *_mishap_head()), [_mishaps(*each) for each in kinds]),
        *cases((said for each in kinds for said in _cases(*each)), CASES_SHOWN),
    )


def games_of(results: Found, game: str, *, has_pins: bool) -> Games:
    """The games of a name, by seed."""
    settings = sorted(results.found, key=lambda setting: setting.seed)
    return {
        setting.seed: results.found[setting]
        for setting in settings
        if setting.game == game and setting.has_pins is has_pins
    }


def _row(game: str, has_pins: bool, found: Games) -> tuple[str, ...]:
    counts = total(Counts(), found.values())
    return (
        *(game, _fed(has_pins), str(len(found)), str(sum(bool(k.unfinished) for k in found.values()))),
        *(str(counts.turns), str(counts.laps), str(counts.looks_wrong)),
        str(counts.agreed_wrong) if counts.agreed_wrong else f"0 ({Rate(0, counts.turns)})",
        *(str(counts.called_illegal), str(counts.doubted)),
        f"{1000 * counts.doubted / counts.turns:.1f}" if counts.turns else "",
        *(str(counts.told_otherwise), str(counts.taken_back), str(counts.power_cuts)),
    )


def _times(game: str, has_pins: bool, found: Games) -> tuple[str, ...]:
    times = sorted(total(Counts(), found.values()).decision_ms)
    return (
        *(game, _fed(has_pins), str(len(times)), *(at(times, share) for share in (0.5, 0.95, 0.99, 1.0))),
        str(sum(each > SLOW_MS for each in times)),
    )


def _mishap_head() -> tuple[str, ...]:
    return tuple(f"{name}: noticed / lawful / silent" for name in MISHAPS)


def _mishaps(game: str, has_pins: bool, found: Games) -> tuple[str, ...]:
    counts = total(Counts(), found.values())
    columns = (counts.noticed, counts.lawful, counts.silent)
    return (
        *(game, _fed(has_pins)),
        *(" / ".join(str(column.get(name, 0)) for column in columns) for name in MISHAPS),
    )


def _cases(game: str, has_pins: bool, found: Games) -> Iterator[str]:
    for seed, each in found.items():
        for what in troubles(each, -1):
            yield f"{game}, {_fed(has_pins)}, seed {seed}: {what}"


def _fed(has_pins: bool) -> str:
    return "pins" if has_pins else "straight"


POWER_CUTS = 0.01
"""How often a handful costs the power, for each second that it is in the hand."""
PATIENCE_SECONDS = 300.0


def play(setting: Setting) -> Game[Counts]:
    """Play a game; one in which the program breaks has not ended."""
    return games.kept(play_or_break(setting, PATIENCE_SECONDS))


TRIAL = Trial("coin-duel", Setting, play, partial(games.read, Counts), "cupsim.runs.coin_duel.games")


def settings(like: Setting, games: int) -> list[Setting]:
    """List the games of campaign seed `like.seed` that are `like` this one."""
    first = like.seed * SEEDS_A_CAMPAIGN
    return [replace(like, seed=seed, power_cuts=POWER_CUTS) for seed in range(first, first + games)]
