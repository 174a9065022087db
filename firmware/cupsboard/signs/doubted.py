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
        self._until = 0.0

    def step(self, now: float, places: Mapping[Place, CellFault], *, are_all: bool = False) -> None:
        """Record `places`, those not trusted now with the fault of each; a new fault starts a sentence.

        `are_all` says that the zeros of all places drift. When that begins, another sentence starts.
        """
        fresh = [place for place, why in places.items() if self._places.get(place) is not why]
        if self._places and not places:
            # It was nothing, or is over: what was said of it is no longer true.
            self._said = None
        self._places = dict(places)
        if fresh:
            why = places[fresh[0]]
            self._say(Message(f"doubted.{why.name}", {"place": fresh[0]}), now)
        if are_all and not self._are_all:
            self._say(Message("doubted.all"), now)
        self._are_all = are_all

    def _say(self, message: Message, now: float) -> None:
        self._said, self._until = message, now + SAID_SECONDS

    def shown(self, scene: Scene, now: float, *, is_asking: bool = False) -> Scene:
        """Return `scene` with the lights of the places that are not trusted.

        A sentence about the newest stays while it is new, unless the board `is_asking` something that a tap
        answers.
        """
        is_new = self._said is not None and now < self._until
        if not self._places and not is_new:
            return scene
        looks = {sign.place for sign in scene.signs if sign.meaning is Meaning.LOOK}
        hidden = self._places.keys() - looks
        signs = [sign for sign in scene.signs if sign.place not in hidden]
        signs += [Sign(place, Meaning.DEAD) for place in self._places if place in hidden]
        message = self._said if self._said is not None and is_new and not is_asking else scene.message
        return replace(scene, signs=tuple(signs), message=message)
