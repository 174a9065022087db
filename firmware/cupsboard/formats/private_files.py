"""Files that only their own account may read: a board's and a server's, since any may hold a secret."""

import os


def private(name: str, flags: int) -> int:
    """Open a file, for its own account alone if it is made now; an opener for `open`. Raises OSError."""
    return os.open(name, flags, 0o600)
