"""A speaker: two programs beside the board's say sentences, one that makes sound of them and a player.

Either program may be missing, fail or hang. What looks after them is a thread of its own, so that a board
that plays waits for nothing.
"""

import json
import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from cupsboard.drivers.errors import DriverError
from cupsboard.signs.scene import Message

PLAYER = "aplay"
PIPER_VOICES = Path("/usr/local/share/piper-voices")
"""Where Piper's voices are looked for, as in `de_DE-thorsten-medium.onnx` with its `.onnx.json`."""
SOUND_CARDS = Path("/proc/asound/cards")
MOST_CHARACTERS = 1000
LONGEST_SECONDS = 30.0
"""A sentence takes five seconds, and one of MOST_CHARACTERS a minute: what comes after these is not said."""
PAUSE_SECONDS = 0.3
"""From the beginning of one sentence to that of the next: of several in a row only the last is said."""
CLOSE_SECONDS = 1.0
STEP_SECONDS = 0.05
MOST_COMPLAINT_BYTES = 65536
"""All that a pipe holds: what went wrong stands in the last line."""
SAID = "notes.no-voice"
"""The key of the message that nothing can be said."""

Command = Sequence[str]
Find = Callable[[str], str | None]
"""Returns the path of a program; None for one that is not installed."""


class NoVoice(DriverError):
    """No installed program says sentences in a language; `message` says what to install."""

    def __init__(self, key: str) -> None:
        self.message = Message(f"voice.{key}")
        super().__init__(key)


@dataclass(frozen=True, slots=True)
class Utterance:
    """A sentence to be said: in the language of an ISO 639-1 code, at `volume` times the usual loudness."""

    text: str
    language: str
    volume: float = 1.0


@dataclass(frozen=True, slots=True)
class Pair:
    """The commands of the program that reads text and writes sound, and of the one that plays it.

    `speaks` is what a maker is told of the first.
    """

    maker: Command
    player: Command
    speaks: str


def synthesis(said: Utterance, find: Find = shutil.which, voices: Path = PIPER_VOICES) -> Pair:
    """Return the commands that say a sentence: by Piper where it has a whole voice, or by eSpeak NG.

    Raises NoVoice where neither is installed, or no player is.
    """
    if find(PLAYER) is None:
        raise NoVoice("no-player")
    if find("piper") is not None:
        for model in _models(said.language, voices):
            if (rate := _sample_rate_hertz(model)) is not None:
                # As samples alone, since a Piper that is ended leaves the file in which it makes a WAV.
                return Pair(
                    ("piper", "--model", str(model), "--volume", f"{said.volume:g}", "--output-raw"),
                    (PLAYER, "-q", "-t", "raw", "-f", "S16_LE", "-c", "1", "-r", str(rate)),
                    f"piper {model.stem}",
                )
    if find("espeak-ng") is None:
        raise NoVoice("none")
    amplitude = str(round(100 * said.volume))
    return Pair(
        ("espeak-ng", "-v", said.language, "-a", amplitude, "--stdout", "--stdin"),
        (PLAYER, "-q"),
        f"espeak-ng {said.language}",
    )


def _models(language: str, voices: Path) -> list[Path]:
    return sorted(voices.glob(f"{language}_*.onnx"))


def _sample_rate_hertz(model: Path) -> int | None:
    """Return at how many hertz a voice of Piper's speaks; None without the settings that belong to it."""
    try:
        return int(json.loads(Path(f"{model}.json").read_bytes())["audio"]["sample_rate"])
    except (OSError, ValueError, LookupError, TypeError):
        return None


def found(
    languages: Sequence[str],
    cards: Path = SOUND_CARDS,
    find: Find = shutil.which,
    voices: Path = PIPER_VOICES,
) -> Message:
    """Return which programs say sentences in these languages, or what to install, load or plug in."""
    try:
        programs = [synthesis(Utterance("", code), find, voices).speaks for code in languages]
    except NoVoice as fault:
        return fault.message
    models = [model for code in languages for model in _models(code, voices)]
    if (torn := next((each for each in models if _sample_rate_hertz(each) is None), None)) is not None:
        return Message("voice.torn", {"voice": torn.stem, "file": f"{torn}.json"})
    if models and find("piper") is None:
        return Message("voice.no-piper", {"voice": models[0].stem, "programs": ", ".join(programs)})
    has_card = cards.exists() and any(line.lstrip()[:1].isdigit() for line in cards.open(encoding="utf-8"))
    values = {"programs": ", ".join(programs), "player": PLAYER}
    return Message("voice.found" if has_card else "voice.no-card", values)


class _Saying:
    """The two programs that say a sentence, each a session of its own."""

    def __init__(self, pair: Pair, text: str, until: float) -> None:
        """Raises OSError for a program that can't be begun."""
        self.until, self._pair = until, pair
        self._complaints, end = os.pipe()
        os.set_blocking(self._complaints, False)
        self._programs: list[subprocess.Popen[bytes]] = []
        try:
            maker = self._begun(pair.maker, subprocess.PIPE, subprocess.PIPE, end)
            self._begun(pair.player, maker.stdout, subprocess.DEVNULL, end)
        except OSError:
            self.kill()
            self.close()
            raise
        finally:
            os.close(end)
        assert maker.stdin is not None
        assert maker.stdout is not None
        maker.stdout.close()
        with suppress(BrokenPipeError), maker.stdin as line:
            # So little that an empty pipe takes all of it at once.
            line.write(f"{text}\n".encode())

    def _begun(
        self, command: Command, source: int | IO[bytes] | None, target: int, end: int
    ) -> "subprocess.Popen[bytes]":
        program: subprocess.Popen[bytes] = subprocess.Popen(
            command, stdin=source, stdout=target, stderr=end, bufsize=0, start_new_session=True
        )
        self._programs.append(program)
        return program

    @property
    def is_over(self) -> bool:
        """Return whether both programs have ended."""
        return None not in [program.poll() for program in self._programs]

    def fault(self) -> str:
        """Return what a program that has ended complained of last; "" if all went well."""
        # Where the player has failed the other program could not write to it any more.
        failed = next((program for program in reversed(self._programs) if program.returncode), None)
        if failed is None:
            return ""
        with suppress(BlockingIOError):
            lines = os.read(self._complaints, MOST_COMPLAINT_BYTES).decode(errors="replace").split("\n")
            return next((line.strip() for line in reversed(lines) if line.strip()), self._ended(failed))
        return self._ended(failed)

    def _ended(self, failed: "subprocess.Popen[bytes]") -> str:
        name = self.program if failed is self._programs[0] else PLAYER
        return f"{name} ended with code {failed.returncode}"

    @property
    def program(self) -> str:
        """Return the name of the program that makes sound of the sentence."""
        return self._pair.maker[0]

    def kill(self) -> None:
        """End both programs at once, with what they have begun."""
        for program in self._programs:
            # The number of one that has ended may be another's by now.
            if program.poll() is None:
                with suppress(ProcessLookupError):
                    os.killpg(program.pid, signal.SIGKILL)

    def wait(self) -> None:
        """Wait for killed programs, as long as they may take at the most."""
        for program in self._programs:
            with suppress(subprocess.TimeoutExpired):
                program.wait(CLOSE_SECONDS)

    def close(self) -> None:
        """Give back what has ended."""
        os.close(self._complaints)
        for program in self._programs:
            for pipe in (program.stdin, program.stdout):
                if pipe is not None:
                    pipe.close()


class Speech:
    """Says one sentence at a time; a newer one cuts the older one off. Time is passed in."""

    def __init__(
        self,
        lost: Callable[[Message], object],
        back: Callable[[str], object],
        pair: Callable[[Utterance], Pair] = synthesis,
    ) -> None:
        """`lost` hears why nothing can be said, again at every sentence; `back` that a sentence was said."""
        self._lost, self._back, self._pair = lost, back, pair
        self._wanted: Utterance | None = None
        self._now: _Saying | None = None
        self._killed: list[_Saying] = []
        self._next = 0.0

    @property
    def is_idle(self) -> bool:
        """Return whether nothing is being said or about to be, and no program is left."""
        return self._wanted is None and self._now is None and not self._killed

    def say(self, wanted: Utterance | None) -> None:
        """Say this at the next step, in place of what is being said; None says no more."""
        self._cut_off()
        self._wanted = wanted

    def step(self, now: float) -> None:
        """Begin what is to be said, and look after what is being said; `now` is in seconds."""
        self._killed = [each for each in self._killed if not self._is_given_back(each)]
        if (saying := self._now) is not None:
            if saying.is_over:
                fault = saying.fault()
                self._tell("failed", why=fault) if fault else self._back(SAID)
                self._cut_off()
            elif now >= saying.until:
                self._tell("hangs", program=saying.program)
                self._cut_off()
        if self._wanted is not None and now >= self._next:
            wanted, self._wanted = self._wanted, None
            self._next = now + PAUSE_SECONDS
            try:
                self._now = _Saying(self._pair(wanted), wanted.text[:MOST_CHARACTERS], now + LONGEST_SECONDS)
            except NoVoice as fault:
                self._lost(Message(SAID, {"why": (fault.message,)}))
            except OSError as fault:
                self._tell("failed", why=f"{fault.filename or ''} {fault.strerror}".strip())

    def close(self) -> None:
        """End all programs."""
        self.say(None)
        for each in self._killed:
            each.wait()
            each.close()
        self._killed = []

    def _tell(self, key: str, **values: str) -> None:
        self._lost(Message(SAID, {"why": (Message(f"voice.{key}", dict(values)),)}))

    def _cut_off(self) -> None:
        if self._now is not None:
            self._now.kill()
            self._killed.append(self._now)
            self._now = None

    def _is_given_back(self, saying: _Saying) -> bool:
        if saying.is_over:
            saying.close()
        return saying.is_over


class Speaker:
    """Speech in a thread of its own."""

    def __init__(self, speech: Speech) -> None:
        self._speech = speech
        self._wanted: list[Utterance | None] = []
        self._is_news, self._is_over = threading.Event(), False
        # A program that can't be begun in time must not keep the board from switching off.
        self._thread = threading.Thread(target=self._run, name="speaker", daemon=True)
        self._thread.start()

    def say(self, wanted: Utterance | None) -> None:
        """Say this in place of what is being said; None says no more."""
        self._wanted.append(wanted)
        self._is_news.set()

    def close(self) -> None:
        """Say no more, and end all programs."""
        self._is_over = True
        self._is_news.set()
        self._thread.join(2 * CLOSE_SECONDS)

    def _run(self) -> None:
        while not self._is_over:
            self._is_news.wait(None if self._speech.is_idle else STEP_SECONDS)
            self._is_news.clear()
            while self._wanted:
                self._speech.say(self._wanted.pop(0))
            self._speech.step(time.monotonic())
        self._speech.close()
