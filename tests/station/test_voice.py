"""A board that says its sentence aloud, in the language that is set and by the names of its players."""

from pathlib import Path

import pytest
from cupsboard.session.orders import Begin, Change
from cupsboard.systemd.exit_codes import Ending
from ordered_evening import Evening, Script, with_a_bean_moved
from quick_evening import furnish

SCRIPTS = {"espeak-ng": 'echo "$2" "$4" >> {folder}/options; cat', "aplay": "cat >> {folder}/heard"}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, script in SCRIPTS.items():
        path = tmp_path / name
        path.write_text(f"#!/bin/sh\n{script.format(folder=tmp_path)}\n")
        path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    furnish(tmp_path)
    return tmp_path


def heard(home: Path, words: str, name: str = "heard") -> bool:
    path = home / name
    return path.exists() and words in path.read_text()


def test_the_sentence_that_the_page_shows_is_said_in_games_and_jobs_as_it_is_set(home: Path) -> None:
    def script(evening: Evening) -> Script:
        yield from with_a_bean_moved(evening)
        assert not heard(home, "", "options")
        yield evening.order(Change({"voice": "de", "volume": 0.5, "north": "Zoë"})).done
        yield lambda: heard(home, "Zoë")
        yield lambda: heard(home, "de 50", "options")
        yield evening.order(Begin("doctor")).done
        # On a quick clock each sentence of a job may cut the one before it off, but for the last.
        yield lambda: heard(home, "Fertig, aber etwas will angesehen sein")

    assert Evening(home).run(script) == Ending.WELL


@pytest.mark.parametrize(("option", "is_heard"), [("en", True), ("none", False)])
def test_the_option_goes_before_what_is_set(home: Path, option: str, is_heard: bool) -> None:
    def script(evening: Evening) -> Script:
        yield evening.order(Change({"voice": "de"})).done
        yield from with_a_bean_moved(evening)
        yield (lambda: heard(home, "en 100", "options")) if is_heard else evening.waited(2.0)
        assert not heard(home, "de ", "options")

    assert Evening(home, "--voice", option).run(script) == Ending.WELL


def test_a_speaker_that_is_missing_is_told_once_and_the_board_plays_on(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "espeak-ng").write_text("#!/bin/sh\nexit 3\n")

    def script(evening: Evening) -> Script:
        told: list[str] = []

        def is_told() -> bool:
            told.append(capsys.readouterr().out)
            return "no voice: espeak-ng ended with code 3; the board plays on without" in "".join(told)

        yield from with_a_bean_moved(evening)
        yield is_told
        yield evening.order(Begin("doctor")).done
        yield evening.waited(2.0)
        told.append(capsys.readouterr().out)
        assert "".join(told).count("no voice:") == 1

    assert Evening(home, "--voice", "en").run(script) == Ending.WELL
