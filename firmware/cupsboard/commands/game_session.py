"""An evening at a board: the game is taken up where it was, and everything that follows it is attached."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from cupsboard.loop import Listener, Loop, Moment
from cupsboard.ports import Board, Lights, Sound, Store
from cupsboard.profile import Profile
from cupsboard.referee.options import Options
from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.record import Record
from cupsboard.scales.calibration import Calibration
from cupsboard.session.resume import KnowledgeKeeper, begun
from cupsboard.session.start import Start
from cupsboard.session.written_down import WrittenDown
from cupsboard.signs.computer_player import Dictation
from cupsboard.signs.event_text import MoveTeller
from cupsboard.signs.scene import Scene, Tone
from cupsboard.storage.correction_log import HealingLog
from cupsboard.storage.games import Journalist, KeptGames
from cupsboard.web.board_view import BoardView

Say = Callable[[str], object]

PUBLISH_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class Evening:
    """A board at play."""

    loop: Loop
    view: BoardView
    start: Start
    games: KeptGames
    written: WrittenDown

    def record(self) -> Record[Position]:
        """The game so far."""
        history = self.view.history
        return Record(history.game, history.starter, history.entries)


def evening(
    board: Board,
    profile: Profile,
    calibration: Calibration,
    options: Options,
    store: Store,
    games: KeptGames,
    say: Say,
    dictation: Dictation[Position] | None = None,
) -> Evening:
    """Sit down: the game that was being played, or a new one.

    What happens is written down before anything is shown of it; where that can't be done, the lights say so.
    Raises JournalError, or StoreError if games can't be read.
    """
    game = Cups(profile.cups)
    beginning = begun(profile, calibration, game, options, store, games)
    for line in beginning.notes:
        say(line)
    core = beginning.start.core()
    view = BoardView(beginning.start)

    def note(words: str) -> None:
        say(words)
        view.note(words)

    written = WrittenDown(games.spool, board.sound, note)

    def shown(scene: Scene, now: float) -> Scene:
        dictated = scene if dictation is None else dictation.dictated(scene, core.referee)
        return written.over(dictated, now)

    listeners: list[Listener] = [
        written,
        KnowledgeKeeper(store, calibration, lambda: core.knowledge, note),
        Journalist(games, game, options.starter),
        HealingLog(store, lambda: core.knowledge, board.clock.now(), note),
        lambda moment: view(_changed(moment, shown)),
        MoveTeller(say, beginning.start.record),
    ]
    lit = replace(board, lights=ChangedLights(board.lights, shown))
    return Evening(Loop(lit, core, listeners), view, beginning.start, games, written)


Change = Callable[[Scene, float], Scene]
"""What is shown in the place of a scene, at a time."""


def _changed(moment: Moment, change: Change) -> Moment:
    decided = moment.decided
    return replace(moment, decided=replace(decided, scene=change(decided.scene, moment.time)))


class ChangedLights:
    """Lights that show another scene than the core's: dictated, or that it isn't written; a `Lights`."""

    def __init__(self, lights: Lights, changed: Change) -> None:
        self._lights = lights
        self._changed = changed

    def show(self, scene: Scene, now: float) -> None:
        """See `Lights`."""
        self._lights.show(self._changed(scene, now), now)


class Publisher:
    """A listener that shows the board to whoever looks, a few times a second; goes behind the view."""

    def __init__(self, view: BoardView, publish: Callable[[dict[str, object]], object]) -> None:
        self._view = view
        self._publish = publish
        self._next = 0.0

    def __call__(self, moment: Moment) -> None:
        """Publish what there is to see, if it is time or something happened."""
        if moment.decided.events or moment.edges or moment.time >= self._next:
            self._next = moment.time + PUBLISH_SECONDS
            self._publish(self._view.state())


class SomeTones:
    """A sound that says only what somebody must hear; implements `Sound`."""

    NEEDED = frozenset({Tone.NOT_NOW, Tone.WRONG, Tone.OVER})

    def __init__(self, sound: Sound) -> None:
        self._sound = sound

    def show(self, tone: Tone, now: float) -> None:
        """See `Sound`."""
        if tone in self.NEEDED:
            self._sound.show(tone, now)

    def step(self, now: float) -> None:
        """See `Sound`."""
        self._sound.step(now)
