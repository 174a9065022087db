"""What every process does that works for another one."""

import os
from multiprocessing import connection, parent_process
from threading import Thread


def end_with_parent() -> None:
    """End this process as soon as the one that started it is gone, however that came to its end."""
    parent = parent_process()
    if parent is not None:
        Thread(target=_wait_for, args=(parent.sentinel,), daemon=True).start()


def _wait_for(parent: int) -> None:
    connection.wait([parent])
    os._exit(1)
