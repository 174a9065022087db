"""Games of King of the Cups among the games of the past: with names by seat, looked at, renamed, deleted."""

import pytest
from cupsboard.rules.king_of_the_cups.cups_and_dice import Seat
from cupsboard.storage.games import Game, KeptGames, known_players, record_of
from cupsboard.web import timeline
from cupsim.page import requests
from cupsim.page.king_of_the_cups import orders
from cupsim.page.king_of_the_cups.evening import TableEvening
from cupsim.page.king_of_the_cups.stage import TableStage
from cupsim.runs.memory_store import HeldRows

TOKEN = "a" * 32
PAGE = 1
ENTRIES = 6


@pytest.fixture(scope="module")
def rows() -> HeldRows:
    """What is kept of some rounds with a person called Anna at the table, and of the game after them."""
    rows = HeldRows()
    stage = TableStage(TableEvening(7, 2, "quick", factor=32.0), is_only_watched=False, rows=lambda: rows)
    stage.obey(PAGE, requests.Here(token=TOKEN, visit=TOKEN))
    stage.obey(PAGE, orders.Rename(seat=Seat.ONE, name="Anna"))
    stage.obey(PAGE, orders.Rest(seat=Seat.ONE, home=True))
    while len(stage.evening.world.heart.history.entries) < ENTRIES:
        stage.tick(0.1)
    stage.obey(PAGE, orders.NewGame(players=2, seed=8))
    stage.tick(0.1)
    return rows


def the_played(rows: HeldRows) -> Game:
    """The one game of which anything was played; what begins before anybody has joined holds nothing."""
    (played,) = (row for row in rows.find(Game) if row.entries)
    return played


def test_a_game_is_kept_with_the_names_at_its_seats_which_all_games_know(rows: HeldRows) -> None:
    played = the_played(rows)
    assert played.called == {"one": "Anna", "two": "quick (simulated)"}
    assert not played.is_playing
    assert known_players(rows) == ("Anna",)
    assert record_of(played).names == ("Anna", "quick (simulated)")


def test_it_is_stepped_through_with_the_cups_where_they_stood_and_what_the_board_said(rows: HeldRows) -> None:
    played = the_played(rows)
    told = timeline.of_game(record_of(played))
    assert len(told["steps"]) == played.steps + 1
    assert told["first"]["names"] == {"one": "Anna"}
    assert told["first"]["board"]["seats"] == ["one", "two"]
    assert "has rolled" in " ".join(said["text"] for step in told["steps"] for said in step.get("said", ()))
    assert told["steps"][-1]["patch"]["round"]


def test_it_is_renamed_by_seat_and_deleted_and_a_seat_that_it_lacks_is_named(rows: HeldRows) -> None:
    games = KeptGames(rows, lambda: "")
    number = the_played(rows).number
    games.rename(number, {"one": "Zoë", "two": "Ben"})
    assert the_played(rows).called == {"one": "Zoë", "two": "quick (simulated)"}
    with pytest.raises(ValueError, match="has no south; name one of one, two"):
        games.rename(number, {"south": "Ben"})
    games.delete(number)
    assert rows.find(Game, number=number) == ()
