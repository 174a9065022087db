"""The jobs that a board can be ordered to do, at its page or by a command: by name, with options as text."""

from collections.abc import Mapping
from importlib import import_module

from cupsboard.scales.errors import SensingError
from cupsboard.session.orders import Begin
from cupsboard.station.files.board_files import BoardFiles
from cupsboard.station.jobs.job import Prepared

ACTIVITIES: Mapping[str, str] = {
    "doctor": "examination:prepared",
    "lights": "examination:lights_prepared",
    "calibrate": "calibration:prepared",
    "prove": "calibration:proof_prepared",
    "scope": "scope:prepared",
    "zero": "calibration:zero_prepared",
    "lying": "lying_table:prepared",
    "beans-check": "pieces:checking",
    "beans-sort": "pieces:sorting",
    "kinds-weigh": "pieces:kind_weighing",
    "cups-weigh": "pieces:cups_weighing",
}
"""The function of `station.jobs` that prepares each job from the board's files and the options.

A board that plays has loaded none of them: its start takes a small Pi long enough.
"""
OF_CUPS = ("lying", "beans-check", "beans-sort", "kinds-weigh")
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
    module, _, function = ACTIVITIES[name].partition(":")
    job: Prepared = getattr(import_module(f"{__package__}.{module}"), function)(at, order.options)
    return job
