"""The command `cupsim site`: the simulated board as static files, to be played in a browser tab."""

import argparse
import os
import sys
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from cupsboard.commands.parsers import describe

REFUSED = 2
"""The exit code where the site can't be written."""

_DESCRIPTION = """\
Write the simulated board as a folder of static files: whoever opens it in a browser plays there, with nothing
installed. Any web server serves the folder, below any path; a browser keeps it for when there is no network
if it comes by https (or from this computer).
"""
_EXAMPLES = """\
examples:
  cupsim site public
  python -m http.server --directory public
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION, _EXAMPLES)
    parser.add_argument(
        "folder", type=Path, metavar="FOLDER", help="new, empty, or a site that was written here"
    )
    parser.add_argument(
        "--parts",
        type=Path,
        metavar="FOLDER",
        help="folder that holds Pyodide's npm package, as a .tgz or unpacked, and the wheel of msgspec "
        "(fetched by npm and pip, once, checked by their sums: $XDG_CACHE_HOME/cupsim)",
    )
    parser.add_argument(
        "--server",
        type=server_address,
        metavar="ADDRESS",
        help="server of shared games (see `cupsclub serve`) that the page leads to for a game with a "
        "friend, as in https://cups.example.org (none: the page says that it knows no server)",
    )
    parser.set_defaults(command=site)


def server_address(text: str) -> str:
    """Return the address of a server without a path. Raises ArgumentTypeError for text that is none."""
    said = urlsplit(text)
    if said.scheme not in ("http", "https") or not said.hostname or said.path.strip("/") or said.query:
        raise argparse.ArgumentTypeError(f"{text!r} is no server; write it as in https://cups.example.org")
    return f"{said.scheme}://{said.netloc}"


def cache_folder() -> Path:
    """Return where fetched parts stay (XDG base directories)."""
    said = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (said if said.is_absolute() else Path.home() / ".cache") / "cupsim"


def site(asked: argparse.Namespace) -> int:
    """Write the site; the exit code."""
    from cupsim.page.tab import parts
    from cupsim.page.tab.fetched_parts import fetched_into
    from cupsim.page.tab.folder import SiteError, write

    try:
        found = parts.found_in(asked.parts or fetched_into(cache_folder(), partial(print, flush=True)))
        sizes = write(asked.folder, found, asked.server)
    except (parts.PartsError, SiteError) as fault:
        print(f"cupsim site: {fault}", file=sys.stderr)
        return REFUSED
    except OSError as fault:
        print(f"cupsim site: {fault.filename}: {fault.strerror}", file=sys.stderr)
        return REFUSED
    print(f"{asked.folder}: {len(sizes)} files, {sum(sizes.values()) / 1e6:.1f} MB")
    return 0
