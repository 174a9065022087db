"""An evening of a row: whole games turn by turn, every look of the board held against the truth.

Where the board asks or is wrong, the evening goes on as it would: people say what lies there, and the true
table is agreed. What went wrong is judged as it lies, and then put right.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from cupsboard.rules import games
from cupsboard.rules.game import GameOfCalls, Standing
from cupsboard.rules.places import HAND, Kind, Place, Side, stock

from studies.coins.hands import CHEATS, MadeTurn, Step, lying_after, make_turn
from studies.coins.reading import Found, Seen, Watcher
from studies.coins.rows import Looks, Row
from studies.coins.table import RATE_HERTZ, Table
from studies.tally import Example, Tally

ROOMS_PLAYED = frozenset({"coin_duel"})
"""The rooms of the games that are played: results don't depend on others (`studies/fingerprint.py`)."""
SECOND_LOOK_SECONDS, REST_SECONDS = 1.0, 0.3
LIFTING_SHARE = 0.5
"""How often a cup is poured out; else fingers take what lies in it."""
FRAMES_FIRST, FRAMES_LIFTED, FRAMES_MOST = 6, 12, 24
LONG_HANDFULS = 6
"""A turn with so many handfuls is a long relay."""


def play(row: Row, seed: int, most_turns: int | None = None) -> Tally:
    """One evening: a game, with all its rounds; with `most_turns` it ends after so many."""
    evening = Evening(row, seed)
    evening.play(most_turns or 10**9)
    return evening.tally


class Evening:
    """Two people, their coins, and the board that reads them."""

    def __init__(self, row: Row, seed: int) -> None:
        self._row, self._seed = row, seed
        self._random = Random(f"{row.name} {seed}")
        self._game: Any = games.named(row.game)
        self.tally = Tally()
        self._turns = 0
        self._is_honest = True
        self._doubts = 0
        """Looks at the disturbed turn that were not sure."""
        self._lay_out(self._game.start(self._random.choice([*Side])))

    def play(self, most_turns: int) -> None:
        """Play until the game is over."""
        while self._turns < most_turns:
            match self._game.standing(self._position):
                case Standing.TO_MOVE:
                    self._turn()
                case Standing.BETWEEN_ROUNDS if isinstance(self._game, GameOfCalls):
                    side = self._random.choice([*Side])
                    self._lay_out(self._game.call(self._position, side, "begin"))
                case _:
                    break
        self.tally.counts["evenings"] += 1
        self.tally.counts["all turns"] += self._turns

    def _lay_out(self, position: Any) -> None:
        """Begin a round with coins out of the bag, on a board that is calibrated anew."""
        game = self._game
        self._position = position
        pieces = game.pieces(position)
        stocks = {place: pieces[place] for place in map(stock, Side)}
        self._table = Table(self._row.physics, game.places, stocks, self._random)
        (player,) = game.movers(position)
        self._watcher = Watcher(game, position, player, self._table, landings=self._row.landings)
        self._follow(game.places, FRAMES_FIRST)
        self._look_twice("looks", is_done=False)
        self._agree(position)

    def _turn(self) -> None:
        game, row, random = self._game, self._row, self._random
        (player,) = game.movers(self._position)
        made = make_turn(game, self._position, player, row.taste, random)
        after = game.play(self._position, player, made.label)
        self._turns += 1
        if random.random() < row.cheating_share:
            self._cheated_turn(made, after)
        else:
            self._carry_out(made.steps)
            self._finish(made, after)
        self._position = after

    def _finish(self, made: MadeTurn, after: Any) -> None:
        """Look at the finished turn, judge that, and go on from it."""
        counts = self.tally.counts
        counts["turns"] += 1
        is_long = made.handfuls >= LONG_HANDFULS
        counts["long turns"] += is_long
        seen = self._look_twice("ends")
        counts[f"turns {seen.found.value}"] += 1
        counts[f"long turns {seen.found.value}"] += is_long
        if seen.found is Found.RIGHT and seen.label is None:
            counts["ends unseen"] += 1
            self._show("end unseen", made.label)
        elif seen.found is Found.RIGHT and seen.label != made.label:
            counts["told as another turn"] += 1
        self._agree(after)

    def _agree(self, position: Any) -> None:
        movers = self._game.movers(position)
        if movers:
            self._watcher.agree(position, movers[0])

    # Hands.

    def _carry_out(self, steps: Sequence[Step]) -> None:
        """Do the steps, with the looks that the board gets meanwhile, the last one left out."""
        random, looks = self._random, self._row.looks
        for number, step in enumerate(steps, start=1):
            is_lifted = step.source in self._table.weighed and len(step.kinds) > 0
            is_lifted = is_lifted and step.target == HAND and random.random() < LIFTING_SHARE
            is_in_the_air = is_lifted and looks is Looks.AIR and number > 1
            if is_lifted:
                self._lift(step.source, is_looked_at=is_in_the_air)
            self._table.carry(step.source, step.target, step.kinds)
            if is_lifted:
                self._put_back(step.source)
            self._pause(step)
            is_last = number == len(steps)
            is_seen = looks is Looks.PIECE or (step.is_rest and looks is Looks.LAP)
            is_seen |= step.is_rest and looks is Looks.AIR and not is_last and steps[number].target != HAND
            if is_seen and not is_last:
                self._table.wait(REST_SECONDS)
                self._look_in_passing()

    def _lift(self, place: Place, *, is_looked_at: bool) -> None:
        self._table.in_the_air.add(place)
        self._follow((place,), FRAMES_LIFTED)
        if is_looked_at:
            self._look_in_passing()

    def _put_back(self, place: Place) -> None:
        self._table.in_the_air.discard(place)
        self._table.replace_cup(place)
        self._follow((place,), FRAMES_LIFTED)

    def _pause(self, step: Step) -> None:
        seconds = self._random.uniform(*self._row.pace_seconds)
        self._table.wait(seconds)
        weighed = [place for place in (step.source, step.target) if place in self._table.weighed]
        self._follow(weighed, min(FRAMES_MOST, int(seconds * RATE_HERTZ)))

    def _follow(self, places: Sequence[Place], frames: int) -> None:
        if self._row.landings:
            for _ in range(frames):
                for place in places:
                    self._watcher.follow(place)

    # Looking.

    def _look_in_passing(self) -> None:
        """A look between two acts; hands may have gone on before a doubtful one is repeated."""
        seen = self._look("looks")
        if not seen.is_sure:
            if self._random.random() < self._row.hasty_share:
                return
            self._table.wait(SECOND_LOOK_SECONDS)
            seen = self._look("looks again")
        self._watcher.keep(seen)

    def _look_twice(self, kind: str, *, is_done: bool = True) -> Seen:
        """A look at a table at which nobody goes on before the board says so, mostly as a turn is pressed."""
        self._table.wait(REST_SECONDS)
        seen = self._look(kind, is_done=is_done)
        if not seen.is_sure:
            self._table.wait(max(SECOND_LOOK_SECONDS, seen.look.verdict.wait_seconds))
            seen = self._look(f"{kind} again", is_done=is_done)
        self._watcher.keep(seen)
        return seen

    def _look(self, kind: str, *, is_done: bool = False) -> Seen:
        seen = self._watcher.look(self._random.randint(*self._row.samples), is_done=is_done)
        self._doubts += not seen.is_sure
        self.tally.measure("ms", round(seen.milliseconds, 2))
        if not self._is_honest:
            return seen
        counts = self.tally.counts
        counts[kind] += 1
        counts[f"{kind} {seen.found.value}"] += 1
        if seen.found is Found.MISTAKEN:
            counts["mistaken"] += 1
        if seen.found is not Found.RIGHT:
            self._show(f"{kind} {seen.found.value}", seen.words)
        return seen

    def _show(self, what: str, words: str) -> None:
        self.tally.show(Example(what, self._seed, f"turn {self._turns}: {words}"))

    # What goes wrong.

    def _cheated_turn(self, made: MadeTurn, after: Any) -> None:
        """Something goes wrong in a turn; it is judged as it lies, and then put right."""
        names = [*CHEATS]
        self._random.shuffle(names)
        lying = self._table.pieces()
        for name in names:
            script = CHEATS[name](made.steps, lying, self._random)
            if script is not None:
                break
        else:
            self._carry_out(made.steps)
            self._finish(made, after)
            return
        counts = self.tally.counts
        self._is_honest, self._doubts = False, 0
        self._carry_out(script)
        seen = self._look_twice("cheats")
        counts[f"made {name}"] += 1
        noticed = seen.found not in (Found.RIGHT, Found.MISTAKEN) or self._doubts > 0
        if seen.found is Found.MISTAKEN:
            counts[f"silent {name}"] += 1
            self._show(f"{name} silent", f"{made.label}: {seen.words}")
        elif noticed:
            counts[f"noticed {name}"] += 1
        else:
            # The table is as it is read, and lawful by another way.
            counts[f"lawful {name}"] += 1
        self._put_right(lying_after(made.steps, lying))
        self._look_twice("mended")
        self._is_honest = True
        self._agree(after)

    def _put_right(self, wanted: dict[Place, Counter[Kind]]) -> None:
        """Carry pieces until the table is what it should be."""
        lying = self._table.pieces()
        surplus = [(place, kind) for place, at in lying.items() for kind in (at - wanted[place]).elements()]
        for place, kind in surplus:
            self._table.carry(place, HAND, (kind,))
        missing = [(place, kind) for place in wanted for kind in (wanted[place] - lying[place]).elements()]
        for place, kind in missing:
            self._table.carry(HAND, place, (kind,))
        self._follow(self._table.weighed, FRAMES_MOST)
