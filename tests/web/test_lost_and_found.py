"""A page that loses its connection and finds it again says what is true and covers nothing one reads."""

import json
from contextlib import ExitStack
from typing import Any
from urllib.parse import urlsplit

import pytest
from cupsboard.rules.places import Side
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from hands_of_a_tester import Mouse
from processes import wait_until
from sitting import Sit, Visit, sitting

ALONE = {Side.SOUTH: PERSON, Side.NORTH: "greedy"}
SMALL = Setting(7, cups=2)


def overlap(page: Any, one: str, other: str) -> bool:
    """Whether two boxes of the page lie over each other."""
    a, b = (page.locator(each).bounding_box() for each in (one, other))
    return bool(
        a["x"] < b["x"] + b["width"]
        and b["x"] < a["x"] + a["width"]
        and a["y"] < b["y"] + b["height"]
        and b["y"] < a["y"] + a["height"]
    )


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (844, 390)])
def test_who_tried_a_drag_in_an_outage_is_not_told_that_it_arrived(
    visit: Visit, tmp_path: Any, size: tuple[int, int]
) -> None:
    visit.expects_losses = True
    with ExitStack() as stack:
        table = stack.enter_context(sitting(tmp_path, SMALL, ALONE, factor=0.0))
        window = {"width": size[0], "height": size[1]}
        player = visit(table.address, viewport=window)
        player.wait_for_selector("body[data-seated]")
        watcher = visit(table.address, viewport=window)
        watcher.wait_for_selector("#watching:not([hidden])")
        port = urlsplit(table.address).port
        stack.close()
        player.wait_for_selector("#delivery:has-text('nothing you do reaches the table')")
        watcher.wait_for_selector("#delivery:has-text('as it last was')")
        for page in (player, watcher):
            for covered in (".saying", ".top"):
                assert not overlap(page, "#delivery", covered), covered
        Mouse(player).drag("south-stock", "south-1")
        with sitting(tmp_path, SMALL, ALONE, factor=0.0, port=port) as again:
            for page in (player, watcher):
                page.wait_for_selector(".notice:has-text('Connected again: you see the table as it is now')")
                assert page.locator("#delivery").is_hidden()
                assert not overlap(page, ".notice", ".saying")
            assert again.truth["south-1"] == 0
            player.wait_for_selector(".notice", state="hidden")
            for page in (player, watcher):
                page.goto("about:blank")


def test_a_hand_holds_what_it_took_while_a_slow_network_carries_the_order(sit: Sit, visit: Visit) -> None:
    table = sit(SMALL, ALONE)
    page = visit(table.address)
    on_the_way: list[str] = []
    is_slow = False

    def between(socket: Any) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda message: on_the_way.append(message) if is_slow else server.send(message))

    page.route_web_socket("**/live*", between)
    page.clock.install()
    page.reload()
    page.wait_for_selector("body[data-seated]")
    is_slow = True
    mouse = Mouse(page)
    mouse.tap("south-stock")
    wait_until(lambda: page.evaluate("true") and on_the_way, lambda: "an order")
    page.clock.fast_forward(2000)
    # Somebody else comes, which the page is told of, and with it of a hand that still holds nothing.
    visit(table.address)
    page.wait_for_selector("#people:text-is('2 people here')")
    mouse.tap("south-1")
    wait_until(lambda: page.evaluate("true") and len(on_the_way) > 1, lambda: str(on_the_way))
    assert [json.loads(each)["do"] for each in on_the_way] == ["take", "drop"]
