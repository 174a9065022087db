"""Ways to play a move on the page: with a mouse, with the keys alone, with a finger."""

from typing import Any

from cupsboard.rules.game import Plan
from cupsboard.rules.places import Place, Side, is_cup, stock
from processes import wait_until
from sitting import Sitting, comes_true

NEXT_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
AIM = """(selector) => new Promise((found, failed) => {
  scrollTo(0, 0);
  const look = (before, left) => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    const now = box && [box.x + box.width / 2, box.y + box.height / 2];
    if (now && String(now) === String(before)) found(now);
    else if (left === 0) failed(new Error(`${selector} never stands still`));
    else requestAnimationFrame(() => requestAnimationFrame(() => look(now, left - 1)));
  };
  look(null, 300);
})"""
"""The middle of something that stands still: a page draws its board anew while it finds its size."""


BEANS_BESIDE_THE_TRAYS = """() => [...document.querySelectorAll('.layer-beans .bean')].map((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  const on = (place) => { const b = document.getElementById('place-' + place).getBoundingClientRect();
    return x > b.left && x + width < b.right && y > b.top && y + height < b.bottom; };
  return on('south-stock') || on('north-stock') ? null : [x + width / 2, y + height / 2];
}).filter(Boolean)"""
# A bean flies for a moment; who taps at it on its way means what it flies over.
LIES_STILL = "[...document.querySelectorAll('.bean')].every((each) => each.getAnimations().length === 0)"


def drop_the_first_bean(table: Sitting, page: Any) -> None:
    """Play South's first move with the mouse: one bean into its first cup, and a press."""
    page.wait_for_selector("body[data-seated]")
    hand = Mouse(page)
    hand.drag("south-stock", "south-1")
    wait_until(lambda: table.truth["south-1"] == 1, lambda: str(table.truth))
    hand.press(Side.SOUTH)
    page.wait_for_selector(".moves li[value='1']")


def loose_bean_lies(page: Any) -> tuple[float, float]:
    """Wait until a bean beside the board is drawn and lies still; return where it is."""
    comes_true(page, "!document.querySelector('.layer-air .bean')")
    wait_until(lambda: page.evaluate(BEANS_BESIDE_THE_TRAYS), lambda: "a loose bean drawn")
    comes_true(page, LIES_STILL)
    x, y = page.evaluate(BEANS_BESIDE_THE_TRAYS)[0]
    return x, y


def beside_the_board(page: Any) -> tuple[float, float]:
    """A point on the table's wood-free corner at South's left."""
    box = page.locator("#scene").bounding_box()
    return box["x"] + 0.07 * box["width"], box["y"] + 0.93 * box["height"]


class Mouse:
    def __init__(self, page: Any) -> None:
        self.page = page

    def at(self, place: str) -> tuple[float, float]:
        """The middle of a place in the window, which shows the whole board."""
        return self.middle_of(f"#place-{place} .target-shape")

    def middle_of(self, selector: str) -> tuple[float, float]:
        """The middle of what a selector finds."""
        x, y = self.page.evaluate(AIM, selector)
        return x, y

    def drag(self, source: str, target: str, *held: str) -> None:
        for key in held:
            self.page.keyboard.down(key)
        self.page.mouse.move(*self.at(source))
        self.page.mouse.down()
        self.page.mouse.move(*self.at(target), steps=4)
        self.page.mouse.up()
        for key in held:
            self.page.keyboard.up(key)

    def tap(self, place: str) -> None:
        self.page.mouse.click(*self.at(place))

    def choose(self, tool: str) -> None:
        self.page.click(f"[data-tool={tool}]")

    def take_all(self, place: str) -> None:
        self.choose("handful")
        self.tap(place)

    def press(self, side: Side) -> None:
        self.page.locator(f"#button-{side.value}").click()

    def play(self, plan: Plan) -> None:
        side = plan.side
        assert side is not None
        sown = next((each.source for each in plan.open if is_own_cup(each.source, side)), None)
        if sown is not None:
            self.take_all(sown)
        for each in plan.open:
            if each.source == sown:
                for _ in range(each.count):
                    self.tap(each.target)
            elif each.source == stock(side):
                for _ in range(each.count):
                    self.drag(each.source, each.target)
            else:
                self.drag(each.source, each.target, "Control")
        self.press(side)


class Keys:
    """Never touches the mouse: the focus is where the arrows lead."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def go_to(self, place: str) -> None:
        """Walk there with the arrows, as far as it takes."""
        keyboard = self.page.keyboard
        if not self.page.evaluate("document.activeElement.closest('.target') !== null"):
            keyboard.press("ArrowRight")
        for _ in range(40):
            here, there = (
                self.page.evaluate(
                    "id => { const b = (id ? document.getElementById(id) : document.activeElement)"
                    ".querySelector('.target-shape').getBoundingClientRect();"
                    " return [b.x + b.width / 2, b.y + b.height / 2]; }",
                    name,
                )
                for name in (None, f"place-{place}")
            )
            if self.page.evaluate("document.activeElement.id") == f"place-{place}":
                return
            right, down = there[0] - here[0], there[1] - here[1]
            if abs(right) > 30:
                keyboard.press("ArrowRight" if right > 0 else "ArrowLeft")
            else:
                keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
        raise AssertionError(f"the arrows never lead to {place}")

    def press(self) -> None:
        self.page.keyboard.press("e")

    def play(self, plan: Plan) -> None:
        side = plan.side
        assert side is not None
        keyboard = self.page.keyboard
        for each in plan.open:
            if each.source == stock(side):
                for _ in range(each.count):
                    keyboard.press(each.target.rpartition("-")[2][-1])
            else:
                self.go_to(each.source)
                keyboard.press("c")
                if is_own_cup(each.source, side):
                    keyboard.press("t")
                    keyboard.press("c")
                    self._sow(plan, each.source)
                    break
                self.go_to(each.target)
                keyboard.press("p")
                self.go_to(each.source)
                keyboard.press("c")
        self.press()

    def _sow(self, plan: Plan, source: Place) -> None:
        for each in plan.open:
            if each.source == source:
                self.go_to(each.target)
                for _ in range(each.count):
                    self.page.keyboard.press("d")


def is_own_cup(place: Place, side: Side) -> bool:
    return is_cup(place) and place.startswith(side.value)


class Fingertip:
    """A finger that touches, slides and is lifted, by Chromium's own input; it may be taken for a swipe."""

    def __init__(self, page: Any) -> None:
        self._session = page.context.new_cdp_session(page)
        self._at = (0.0, 0.0)

    def down(self, point: tuple[float, float]) -> None:
        """Touch the window here."""
        self._at = point
        self._send("touchStart", point)

    def slide(self, to: tuple[float, float], steps: int = 8) -> None:
        """Move on to another point, touching the glass."""
        (left, top), (right, bottom) = self._at, to
        for step in range(1, steps + 1):
            share = step / steps
            self._send("touchMove", (left + (right - left) * share, top + (bottom - top) * share))
        self._at = to

    def up(self) -> None:
        """Let go."""
        self._send("touchEnd")

    def _send(self, what: str, *points: tuple[float, float]) -> None:
        touching = [{"x": x, "y": y} for x, y in points]
        self._session.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": touching})


class Finger:
    """Taps only, as on a phone."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def tap(self, place: str) -> None:
        self.page.locator(f"#place-{place} .target-shape").tap()

    def choose(self, tool: str) -> None:
        self.page.locator(f"[data-tool={tool}]").tap()

    def play(self, plan: Plan) -> None:
        side = plan.side
        assert side is not None
        own = [each for each in plan.open if each.source == stock(side)]
        sown = [each for each in plan.open if is_own_cup(each.source, side)]
        for _ in range(sum(each.count for each in own)):
            self.tap(stock(side))
        if sown:
            self.choose("handful")
            self.tap(sown[0].source)
        for each in own + sown:
            for _ in range(each.count):
                self.tap(each.target)
        for each in plan.open:
            if each not in own and each not in sown:
                self.choose("cup")
                for place in (each.source, each.target, each.source):
                    self.tap(place)
                self.choose("bean")
        self.page.locator(f"#button-{side.value}").tap()
