"""What a board starts with when it is switched on: the game and the knowledge that were kept, compared."""

from collections.abc import Callable
from dataclasses import dataclass

from cupsboard import knowledge_file
from cupsboard.journal import Journal
from cupsboard.kept_games import KeptGames
from cupsboard.loop import Moment
from cupsboard.play.events import TableAgreed
from cupsboard.play.options import Options
from cupsboard.ports import Store
from cupsboard.profile import Profile
from cupsboard.replay import Start
from cupsboard.rules.cups import Cups
from cupsboard.sensing.calibration import Calibration
from cupsboard.sensing.errors import SensingError
from cupsboard.sensing.knowledge import Knowledge, followed, from_calibration, rested

KNOWLEDGE = "knowledge.toml"


@dataclass(frozen=True, slots=True)
class Begun:
    """What the core is built from, and what its owner should be told about that."""

    start: Start
    notes: tuple[str, ...]


def begun(
    board: Profile, calibration: Calibration, game: Cups, options: Options, store: Store, games: KeptGames
) -> Begun:
    """The game that was being played, or a new one if there is none to go on with. Raises JournalError."""
    notes: list[str] = []
    kept = games.playing()
    if kept is None or kept.is_result_shown or kept.history.game != game:
        if kept is not None and not kept.is_over and kept.history.steps:
            other = kept.history.game.name
            notes.append(f"game {games.number} is put aside: it is of {other}, this board plays {game.name}")
        kept = games.begin(game, options.starter)
        notes.append(f"game {games.number} begins")
    elif kept.is_over:
        notes.append(f"game {games.number} of {kept.began} is over; its result is shown once more")
    else:
        notes.append(f"game {games.number} of {kept.began} goes on after {len(kept.history.steps)} entries")
    knowledge = _knowledge(store, calibration, kept, notes)
    history = kept.history if kept.is_set_up else None
    return Begun(Start(board, calibration, game, options, knowledge, history), tuple(notes))


def _knowledge(store: Store, calibration: Calibration, kept: Journal, notes: list[str]) -> Knowledge:
    try:
        known = knowledge_file.load(store, KNOWLEDGE, calibration)
    except SensingError as fault:
        notes.append(f"what was learnt is left out: {fault}")
        known = None
    contents = kept.history.game.contents(kept.history.position)
    if known is not None:
        return rested(followed(known, contents) if _is_a_move_behind(known, kept) else known)
    return from_calibration(calibration, {place: contents[place] for place in calibration.places})


def _is_a_move_behind(knowledge: Knowledge, kept: Journal) -> bool:
    """Whether the power went when the last move was written down, and what it weighs was not yet."""
    history = kept.history
    if not history.can_undo:
        return False
    before = history.undo()
    contents = before.game.contents(before.position)
    return all(contents[place] == count for place, count in knowledge.contents.items())


class KnowledgeKeeper:
    """A listener of the loop that keeps what the board knows at every agreed table."""

    def __init__(self, store: Store, calibration: Calibration, knowledge: Callable[[], Knowledge]) -> None:
        self._store = store
        self._calibration = calibration
        self._knowledge = knowledge

    def __call__(self, moment: Moment) -> None:
        """Keep it, if a table was agreed in this step."""
        if any(isinstance(event, TableAgreed) for event in moment.decided.events):
            knowledge_file.save(self._store, KNOWLEDGE, self._knowledge(), self._calibration)
