"""The folder of a site: everything in it leads to everything else, wherever it lies."""

import gzip
import inspect
import json
import posixpath
import re
import shutil
import tarfile
from argparse import ArgumentTypeError
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import cupsboard
import cupsim
import pytest
from cupsboard.rules import families
from cupsim.commands.main import main
from cupsim.commands.site import server_address
from cupsim.page.tab import ahead, helper
from cupsim.page.tab.folder import MARK, POLICY, SiteError, write
from cupsim.page.tab.packages import packages
from cupsim.page.tab.parts import LOCK, SCRIPTS, STDLIB, WASM, PartsError, found_in
from import_graph import graph, modules, reached

WHEEL = "msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
INFO = {"python": "3.14.2", "abi_version": "2026_0", "version": "314.0.7"}
_LEADS = re.compile(r"""(?:\bfrom |(?<!py)import\(|url\(|href=|src=)["']([^"'#]+\.[a-z0-9]+)["']""")


def parts_in(folder: Path) -> Path:
    """A folder with files of the names that Pyodide's package has, and a wheel."""
    (package := folder / "package").mkdir(parents=True)
    for name in (*SCRIPTS, WASM):
        (package / name).write_bytes(name.encode() * 100)
    with ZipFile(package / STDLIB, "w") as archive:
        for name in (
            *("asyncio/tasks.py", "http/client.py", "http/server.py", "unittest/mock.py"),
            *("encodings/__init__.py", "encodings/utf_8.py", "encodings/cp1250.py"),
        ):
            archive.writestr(name, "")
    (package / LOCK).write_text(json.dumps({"info": INFO, "packages": {"numpy": {}}}))
    with ZipFile(folder / WHEEL, "w") as archive:
        archive.writestr("msgspec/__init__.py", "")
    return folder


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("site")
    write(base / "public", found_in(parts_in(base / "parts")))
    return base / "public"


def files_of(site: Path) -> dict[str, Path]:
    return {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}


def unpacked(site: Path, name: str) -> list[str]:
    """The names in an archive that a site has packed."""
    with ZipFile(BytesIO(gzip.decompress((site / "python" / f"{name}.bin").read_bytes()))) as archive:
        return archive.namelist()


def test_every_address_leads_to_a_file_of_the_folder_and_none_to_the_servers_root(site: Path) -> None:
    files, lost = files_of(site), []
    for name, path in files.items():
        if not name.endswith((".js", ".css", ".html")) or name == "sw.js":
            continue
        text = path.read_text(encoding="utf-8")
        home = "" if name.endswith(".html") else posixpath.dirname(name)
        for lead in _LEADS.findall(text):
            if (
                lead.startswith(("http:", "https:", "/"))
                or posixpath.normpath(posixpath.join(home, lead)) not in files
            ):
                lost.append((name, lead))
    assert lost == []


def test_the_service_worker_keeps_every_file_but_itself(site: Path) -> None:
    first, second = (site / "sw.js").read_text(encoding="utf-8").splitlines()[:2]
    listed = json.loads(second.removeprefix("const FILES = ").removesuffix(";"))
    assert {name.removeprefix("./") for name in listed} == files_of(site).keys() - {"sw.js", MARK} | {""}
    assert first.startswith("const VERSION = ")


def test_a_page_may_run_its_own_scripts_and_webassembly_and_call_nobody_else(site: Path) -> None:
    for name in ("index.html", "king.html"):
        page = (site / name).read_text(encoding="utf-8")
        assert f'content="{POLICY}"' in page
        assert page.count("<script") == 1
    assert "unsafe" not in POLICY.replace("'wasm-unsafe-eval'", "")
    assert "http" not in POLICY


def test_every_module_of_ours_that_a_tab_can_import_is_in_the_site() -> None:
    sources = modules({"cupsboard": Path(cupsboard.__path__[0]), "cupsim": Path(cupsim.__path__[0])})
    named = re.findall(
        r'"(cups(?:im|board)\.[\w.]+)[:"]', inspect.getsource(families) + inspect.getsource(helper)
    )
    begins = ["cupsim.page.tab.board", "cupsim.page.tab.helper", *ahead.MODULES, *named]
    needed = reached(graph(sources), begins)
    there = packages()
    ways = {name.replace(".", "/") for name in needed}
    assert {way for way in ways if not {f"{way}.py", f"{way}/__init__.py"} & there.keys()} == set()
    assert len(ways) > 300


def test_the_board_is_drawn_before_python_is_there(site: Path) -> None:
    for game in ("cups", "king"):
        first = json.loads((site / f"first-{game}.json").read_text(encoding="utf-8"))
        assert first["preview"]["board"]
        assert first["bytes"] == sum(path.stat().st_size for path in (site / "python").iterdir())


def test_a_server_for_two_friends_is_written_in_and_the_pages_call_it_by_no_more_than_a_link(
    site: Path, tmp_path: Path
) -> None:
    assert json.loads((site / "first-cups.json").read_text(encoding="utf-8"))["server"] is None
    written = write(tmp_path / "site", found_in(parts_in(tmp_path / "parts")), "https://cups.example.org")
    named = [path for path in written if b"cups.example.org" in (tmp_path / "site" / path).read_bytes()]
    assert sorted(named) == ["first-cups.json", "first-king.json"]
    front = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert "connect-src 'self';" in front


@pytest.mark.parametrize("text", ["cups.example.org", "ftp://x", "https://x/path", "https://x?y", "https://"])
def test_what_is_no_server_s_address_is_refused(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match="write it as in https"):
        server_address(text)
    assert server_address("https://cups.example.org/") == "https://cups.example.org"


def test_the_packages_are_ours_and_what_they_need_and_no_file_of_the_page(site: Path) -> None:
    names = [*unpacked(site, "packages.zip"), *unpacked(site, "compiled.zip")]
    tops = {name.split("/")[0] for name in names if not name.split("/")[0].endswith(".dist-info")}
    assert {"cupsboard", "cupsim", "starlette", "msgspec"} <= tops
    assert tops.isdisjoint({"uvicorn", "websockets", "idna", "adafruit_blinka"})
    assert not [name for name in names if "/static/" in name or "/commands/" in name or "/station/" in name]


def test_of_the_standard_library_what_no_board_imports_is_left_out(site: Path) -> None:
    kept = ["asyncio/tasks.py", "encodings/__init__.py", "encodings/utf_8.py", "http/client.py"]
    assert unpacked(site, STDLIB) == kept


def test_a_standard_library_that_is_no_archive_is_named(tmp_path: Path) -> None:
    parts = parts_in(tmp_path)
    (parts / "package" / STDLIB).write_bytes(b"half a file")
    with pytest.raises(PartsError, match="a part in it can't be read"):
        found_in(parts)


def test_the_same_parts_give_the_same_site_and_a_newer_one_takes_its_place(
    site: Path, tmp_path: Path
) -> None:
    shutil.copytree(site, public := tmp_path / "public")
    before = {name: path.read_bytes() for name, path in files_of(public).items()}
    (public / "old.js").write_text("")
    (public / MARK).write_text(json.dumps([*before, "old.js"]))
    (public / "CNAME").write_text("of the publisher")
    write(public, found_in(parts_in(tmp_path / "parts")))
    after = {name: path.read_bytes() for name, path in files_of(public).items()}
    after_own = {name: content for name, content in after.items() if not name.startswith(("first-", "CNAME"))}
    assert after.keys() == before.keys() | {"CNAME"}
    assert [name for name in after_own if after[name] != before[name] and name not in ("sw.js", MARK)] == []


def test_a_folder_with_other_files_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(SiteError, match="holds files that are no site"):
        write(tmp_path, found_in(parts_in(tmp_path / "parts")))


def test_pyodide_is_read_as_npm_packs_it_too(tmp_path: Path) -> None:
    parts = parts_in(tmp_path)
    with tarfile.open(parts / "pyodide-314.0.7.tgz", "w:gz") as archive:
        archive.add(parts / "package", "package")
    plain = found_in(parts)
    shutil.rmtree(parts / "package")
    assert found_in(parts) == plain


@pytest.mark.parametrize(
    ("missing", "said"), [("package", "Pyodide is not there"), (WHEEL, f"no wheel {WHEEL[:8]}")]
)
def test_what_is_missing_is_named_with_the_way_to_get_it(
    tmp_path: Path, missing: str, said: str, capsys
) -> None:
    parts = parts_in(tmp_path / "parts")
    target = parts / missing
    if target.is_dir():
        shutil.rmtree(target)
    else:
        target.unlink()
    with pytest.raises(PartsError, match="npm pack pyodide") as caught:
        found_in(parts)
    assert said in str(caught.value).replace("msgspec-*-", "msgspec-")
    assert main(["site", str(tmp_path / "public"), "--parts", str(parts)]) == 2
    assert said[:10] in capsys.readouterr().err.replace("msgspec-*-", "msgspec-")
    assert not (tmp_path / "public").exists()


FAKE = """#!/bin/sh
[ "$1" = pack ] && printf "$NPM_PACKS" > pyodide-314.0.7.tgz && exit 0
echo "no network" >&2; exit 1
"""


@pytest.mark.parametrize(
    ("packed", "said"), [("bad", "not what this release was made with"), ("", "Is there a network")]
)
def test_what_is_fetched_is_checked_and_without_a_network_the_way_by_hand_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packed: str, said: str, capsys
) -> None:
    (npm := tmp_path / "npm").write_text(FAKE if packed else FAKE.replace("pack ]", "never ]"))
    npm.chmod(0o755)
    for name, value in (
        ("PATH", f"{tmp_path}:/bin"),
        ("NPM_PACKS", packed),
        ("XDG_CACHE_HOME", str(tmp_path)),
    ):
        monkeypatch.setenv(name, value)
    assert main(["site", str(tmp_path / "public")]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert "npm pack pyodide@314.0.7" in told
    assert not list((tmp_path / "cupsim").iterdir()), "what is not believed does not stay"
