"""Sentences through a speaker: by small programs that stand in for the real ones, and by the real ones."""

import shutil
import time
from pathlib import Path

import pytest
from cupsboard.drivers import speaker
from cupsboard.drivers.speaker import LONGEST_SECONDS, PAUSE_SECONDS, NoVoice, Speaker, Speech, Utterance
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import say
from processes import is_alive, wait_until

TURN = Utterance("Süd ist am Zug.", "de", 0.5)
SYNTHESIS = 'echo "$@" >> {folder}/options; cat'
PLAYER = "cat >> {folder}/heard; echo >> {folder}/heard"
HANGS = "sleep 1000 & echo $$ $! >> {folder}/hanging; wait"


class Programs:
    """A folder of programs that alone is searched for them, and what they were given."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.told: list[str] = []
        self.now = 100.0
        self.speech = Speech(self._lost, self.told.append)

    def _lost(self, what: Message) -> None:
        self.told.append(say(what))

    def have(self, name: str, script: str) -> None:
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{script.format(folder=self.folder)}\n")
        path.chmod(0o755)

    def written(self, name: str) -> str:
        path = self.folder / name
        return path.read_text() if path.exists() else ""

    def step(self, seconds: float = 0.0) -> None:
        self.now += seconds
        self.speech.step(self.now)

    def until_idle(self) -> None:
        def is_idle() -> bool:
            self.step()
            return self.speech.is_idle

        wait_until(is_idle, "the end of a sentence")

    def hanging(self) -> list[int]:
        """The processes that hang, once they do."""
        return [int(each) for each in self.written("hanging").split()]


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Programs:
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    found = Programs(tmp_path)
    found.have("espeak-ng", SYNTHESIS)
    found.have("aplay", PLAYER)
    return found


def test_a_sentence_is_said_in_its_language_and_as_loud_as_it_is_wanted(programs: Programs) -> None:
    programs.speech.say(TURN)
    programs.step()
    programs.until_idle()
    assert programs.written("heard").strip() == TURN.text
    assert programs.written("options").strip() == "-v de -a 50 --stdout --stdin"
    assert programs.told == ["notes.no-voice"]


def test_of_several_sentences_in_a_row_the_last_is_said(programs: Programs) -> None:
    programs.speech.say(TURN)
    programs.step()
    programs.until_idle()
    for text in ("one", "two", "three"):
        programs.speech.say(Utterance(text, "en"))
        programs.step(PAUSE_SECONDS / 5)
    programs.step(PAUSE_SECONDS)
    programs.until_idle()
    assert programs.written("heard").split("\n\n")[:2] == [TURN.text, "three"]


def test_a_newer_sentence_cuts_off_the_one_that_is_being_said(programs: Programs) -> None:
    programs.have("aplay", HANGS)
    programs.speech.say(TURN)
    programs.step()
    hanging = wait_until(programs.hanging, "the player")
    programs.have("aplay", PLAYER)
    programs.speech.say(Utterance("two", "en"))
    programs.step(PAUSE_SECONDS)
    programs.until_idle()
    assert programs.written("heard").strip() == "two"
    wait_until(lambda: not any(map(is_alive, hanging)), "the end of all programs")


@pytest.mark.parametrize("name", ["espeak-ng", "aplay"])
def test_a_program_that_hangs_is_ended_with_all_it_has_begun_and_told(programs: Programs, name: str) -> None:
    programs.have(name, HANGS)
    programs.speech.say(TURN)
    programs.step()
    hanging = wait_until(programs.hanging, name)
    programs.step(LONGEST_SECONDS - 1.0)
    assert programs.told == []
    programs.step(1.0)
    programs.until_idle()
    assert programs.told == ["no voice: espeak-ng has hung and was ended; the board plays on without"]
    wait_until(lambda: not any(map(is_alive, hanging)), "the end of all programs")


@pytest.mark.parametrize(
    ("name", "script", "said"),
    [
        ("aplay", "echo 'audio open error: No such file or directory' >&2; exit 1", "audio open error"),
        ("espeak-ng", "exit 3", "espeak-ng ended with code 3"),
        ("aplay", "kill -9 $$", "aplay ended with code -9"),
        ("aplay", "head -c 300000 /dev/zero >&2; exit 1", "has hung"),
    ],
)
def test_a_program_that_fails_is_told_by_what_it_said_last(
    programs: Programs, name: str, script: str, said: str
) -> None:
    programs.have(name, script)
    programs.speech.say(TURN)
    programs.step()
    if said == "has hung":
        programs.step(LONGEST_SECONDS)
    programs.until_idle()
    (told,) = programs.told
    assert said in told


def test_after_a_trouble_that_has_passed_the_next_sentence_is_said(programs: Programs) -> None:
    programs.have("aplay", "exit 1")
    for script in ("exit 1", PLAYER):
        programs.have("aplay", script)
        programs.speech.say(TURN)
        programs.step(PAUSE_SECONDS)
        programs.until_idle()
    assert programs.told == [
        "no voice: aplay ended with code 1; the board plays on without",
        "notes.no-voice",
    ]


def voice(folder: Path, name: str, settings: str = '{"audio": {"sample_rate": 16000}}') -> Path:
    """A voice of Piper's with these settings."""
    model = folder / f"{name}.onnx"
    model.touch()
    Path(f"{model}.json").write_text(settings)
    return model


def test_what_is_not_installed_is_named_with_the_command_that_installs_it(tmp_path: Path) -> None:
    programs = {"aplay", "espeak-ng", "piper"}

    def found(name: str) -> str | None:
        return name if name in programs else None

    def refused() -> str:
        with pytest.raises(NoVoice) as told:
            speaker.synthesis(TURN, found, tmp_path)
        return say(told.value.message)

    assert speaker.synthesis(TURN, found, tmp_path).maker[0] == "espeak-ng"
    programs -= {"espeak-ng", "piper"}
    assert "sudo apt install espeak-ng alsa-utils" in refused()
    programs -= {"aplay"}
    assert "sudo apt install alsa-utils" in refused()


def test_a_whole_voice_of_piper_s_is_played_as_fast_as_it_was_made(tmp_path: Path) -> None:
    voice(tmp_path, "de_DE-torn", '{"audio":')
    model = voice(tmp_path, "de_DE-whole")
    pair = speaker.synthesis(TURN, str, tmp_path)
    assert pair.maker == ("piper", "--model", str(model), "--volume", "0.5", "--output-raw")
    assert pair.player == ("aplay", "-q", "-t", "raw", "-f", "S16_LE", "-c", "1", "-r", "16000")
    assert speaker.synthesis(Utterance("Hello", "en"), str, tmp_path).maker[0] == "espeak-ng"


@pytest.mark.parametrize("settings", [None, "", "[]", '{"audio": {}}', '{"audio": {"sample_rate": null}}'])
def test_the_doctor_names_a_voice_that_is_not_used_and_why(tmp_path: Path, settings: str | None) -> None:
    model = voice(tmp_path, "de_DE-thorsten", settings or "")
    if settings is None:
        Path(f"{model}.json").unlink()
    assert speaker.synthesis(TURN, str, tmp_path).maker[0] == "espeak-ng"
    told = say(speaker.found(("en", "de"), tmp_path / "cards", str, tmp_path))
    assert told == f"de_DE-thorsten is not used: {model}.json is missing or damaged; load the voice again"
    voice(tmp_path, "de_DE-thorsten")
    told = say(speaker.found(("en", "de"), tmp_path / "cards", str, tmp_path))
    assert told.startswith("espeak-ng en, piper de_DE-thorsten and aplay are there, but no sound card")
    without = lambda name: None if name == "piper" else name  # noqa: E731
    told = say(speaker.found(("en", "de"), tmp_path / "cards", without, tmp_path))
    assert told.endswith("no program piper is installed; espeak-ng en, espeak-ng de speak instead")


def test_the_doctor_s_word_names_what_speaks_and_a_sound_card_that_is_missing(
    programs: Programs, tmp_path: Path
) -> None:
    cards = tmp_path / "cards"
    assert "no sound card: plug in a USB speaker" in say(speaker.found(("en",), cards, voices=tmp_path))
    cards.write_text("--- no soundcards ---\n")
    assert "no sound card: plug in a USB speaker" in say(speaker.found(("en",), cards, voices=tmp_path))
    cards.write_text(" 0 [Device         ]: USB-Audio - USB Audio Device\n")
    assert (
        say(speaker.found(("en",), cards, voices=tmp_path))
        == "espeak-ng en and aplay say sentences aloud if that is set"
    )


def test_who_asks_for_a_sentence_waits_for_no_program_and_nothing_is_left_at_the_end(
    programs: Programs,
) -> None:
    programs.have("aplay", HANGS)
    beside = Speaker(programs.speech)
    before = time.thread_time()
    for number in range(100):
        beside.say(Utterance(f"sentence {number}", "en"))
    assert time.thread_time() - before < 0.5
    wait_until(programs.hanging, "a sentence")
    beside.close()
    wait_until(lambda: not any(map(is_alive, programs.hanging())), "the end of all programs")
    assert programs.speech.is_idle


ALSA = """\
pcm.!default { type plug slave.pcm "recorder" }
pcm.recorder { type file file "FILE" format "wav" slave.pcm "nowhere" }
pcm.nowhere { type null }
"""


@pytest.mark.skipif(not shutil.which("aplay"), reason="needs aplay: apt install alsa-utils")
@pytest.mark.parametrize("maker", ["espeak-ng", "piper"])
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_real_programs_play_a_sentence_louder_where_it_is_wanted_louder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, maker: str, language: str
) -> None:
    def find(name: str) -> str | None:
        return shutil.which(name) if name in (maker, "aplay") else None

    try:
        speaker.synthesis(Utterance("", language), find)
    except NoVoice:
        pytest.skip(f"needs {maker}, and its voice of this language")
    told: list[object] = []

    def loudness(volume: float) -> int:
        """The highest sample that a sound card of no sound was given."""
        heard = tmp_path / f"{volume}.wav"
        (tmp_path / "asound.conf").write_text(ALSA.replace("FILE", str(heard)))
        monkeypatch.setenv("ALSA_CONFIG_PATH", str(tmp_path / "asound.conf"))
        monkeypatch.setenv("TMPDIR", str(tmp_path))
        speech = Speech(told.append, told.append, lambda said: speaker.synthesis(said, find))
        speech.say(Utterance("Süd ist am Zug.", language, volume))

        def is_idle() -> bool:
            speech.step(1.0)
            return speech.is_idle

        wait_until(is_idle, "the end of a sentence")
        header, samples = heard.read_bytes()[:44], heard.read_bytes()[44:]
        hertz = int.from_bytes(header[24:28], "little")
        heard_seconds = len(samples) / 2 / hertz
        assert 0.5 < heard_seconds < 3.0
        return max(memoryview(samples[: len(samples) // 2 * 2]).cast("h"))

    assert loudness(0.5) < 0.7 * loudness(1.0)
    assert told == ["notes.no-voice", "notes.no-voice"]
