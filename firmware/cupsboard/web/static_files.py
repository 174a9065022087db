"""The files of a page, all read, compressed and named by their content once: a request costs a look-up."""

import gzip
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import Response

_TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "json": "application/json",
    "woff2": "font/woff2",
}
_WORTH_PACKING = 0.9
"""A file that stays larger than this share of itself is sent as it is."""


@dataclass(frozen=True, slots=True)
class _File:
    content: bytes
    packed: bytes | None
    media_type: str
    tag: str


class Pages:
    """The files that are served: a path is looked up among them and never leads elsewhere.

    A browser that has a file already is told so by its tag and not sent it again, and a program of another
    version is seen at once.
    """

    def __init__(self, folders: Iterable[tuple[str, Traversable]], front: str = "/index.html") -> None:
        """Each folder is served below a prefix ("" for the root), its own folders too.

        `front` is the path of the page that a plain visit gets.
        """
        self._files: dict[str, _File] = {}
        for prefix, folder in folders:
            self._add(prefix, folder)
        self._files["/"] = self._files[front]

    @property
    def languages(self) -> Sequence[str]:
        """The languages of the page: one for each file among its words."""
        names = (path.removeprefix("/words/") for path in self._files if path.startswith("/words/"))
        return sorted(name.removesuffix(".json") for name in names)

    async def serve(self, request: Request) -> Response:
        """Answer a request with its file, with nothing where the browser has it, or with 404."""
        found = self._files.get(request.url.path)
        if found is None:
            return Response("There is nothing here.\n", 404, media_type="text/plain")
        headers = {"ETag": found.tag, "Vary": "Accept-Encoding"}
        if found.tag in _listed(request.headers, "if-none-match"):
            return Response(status_code=304, headers=headers)
        if found.packed is not None and "gzip" in _listed(request.headers, "accept-encoding"):
            headers["Content-Encoding"] = "gzip"
            return Response(found.packed, media_type=found.media_type, headers=headers)
        return Response(found.content, media_type=found.media_type, headers=headers)

    def _add(self, prefix: str, folder: Traversable) -> None:
        for entry in folder.iterdir():
            path = f"{prefix}/{entry.name}"
            if entry.is_dir():
                self._add(path, entry)
            elif (ending := entry.name.rpartition(".")[2]) in _TYPES:
                self._files[path] = _file(entry.read_bytes(), _TYPES[ending])


def page_folder() -> Traversable:
    """The files of the board's page."""
    return files("cupsboard").joinpath("web", "static")


def _file(content: bytes, media_type: str) -> _File:
    packed = gzip.compress(content, mtime=0)
    is_smaller = len(packed) < _WORTH_PACKING * len(content)
    # Weak, since it names the file however it is packed (RFC 9110, 8.8.1).
    tag = f'W/"{sha256(content).hexdigest()[:20]}"'
    return _File(content, packed if is_smaller else None, media_type, tag)


def _listed(headers: Mapping[str, str], name: str) -> Sequence[str]:
    """The items of a header that is a list, without what follows a semicolon."""
    return [item.partition(";")[0].strip() for item in headers.get(name, "").split(",")]
