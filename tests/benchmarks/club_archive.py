"""A file with as many finished, rated games as are asked for, each of 40 entries, as a server writes them."""

import json
import secrets
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random

import msgspec
from club_crowd import drawn_script
from cupsboard.distance.shared_game import SharedGame
from cupsboard.distance.verdict import verdict
from cupsboard.distance.wire import Begin, Entry, Move, Rated, plain
from cupsboard.rules.places import Side
from cupsclub.people import CODE_LETTERS
from cupsclub.ratings import Standing, rated, score_of
from cupsclub.store.members import Members
from cupsclub.store.port import Game, Seat
from cupsclub.store.sqlite import SqliteRecords

LIST = "cups 6"
MEMBERS = 2000
ENTRIES = 40
AT_ONCE = 5000
"""Games of one transaction."""


def filled(path: Path, games: int, scripts: int = 40) -> None:
    """Write the file."""
    random = Random(1)
    templates = [_entries(random) for _ in range(scripts)]
    standings: dict[int, Standing] = {}
    with closing(SqliteRecords(path)) as records:
        with records.transaction():
            for number in range(1, MEMBERS + 1):
                Members(records).add(f"Member {number}", f"member {number}", "member", 0.0)
        for first in range(0, games, AT_ONCE):
            with records.transaction():
                rows = list[tuple[object, ...]]()
                for number in range(first, min(games, first + AT_ONCE)):
                    rows += _game(records, number, random.choice(templates), standings, random)
                records.write("insert into entry values (?, ?, ?, ?, ?, ?)", rows)
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


def _entries(random: Random) -> tuple[SharedGame, Sequence[Entry]]:
    """Return a finished game of the usual length, as its entries tell it, and these."""
    while True:
        begin = Begin(
            LIST, {"south": "Anna", "north": "Ben"}, "south", None, False, {"south": 1, "north": 2}, LIST
        )
        entries = [Entry(1, 0.0, plain(begin))]
        shared = SharedGame.of(entries)
        for side, label in drawn_script(random).moves:
            decided = verdict(shared, Side(side), Move(label), shared.changed, "0" * 32, float(shared.n))
            shared = decided.game
            entries += decided.entries
        if len(entries) == ENTRIES - 1:
            return shared, entries


def _game(
    records: SqliteRecords,
    number: int,
    template: tuple[SharedGame, Sequence[Entry]],
    standings: dict[int, Standing],
    random: Random,
) -> Iterator[tuple[object, ...]]:
    """Write a game but for its entries; yield the rows of these."""
    shared, entries = template
    code, at = code_of(number), number * 60.0
    south, north = random.sample(range(1, MEMBERS + 1), 2)
    members = {"south": south, "north": north}
    records.add_game(Game(code, f"{number:032x}", LIST, at, at, "south", None, False, to=0, rated=True))
    records.end_game(code)
    for side, member in members.items():
        records.add_seat(
            code,
            "south" if side == "south" else "north",
            Seat(f"Member {member}", f"member {member}", member),
        )
    before = {Side.SOUTH: standings.get(south, Standing()), Side.NORTH: standings.get(north, Standing())}
    score = score_of(shared)
    assert score is not None
    said = rated(LIST, members, score, number + 1, before)
    for side in Side:
        rivals = before[side].opponents
        rival = members[side.other.value]
        standings[members[side.value]] = Standing(
            said.after[side.value], said.games[side.value], rivals if rival in rivals else rivals | {rival}
        )
    records.write("insert into result values (?, ?, ?, ?, ?)", [(code, LIST, number + 1, south, north)])
    yield from _rows(code, at, entries, members, said)


def _rows(
    code: str, at: float, entries: Sequence[Entry], members: dict[str, int], said: Rated
) -> Iterator[tuple[object, ...]]:
    begin = {**entries[0].act, "members": members, "seats": {s: f"Member {m}" for s, m in members.items()}}
    yield code, 1, at, None, None, json.dumps(begin, separators=(",", ":"))
    for entry in entries[1:]:
        key = secrets.token_hex(16) if entry.by is not None else None
        yield code, entry.n, at + entry.n, entry.by, key, _text(entry)
    yield code, len(entries) + 1, at + len(entries), None, None, msgspec.json.encode(plain(said)).decode()


_texts: dict[int, str] = {}


def _text(entry: Entry) -> str:
    """Return an act as the store writes it; each of the templates' once."""
    if id(entry) not in _texts:
        _texts[id(entry)] = msgspec.json.encode(entry.act).decode()
    return _texts[id(entry)]
