"""A disturbed table, its board, and somebody who knows nothing of beans but does what the lights say.

The board is the production core from raw frames and button edges to lights; below it stands the
settled-weight table of the simulator, sampled ten times a second. The person reads the lights back by their
rhythm, and looks into the one place they point at. He never asks the board what it believes.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import product
from random import Random

from cupsboard.core.free_order import Core
from cupsboard.numbers import COSTS
from cupsboard.recognition.accounts import Account, AccountKind
from cupsboard.recognition.agreement import agreed as agreed_on
from cupsboard.recognition.knowledge import from_calibration, rested
from cupsboard.recognition.outcome import Complete, Unchanged, UnderWay, account_of
from cupsboard.referee.edges import Edge
from cupsboard.referee.events import Event, NotNow, TableAgreed
from cupsboard.referee.inputs import Exactly
from cupsboard.referee.options import Options
from cupsboard.referee.referee import Referee
from cupsboard.referee.states import Refusal, Restoring
from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.game import Plan, Transfer, of_beans
from cupsboard.rules.history import History
from cupsboard.rules.places import OFF_BOARD, Place, Side, side_of
from cupsboard.rules.table_legality import judge
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Frame, Weight
from cupsboard.signs.light_patterns import PERIOD_SECONDS, render
from cupsboard.signs.phrases import account_phrases
from cupsboard.signs.scene import Meaning, Message, Scene, Sign
from cupsim.people.light_decoding import decode
from cupsim.table.beans import bean_kind
from cupsim.table.load_cell import cell_model
from cupsim.table.pieces import Piece
from cupsim.table.settled_table import SettledTable

STEP_SECONDS = 0.1
FEELING_SECONDS, FINGER_GRAMS = 0.2, 6.0
"""Fingers that take beans press on them for a moment, now more and now less."""
LOOKING_SECONDS = 1.0
"""So long after the last touch the board may take to say something."""
ROW = (Meaning.YOUR_TURN, Meaning.BLOCKED)
URGENT = (
    Meaning.LIFTED,
    Meaning.TOO_MANY,
    Meaning.TOO_FEW,
    Meaning.LOOK,
    Meaning.MUST_CAPTURE,
    Meaning.MUST_NEXT,
    Meaning.INTO_POT,
)
"""What an obedient person does first, and what then."""
WRONG = (Meaning.LOOK, Meaning.TOO_MANY, Meaning.TOO_FEW)


class Bench:
    """A table that can be disturbed in every way, with the board that watches it."""

    def __init__(
        self,
        history: History[Position],
        seed: int,
        *,
        is_new: bool = False,
        is_taken_up: bool = False,
        is_forgotten: bool = False,
        beans: str = "go stone",
    ) -> None:
        """If the game `is_taken_up`, the board was off; if it `is_forgotten`, what was learnt is lost."""
        game = history.game
        assert isinstance(game, Cups)
        self.game = game
        self.random = Random(seed)
        self.beans = bean_kind(beans)
        self.places: Sequence[Place] = game.places
        cells = cell_model("500g" if beans == "kidney" else "1kg")
        # So many samples that the frames' own noise is all there is.
        self.table = SettledTable(self.places, self.beans, cells, self.random, rate_sps=10.0, samples=10**6)
        starts_from = dict.fromkeys(self.places, 0) if is_new else self.game.contents(history.position)
        for place in self.places:
            self.table.carry_out([Transfer(OFF_BOARD, place)] * starts_from[place])
        self._agreed_before = starts_from
        lying = of_beans(starts_from)
        knowledge = from_calibration(self.table.calibration, lying)
        if is_taken_up:
            knowledge = rested(agreed_on(knowledge, lying, self.table.weigh()))
        if is_forgotten:
            knowledge = from_calibration(self.table.calibration, of_beans(dict.fromkeys(self.places, 0)))
        agreed = knowledge.contents if is_taken_up else None
        self.referee: Referee[Position] = Referee(self.game, Options(), None if is_new else history, agreed)
        self.core = Core(self.table.calibration, self.places, self.referee, knowledge, is_resumed=is_taken_up)
        self.now = 0.0
        self.scene: Scene | None = None
        self.events: list[Event] = []
        self.strange: dict[Place, float] = {}
        """Grams of what is no bean, by the place it lies on."""
        self.lifted: set[Place] = set()
        self.dead: set[Place] = set()
        self._felt: set[Place] = set()
        self._grams: Mapping[Place, float] = {}
        self.weigh()

    def weigh(self) -> None:
        """The table has changed: its cells come to other loads."""
        weights = self.table.weigh(self.strange).weights
        self._grams = {place: w.grams for place, w in weights.items() if isinstance(w, Weight)}

    def wait(self, seconds: float) -> None:
        """Let the board look at the table as it lies."""
        for _ in range(round(seconds / STEP_SECONDS)):
            self._step(())

    def hold(self, side: Side, seconds: float) -> None:
        """Keep a button down for so long."""
        self.fingers((side,), seconds)

    def hold_both(self) -> None:
        """Undo."""
        self.fingers(tuple(Side), 1.0)

    def tap_both(self) -> None:
        """Redo."""
        self.fingers(tuple(Side), 0.1)

    def fingers(self, sides: Sequence[Side], seconds: float) -> None:
        """Keep buttons down together for so long, and let the press be judged."""
        self._step([Edge(side.value, True, self.now) for side in sides])
        self.wait(seconds)
        self._step([Edge(side.value, False, self.now) for side in sides])
        self.wait(0.8)

    def carry(self, transfers: Sequence[Transfer]) -> None:
        """Feel for beans where they lie, and carry them."""
        with self.fingers_on(*(each.source for each in transfers)):
            self.table.carry_out(transfers)

    @contextmanager
    def fingers_on(self, *places: Place) -> Iterator[None]:
        """Press on places for a moment, and still as what lies there changes, as fingers do that take it."""
        self._felt = set(places)
        self.wait(FEELING_SECONDS)
        yield
        self.weigh()
        self.wait(FEELING_SECONDS)
        self._felt = set()

    def move(self, *transfers: Transfer) -> None:
        """Feel for beans and carry them, which takes a moment, and take the hands away."""
        self.carry(transfers)
        self.weigh()
        self.wait(1.0)

    def contents(self) -> dict[Place, int]:
        """The truth."""
        return self.table.contents()

    @property
    def agreed(self) -> Mapping[Place, int]:
        """What was agreed last."""
        told = (event.contents for event in reversed(self.events) if isinstance(event, TableAgreed))
        return next(told, self._agreed_before)

    def lights(self) -> dict[Place, Meaning | None]:
        """What an eye that sees no hue makes of the lights of this moment."""
        assert self.scene is not None
        return said_by(self.scene.signs, tuple(self.places))

    def _step(self, edges: Sequence[Edge]) -> None:
        self.now = round(self.now + STEP_SECONDS, 6)
        frame = Frame(self.now, tuple(self._reading(place) for place in self.places))
        decided = self.core.step(self.now, frame, edges)
        self.events += decided.events
        self.scene = decided.scene

    def _reading(self, place: Place) -> int | CellFault:
        if place in self.dead:
            return CellFault.SILENT
        grams = 0.0 if place in self.lifted else self._grams[place]
        grams += FINGER_GRAMS * self.random.uniform(0.5, 1.5) if place in self._felt else 0.0
        noisy = grams + self.random.gauss(0.0, self.table.noise_grams)
        return round(noisy * self.table.calibration.places[place].counts_per_gram)


@cache
def said_by(signs: tuple[Sign, ...], places: tuple[Place, ...]) -> dict[Place, Meaning | None]:
    """The lights of a scene, rendered and read back."""
    spans = {place: range(4 * number, 4 * number + 4) for number, place in enumerate(places)}
    scene = Scene(signs, None, Message(""))
    times = [number * 0.05 for number in range(round(PERIOD_SECONDS / 0.05) + 2)]
    return decode([(time, render(scene, spans, 4 * len(places), time)) for time in times], spans)


class Obedient:
    """Does one small thing after another as the lights say: a bean, a cup, an alien thing, a press."""

    def __init__(self, bench: Bench, reads_seconds: float = 0.8) -> None:
        self.bench = bench
        self.hand: list[Piece] = []
        self.bean_moves = 0
        """Beans taken out or put in because a light called something wrong; carried over counts once."""
        self.silences: list[str] = []
        """Where the board had said nothing of the table a second after the last touch."""
        self.asked_for_help = False
        self.is_led_back = False
        """Whether he said no to a question, and was shown the way back to the agreed table."""
        self.story: list[str] = []
        self._reads_seconds = reads_seconds
        self._pressed_in_vain = False

    def mend(self, most_acts: int) -> bool:
        """Follow the lights; whether that came to an end: an agreed table, or a request for help."""
        for _ in range(most_acts):
            self.bench.wait(LOOKING_SECONDS)
            self._expect_an_answer()
            self.bench.wait(self._reads_seconds)
            if not self._act(self.bench.lights()):
                return True
        return False

    def _expect_an_answer(self) -> None:
        bench = self.bench
        assert bench.scene is not None
        if bench.core.moving or not bench.scene.signs:
            self.silences.append(f"at {bench.now} s: {bench.scene.message}, moving {bench.core.moving}")

    def _act(self, lights: Mapping[Place, Meaning | None]) -> bool:
        """Do what is most urgent; False if there is nothing left to do."""
        self._pressed_in_vain = self._pressed_in_vain and Meaning.LOOK in lights.values()
        for meaning in URGENT:
            places = [place for place, said in lights.items() if said is meaning]
            if places and self._can(meaning, lights):
                self.story.append(f"{self.bench.now}: {meaning.value} at {places}")
                self._obey(meaning, self.bench.random.choice(places))
                return True
        if self.bench.lifted - self.bench.dead:
            self.bench.wait(COSTS.waits.lifted_shown_seconds)
            return True
        if self.hand:
            self.story.append(f"{self.bench.now}: into the stock")
            self.hand.clear()
            return True
        return self._finish(lights)

    def _can(self, meaning: Meaning, lights: Mapping[Place, Meaning | None]) -> bool:
        """He goes on with a move only when all cups stand, and with a capture only when he must.

        That the cup of a dead place is off nobody tells him.
        """
        goes_on = meaning in (Meaning.MUST_CAPTURE, Meaning.MUST_NEXT, Meaning.INTO_POT)
        if goes_on and self.bench.lifted - self.bench.dead:
            return False
        return meaning is not Meaning.INTO_POT or Meaning.MAY_CAPTURE not in lights.values()

    def _obey(self, meaning: Meaning, place: Place) -> None:
        bench = self.bench
        if place in bench.strange:
            with bench.fingers_on(place):
                del bench.strange[place]
        elif place in bench.lifted:
            bench.lifted.remove(place)
        elif meaning in (Meaning.TOO_FEW, Meaning.MUST_NEXT, Meaning.INTO_POT):
            self._put(place, meaning)
        elif meaning in (Meaning.TOO_MANY, Meaning.MUST_CAPTURE) and bench.table.beans[place]:
            self._take(place, meaning)
        else:
            self._answer(place)

    def _take(self, place: Place, meaning: Meaning) -> None:
        beans = self.bench.table.beans[place]
        with self.bench.fingers_on(place):
            self.hand.append(beans.pop(self.bench.random.randrange(len(beans))))
        self.bean_moves += meaning in WRONG

    def _put(self, place: Place, meaning: Meaning) -> None:
        self.bench.table.beans[place].append(self._bean_for(meaning))
        self.bench.weigh()

    def _bean_for(self, meaning: Meaning) -> Piece:
        """A bean out of the cup that the words name; else out of the hand, or from beside the board."""
        assert self.bench.scene is not None
        source = self.bench.scene.message.values.get("source")
        if meaning is Meaning.MUST_NEXT and source is not None:
            with self.bench.fingers_on(Place(str(source))):
                return self.bench.table.beans[Place(str(source))].pop()
        if self.hand:
            return self.hand.pop()
        self.bean_moves += meaning in WRONG
        return self.bench.beans.draw(self.bench.random)

    def _answer(self, place: Place) -> None:
        """Nothing odd is to be seen at a place that asks for a look: say so, or ask for the way back."""
        side = self._whose_turn(self.bench.lights())
        assert self.bench.scene is not None
        if self.bench.scene.message.key == "lay-by-hand":
            self._lay_by_hand(self.bench.scene.message.values["what"])
            self.bench.hold(side, 0.2)
        elif self._is_as_the_words_say() and not self._pressed_in_vain:
            self._pressed_in_vain = True
            self.bench.hold(side, 0.2)
        else:
            self._pressed_in_vain = False
            self.bench.hold(side, 1.0)
            self.is_led_back |= isinstance(self.bench.referee.state, Restoring)

    def _lay_by_hand(self, belong: object) -> None:
        """Count what lies in the places that the words name, and lay there what belongs there."""
        self.is_led_back = True
        assert isinstance(belong, tuple)
        for phrase in belong:
            place, count = Place(str(phrase.values["place"])), phrase.values["beans"]
            assert isinstance(count, int)
            with self.bench.fingers_on(place):
                beans = self.bench.table.beans[place]
                del beans[count:]
                beans += [self.bench.beans.draw(self.bench.random) for _ in range(count - len(beans))]

    def _is_as_the_words_say(self) -> bool:
        """He counts the beans and reads what the screen asks."""
        assert self.bench.scene is not None
        asked, true = self.bench.scene.message.values, true_account(self.bench)
        said = asked.get("move", asked.get("what"))
        meant = [true]
        if true.kind is AccountKind.AS_WANTED:
            meant.append(Account(AccountKind.NOTHING_MOVED))
        return said in map(account_phrases, meant)

    def _finish(self, lights: Mapping[Place, Meaning | None]) -> bool:
        """No light wants anything: the button ends the turn, or there was nothing to end."""
        side = self._whose_turn(lights)
        before = len(self.bench.events)
        self.bench.hold(side, 0.2)
        fresh = self.bench.events[before:]
        self.story.append(f"{self.bench.now}: press of {side}: {fresh}")
        is_agreed = any(isinstance(event, TableAgreed) for event in fresh)
        cannot_see = any(isinstance(e, NotNow) and e.why is Refusal.CANNOT_SEE for e in fresh)
        self.asked_for_help = not is_agreed and cannot_see
        return not (is_agreed or self.asked_for_help or any(isinstance(event, NotNow) for event in fresh))

    def _whose_turn(self, lights: Mapping[Place, Meaning | None]) -> Side:
        glowing = {side_of(place) for place, said in lights.items() if said in ROW} - {None}
        return glowing.pop() or Side.SOUTH if len(glowing) == 1 else Side.SOUTH


def true_account(bench: Bench) -> Account:
    """What has truly happened, if the table is legal."""
    expected = bench.referee.expectation()
    if isinstance(expected, Exactly):
        lies = bench.contents()
        seen = [place for place in lies if place not in bench.dead]
        is_there = all(lies[place] == expected.contents[place] for place in seen)
        return Account(AccountKind.AS_WANTED if is_there else AccountKind.ON_THE_WAY)
    judged = judge({place: bench.agreed[place] for place in bench.places}, expected.plans, bench.contents())
    if judged.is_unchanged:
        return account_of(Unchanged())
    if judged.complete:
        return account_of(Complete(judged.complete[0], ()))
    return account_of(UnderWay(judged.under_way)) if judged.under_way else Account(AccountKind.NOT_LEGAL)


Table = tuple[int, ...]


def legal_tables(bench: Bench, movers_table: Mapping[Place, int] | None) -> set[Table]:
    """Every table that is welcome now, written out one by one from the plans themselves."""
    expected, lies = bench.referee.expectation(), bench.contents()
    if isinstance(expected, Exactly):
        return {tuple(expected.contents[place] for place in bench.places)}
    agreed = {place: bench.agreed[place] for place in bench.places}
    tables = {tuple(agreed.values())}
    for plan in expected.plans:
        if movers_table is not None and plan.settled and not _has_come(plan, movers_table, lies):
            continue
        for table in _on_the_way(after(agreed, plan.settled), plan.open):
            if table in tables:
                continue
            wanted = dict(zip(agreed, table, strict=True))
            judged = judge(agreed, (plan,), wanted, movers_table)
            if (judged.complete or judged.under_way) and not _continues(plan.settled, lies, wanted):
                tables.add(table)
    return tables


def _has_come(reply: Plan, movers_table: Mapping[Place, int], lies: Mapping[Place, int]) -> bool:
    """Whether anything of a reply shows: nobody mends a table by replying for the opponent."""
    return any(
        lies.get(one.target, 0) > movers_table.get(one.target, 0)
        or lies.get(one.source, 0) < movers_table.get(one.source, 0)
        for one in reply.open
    )


def _continues(settled: Sequence[Transfer], lies: Mapping[Place, int], wanted: Mapping[Place, int]) -> bool:
    """Whether mending would be to finish somebody's move, which nobody is told to do."""
    return any(
        lies.get(one.source, 0) > wanted.get(one.source, 0)
        or lies.get(one.target, 0) < wanted.get(one.target, 0)
        for one in settled
    )


def after(table: Mapping[Place, int], transfers: Sequence[Transfer]) -> dict[Place, int]:
    """The weighed places after some transfers."""
    counts = dict(table)
    for transfer in transfers:
        for place, change in ((transfer.source, -transfer.count), (transfer.target, transfer.count)):
            if place in counts:
                counts[place] += change
    return counts


def _on_the_way(start: Mapping[Place, int], transfers: Sequence[Transfer]) -> Iterator[Table]:
    """Each transfer with some of its beans lifted, and some of those put down."""
    stages = [
        [(lifted, put) for lifted in range(one.count + 1) for put in range(lifted + 1)] for one in transfers
    ]
    for stage in product(*stages):
        counts = dict(start)
        for transfer, (lifted, put) in zip(transfers, stage, strict=True):
            if transfer.source in counts:
                counts[transfer.source] -= lifted
            if transfer.target in counts:
                counts[transfer.target] += put
        yield tuple(counts.values())


def fewest_bean_moves(bench: Bench, movers_table: Mapping[Place, int] | None = None) -> int:
    """How many beans must be carried from the true table to the nearest welcome one.

    On the `movers_table` only the mover had been busy: nothing that lay there already is a reply.
    """
    lies = tuple(bench.contents().values())

    def moves(table: Table) -> int:
        changes = [here - there for here, there in zip(lies, table, strict=True)]
        return max(sum(c for c in changes if c > 0), -sum(c for c in changes if c < 0))

    return min(map(moves, legal_tables(bench, movers_table)))
