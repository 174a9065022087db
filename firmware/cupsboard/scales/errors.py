"""What can be wrong with the weighing: a calibration that can't be true, a weight that can't be asked for."""


class SensingError(ValueError):
    """Base of every error of the weighing; the message names the place, the value and the next step."""
