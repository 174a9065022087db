"""Each option means the same on the page and without a screen, or is refused in one line."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from cupsboard.referee.tutoring import Tutor
from cupsboard.rules.clocks import Clock
from cupsboard.rules.places import Side
from cupsim.commands.main import main
from cupsim.people.move_choice import PERSON
from cupsim.runs.games import Pairing

PAGE, GAME = [], ["game"]
WAYS: dict[str, list[str]] = {"page": PAGE, "game": GAME}
PLAY: dict[str, tuple[list[str], Callable[[Pairing], Any], Any]] = {
    "--seed": (["11"], lambda each: each.setting.seed, 11),
    "--clock": (["10+5"], lambda each: each.setting.options.clock, Clock(600.0, 5.0)),
    "--cups": (["12"], lambda each: each.setting.cups, 12),
    "--sps": (["80"], lambda each: each.setting.sps, 80),
    "--beans": (["pinto"], lambda each: each.setting.beans, "pinto"),
    "--cells": (["100g"], lambda each: each.setting.cells, "100g"),
    "--stock": (["3"], lambda each: each.setting.stock_beans, 3),
    "--stock-trays": ([], lambda each: each.setting.stock_trays, True),
    "--pico": ([], lambda each: each.setting.pico, True),
    "--starter": (["north"], lambda each: each.setting.options.starter, Side.NORTH),
    "--south": (["greedy"], lambda each: each.south, "greedy"),
    "--north": (["random"], lambda each: each.north, "random"),
    "--tutor": (["strict"], lambda each: each.setting.options.tutor, Tutor.STRICT),
    "--clumsiness": (["0.5"], lambda each: each.clumsiness, 0.5),
    "--handling": (["laying"], lambda each: each.setting.handling, "laying"),
    "--child": (["in-turn"], lambda each: each.setting.child, "in-turn"),
    "--noise": (["coloured"], lambda each: each.setting.noise, "coloured"),
}
"""What is played, wherever it is shown: the option with a value, and what becomes of it."""
ANYWAY = ["--beans", "navy", "--cells", "5kg", "--anyway"]
OF_THE_PAGE = {
    "--watch-only": [],
    "--listen": ["0.0.0.0"],
    "--port": ["9999"],
    "--host-name": ["cups.local"],
    "--no-browser": [],
    "--evening": ["somewhere"],
    "--new": [],
}
OF_ANOTHER_BOARD = {"--distance": ["http://127.0.0.1:9"], "--join": ["GAME0001"], "--known-as": ["Anna"]}
OF_GAMES = {"--games", "--jobs", "--patience", "--record", "--trace", "--game"}
OF_THE_RACE = {"--players": ["3"], "--strangers": [], "--straight": [], "--real-dice": [], "--power-cuts": []}
OF_OTHER_GAMES = {"--stage", "--kinds", "--turns", "--friendly", "--odds"}
OF_THE_TABLE = {"--players": ["3"], "--others": ["calm"], "--real-dice": []}


@dataclass
class Begun:
    """What the page and the games were asked to show; none of them really begins."""

    pairings: list[Pairing] = field(default_factory=list)
    pages: list[Mapping[str, Any]] = field(default_factory=list)

    def by(self, *arguments: str) -> Pairing:
        main(arguments)
        return self.pairings[-1]

    def refused(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
        before = len(self.pairings)
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == 2
        assert len(self.pairings) == before
        return capsys.readouterr().err.splitlines()[-1]


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> Begun:
    begun = Begun()

    def on_page(pairing: Pairing, asked: Any, *_: object) -> int:
        begun.pairings.append(pairing)
        begun.pages.append(vars(asked))
        return 0

    def games(pairing: Pairing, asked: Any) -> int:
        begun.pairings.append(pairing)
        return 0

    monkeypatch.setattr("cupsim.page.server.run", on_page)
    monkeypatch.setattr("cupsim.commands.game._one_game", games)
    return begun


def options_in_help(capsys: pytest.CaptureFixture[str], *command: str) -> set[str]:
    with pytest.raises(SystemExit):
        main([*command, "--help"])
    return set(re.findall(r"^  (?:-\w, )?(--[a-z-]+)", capsys.readouterr().out, re.MULTILINE))


def test_these_are_all_options(capsys: pytest.CaptureFixture[str]) -> None:
    play = {*PLAY, *OF_OTHER_GAMES, "--anyway", "--from", "--move", "--trace-cell", "--help"}
    table = {"--game", *OF_THE_TABLE}
    assert options_in_help(capsys) == play | {
        *OF_THE_PAGE,
        *OF_ANOTHER_BOARD,
        *table,
        "--tables",
        "--version",
    }
    assert options_in_help(capsys, "game") == play | OF_GAMES | {*OF_THE_RACE}


def test_coin_duel_is_played_on_the_board_for_it_against_a_level(
    begun: Begun, capsys: pytest.CaptureFixture[str]
) -> None:
    duel = begun.by("--game", "coin-duel", "--stage", "3")
    assert (duel.setting.game, duel.setting.cups, duel.setting.sps) == (
        "coin-duel 10 stage 3 friendly",
        10,
        80,
    )
    assert (duel.south, duel.north) == (PERSON, "2")
    slow = begun.refused(capsys, "--game", "coin-duel", "--stage", "2", "--sps", "10")
    assert "weighs 10 times a second" in slow
    assert begun.by("--game", "coin-duel", "--sps", "10").setting.game == "coin-duel 10 stage 1 friendly"
    strict = begun.by("--game", "coin-duel", "--no-friendly")
    assert strict.setting.game == "coin-duel 10 stage 1"
    assert "--stage: means nothing to --game cups" in begun.refused(capsys, "--stage", "2")
    assert begun.by("--game", "coin-duel", "--north", "7").north == "7"
    shown = begun.by("--game", "coin-duel", "--watch-only")
    assert PERSON not in (shown.south, shown.north)
    refused = begun.refused(capsys, "--game", "coin-duel", "--north", "greedy")
    assert "--north greedy: can't play coin-duel 10 stage 1 friendly: say person, 1, 2" in refused
    refused = begun.refused(capsys, "--game", "coin-duel", "--north", "perfect")
    assert "--north perfect: level perfect: nothing is proved of coin-duel 10 stage 1 friendly" in refused


@pytest.mark.parametrize("option", OF_THE_RACE)
def test_what_is_for_a_race_is_refused_in_a_game_of_cups(
    begun: Begun, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    refused = begun.refused(capsys, "game", option, *OF_THE_RACE[option])
    assert f"{option}: means nothing to --game cups" in refused


@pytest.mark.parametrize("option", OF_THE_TABLE)
def test_what_is_for_a_table_is_refused_on_a_page_of_cups(
    begun: Begun, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    refused = begun.refused(capsys, option, *OF_THE_TABLE[option])
    assert f"{option}: means nothing to --game cups" in refused


def test_a_table_is_served_with_its_options_and_refuses_those_of_cups(
    begun: Begun, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr("cupsim.page.king_of_the_cups.server.run", lambda each, *_: asked.append(each) or 0)
    table = ("--game", "king-of-the-cups")
    assert main([*table, "--players", "3", "--others", "calm", "--real-dice"]) == 0
    assert (asked[-1].players, asked[-1].others, asked[-1].real_dice) == (3, "calm", True)
    for way in WAYS.values():
        for option in ("--cups=3", "--starter=south", "--south=greedy", "--stock-trays"):
            name = option.partition("=")[0]
            refused = begun.refused(capsys, *way, *table, option)
            assert f"{name}: means nothing to --game king-of-the-cups" in refused
    assert "--new: means nothing" in begun.refused(capsys, *table, "--new")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("other", ["--cups=6", "--game=kalah", "--stock=3", "--starter=south"])
def test_a_record_says_its_own_game(
    begun: Begun, way: str, other: str, capsys: pytest.CaptureFixture[str]
) -> None:
    refused = begun.refused(capsys, *WAYS[way], "--from", "puzzle:7", other)
    assert f"{other.partition('=')[0]}: does not go with --from" in refused


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("option", PLAY)
def test_what_is_played_is_the_same_however_it_is_shown(begun: Begun, way: str, option: str) -> None:
    values, becomes, wanted = PLAY[option]
    assert becomes(begun.by(*WAYS[way], option, *values)) == wanted


@pytest.mark.parametrize("way", WAYS)
def test_beans_that_are_refused_are_played_with_anyway(
    begun: Begun, way: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert begun.by(*WAYS[way], *ANYWAY).setting.beans == "navy"
    assert "--anyway" in begun.refused(capsys, *WAYS[way], *ANYWAY[:-1])


@pytest.mark.parametrize(
    ("way", "south", "north"), [("page", "person", "2"), ("game", "random", "greedy")], ids=WAYS
)
def test_a_person_plays_south_where_there_are_hands(begun: Begun, way: str, south: str, north: str) -> None:
    pairing = begun.by(*WAYS[way])
    assert (pairing.south, pairing.north) == (south, north)


@pytest.mark.parametrize("side", ["--south", "--north"])
def test_a_person_is_refused_where_nobody_could_move_a_bean(
    begun: Begun, side: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "person" in {(pairing := begun.by(side, "person")).south, pairing.north}
    for where in (GAME, ["--watch-only"]):
        assert f"{side} person: nobody can move a bean here" in begun.refused(capsys, *where, side, "person")


@pytest.mark.parametrize("option", OF_THE_PAGE)
def test_what_is_for_a_page_is_refused_where_there_is_none(
    begun: Begun, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    values = OF_THE_PAGE[option]
    assert f"{option}: no such option" in begun.refused(capsys, "game", option, *values)
    begun.by(option, *values)
    name = option.removeprefix("--").replace("-", "_")
    assert begun.pages[-1][name] != {"port": None, "host_name": [], "evening": None}.get(name, False)


@pytest.mark.parametrize("option", [["--new"], ["--evening", "somewhere"]])
def test_players_that_are_only_watched_are_not_kept(
    begun: Begun, option: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert f"{option[0]}: does not go with --watch-only" in begun.refused(capsys, "--watch-only", *option)


@pytest.mark.parametrize("option", OF_ANOTHER_BOARD)
def test_what_is_for_another_board_is_refused_where_there_is_none(
    begun: Begun, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    value = OF_ANOTHER_BOARD[option]
    assert f"{option}: no such option" in begun.refused(capsys, "game", option, *value)
    if option != "--distance":
        assert "belongs to --distance" in begun.refused(capsys, option, *value)


@pytest.mark.parametrize("option", ["--south", "--north"])
def test_with_another_board_people_play_and_the_game_is_the_shared_one(
    begun: Begun, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--distance", "http://127.0.0.1:9", option, "greedy"]
    assert f"{option}: does not go with --distance" in begun.refused(capsys, *asked)


def test_a_server_that_is_not_there_is_named(
    begun: Begun, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--evening", str(tmp_path), "--distance", "http://127.0.0.1:9"]
    assert "look at the address and at the network" in begun.refused(capsys, *asked)
