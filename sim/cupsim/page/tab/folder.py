"""Writes the site: a folder of static files that any web server serves, below any path."""

import gzip
import json
import posixpath
import re
from collections.abc import Callable, Mapping
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cupsboard.signs.sentences import languages
from cupsboard.web.static_files import ROUND_A_TABLE

from cupsim.page.king_of_the_cups.stage import TableStage
from cupsim.page.stage import Stage, folders
from cupsim.page.tab.archives import archive
from cupsim.page.tab.board import KING, TabPages, rows_stage, table_stage
from cupsim.page.tab.far import FarHelper
from cupsim.page.tab.packages import packages
from cupsim.page.tab.parts import LOCK, SCRIPTS, STDLIB, WASM, Parts
from cupsim.runs.game_world import Setting

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'"
)
"""What a page may do: as on a board's own server, and beside that a worker, and WebAssembly in it."""
FRONTS = {"cups": "/index.html", "king": ROUND_A_TABLE}
"""The page of each game; a site has them side by side."""
NAMES = {"cups": "index.html", "king": "king.html"}
NOT_HERE = ("/king/middle.", "/kiosk.", "/setup/", "/setup.html")
"""What no path begins with: a second screen, at a board or in the middle of a table, would need the first;
a board's owner and the test of a single cell have pages of their own."""
MARK = "cupsim-site.json"
"""By this a folder is known as one that may be written over."""
_IMPORTED = re.compile(r"""((?:\bfrom|\bimport)\s*\(?\s*)"(/[\w/-]+\.js)\"""")
_ADDRESS = re.compile(r"""(?<=["'(`])/[\w/-]+\.(?:css|js|json|svg|woff2|html)(?=["'`)])""")
_TEXTS = (".js", ".css", ".html")
_SHOWN_SEED, _SHOWN_AFTER_SECONDS = 1, 0.2


class SiteError(ValueError):
    """A folder that can't be written; the message says what to do instead."""


def write(folder: Path, parts: Parts, server: str | None = None) -> Mapping[str, int]:
    """Write the site; the size of each file, by its path. Raises SiteError, PartsError or OSError.

    `server` is where its pages send who would play with a friend; None for nowhere.
    """
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise SiteError(f"{folder}: holds files that are no site of cupsim; name a new or an empty folder")
    contents = site(parts, server)
    for path, content in contents.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    for old in _written_before(folder) - contents.keys():
        (folder / old).unlink(missing_ok=True)
    (folder / MARK).write_text(json.dumps(sorted(contents)) + "\n", encoding="utf-8")
    return {path: len(content) for path, content in contents.items()}


def _written_before(folder: Path) -> set[str]:
    try:
        names = json.loads((folder / MARK).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return set()
    return {name for name in names if not name.startswith("/") and ".." not in Path(name).parts}


def site(parts: Parts, server: str | None = None) -> Mapping[str, bytes]:
    """All files of the site by their paths; see `write`."""
    plain: dict[str, bytes] = {}
    for prefix, folder in (*folders(), ("/tab", files("cupsim").joinpath("page", "tab", "static"))):
        plain |= _read(prefix, folder)
    worker = plain.pop("/tab/sw.js")
    contents = {
        path.removeprefix("/"): _placed(path, content, plain)
        for path, content in plain.items()
        if not path.startswith(NOT_HERE) and path not in FRONTS.values()
    }
    python = _python(parts)
    version = _digest(contents | python)
    python_bytes = sum(map(len, python.values()))
    for game, name in NAMES.items():
        contents[name] = _front(game, _text(plain[FRONTS[game]]), plain)
        first = _first(game, TabPages(version, languages()))
        contents[f"first-{game}.json"] = _json({**first, "bytes": python_bytes, "server": server})
    contents["manifest.webmanifest"] = _json(MANIFEST)
    contents |= python
    listed = json.dumps(["./", *(f"./{path}" for path in sorted(contents))])
    head = f"const VERSION = {json.dumps(_digest(contents))};\nconst FILES = {listed};\n"
    contents["sw.js"] = head.encode() + worker
    return contents


def _python(parts: Parts) -> dict[str, bytes]:
    """Python's files; a name that ends in `.bin` is one that lies here packed, whatever the server packs."""
    packed = {
        WASM: parts.pyodide[WASM],
        STDLIB: parts.pyodide[STDLIB],
        "packages.zip": archive(packages()),
        "compiled.zip": archive(parts.compiled),
    }
    return {
        **{f"python/{name}": parts.pyodide[name] for name in (*SCRIPTS, LOCK)},
        **{f"python/{name}.bin": gzip.compress(content, mtime=0) for name, content in packed.items()},
    }


MANIFEST = {
    "name": "Cups",
    "short_name": "Cups",
    "start_url": "./",
    "scope": "./",
    "display": "standalone",
    "background_color": "#f4efe6",
    "theme_color": "#f4efe6",
    "icons": [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}],
}


def _read(prefix: str, folder: Traversable) -> dict[str, bytes]:
    contents: dict[str, bytes] = {}
    for entry in folder.iterdir():
        path = f"{prefix}/{entry.name}"
        contents |= _read(path, entry) if entry.is_dir() else {path: entry.read_bytes()}
    return contents


def _placed(path: str, content: bytes, files: Mapping[str, bytes]) -> bytes:
    """A file whose addresses of others lead there from wherever the site lies.

    A module finds others from its own place, a style sheet too; all other addresses are a page's.
    """
    if not path.endswith(_TEXTS):
        return content
    text, home = _text(content), posixpath.dirname(path)
    if path.endswith(".css"):
        return _replaced(_ADDRESS, text, files, lambda there: _way(home, there)).encode()
    text = _IMPORTED.sub(
        lambda found: f'{found[1]}"{_way(home, found[2])}"' if found[2] in files else found[0], text
    )
    return _replaced(_ADDRESS, text, files, lambda there: f".{there}").encode()


def _replaced(
    pattern: re.Pattern[str], text: str, files: Mapping[str, bytes], by: Callable[[str], str]
) -> str:
    return pattern.sub(lambda found: by(found[0]) if found[0] in files else found[0], text)


def _way(home: str, there: str) -> str:
    way = posixpath.relpath(there, home)
    return way if way.startswith(".") else f"./{way}"


def _front(game: str, text: str, files: Mapping[str, bytes]) -> bytes:
    """A game's page: its own script begins with the tab."""
    script = re.compile(r'<script type="module" src="[^"]+"></script>')
    begin = '<script type="module" src="./tab/begin.js"></script>'
    text, scripts = script.subn(begin, _replaced(_ADDRESS, text, files, lambda there: f".{there}"))
    text, heads = re.subn(
        r'<meta charset="utf-8">',
        f'<meta charset="utf-8">\n  <meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '  <link rel="manifest" href="./manifest.webmanifest">\n'
        '  <link rel="stylesheet" href="./tab/tab.css">',
        text,
    )
    text, roots = re.subn("<html ", f'<html data-game="{game}" ', text)
    assert (scripts, heads, roots) == (1, 1, 1), f"the page of {game} has another form than a site expects"
    return text.encode()


def _first(game: str, pages: TabPages) -> Mapping[str, Any]:
    """What a page shows before its board is there, and what it is told first."""
    with TemporaryDirectory(prefix="cupsim-") as folder:
        stage: Stage | TableStage
        if game == KING:
            stage = table_stage(pages, _SHOWN_SEED, _no_helper, say=_unsaid)
        else:
            stage = rows_stage(pages, Setting(_SHOWN_SEED), Path(folder) / "trace", _no_helper, say=_unsaid)
        stage.tick(_SHOWN_AFTER_SECONDS)
        return {
            "version": pages.version,
            "languages": pages.languages,
            "modules": [pages.address(each) for each in stage.modules],
            "preview": stage.hub.latest,
        }


def _unsaid(_line: str) -> None:
    """Nobody listens while the site is written."""


def _no_helper(_: object) -> FarHelper:
    raise AssertionError("nobody thinks before a game has begun")


def _digest(contents: Mapping[str, bytes]) -> str:
    whole = sha256()
    for path in sorted(contents):
        for part in (path.encode(), contents[path]):
            whole.update(len(part).to_bytes(8) + part)
    return whole.hexdigest()[:20]


def _json(content: object) -> bytes:
    return json.dumps(content, separators=(",", ":")).encode()


def _text(content: bytes) -> str:
    return content.decode("utf-8")
