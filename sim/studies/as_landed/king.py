"""Whole games of King of the Cups, each from its setting, and what was found in them as one page."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from cupsim.runs.king_of_the_cups.evening import Setting
from cupsim.runs.king_of_the_cups.games import play_or_break
from cupsim.runs.king_of_the_cups.judge import LIFT_SECONDS, Counts

from studies.as_landed import games
from studies.as_landed.games import Game, at, total, troubles
from studies.page import cases, page, tabled
from studies.results import Results, Trial
from studies.runner import SEEDS_A_CAMPAIGN

CASES_SHOWN = 12
FED = (
    *("straight", "straight, real dice", "straight, power cuts", "straight, real dice, power cuts"),
    *("pins", "pins, real dice", "pins, power cuts", "pins, real dice, power cuts", "strangers"),
)
"""The kinds of games that have rows, in this order (`Setting.kind`)."""
_HEAD = (
    *("players", "fed", "games", "not ended", "rounds", "grabs", "cup mistaken", "player mistaken"),
    *("never judged", "asked who", "asked the order", "asked in 1,000"),
)
_TIMES_HEAD = (
    *("players", "fed", "landing to decision, ms: median", "95 %", "99 %", "worst"),
    *("lifts", "never told", "told late", "last touch to told, ms: median", "99 %"),
)


Found = Results[Setting, Game[Counts]]
Games = dict[int, Game[Counts]]
"""The games of a row, by seed."""


def king_page(results: Found, players: Sequence[int], command: str) -> str:
    """The page as Markdown."""
    kinds = [
        (count, fed, found) for fed in FED for count in players if (found := games_of(results, count, fed))
    ]
    said = list(cases((case for each in kinds for case in _cases(*each)), CASES_SHOWN))
    again = (
        "`cupsim game --game king-of-the-cups --players N --seed SEED` plays one again (`--straight` "
        "without pins, `--strangers`)."
    )
    return page(
        "# King of the Cups in the simulator",
        f"Made by `{command}`; whoever runs it again adds to the results that are kept.",
        "Whole games of simulated people: quick ones and slow ones, who err, start early, grab at once, "
        "steal, put cups back in the wrong place or half beside their spot, rest hands and bump the table "
        "(`sim/cupsim/people/king_of_the_cups/habits.py`). What the board wrote down is held against what "
        "hands did. *Pins* are games through simulated chips, pins and lights; *straight* ones feed the "
        "samples of the same cells to the loop. *Strangers* "
        "(`sim/cupsim/people/king_of_the_cups/strangers`) are slow children, two-handed grabbers, people who "
        "slide, drop and stack cups, hover, and lean on trays, with hands and scales of another make, for "
        "which no reader and no referee was made.",
        "A cup must never be taken for another, nor a grab credited to another player; at most 5 in 1,000 "
        "grabs shall be questioned. *Never judged* are true grabs that were not written down within 12 s.",
        tabled(_HEAD, [_row(*each) for each in kinds]),
        f"A lift shall be told within {1000 * LIFT_SECONDS:.0f} ms of the last instant at which the cup "
        "pressed. A time from landing to decision includes what people took to answer where they were asked.",
        tabled(_TIMES_HEAD, [_times(*each) for each in kinds]),
        *(said and (said[0], again, said[1])),
    )


def games_of(results: Found, players: int, kind: str) -> Games:
    """The games of so many players and of a kind (`Setting.kind`), by seed."""
    settings = sorted(results.found, key=lambda setting: setting.seed)
    return {
        setting.seed: results.found[setting]
        for setting in settings
        if setting.players == players and setting.kind == kind
    }


def _row(players: int, fed: str, found: Games) -> tuple[str, ...]:
    counts = total(Counts(), found.values())
    asked = counts.asked_who + counts.asked_order
    return (
        *(str(players), fed, str(len(found)), str(sum(bool(k.unfinished) for k in found.values()))),
        *(str(counts.rounds), str(counts.grabs), str(counts.cup_mistaken), str(counts.player_mistaken)),
        *(str(counts.unseen), str(counts.asked_who), str(counts.asked_order)),
        f"{1000 * asked / counts.grabs:.0f}" if counts.grabs else "",
    )


def _times(players: int, fed: str, found: Games) -> tuple[str, ...]:
    counts = total(Counts(), found.values())
    decided, lifted = sorted(counts.decision_ms), sorted(counts.lift_ms)
    return (
        *(str(players), fed, *(at(decided, share) for share in (0.5, 0.95, 0.99, 1.0))),
        *(str(counts.lifts), str(counts.lifts_unseen), str(counts.lifts_late)),
        *(at(lifted, share) for share in (0.5, 0.99)),
    )


def _cases(players: int, fed: str, found: Games) -> Iterator[str]:
    for seed, each in found.items():
        for what in troubles(each, 0):
            yield f"{players} players, {fed}, seed {seed}: {what}"


def play(setting: Setting) -> Game[Counts]:
    """Play a game; one in which the program breaks has not ended."""
    return games.kept(play_or_break(setting))


TRIAL = Trial("king", Setting, play, partial(games.read, Counts), "cupsim.runs.king_of_the_cups.games")


def settings(players: Sequence[int], games: int, like: Setting) -> list[Setting]:
    """List the games of campaign seed `like.seed`, one of each number of players at a time."""
    first = like.seed * SEEDS_A_CAMPAIGN
    return [
        replace(like, seed=seed, players=count) for seed in range(first, first + games) for count in players
    ]
