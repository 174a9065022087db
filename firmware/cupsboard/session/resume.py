"""What a board starts with when it is switched on: the kept game and knowledge, made to agree."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace

from cupsboard.engine import engines
from cupsboard.engine.foreign import command_of
from cupsboard.loop import Moment
from cupsboard.ports import Rows, StoreError
from cupsboard.profile import Profile
from cupsboard.recognition.individuals.apart import told_apart
from cupsboard.recognition.individuals.masses import masses_of
from cupsboard.recognition.kinds_apart import require_apart
from cupsboard.recognition.knowledge import Knowledge, from_calibration, rested
from cupsboard.referee.computer import Computer
from cupsboard.referee.events import ComputerSeated, Event, LapSeen, OtherGameWanted, TableAgreed
from cupsboard.referee.options import Options
from cupsboard.rules import games
from cupsboard.rules.errors import RulesError
from cupsboard.rules.games import AnyGame, AnyPlayersGame, is_at_home, is_round_a_table, of_board, of_table
from cupsboard.rules.turns import Order
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.errors import SensingError
from cupsboard.session.playable import require_playable
from cupsboard.session.start import Start
from cupsboard.signs.phrases import game_phrases
from cupsboard.storage import learnt
from cupsboard.storage.games import KeptGame, KeptGames
from cupsboard.storage.ledger import Ledger

Require = Callable[[AnyGame], object]
"""Raises RulesError or SensingError for a game that a board can't play."""


def offered(game: AnyPlayersGame, cups: int, require: Require) -> tuple[str, ...]:
    """Return the names of the games that players may begin next, the present one first.

    Only games that the board can play are offered: `require` raises for the others. () if there is no other.
    """
    if games.is_round_a_table(game):
        return ()
    others = [each for each in games.of_rows(cups) if not _is_alike(each, game) and _is_met(require, each)]
    before = [each.name for each in others if games.number_of(each.name) < games.number_of(game.name)]
    after = [each.name for each in others if games.number_of(each.name) >= games.number_of(game.name)]
    return (game.name, *after, *before) if others else ()


def _is_alike(one: AnyGame, other: AnyPlayersGame) -> bool:
    """Return whether players call two games the same, whatever their set-up."""
    return game_phrases(one.name) == game_phrases(other.name)


def _is_met(require: Require, game: AnyGame) -> bool:
    try:
        require(game)
    except (RulesError, SensingError):
        return False
    return True


class Choice:
    """A listener of the loop that remembers the game chosen next, and the side that the board plays in it."""

    def __init__(self, computer: Computer | None) -> None:
        """Begin with `computer`, the side that the board plays at first."""
        self.game: AnyGame | None = None
        """The chosen game; None while the present one goes on."""
        self.computer = computer

    def __call__(self, moment: Moment) -> None:
        """Take in the players' choices of this moment."""
        for event in moment.decided.events:
            match event:
                case OtherGameWanted(name):
                    self.game = games.named(name)
                case ComputerSeated(side, level):
                    self.computer = None if side is None else Computer(side, level)
                case _:
                    pass


@dataclass(frozen=True, slots=True)
class Begun:
    """The start of a core, with notes about it for the board's owner."""

    start: Start
    notes: tuple[str, ...]
    next_game: AnyPlayersGame
    """The game that is played after this one."""


def begun(
    board: Profile, calibration: Calibration, game: AnyPlayersGame | None, options: Options, games: KeptGames
) -> Begun:
    """Return the start of the game that was being played, or of a new one if none is to be resumed.

    A new one is of `game`; without it, of the game played last, if this board can play that, or else of the
    board's usual game.

    Raises KeptGameError, StoreError if games can't be read, RulesError for a game that the board can't play,
    or SensingError for one whose kinds of pieces it can't tell apart.
    """
    kept = games.playing()
    notes: list[str] = []
    if game is None:
        game = _playable(board, calibration, usual(board, kept), options, notes)
    if is_round_a_table(game):
        options = _with_chance(options)
        individuals = masses_of(calibration, game.kinds)
        notes += [f"not fit to play: {each}" for each in told_apart(individuals, calibration)]
    else:
        require_known(board, calibration, game, options)
    if kept is not None and (told := _going_on(board, calibration, kept, game, options)) is not None:
        notes.append(f"game {games.number} of {kept.began} {told}")
    else:
        if kept is not None and _is_under_way(kept):
            other = kept.history.game.name
            notes.append(f"game {games.number} is put aside: it is of {other}, this board plays {game.name}")
        kept = games.begin(game, options.starter)
        notes.append(f"game {games.number} begins")
    knowledge = _knowledge(games.ledger, calibration, kept, notes)
    options = _with_levels(options, kept.history.game, notes)
    options = replace(options, games=_offered(board, calibration, kept.history.game, options))
    history = kept.history if kept.is_set_up or kept.history.steps else None
    if kept.clocks is not None and options.clock is None:
        # Who plays with a clock plays the next game with that clock, too.
        options = replace(options, clock=kept.clocks.rule)
    start = Start(board, calibration, kept.history.game, options, knowledge, history, kept.lap, kept.clocks)
    return Begun(start, tuple(notes), game)


def _is_under_way(kept: KeptGame) -> bool:
    return not kept.is_over and bool(kept.history.steps)


def _going_on(
    board: Profile, calibration: Calibration, kept: KeptGame, game: AnyPlayersGame, options: Options
) -> str | None:
    """Return what is told of a kept game that goes on, or whose result is shown; None where a new one begins.

    A game under way goes on, whatever `game` was asked for beside it, if it can be played on this board.
    """
    other = kept.history.game
    if kept.is_result_shown:
        return None
    goes_on = f"goes on after {len(kept.history.steps)} entries"
    if _is_played(other, game):
        return "is over; its result is shown once more" if kept.is_over else goes_on
    notes: list[str] = []
    is_at_home = usual(board, kept) == _playable(board, calibration, other, options, notes) == other
    if not _is_under_way(kept) or notes or not is_at_home:
        return None
    return f"{goes_on}: it is of {other.name}; --new beside the other options begins {game.name}"


def _with_levels(options: Options, game: AnyPlayersGame, notes: list[str]) -> Options:
    """Return the options with only those levels that a game offers; a computer at another plays the best.

    A game that no engine plays leaves the options as they are.
    """
    offered = engines.level_names(game)
    if not offered:
        return options
    options = replace(
        options,
        levels=tuple(name for name in options.levels if name in offered or command_of(name) is not None),
    )
    computer = options.computer
    if computer is None or computer.level in options.levels:
        return options
    notes.append(f"{game.name} has no level {computer.level}: the board plays at level {offered[-1]}")
    return replace(options, computer=replace(computer, level=offered[-1]))


def usual(board: Profile, kept: KeptGame | None) -> AnyPlayersGame:
    """Return the game that a board plays if no other is asked for.

    It is the game played last, if the board resumes that unasked, or else the board's usual one.
    """
    if board.spots:
        return of_table(len(board.owners))
    if kept is not None and is_at_home(kept.history.game, board.cups):
        return kept.history.game
    return of_board(board.cups)


def _playable(
    board: Profile, calibration: Calibration, game: AnyPlayersGame, options: Options, notes: list[str]
) -> AnyPlayersGame:
    """Return a game that was not asked for, or the board's own if the board can't play that any more."""
    if not is_round_a_table(game) and game != (own := of_board(board.cups)):
        try:
            require_known(board, calibration, game, options)
        except (RulesError, SensingError) as fault:
            notes.append(f"{game.name} can't be played on: {fault}")
            return own
    return game


def require_known(board: Profile, calibration: Calibration, game: AnyPlayersGame, options: Options) -> None:
    """Raise an error, before a game of two sides begins, if this board can't play it.

    It is RulesError, or SensingError for kinds of pieces that the board can't tell apart.
    """
    require_playable(board, game)
    require_apart(calibration, game.kinds)
    knowledge = from_calibration(calibration, {place: {} for place in calibration.places}, game.kinds)
    # Whether any heart follows it, only a heart can say.
    Start(board, calibration, game, options, knowledge).core()


def _offered(
    board: Profile, calibration: Calibration, game: AnyPlayersGame, options: Options
) -> tuple[str, ...]:
    """Return the names of the games that a new game may be on this board."""
    return offered(game, board.cups, lambda each: require_known(board, calibration, each, options))


def _is_played(kept: AnyPlayersGame, game: AnyPlayersGame) -> bool:
    """Return whether a kept game is the one that a board plays; at a table some seats may stay free."""
    if is_round_a_table(kept) and is_round_a_table(game):
        return set(kept.places) <= set(game.places)
    return kept == game


def _with_chance(options: Options) -> Options:
    """Return the options with a seed for chance, drawn secretly if none is given."""
    seed = options.chance_seed
    return replace(options, chance_seed=secrets.randbits(32) if seed is None else seed)


def _knowledge(rows: Rows, calibration: Calibration, kept: KeptGame, notes: list[str]) -> Knowledge:
    known = _loaded(rows, calibration, notes)
    history = kept.history
    game, kinds = history.game, history.game.kinds
    lying = game.pieces(history.position)
    # At a table the trays of seats that stay free are weighed, and are none of the game's places.
    pieces = {place: lying.get(place, {}) for place in calibration.places}
    # After a game with other pieces nothing is said of these.
    if known is not None and known.pieces.keys() == kinds.keys():
        return rested(known)
    # Of a game that began elsewhere nothing has to lie there yet.
    lying = pieces if kept.is_set_up else game.pieces(game.start(history.starter))
    if not is_round_a_table(game) and game.turns.order is not Order.AS_LANDED:
        # Nor do beans that were never weighed: they are asked for, and seen at once if they lie there.
        lying = {}
    return from_calibration(calibration, {place: lying.get(place, {}) for place in calibration.places}, kinds)


def _loaded(rows: Rows, calibration: Calibration, notes: list[str]) -> Knowledge | None:
    try:
        return learnt.load(rows, calibration)
    except (SensingError, StoreError) as fault:
        notes.append(f"what was learnt is left out: {fault}")
    return None


def _is_of_written_table(event: Event) -> bool:
    return isinstance(event, TableAgreed) or (isinstance(event, LapSeen) and event.is_written_down)


class KnowledgeKeeper:
    """A listener of the loop that keeps the board's knowledge at every agreed table.

    It must run before the listener that keeps the game: then a move and its knowledge are written as one.
    """

    def __init__(self, ledger: Ledger, calibration: Calibration, knowledge: Callable[[], Knowledge]) -> None:
        self._ledger = ledger
        self._calibration = calibration
        self._knowledge = knowledge

    def __call__(self, moment: Moment) -> None:
        """Keep the knowledge if a table was agreed in this step, or a turn in progress was recorded."""
        if any(map(_is_of_written_table, moment.decided.events)):
            self._ledger.gather(learnt.row(self._knowledge(), self._calibration))
