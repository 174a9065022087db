"""What a view tells of a board, held against the board itself."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.history import Moved
from cupsboard.rules.places import Side
from cupsboard.rules.record import Record
from cupsboard.session.trace import read_trace
from cupsboard.signs.light_patterns import SLOT_SECONDS, SLOTS
from cupsboard.web import timeline
from cupsboard.web.hub import difference, patched
from cupsim.page.evening import PageEvening
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing, play
from sitting import NOBODY, TWO_PERSONS

PAIRING = Pairing(Setting(11, cups=3, stock_beans=5), clumsiness=0.0)


@pytest.mark.long("a whole game comes first")
def test_the_view_follows_a_whole_game_without_a_look_at_the_core(tmp_path: Path) -> None:
    evening = PageEvening(PAIRING, NOBODY, tmp_path / "evening.trace", factor=1.0)
    world = evening.world
    for _ in range(4000):
        evening.advance(0.25)
        if world.referee.history.is_over:
            break
        state = evening.live_state()
        assert state["moving"] == dict.fromkeys(world.core.moving, True)
        assert len(state["moves"]) == len(world.referee.history.entries)
    evening.close()
    assert world.referee.history.is_over
    state = evening.live_state()
    assert state["game"]["isOver"]
    winner = world.referee.history.winner
    assert state["game"].get("winner") == (winner and winner.value)
    assert state["game"]["score"] == {
        side.value: points for side, points in world.game.score(world.referee.position).items()
    }


@pytest.mark.long("a whole game comes first")
def test_every_pixel_it_tells_of_is_what_the_strip_shows_at_that_time(tmp_path: Path) -> None:
    # Clumsy people, to the end of the game and beyond, so that many signs of the grammar come up.
    evening = PageEvening(replace(PAIRING, clumsiness=1.0), NOBODY, tmp_path / "evening.trace", factor=1.0)
    world = evening.world
    rhythms = set()
    for number in range(1600):
        world.run_until(0.137 * number)
        lights = evening.live_state()["lights"]
        slot = int(evening.live_state()["time"] / SLOT_SECONDS + 1e-6) % SLOTS
        is_at_a_border = abs(world.now / SLOT_SECONDS % 1 - 0.5) > 0.45
        if is_at_a_border or world.now - evening.live_state()["time"] > SLOT_SECONDS / 20:
            continue  # the strip was served once more since the view was told, or is about to be
        for place, span in world.profile.strip.pixels.items():
            light = lights.get(place)
            told = light["pictures"][light["slots"][slot]] if light else "000000" * len(span)
            wire = world.bench.strip.colours
            assert told == "".join(bytes(wire[index]).hex() for index in span), (world.now, place)
            rhythms.add(str(light["slots"]) if light else "dark")
    evening.close()
    assert len(rhythms) > 5


@pytest.mark.long("a whole game comes first")
def test_a_replayed_trace_ends_as_the_evening_did(tmp_path: Path) -> None:
    trace = tmp_path / "game.trace"
    played = play(PAIRING, trace=trace)
    assert played.is_good
    with trace.open("rb") as lines:
        told = timeline.of_trace(read_trace(lines))
    state = told["first"]
    for step in told["steps"]:
        state = patched(state, step["patch"])
    assert state["game"]["isOver"]
    assert any(grams != "" and grams > 1.0 for grams in state["details"]["grams"])


def test_a_game_of_more_steps_than_are_told_says_that_there_are_more(monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record(Cups(2, 2), None, (Moved(Side.SOUTH, "drop 1"),))
    whole = timeline.of_game(record)
    assert (len(whole["steps"]), whole["isCut"]) == (2, False)
    monkeypatch.setattr(timeline, "MOST_STEPS", 1)
    cut = timeline.of_game(record)
    assert (len(cut["steps"]), cut["isCut"]) == (1, True)
    assert cut["steps"] == whole["steps"][:1]


def test_the_view_says_how_sure_the_board_is_and_nothing_of_that_while_a_cup_is_in_the_air(
    tmp_path: Path,
) -> None:
    evening = PageEvening(PAIRING, TWO_PERSONS, tmp_path / "evening.trace")

    def told_after_a_while() -> object:
        for _ in range(20):
            evening.advance(0.25)
        return evening.state()["sureness"]

    assert told_after_a_while() in {"sure", "likely"}
    evening.world.table.lift("south-1", evening.world.now)
    assert told_after_a_while() is None
    evening.close()


@pytest.mark.long("minutes at rest")
def test_on_a_board_at_rest_only_the_time_and_the_details_are_others(tmp_path: Path) -> None:
    evening = PageEvening(PAIRING, TWO_PERSONS, tmp_path / "evening.trace")
    for _ in range(40):
        evening.advance(0.25)
    before, details = evening.state(), evening.details()
    for _ in range(400):
        evening.advance(0.1)
        assert difference(before, evening.state()).keys() == {"time"}
    assert difference(details, evening.details()).keys() >= {"grams", "trend"}
    evening.close()


@pytest.mark.long("whole games")
@pytest.mark.parametrize("cups", [2, 10])
def test_a_state_stays_small_enough_to_send(tmp_path: Path, cups: int) -> None:
    evening = PageEvening(Pairing(Setting(7, cups=cups)), NOBODY, tmp_path / "evening.trace", factor=1.0)
    for _ in range(200):
        evening.advance(0.25)
    assert len(json.dumps([evening.state(), evening.details()], allow_nan=False)) < 40_000
    evening.close()
