"""The jobs that a board can be wished to do, and which wish it is that an owner orders at the page."""

from collections.abc import Callable, Mapping

from cupsboard.procedures.calibration.calibration_run import Beans
from cupsboard.procedures.calibration.calibration_run import Wish as CalibrationWish
from cupsboard.procedures.reference_masses import USUAL, reference
from cupsboard.rules.places import BEAN, Kind, Place, is_kind_name
from cupsboard.scales.errors import SensingError
from cupsboard.session.orders import Unwanted
from cupsboard.station.files.board_files import BoardFiles
from cupsboard.station.jobs.job import Prepared
from cupsboard.station.jobs.wishes import (
    Calibrate,
    CheckBeans,
    Examine,
    JobWish,
    Prove,
    SortBeans,
    TakeZero,
    TryLights,
    WeighCups,
    WeighKind,
)

Options = Mapping[str, str]
MOST_EACH = 20
"""Beans of a portion, by the page."""


def prepared(wish: JobWish, at: BoardFiles) -> Prepared:
    """Prepare a job. Raises SensingError, RulesError or OSError for one that can't be begun now."""
    # A board that plays has loaded none of them: its start takes a small Pi long enough.
    match wish:
        case Examine():
            from cupsboard.station.jobs import examination

            return examination.prepared(at, wish)
        case TryLights():
            from cupsboard.station.jobs import lights

            return lights.prepared(at)
        case Calibrate():
            from cupsboard.station.jobs import calibration

            return calibration.prepared(at, wish.wish)
        case Prove():
            from cupsboard.station.jobs import proof

            return proof.prepared(at)
        case TakeZero():
            from cupsboard.station.jobs import zero

            return zero.prepared(at, wish.place)
        case SortBeans():
            from cupsboard.station.jobs import beans

            return beans.sorting(at)
        case CheckBeans():
            from cupsboard.station.jobs import beans

            return beans.checking(at, wish.each)
        case WeighKind():
            from cupsboard.station.jobs import kinds

            return kinds.weighing(at, wish.kind)
        case WeighCups():
            from cupsboard.station.jobs import cups

            return cups.weighing(at)


def ordered(activity: str, at: BoardFiles, options: Options) -> JobWish:
    """Return the wish of an owner who orders an activity by the name that the page has for it.

    Raises SensingError for one that this board can't do, and Unwanted or SensingError for an option.
    """
    if activity not in ACTIVITIES:
        raise SensingError(f"{activity!r}: choose from {', '.join(ACTIVITIES)}")
    if activity in OF_CUPS and not at.profile.cups:
        raise SensingError(f"{activity}: {at.profile.name} has no cups that stay where they are")
    return ACTIVITIES[activity](options)


def _calibrate(options: Options) -> JobWish:
    return Calibrate(
        CalibrationWish(
            reference(options.get("reference", USUAL)),
            place=Place(options["place"]) if "place" in options else None,
            beans=Beans[options["beans"].upper()] if options.get("beans") in ("new", "more") else None,
            is_anew=options.get("anew") == "yes",
        )
    )


def _check_beans(options: Options) -> JobWish:
    each = options.get("each", "5")
    if not (each.isascii() and each.isdigit() and 1 <= int(each) <= MOST_EACH):
        raise SensingError(f"{each} beans to a cup: say 1 to {MOST_EACH}")
    return CheckBeans(int(each))


def _weigh_kind(options: Options) -> JobWish:
    name = options.get("kind", "")
    if not is_kind_name(name) or name == BEAN:
        raise Unwanted("kind-name")
    return WeighKind(Kind(name))


ACTIVITIES: Mapping[str, Callable[[Options], JobWish]] = {
    "doctor": lambda _: Examine(),
    "lights": lambda _: TryLights(),
    "calibrate": _calibrate,
    "prove": lambda _: Prove(),
    "beans-check": _check_beans,
    "beans-sort": lambda _: SortBeans(),
    "kinds-weigh": _weigh_kind,
    "cups-weigh": lambda _: WeighCups(),
}
OF_CUPS = ("beans-check", "beans-sort", "kinds-weigh")
"""What needs two rows of cups."""
