"""The address of releases stands in pyproject.toml alone; where it leads nowhere, every command says so."""

import importlib.metadata
import re
import subprocess
import tomllib
from email.message import Message
from pathlib import Path

import pytest
from cupsboard.commands import update
from cupsboard.systemd.steps import ServiceError

ROOT = Path(__file__).parents[2]
SET = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["urls"][update.ADDRESS]
UNSET = "no address for releases is set; take the release from a folder or a stick"


def carries(monkeypatch: pytest.MonkeyPatch, *urls: str) -> None:
    """Let the installed program carry these addresses."""
    metadata = Message()
    for url in urls:
        metadata["Project-URL"] = url
    monkeypatch.setattr(update, "metadata", lambda _: metadata)


def test_the_guide_to_releases_quotes_the_address_and_nothing_else_names_one() -> None:
    text = (ROOT / "firmware" / "RELEASES.md").read_text()
    assert f"<{SET}>" in text
    others = [ROOT / "setup", ROOT / "README.md", *(ROOT / "firmware" / "cupsboard").rglob("*.py")]
    assert [path for path in others if re.search(r"https?://\S*releases", path.read_text())] == []


@pytest.mark.parametrize("urls", [(), ("Homepage, https://cups.example",), (f"Releases, {SET}",)])
def test_an_update_without_an_address_says_where_else_releases_are(
    monkeypatch: pytest.MonkeyPatch, urls: tuple[str, ...]
) -> None:
    carries(monkeypatch, *urls)
    with pytest.raises(ServiceError, match=UNSET):
        update._address()


def test_a_program_that_is_not_installed_knows_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(name: str) -> Message:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(update, "metadata", unknown)
    with pytest.raises(ServiceError, match=UNSET):
        update._address()


def test_the_address_that_the_program_carries_is_where_an_update_comes_from(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    carries(monkeypatch, "Homepage, https://cups.example", "Releases, https://cups.example/releases")
    assert update._address() == "https://cups.example/releases"


def test_setup_reads_the_same_address(tmp_path: Path) -> None:
    # The script without its last line, which runs it: what it does with an address is for other tests.
    functions = (ROOT / "setup").read_text().rpartition("main ")[0]
    script = tmp_path / "setup"
    script.write_text(f"{functions}address_of_releases")
    project = tmp_path / "pyproject.toml"

    def said() -> tuple[int, str]:
        ran = subprocess.run(["bash", script], capture_output=True, text=True)
        return ran.returncode, ran.stdout + ran.stderr

    for text in (f'[project.urls]\nReleases = "{SET}"\n', "[project.urls]\n"):
        project.write_text(text)
        code, words = said()
        assert code == 2
        assert UNSET in words
    project.write_text('[project.urls]\nReleases = "https://cups.example/releases"\n')
    assert said() == (0, "https://cups.example/releases")


def test_setup_from_the_newest_release_refuses_at_once() -> None:
    ran = subprocess.run([ROOT / "setup", "--newest"], capture_output=True, text=True)
    assert ran.returncode == 2
    assert UNSET in ran.stderr
