"""What a page shows of a game with another board: names, phrases, the invitation, how it ended."""

from collections.abc import Callable
from typing import Any

from cupsboard.distance.shared_game import SharedGame
from cupsboard.distance.wire import plain
from cupsboard.web.qr_code import invitation


class FarSeen:
    """Adds to a state what is known of the shared game."""

    def __init__(self, shared: Callable[[], SharedGame], code: str, link: str) -> None:
        """`shared` gives the copy of the game as it is then; a friend sits down at the `link`."""
        self._shared, self._code, self._link = shared, code, link

    def __call__(self, state: dict[str, Any]) -> dict[str, Any]:
        """Return the state with the shared game's part; the state itself where there is none yet."""
        if "far" not in state:
            return state
        shared = self._shared()
        far = {
            **state["far"],
            "link": self._link,
            "said": {side.value: {"n": n, "phrase": phrase} for side, (n, phrase) in shared.phrases.items()},
        }
        if shared.begin is None:
            return {**state, "far": {**far, "invitation": invitation(self._code, self._link)}}
        found = {**state, "far": far, "names": shared.begin.seats}
        if shared.end is not None and "game" in state:
            found["game"] = {**state["game"], "isOver": True, "end": plain(shared.end)}
        return found
