"""How a browser becomes the owner's: players press the button that the board lights for this.

Meanwhile the lit button has no other effect; the other one still serves the game.
"""

import secrets
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from queue import SimpleQueue

from cupsboard.loop import Moment
from cupsboard.ports import Board, Buttons, Lights
from cupsboard.profile import Profile
from cupsboard.referee.edges import Edge
from cupsboard.referee.events import OwnershipOpened
from cupsboard.rules.places import Place, Side, pot, tray
from cupsboard.session.orders import OrderRefused, refuse
from cupsboard.signs.scene import Meaning, Scene, Sign

CLAIM_SECONDS = 30.0
"""How long the button is lit."""
OPEN_SECONDS = 120.0
"""How long one more browser may ask after the gesture in a pause."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The request of a browser to become the owner's: the button that accepts it, and when it lapses (s)."""

    button: str
    until: float


class Claims:
    """The requests of browsers to become the owner's, one at a time; implements `Buttons`.

    Any thread may call `ask`.
    """

    def __init__(self, buttons: Buttons, names: Collection[str]) -> None:
        """`names` are those of the buttons that work."""
        self._buttons = buttons
        self._names = sorted(names)
        self._asked: SimpleQueue[tuple[bool, Future[None]]] = SimpleQueue()
        self._answer: Future[None] | None = None
        self._swallowed: set[str] = set()
        self._open_until = 0.0
        self.now: Claim | None = None
        """The claim that waits for its button."""
        self.is_open = False
        """Whether a board that has owners lets one more ask."""

    def ask(self, *, is_owned: bool) -> "Future[None]":
        """Add a request, from any thread.

        The future ends when the lit button is pressed, or with OrderRefused. `is_owned` says that the board
        has an owner already; then it must be open for one more browser.
        """
        answer: Future[None] = Future()
        self._asked.put((is_owned, answer))
        return answer

    def __call__(self, moment: Moment) -> None:
        """Hear, as a listener of the loop, the gesture that opens it."""
        if OwnershipOpened() in moment.decided.events:
            self._open_until = moment.time + OPEN_SECONDS

    def edges(self, now: float) -> Sequence[Edge]:
        """Return the edges of the buttons, without the press that accepts a request and its release."""
        self.is_open = now < self._open_until
        if self.now is not None or not self._asked.empty():
            self._end_if_over(now)
            self._begin(now)
        return [edge for edge in self._buttons.edges(now) if self._passes(edge)]

    def _begin(self, now: float) -> None:
        if self._asked.empty():
            return
        is_owned, answer = self._asked.get_nowait()
        if (why := self._refusal(is_owned)) is not None:
            refuse(answer, OrderRefused(why))
            return
        self._answer = answer
        # Drawn by lot: a press that a player is just making says yes half the time at most.
        self.now = Claim(secrets.choice(self._names), now + CLAIM_SECONDS)

    def _refusal(self, is_owned: bool) -> str | None:
        if is_owned and not self.is_open:
            return "owned"
        if not self._names:
            return "no-button"
        if self.now is not None:
            return "another-asks"
        return None

    def _end_if_over(self, now: float) -> None:
        if self.now is None or self._answer is None:
            return
        if self._answer.cancelled():
            self.now = self._answer = None
        elif now >= self.now.until:
            refuse(self._answer, OrderRefused("not-pressed"))
            self.now = self._answer = None

    def _passes(self, edge: Edge) -> bool:
        """Whether an edge is for the game; a button that was down before plays its release."""
        if not edge.is_down:
            is_swallowed = edge.button in self._swallowed
            self._swallowed.discard(edge.button)
            return not is_swallowed
        if self.now is None or edge.button != self.now.button or self._answer is None:
            return True
        self._swallowed.add(edge.button)
        if self._answer.set_running_or_notify_cancel():
            self._answer.set_result(None)
        self.now = self._answer = None
        self._open_until = 0.0
        return False

    def refuse_all(self, why: str) -> None:
        """Refuse the open claim and all waiting ones with `OrderRefused(why)`: the board shuts down."""
        if self._answer is not None:
            refuse(self._answer, OrderRefused(why))
            self.now = self._answer = None
        while not self._asked.empty():
            refuse(self._asked.get_nowait()[1], OrderRefused(why))


class ClaimedLights:
    """Lights that also show which button accepts the open request; implements `Lights`."""

    def __init__(self, lights: Lights, claims: Claims, place_of: Mapping[str, Place]) -> None:
        """`place_of` is the place beside each button."""
        self._lights, self._claims, self._place_of = lights, claims, place_of

    def show(self, scene: Scene, now: float) -> float:
        """Show `scene`, with the owner's sign beside the button that accepts the open request."""
        claim = self._claims.now
        if claim is not None and (place := self._place_of.get(claim.button)) is not None:
            kept = tuple(sign for sign in scene.signs if sign.place != place)
            scene = replace(scene, signs=(*kept, Sign(place, Meaning.OWNER)))
        return self._lights.show(scene, now)


def with_claims(board: Board, claims: Claims, profile: Profile) -> Board:
    """Return the board with buttons that accept requests of `claims`, and lights that show which button."""
    beside = {name: tray(name) if profile.spots else pot(Side(name)) for name in profile.owners}
    return replace(board, buttons=claims, lights=ClaimedLights(board.lights, claims, beside))
