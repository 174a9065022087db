"""How strong the levels are: `python tests/benchmarks/cups_levels.py`.

Each level plays its neighbours, those two steps away and, the lower ones, players without a search: at
random, the greedy one and one that pots as little as it can. Openings are two to four random plies, each is
played twice with the colours changed. A logistic fit of all games gives ratings, random play being 0; their
intervals come from openings drawn again. What was played is kept, so that it goes on where it stopped, and
only the games of a level that was changed are played again. `--report CUPS_LEVELS.md` puts the tables into
the page and a picture beside it. Exits 1 if a level doesn't score more than half against the one below it.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import cupsboard
from cups_matches import opening, played
from cupsboard.engine import engines
from cupsboard.engine.greedy import greedily, potted
from cupsboard.engine.levels import LEVELS, level_named
from cupsboard.formats.svg import Svg
from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.places import Side
from ratings import Pair, share_interval, with_intervals
from studies.page import made_now
from studies.results import KeptLines

Choose = Callable[[Cups, Position], str]
NAMES = tuple(level.name for level in LEVELS)
SEARCHLESS = {"random": ("1", "2", "3"), "greedy": ("2", "3", "4", "5"), "gentle": ("1", "2", "random")}
"""Players without a search, and whom they play."""
ZERO = "random"
DECIDING = (
    *(
        f"engine/cups/{name}.py"
        for name in ("evaluation", "oversights", "player", "reasons", "sides", "tree")
    ),
    *("engine/search.py", "engine/searching.py", "engine/proving.py", "engine/cups/weights.json"),
    *("engine/levels.py", "rules/cups/moves.py", "rules/cups/rules.py"),
)
"""The files that decide a move, beside the table of the levels itself."""


@dataclass(frozen=True)
class Match:
    """Two players on one size of board."""

    cups: int
    first: str
    second: str
    openings: int


def pairs() -> Iterator[Pair]:
    """Who plays whom, the stronger first; what takes longest comes last."""
    *numbered, last = NAMES
    for step in (1, 2):
        yield from ((above, below) for below, above in zip(numbered, numbered[step:], strict=False))
        if step == 1:
            for name, others in SEARCHLESS.items():
                yield from ((other, name) for other in others)
    yield from ((last, below) for below in reversed(numbered[-2:]))


def player(game: Cups, name: str, random: Random) -> Choose:
    """Who plays under a name, for one game."""
    if name == "random":
        return lambda game, position: random.choice(_plans(game, position)).label
    if name == "greedy":
        return lambda game, position: greedily(_plans(game, position), random, potted).label
    if name == "gentle":
        return lambda game, position: greedily(_plans(game, position), random, lambda p: -potted(p)).label
    opponent, seed = engines.at_level(game, level_named(name)), random.getrandbits(32)
    return lambda _, position: opponent.choose(position, seed).move


def _plans(game: Cups, position: Position) -> Sequence[Any]:
    (side,) = game.movers(position)
    return game.plans(position, side)


def leads(match: Match, number: int) -> list[int]:
    """By how many beans the first player won the two games from an opening, which its number tells."""
    game = Cups(match.cups)
    start = opening(game, Random(f"{match.cups} {number}"))
    found = []
    for side in Side:
        random = Random(f"{match.cups} {match.first} {match.second} {number} {side.value}")
        players = {side: player(game, match.first, random), side.other: player(game, match.second, random)}
        over = played(game, start, players)
        found.append(over.row(side).pot - over.row(side.other).pot)
    return found


def points(lead: int) -> float:
    """What a game counts."""
    return 0.5 if lead == 0 else float(lead > 0)


class Kept:
    """Played openings by board, players and number, those of other levels or another engine left out."""

    def __init__(self, path: Path):
        self.found: dict[tuple[int, str, str, int], list[int]] = {}
        self._engine = _engine_now()
        self._lines = KeptLines(path)
        self._lines.read(self._take, "result of this benchmark", "another file with --into")

    def add(self, match: Match, number: int, found: list[int]) -> None:
        """Keep what came of an opening."""
        self.found[match.cups, match.first, match.second, number] = found
        players = [match.first, match.second]
        line = {
            "engine": self._engine,
            "cups": match.cups,
            "players": players,
            "made": [_made(name) for name in players],
            "opening": number,
            "leads": found,
        }
        self._lines.add(line)

    def openings(self, match: Match) -> Mapping[int, list[int]]:
        """The openings of a match that were played, by their numbers."""
        of_match = (match.cups, match.first, match.second)
        return {key[3]: found for key, found in self.found.items() if key[:3] == of_match}

    def _take(self, plain: Any) -> None:
        first, second = plain["players"]
        if plain["engine"] == self._engine and plain["made"] == [_made(first), _made(second)]:
            self.found[plain["cups"], first, second, plain["opening"]] = list(plain["leads"])


def _made(name: str) -> str:
    """What a player is made of: a level's numbers as they are now."""
    if name in SEARCHLESS:
        return name
    return sha256(repr(level_named(name)).encode()).hexdigest()[:16]


def _engine_now() -> str:
    """Tells engines apart that may play differently. The table of the levels is left out: see `_made`."""
    folder, digest = Path(cupsboard.__file__).parent, sha256()
    for name in DECIDING:
        text = (folder / name).read_text(encoding="utf-8")
        before, table, after = text.partition("LEVELS: tuple")
        digest.update((before + after[after.index("def ") :] if table else text).encode())
    return digest.hexdigest()[:16]


def scores(kept: Kept, matches: Sequence[Match]) -> dict[Pair, list[float]]:
    """What the first of each pair scored per opening."""
    found = {}
    for match in matches:
        played_openings = kept.openings(match)
        if played_openings:
            each = [played_openings[number] for number in sorted(played_openings)][: match.openings]
            found[match.first, match.second] = [sum(map(points, two)) / 2 for two in each]
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cups", type=int, default=4)
    parser.add_argument("--games", type=int, default=200, help="of each pair of neighbours")
    parser.add_argument("--others-games", type=int, default=60, help="of each other pair")
    parser.add_argument("--perfect-games", type=int, default=20, help="of the last level, which takes long")
    parser.add_argument("--only", nargs="*", help="pairs, as in 3-2")
    parser.add_argument("--minutes", type=float, default=600.0)
    parser.add_argument("--into", type=Path, default=Path("campaigns/cups_levels.jsonl"))
    parser.add_argument("--report", type=Path)
    asked = parser.parse_args()
    matches = [
        Match(asked.cups, *pair, _games(asked, pair) // 2)
        for pair in pairs()
        if not asked.only or "-".join(pair) in asked.only
    ]
    kept, ends = Kept(asked.into), time.monotonic() + 60 * asked.minutes
    for match in matches:
        played_openings = kept.openings(match)
        for number in range(match.openings):
            if number not in played_openings and time.monotonic() < ends:
                kept.add(match, number, leads(match, number))
                text = f"2x{match.cups}: {match.first} against {match.second}: {2 * number + 2} games"
                print(f"\r{text}", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
    lines, is_ordered = page(kept, matches)
    print("\n".join(lines))
    if asked.report is not None:
        write(asked.report, asked.cups, lines, scores(kept, matches))
    return 0 if is_ordered else 1


def _games(asked: argparse.Namespace, pair: Pair) -> int:
    """How many a pair plays."""
    first, second = pair
    if first == "perfect":
        return int(asked.perfect_games)
    is_neighbour = first in NAMES and second in NAMES and NAMES.index(first) == NAMES.index(second) + 1
    return int(asked.games if is_neighbour else asked.others_games)


def page(kept: Kept, matches: Sequence[Match]) -> tuple[list[str], bool]:
    """The tables of the page, and whether each level scored more than half against the one below it."""
    found = scores(kept, matches)
    rated = with_intervals(found, ZERO, Random(1)) if any(ZERO in pair for pair in found) else {}
    lines = ["| player | rating | 95 % interval | step |", "| --- | --- | --- | --- |"]
    order = sorted(rated, key=lambda name: rated[name][0])
    below: dict[str, str] = dict(zip(NAMES[1:], NAMES, strict=False))
    for name in order:
        rating, low, high = rated[name]
        step = f"{rating - rated[below[name]][0]:+.0f}" if below.get(name) in rated else ""
        lines.append(f"| {name} | {rating:.0f} | {low:.0f} to {high:.0f} | {step} |")
    lines += [
        "",
        "| pair | games | result | score | 95 % interval | mean lead |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for match in matches:
        if (match.first, match.second) not in found:
            continue
        openings = kept.openings(match)
        games = [lead for number in sorted(openings)[: match.openings] for lead in openings[number]]
        won, lost = sum(lead > 0 for lead in games), sum(lead < 0 for lead in games)
        share, low, high = share_interval(found[match.first, match.second])
        lines.append(
            f"| {match.first} - {match.second} | {len(games)} | +{won} ={len(games) - won - lost} -{lost} | "
            f"{100 * share:.1f} % | {100 * low:.1f} to {100 * high:.1f} % | "
            f"{sum(games) / len(games):+.1f} beans |"
        )
    neighbours = [pair for pair in found if below.get(pair[0]) == pair[1] and pair[0] != "perfect"]
    return lines, all(sum(found[pair]) > len(found[pair]) / 2 for pair in neighbours)


def write(report: Path, cups: int, lines: Sequence[str], found: Mapping[Pair, Sequence[float]]) -> None:
    """Put the tables into the page between the marks of this board, and draw the picture beside it."""
    begin, end = f"<!-- 2x{cups} -->", f"<!-- end of 2x{cups} -->"
    text = report.read_text(encoding="utf-8")
    head, found_begin, rest = text.partition(begin)
    _, found_end, tail = rest.partition(end)
    if not found_begin or not found_end:
        raise SystemExit(f"{report}: write the lines '{begin}' and '{end}' where the tables are to stand")
    body = "\n".join(["", *lines, "", f"Measured {made_now()}.", ""])
    report.write_text(f"{head}{begin}\n{body}\n{end}{tail}", encoding="utf-8")
    picture = report.with_name(f"{report.stem}_2x{cups}.svg")
    picture.write_text(drawn(with_intervals(found, ZERO, Random(1)), cups), encoding="utf-8")


def drawn(rated: Mapping[str, tuple[float, float, float]], cups: int) -> str:
    """The ladder as a picture: a point a player, a line for its interval."""
    width, height, left, row = 640.0, 40.0 + 26 * (len(rated) + 1), 90.0, 26.0
    least = min(low for _, low, _ in rated.values()) - 50
    most = max(high for _, _, high in rated.values()) + 50
    scale = (width - left - 20) / (most - least)
    picture = Svg(width, height)
    picture.background(fill="#ffffff")
    for mark in range(int(least // 250 + 1) * 250, int(most) + 1, 250):
        x = left + (mark - least) * scale
        picture.line((x, 12), (x, height - 28), stroke="#dddddd")
        picture.text(x, height - 10, str(mark), text_anchor="middle", font_size=11, fill="#555555")
    order = sorted(rated, key=lambda name: -rated[name][0])
    for number, name in enumerate(order):
        y = 24 + row * number
        rating, low, high = rated[name]
        ink = "#888888" if name in SEARCHLESS else "#1f5fa8"
        picture.text(left - 10, y + 4, name, text_anchor="end", font_size=13, fill="#222222")
        picture.line(
            (left + (low - least) * scale, y), (left + (high - least) * scale, y), stroke=ink, stroke_width=3
        )
        picture.circle(left + (rating - least) * scale, y, 5, fill=ink)
    return picture.written(title=f"Ratings of the levels on 2x{cups}; random play is 0")


if __name__ == "__main__":
    sys.exit(main())
