"""Pairings of live tournaments at the club's boards: called, confirmed, played there twice, given back."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from board_club import ClubBoard, Evening, whole_game
from cupsboard.distance import wire
from cupsclub.boards import PAIRED_CALL_SECONDS
from cupsclub.web import club as web_club
from cupsclub.web.server import serving
from http_calls import Answer
from processes import wait_until
from test_club_over_http import Visitor
from test_two_at_a_club_board import code_of, says_by_phone, why

MINUTES = {"seconds": 600.0}


class Hall(Evening):
    """A club with a tournament that Anna directs, and a second board."""

    def __init__(self, address: str, folder: Path) -> None:
        super().__init__(address, folder)
        self.other = ClubBoard(address, self.ben, "Table 2")
        self.players = {1: self.anna, 2: self.ben, 3: self.cleo}

    def begin(self, *members: int, **how: Any) -> None:
        """Open a round robin, and begin its first round."""
        rules = {"name": "Cup", "form": "round-robin", "game": "cups 2", "clock": MINUTES, **how}
        self.number = self._done(self.anna.act("tournament-open", rules=rules))["tournament"]
        for each in members:
            self._done(self.players[each].act("tournament-enter", tournament=self.number))
        self.round(1)

    def round(self, number: int) -> Answer:
        return self.anna.act("tournament-round", tournament=self.number, round=number)

    def _done(self, answer: Answer) -> Any:
        assert answer.status == 200, answer.text
        return json.loads(answer.text)

    @property
    def pairing(self) -> Any:
        (pairing,) = self._done(self.anna.read(f"tournaments/{self.number}.json"))["pairings"]
        return pairing

    def called(self, board: ClubBoard) -> Any:
        return board.told().get("call")

    def sit_down(self, board: ClubBoard) -> str:
        """Have both who are called to a board confirm; return the code of their game."""
        call = self.called(board)
        for member in call["members"].values():
            self._done(self.players[member].act("confirm", game=call["game"]))
        assert self.called(board)["isBegun"]
        code: str = call["game"]
        return code

    def played(self, board: ClubBoard, code: str) -> None:
        acts = whole_game(code, self.shared(code))
        assert set(board.says(code, *acts)) == {"written"}


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with serving(tmp_path / "club.sqlite", "127.0.0.1", 0) as running:
        yield Hall(running.address.rstrip("/"), tmp_path)


def test_the_club_calls_a_pairing_to_a_free_board_and_both_games_are_played_there_and_rated_once(
    hall: Hall,
) -> None:
    hall.begin(1, 2, at_boards=True)
    call = hall.called(hall.board)
    assert call["pairing"] == {"tournament": "Cup", "round": 1, "number": 1}
    assert (call["board"], call["starter"], call["confirmed"]) == ("Table 1", "south", [])
    assert hall.called(hall.other) is None
    first = hall.sit_down(hall.board)
    hall.played(hall.board, first)
    rated = hall.shared(first).rated
    assert rated is not None
    assert hall.ratings() == {
        hall.pairing["one"]: rated.after["south"],
        hall.pairing["other"]: rated.after["north"],
    }
    stands = hall.shared(first).paired
    assert stands is not None
    assert (stands.tournament, stands.round, stands.left, sum(stands.points.values())) == ("Cup", 1, 1, 1.0)
    # Who sits there goes on: the second game needs no other confirmation, and no other board has it.
    assert hall.called(hall.other) is None
    call = hall.called(hall.board)
    assert (call["isBegun"], call["pairing"]["number"], call["game"]) == (
        True,
        2,
        hall.pairing["games"][1]["game"],
    )
    hall.played(hall.board, call["game"])
    stands = hall.shared(call["game"]).paired
    assert stands is not None
    assert stands.left == 0
    assert hall.pairing["isDecided"]
    assert sorted(hall.pairing["points"]) == sorted(stands.points.values())
    assert hall.called(hall.board) is None
    rated = hall.shared(call["game"]).rated
    assert rated is not None
    assert (rated.place, rated.games) == (2, {"south": 2, "north": 2})


def test_a_director_calls_a_pairing_to_a_board_and_its_members_each_other_and_others_nobody(
    hall: Hall,
) -> None:
    hall.begin(2, 3)
    assert hall.called(hall.board) is None
    hall.called(hall.other)
    code, table = hall.pairing["games"][0]["game"], hall.numbers()["Table 2"]
    stranger = Visitor(hall.address)
    assert why(stranger.act("call-paired", game=code)) == "members-only"
    assert why(hall.board.act("call-paired", game=code)) == "not-yours"
    assert why(hall.anna.act("call-paired", game=code, board=table)) == "done"
    assert hall.called(hall.other)["game"] == code
    assert why(hall.ben.act("call-paired", game=code)) == "full"
    assert why(hall.ben.act("give-up", game=code)) == "done"
    assert hall.called(hall.other) is None
    # A member's wish lights no board before the other has agreed to it.
    assert why(hall.ben.act("call-paired", game=code)) == "done"
    assert (hall.called(hall.board), hall.called(hall.other)) == (None, None)
    assert why(hall.cleo.act("confirm", game=code)) == "done"
    assert hall.called(hall.board)["confirmed"]


def test_a_code_that_is_typed_at_the_board_confirms_a_pairing_and_a_player_resigns_by_phone(
    hall: Hall,
) -> None:
    hall.begin(1, 2, at_boards=True)
    code = hall.called(hall.board)["game"]
    for each in (hall.anna, hall.ben):
        assert hall.board.act("confirm", game=code, code=code_of(each)) == {}
    assert says_by_phone(hall.ben, code, wire.Resigned()) == ["written"]
    assert len(hall.ratings()) == 2
    assert hall.called(hall.board)["pairing"]["number"] == 2


def test_a_pairing_that_is_taken_back_is_played_by_phone_and_not_called_again_by_the_club(hall: Hall) -> None:
    hall.begin(1, 2, at_boards=True)
    code = hall.called(hall.board)["game"]
    assert why(hall.ben.act("give-up", game=code)) == "done"
    assert (hall.called(hall.board), hall.called(hall.other)) == (None, None)
    players = {"south": hall.pairing["one"], "north": hall.pairing["other"]}
    (side, move), *_ = whole_game(code, hall.shared(code))
    assert says_by_phone(hall.players[players[side]], code, move) == ["written"]
    assert why(hall.anna.act("call-paired", game=code)) == "illegal"


def test_a_call_that_lapsed_comes_again_after_the_others_and_a_silent_board_s_one_elsewhere(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall.begin(1, 2, 3, at_boards=True)
    code = hall.called(hall.board)["game"]
    hall.later(PAIRED_CALL_SECONDS + 1)
    assert hall.called(hall.board)["game"] == code
    assert hall.called(hall.other) is None
    # A board that was switched off is heard of no more: another one has its pairing.
    monkeypatch.setattr(web_club, "BOARD_IS_THERE_SECONDS", 0.3)
    wait_until(lambda: hall.called(hall.other), "the call at the other board")
    assert hall.called(hall.other)["game"] == code
    wait_until(lambda: hall.called(hall.board), "the call at the first board")
    monkeypatch.setattr(web_club, "BOARD_IS_THERE_SECONDS", 30.0)
    assert hall.called(hall.other) is None
    assert hall.board.act("give-up", game=code) == {}
    assert hall.called(hall.board) is None
    assert hall.called(hall.other)["game"] == code


def test_a_board_that_is_busy_gives_its_pairing_to_another_one(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall.begin(1, 2, at_boards=True)
    code = hall.called(hall.board)["game"]
    monkeypatch.setattr(web_club, "BOARD_IS_THERE_SECONDS", 0.3)
    hall.board.told("board.json?busy=1")
    wait_until(lambda: hall.called(hall.other), "the call at the other board")
    assert hall.called(hall.other)["game"] == code
    monkeypatch.setattr(web_club, "BOARD_IS_THERE_SECONDS", 30.0)
    assert "call" not in hall.board.told("board.json?busy=1")


def test_a_ruling_a_withdrawal_and_an_end_take_a_pairing_from_its_board(hall: Hall) -> None:
    def ruled() -> Answer:
        pair = {"one": hall.pairing["one"], "other": hall.pairing["other"]}
        how = {"round": 1, "points": [0, 2], "why": "no-show"}
        return hall.anna.act("tournament-rule", tournament=hall.number, **pair, **how)

    for ends, why_ended in (
        (ruled, "ruled"),
        (lambda: hall.ben.act("tournament-withdraw", tournament=hall.number), "withdrawn"),
        (lambda: hall.anna.act("tournament-finish", tournament=hall.number), "ruled"),
    ):
        for sits in (False, True):
            hall.begin(1, 2, at_boards=True)
            code = hall.sit_down(hall.board) if sits else hall.called(hall.board)["game"]
            assert ends().status == 200
            assert hall.called(hall.board) is None
            end = hall.shared(code).end
            assert end is not None
            assert (end.why, end.winner, end.by is not None) == (why_ended, None, why_ended == "withdrawn")
            assert sits or why(hall.anna.act("confirm", game=code)) == "over"
    assert hall.ratings() == {}


def test_a_game_in_the_middle_leaves_its_board_by_a_director_or_by_both_and_goes_on_by_phone(
    hall: Hall,
) -> None:
    hall.begin(1, 2, at_boards=True)
    for way in ("director", "both"):
        code = hall.sit_down(hall.board) if way == "director" else hall.called(hall.board)["game"]
        acts = whole_game(code, hall.shared(code))
        assert hall.board.says(code, *acts[:3]) == ["written"] * 3
        assert why(hall.ben.act("give-up", game=code)) == "illegal"
        if way == "director":
            assert why(hall.anna.act("give-up", game=code)) == "done"
        else:
            assert says_by_phone(hall.ben, code, wire.Ask("abort")) == ["written"]
            assert says_by_phone(hall.anna, code, wire.Yes(hall.shared(code).n)) == ["written"]
        shared = hall.shared(code)
        assert (shared.end, shared.board, shared.is_waiting) == (None, "", True)
        assert hall.board.says(code, acts[3]) == ["not-yours"]
        seats = {side: hall.players[member] for side, member in shared.begin.members.items()}  # type: ignore[union-attr]
        for side, act in acts[3:]:
            assert says_by_phone(seats[side], code, act) == ["written"]
        assert hall.shared(code).paired is not None
        # By hand taken from the board, the second game is called there by hand, too.
        second = hall.pairing["games"][1]["game"]
        if way == "director":
            assert hall.called(hall.board)["game"] == second
            hall.sit_down(hall.board)
    assert hall.pairing["isDecided"]


def test_days_for_a_move_and_rules_of_a_game_of_none_are_for_no_board(hall: Hall) -> None:
    days = {"seconds": 86400.0, "is_for_each_move": True}
    rules = {"name": "Cup", "form": "round-robin", "game": "cups 2", "clock": days, "at_boards": True}
    assert why(hall.anna.act("tournament-open", rules=rules)) == "illegal"
    hall.begin(1, 2, clock=days)
    hall.called(hall.board)
    assert why(hall.anna.act("call-paired", game=hall.pairing["games"][0]["game"])) == "illegal"
    assert why(hall.anna.act("call-paired", game=hall.begun())) == "illegal"
