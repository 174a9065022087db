"""Where an individual has been between its lift and its landing: certain visits are told, others noted."""

from cupsboard.numbers import COSTS
from cupsboard.recognition.individuals.happenings import Landed, Lifted
from cupsboard.recognition.individuals.visits import Visit, before, journey
from cupsboard.rules.places import Kind, Place

CUP, HOME, TRAY, OTHER, LAST = (
    Kind("red-circle"),
    Place("spot-1"),
    Place("one-tray"),
    Place("two-tray"),
    Place("x"),
)
LEFT_HOME = Lifted(CUP, HOME, 0.0)


def sure(place: Place, came: float, left: float) -> Visit:
    return Visit(place, came, left, is_sure=True)


def test_certain_visits_one_after_the_other_are_each_a_landing_and_a_lift() -> None:
    told = journey(LEFT_HOME, LAST, 20.0, 20.0, [sure(OTHER, 10.0, 12.0), sure(TRAY, 2.0, 4.0)])
    assert [(type(each), each.place, each.time) for each in told] == [
        (Landed, TRAY, 2.0),
        (Lifted, TRAY, 4.0),
        (Landed, OTHER, 10.0),
        (Lifted, OTHER, 12.0),
        (Landed, LAST, 20.0),
    ]
    assert told[2].lifted == told[1]  # type: ignore[union-attr]


def test_of_two_visits_at_the_same_time_neither_is_certain() -> None:
    (landed,) = journey(LEFT_HOME, LAST, 20.0, 20.0, [sure(TRAY, 2.0, 6.0), sure(OTHER, 4.0, 8.0)])
    assert isinstance(landed, Landed)
    assert [(each.place, each.time) for each in landed.meanwhile] == [(TRAY, 2.0), (OTHER, 4.0)]


def test_a_visit_too_short_to_stand_or_that_ended_too_late_to_be_carried_is_none() -> None:
    short = sure(TRAY, 2.0, 2.0 + COSTS.individuals.least_stand_seconds / 2)
    late = sure(OTHER, 10.0, 20.0 - COSTS.individuals.least_carry_seconds / 2)
    (landed,) = journey(LEFT_HOME, LAST, 20.0, 20.0, [short, late])
    assert isinstance(landed, Landed)
    assert (landed.place, landed.meanwhile) == (LAST, ())


def test_a_lift_is_dated_before_the_landing_that_follows_it() -> None:
    assert before(5.0, Lifted(CUP, HOME, 3.0)) == Lifted(CUP, HOME, 3.0)
    covered = before(5.0, Lifted(CUP, HOME, 6.0, perhaps_since=1.0, perhaps_until=8.0))
    assert covered.earliest == 1.0
    assert covered.time <= 5.0 - COSTS.individuals.least_carry_seconds
    assert covered.latest == 5.0
