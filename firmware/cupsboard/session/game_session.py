"""A session at a board: the game is resumed or begun, and everything that follows it is attached."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

from cupsboard.loop import GameLoop, Listener, Moment
from cupsboard.ports import Board, Lights
from cupsboard.profile import Profile
from cupsboard.referee.options import Options
from cupsboard.rules.games import AnyPlayersGame
from cupsboard.rules.record import Record, RecordOf, known_date
from cupsboard.scales.calibration import Calibration
from cupsboard.session.held_back import HeldLights, HeldListeners, HeldSound, WrittenDown
from cupsboard.session.puzzle_teller import MoveTeller, PuzzleTeller, keeper
from cupsboard.session.resume import KnowledgeKeeper, begun
from cupsboard.session.start import Start
from cupsboard.signs.advice import Adviser, nobody
from cupsboard.signs.scene import Message, Scene
from cupsboard.signs.sentences import ENGLISH, Language
from cupsboard.signs.sentences import say as in_words
from cupsboard.storage.correction_log import HealingLog
from cupsboard.storage.games import GameKeeper, KeptGames, in_order
from cupsboard.storage.solved_puzzles import SolvedPuzzles

Say = Callable[[str], object]
TELL_OF_DAMAGE = (
    *("notes.set-aside", "notes.game-lost", "notes.by-copy"),
    *("notes.not-restored", "notes.half-restored", "notes.memory-mended", "notes.end-left-out"),
)
"""The messages about files that could not be used; the lights point to them."""


class View(Protocol):
    """A display of the game in addition to the lights, such as a page."""

    def __call__(self, moment: Moment) -> None:
        """Take in one moment, with the scene that is really shown."""

    def note(self, message: Message) -> None:
        """Show a message about the board itself."""


V = TypeVar("V", bound=View)


@dataclass(frozen=True)
class Evening(Generic[V]):
    """The parts of one session at a board (one game, or several in a row)."""

    loop: GameLoop
    view: V
    start: Start
    games: KeptGames
    written: WrittenDown
    held: HeldListeners
    puzzle: PuzzleTeller
    """What lies on the table as a puzzle; hears of each hint that a page gives."""

    def end(self) -> None:
        """Write what is not written yet, for the last time, and pass on the moments that were held back."""
        self.written.end()
        self.held.release()

    def record(self) -> Record[Any]:
        """Return the record of the game so far."""
        history = self.loop.heart.history
        date, names = known_date(self.games.began), in_order(history.game, self.games.names)
        return RecordOf(history.game, history.starter, history.entries, names, date, played=history)


def evening(
    board: Board,
    profile: Profile,
    calibration: Calibration,
    options: Options,
    games: KeptGames,
    say: Say,
    view_from: Callable[[Start], V],
    adviser: Adviser = nobody,
    game: AnyPlayersGame | None = None,
    told: Sequence[Message] = (),
    language: Language = ENGLISH,
    over: "Change" = lambda scene, _: scene,
) -> Evening[V]:
    """Begin a session: resume the game that was being played, or begin a new one; of `game` if given.

    `view_from` makes the view from the start of the session. Events are written to disk before they are
    shown, by the writer of the `games`; if that fails, the lights say so. `told` are messages about the
    board's files, shown once the view is there; the list may grow until then, as `games` reports damage.
    What happens is said in a `language`. `over` puts something over what the game shows, where no file is
    amiss.

    Raises KeptGameError, StoreError if games can't be read, SensingError or RulesError for a game that the
    board can't play.
    """
    beginning = begun(profile, calibration, game, options, games)
    for line in beginning.notes:
        say(line)
    core = beginning.start.core()
    view = view_from(beginning.start)
    note = _noting(lambda message: say(in_words(message, language)), view, told)
    if games.tell is not None:
        games.tell = note
    is_damaged = any(message.key in TELL_OF_DAMAGE for message in told)
    games.computer = beginning.start.options.computer
    written = WrittenDown(games.ledger, board.sound, note, board.clock.now() if is_damaged else None)
    keep = keeper(lambda: SolvedPuzzles(games.ledger), note)
    start, ledger = beginning.start, games.ledger
    puzzle = PuzzleTeller(start.record, note, keep, start.options.own_puzzles)

    def is_writing() -> bool:
        return ledger.is_writing

    def shown(scene: Scene, now: float) -> Scene:
        return written.over(over(scene, now), now)

    moves = MoveTeller(say, start.record, language, games.players)
    held = HeldListeners(is_writing, [lambda moment: view(_changed(moment, shown)), moves, puzzle])
    writers: list[Listener] = [
        written,
        KnowledgeKeeper(ledger, calibration, lambda: core.knowledge),
        GameKeeper(games, beginning.next_game, options.starter),
        HealingLog(ledger, lambda: core.knowledge, board.clock.now(), note),
    ]
    lights = HeldLights(ChangedLights(board.lights, shown), is_writing)
    patient = replace(board, lights=lights, sound=HeldSound(board.sound, is_writing))
    loop = GameLoop(patient, core, [*writers, held], adviser)
    return Evening(loop, view, start, games, written, held, puzzle)


def _noting(
    say: Callable[[Message], object], view: View, told: Sequence[Message]
) -> Callable[[Message], None]:
    """Return a function that says and shows a message, after it has done so with those of `told`."""

    def note(message: Message) -> None:
        say(message)
        view.note(message)

    for message in told:
        note(message)
    return note


Change = Callable[[Scene, float], Scene]
"""Returns the scene to show in place of the given one, at a time."""


def _changed(moment: Moment, change: Change) -> Moment:
    decided = moment.decided
    scene = change(decided.scene, moment.time)
    return moment if scene is decided.scene else replace(moment, decided=replace(decided, scene=scene))


class ChangedLights:
    """Lights that show another scene than the given one; implements `Lights`."""

    def __init__(self, lights: Lights, changed: Change) -> None:
        self._lights = lights
        self._changed = changed

    def show(self, scene: Scene, now: float) -> float:
        """Show `changed(scene, now)` in place of `scene`; return when to show it again, in seconds."""
        return self._lights.show(self._changed(scene, now), now)
