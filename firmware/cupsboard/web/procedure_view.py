"""What a page shows of a board on which no game is played just now: the same sections, and what is done.

The board is drawn as of a game that has not begun, with the lights and the sentence of the procedure.
"""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from cupsboard.profile import Profile
from cupsboard.referee.edges import Edge
from cupsboard.rules.games import AnyPlayersGame, is_round_a_table
from cupsboard.rules.history import HistoryOf
from cupsboard.rules.places import Place
from cupsboard.scales.readings import Frame
from cupsboard.signs.light_patterns import TONES
from cupsboard.signs.scene import Message, Scene, Tone
from cupsboard.web import sections
from cupsboard.web.king_of_the_cups import Round

LOG_LENGTH = 40

Grams = Callable[[Place, int], float | None]


class ProcedureView:
    """Follows one procedure on one board, and says at any time what there is to see."""

    def __init__(self, profile: Profile, game: AnyPlayersGame, grams: Grams) -> None:
        """`game` is what the board is drawn for; `grams` gives the weight of a reading in counts."""
        self._profile = profile
        self._grams_of = grams
        self._history: HistoryOf[Any, Any] = HistoryOf(game, None)
        self._cells = {place: sections.Cell() for place in profile.places}
        self._counts: dict[Place, int] = {}
        self._time = 0.0
        self._scene: Scene | None = None
        self._tones = 0
        self._log: deque[tuple[str, sections.Section]] = deque(maxlen=LOG_LENGTH)
        self._log_count = 0
        self._buttons: dict[str, bool] = dict.fromkeys(profile.owners, False)
        contents = game.contents(self._history.position)
        nothing = dict.fromkeys(contents, 0)
        self._state: sections.Section = {
            "board": sections.board_section(profile, game),
            "beans": sections.contents_section(nothing, profile.places, {})
            if not is_round_a_table(game)
            else {},
            "moving": {},
            "sureness": None,
            "moves": {},
            "log": {},
            "tone": {},
            **(Round(self._history).section() if is_round_a_table(game) else {}),
        }

    def look(self, time: float, frame: Frame | None, edges: Sequence[Edge]) -> None:
        """Take in what the ports gave."""
        self._time = time
        for edge in edges:
            self._buttons[edge.button] = edge.is_down
        if frame is not None:
            for place, reading in zip(self._profile.places, frame.readings, strict=True):
                self._cells[place].take(frame.time, reading)
                if isinstance(reading, int):
                    self._counts[place] = reading

    def show(self, scene: Scene, tones: Sequence[Tone] = ()) -> bool:
        """Take in what is shown now; return whether it is another scene than before."""
        for tone in tones:
            self._tones += 1
            self._state["tone"] = {"name": tone.name, "number": self._tones, "seconds": list(TONES[tone])}
        if scene == self._scene:
            return False
        self._scene = scene
        self._state["game"] = {
            **sections.game_section(self._history, None),
            "message": sections.message_section(scene.message),
        }
        self._state["signs"] = sections.signs_section(scene)
        self._state["lights"] = sections.lights_section(scene, self._profile)
        return True

    def state(self) -> sections.Section:
        """Return what everybody sees now; nothing in it changes afterwards."""
        return {
            **self._state,
            "time": round(self._time, 2),
            "faults": {place: fault for place, cell in self._cells.items() if (fault := cell.fault)},
            "buttons": dict(self._buttons),
        }

    def details(self) -> sections.Section:
        """Return what only the curious look at: it is another at every reading."""
        return {
            "grams": self.grams(),
            "trend": {},
            "cells": {place: cell.health for place, cell in self._cells.items()},
            "belief": {},
        }

    def grams(self) -> list[Any]:
        """Return each place's grams above its empty cup, in the places' order; "" where no scale weighs."""
        return [self._grams(place) for place in self._profile.places]

    def note(self, message: Message) -> None:
        """Put a message about the board itself among what happened; for any thread."""
        self._log_count += 1
        self._log.append((str(self._log_count), {"time": 0.0, **sections.message_section(message)}))
        self._state["log"] = dict(self._log)

    def _grams(self, place: Place) -> float | str:
        counts = self._counts.get(place)
        grams = None if counts is None else self._grams_of(place, counts)
        return "" if grams is None else round(grams, 2)
