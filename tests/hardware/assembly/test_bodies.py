"""Every body of a board stands where its part belongs, and the STEP file is of these bodies."""

from collections import Counter
from pathlib import Path

import pytest
from boards_by_size import board_of, layout_of
from cupsboard import profile
from cupsboard.profile import Profile

from hardware.assembly.bodies import STEPS, Body, bodies
from hardware.assembly.files import digest
from hardware.parts.electronics import BATTEN_HEIGHT
from hardware.plans.plates import BASE_MM

KEPT = Path(__file__).parents[3] / "hardware" / "assembly"


def highest(body: Body) -> float:
    spans = [span for region in (body.solid, *body.solid.inside) for span in region.heights]
    return body.at[2] + max(high for _, high in spans)


def lowest(body: Body) -> float:
    spans = [span for region in (body.solid, *body.solid.inside) for span in region.heights]
    return body.at[2] + min(low for low, _ in spans)


def test_a_place_has_a_foot_a_cell_a_stop_a_module_and_four_screws_of_each_end(board: Profile) -> None:
    count = Counter(body.kind for body in bodies(board, layout_of(board)))
    places = len(board.places)
    assert {count[kind] for kind in ("foot", "cell", "spacer", "stop", "stop nut", "module")} == {places}
    assert count["fixed screw"] == count["free screw"] == 2 * places
    assert count["holder"] + count["pot-holder"] == count["cup"] + count["pot"] + count["tray"] == places
    assert count["base"] == count["deck"] == count["carrier"] == count["Raspberry Pi"] == 1


def test_a_post_is_held_by_two_screws_whose_heads_lie_sunk_and_whose_tips_do_not_meet(board: Profile) -> None:
    built = {body.name: body for body in bodies(board, layout_of(board))}
    posts = [name for name in built if name.startswith("post ") and "screw" not in name]
    deck_top = highest(built["deck"])
    for post in posts:
        number = post.rpartition(" ")[2]
        from_the_deck, from_the_base = built[f"deck screw {number}"], built[f"post screw {number}"]
        assert from_the_deck.at[:2] == from_the_base.at[:2] == built[post].at[:2]
        assert highest(from_the_deck) == pytest.approx(deck_top)
        assert lowest(from_the_base) == pytest.approx(lowest(built["base"]))
        assert highest(from_the_base) < lowest(from_the_deck) < highest(built[post])


def test_no_two_bodies_share_a_name_and_each_belongs_to_a_step_of_the_guide(board: Profile) -> None:
    built = bodies(board, layout_of(board), with_nuts=True)
    names = Counter(body.name for body in built if "screw" not in body.kind and " nut" not in body.kind)
    assert set(names.values()) == {1}
    assert {body.step for body in built} == set(STEPS)


def test_rims_stand_proud_of_the_deck_and_the_laths_are_lowest() -> None:
    built = bodies(board_of("2x4"), layout_of(board_of("2x4")))
    deck = next(body for body in built if body.kind == "deck")
    for body in built:
        if body.kind in ("holder", "pot-holder"):
            assert highest(body) == pytest.approx(highest(deck) + 2.0)
    assert min(map(lowest, built)) == -BASE_MM - BATTEN_HEIGHT


def test_the_step_file_was_made_of_the_bodies_as_they_are() -> None:
    board = profile.load("2x4")
    kept = (KEPT / "2x4-step.txt").read_text(encoding="utf-8").strip()
    assert digest(bodies(board, layout_of(board))) == kept, "run: hardware/check assembly"
