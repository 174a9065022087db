"""The jobs that a board can be ordered to do, at its page or by a command: by name, with options as text."""

from collections.abc import Callable, Mapping

from cupsboard.rules.places import BEAN, Kind, is_kind_name
from cupsboard.scales.errors import SensingError
from cupsboard.session.orders import Begin, Unwanted
from cupsboard.station.files.board_files import BoardFiles
from cupsboard.station.jobs.job import Prepared

Options = Mapping[str, str]
MOST_EACH = 1000
"""Beans of a portion."""
OF_CUPS = ("beans-check", "beans-sort", "kinds-weigh")
"""What needs two rows of cups."""


def prepared(order: Begin, at: BoardFiles) -> Prepared:
    """Prepare the job that is ordered. Raises SensingError, RulesError or OSError for one that can't begin.

    Unwanted, a SensingError, is raised for an option.
    """
    name = order.activity
    if name not in ACTIVITIES:
        raise SensingError(f"{name!r}: choose from {', '.join(ACTIVITIES)}")
    if name in OF_CUPS and not at.profile.cups:
        raise SensingError(f"{name}: {at.profile.name} has no cups that stay where they are")
    return ACTIVITIES[name](at, order.options)


# A board that plays has loaded none of them: its start takes a small Pi long enough.


def _examine(at: BoardFiles, _: Options) -> Prepared:
    from cupsboard.station.jobs import examination

    return examination.prepared(at)


def _try_lights(at: BoardFiles, _: Options) -> Prepared:
    from cupsboard.station.jobs import lights

    return lights.prepared(at)


def _calibrate(at: BoardFiles, options: Options) -> Prepared:
    from cupsboard.station.jobs import calibration

    return calibration.prepared(at, calibration.wish_of(options))


def _prove(at: BoardFiles, _: Options) -> Prepared:
    from cupsboard.station.jobs import proof

    return proof.prepared(at)


def _take_zero(at: BoardFiles, options: Options) -> Prepared:
    from cupsboard.station.jobs import zero

    return zero.prepared(at, options.get("place", ""))


def _sort_beans(at: BoardFiles, _: Options) -> Prepared:
    from cupsboard.station.jobs import beans

    return beans.sorting(at)


def _check_beans(at: BoardFiles, options: Options) -> Prepared:
    from cupsboard.station.jobs import beans

    each = options.get("each", "5")
    if not (each.isascii() and each.isdigit() and 1 <= int(each[:5]) <= MOST_EACH):
        raise SensingError(f"{each} beans to a cup: say 1 to {MOST_EACH}")
    return beans.checking(at, int(each))


def _weigh_kind(at: BoardFiles, options: Options) -> Prepared:
    from cupsboard.station.jobs import kinds

    name = options.get("kind", "")
    if not is_kind_name(name) or name == BEAN:
        raise Unwanted("kind-name")
    return kinds.weighing(at, Kind(name))


def _weigh_cups(at: BoardFiles, _: Options) -> Prepared:
    from cupsboard.station.jobs import cups

    return cups.weighing(at)


ACTIVITIES: Mapping[str, Callable[[BoardFiles, Options], Prepared]] = {
    "doctor": _examine,
    "lights": _try_lights,
    "calibrate": _calibrate,
    "prove": _prove,
    "zero": _take_zero,
    "beans-check": _check_beans,
    "beans-sort": _sort_beans,
    "kinds-weigh": _weigh_kind,
    "cups-weigh": _weigh_cups,
}
