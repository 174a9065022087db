"""What happens to a table in the middle of a game, and when: each one small thing done by careless hands."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from cupsboard.referee.inputs import Exactly
from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.game import Plan, Standing, Transfer
from cupsboard.rules.history import History
from cupsboard.rules.places import OFF_BOARD, Place, is_cup
from mending import Bench, Obedient, fewest_bean_moves

Disturbance = Callable[[Bench, Random], object]


def added(bench: Bench, random: Random) -> None:
    """Beans fall into a place."""
    bench.carry([Transfer(OFF_BOARD, random.choice(bench.places), random.randint(1, 3))])


def removed(bench: Bench, random: Random) -> None:
    """Beans are taken out of a place."""
    if place := _filled(bench, random):
        count = min(random.randint(1, 3), bench.contents()[place])
        bench.carry([Transfer(place, OFF_BOARD, count)])


def misplaced(bench: Bench, random: Random) -> None:
    """A bean or two go from one place to another."""
    if place := _filled(bench, random):
        count = min(random.randint(1, 2), bench.contents()[place])
        bench.carry([Transfer(place, random.choice(bench.places), count)])


def pot_turned_over(bench: Bench, random: Random) -> None:
    """A pot loses all it held; some of it rolls into cups."""
    place = random.choice([place for place in bench.places if not is_cup(place)])
    for _ in range(bench.contents()[place]):
        target = random.choice(bench.places) if random.random() < 0.3 else OFF_BOARD
        if target != place:
            bench.carry([Transfer(place, target)])


def cups_exchanged(bench: Bench, random: Random) -> None:
    """Two cups are lifted, looked at, and put back on each other's places."""
    one, other = random.sample([place for place in bench.places if is_cup(place)], 2)
    bench.lifted |= {one, other}
    bench.wait(1.0)
    bench.table.exchange_cups(one, other)
    bench.lifted -= {one, other}


def cup_lifted(bench: Bench, random: Random) -> None:
    """A cup is taken off and stands beside the board."""
    bench.lifted.add(random.choice(bench.places))


def coin(bench: Bench, random: Random) -> None:
    """Something that is no bean lies in a place; what weighs like beans can't be told from them."""
    beans = random.randint(0, 5) + random.uniform(0.3, 0.7)
    bench.strange[random.choice(bench.places)] = beans * bench.beans.mean_grams


def cell_died(bench: Bench, random: Random) -> None:
    """The cable of a cell comes off."""
    bench.dead.add(random.choice(bench.places))


def leapt(bench: Bench, random: Random) -> None:
    """A cell leaps by a bean and back some times, and then beans of its cup are gone that no finger took."""
    place = _filled(bench, random) or bench.places[0]
    for _ in range(3):
        for grams in (bench.beans.mean_grams, 0.0):
            bench.strange[place] = grams
            bench.weigh()
            bench.wait(0.6)
        del bench.strange[place]
    gone = min(random.randint(0, 3), bench.contents()[place])
    bench.table.carry_out([Transfer(place, OFF_BOARD, gone)])
    bench.weigh()
    bench.wait(random.choice((0.0, 2.0)))


def half_a_wrong_move(bench: Bench, random: Random) -> None:
    """Somebody begins to sow a cup round the board as in another game."""
    if source := _filled(bench, random):
        first = bench.places.index(source) + 1
        for step in range(random.randint(1, bench.contents()[source])):
            bench.carry([Transfer(source, bench.places[(first + step) % len(bench.places)])])


BEANS_ONLY: tuple[Disturbance, ...] = (added, removed, misplaced, pot_turned_over, half_a_wrong_move)
ALL: tuple[Disturbance, ...] = (*BEANS_ONLY, cups_exchanged, cup_lifted, coin, cell_died)


def before_a_move(history: History[Position], random: Random) -> Bench:
    """Somebody is to move."""
    bench = Bench(history, random.getrandbits(32))
    bench.wait(1.5)
    return bench


def in_a_move(history: History[Position], random: Random) -> Bench:
    """A move has got somewhere."""
    bench = before_a_move(history, random)
    for unit in _units(_plan(bench, random)):
        if random.random() < 0.7:
            bench.move(unit)
    return bench


def with_a_capture_owed(history: History[Position], random: Random) -> Bench:
    """All beans of a move lie there but the captured ones, and the button was pressed."""
    bench = before_a_move(history, random)
    plan = _plan(bench, random, owing=True)
    bench.move(*(unit for unit in plan.open if unit not in plan.owed))
    if plan.side is not None:
        bench.hold(plan.side, 0.2)
    return bench


def undone(history: History[Position], random: Random) -> Bench:
    """Both buttons were held, and the table has yet to follow."""
    bench = before_a_move(history, random)
    bench.hold_both()
    return bench


def undone_deeply(history: History[Position], random: Random) -> Bench:
    """Some moves were taken back, one after the other, before the table follows; one perhaps was not."""
    bench = undone(history, random)
    for _ in range(random.randint(1, 5)):
        bench.hold_both()
    if random.random() < 0.3:
        bench.tap_both()
    return bench


def undone_from_within(history: History[Position], random: Random) -> Bench:
    """Both buttons were held while a move lay there in part, and again."""
    bench = in_a_move(history, random)
    for _ in range(random.randint(1, 3)):
        bench.hold_both()
    return bench


def taken_up(history: History[Position], random: Random) -> Bench:
    """The board was off, and mostly cleared meanwhile; perhaps a move is taken back before it is laid out."""
    is_forgotten = random.random() < 0.3
    bench = Bench(history, random.getrandbits(32), is_taken_up=True, is_forgotten=is_forgotten)
    if random.random() < 0.7:
        bench.table.carry_out([Transfer(place, OFF_BOARD, n) for place, n in bench.contents().items()])
        bench.weigh()
    bench.wait(1.5)
    for _ in range(random.randint(0, 2)):
        bench.hold_both()
    return bench


def redone(history: History[Position], random: Random) -> Bench:
    """The last move was taken back, and then not."""
    bench = undone(history, random)
    bench.tap_both()
    return bench


def being_set_up(history: History[Position], random: Random) -> Bench:
    """The board was just switched on for a new game."""
    return Bench(History(history.game, None), random.getrandbits(32), is_new=True)


Moment = Callable[[History[Position], Random], Bench]

MOMENTS: tuple[Moment, ...] = (
    before_a_move,
    in_a_move,
    with_a_capture_owed,
    undone,
    undone_deeply,
    undone_from_within,
    taken_up,
    redone,
    being_set_up,
)


def played(cups: int, moves: int, random: Random) -> History[Position]:
    """A game so far, of moves at random."""
    history = History(Cups(cups), None)
    for _ in range(moves):
        game, position = history.game, history.position
        if game.standing(position) is Standing.PASS:
            history = history.pass_turn()
        elif game.standing(position) is Standing.TO_MOVE:
            side = random.choice(game.movers(position))
            history = history.play(side, random.choice(game.plans(position, side)).label)
    return history


def _plan(bench: Bench, random: Random, *, owing: bool = False) -> Plan:
    expected = bench.referee.expectation()
    assert not isinstance(expected, Exactly)
    plans = [plan for plan in expected.plans if not plan.settled]
    return random.choice([plan for plan in plans if plan.owed and owing] or plans)


def _units(plan: Plan) -> list[Transfer]:
    return [Transfer(one.source, one.target) for one in plan.open for _ in range(one.count)]


def _filled(bench: Bench, random: Random) -> Place | None:
    places = [place for place, count in bench.contents().items() if count]
    return random.choice(places) if places else None


@dataclass(frozen=True)
class Story:
    """How a disturbed table was put in order again, and in what that fell short."""

    told: str
    shortcomings: tuple[str, ...]


MOST_ACTS = 300


def story_of(moment: Moment, disturbances: Sequence[Disturbance], seed: int) -> Story:
    """Disturb a table at a moment, let somebody do what the lights say, and see what becomes of it."""
    random = Random(seed)
    bench = moment(played(random.choice((2, 2, 3, 4)), random.randrange(1, 20), random), random)
    movers_table = begun_table(bench)
    for disturb in disturbances:
        disturb(bench, random)
    bench.weigh()
    fewest = fewest_bean_moves(bench, movers_table)
    person = Obedient(bench)
    is_done = person.mend(MOST_ACTS)
    told = "\n".join(
        [f"{moment.__name__}, {[each.__name__ for each in disturbances]}, {seed}:", *person.story]
    )
    return Story(told, tuple(_shortcomings(bench, person, fewest, is_done=is_done)))


def begun_table(bench: Bench) -> Mapping[Place, int] | None:
    """The table, if the mover has been busy with it."""
    table = bench.contents()
    if isinstance(bench.referee.expectation(), Exactly):
        return None
    return table if any(bench.agreed[place] != count for place, count in table.items()) else None


def _shortcomings(bench: Bench, person: Obedient, fewest: int, *, is_done: bool) -> Iterator[str]:
    seen = [place for place in bench.places if place not in bench.dead]
    lies = bench.contents()
    if not is_done:
        yield f"no end after {MOST_ACTS} acts: {bench.referee.state}"
    elif person.asked_for_help:
        if not bench.dead and not bench.core.doubted:
            yield "asked for help although every place can be weighed"
    elif wrong := [place for place in seen if lies[place] != bench.agreed[place]]:
        yield f"the agreed table is not the true one at {wrong}"
    yield from (f"said nothing {silence}" for silence in person.silences)
    # Who says no to a question is led back to the agreed table, whatever lies nearer.
    if person.bean_moves > fewest and not (person.is_led_back or bench.dead):
        yield f"{person.bean_moves} bean moves where {fewest} were enough"
