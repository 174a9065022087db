"""A page in any of the browsers, with as much of Playwright's page as the tests' hands need."""

import json
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from cupsboard.rules.game import Plan
from cupsboard.rules.places import Place
from engines import Window, awaited

PATIENCE_SECONDS = 20.0
DRAG_PAUSE_MILLISECONDS = 30
SLIDE_MILLISECONDS = 250
KEYS = {
    "Control": "\ue009", "Shift": "\ue008", "Alt": "\ue00a",
    "Enter": "\ue007", "Tab": "\ue004", "Escape": "\ue00c", " ": " ",
    "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015",
}  # fmt: skip
"""WebDriver's names for keys that write nothing."""


class Page:
    """One page."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.mouse, self.keyboard = Mouse(self), Keyboard(self)

    def goto(self, address: str) -> None:
        self.window.go(address)

    def reload(self) -> None:
        self.window.go(str(self.evaluate("location.href")))

    def evaluate(self, script: str, value: Any = None) -> Any:
        """What an expression comes to, or what a function makes of a value."""
        return self.window.run(f"((it) => typeof it === 'function' ? it({json.dumps(value)}) : it)({script})")

    def locator(self, selector: str) -> "Found":
        return Found(self, selector)

    def click(self, selector: str) -> None:
        self.locator(selector).click()

    def inner_text(self, selector: str) -> str:
        return str(self.evaluate("(each) => document.querySelector(each)?.innerText ?? ''", selector))

    def wait_for(self, script: str, seconds: float = PATIENCE_SECONDS) -> Any:
        """Wait for something that is so on the page."""
        said = "document.querySelector('#say')?.innerText"
        return awaited(
            lambda: self.evaluate(script), lambda: f"{script} beside {self.evaluate(said)!r}", seconds
        )

    def wait_for_selector(self, selector: str) -> None:
        self.wait_for(f"document.querySelector({json.dumps(selector)}) !== null")

    def open_makers_fold(self) -> None:
        """Show what the page has for makers: other hands' mistakes, trouble, both buttons at once."""
        self.evaluate("() => { document.querySelector('#makers').open = true; }")

    def wait_for_timeout(self, milliseconds: float) -> None:
        sleep(milliseconds / 1000)

    def screenshot(self, path: Path) -> None:
        path.write_bytes(self.window.picture())

    def press(self, selector: str, seconds: float, kind: str = "mouse") -> None:
        """Hold something down for a while."""
        x, y = self.locator(selector).middle()
        pause = {"type": "pause", "duration": round(1000 * seconds)}
        self.point(kind, to(x, y), DOWN, pause, UP)

    def point(self, kind: str, *actions: dict[str, Any]) -> None:
        if kind == "touch" and not self.window.can_touch:
            raise NotImplementedError("this browser's driver has no fingers")
        source = {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions}
        self.window.act([source])


DOWN: dict[str, Any] = {"type": "pointerDown", "button": 0}
UP: dict[str, Any] = {"type": "pointerUp", "button": 0}


def to(x: float, y: float, milliseconds: int = 0) -> dict[str, Any]:
    return {"type": "pointerMove", "x": round(x), "y": round(y), "duration": milliseconds}


class Found:
    """The first element that fits a selector."""

    def __init__(self, page: Page, selector: str) -> None:
        self._page, self._selector = page, selector

    def count(self) -> int:
        return int(self._page.evaluate("(each) => document.querySelectorAll(each).length", self._selector))

    def bounding_box(self) -> dict[str, float]:
        self._page.wait_for_selector(self._selector)
        box = self._page.evaluate(
            "(each) => { const box = document.querySelector(each).getBoundingClientRect();"
            " return { x: box.x, y: box.y, width: box.width, height: box.height }; }",
            self._selector,
        )
        return dict(box)

    def middle(self) -> tuple[float, float]:
        box = self.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def show(self) -> None:
        """Bring it into view, as anybody would before touching it."""
        self._page.wait_for_selector(self._selector)
        self._page.evaluate(
            "(each) => { const it = document.querySelector(each);"
            " const { top, bottom } = it.getBoundingClientRect();"
            " if (top < 0 || bottom > innerHeight) it.scrollIntoView({ block: 'center' }); }",
            self._selector,
        )

    def click(self) -> None:
        self.show()
        self._page.mouse.click(*self.middle())

    def tap(self) -> None:
        self.show()
        x, y = self.middle()
        self._page.point("touch", to(x, y), DOWN, {"type": "pause", "duration": 40}, UP)


class Mouse:
    """A mouse that moves a little before it presses, as mice do."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def move(self, x: float, y: float, steps: int = 1) -> None:
        self._page.point("mouse", to(x, y, DRAG_PAUSE_MILLISECONDS * steps))

    def down(self) -> None:
        self._page.point("mouse", DOWN)

    def up(self) -> None:
        self._page.point("mouse", UP)

    def click(self, x: float, y: float) -> None:
        self._page.point("mouse", to(x, y), DOWN, UP)


class DraggingFinger:
    """Drags each bean to its place with a finger on the glass, by the driver's own input."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def play(self, plan: Plan) -> None:
        """Carry a move out bean by bean, and press the button."""
        assert plan.side is not None
        for each in plan.open:
            for _ in range(each.count):
                self.drag(each.source, each.target)
        self._page.locator(f"#button-{plan.side.value}").tap()

    def drag(self, source: Place, target: Place) -> None:
        ends = [self._page.locator(f"#place-{place} .target-shape") for place in (source, target)]
        ends[0].show()
        start, end = (to(*found.middle()) for found in ends)
        slide = end | {"duration": SLIDE_MILLISECONDS}
        self._page.point("touch", start, DOWN, slide, UP)


class Keyboard:
    """Keys by Playwright's names."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def down(self, key: str) -> None:
        self._act({"type": "keyDown", "value": KEYS.get(key, key)})

    def up(self, key: str) -> None:
        self._act({"type": "keyUp", "value": KEYS.get(key, key)})

    def press(self, key: str) -> None:
        value = KEYS.get(key, key)
        self._act({"type": "keyDown", "value": value}, {"type": "keyUp", "value": value})

    def hold(self, key: str, seconds: float) -> None:
        self.down(key)
        end = monotonic() + seconds
        sleep(max(0.0, end - monotonic()))
        self.up(key)

    def _act(self, *actions: dict[str, Any]) -> None:
        self._page.window.act([{"type": "key", "id": "keys", "actions": actions}])
