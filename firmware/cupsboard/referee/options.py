"""The players' options for a game."""

from dataclasses import dataclass

from cupsboard.referee.computer import Computer
from cupsboard.referee.tutoring import Tutor
from cupsboard.rules.clocks import Clock
from cupsboard.rules.places import Side
from cupsboard.rules.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a game, chosen before it begins; times in seconds.

    - `stillness_seconds`: ends a complete move without a press after this time; None (usual) never does.
    - `press_asked_after_seconds`: asks for the forgotten press of a complete move after this time of
      stillness; None never does. A player who reads a sentence of twelve words slowly (100 a minute) and
      looks for the button has pressed by then; later, two people may be waiting for each other. The request
      stays until a bean moves or the press comes: it can't be missed, and hurries no one who is thinking.
    - `can_power_off`: whether a system can switch the board off.
    - `levels`: the names of the engine's levels, weakest first. With them the board plays a side where
      players want that, and gives hints; without them it only referees.
    - `computer`: the side that the board plays at first, and its level.
    - `chance_seed`, `has_real_dice`: the seed of the board's own dice; whether the players throw theirs.
    - `games`: the names of the games that a new game may be, the present one first; a hold goes on to the
      next. With fewer than two there is no choice.
    - `players`: what South and North, or the seats round a table, are called, "" for guests; `known`: the
      names that a held button goes through in a pause.
    - `own_puzzles`: the puzzles of one's own, in which a hint is given only to who asks.
    - `clock`: the time to think in a game that begins; None for none.
    - `may_have_owner`: whether a page is served that may become an owner's.
    - `is_for_both`: whether the game counts for both players elsewhere, as in a club: while it goes on, a new
      one begins only once the other player agrees.
    - `tutor`: how strictly players are told of moves that lost something, where an engine plays the game.
    """

    starter: Side | None = None
    stillness_seconds: float | None = None
    press_asked_after_seconds: float | None = 12.0
    can_power_off: bool = False
    may_have_owner: bool = False
    is_for_both: bool = False
    levels: tuple[str, ...] = ()
    computer: Computer | None = None
    chance_seed: int | None = None
    has_real_dice: bool = False
    games: tuple[str, ...] = ()
    players: tuple[str, ...] = ("", "")
    known: tuple[str, ...] = ()
    own_puzzles: tuple[Puzzle, ...] = ()
    tutor: Tutor = Tutor.OFF
    clock: Clock | None = None
