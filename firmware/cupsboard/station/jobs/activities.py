"""What an owner can have done to a board beside playing, by the name that the page has for it."""

from collections.abc import Callable, Mapping

from cupsboard.procedures.calibration.calibration_run import Beans, Wish
from cupsboard.procedures.reference_masses import reference
from cupsboard.rules.places import BEAN, Kind, Place, is_kind_name
from cupsboard.scales.errors import SensingError
from cupsboard.session.orders import Unwanted
from cupsboard.station.files.board_files import BoardFiles
from cupsboard.station.jobs import beans, calibration, cups, examination, kinds, lights, proof
from cupsboard.station.jobs.job import Prepared

Options = Mapping[str, str]
MOST_EACH = 20
"""Beans of a portion, by the page."""


def _calibrate(at: BoardFiles, options: Options) -> Prepared:
    wish = Wish(
        reference(options.get("reference", "100 g")),
        place=Place(options["place"]) if "place" in options else None,
        beans=Beans[options["beans"].upper()] if options.get("beans") in ("new", "more") else None,
        is_anew=options.get("anew") == "yes",
    )
    return calibration.prepared(at, wish)


def _beans_check(at: BoardFiles, options: Options) -> Prepared:
    each = options.get("each", "5")
    if not (each.isascii() and each.isdigit() and 1 <= int(each) <= MOST_EACH):
        raise SensingError(f"{each} beans to a cup: say 1 to {MOST_EACH}")
    return beans.checking(at, int(each))


def _kinds_weigh(at: BoardFiles, options: Options) -> Prepared:
    name = options.get("kind", "")
    if not is_kind_name(name) or name == BEAN:
        raise Unwanted("kind-name")
    return kinds.weighing(at, Kind(name))


ACTIVITIES: Mapping[str, Callable[[BoardFiles, Options], Prepared]] = {
    "doctor": lambda at, _: examination.prepared(at),
    "lights": lambda at, _: lights.prepared(at),
    "calibrate": _calibrate,
    "prove": lambda at, _: proof.prepared(at),
    "beans-check": _beans_check,
    "beans-sort": lambda at, _: beans.sorting(at),
    "kinds-weigh": _kinds_weigh,
    "cups-weigh": lambda at, _: cups.weighing(at),
}
OF_CUPS = ("beans-check", "beans-sort", "kinds-weigh")
"""What needs two rows of cups."""


def prepared(activity: str, at: BoardFiles, options: Options) -> Prepared:
    """Prepare an activity. Raises SensingError, RulesError or OSError for one that can't be begun now."""
    if activity not in ACTIVITIES:
        raise SensingError(f"{activity!r}: choose from {', '.join(ACTIVITIES)}")
    if activity in OF_CUPS and not at.profile.cups:
        raise SensingError(f"{activity}: {at.profile.name} has no cups that stay where they are")
    return ACTIVITIES[activity](at, options)
