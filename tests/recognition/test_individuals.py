"""Individuals told by mass: none is taken for another, what is foreign is none of them, and doubt asks."""

from random import Random

import pytest
from cups_on_paper import Paper
from cupsboard.referee.events import PieceLanded
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS, SPOTS, Cup, Seat, tray
from cupsboard.rules.places import Place
from cupsboard.signs.scene import Meaning
from hypothesis import assume, example, given
from hypothesis import strategies as st

TRAYS = [tray(seat) for seat in (Seat.ONE, Seat.TWO, Seat.THREE)]


def standing(paper: Paper) -> dict[Place, set[str]]:
    return {place: set(kinds) for place, kinds in paper.heart.standing.items() if kinds}


def asks_about(paper: Paper, place: Place) -> bool:
    assert paper.scene is not None
    return any(sign.place == place and sign.meaning is Meaning.LOOK for sign in paper.scene.signs)


def truth(where: dict[Cup, Place]) -> dict[Place, set[str]]:
    found: dict[Place, set[str]] = {}
    for cup, place in where.items():
        found.setdefault(place, set()).add(cup.kind)
    return found


moves = st.lists(
    st.tuples(st.integers(0, 8), st.integers(0, 2), st.floats(0.0, 0.3), st.booleans()),
    min_size=3,
    max_size=9,
)


MIXED = [CUPS[0], CUPS[3], CUPS[2], CUPS[5], CUPS[1], CUPS[4], CUPS[7], CUPS[6], CUPS[8]]
FIRST_THREE = [(0, 2, 0.0642599467, False), (6, 0, 0.0011485012, False), (7, 0, 0.2043477825, True)]
NOBODY_LEFT_TO_FALL = [
    *FIRST_THREE,
    (0, 2, 0.18888988038762233, True),
    (0, 0, 0.25900403152607326, False),
    (1, 2, 0.18350586977338354, True),
    (0, 2, 0.14031354751387962, True),
    (7, 1, 0.07686818487231226, True),
    (0, 0, 0.144282412329443, True),
]
"""Once an individual was sought where the weight of a place fell that held none any more."""
IN_ONE_MOMENT = [
    *FIRST_THREE,
    (2, 0, 0.18888988038762233, True),
    (0, 0, 0.25900403152607326, False),
    (1, 0, 0.0, False),
    (0, 2, 0.0, False),
    (7, 1, 0.0, True),
]
"""Cups that come in the moment in which another goes, which the board asks about."""


@example(799, 1.5, 0.5, MIXED, NOBODY_LEFT_TO_FALL)
@example(799, 1.5, 0.5, MIXED, IN_ONE_MOMENT)
@pytest.mark.long("a whole evening")
@given(
    st.integers(0, 10_000),
    st.sampled_from([1.5, 2.0, 3.0]),
    st.sampled_from([0.5, 1.0, 3.0]),
    st.permutations(CUPS),
    moves,
)
def test_no_cup_is_taken_for_another_whatever_comes_and_goes(
    seed: int,
    unit_grams: float,
    noise_times: float,
    order: list[Cup],
    hands: list[tuple[int, int, float, bool]],
) -> None:
    paper = Paper(3, seed=seed, unit_grams=unit_grams, noise_times=noise_times)
    paper.run(0.5)
    where = dict(zip(order, SPOTS, strict=True))
    for cup, place in where.items():
        paper.put(cup, place)
    paper.run(1.0)
    assert standing(paper) == truth(where)
    for number, to, pause, is_exchange in hands:
        cup = CUPS[number]
        target = TRAYS[to] if where[cup] in SPOTS or where[cup] != TRAYS[to] else TRAYS[(to + 1) % 3]
        leaving = [other for other, place in where.items() if place == target and other != cup]
        paper.lift(cup)
        paper.run(0.2 + pause)
        if is_exchange and leaving:
            # In one moment one is put down there and another taken up, which comes to the next tray.
            gone = leaving[0]
            paper.lift(gone)
            paper.put(cup, target)
            paper.run(0.4)
            where[gone] = TRAYS[(TRAYS.index(target) + 1) % 3]
            paper.put(gone, where[gone])
        else:
            paper.put(cup, target)
        where[cup] = target
        paper.run(0.5)
    paper.run(1.0)
    # Of what came in the very moment in which another went it may ask, and then tells nothing there.
    assert any(is_exchange for *_, is_exchange in hands) or standing(paper) == truth(where)
    told = {place: kinds for place, kinds in standing(paper).items() if not asks_about(paper, place)}
    assert told == {place: kinds for place, kinds in truth(where).items() if not asks_about(paper, place)}


@given(st.integers(0, 10_000), st.sampled_from(CUPS), st.floats(1.5, 40.0))
def test_a_foreign_cup_is_none_of_the_nine(seed: int, near: Cup, off_grams: float) -> None:
    paper = Paper(2, seed=seed)
    paper.run(0.5)
    grams = paper.masses[near] + off_grams
    # Two light cups together weigh more than that.
    assume(grams < 2 * min(paper.masses.values()) - 4.0)
    distance = min(abs(grams - each) for each in paper.masses.values())
    paper.load(SPOTS[2], grams)
    # Its mean gets better while it lies still: what is doubtful at first may turn out to be foreign.
    paper.run(2.5)
    if distance >= 1.5:
        assert SPOTS[2] not in standing(paper)
        assert "none of the nine" in paper.said or "Is it the" in paper.said
    if distance >= 4.0:
        assert "none of the nine" in paper.said


def test_alike_cups_in_the_air_together_are_asked_about_and_a_tap_takes_the_likeliest() -> None:
    paper = Paper(2, masses={CUPS[0]: 95.0, CUPS[1]: 95.15})
    paper.run(0.5)
    paper.put(CUPS[0], SPOTS[0])
    paper.run(1.0)
    assert standing(paper) == {}
    assert "Tap your button for yes" in paper.said
    paper.tap(Seat.ONE)
    paper.run(0.3)
    (kinds,) = standing(paper).values()
    assert kinds < {CUPS[0].kind, CUPS[1].kind}


def test_a_knock_that_shakes_all_cells_lifts_nothing() -> None:
    paper = Paper(2)
    paper.set_up()
    before = standing(paper)
    landed = len(paper.seen(PieceLanded))
    knocks = Random(3)
    for _ in range(30):
        jolt = {place: knocks.gauss(0.0, 40.0) for place in paper.profile.places}
        for place, grams in jolt.items():
            paper.load(place, grams)
        paper.run(0.0125)
        for place, grams in jolt.items():
            paper.load(place, -grams)
        paper.run(0.5)
    assert standing(paper) == before
    jolts = paper.seen(PieceLanded)[landed:]
    assert all(event.place == SPOTS[[cup.kind for cup in CUPS].index(event.kind)] for event in jolts)


@pytest.mark.long("a whole evening")
def test_a_zero_that_creeps_through_an_evening_changes_nothing() -> None:
    paper = Paper(2)
    paper.set_up()
    before = standing(paper)
    for _ in range(120):
        for place in paper.profile.places:
            paper.load(place, 0.01)
        paper.run(1.0)
    assert standing(paper) == before
    assert not paper.heart.moving


def test_a_hand_that_holds_a_landed_cup_is_waited_for() -> None:
    paper = Paper(2)
    paper.set_up()
    paper.race()
    cup = CUPS[3]
    paper.lift(cup)
    paper.run(0.4)
    shaking = Random(1)
    paper.put(cup, tray(Seat.ONE))
    for _ in range(40):
        push = shaking.gauss(8.0, 4.0)
        paper.load(tray(Seat.ONE), push)
        paper.run(0.025)
        paper.load(tray(Seat.ONE), -push)
    assert not [event for event in paper.seen(PieceLanded) if event.place == tray(Seat.ONE)]
    paper.run(0.4)
    (landed,) = [event for event in paper.seen(PieceLanded) if event.place == tray(Seat.ONE)]
    assert landed.kind == cup.kind


@pytest.mark.parametrize("late", [0.0, 0.003, 0.006])
def test_two_lifts_within_a_sample_have_times_that_say_so(late: float) -> None:
    paper = Paper(2)
    paper.set_up()
    paper.race()
    paper.lift(CUPS[0])
    paper.now, now = paper.now + late, paper.now
    paper.lift(CUPS[1])
    paper.now = now
    paper.run(0.3)
    assert {type(event).__name__ for event in paper.events[-2:]} == {"PieceLifted"}
    times = [getattr(event, "time", 0.0) for event in paper.events[-2:]]
    assert abs(times[0] - times[1]) <= 0.0125


def test_a_hand_that_stays_where_it_took_a_cup_from_may_leave_when_the_cup_has_long_landed() -> None:
    paper = Paper(2)
    paper.set_up()
    paper.race()
    cup = CUPS[3]
    spot = next(place for place, kinds in standing(paper).items() if cup.kind in kinds)
    pressing = 130.0
    paper.load(spot, pressing)
    paper.run(0.1)
    paper.lift(cup)
    paper.run(0.5)
    paper.put(cup, tray(Seat.ONE))
    paper.run(0.8)
    assert cup.kind in standing(paper)[tray(Seat.ONE)]
    paper.load(spot, -pressing)
    paper.run(0.8)
    assert spot not in standing(paper)
    assert not paper.heart.moving


@given(st.permutations(CUPS), st.floats(-0.05, 0.1), st.sampled_from([1.5, 2.0]), st.integers(0, 10_000))
@example(list(CUPS), 0.03, 2.0, 1)
@example(list(reversed(CUPS)), 0.03, 2.0, 1)
def test_a_cup_that_leaves_a_tray_as_another_lands_there_is_taken_for_no_other(
    order: list[Cup], later: float, unit_grams: float, seed: int
) -> None:
    """In these sets no two cups weigh together what a third one does."""
    paper = Paper(3, seed=seed, unit_grams=unit_grams)
    paper.run(0.5)
    leaves, stays, comes, *others = order
    for cup, spot in zip([comes, *others], SPOTS, strict=False):
        paper.put(cup, spot)
    for cup in (leaves, stays):
        paper.put(cup, TRAYS[0])
        paper.run(0.5)
    paper.run(1.0)
    assume(standing(paper)[TRAYS[0]] == {leaves.kind, stays.kind})
    paper.lift(comes)
    paper.run(0.4)
    if later < 0:
        paper.lift(leaves)
        paper.run(-later)
        paper.put(comes, TRAYS[0])
    else:
        paper.put(comes, TRAYS[0])
        paper.run(later)
        paper.lift(leaves)
    # Whoever put one down there keeps touching it, until the other has landed elsewhere and lies still.
    shaking = Random(seed)
    for tenth in range(8):
        if tenth == 3:
            paper.put(leaves, TRAYS[1])
        push = shaking.gauss(8.0, 4.0)
        for grams in (push, -push):
            paper.load(TRAYS[0], grams)
            paper.run(0.05)
    paper.run(0.8)
    # Twice in a hundred times the steps hide each other, as if one stood half off: then the board asks.
    assert standing(paper).get(TRAYS[1], {leaves.kind}) == {leaves.kind}
    found = standing(paper)[TRAYS[0]]
    assert found == {stays.kind, comes.kind} or (comes.kind not in found and asks_about(paper, TRAYS[0]))


@pytest.mark.parametrize("off_grams", [-0.5, 0.0, 0.5])
def test_a_hand_that_presses_like_the_cup_gets_it_only_if_no_tray_that_still_moves_may_have_it(
    off_grams: float,
) -> None:
    paper = Paper(3)
    paper.set_up()
    paper.race()
    cup = CUPS[5]
    paper.lift(cup)
    paper.run(0.4)
    paper.put(cup, TRAYS[0])
    paper.load(TRAYS[1], paper.masses[cup] + off_grams)
    for push in (9.0, 5.0, -7.0, 6.0, -8.0, 9.0):
        paper.load(TRAYS[0], push)
        paper.run(0.025)
        paper.load(TRAYS[0], -push)
    paper.run(0.6)
    assert TRAYS[1] not in standing(paper)
    if off_grams:
        assert standing(paper).get(TRAYS[0]) == {cup.kind}


def three_on_a_tray(seed: int = 1) -> Paper:
    paper = Paper(3, seed=seed)
    paper.run(0.5)
    for cup, spot in zip(CUPS[3:], SPOTS, strict=False):
        paper.put(cup, spot)
    for cup in CUPS[:3]:
        paper.put(cup, TRAYS[0])
        paper.run(0.5)
    paper.run(1.0)
    assert standing(paper)[TRAYS[0]] == {cup.kind for cup in CUPS[:3]}
    return paper


@pytest.mark.parametrize("hand_grams", [40.0, 125.0])
@pytest.mark.parametrize("comes_after", [False, True])
def test_a_cup_taken_up_and_put_down_beside_a_steady_hand_is_seen(
    hand_grams: float, comes_after: bool
) -> None:
    paper = three_on_a_tray()
    if not comes_after:
        paper.load(TRAYS[0], hand_grams)
        paper.run(0.5)
    lifted_at = paper.now
    paper.lift(CUPS[1])
    paper.run(0.05)
    if comes_after:
        paper.load(TRAYS[0], hand_grams)
    paper.run(0.35)
    landed_at = paper.now
    paper.put(CUPS[1], TRAYS[0])
    paper.run(0.5)
    landings = [event for event in paper.seen(PieceLanded) if event.time > lifted_at]
    assert [(event.kind, event.place) for event in landings] == [(CUPS[1].kind, TRAYS[0])]
    assert abs(landings[0].time - landed_at) < 0.03
    paper.load(TRAYS[0], -hand_grams)
    paper.run(0.5)
    assert standing(paper)[TRAYS[0]] == {cup.kind for cup in CUPS[:3]}
    assert [event for event in paper.seen(PieceLanded) if event.time > landed_at + 0.1] == []
    assert not paper.heart.moving


@pytest.mark.long("a table of nine cups at 80 samples a second")
def test_a_hand_that_presses_harder_and_less_beside_cups_moves_none_of_them() -> None:
    paper = three_on_a_tray(seed=4)
    begun, hand = paper.now, Random(9)
    pressed = 0.0
    for _ in range(40):
        # Never by what a cup weighs: no scales could tell that.
        change = hand.choice((-1, 1)) * hand.uniform(5.0, 85.0)
        change = change if pressed + change > 0 else -change
        paper.load(TRAYS[0], change)
        pressed += change
        paper.run(0.4)
    paper.load(TRAYS[0], -pressed)
    paper.run(1.0)
    assert [event for event in paper.seen(PieceLanded) if event.time > begun] == []
    assert standing(paper)[TRAYS[0]] == {cup.kind for cup in CUPS[:3]}


@pytest.mark.long("a table of nine cups at 80 samples a second")
def test_cups_that_all_weigh_alike_are_not_told_and_keep_nobody_waiting() -> None:
    paper = Paper(3, masses={cup: 95.0 + 0.01 * number for number, cup in enumerate(CUPS)})
    paper.run(0.5)
    for cup, spot in zip(CUPS, SPOTS, strict=True):
        paper.put(cup, spot)
    # All ways in which they may stand there, one after the other, took more than five minutes.
    paper.run(1.5)
    assert standing(paper) == {}
    assert {sign.meaning for sign in paper.scene.signs if sign.place in SPOTS} == {Meaning.LOOK}  # type: ignore[union-attr]
