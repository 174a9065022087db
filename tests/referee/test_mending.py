"""From any disturbed table the lights alone lead back to an agreed one; each disturbance has its own words.

`python tests/benchmarks/mending.py 2000` tells as many stories as one likes.
"""

from random import Random

import pytest
from cupsboard.referee.events import Restored, TurnEnded
from cupsboard.referee.inputs import Moves
from cupsboard.referee.states import Blind
from cupsboard.rules.game import Transfer
from cupsboard.rules.places import OFF_BOARD, Place, Side, cup, pot
from cupsboard.signs.scene import Meaning
from cupsboard.signs.sentences import say
from disturbances import (
    ALL,
    MOMENTS,
    Disturbance,
    Moment,
    added,
    before_a_move,
    cup_lifted,
    half_a_wrong_move,
    in_a_move,
    leapt,
    misplaced,
    played,
    story_of,
    undone,
    undone_from_within,
)
from mending import LOOKING_SECONDS, Bench, Obedient, fewest_bean_moves

SOUTH, NORTH = Side.SOUTH, Side.NORTH


@pytest.mark.long("more tables", every=10)
@pytest.mark.parametrize("seed", range(60))
def test_following_the_lights_alone_leads_from_any_table_to_an_agreed_one(seed: int) -> None:
    # Not hypothesis: what it draws depends on the modules that are loaded beside this one.
    random = Random(seed)
    disturbances = random.sample(ALL, random.randint(1, 3))
    story = story_of(random.choice(MOMENTS), disturbances, seed)
    assert not story.shortcomings, story.told


@pytest.mark.parametrize(
    ("moment", "others", "seed"),
    [(undone_from_within, [], 19), (undone, [half_a_wrong_move], 9), (in_a_move, [cup_lifted], 39)],
)
def test_who_says_no_where_a_cell_has_leapt_is_told_how_many_beans_belong_there_and_comes_to_an_end(
    moment: Moment, others: list[Disturbance], seed: int
) -> None:
    story = story_of(moment, [leapt, *others], seed)
    assert not story.shortcomings, story.told


def test_beans_of_several_mishaps_are_not_counted_anew_while_they_are_put_right() -> None:
    story = story_of(before_a_move, [added, half_a_wrong_move, misplaced], 20000)
    assert not story.shortcomings, story.told


def evening() -> Bench:
    """South is to move; the cups hold 3 4 3 3 and 5 1 5 3, the pots 2 and 5."""
    bench = Bench(played(4, 14, Random(1)), seed=1)
    bench.wait(1.5)
    return bench


def looked_at(bench: Bench) -> dict[Place, Meaning | None]:
    """What the lights say a second after the last touch, the glow of the row left out."""
    bench.weigh()
    bench.wait(LOOKING_SECONDS)
    quiet = (Meaning.YOUR_TURN, Meaning.BLOCKED)
    return {place: said for place, said in bench.lights().items() if said not in quiet}


def words(bench: Bench) -> str:
    assert bench.scene is not None
    return say(bench.scene.message)


def test_a_bean_too_many_is_named_where_it_lies() -> None:
    bench = evening()
    bench.carry([Transfer(OFF_BOARD, cup(NORTH, 2))])
    assert looked_at(bench) == {cup(NORTH, 2): Meaning.TOO_MANY}
    assert words(bench) == "No move leads here: 1 bean too many in North's cup 2."


def test_a_bean_too_few_is_named_where_it_lay() -> None:
    bench = evening()
    bench.carry([Transfer(cup(NORTH, 2), OFF_BOARD)])
    assert looked_at(bench) == {cup(NORTH, 2): Meaning.TOO_FEW}
    assert words(bench) == "No move leads here: 1 bean missing from North's cup 2."


def test_a_bean_in_the_wrong_cup_is_named_with_where_it_came_from() -> None:
    bench = evening()
    bench.carry([Transfer(cup(NORTH, 3), cup(NORTH, 1))])
    assert looked_at(bench) == {cup(NORTH, 1): Meaning.TOO_MANY, cup(NORTH, 3): Meaning.TOO_FEW}
    assert words(bench) == "No move leads here: 1 bean of North's cup 3 in North's cup 1."


def test_a_pot_turned_over_is_to_be_filled_again() -> None:
    bench = evening()
    bench.carry([Transfer(pot(NORTH), OFF_BOARD, 5)])
    assert looked_at(bench) == {pot(NORTH): Meaning.TOO_FEW}
    assert words(bench) == "No move leads here: 5 beans missing from North's pot."


def test_cups_exchanged_are_named_as_such() -> None:
    bench = evening()
    one, other = cup(NORTH, 2), cup(NORTH, 3)
    bench.lifted |= {one, other}
    bench.wait(1.0)
    bench.table.exchange_cups(one, other)
    bench.lifted.clear()
    assert looked_at(bench) == {one: Meaning.TOO_MANY, other: Meaning.TOO_FEW}
    assert words(bench) == "No move leads here: North's cup 2 and North's cup 3 exchanged."


def test_a_cup_in_the_air_is_named_at_once_and_asked_for_after_three_seconds() -> None:
    bench = evening()
    bench.lifted.add(cup(NORTH, 4))
    assert Meaning.LIFTED not in looked_at(bench).values()
    assert words(bench) == "North's cup 4 is lifted."
    bench.wait(3.0)
    assert looked_at(bench)[cup(NORTH, 4)] is Meaning.LIFTED


def test_what_is_no_bean_is_to_be_taken_away() -> None:
    bench = evening()
    bench.strange[cup(SOUTH, 4)] = 23.0
    assert looked_at(bench) == {cup(SOUTH, 4): Meaning.LOOK}
    assert words(bench) == (
        "Something lies or presses on South's cup 4; take it away. Nothing there? Press twice, slowly."
    )


def test_a_place_that_cannot_be_weighed_shows_it_while_the_others_decide() -> None:
    bench = evening()
    bench.dead.add(cup(NORTH, 4))
    assert looked_at(bench) == {cup(NORTH, 4): Meaning.DEAD}
    assert words(bench).startswith("South's turn")
    bench.carry([Transfer(cup(NORTH, 1), OFF_BOARD)])
    assert looked_at(bench) == {cup(NORTH, 4): Meaning.DEAD, cup(NORTH, 1): Meaning.TOO_FEW}


@pytest.mark.long("other stories", but=list(map(str, range(6))))
@pytest.mark.parametrize("seed", range(24))
def test_beside_a_dead_cell_every_move_can_be_made(seed: int) -> None:
    random = Random(seed)
    bench = before_a_move(played(random.choice((2, 3, 4)), random.randrange(1, 20), random), random)
    bench.dead.add(random.choice(bench.places))
    bench.wait(1.5)
    expected = bench.referee.expectation()
    assert isinstance(expected, Moves)
    plan = random.choice([plan for plan in expected.plans if not plan.settled])
    assert plan.side is not None
    for transfer in plan.open:
        bench.move(transfer)
    for _ in range(6):
        # A press says yes to what is asked; a hold, that it is another move.
        asked = bench.referee.state
        is_doubted = isinstance(asked, Blind) and asked.confirmed is None
        is_other = isinstance(asked, Blind) and asked.confirmed is not None and asked.confirmed.plan != plan
        bench.hold(plan.side, 1.0 if is_doubted or is_other else 0.3)
        bench.wait(1.5)
        if ended := [event for event in bench.events if isinstance(event, TurnEnded)]:
            break
    assert [(event.side, event.label) for event in ended] == [(plan.side, plan.label)]


def test_what_has_happened_where_nobody_can_see_is_not_guessed_at() -> None:
    bench = evening()
    bench.dead.add(cup(NORTH, 4))
    bench.wait(1.0)
    one = cup(NORTH, 3)
    bench.lifted |= {one, cup(NORTH, 4)}
    bench.wait(1.0)
    bench.table.exchange_cups(one, cup(NORTH, 4))
    bench.lifted.clear()
    said = looked_at(bench)
    assert said[cup(NORTH, 4)] is Meaning.DEAD


def test_a_wrong_move_half_done_is_told_bean_by_bean() -> None:
    bench = evening()
    bench.carry([Transfer(cup(SOUTH, 1), cup(SOUTH, 2)), Transfer(cup(SOUTH, 1), cup(SOUTH, 4))])
    said = looked_at(bench)
    assert said
    assert set(said.values()) <= {Meaning.TOO_MANY, Meaning.TOO_FEW, Meaning.LOOK}
    assert words(bench).startswith("No move leads here: 2 beans missing from South's cup 1")


def test_who_has_begun_one_repair_is_not_sent_to_another() -> None:
    bench = evening()
    bench.carry([Transfer(cup(NORTH, 3), cup(NORTH, 1), 2)])
    looked_at(bench)
    bench.carry([Transfer(cup(NORTH, 1), OFF_BOARD, 2)])
    assert looked_at(bench) == {cup(NORTH, 3): Meaning.TOO_FEW}


def test_a_slip_of_a_move_is_mended_by_the_fewest_beans() -> None:
    bench = evening()
    bench.carry([Transfer(OFF_BOARD, cup(SOUTH, 1), 2)])
    bench.weigh()
    person, fewest = Obedient(bench), fewest_bean_moves(bench)
    assert person.mend(20)
    assert person.bean_moves == fewest == 1


@pytest.mark.parametrize("seed", [0, 1, 5])
def test_a_move_that_is_taken_back_is_shown_bean_by_bean_and_never_doubted_for_its_beans(seed: int) -> None:
    bench = Bench(played(4, 14, Random(1)), seed=seed, beans="kidney")
    bench.wait(1.5)
    for number in (1, 2, 3):
        bench.move(Transfer(OFF_BOARD, cup(SOUTH, number)))
    bench.hold(SOUTH, 1.0)
    rest = {cup(SOUTH, number) for number in (1, 2, 3)}
    while rest:
        # What is doubtful at first is looked at twice.
        bench.wait(2.0)
        ((place, meaning),) = looked_at(bench).items()
        assert meaning is Meaning.TOO_MANY
        rest.remove(place)
        bench.move(Transfer(place, OFF_BOARD))
    assert looked_at(bench) == {}
    assert isinstance(bench.events[-1], Restored)
