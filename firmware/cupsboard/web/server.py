"""The server in a thread beside the board's loop."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import sleep

import uvicorn
from starlette.applications import Starlette

from cupsboard.web.app import LONGEST_MESSAGE

PORT = 2877
"""CUPS on a telephone's keys."""
MOST_CONNECTIONS = 100
START_SECONDS = 10.0


class ServerError(OSError):
    """The server could not begin; the message names the address, the reason and the next step."""


@contextmanager
def serving(app: Starlette, host: str = "127.0.0.1", port: int = PORT) -> Iterator[str]:
    """Serve while the block runs; gives the page's address. Raises ServerError.

    Port 0 takes any that is free.
    """
    listening = _listening(host, port)
    server = uvicorn.Server(_config(app))
    # A thread that can't be ended in time must not keep the board from switching off.
    thread = threading.Thread(target=server.run, args=([listening],), name="web", daemon=True)
    thread.start()
    try:
        _wait_for(server, thread)
        yield _address(listening)
    finally:
        server.should_exit = True
        thread.join(START_SECONDS)
        listening.close()


def _config(app: Starlette) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        http="h11",
        ws="websockets-sansio",
        ws_max_size=4 * LONGEST_MESSAGE,
        ws_per_message_deflate=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=1,
        server_header=False,
        proxy_headers=False,
    )


def _listening(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as fault:
        why = fault.strerror if isinstance(fault, OSError) else "no host name"
        raise ServerError(f"{host!r}: {why}; name an address of this computer") from None
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(address)
    except OSError as fault:
        listening.close()
        raise ServerError(
            f"{host} port {port}: {fault.strerror}; choose another port, or 0 for any that is free"
        ) from None
    return listening


def _wait_for(server: uvicorn.Server, thread: threading.Thread) -> None:
    waited = 0.0
    while not server.started:
        if not thread.is_alive() or waited > START_SECONDS:
            raise ServerError("the web server did not begin; its own message above says why")
        sleep(0.01)
        waited += 0.01


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    reached = _address_outside() if host in ("0.0.0.0", "::") else host
    return f"http://[{reached}]:{port}/" if ":" in reached else f"http://{reached}:{port}/"


def _address_outside() -> str:
    """What others in the network call this computer by; nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as looking:
        try:
            # An address that is nobody's (RFC 5737): only the way out towards it matters.
            looking.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(looking.getsockname()[0])
