"""A phone becomes an owner's only after somebody at the board has opened that, whatever else is pressed."""

import json
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from cupsboard.procedures.pairing import PART_SECONDS, SHOWN_SECONDS
from cupsboard.session.orders import Ask, Begin
from cupsboard.station.jobs.activities import prepared
from cupsboard.station.occupation import GAME, PAIRING, Plan
from cupsboard.station.wishes import PageWish
from cupsboard.storage.owners import NAME
from cupsboard.systemd.exit_codes import Ending
from evening_process import playing
from http_calls import post
from hypothesis import given
from hypothesis import strategies as st
from ordered_evening import Evening, Script, said_of
from quick_evening import furnish, furnish_with_spots

ELSEWHERE = ("game", "spots", "uncalibrated", "doctor", "calibrate", "beans-sort")
"""What a board may be busy with while strangers ask."""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    furnish(tmp_path)
    return tmp_path


def evening_in(home: Path) -> Evening:
    evening = Evening(home)
    evening.wishes = replace(evening.wishes, page=PageWish())
    return evening


def repeated(evening: Evening, number: Sequence[int], button: str) -> Script:
    for part in number:
        for _ in range(part):
            yield from evening.press(button, 0.15, 0.3)
        yield evening.waited(PART_SECONDS + 0.5)


def owned(evening: Evening, button: str) -> Script:
    """Let a phone ask a board that was just opened, and repeat its number."""
    yield lambda: evening.station.activity == PAIRING
    ask = Ask()
    yield evening.order(ask).done
    yield from repeated(evening, ask.number, button)
    assert ask.pressed.result(0) is None
    assert evening.says == "pairing.done"
    yield evening.waited(SHOWN_SECONDS)


def test_a_board_that_was_never_calibrated_gets_its_first_owner_by_a_button_held_long(home: Path) -> None:
    (home / "config" / "cupsboard" / "calibration.toml").unlink()

    def script(evening: Evening) -> Script:
        yield lambda: evening.station.activity == "unusable"
        yield from evening.press("north", 4.3)
        yield from owned(evening, "north")
        yield lambda: evening.station.activity == "unusable"

    assert evening_in(home).run(script) == Ending.TRY_AGAIN


@pytest.mark.parametrize("is_calibrated", [True, False])
def test_a_board_of_spots_is_opened_by_any_player_s_button(home: Path, is_calibrated: bool) -> None:
    furnish_with_spots(home)
    if not is_calibrated:
        (home / "config" / "cupsboard" / "calibration.toml").unlink()

    def script(evening: Evening) -> Script:
        yield evening.waited(3.0)
        before = evening.station.activity
        if is_calibrated:
            for _ in range(3):
                yield from evening.press("two", 0.1, 0.1)
            yield from evening.press("two", 4.5)
            assert evening.station.activity == GAME
        yield from evening.press("two", 4.5)
        yield from owned(evening, "one")
        yield lambda: evening.station.activity == before

    assert evening_in(home).run(script) == (Ending.WELL if is_calibrated else Ending.TRY_AGAIN)


def test_a_game_is_opened_in_a_pause_and_goes_on_afterwards(home: Path) -> None:
    def script(evening: Evening) -> Script:
        yield evening.waited(3.0)
        yield from evening.paused()
        assert evening.says.startswith("paused")
        yield from evening.press("south", 4.3)
        yield from owned(evening, "south")
        yield lambda: evening.station.activity == GAME

    evening = evening_in(home)
    assert evening.run(script) == Ending.WELL
    assert evening.game()[0] == 1


def test_whatever_begins_meanwhile_refuses_the_phone(home: Path) -> None:
    (home / "config" / "cupsboard" / "calibration.toml").unlink()

    def script(evening: Evening) -> Script:
        yield lambda: evening.station.activity == "unusable"
        yield from evening.press("south", 4.3)
        yield lambda: evening.station.activity == PAIRING
        ask = Ask()
        yield evening.order(ask).done
        yield evening.order(Begin("doctor")).done
        yield lambda: evening.station.activity == "doctor"
        assert "No phone may ask just now" in said_of(ask.pressed)

    assert evening_in(home).run(script) == Ending.WELL


def test_a_stranger_who_asks_at_every_moment_of_a_game_gets_none_of_its_presses(tmp_path: Path) -> None:
    with playing(tmp_path) as board:
        address = board.address()
        for _ in range(8):
            board.may_move(1)
            for _ in range(20):
                answer = post(f"{address}owner/ask", b"{}", {"Origin": address.rstrip("/")})
                assert answer.status == 409
                assert json.loads(answer.text)["key"] in ("refused.not-open", "refused.asks-too-often")
        board.moves(1)
        kept = [path for path in (tmp_path / "state").rglob("*") if path.is_file()]
        assert NAME not in {path.name for path in kept}
        assert {path.name: path.stat().st_mode & 0o777 for path in kept} == {
            path.name: 0o600 for path in kept
        }


@given(st.sampled_from(ELSEWHERE), st.randoms(use_true_random=False), st.data())
def test_no_press_in_any_other_state_makes_a_phone_an_owner_s(
    elsewhere: str, chance: Random, data: st.DataObject
) -> None:
    fingers = st.tuples(
        st.sampled_from(["one", "other", "both"]),
        st.sampled_from([0.06, 0.15, 0.5, 1.0, 4.3]),
        st.sampled_from([0.03, 0.3, 1.2, 3.0]),
    )
    asks: list[Future[None]] = []

    def script(evening: Evening) -> Script:
        yield evening.waited(2.0)
        pins, lines = evening.machine.pins(), [*evening.at.profile.buttons.values()]
        for which, held, let_go in data.draw(st.lists(fingers, max_size=12)):
            if evening.station.activity == PAIRING:
                return
            ask = Ask()
            answer = evening.order(ask)
            asks.extend((answer, ask.pressed))
            down = {"one": lines[:1], "other": lines[-1:], "both": lines}[which]
            for line in down:
                pins.press(line)
            yield evening.waited(held)
            for line in down:
                pins.release(line)
            place = chance.choice([*evening.table.beans])
            evening.table.beans[place] = max(0, evening.table.beans[place] + chance.choice([-1, 0, 1]))
            yield evening.waited(let_go)
            assert answer.done()

    with TemporaryDirectory() as folder:
        home = Path(folder)
        furnish(home)
        if elsewhere == "spots":
            furnish_with_spots(home)
        elif elsewhere == "uncalibrated":
            (home / "config" / "cupsboard" / "calibration.toml").unlink()
        evening = evening_in(home)
        job = None if elsewhere in ELSEWHERE[:3] else prepared(Begin(elsewhere), evening.at)
        evening.run(script, Plan(job))
        assert evening.at.state.read(NAME) is None
    for answer, pressed in zip(asks[::2], asks[1::2], strict=True):
        assert "No phone may ask just now" in said_of(answer)
        assert not pressed.done()
