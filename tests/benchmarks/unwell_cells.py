"""Games with a cell that is not well: `python tests/benchmarks/unwell_cells.py [kind ...] [--write]`.

A cell jumps, drifts, was leaned on, or bears a finger; or all cells drift. Games are played by virtual time,
with `--pins` through the pins. A row a kind: tables that were agreed and did not lie there, moves that were
asked about, and how long it took until the place was named. The exit code is 1 if a wrong table was agreed.
With `--write` the rows go into sim/results/UNWELL_CELLS.md, in the place of those of the same kinds, rate and
seeds.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import inf
from multiprocessing import get_context
from pathlib import Path
from random import Random

from cupsboard.loop import GameLoop, Moment
from cupsboard.referee import events
from cupsboard.rules.game import Contents
from cupsboard.rules.places import Place, Side, is_cup
from cupsboard.signs.scene import Meaning
from cupsim.people.character import Traits
from cupsim.people.light_reader import LightReader
from cupsim.runs.belief_check import Tally
from cupsim.runs.direct_board import DirectBench, DirectLights, build_direct
from cupsim.runs.game_world import Setting, World
from cupsim.table.ground_truth import Witness
from studies.page import made_now
from unwell_kinds import BEGINS_SECONDS, KINDS, WELL

PAGE = Path(__file__).parents[2] / "sim" / "results" / "UNWELL_CELLS.md"
HEAD = """# Cells that are not well

Games in which a cell leaps, drifts or was leaned on, in which two platforms touch and each bears a share of
what comes to the other, in which a finger rests now here and now there (more than half of the time), or in
which all cells wander, by virtual time for at most 200 seconds. Made by
`tests/benchmarks/unwell_cells.py --write`; a row has its date and its commit
(those of 2026-11-28 came with commit 2890cf1).

*Wrong* are tables that the board went on from by itself and that did not lie there, *vouched for* those
that a player has said to be right; what follows of either counts with it. A place is *named* by its light;
half of the games had one named by the first time, all by the second, and so many *in 10 s* (`?` in rows
older than that column). *Others* are games in which a place was named that is well. What trembles less than
the cell's noise and weighs what a bean does is no finger by any sample; only the blow of what falls speaks
for a bean there, and only one as hard as a bean's.

What lies at a place that can't be read is told by the others or asked about, and what is off there by half
a bean afterwards is asked about. A player who is told to take out a bean while a finger rests there takes a
bean; the board asks once the finger has gone. A reply of one bean to a move that no look has shown is asked
about: it may be a finger that lay there before that move. What a player has said of a place that can't be
read ends as soon as hands show at another place. Players who go on moving while the board asks come to a
table that it can't follow; such games end unfinished, and have few turns.

Rows before 2026-11-29 are of a reader that named leaping cells within seconds and asked about every sixth
honest move. Since then one fall is no leap: a cell that leaps is named later.

A wrong table is *told* if the board asks or objects within the next two turns. Of the wrong tables so many
were agreed *after naming*, once the place had been named (`?` in older rows).
In the rows of 2026-11-29 with drifts, a loose wire (jumps 1 a second) and presses (leaned on), 24 games with
430 turns, no table was wrong, before its place was named or after. The three wrong ones of a cell that jumps
from the start were all told.

Times are from the 25th second on, where most begin, a cell that jumps with its first jump; wandering begins
earlier. One jump up is a bean that came, for all that the scales see; a jump down by no hand tells. A cell
that jumps 0.3 times a second is named in 10 s by 85 of 100 seeds, one that does so 0.2 times by 66: in 12
and 24 of 100 it does not jump down in 9 s. At 1 jump a second it takes 9 s at most, and at 3 to 8 no
longer, whether the levels are half a bean, a bean or three beans apart (200 seeds each, without hands, as the
shares before). What falls by three beans may be a hand that went: so far apart, 74 of 100 seeds are named
in 10 s at 1 jump a second (all in 21 s), and 34 at 0.3.

A cell that leaps from the first second is named 25 s before the time shown here. In 20 games of 3 and 1 leaps
a second (seeds 9970 to 9979) half were named after 6 and 9 s, all after 24 s; the only three wrong tables
were of one game, from 4.8 s on. Before a blow was looked for only where something came, there were 15 in four
of these games. To ask more of a place that was not yet seen at rest for two seconds brought no fewer: three
again, in the same game; and who played within two seconds had to wait.

Of the beans that a child took out before every other press and laid into the stock, none was agreed to lie
there still, and no evening was stuck: 504 moves in 12 evenings at commit 816d059 (`python -m studies
questions --row stealing --games 12 --seed 56`, seeds 5600000 to 5600011). Before, one of 235 was: the child
had taken another, lighter bean than the heavy one that had just been dropped, before a second look had seen
that one; four tables followed from that, and the one evening that stuck. Since then what a probable look
has shown has come, though no second look has borne it out (seed 5600008, and 5600025 and `in-turn` 3100007
of the same kind).

Until 2026-11-30 quick hands at a small board were taken for scales that wander, by the beans that came and
went: of three games on 2x2 by players four times as quick as most (seeds 1 to 3) that was said for 65 of 870
seconds, 10 of 90 turns were asked about, and one game did not end. Since then only seconds in which nothing
came or went tell of wandering: it was said for none of 349 seconds, none of 101 turns was asked about, and
all three ended.

A finger that tapped as a bean falls, and then lay as one does for ten seconds, was taken for one (seed 9903);
the tables after it count with it. Where the seeds are 7100 to 7101, the games were played before the latest
rules: that what all places share is no leap, and when a player's word ends.

"""
COLUMNS = (
    *("what ails a place", "samples/s", "games", "seeds", "turns", "asked", "wrong", "told", "after naming"),
    *("vouched for", "named", "at most", "in 10 s", "others", "date"),
)
TABLE = f"| {' | '.join(COLUMNS)} |\n|{' --- |' * len(COLUMNS)}\n"
LONGEST_SECONDS = 200.0
PATIENCE_SECONDS = 100.0
UNDERSTOOD_SECONDS = 0.5
ANSWER_SECONDS = 0.5
NEAR_SECONDS = 30.0
"""A table that is not the true one is compared with those of so long."""
LEFT_SECONDS = 120.0
"""A table that was left lies there for no longer before the other's move is over."""
SOON_SECONDS = 10.0
"""A place that is named after no more is named soon."""
TOLD_TURNS = 2
"""A wrong table is told if the board asks or objects before so many further turns have ended."""
CLUMSINESS = (0.0, 0.3, 0.6)
"""Of the people of an evening in which all cells are well; one is short."""


@dataclass(slots=True)
class Found:
    """What became of one game."""

    kind: str
    seed: int
    ended: bool = False
    turns: int = 0
    questioned: int = 0
    misread: int = 0
    """Looks that were sure of a table that did not lie there."""
    wrong: list[str] = field(default_factory=list)
    """Tables that the board agreed to by itself and did not lie there."""
    vouched: list[str] = field(default_factory=list)
    """And those that a player has said to be right."""
    wrong_at: list[tuple[float, int]] = field(default_factory=list)
    """When each of the wrong tables was agreed, and how many turns had ended then."""
    said_at: list[tuple[float, int]] = field(default_factory=list)
    """The same of every question and objection."""
    wrong_after_naming: int = 0
    named_after: float | None = None
    """Seconds from the beginning of what ails a place until such a place was named."""
    others: dict[Place, str] = field(default_factory=dict)
    """Places that were named and are well: when, and for what."""

    @property
    def told(self) -> int:
        """Return of how many wrong tables the board said something soon enough."""
        return sum(
            any(time > agreed and turns - ended < TOLD_TURNS for time, turns in self.said_at)
            for agreed, ended in self.wrong_at
        )


class ReaderOfMeanings(LightReader):
    """People who understand a light half a second after it shows, whatever its rhythm is."""

    def __init__(self, lights: DirectLights) -> None:
        self._lights = lights
        self._read: Mapping[Place, Meaning] = {}
        self._next_look = 0.0
        self.meanings: Mapping[Place, Meaning] = {}

    def watch(self, now: float) -> None:
        if now >= self._next_look:
            self._next_look = now + UNDERSTOOD_SECONDS
            before, self._read = self._read, self._lights.meanings
            self.meanings = {
                place: meaning for place, meaning in self._read.items() if before.get(place) is meaning
            }

    def lit_side(self) -> Side | None:
        return self.turn()


class DirectWorld(World):
    """An evening whose cells and lights go past the pins: several times as fast."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.direct: DirectBench = build_direct(self.table.cells, setting.sps)
        self.bench = replace(self.bench, board=self.direct.board)
        self.loop = GameLoop(self.direct.board, self.core, [self._hear])
        self.reader = ReaderOfMeanings(self.direct.lights)

    def set_button(self, side: Side, is_down: bool, time: float) -> None:
        self.direct.set_button(side, is_down, time)


class Judge:
    """Tells what the board agreed to by itself from what players have said, and from what follows of either.

    It begins where the tally finds a table that is not the true one. What differs there stays so, for nobody
    mends it; such a table is counted where it began.
    """

    def __init__(self, witness: Witness, found: Found, tally: Tally) -> None:
        self._witness, self._found, self._tally = witness, found, tally
        self._off: dict[Place, int] = {}
        self._said: dict[Place, int] = {}
        """By how much what players said last was wrong."""
        self._told = found.wrong
        self._answered_at = -inf
        self._known = 0

    def answered(self, vouched: Contents, now: float) -> None:
        """Players have answered a question, and so have said that this lies there."""
        self._answered_at = now
        self._said = self._differences(vouched, now)

    def _differences(self, contents: Contents, since: float) -> dict[Place, int]:
        nearest = self._witness.nearest(contents, since)
        return {place: contents[place] - count for place, count in nearest.items()}

    def agreed(self, contents: Contents, now: float) -> None:
        """The board goes on from this table; the tally has heard of it."""
        if self._known == len(self._tally.misbeliefs):
            self._off = {}
            return
        self._known += 1
        without = {place: contents[place] - self._off.get(place, 0) for place in contents}
        if not self._off or not self._lay(without, now):
            before, self._off = self._off, self._differences(contents, now - NEAR_SECONDS)
            if not any(self._off.values()):
                # It lay there on the way to what lies there.
                self._off = self._differences(contents, now)
            off_now = {place: off for place, off in self._off.items() if off}
            is_said = bool(off_now) and off_now.items() <= self._said.items()
            is_vouched = is_said or now - self._answered_at < ANSWER_SECONDS
            # A bean that was too many lies elsewhere after the next move: it is as many too many as it was.
            if is_vouched or not before or sum(before.values()) != sum(self._off.values()):
                self._told = self._found.vouched if is_vouched else self._found.wrong
        self._told.append(self._tally.misbeliefs[-1])

    def _lay(self, contents: Contents, now: float) -> bool:
        sides = (self._witness.left_at(side, contents, now - LEFT_SECONDS) for side in Side)
        return self._witness.lay_lately(contents, now) or any(at is not None for at in sides)


Task = tuple[str, int, int, bool]
"""A kind, a seed, samples a second, and whether to play through the pins."""


def play(task: Task) -> Found:
    """Play one game; the judge sees all beans."""
    kind, seed, sps, is_through_pins = task
    ail, amount = KINDS[kind]
    random = Random(seed)
    is_well = kind == WELL
    cups = 3 if is_well else random.choice((3, 4))
    setting = Setting(seed, cups=cups, sps=sps, stock_beans=8 if is_well else None)
    world = World(setting) if is_through_pins else DirectWorld(setting)
    for side, player in ((Side.SOUTH, "random"), (Side.NORTH, "greedy")):
        clumsiness = CLUMSINESS[seed % len(CLUMSINESS)] if is_well else 0.0
        world.seat(side, player, Traits(opens=side is Side.SOUTH, clumsiness=clumsiness))
    place = random.choice([each for each in world.table.cells if is_cup(each)])
    ails = ail(world, place, random, amount)
    witness = Witness(world.table, world.game.places)
    tally, found = Tally(witness), Found(kind, seed)
    judge = Judge(witness, found, tally)
    world.watch_hands(witness.saw)
    world.loop.listen(tally)

    def watch(moment: Moment) -> None:
        for event in moment.decided.events:
            seen = world.core.recognition
            if isinstance(event, events.QuestionAnswered | events.TableCorrected) and seen is not None:
                judge.answered(seen.found, moment.time)
            elif isinstance(event, events.TableAgreed):
                judge.agreed(event.contents, moment.time)
                new = len(found.wrong) - len(found.wrong_at)
                found.wrong_at += [(moment.time, tally.counts.moves)] * new
                found.wrong_after_naming += new if found.named_after is not None else 0
            elif isinstance(event, events.QuestionAsked | events.WrongTableSeen):
                found.said_at.append((moment.time, tally.counts.moves))
        dead = {sign.place for sign in moment.decided.scene.signs if sign.meaning is Meaning.DEAD}
        ailing = ails(moment.time)
        if found.named_after is None and dead & ailing:
            found.named_after = moment.time - BEGINS_SECONDS
        for other in dead - ailing:
            found.others.setdefault(other, f"{moment.time:.0f} s: {world.core.doubted.get(other)}")

    world.loop.listen(watch)
    while not tally.is_over and world.now < min(LONGEST_SECONDS, tally.progress_at + PATIENCE_SECONDS):
        world.run_until(min(world.now + 5.0, LONGEST_SECONDS), lambda: tally.is_over)
    found.ended = tally.is_over
    found.turns, found.questioned = tally.counts.moves, tally.counts.questioned_moves
    found.misread = tally.counts.misread
    return found


def games(tasks: list[Task], jobs: int) -> Iterator[Found]:
    """Play them all, each as soon as it may."""
    if jobs == 1:
        yield from map(play, tasks)
        return
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(play, tasks)


def row_of(found: list[Found], rate: str) -> str:
    """Return what became of the games of a kind, as a row of the page."""
    named = sorted(inf if each.named_after is None else each.named_after for each in found)
    shown = [f"{seconds:.0f} s" if seconds < inf else "–" for seconds in (named[len(named) // 2], named[-1])]
    soon = sum(seconds <= SOON_SECONDS for seconds in named)
    cells = (
        *(found[0].kind, rate, len(found), f"{found[0].seed} to {found[-1].seed}"),
        *(sum(each.turns for each in found), sum(each.questioned for each in found)),
        *(
            wrong := sum(len(each.wrong) for each in found),
            sum(each.told for each in found) if wrong else "–",
        ),
        *(sum(each.wrong_after_naming for each in found), sum(len(each.vouched) for each in found)),
        *(*shown, soon or "–", sum(bool(each.others) for each in found), made_now().removeprefix("on ")),
    )
    return f"| {' | '.join(map(str, cells))} |"


def write(rows: list[str]) -> None:
    """Put these rows into the page, in the place of those of the same kinds, rates and seeds."""
    kept = PAGE.read_text(encoding="utf-8").split(TABLE)[1].splitlines() if PAGE.exists() else []
    order = list(KINDS)
    by_key: dict[tuple[str, int, str], str] = {}
    for row in (*filter(None, kept), *rows):
        kind, rate, _, seeds, *_ = row.removeprefix("| ").split(" | ")
        by_key[rate, order.index(kind), seeds] = row
    PAGE.write_text(HEAD + TABLE + "".join(f"{by_key[key]}\n" for key in sorted(by_key)), encoding="utf-8")


def main() -> int:
    """Run the command; its exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", default=list(KINDS))
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--sps", type=int, default=10)
    parser.add_argument("--pins", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--tell", action="store_true")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    asked = parser.parse_args()
    chosen = [kind for kind in KINDS if any(kind.startswith(name) for name in asked.kinds)]
    seeds = range(asked.first, asked.first + asked.games)
    rate = f"{asked.sps}, pins" if asked.pins else f"{asked.sps}"
    rows: dict[str, list[Found]] = {kind: [] for kind in chosen}
    for found in games(
        [(kind, seed, asked.sps, asked.pins) for kind in chosen for seed in seeds], asked.jobs
    ):
        rows[found.kind].append(found)
        if asked.tell:
            print(found, flush=True)
        if len(rows[found.kind]) == asked.games:
            print(row_of(rows[found.kind], rate), flush=True)
    if asked.write:
        write([row_of(row, rate) for row in rows.values()])
    return int(any(found.wrong for row in rows.values() for found in row))


if __name__ == "__main__":
    sys.exit(main())
