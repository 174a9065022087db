"""What can be wrong with a device or with the way it is driven."""


class DriverError(RuntimeError):
    """Base of every error of the drivers; the message names the place, the value and the next step."""


def reason(fault: Exception) -> str:
    """What an error of a GPIO library says; lgpio's stand in quotes."""
    return str(fault).strip("'")
