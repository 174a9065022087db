"""The board's sentence aloud, through a speaker: that which lights and page show, in one language."""

from collections.abc import Mapping
from dataclasses import dataclass

from cupsboard.drivers.speaker import Speaker, Speech, Utterance
from cupsboard.rules.places import Side
from cupsboard.session.missing_parts import MissingParts
from cupsboard.signs.scene import Message, Scene
from cupsboard.signs.sentences import read_language, say


@dataclass(frozen=True, slots=True)
class Spoken:
    """How sentences are said: in the language of an ISO 639-1 code, at `volume` times the usual loudness."""

    language: str
    volume: float = 1.0


class Voice:
    """Says the sentence of a board whenever it becomes another one."""

    def __init__(self, missing_parts: MissingParts) -> None:
        """`missing_parts` hears why nothing can be said."""
        self._missing_parts = missing_parts
        self._speaker: Speaker | None = None
        self._said: tuple[Message, Spoken] | None = None

    def look(self, scene: Scene | None, spoken: Spoken | None, names: Mapping[str, str]) -> None:
        """Say what the board shows now, unless that was said; nothing where `spoken` is None.

        `names` are those of players, by their sides.
        """
        said = None if scene is None or spoken is None else (scene.message, spoken)
        if said != self._said:
            self._said = said
            self._begun().say(None if said is None else _utterance(*said, names))

    def close(self) -> None:
        """Say no more."""
        if self._speaker is not None:
            self._speaker.close()

    def _begun(self) -> Speaker:
        if self._speaker is None:
            self._speaker = Speaker(Speech(self._missing_parts.lost, self._missing_parts.back))
        return self._speaker


def _utterance(message: Message, spoken: Spoken, names: Mapping[str, str]) -> Utterance:
    language = read_language(spoken.language)
    south, north = (names.get(side.value, "") for side in Side)
    return Utterance(say(message, language.calling(south, north)), spoken.language, spoken.volume)
