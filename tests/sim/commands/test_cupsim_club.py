"""`cupsim club` as a program: a club in a minute, and a pairing played to its end at a board of it."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from board_club import Evening
from evening_process import EveningProcess
from processes import ran, started, wait_until
from test_club_over_http import Visitor
from test_club_server import CUPSCLUB, club_process
from test_two_at_a_club_board import code_of

CLUB = (sys.executable, "-m", "cupsim", "club", "--port", "0", "--cups", "2", "--player", "random")
MINUTES = {"seconds": 600.0}


def pairing_of(evening: Evening, number: int) -> Any:
    (pairing,) = json.loads(evening.anna.read(f"tournaments/{number}.json").text)["pairings"]
    return pairing


@pytest.mark.long("three programs, and two games to their end by simulated hands")
def test_a_pairing_is_called_to_a_simulated_board_and_played_there_to_its_natural_end(tmp_path: Path) -> None:
    file = tmp_path / "club.sqlite"
    with club_process(file) as (_, address):
        # A board of the club that is switched off is given nothing.
        evening = Evening(address, tmp_path)
        how = "--join", address, "--member", code_of(evening.anna), "--known-as", "Hall", "--pace", "20"
        with started(*CLUB, *how, "--directory", tmp_path / "board") as program:
            board = EveningProcess(tmp_path / "seen", program)
            program.wait_until(lambda: board.shown().get("club", {}).get("board") == "Hall", "the club")
            rules = {"name": "Autumn Cup", "form": "round-robin", "game": "cups 2", "clock": MINUTES}
            opened = evening.anna.act("tournament-open", rules={**rules, "at_boards": True})
            number = json.loads(opened.text)["tournament"]
            for each in (evening.anna, evening.ben):
                assert each.act("tournament-enter", tournament=number).status == 200
            assert evening.anna.act("tournament-round", tournament=number, round=1).status == 200

            def said(key: str) -> Any:
                shown = board.shown()
                return shown if shown["game"]["message"]["key"] == key else None

            shown = program.wait_until(lambda: said("club-of-pairing"), "the call")
            text = shown["game"]["message"]["text"]
            assert "It is game 1 of their pairing in round 1 of Autumn Cup, at the board Hall; " in text
            assert shown["signs"]["south-pot"] == shown["signs"]["north-pot"]
            code = pairing_of(evening, number)["games"][0]["game"]
            for each in (evening.ben, evening.anna):
                assert each.act("confirm", game=code).status == 200

            def told(words: str) -> Any:
                text = board.shown()["club"].get("told", {}).get("text", "")
                return text if words in text else None

            told_first = program.wait_until(lambda: told("a second game follows"), "the first game's end")
            shared = evening.shared(code)
            assert shared.end is not None
            assert (shared.end.why, shared.board) == ("played", "Hall")
            assert f"1200 + 125 × ({shared.rated.score:g} − 0.5)" in told_first  # type: ignore[union-attr]
            program.wait_until(lambda: told("of Autumn Cup is over"), "the second game's end")
            assert program.wait_until(lambda: said("club-of-pairing"), "the ratings at the board")
            pairing = pairing_of(evening, number)
            assert (pairing["isDecided"], pairing["isPlayed"], sum(pairing["points"])) == (True, True, 2.0)
            assert len(evening.ratings()) == 2
            assert program.end() == 0
    checked = ran(*CUPSCLUB, "check", "--file", file)
    assert (checked.code, checked.said) == (0, "2 games, 0 faults\n")


@pytest.mark.long("two programs of some seconds each")
def test_a_club_stands_in_a_minute_with_two_members_levels_and_a_board_and_goes_on(tmp_path: Path) -> None:
    command = *CLUB, "--club-port", "0", "--directory", str(tmp_path)
    link = re.compile(r"(http\S+)/club#(\w{8})\n")
    for _ in range(2):
        with started(*command) as program:
            (address, first), (_, second) = (program.until(link).groups() for _ in range(2))
            program.until("the board's page")
            anna, ben = Visitor(address), Visitor(address)
            for member, code in ((anna, first), (ben, second)):
                assert member.act("enter", code=code, label="phone").status == 200

            def lobby(anna: Visitor = anna) -> Any:
                return json.loads(anna.read("lobby.json").text)

            wait_until(lambda: [each["isThere"] for each in lobby()["boards"]] == [True], "the board")
            assert [each["name"] for each in lobby()["boards"]] == ["Table 1"]
            roles = {each["name"]: each["role"] for each in lobby()["members"] if each["role"] != "engine"}
            assert roles == {"Anna": "director", "Ben": "member", "Hall": "guest"}
            assert any(each["role"] == "engine" for each in lobby()["members"])
            assert program.end() == 0
