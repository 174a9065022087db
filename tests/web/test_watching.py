"""The live view: what viewers see, late ones too, and what becomes of it when the server goes away."""

import json
from contextlib import ExitStack
from typing import Any
from urllib.parse import urlsplit

from cupsboard.rules.places import Side
from cupsim.runs.game_world import Setting
from hands_of_a_tester import Mouse
from processes import wait_until
from sitting import NOBODY, Sit, Visit, sitting

COUNTS = "[...document.querySelectorAll('.plate .count')].map((each) => each.textContent).join()"


def test_a_live_view_knows_of_nothing_but_the_board_and_has_no_hands(sit: Sit, visit: Visit) -> None:
    table = sit(Setting(7, cups=3), NOBODY, is_only_watched=True)
    page = visit(table.address)
    wait_until(lambda: page.locator(".moves li[data-side]").count() >= 2, lambda: page.inner_text(".play"))
    assert page.locator("#hand-tools > :not(#ask-hint)").count() == 0
    assert page.locator("#place-south-1").get_attribute("role") == "img"
    assert page.locator("[tabindex='0'].target").count() == 0
    assert not table.evening.live_state().keys() & {"table", "evening"}
    believed = sum(int(each) for each in page.locator(".plate .count").all_text_contents())
    assert believed == 2 * 30
    assert page.locator(".bean").count() == 2 * 30


def test_two_viewers_and_a_late_one_see_the_same_board(sit: Sit, visit: Visit) -> None:
    table = sit(Setting(7, cups=2, stock_beans=4))
    first, second = visit(table.address), visit(table.address, locale="de-DE")
    mouse = Mouse(first)
    mouse.drag("south-stock", "south-1")
    mouse.press(Side.SOUTH)
    for page in (first, second):
        page.wait_for_selector(".moves li[data-side=south]")
    late = visit(table.address)
    late.wait_for_selector(".moves li[data-side=south]")
    wait_until(
        lambda: len({page.evaluate(COUNTS) for page in (first, second, late)}) == 1,
        lambda: str([page.evaluate(COUNTS) for page in (first, second, late)]),
    )
    assert "North's turn" in late.inner_text("#say")
    assert "Nord ist am Zug" in second.inner_text("#say")
    assert second.evaluate("document.documentElement.lang") == "de"


def test_the_lights_on_the_page_are_the_pixels_on_the_wire(sit: Sit, visit: Visit) -> None:
    table = sit(Setting(7, cups=2), NOBODY, factor=0.0)
    world = table.evening.world
    world.run_until(3.0)
    page = visit(table.address)
    wire = world.bench.strip.colours
    wanted = {
        place: [bytes(wire[index]).hex() for index in span]
        for place, span in world.profile.strip.pixels.items()
    }
    shown = page.evaluate(
        "Object.fromEntries([...document.querySelectorAll('.ring')].map((ring) => [ring.dataset.place,"
        " [...ring.querySelectorAll('.pixel')].map((each) => each.dataset.rgb || '000000')]))"
    )
    assert all("000000" not in pixels for pixels in wanted.values())
    assert shown == wanted


def test_a_server_that_comes_back_is_found_again_by_an_open_page(visit: Visit, tmp_path: Any) -> None:
    visit.expects_losses = True
    with ExitStack() as stack:
        table = stack.enter_context(sitting(tmp_path, Setting(7, cups=2)))
        page = visit(table.address)
        port = urlsplit(table.address).port
        page.wait_for_selector("html[data-connection=open]")
        stack.close()
        page.wait_for_selector("html[data-connection=lost]")
        assert "Connection lost" in page.inner_text("#connection")
        with sitting(tmp_path, Setting(8, cups=3), port=port) as again:
            page.wait_for_selector("html[data-connection=open]")
            page.wait_for_selector("#place-south-3")
            Mouse(page).drag("south-stock", "south-1")
            wait_until(lambda: again.truth["south-1"] == 1, lambda: str(again.truth))
            page.goto("about:blank")


def test_a_live_view_only_reads(sit: Sit, visit: Visit) -> None:
    table = sit(Setting(7, cups=2), NOBODY, is_only_watched=True)
    page, other = visit(table.address), visit(table.address)
    order = json.dumps({"do": "take", "side": "south", "place": "south-stock"})
    code = page.evaluate(
        """(order) => new Promise((done) => {
          const socket = new WebSocket(`ws://${location.host}/live`);
          socket.onopen = () => socket.send(order);
          socket.onclose = (event) => done(event.code);
        })""",
        order,
    )
    assert code == 1008
    assert other.evaluate("document.documentElement.dataset.connection") == "open"


def test_weights_come_only_while_they_are_looked_at(sit: Sit, visit: Visit) -> None:
    table = sit(Setting(7, cups=2), is_only_watched=True)
    page = visit(table.address)
    details = table.stage.details
    assert details.viewers == 0
    page.click("#makers-title")
    page.click("summary:has-text('Weights')")
    weight = page.locator(".details td.column-weight").first
    wait_until(lambda: "g" in weight.inner_text(), weight.inner_text)
    assert details.viewers == 1
    page.click("summary:has-text('Weights')")
    wait_until(lambda: details.viewers == 0, lambda: str(details.viewers))


def test_a_connection_that_falls_silent_without_a_close_is_lost_and_tried_again(
    sit: Sit, visit: Visit
) -> None:
    page = visit(sit(Setting(7, cups=2)).address)
    is_silent = False

    def between(socket: Any) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: None if is_silent else socket.send(message))

    page.route_web_socket("**/live", between)
    page.clock.install()
    page.reload()
    page.wait_for_selector("html[data-connection=open]")
    is_silent = True
    page.clock.fast_forward(13_000)
    page.wait_for_selector("html[data-connection=lost]")
    assert "Connection lost" in page.inner_text("#connection")
    is_silent = False
    page.clock.fast_forward(1000)
    page.wait_for_selector("html[data-connection=open]")
