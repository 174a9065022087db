"""Show places that are not trusted any more: by their light, and for a while by a sentence."""

from collections.abc import Mapping
from dataclasses import replace

from cupsboard.rules.places import Place
from cupsboard.scales.cell_faults import CellFault
from cupsboard.signs.scene import Meaning, Message, Scene, Sign

SAID_SECONDS = 8.0
"""How long the sentence stays: it names place and cure, and is read without haste."""


class Doubted:
    """Records which places are not trusted, and words each new one for a while."""

    def __init__(self) -> None:
        self._places: Mapping[Place, CellFault] = {}
        self._are_all = False
        self._said: Message | None = None
        self._until: float | None = None
        """When the sentence has been shown for long enough; None while a question has hidden it."""

    def step(self, places: Mapping[Place, CellFault], *, are_all: bool = False) -> None:
        """Record `places`, those not trusted now with the fault of each; a new fault starts a sentence.

        `are_all` says that the zeros of all places drift. When that begins, another sentence starts.
        """
        fresh = [place for place, why in places.items() if self._places.get(place) is not why]
        if (self._places or self._are_all) and not (places or are_all):
            # It was nothing, or is over: what was said of it is no longer true.
            self._said = None
        if fresh:
            self._said, self._until = Message(f"doubted.{places[fresh[0]].name}", {"place": fresh[0]}), None
        if are_all and not self._are_all:
            self._said, self._until = Message("doubted.all"), None
        self._places, self._are_all = dict(places), are_all

    def shown(self, scene: Scene, now: float, *, is_asking: bool = False) -> Scene:
        """Return `scene` with the lights of the places that are not trusted.

        A sentence about the newest stays while it is new. If the board `is_asking` something that a tap
        answers, a sentence about one place waits, and one about all stands behind the question.
        """
        if not self._places and self._said is None:
            return scene
        looks = {sign.place for sign in scene.signs if sign.meaning is Meaning.LOOK}
        hidden = self._places.keys() - looks
        signs = [sign for sign in scene.signs if sign.place not in hidden]
        signs += [Sign(place, Meaning.DEAD) for place in self._places if place in hidden]
        return replace(scene, signs=tuple(signs), message=self._worded(scene.message, now, is_asking))

    def _worded(self, message: Message, now: float, is_asking: bool) -> Message:
        said = self._said
        if said is None or (is_asking and said.key != "doubted.all"):
            return message
        if self._until is None:
            self._until = now + SAID_SECONDS
        if now >= self._until:
            return message
        return Message("doubted.asking", {"what": (message,)}) if is_asking else said
