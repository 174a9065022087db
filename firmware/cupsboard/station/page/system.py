"""What an owner's page asks of the system below the board: to switch off, and to update the program.

The board has no right to more than asking (`systemd/notify.py`); without a service nobody hears it.
"""

import os
from collections.abc import Mapping

from cupsboard import __version__
from cupsboard.session.orders import OrderRefused, PowerOff, Update
from cupsboard.station.page.live_page import LivePage
from cupsboard.systemd import notify

LONGEST_PLACE = 1000
LONGEST_OUTCOME = 1000


def ask(order: PowerOff | Update, environment: Mapping[str, str] = os.environ) -> None:
    """Pass an order on to the system. Raises OrderRefused."""
    try:
        match order:
            case PowerOff():
                is_heard = notify.ask_to_power_off(environment)
            case Update(place):
                if len(place) > LONGEST_PLACE or (place and not place.startswith(("/", "https://"))):
                    raise OrderRefused("no-place")
                is_heard = notify.ask_to_update(environment, place)
    except OSError as fault:
        raise OrderRefused.because(fault) from None
    if not is_heard:
        raise OrderRefused("no-service")


def last_outcome() -> str:
    """Return how the last update ended, in a line; nothing if there was none or nobody may read it."""
    # What updates the program is no part of a board that plays.
    from cupsboard.systemd.update import OUTCOME

    try:
        return OUTCOME.read_text("utf-8", "replace")[:LONGEST_OUTCOME].strip()
    except OSError:
        return ""


def add_to(page: LivePage) -> None:
    """Serve to owners which program runs, how its last update ended, and whether a service hears it."""
    from cupsboard.web import care

    def known() -> Mapping[str, object]:
        is_service = notify.can_power_off(os.environ)
        return {"version": __version__, "isService": is_service, "lastUpdate": last_outcome()}

    page.add_for_owners("GET", care.SYSTEM, care.telling(known))
