"""What can be asked of the simulator that it can't do."""


class SimulatorError(ValueError):
    """Base of the simulator's errors; the message names the thing, the value and the next step."""
