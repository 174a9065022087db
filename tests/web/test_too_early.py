"""A page that shows what is expected to lie there, as in a tab: who acts before the board is there."""

import json
from collections.abc import Callable
from typing import Any

from cupsboard.rules.places import Side
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from processes import PATIENCE_SECONDS, wait_until
from sitting import Sit

ALONE = {Side.SOUTH: PERSON, Side.NORTH: "greedy"}
TOO_EARLY = "The table is being set: nothing moves yet."


class LateBoard:
    """A board whose state comes as a preview, until it is let through."""

    def __init__(self, page: Any) -> None:
        self._waiting: list[str] | None = []
        self._page: Any = None
        page.route_web_socket("**/live*", self._between)

    def _between(self, route: Any) -> None:
        self._page = route
        route.connect_to_server().on_message(self._heard)

    def _heard(self, text: str) -> None:
        if self._waiting is None:
            self._page.send(text)
            return
        message = json.loads(text)
        if "hello" in message:
            self._page.send(text)
            return
        if not self._waiting and "state" in message:
            self._page.send(json.dumps({"preview": message["state"]}))
        self._waiting.append(text)

    def shows_itself(self) -> None:
        """Let the state through alone: the board has not met the page yet."""
        assert self._waiting
        self._page.send(self._waiting.pop(0))

    def comes(self) -> None:
        """Let through what has waited, and all that follows."""
        waiting, self._waiting = self._waiting or [], None
        for text in waiting:
            self._page.send(text)


def test_a_key_a_finger_and_a_button_are_told_that_it_is_too_early_and_the_first_bean_after_it_counts(
    sit: Sit, browser: Any
) -> None:
    table = sit(Setting(7, cups=2), ALONE)
    context = browser.new_context(locale="en-GB", has_touch=True)
    try:
        context.set_default_timeout(1000 * PATIENCE_SECONDS)
        context.add_init_script("localStorage.setItem('cups-guide', 'no')")
        page = context.new_page()
        late = LateBoard(page)
        page.goto(table.address)
        page.wait_for_selector(".layer-beans .bean")
        acts: list[Callable[[], object]] = [
            lambda: page.keyboard.press("1"),
            lambda: page.keyboard.press("e"),
            lambda: page.tap("#button-south"),
            lambda: page.tap("#place-south-stock"),
        ]
        for comes in (late.shows_itself, late.comes):
            for act in acts:
                page.evaluate("document.querySelector('.notice').hidden = true")
                act()
                page.wait_for_selector(f".notice:visible:has-text('{TOO_EARLY}')")
            comes()
            page.wait_for_selector("html[data-connection=open]")
        page.wait_for_selector("body[data-seated]")
        page.keyboard.press("1")
        page.wait_for_selector("#say:has-text('drop 1')")
        wait_until(lambda: table.truth["south-1"] == 1, lambda: str(table.truth))
    finally:
        context.close()
