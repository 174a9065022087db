"""A bound for what an evening's trace may fill of a disk."""

from collections.abc import Callable


def limited(write: Callable[[bytes], object], most_bytes: int) -> Callable[[bytes], object]:
    """Write until there is enough: what was written stays a whole trace."""
    left = most_bytes

    def writing(data: bytes) -> None:
        nonlocal left
        if len(data) <= left:
            left -= len(data)
            write(data)
        else:
            left = 0

    return writing
