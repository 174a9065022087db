"""The files of a page, all read, compressed and named by their content once: a request costs a look-up.

All but the pages themselves stand in a folder whose name is made of the content of them all, and so they are
for ever what they are: who comes again asks for a page alone. In the files others are called by their plain
addresses, which get the folder's name when they are read. The plain addresses are served, too, and asked for
anew at every visit.
"""

import gzip
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import chain
from typing import Protocol

from starlette.requests import Request
from starlette.responses import Response

from cupsboard.rules.games import AnyPlayersGame, is_round_a_table
from cupsboard.signs.sentences import languages, words_folder

ROWS, ROUND_A_TABLE, SETTING_UP = "/index.html", "/king/index.html", "/setup.html"
KIOSK = "/kiosk"
"""The address of the page for a screen at the board."""
_KIOSKS = {ROWS: "/kiosk.html", ROUND_A_TABLE: "/king/middle.html"}
"""The page for such a screen, by the front of the board's page."""


def front_of(game: AnyPlayersGame) -> str:
    """The path of the page that shows a game; a board keeps to it, whatever is played on it."""
    return ROUND_A_TABLE if is_round_a_table(game) else ROWS


_TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "json": "application/json",
    "woff2": "font/woff2",
}
_ADDRESS = re.compile(rb"""(?<=["'(])/[\w/-]+\.(?:css|js|json|svg|woff2)(?=["')])""")
FOR_EVER = "max-age=31536000, immutable"
_WORTH_PACKING = 0.9
"""A file that stays larger than this share of itself is sent as it is."""


@dataclass(frozen=True, slots=True)
class _File:
    content: bytes
    packed: bytes | None
    media_type: str
    tag: str


class Addressed(Protocol):
    """The files of a page, wherever they are served."""

    @property
    def version(self) -> str:
        """Another wherever anything in the files is."""

    @property
    def languages(self) -> Sequence[str]:
        """The languages of the page."""

    def address(self, path: str) -> str:
        """Where a page finds a file."""

    async def serve(self, request: Request) -> Response:
        """Answer a request for a file."""


class Pages:
    """The files that are served: a path is looked up among them and never leads elsewhere.

    A browser that has a file already is told so by its tag and not sent it again, and a program of another
    version is seen at once.
    """

    def __init__(self, folders: Iterable[tuple[str, Traversable]], front: str = "/index.html") -> None:
        """Each folder is served below a prefix ("" for the root), its own folders too.

        `front` is the path of the page that a plain visit gets.
        """
        contents: dict[str, bytes] = {}
        for prefix, folder in folders:
            contents |= _read(prefix, folder)
        self.version = _digest(
            *chain.from_iterable((path.encode(), contents[path]) for path in sorted(contents))
        )
        """Another wherever anything in the files is."""

        def named(found: re.Match[bytes]) -> bytes:
            path = found[0].decode()
            return self.address(path).encode() if path in contents else found[0]

        self._files = {
            path: _file(_ADDRESS.sub(named, content), _TYPES[_ending(path)])
            for path, content in contents.items()
        }
        self._files["/"] = self._files[front]
        if (kiosk := self._files.get(_KIOSKS.get(front, ""))) is not None:
            self._files[KIOSK] = kiosk

    @property
    def languages(self) -> Sequence[str]:
        """The languages of the page."""
        return languages()

    def address(self, path: str) -> str:
        """Where a file stands for ever."""
        return f"/{self.version}{path}"

    async def serve(self, request: Request) -> Response:
        """Answer a request with its file, with nothing where the browser has it, or with 404."""
        return self.answer(request.url.path.removeprefix(request.scope.get("root_path", "")), request)

    def answer(self, path: str, request: Request) -> Response:
        """Answer a request with the file at a path; see `serve`."""
        plain = path.removeprefix(f"/{self.version}")
        found = self._files.get(plain)
        if found is None:
            return Response("There is nothing here.\n", 404, media_type="text/plain")
        headers = {"ETag": found.tag, "Vary": "Accept-Encoding"}
        if plain != path:
            headers["Cache-Control"] = FOR_EVER
        if found.tag in _listed(request.headers, "if-none-match"):
            return Response(status_code=304, headers=headers)
        if found.packed is not None and "gzip" in _listed(request.headers, "accept-encoding"):
            headers["Content-Encoding"] = "gzip"
            return Response(found.packed, media_type=found.media_type, headers=headers)
        return Response(found.content, media_type=found.media_type, headers=headers)


def page_folders() -> Sequence[tuple[str, Traversable]]:
    """Return the folders of the board's page, each with the path below which it is served."""
    return (("", files("cupsboard").joinpath("web", "static")), ("/words", words_folder()))


def _read(prefix: str, folder: Traversable) -> dict[str, bytes]:
    contents: dict[str, bytes] = {}
    for entry in folder.iterdir():
        path = f"{prefix}/{entry.name}"
        if entry.is_dir():
            contents |= _read(path, entry)
        elif _ending(path) in _TYPES:
            contents[path] = entry.read_bytes()
    return contents


def _ending(path: str) -> str:
    return path.rpartition(".")[2]


def _digest(*parts: bytes) -> str:
    """The first letters of a digest; where one part ends and the next begins counts."""
    whole = sha256()
    for part in parts:
        whole.update(len(part).to_bytes(8) + part)
    return whole.hexdigest()[:20]


def _file(content: bytes, media_type: str) -> _File:
    packed = gzip.compress(content, mtime=0)
    is_smaller = len(packed) < _WORTH_PACKING * len(content)
    # Weak, since it names the file however it is packed (RFC 9110, 8.8.1).
    tag = f'W/"{_digest(content)}"'
    return _File(content, packed if is_smaller else None, media_type, tag)


def _listed(headers: Mapping[str, str], name: str) -> Sequence[str]:
    """The items of a header that is a list, without what follows a semicolon."""
    return [item.partition(";")[0].strip() for item in headers.get(name, "").split(",")]
