"""What can be wrong with a device or with the way it is driven."""


class DriverError(RuntimeError):
    """Base of every error of the drivers; the message names the place, the value and the next step."""


ANOTHER_LINE = (
    "end what else uses it (the board's service? sudo systemctl stop cupsboard), switch off the functions "
    "that the profile's comments name, or choose another in the profile"
)
"""The advice of every message about a GPIO line of the header that can't be opened."""


def reason(fault: Exception) -> str:
    """Return what an error of a GPIO library says; lgpio's stand in quotes."""
    return str(fault).strip("'")
