"""A file with as many finished, rated games as are asked for, each of 40 entries, as a server writes them."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from club_crowd import drawn_script
from cupsboard.distance.shared_game import SharedGame
from cupsboard.distance.verdict import verdict
from cupsboard.distance.wire import Begin, Entry, Move, plain
from cupsboard.rules.places import Side
from cupsclub.people import CODE_LETTERS
from cupsclub.ratings import Standing, rated, score_of
from cupsclub.store.members import Members
from cupsclub.store.sqlite import SqliteRecords
from msgspec.json import encode

LIST = "cups 6"
MEMBERS = 2000
ENTRIES = 40
SHORTEST_MOVES = 30
AT_ONCE = 5000
"""Games of one transaction."""


@dataclass(frozen=True)
class Template:
    """A finished game as the store writes it: its score, and number, side and act of each entry."""

    score: float
    rows: Sequence[tuple[int, str | None, str]]


@dataclass
class Rows:
    """The rows of many games, by their tables."""

    games: list[tuple[object, ...]] = field(default_factory=list)
    seats: list[tuple[object, ...]] = field(default_factory=list)
    entries: list[tuple[object, ...]] = field(default_factory=list)
    results: list[tuple[object, ...]] = field(default_factory=list)

    def write(self, records: SqliteRecords) -> None:
        """Write them in one transaction."""
        with records.transaction():
            records.write(f"insert into game values ({', '.join('?' * 13)})", self.games)
            records.write("insert into seat values (?, ?, ?, ?, ?)", self.seats)
            records.write("insert into entry values (?, ?, ?, ?, ?, ?)", self.entries)
            records.write("insert into result values (?, ?, ?, ?, ?)", self.results)


def filled(path: Path, games: int, scripts: int = 20) -> None:
    """Write the file."""
    random = Random(1)
    templates = [_template(random) for _ in range(scripts)]
    standings: dict[int, Standing] = {}
    with closing(SqliteRecords(path)) as records:
        with records.transaction():
            for number in range(1, MEMBERS + 1):
                Members(records).add(f"Member {number}", f"member {number}", "member", 0.0)
        for first in range(0, games, AT_ONCE):
            rows = Rows()
            for number in range(first, min(games, first + AT_ONCE)):
                _add(rows, number, random.choice(templates), standings, random)
            rows.write(records)
        with records.transaction():
            stands = [
                (LIST, member, each.rating, each.games, len(each.opponents))
                for member, each in standings.items()
            ]
            records.write("insert into standing values (?, ?, ?, ?, ?)", stands)
            records.keep_served_seconds(games * 60.0)


def code_of(number: int) -> str:
    """Return the code of a game by its number; codes are as those of a server, and in order."""
    letters = ""
    for _ in range(8):
        number, letter = divmod(number, len(CODE_LETTERS))
        letters = CODE_LETTERS[letter] + letters
    return letters


def _template(random: Random) -> Template:
    """Return a game of random moves that has the usual length."""
    seats = {"south": "Anna", "north": "Ben"}
    begin = Begin(LIST, seats, "south", None, False, {"south": 1, "north": 2}, LIST)
    while True:
        script = drawn_script(random)
        if not SHORTEST_MOVES <= len(script.moves) < ENTRIES:
            continue
        entries = [Entry(1, 0.0, plain(begin))]
        shared = SharedGame.of(entries)
        for side, label in script.moves:
            decided = verdict(shared, Side(side), Move(label), shared.changed, "0" * 32, 0.0)
            shared = decided.game
            entries += decided.entries
        score = score_of(shared)
        if len(entries) == ENTRIES - 1 and score is not None:
            return Template(score, [(each.n, each.by, encode(each.act).decode()) for each in entries[1:]])


def _add(rows: Rows, number: int, template: Template, standings: dict[int, Standing], random: Random) -> None:
    """Add the rows of a game between two members."""
    code, at = code_of(number), number * 60.0
    south, apart = random.randrange(MEMBERS), random.randrange(1, MEMBERS)
    members = {"south": south + 1, "north": (south + apart) % MEMBERS + 1}
    before = {side: standings.get(members[side.value], Standing()) for side in Side}
    said = rated(LIST, members, template.score, number + 1, before)
    for side in Side:
        rivals, rival = before[side].opponents, members[side.other.value]
        standings[members[side.value]] = Standing(
            said.after[side.value], said.games[side.value], rivals if rival in rivals else rivals | {rival}
        )
    names = {side: f"Member {member}" for side, member in members.items()}
    begin = encode(plain(Begin(LIST, names, "south", None, False, members, LIST))).decode()
    rows.games.append((code, f"{number:032x}", LIST, at, at, "south", None, 0, 0, 0, 1, 1, None))
    rows.seats += [(code, s, names[s], f"member {member}", member) for s, member in members.items()]
    rows.results.append((code, LIST, number + 1, members["south"], members["north"]))
    rows.entries.append((code, 1, at, None, None, begin))
    rows.entries += [
        (code, n, at + n, by, None if by is None else f"{random.getrandbits(128):032x}", act)
        for n, by, act in template.rows
    ]
    rows.entries.append((code, ENTRIES, at + ENTRIES, None, None, encode(plain(said)).decode()))
