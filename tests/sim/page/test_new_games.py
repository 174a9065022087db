"""What comes after a game on the page: another, a rematch, a saved one, the next demonstration."""

import gc
import json
import weakref
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

import pytest
from cupsboard.rules import games
from cupsboard.rules.errors import RulesError
from cupsboard.rules.laid_table import laid
from cupsboard.rules.places import Place, Side
from cupsboard.rules.record import Record, format_record, parse_record
from cupsboard.web.app import MalformedMessage
from cupsboard.web.game_links import LONGEST_CODE, record_of_code
from cupsim.page import requests
from cupsim.page.evening import PageEvening
from cupsim.page.new_games import DEMONSTRATION_REST_SECONDS
from cupsim.page.timeline_worker import read_timeline
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing, play

TICK_SECONDS = 0.2
MOVE = 10
TWO_PERSONS = dict.fromkeys(Side, PERSON)
TWO_PLAYERS = {Side.SOUTH: "random", Side.NORTH: "greedy"}
SHORT = Setting(seed=7, cups=2, stock_beans=2)


def evening(folder: Path, setting: Setting = SHORT, seats: Mapping[Side, str] = TWO_PERSONS) -> PageEvening:
    return PageEvening(Pairing(setting), seats, folder / "evening.trace", factor=32.0)


def order(**words: object) -> requests.AnyOrder:
    return requests.read_order(json.dumps(words))


def ask(table: PageEvening, **words: object) -> str:
    """Let page 1 ask for something; what it is told."""
    table.obey(1, order(**words))  # type: ignore[arg-type]
    told = table.state()["evening"]["notice"]["text"]
    assert isinstance(told, str)
    return told


def wait(table: PageEvening, seconds: float) -> None:
    for _ in range(round(seconds / TICK_SECONDS)):
        table.advance(TICK_SECONDS)


def play_on(table: PageEvening) -> None:
    for _ in range(2000):
        if table.world.referee.history.is_over:
            return
        table.advance(TICK_SECONDS)
    raise AssertionError("the game has no end")


def code_of(record: Record[object]) -> str:
    """What a page writes into a link."""
    return urlsafe_b64encode(zlib.compress(format_record(record).encode())).decode().rstrip("=")


@pytest.fixture(scope="module")
def saved() -> Record[object]:
    return parse_record(play(Pairing(Setting(seed=3, cups=3))).record, games.named)


def test_the_form_asks_for_size_stocks_trays_and_who_starts(tmp_path: Path) -> None:
    table = evening(tmp_path)
    told = ask(
        table,
        do="new game",
        cups=12,
        beans="gem",
        cells="500g",
        stock=6,
        trays=True,
        starter="north",
        anyway=True,
    )
    assert told == ""
    setting = table.world.setting
    assert (setting.cups, setting.stock_beans, setting.stock_trays) == (12, 6, True)
    assert table.world.referee.history.starter is Side.NORTH
    with pytest.raises(MalformedMessage):
        order(do="new game", cups=13, beans="gem", cells="500g")


RULES = "title = 'My'\ncups = 5\ngap = true\n"


@pytest.mark.parametrize(
    ("text", "told", "game"),
    [
        (RULES, "", 'sowing 5 {title = "My", cups = 5, gap = true}'),
        (f"{RULES}laps = 'from the last cup'", "", "sowing 5 {"),
        (f"{RULES}beans = 0", "my.toml, line 4: beans: 0 is not to be read; write a whole number", "cups 2"),
        (RULES.replace("My", "Kalah"), "my.toml, line 1: title: Kalah ships, with other rules", "cups 2"),
    ],
)
def test_a_game_of_one_s_own_begins_as_the_text_of_its_file_says_or_is_refused_with_its_line(
    tmp_path: Path, text: str, told: str, game: str
) -> None:
    table, rules = evening(tmp_path), {"name": "my.toml", "text": text}
    wanted = {"do": "new game", "cups": 3, "beans": "kidney", "cells": "500g", "rules": rules}
    said = ask(table, **wanted)
    assert said.startswith(told) if told else said == ""
    assert table.world.game.name.startswith(game)
    assert table.world.setting.sps == (80 if "laps" in text else 10)
    with pytest.raises(MalformedMessage):
        order(**wanted | {"rules": rules | {"text": "#" * 3001}})


@pytest.mark.parametrize("again", [{}, {"do": "rematch"}])
def test_a_bean_that_is_dropped_at_once_is_the_first_of_the_game(
    tmp_path: Path, again: Mapping[str, object]
) -> None:
    pairing = Pairing(Setting(seed=7))
    table = PageEvening(pairing, TWO_PERSONS, tmp_path / "evening.trace")
    if again:
        ask(table, **again)
    ask(table, do="take", side="south", place="south-stock")
    ask(table, do="drop", side="south", place="south-1")
    wait(table, 3.0)
    assert table.state()["game"]["message"]["key"] == "done-or-go-on"


def test_a_rematch_has_the_same_players_and_the_other_side_starts(tmp_path: Path) -> None:
    seats = {Side.SOUTH: PERSON, Side.NORTH: "greedy"}
    table = evening(tmp_path, SHORT, TWO_PLAYERS)
    play_on(table)
    first = table.record.entries[0].player
    for side, who in seats.items():
        table.seat(side, who)
    ask(table, do="rematch")
    assert table.seats == seats
    assert table.record.entries == ()
    assert table.world.referee.history.starter is first.other
    assert table.world.setting.seed == SHORT.seed + 1
    assert table.world.game == games.of_board(2, 2)


@pytest.mark.long("a whole game")
def test_a_linked_game_goes_on_from_a_move_once_hands_have_put_it_up(
    tmp_path: Path, saved: Record[object]
) -> None:
    table = evening(tmp_path)
    assert ask(table, do="go on", game=code_of(saved), move=MOVE) == ""
    wait(table, 1.0)
    state = table.state()
    assert state["evening"]["wantsTable"]
    assert state["game"]["message"]["key"] == "resume-put-in"
    assert ask(table, do="put up") == ""
    assert table.state()["evening"]["isHelped"]
    wait(table, 2.0)
    assert not table.state()["evening"]["wantsTable"]
    for side, who in TWO_PLAYERS.items():
        table.seat(side, who)
    play_on(table)
    record = table.record
    assert record.entries[:MOVE] == saved.entries[:MOVE]
    assert parse_record(format_record(record), games.named) == record
    assert len(table.state()["moves"]) == len(record.entries)


@pytest.mark.long("a position put up by hands")
def test_hands_put_down_what_they_hold_before_they_are_helped(tmp_path: Path, saved: Record[object]) -> None:
    table = evening(tmp_path)
    ask(table, do="go on", game=code_of(saved), move=MOVE)
    ask(table, do="take", side="north", place="north-stock", count=5)
    wait(table, 0.4)
    ask(table, do="put up")
    wait(table, 2.0)
    assert not table.state()["evening"]["wantsTable"]


@pytest.mark.long("a whole game")
def test_two_simulated_players_put_up_a_saved_game_by_themselves(
    tmp_path: Path, saved: Record[object]
) -> None:
    setting = Setting(seed=5).going_on(saved.history().gone_on_from(MOVE))
    table = evening(tmp_path, setting, TWO_PLAYERS)
    play_on(table)
    assert table.record.entries[:MOVE] == saved.entries[:MOVE]


@pytest.mark.long("a whole game comes first")
def test_what_can_t_be_gone_on_with_is_said_and_the_game_stays(tmp_path: Path, saved: Record[object]) -> None:
    table = evening(tmp_path)
    before = table.world
    code = code_of(saved)
    assert "choose 1 to" in ask(table, do="go on", game=code, move=len(saved.entries))
    assert "one can go on after the moves" in ask(table, do="go on", game=code, move=500)
    assert "this link is damaged or cut off" in ask(table, do="go on", game=code[:-20], move=3)
    assert table.world is before


@pytest.mark.parametrize("code", ["", "A", "AAAA", "x" * LONGEST_CODE, "_-_-", "A" * (LONGEST_CODE + 1)])
def test_no_such_link_is_believed(code: str) -> None:
    with pytest.raises(RulesError, match="this link is damaged or cut off"):
        record_of_code(code)


def test_a_link_that_would_swell_is_not_unpacked_whole() -> None:
    code = urlsafe_b64encode(zlib.compress(b" " * 2_000_000)).decode()
    assert len(code) < LONGEST_CODE
    with pytest.raises(RulesError, match="this link is damaged or cut off"):
        record_of_code(code)


@pytest.mark.long("a whole game twice")
def test_a_linked_game_is_stepped_through_like_its_file(saved: Record[object]) -> None:
    linked = read_timeline(BytesIO(f"game={code_of(saved)}".encode()))
    assert linked == read_timeline(BytesIO(format_record(saved).encode()))
    assert linked["record"] == format_record(saved)


@pytest.mark.long("two whole games")
def test_a_demonstration_begins_anew_with_the_next_seed(tmp_path: Path) -> None:
    table = evening(tmp_path, SHORT, TWO_PLAYERS)
    play_on(table)
    ask(table, do="speed", factor=1.0)
    over = weakref.ref(table.world)
    wait(table, DEMONSTRATION_REST_SECONDS / 2)
    assert 0 < table.live_state()["next"]["seconds"] <= DEMONSTRATION_REST_SECONDS
    assert over() is table.world
    wait(table, DEMONSTRATION_REST_SECONDS / 2 + 1.0)
    assert table.world.setting.seed == SHORT.seed + 1
    assert "next" not in table.live_state()
    gc.collect()
    assert over() is None, "a demonstration may run for days"


@pytest.mark.long("a whole game")
def test_nothing_begins_by_itself_where_a_person_plays(tmp_path: Path) -> None:
    table = evening(tmp_path, SHORT, TWO_PLAYERS)
    play_on(table)
    table.seat(Side.NORTH, PERSON)
    wait(table, 2 * DEMONSTRATION_REST_SECONDS)
    assert table.world.setting.seed == SHORT.seed
    assert "next" not in table.live_state()


def test_a_record_says_when_it_was_played(tmp_path: Path) -> None:
    assert "Date: 20" in format_record(evening(tmp_path).record)


LAID = {"south-1": 2, "south-pot": 3, "north-2": 1}
TOLD = {"do": "play from", "turn": "north", "numbers": LAID, "stocks": {"south": 2, "north": 2}}


STONES = Setting(seed=7, cups=2, beans="go stone")


def test_what_hands_have_laid_is_counted_and_a_game_goes_on_from_it(tmp_path: Path) -> None:
    table = evening(tmp_path, STONES)
    wait(table, 0.4)
    for place, count in LAID.items():
        side = place.partition("-")[0]
        table.obey(1, order(do="take", side=side, place=f"{side}-stock", count=count))  # type: ignore[arg-type]
        table.obey(1, order(do="drop", side=side, place=place, count=count))  # type: ignore[arg-type]
        wait(table, 0.4)
    table.obey(1, order(do="count table"))  # type: ignore[arg-type]
    lying = table.state()["lying"]
    assert lying["numbers"] == {place: [LAID.get(place, 0)] * 3 for place in table.world.game.places}
    assert lying["stocks"] == {"south": 17, "north": 17}
    assert ask(table, **TOLD) == ""
    assert "lying" not in table.state()
    history = table.world.referee.history
    contents = history.game.contents(history.position)
    assert {place: contents[Place(place)] for place in LAID} == LAID
    assert (contents[Place("south-stock")], contents[Place("north-stock")]) == (2, 2)
    assert history.game.movers(history.position) == (Side.NORTH,)
    # The beans lie there already, as they did before.
    assert {place: table.world.table.contents()[Place(place)] for place in LAID} == LAID
    assert not table.world.is_table_wanted
    # Of the table that the record tells the stocks are known, and need not be said again.
    assert ask(table, **{**TOLD, "stocks": {"south": 3, "north": 1}}) == ""
    wait(table, 0.4)
    table.obey(1, order(do="count table"))  # type: ignore[arg-type]
    assert table.state()["lying"]["stocks"] == {"south": 3, "north": 1}


def test_a_table_that_can_not_be_is_refused_with_the_place_and_the_number(tmp_path: Path) -> None:
    table = evening(tmp_path, STONES)
    wait(table, 0.4)
    many = json.loads(ask(table, **{**TOLD, "numbers": {"south-pot": 41}}))
    assert many["key"] == "refused.laid-too-many"
    assert (many["values"]["place"], many["values"]["beans"], many["values"]["count"]) == (
        "south-pot",
        41,
        40,
    )
    stocked = json.loads(ask(table, **{**TOLD, "stocks": {"south": 21, "north": 0}}))
    assert (stocked["key"], stocked["values"]["place"]) == ("refused.laid-stock", "south-stock")
    with pytest.raises(MalformedMessage):
        order(**{**TOLD, "numbers": {"spot-1": 1}})


@pytest.mark.parametrize(
    ("name", "lying", "stocks"),
    [
        (
            "cups 3",
            {"south-1": 1, "south-2": 2, "north-3": 1, "north-pot": 5},
            {Side.SOUTH: 3, Side.NORTH: 4},
        ),
        ("kalah 3", {"south-1": 4, "south-3": 1, "north-2": 6, "south-pot": 7, "north-pot": 6}, {}),
    ],
)
def test_a_whole_game_from_a_laid_table_is_refereed_and_its_record_replays(
    name: str, lying: dict[str, int], stocks: dict[Side, int]
) -> None:
    game = games.named(name)
    contents = dict.fromkeys(game.places, 0) | {Place(place): count for place, count in lying.items()}
    history = laid(game, Side.NORTH, contents, stocks)
    played = play(Pairing(Setting(seed=4, cups=3).going_on(history)))
    assert played.is_good, (played.unfinished, played.findings)
    again = parse_record(played.record, games.named).history()
    assert again.entries[: len(history.entries)] == history.entries
    assert again.is_over
