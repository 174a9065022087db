"""The page of the protocol: its tables are those of the types, and its example plays a whole game."""

import re
import secrets
import sys
from pathlib import Path

from cupsboard.distance.link import take_seat
from cupsboard.distance.wire import Invite
from cupsclub.web.server import serving
from distance_protocol import PAGE, with_tables
from processes import started

TEXT = PAGE.read_text("utf-8")
EXAMPLE = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)[0]
MOST_LINES = 60
"""Blank ones not counted."""


def test_the_tables_are_those_of_the_types() -> None:
    assert with_tables(TEXT) == TEXT


def test_the_example_is_short_and_needs_the_rules_alone() -> None:
    lines = EXAMPLE.splitlines()
    assert len([line for line in lines if line.strip()]) <= MOST_LINES
    ours = [line for line in lines if line.startswith("from cupsboard")]
    assert all(line.startswith("from cupsboard.rules") for line in ours)


def test_the_example_plays_a_whole_game(tmp_path: Path) -> None:
    token = secrets.token_hex(32)
    player = Path(__file__).with_name("far_player.py")
    with serving(tmp_path / "club.sqlite", "127.0.0.1", 0) as club:
        invite = Invite(secrets.token_hex(16), "cups 2 stock 2", "Anna", "south", "south")
        code = take_seat(club.address, token, invite).game
        with (
            started(sys.executable, player, club.address, code, token, tmp_path, "south", "1"),
            started(sys.executable, "-c", EXAMPLE, club.address, code, "Ben") as example,
        ):
            assert example.ended() == 0
            assert "'why': 'played'" in example.said
