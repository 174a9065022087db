"""Kill a board with SIGKILL in each state of its referee, in a game with clock, names and tutor.

A program of its own, `cupsim`, plays on a page without a browser. In each state it is killed once it has said
that every order has arrived, stays dark for some seconds, and is begun again by the same command. Then the
record, the beans, the names, the tutor and the game's rule of time must be as before, no side may have less
time than it had, and a way must lead out of the state: another move is entered, or another game begins.
Writes its page; the exit code is 1 for any fault.
"""

import argparse
import re
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

from cupsboard.rules import games
from cupsboard.rules.places import stock
from cupsboard.rules.record import Record, parse_record
from studies.page import made_now

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "web"))

from http_calls import get
from processes import Program, started
from wire import WirePage, wire_page

PAGE = Path(__file__).parents[2] / "sim" / "results" / "KILLED_STATES.md"
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/")
BROWSER = "a" * 32
OPTIONS = ("--cups", "3", "--stock", "8", "--seed", "11", "--north", "person", "--tutor", "strict")
CLOCK, SHORT_CLOCK = "10+5", "30s"
DARK_SECONDS, LIT_SECONDS = 3.0, 6.0
"""Off, of this computer's time; and on again with nobody there, of the board's."""
QUICK, VERY_QUICK = 4.0, 32.0
PATIENCE_SECONDS = 20.0
"""Of this computer's own; a state that is not reached within that is a fault."""
KEPT_SECONDS = 1.0
"""So much time to think, of the board's own, may come back with the table that was kept last."""
OPENING = (("south", 2), ("north", 1), ("south", 2), ("north", 1))
"""Drops after which South may sow cup 2, and captures by a drop of 3."""


LIGHTS = ("TOO_MANY", "TOO_FEW", "MUST_CAPTURE", "MUST_NEXT")
"""What lights want of hands, in the order in which hands do it."""


class NotReachedError(Exception):
    """What was waited for did not come."""


@dataclass
class Table:
    """A program with its page, and what hands do there."""

    program: Program
    address: str
    page: WirePage
    said: str

    @property
    def key(self) -> str:
        """Return the key of the sentence that the board says; "" while it says nothing."""
        return str(self.page.state["game"].get("message", {"key": ""})["key"])

    @property
    def moves(self) -> int:
        return len(self.page.state["moves"])

    def until(self, is_so: Callable[[], Any], what: str) -> None:
        """Read what comes until something is so. Raises NotReachedError."""
        latest = time.monotonic() + PATIENCE_SECONDS

        def is_at_an_end() -> bool:
            return bool(is_so()) or time.monotonic() > latest

        self.page.hears(is_at_an_end)
        if not is_so():
            raise NotReachedError(f"{what}: the board says {self.key}, {self.page.state['table']['beans']}")

    def says(self, *keys: str) -> None:
        self.until(lambda: self.key.startswith(keys), " or ".join(keys))

    def rests(self) -> None:
        """Wait until hands have done what they were asked for, and all lies still."""
        table = self.page.state["table"]
        self.until(
            lambda: not any("busy" in hand for hand in self.page.state["table"]["hands"].values()),
            f"hands at rest, {table['hands']}",
        )
        self.until(lambda: not any(self.page.state.get("moving", {}).values()), "a table at rest")

    def lets_pass(self, seconds: float) -> None:
        """Let so much of the board's time pass.

        Time alone is no news: a page is told of it together with another pace.
        """
        pace = self.page.state["evening"]["speed"]
        paces = cycle((pace / 2, pace))
        self.does("speed", factor=next(paces))
        begun = self.page.state["time"]
        while self.page.state["time"] < begun + seconds:
            time.sleep(0.05)
            self.does("speed", factor=next(paces))
        self.does("speed", factor=pace)

    def does(self, do: str, **rest: Any) -> None:
        self.page.does(do, **rest)

    def taps(self, *sides: str) -> None:
        self.page.asks("button", sides=list(sides), down=True)
        self.does("button", sides=list(sides), down=False)
        self.rests()

    def holds(self, *sides: str, seconds: float) -> None:
        self.page.asks("button", sides=list(sides), down=True)
        self.lets_pass(seconds)
        self.does("button", sides=list(sides), down=False)

    def puts(self, side: str, count: int, *places: str) -> None:
        """Take beans from a side's stock and put one into each place."""
        self.does("take", side=side, place=f"{side}-stock", count=count)
        for place in places:
            self.does("drop", side=side, place=place, count=1)
        self.rests()

    def drops(self, side: str, count: int) -> None:
        self.puts(side, count, *(f"{side}-{number}" for number in range(1, count + 1)))

    def plays(self, side: str, count: int) -> None:
        before = self.moves
        self.drops(side, count)
        self.taps(side)
        self.until(lambda: self.moves > before, f"{side} drop {count}")

    @property
    def record(self) -> Record[Any]:
        return parse_record(get(f"{self.address}record.txt").text, games.of_any_players)


@contextmanager
def table_in(folder: Path) -> Iterator[Table]:
    """Begin the program, by the same command each time, with its page."""
    command = (
        sys.executable,
        "-m",
        "cupsim",
        "--port",
        "0",
        "--no-browser",
        "--evening",
        str(folder),
        *OPTIONS,
    )
    with started(*command) as program:
        address = program.until(ADDRESS)[0]
        with wire_page(address, BROWSER) as page:
            yield Table(program, address, page, program.said)


def opened(table: Table, clock: str) -> None:
    """Begin without a clock and without names; both come in the middle of the evening."""
    table.does("speed", factor=QUICK)
    table.plays("south", 1)
    table.does("call", side="south", name="Anna")
    person = {"side": "north", "who": "person"}
    table.does(
        "new game", clock=clock, seed=11, cups=3, stock=8, beans="kidney", cells="500g", opponent=person
    )
    table.until(lambda: not table.moves and "clock" in table.page.state, "a game with a clock")
    for side, count in OPENING:
        table.plays(side, count)
        if table.moves == 2:
            table.does("call", side="north", name="Ben")


def half_sown(table: Table) -> None:
    table.does("take", side="south", place="south-2", count=2)
    table.does("drop", side="south", place="south-3", count=1)
    table.rests()


def capture_owed(table: Table) -> None:
    table.drops("south", 3)
    table.taps("south")
    table.says("owed", "must")


def captured_cup_in_the_air(table: Table) -> None:
    table.drops("south", 3)
    table.does("lift", side="south", place="north-1")
    table.says("lifted")


def wrong(table: Table) -> None:
    table.puts("south", 3, "south-1", "south-1", "south-1")
    table.says("wrong", "take-out", "or-table-right", "tables", "many")


def way_back(table: Table) -> None:
    wrong(table)
    table.says("or-table-right")


def table_asked(table: Table) -> None:
    wrong(table)
    table.lets_pass(2.0)
    table.taps("south", "north")
    table.says("table-right")


def stock_asked(table: Table) -> None:
    table.puts("south", 1, "south-2")
    table.lets_pass(3.0)
    table.holds("south", seconds=1.5)
    table.says("stock")


def coin(table: Table) -> None:
    table.does("coin", place="south-3", lies=True)
    table.says("burdened", "wrong", "look")


def blind(table: Table) -> None:
    table.does("cable", place="south-1", pulled=True)
    table.says("blind")


def paused(table: Table) -> None:
    table.holds("south", "north", seconds=4.6)
    table.says("paused")


def new_game_offered(table: Table) -> None:
    table.holds("south", seconds=4.6)
    table.says("new-game")


def undoing(table: Table) -> None:
    table.holds("south", "north", seconds=1.5)
    table.says("restore-undo", "take-out", "undo")


def time_over(table: Table) -> None:
    table.does("speed", factor=VERY_QUICK)
    table.says("time-over")
    table.does("speed", factor=QUICK)


def won_on_time(table: Table) -> None:
    time_over(table)
    table.lets_pass(2.0)
    table.taps("north")
    table.says("winner-on-time")


def taught(table: Table) -> None:
    table.plays("south", 1)
    table.says("tutor")


def laid(table: Table) -> None:
    table.rests()
    table.does("count table")
    table.until(lambda: (table.page.state.get("lying") or {}).get("numbers"), "a count of the table")
    lying = table.page.state["lying"]
    numbers = {place: found[0] for place, found in lying["numbers"].items() if found}
    table.does("play from", turn="north", numbers=numbers, stocks=lying["stocks"])
    table.until(lambda: len(table.record.entries) == 1, "a game from the laid table")


def nothing_begun(_table: Table) -> None:
    pass


@dataclass(frozen=True)
class State:
    """A state of the referee, and how hands get there from the opening."""

    name: str
    reach: Callable[[Table], None]
    clock: str = CLOCK


STATES = (
    State("a turn, nothing begun", nothing_begun),
    State("half sown, a bean in the hand", half_sown),
    State("pressed, a capture owed", capture_owed),
    State("the captured cup in the air", captured_cup_in_the_air),
    State("a wrong table", wrong),
    State("the way back, a step at a time", way_back),
    State("is the table right?", table_asked),
    State("is the stock empty?", stock_asked),
    State("a coin in a cup", coin),
    State("a cable pulled", blind),
    State("a pause", paused),
    State("a new game?", new_game_offered),
    State("a move taken back, not put back yet", undoing),
    State("the tutor has spoken", taught),
    State("time over, not claimed", time_over, SHORT_CLOCK),
    State("won on time", won_on_time, SHORT_CLOCK),
    State("a laid table, no move played", laid),
)


@dataclass
class Seen:
    """What must not be lost."""

    entries: tuple[Any, ...]
    beans: Mapping[str, list[int]]
    names: Mapping[str, str]
    tutor: str
    rule: tuple[object, ...]
    left: Mapping[str, float]
    key: str


def seen(table: Table) -> Seen:
    state = table.page.state
    clock = state.get("clock", {"left": {}})
    left = dict(clock["left"])
    if "runs" in clock:
        left[clock["runs"]] = max(0.0, left[clock["runs"]] - (state["time"] - clock["from"]))
    held = {f"hand {name}": hand["beans"] for name, hand in state["table"]["hands"].items()}
    rule = tuple(clock.get(name) for name in ("rule", "hourglass", "isHourglass"))
    beans = {**{place: sorted(lying) for place, lying in state["table"]["beans"].items()}, **held}
    return Seen(
        table.record.entries, beans, state.get("names", {}), state["evening"]["tutor"], rule, left, table.key
    )


@dataclass
class Found:
    """What became of one state."""

    state: State
    before: str = ""
    after: str = ""
    dark_seconds: float = 0.0
    charged_seconds: float = 0.0
    way_out: str = ""
    faults: list[str] = field(default_factory=list)


def killed(state: State, folder: Path) -> Found:
    """Reach a state from the opening that a folder keeps, kill there, begin again, and find the way out."""
    found = Found(state)
    try:
        with table_in(folder) as table:
            table.rests()
            for side in ("south", "north"):  # who was waited for is back
                table.taps(side)
            state.reach(table)
            table.rests()
            table.does("speed", factor=0.0)  # else time to think runs on until the kill
            before = seen(table)
            table.program.end(signal.SIGKILL)
        found.before, begun = before.key, time.monotonic()
        time.sleep(DARK_SECONDS)
        with table_in(folder) as table:
            found.dark_seconds = time.monotonic() - begun
            if "goes on as it lay" not in table.said and before.key != "winner-on-time":
                found.faults.append(f"another evening: {table.said}")
            table.does("speed", factor=QUICK)
            table.until(lambda: table.key, "a sentence")
            table.lets_pass(LIT_SECONDS)
            after = seen(table)
            found.after = after.key
            _compare(before, after, found)
            found.way_out = _way_out(table)
    except NotReachedError as fault:
        found.faults.append(str(fault))
    return found


def _compare(before: Seen, after: Seen, found: Found) -> None:
    for what in ("entries", "names", "tutor", "rule"):
        if getattr(before, what) != getattr(after, what):
            found.faults.append(f"{what}: {getattr(before, what)} became {getattr(after, what)}")
    lay, lies = ({at: len(beans) for at, beans in each.beans.items() if beans} for each in (before, after))
    if lay != lies:
        found.faults.append(f"beans: {lay} became {lies}")
    less = {side: before.left[side] - after.left.get(side, 0.0) for side in before.left}
    found.charged_seconds = max(less.values(), default=0.0)
    if found.charged_seconds > 0.05 or min(less.values(), default=0.0) < -KEPT_SECONDS:
        found.faults.append(f"time to think: {before.left} became {after.left}")


def _way_out(table: Table) -> str:
    """Go on as a person would, and return how; raises NotReachedError where nothing leads on."""
    done = list[str]()
    for place, lies in (*table.page.state["table"]["coins"].items(),):
        if lies:
            table.does("coin", place=place, lies=False)
            done.append("the coin taken out")
    for place in table.page.state["table"]["pulled"]:
        table.does("cable", place=place, pulled=False)
        done.append("the cable put in")
    for name, hand in table.page.state["table"]["hands"].items():
        if "cup" in hand:
            home = hand["cup"]["from"]
            table.does("put back", side=name.removesuffix("-left"), cup=home, place=home)
            done.append("the cup put back")
    table.rests()
    if table.page.state["game"]["isOver"]:
        table.does("rematch")
        table.until(lambda: not table.page.state["game"]["isOver"], "another game")
        return "another game"
    for _ in range(3):
        before = table.moves
        if _follows(table):
            done.append("as the lights say")
        for side in ("south", "north"):
            table.lets_pass(2.0)
            table.taps(side)
        done.append("a press of each")
        if table.moves > before:
            return ", ".join(dict.fromkeys(done))
        if _plays_on(table):
            return ", ".join(dict.fromkeys((*done, "a move")))
    raise NotReachedError(f"no way out: the board says {table.key} after {done}")


def _follows(table: Table) -> bool:
    """Do what the lights want, one place after the other; return whether they wanted anything."""
    has_followed = False
    for _ in range(12):
        table.lets_pass(2.0)
        side = table.page.state["game"].get("turn", "south")
        wanted = [(sign["meaning"], at) for at, sign in table.page.state["signs"].items()]
        marks = [(order, at) for order in LIGHTS for meaning, at in wanted if meaning == order]
        if not marks:
            break
        has_followed = True
        what, at = marks[0]
        holds = table.page.state["table"]["hands"][side]["beans"]
        if what == "TOO_MANY":
            table.does("take", side=side, place=at, count=1)
            table.does("drop", side=side, place=f"{side}-stock", count=1)
        elif what == "MUST_CAPTURE":
            lying = len(table.page.state["table"]["beans"][at])
            table.does("take", side=side, place=at, count=lying)
            table.does("drop", side=side, place=f"{side}-pot", count=lying)
        else:
            if not holds:
                table.does("take", side=side, place=f"{side}-stock", count=1)
            table.does("drop", side=side, place=at, count=1)
        table.rests()
    for name, hand in table.page.state["table"]["hands"].items():
        if hand["beans"]:
            side = name.removesuffix("-left")
            table.does("drop", side=side, place=f"{side}-stock", count=len(hand["beans"]))
            table.rests()
    return has_followed


def _plays_on(table: Table) -> bool:
    """Drop one bean for whoever is to move, and press; return whether that was a move."""
    history, before = table.record.history(), table.moves
    for side in history.game.movers(history.position):
        if history.game.contents(history.position)[stock(side)]:
            table.drops(side.value, 1)
            table.taps(side.value)
            table.lets_pass(3.0)
            return table.moves > before
    return False


def _killed_in_copy(state: State, made: Path) -> Found:
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copytree(made / state.clock, Path(folder) / "evening")
        return killed(state, copy)


HEAD = """# Killed in each state

A board with a clock, names that were given in mid-game and a strict tutor, killed with SIGKILL in each
state of its referee and begun again by the same command after some seconds. Made by
`tests/benchmarks/killed_states.py`, {when}. The program is `cupsim` with its page's own orders; kill -9
keeps the page cache, so of a disk it says nothing (see [DISKS.md](DISKS.md)).

The record, all beans (those in hands, too), names, tutor and rule of time were the same afterwards in every
row without a fault. *Charged* is the most time to think that a side lost from the kill to {lit:g} s of the
board's time after the restart, in which nobody came back; what is less than nothing came back with what had
been kept last.

| state | the board said | and afterwards | dark | charged | the way out | faults |
| --- | --- | --- | --- | --- | --- | --- |
"""


def row_of(found: Found) -> str:
    cells = (
        *(found.state.name, f"`{found.before}`", f"`{found.after}`", f"{found.dark_seconds:.0f} s"),
        *(f"{found.charged_seconds:.1f} s", found.way_out, "; ".join(found.faults) or "0"),
    )
    return f"| {' | '.join(cells)} |"


def main() -> int:
    """Run the command; its exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "states", nargs="*", help="words of the states to try (all of them, written to the page)"
    )
    asked = parser.parse_args()
    wanted = [
        state for state in STATES if not asked.states or any(word in state.name for word in asked.states)
    ]
    rows, faults = list[str](), 0
    with ExitStack() as stack:
        made = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        for clock in dict.fromkeys(state.clock for state in wanted):
            with table_in(made / clock) as table:
                opened(table, clock)
                table.does("speed", factor=QUICK)
                table.program.end()
        found_all = (_killed_in_copy(state, made) for state in wanted)
        for found in found_all:
            rows.append(row_of(found))
            faults += len(found.faults)
            print(rows[-1], flush=True)
    if not asked.states:
        head = HEAD.format(when=made_now(), lit=LIT_SECONDS)
        PAGE.write_text(head + "".join(f"{row}\n" for row in rows), encoding="utf-8")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
