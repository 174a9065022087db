"""Every slip that a player makes at a table, and its way out, on a page of a board with three cups a side.

One person plays both sides. After each slip the board must say what is wrong, the way out must lead back into
the game, and what the record says must then lie on the table.
"""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any

from cupsboard.rules.places import Side, is_cup, stock
from engines import awaited
from evening import Evening, entered
from hands_of_a_tester import Mouse
from page import PATIENCE_SECONDS, Page

SOUTH, NORTH = Side.SOUTH, Side.NORTH
SECONDS_OF_A_HOLD, SECONDS_OF_A_LONG_HOLD = 1.2, 4.4


@dataclass(frozen=True)
class Slip:
    """One slip: what the board said to it, and what became of it."""

    name: str
    said: str
    fault: str

    def cells(self) -> list[str]:
        return [self.name, self.said, self.fault or "yes"]


class Player:
    """Plays with a mouse, slips, and finds out again."""

    def __init__(self, page: Page, evening: Evening) -> None:
        self.page, self.evening = page, evening
        self.mouse = Mouse(page)
        page.open_makers_fold()

    @property
    def said(self) -> str:
        return " ".join(self.page.inner_text("#say").split())

    def hears(self, pattern: str, seconds: float = PATIENCE_SECONDS) -> str:
        """Wait for a sentence; gives all of it."""
        awaited(lambda: re.search(pattern, self.said), lambda: f"{pattern!r}; it said {self.said!r}", seconds)
        return self.said

    def bean(self, source: str, target: str) -> None:
        """One bean from place to place, by two clicks, each done before the next."""
        before = self.evening.truth()
        self.choose("bean")
        self.mouse.tap(source)
        self._lies(lambda now: now[source] == before[source] - 1)
        self.mouse.tap(target)
        self._lies(lambda now: now[target] == before[target] + 1)

    def choose(self, tool: str) -> None:
        self.page.click(f"button[data-tool={tool}]")

    def drop(self, side: Side, *cups: int) -> None:
        for cup in cups:
            self.bean(stock(side), f"{side.value}-{cup}")

    def pour(self, source: str, target: str) -> None:
        count = self.evening.truth()[source]
        before = self.evening.truth()[target]
        self.mouse.drag(source, target, "Control")
        self._lies(lambda now: now[target] == before + count and now[source] == 0)

    def press(self, side: Side) -> None:
        self.mouse.press(side)

    def hold(self, side: Side, seconds: float) -> None:
        self.page.press(f"#button-{side.value}", seconds)

    def ends_turn(self, act: Callable[[], object]) -> None:
        """Do what must end the turn, and see the move in the list and on the table."""
        before = entered(self.page)
        act()
        awaited(lambda: entered(self.page) > before, lambda: f"one more move; it said {self.said!r}")
        self.agrees()

    def agrees(self) -> None:
        """What the record says lies on the table."""

        def differences() -> dict[str, tuple[int, int]]:
            history = self.evening.history()
            agreed, truth = history.game.contents(history.position), self.evening.truth()
            return {place: (count, truth[place]) for place, count in agreed.items() if truth[place] != count}

        awaited(lambda: not differences(), lambda: f"record and table alike: {differences()}")

    def to_move(self) -> Side:
        """Whose turn it is; an empty table is played on a little first."""
        if not self.evening.history().entries:
            self._begin()
        turn = awaited(lambda: self.evening.state()["game"].get("turn"), lambda: "somebody's turn")
        return Side(turn)

    def _begin(self) -> None:
        for side, cups in ((SOUTH, (1, 2)), (NORTH, (1,))):
            self.drop(side, *cups)
            self.page.wait_for_timeout(1200)
            self.ends_turn(partial(self.press, side))

    def full_cup(self, side: Side) -> str:
        """The fullest cup of a side."""
        truth = self.evening.truth()
        return max((f"{side.value}-{cup}" for cup in (1, 2, 3)), key=lambda cup: truth[cup])

    def marks(self) -> str:
        """What the lights ask for, place by place."""
        signs = self.evening.state()["signs"]
        wrong = {"TOO_MANY": "too many", "TOO_FEW": "too few", "LOOK": "look", "LIFTED": "lifted"}
        return ", ".join(
            f"{place} {wrong[sign['meaning']]}" for place, sign in signs.items() if sign["meaning"] in wrong
        )

    def goes_on(self, side: Side) -> None:
        """The game goes on as if nothing had been: the same player moves, and nothing is marked."""
        self.agrees()
        awaited(
            lambda: self.evening.state()["game"].get("turn") == side.value and not self.marks(),
            lambda: f"{side.value}'s turn again; it said {self.said!r}, marked {self.marks()}",
        )

    def follow_lights(self, seconds: float = 120.0) -> None:
        """Obey the signs for too many and too few, one bean at a time, until there are none."""
        end, calm_since = monotonic() + seconds, None
        while monotonic() < end:
            signs = self.evening.state()["signs"]
            out = [place for place, sign in signs.items() if sign["meaning"] == "TOO_MANY"]
            into = [place for place, sign in signs.items() if sign["meaning"] == "TOO_FEW"]
            if out or into:
                calm_since = None
                source = out[0] if out else stock(side_of(into[0]))
                target = into[0] if into else stock(side_of(out[0]))
                self.bean(source, target)
                self.page.wait_for_timeout(1500)
            elif calm_since is None:
                calm_since = monotonic()
            elif monotonic() - calm_since > 3:
                return
            self.page.wait_for_timeout(200)
        raise TimeoutError(f"the lights led nowhere; it said {self.said!r}")

    def trouble(self, name: str, place: str | None = None, other: str | None = None) -> None:
        choose = """(wish) => {
          for (const each of document.querySelectorAll('.trouble')) each.open = true;
          for (const [id, value] of wish) {
            if (!value) continue;
            const select = document.getElementById(id);
            select.value = value;
            select.dispatchEvent(new Event('change'));
          }
        }"""
        close = "() => { document.querySelector('.trouble').open = false; scrollTo(0, 0); }"
        self.page.evaluate(choose, [["trouble-place", place], ["trouble-other", other]])
        self.page.click(f"#trouble-{name}")
        self.page.evaluate(close)

    def _lies(self, is_so: Callable[[dict[str, int]], bool]) -> None:
        awaited(lambda: is_so(self.evening.truth()), lambda: str(self.evening.truth()))


def side_of(place: str) -> Side:
    return Side(place.split("-")[0])


def wrong_cup(player: Player) -> str:
    player.drop(SOUTH, 2)
    said = player.hears("cup 1")
    player.drop(SOUTH, 1)
    player.ends_turn(lambda: player.press(SOUTH))
    return said


def two_in_one_cup(player: Player) -> str:
    player.drop(NORTH, 1, 1)
    said = player.hears("(?i)too many|take|no move|at most")
    player.bean("north-1", "north-stock")
    player.page.wait_for_timeout(1500)
    player.ends_turn(lambda: player.press(NORTH))
    return said


def pressed_early(player: Player) -> str:
    player.drop(SOUTH, 2)
    player.hears("cup 1")
    player.press(SOUTH)
    said = player.hears("(?i)to finish|still|missing|cup 1")
    player.ends_turn(lambda: player.drop(SOUTH, 1))
    return said


def capture_forgotten(player: Player) -> str:
    player.drop(NORTH, 1, 2)
    player.hears("(?i)captur")
    player.press(NORTH)
    said = player.hears("(?i)captur.*(still|move)|still.*captur|beans? of")
    player.ends_turn(lambda: player.pour("south-2", "north-pot"))
    return said


def captured_before_the_drop(player: Player) -> str:
    player.pour("north-2", "south-pot")
    player.page.wait_for_timeout(1500)
    said = player.said
    player.drop(SOUTH, 1, 2)
    player.page.wait_for_timeout(1500)
    player.ends_turn(lambda: player.press(SOUTH))
    return said


def captured_without_right(player: Player) -> str:
    side, source = a_safe_cup(player)
    player.pour(source, f"{side.value}-pot")
    said = player.hears("(?i)too many|no move|take|missing|put")
    marks = player.marks()
    player.follow_lights()
    player.goes_on(side)
    return f"{said} (marks: {marks})"


def cup_lifted(player: Player) -> str:
    side = player.to_move()
    cup = player.full_cup(side)
    player.choose("cup")
    player.mouse.tap(cup)
    said = player.hears("(?i)lifted")
    player.mouse.tap(cup)
    player.choose("bean")
    player.goes_on(side)
    return said


def poured_into_another(player: Player) -> str:
    side = player.to_move()
    source = player.full_cup(side)
    target = next(f"{side.value}-{cup}" for cup in (3, 2, 1) if f"{side.value}-{cup}" != source)
    count = player.evening.truth()[source]
    player.pour(source, target)
    said = player.hears("(?i)too many|beans? of|no move|into .* cup")
    for _ in range(count):
        player.bean(target, source)
    player.goes_on(side)
    return said


def cups_exchanged(player: Player) -> str:
    side = player.to_move()
    one = player.full_cup(side)
    # Cups that hold the same may change places; nobody need notice.
    truth = player.evening.truth()
    other = next(place for place in truth if is_cup(place) and truth[place] != truth[one])
    player.trouble("swap", one, other)
    said = player.hears("(?i)exchanged|too many|no move|missing")
    player.trouble("swap", one, other)
    player.goes_on(side)
    return said


def bumped(player: Player) -> str:
    side = player.to_move()
    player.page.click("#deed-bump")
    player.page.wait_for_timeout(1000)
    said = player.said
    player.goes_on(side)
    return said


def coin_in_a_cup(player: Player) -> str:
    side = player.to_move()
    cup = player.full_cup(side)
    player.trouble("coin", cup)
    said = player.hears("(?i)lies or presses|something|no bean|too many")
    player.trouble("coin", cup)
    player.goes_on(side)
    return said


def coin_on_a_wrong_table(player: Player) -> str:
    side = player.to_move()
    cup = player.full_cup(side)
    other = next(f"{side.value}-{number}" for number in (1, 2, 3) if f"{side.value}-{number}" != cup)
    for _ in range(3):
        player.bean(stock(side), other)
    player.hears("(?i)too many|take|no move|at most")
    player.trouble("coin", cup)
    player.page.wait_for_timeout(7000)
    said, marks = player.said, player.marks()
    player.trouble("coin", cup)
    player.page.wait_for_timeout(2000)
    for _ in range(3):
        player.bean(other, stock(side))
    player.goes_on(side)
    return f"{said} (coin in {cup}, three beans too many in {other}; marks: {marks})"


def leaned_on(player: Player) -> str:
    side = player.to_move()
    player.choose("lean")
    player.mouse.tap(player.full_cup(side))
    said = player.hears("(?i)lies or presses|something|lifted", 10)
    player.choose("bean")
    player.goes_on(side)
    return said


def sown_too_few(player: Player) -> str:
    for _ in range(10):
        player.to_move()
        plans = player.evening.plans()
        sowing = next((plan for plan in plans if "sow" in plan.label and len(plan.open) > 1), None)
        if sowing is not None:
            break
        player.ends_turn(partial(player.mouse.play, min(plans, key=lambda each: len(each.open))))
    assert sowing is not None, "nothing could be sown"
    source = next(iter({each.source for each in sowing.open if "stock" not in each.source}))
    side = side_of(source)
    player.choose("handful")
    player.mouse.tap(source)
    player.page.wait_for_timeout(1500)
    player.choose("bean")
    targets = [each.target for each in sowing.open if each.source == source for _ in range(each.count)]
    for target in targets[:-1]:
        player.mouse.tap(target)
        player.page.wait_for_timeout(1000)
    player.press(side)
    said = player.hears("(?i)missing|to finish|still|sow")
    before = entered(player.page)

    def finish() -> None:
        player.mouse.tap(targets[-1])
        player.page.wait_for_timeout(3000)
        if entered(player.page) == before:
            player.press(side)

    player.ends_turn(finish)
    return said


def undone_and_redone(player: Player) -> str:
    entries = [str(each) for each in player.evening.history().entries]
    player.page.press("#deed-both", SECONDS_OF_A_HOLD)
    awaited(
        lambda: len(player.evening.history().entries) < len(entries),
        lambda: f"an undo; it said {player.said!r}",
    )
    said = player.hears("^Undone")
    player.page.press("#deed-both", 0.15)
    awaited(
        lambda: [str(each) for each in player.evening.history().entries] == entries,
        lambda: f"the redo; it said {player.said!r}",
    )
    player.page.wait_for_timeout(2000)
    player.agrees()
    return said


def paused(player: Player) -> str:
    side = player.to_move()
    player.page.press("#deed-both", SECONDS_OF_A_LONG_HOLD)
    said = player.hears("^A pause")
    player.press(side)
    awaited(lambda: "ause" not in player.said, lambda: f"to go on; it said {player.said!r}")
    return said


def held_without_need(player: Player) -> str:
    side = player.to_move()
    entries = len(player.evening.history().entries)
    player.hold(side, SECONDS_OF_A_HOLD)
    player.page.wait_for_timeout(1500)
    said = player.said
    if len(player.evening.history().entries) != entries:
        raise AssertionError(f"a hold changed the game without a question: {player.said!r}")
    player.page.keyboard.press("Escape")
    other = NORTH if side is SOUTH else SOUTH
    player.hold(side, SECONDS_OF_A_HOLD)
    player.page.wait_for_timeout(1500)
    if len(player.evening.history().entries) != entries:
        raise AssertionError(f"a second hold changed the game, {other.value} to move: {player.said!r}")
    if "?" in player.said:
        # A question that nobody meant to ask is said no to, as it tells: by one more hold.
        player.hold(side, SECONDS_OF_A_HOLD)
        player.page.wait_for_timeout(1500)
    return said


def new_game(player: Player) -> str:
    side = player.to_move()
    player.hold(side, SECONDS_OF_A_LONG_HOLD)
    said = player.hears("new game.*say yes")
    # A press on the heels of the hold is none: nobody has read the question yet.
    player.page.wait_for_timeout(1200)
    player.press(side)
    awaited(lambda: not player.evening.history().entries, lambda: f"a new game; it said {player.said!r}")
    return said


def a_safe_cup(player: Player) -> tuple[Side, str]:
    """Who moves, and a cup of the other with beans that no move of theirs captures."""
    for _ in range(8):
        side, truth = player.to_move(), player.evening.truth()
        plans = player.evening.plans()
        taken = {each.source for plan in plans for each in plan.open}
        other = NORTH if side is SOUTH else SOUTH
        safe = [
            cup
            for cup in (f"{other.value}-{number}" for number in (1, 2, 3))
            if truth[cup] and cup not in taken
        ]
        if safe:
            return side, safe[0]
        plan = max(plans, key=lambda each: (len(each.open), each.label))
        player.ends_turn(partial(player.mouse.play, plan))
    raise TimeoutError("a cup that may not be captured")


SLIPS: dict[str, Callable[[Player], str]] = {
    "a bean into the wrong cup": wrong_cup,
    "two beans in one cup": two_in_one_cup,
    "pressed early": pressed_early,
    "capture forgotten": capture_forgotten,
    "captured before the drop": captured_before_the_drop,
    "captured without right": captured_without_right,
    "cup lifted and put back": cup_lifted,
    "cup poured into another": poured_into_another,
    "cups exchanged": cups_exchanged,
    "board bumped": bumped,
    "coin in a cup": coin_in_a_cup,
    "coin on a wrong table": coin_on_a_wrong_table,
    "something leans on a cup": leaned_on,
    "sown too few": sown_too_few,
    "undone and redone": undone_and_redone,
    "a pause": paused,
    "held without need": held_without_need,
    "a new game": new_game,
}


def all_slips(
    tables: Callable[[], AbstractContextManager[Player]], note: Callable[[Player, Slip], Any]
) -> None:
    """Make them one after the other at a table; where one leads nowhere, the next is made at a new one."""
    left = list(SLIPS.items())
    while left:
        with tables() as player:
            while left:
                name, make = left.pop(0)
                try:
                    note(player, Slip(name, make(player), ""))
                except (TimeoutError, AssertionError, RuntimeError) as fault:
                    note(player, Slip(name, player.said, f"no: {fault}"))
                    break
