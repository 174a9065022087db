"""What can be wrong with a device or with the way it is driven."""


class DriverError(RuntimeError):
    """Base of every error of the drivers; the message names the place, the value and the next step."""
