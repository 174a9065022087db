"""The games that a board has kept, as a page finds them: page by page, to step through, and to take home."""

import csv
import io
import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote
from zlib import crc32

import pytest
from cupsboard.referee.events import Ending, GameStarted, TurnEnded
from cupsboard.rules import games as all_games
from cupsboard.rules.places import Side
from cupsboard.rules.record import parse_record
from cupsboard.storage.games import Game, KeptGames
from cupsboard.storage.memory import NAME, memory_in
from cupsboard.web import kept_games
from cupsboard.web.app import application
from cupsboard.web.game_links import code_of
from cupsboard.web.hub import Hub
from cupsboard.web.server import serving
from http_calls import get, post

MANY = 10_000
PEOPLE = ["Änna", "Ben O'Neill", "", "level 4", "Zoë"]
GAMES = {"cups 3": "south drop 2\nnorth drop 1\nsouth drop 1", "kalah 4": "south sow 1"}


def write_as_another_program(path: Path) -> None:
    """Add many games to a board's memory, by nothing but its documented table."""
    began = datetime(2016, 1, 1, 20, 15)
    rows = []
    for number in range(1, MANY + 1):
        name = [*GAMES][number % 2]
        entries = GAMES[name]
        day = (began + timedelta(hours=9 * number)).strftime("%Y-%m-%dT%H:%M")
        south, north = PEOPLE[number % 5], PEOPLE[number // 5 % 5]
        steps = len(entries.splitlines())
        lead = " ".join(map(str, range(steps + 1)))
        row = [
            number,
            name,
            day,
            "",
            f"south {south}\nnorth {north}",
            "south 0, north 0",
            lead,
            steps,
            0,
            0,
            1,
            0,
            0,
            "",
            "",
            entries,
        ]
        rows.append((*row, crc32(repr(row).encode())))
    with closing(sqlite3.connect(path)) as database, database:
        database.executemany(f"insert into game values ({', '.join('?' * 17)})", rows)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("memory")
    memory_in(folder).keep(())
    write_as_another_program(folder / NAME)
    return folder


@pytest.fixture
def address(folder: Path) -> Iterator[str]:
    routes = kept_games.routes(lambda: memory_in(folder), reads_links=True)
    with serving(application(Hub(), Hub(), routes=routes), port=0) as address:
        yield address


def listed(address: str, words: str, below: int | None = None) -> tuple[list[int], Any]:
    more = "" if below is None else f"&below={below}"
    found = json.loads(get(f"{address}games.json?words={quote(words)}{more}").text)
    return [each["number"] for each in found["games"]], found


def test_ten_thousand_games_of_another_program_are_listed_and_searched_within_a_second(
    folder: Path, address: str
) -> None:
    assert memory_in(folder).mended() == ()
    began = time.process_time()
    numbers, found = listed(address, "")
    assert (numbers, found["isMore"]) == ([*range(MANY, MANY - 20, -1)], True)
    assert listed(address, "", numbers[-1])[0] == [*range(MANY - 20, MANY - 40, -1)]
    assert set(found["known"]) == {"Änna", "Ben O'Neill", "Zoë"}
    numbers, found = listed(address, "änna O'NEILL kalah 2016-01")
    assert numbers == sorted(numbers, reverse=True)
    assert numbers
    for each in found["games"]:
        assert {*each["players"].values()} == {"Änna", "Ben O'Neill"}
        assert (each["name"], each["began"][:7]) == ("kalah 4", "2016-01")
    assert listed(address, "nobody")[1]["games"] == []
    assert time.process_time() - began < 1.0


def test_a_game_is_looked_at_taken_home_and_opened_from_a_link(address: str) -> None:
    timeline = json.loads(get(f"{address}games/2.json").text)
    assert (len(timeline["steps"]), timeline["first"]["names"]) == (4, {"north": "Änna"})
    text = get(f"{address}games/2.txt").text
    record = parse_record(text, all_games.named)
    assert (record.names, record.date) == (("?", "Änna"), "2016-01-02T14:15")
    linked = post(f"{address}timeline", f"game={code_of(text)}".encode())
    assert json.loads(linked.text)["steps"] == timeline["steps"]
    assert post(f"{address}timeline", b"game=AAAA").status == 404
    missing = get(f"{address}games/{10**18}.txt")
    assert (missing.status, "look at the list again" in missing.text) == (404, True)


def test_all_games_with_some_words_come_as_a_table_and_as_json(address: str) -> None:
    table = list(csv.DictReader(io.StringIO(get(f"{address}games.csv?words=kalah").text)))
    lines = [json.loads(line) for line in get(f"{address}games.jsonl?words=kalah").text.splitlines()]
    assert len(table) == len(lines) == MANY // 2
    assert [int(each["number"]) for each in table] == [each["number"] for each in lines]
    assert Game(**lines[0]).name == "kalah 4"


def test_the_names_of_a_game_are_shown_as_it_is_looked_at(tmp_path: Path) -> None:
    games = KeptGames(memory_in(tmp_path), lambda: "2026-11-29T20:15", players=lambda: ("Änna", "level 4"))
    games.begin(all_games.named("cups 3"), None)
    games.add([GameStarted(None), TurnEnded(Side.SOUTH, "drop 2", Ending.PRESSED)])
    routes = kept_games.routes(lambda: memory_in(tmp_path))
    with serving(application(Hub(), Hub(), routes=routes), port=0) as address:
        timeline = json.loads(get(f"{address}games/1.json").text)
    assert timeline["first"]["names"] == {"south": "Änna"}
    assert "North: level 4" in timeline["record"]
