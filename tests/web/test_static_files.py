"""The page's files come packed, and only to browsers that don't have them yet."""

import gzip
import re
from pathlib import Path

import pytest
from cupsboard.web.static_files import Pages, page_folders
from own_loops import run_in_own_loop
from starlette.requests import Request
from starlette.responses import Response


@pytest.fixture(scope="module")
def pages() -> Pages:
    return Pages(page_folders())


def asked(pages: Pages, path: str, **headers: str) -> Response:
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": "GET", "path": path, "headers": raw, "query_string": b""}
    return run_in_own_loop(pages.serve(Request({**scope, "server": ("board", 80), "scheme": "http"})))


def test_a_browser_that_unpacks_gets_less_to_load(pages: Pages) -> None:
    plain, packed = asked(pages, "/board.js"), asked(pages, "/board.js", accept_encoding="br, gzip;q=1")
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(bytes(packed.body)) == plain.body
    assert len(packed.body) < len(plain.body) / 2
    assert packed.headers["content-length"] == str(len(packed.body))
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"


def test_a_browser_that_has_the_file_is_not_sent_it_again(pages: Pages) -> None:
    tag = asked(pages, "/words/de.json").headers["etag"]
    again = asked(pages, "/words/de.json", if_none_match=f'"other", {tag}')
    assert (again.status_code, again.body, again.headers["etag"]) == (304, b"", tag)
    assert asked(pages, "/words/en.json", if_none_match=tag).status_code == 200


def test_another_content_has_another_tag_and_what_can_not_be_packed_goes_as_it_is(tmp_path: Path) -> None:
    tags = set()
    for content in (b"short", b"other"):
        (tmp_path / "index.html").write_bytes(content)
        answer = asked(Pages([("", tmp_path)]), "/", accept_encoding="gzip")
        assert answer.body == content
        assert "content-encoding" not in answer.headers
        tags.add(answer.headers["etag"])
    assert len(tags) == 2


def test_nothing_else_is_found(pages: Pages) -> None:
    for path in ("/words", "/../app.py", "/words/../board.js", ""):
        assert asked(pages, path).status_code == 404


def test_all_but_the_page_itself_is_for_ever_what_it_is(pages: Pages) -> None:
    assert "cache-control" not in asked(pages, "/").headers
    script = re.search(rb'<script type="module" src="([^"]+)"', asked(pages, "/").body)
    assert script is not None
    assert script[1].decode() == pages.address("/main.js")
    assert "immutable" in asked(pages, script[1].decode()).headers["cache-control"]
    assert "cache-control" not in asked(pages, "/main.js").headers
    assert asked(pages, f"/{'0' * 20}/main.js").status_code == 404


def test_every_file_calls_the_others_by_the_names_that_stay(pages: Pages, tmp_path: Path) -> None:
    assert f'url("{pages.address("/fonts/text.woff2")}")'.encode() in asked(pages, "/style.css").body
    (tmp_path / "index.html").write_bytes(b'<script src="/a.js"></script> <a href="/">home</a>')
    (tmp_path / "a.js").write_bytes(b'import "/a.js"; fetch("/state.json");')
    found = Pages([("", tmp_path)])
    script = found.address("/a.js")
    assert asked(found, "/").body == f'<script src="{script}"></script> <a href="/">home</a>'.encode()
    assert asked(found, "/a.js").body == f'import "{script}"; fetch("/state.json");'.encode()


def test_where_one_file_is_another_all_names_are(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_bytes(b"page")
    versions = set()
    for content in (b"short", b"other", b"short"):
        (tmp_path / "a.js").write_bytes(content)
        versions.add(Pages([("", tmp_path)]).version)
    assert len(versions) == 2
