"""A game that an owner leaves for one thing after another, by the buttons of the page, lies there again."""

from pathlib import Path

from evening_process import playing
from http_calls import get
from owners_browser import begin, looked_at, order, owner_of

NAMES = {"south": "Zoë", "north": "Ben"}
OF_THE_GAME = ("score", "stock", "turn", "may", "message")


def test_the_game_lies_there_again_after_one_thing_and_another(tmp_path: Path) -> None:
    token = owner_of(tmp_path / "state")
    with playing(tmp_path) as board:
        program, address = board.program, board.address()
        board.moves(3)
        order(address, token, "set", NAMES)
        program.wait_until(lambda: NAMES.items() <= board.shown()["settings"].items(), "the names")
        before, record = board.shown(), get(address + "record.txt").text
        assert looked_at(address, token, "/owner/weights.json")["rows"]

        program.forget()
        begin(address, token, "calibrate")
        program.until("Take the cups off")
        order(address, token, "go-on", {})
        program.until("Put each empty cup on")
        begin(address, token, "beans-check")
        program.until("Something lies in the lit cups")
        begin(address, token, "game")
        program.until("goes on after 3 entries")

        lay = [before["game"][key] for key in OF_THE_GAME]
        program.wait_until(
            lambda: [board.shown()["game"].get(key) for key in OF_THE_GAME] == lay, "the game on the page"
        )
        after = board.shown()
        assert after["beans"] == before["beans"]
        assert [each["move"] for each in after["moves"].values()] == 3 * ["drop 1"]
        assert NAMES.items() <= after["settings"].items()
        assert get(address + "record.txt").text == record
        board.moves(1)
        assert get(address + "record.txt").text.startswith("Game: cups 3\nSouth: Zoë\nNorth: Ben\n")
