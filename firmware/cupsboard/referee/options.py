"""The players' options for a game."""

from dataclasses import dataclass

from cupsboard.referee.computer import Computer
from cupsboard.rules.places import Side


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a game, chosen before it begins; times in seconds.

    - `press_settles_seconds`: how long after a press the scales may still notice a bean that was dropped
      before.
    - `stillness_seconds`: ends a complete move without a press after this time; None (usual) never does.
    - `press_asked_after_seconds`: asks for the forgotten press of a complete move after this time of
      stillness; None never does. A player who reads a sentence of twelve words slowly (100 a minute) and
      looks for the button has pressed by then; later, two people may be waiting for each other. The request
      stays until a bean moves or the press comes: it can't be missed, and hurries no one who is thinking.
    - `second_look_seconds`: how soon a table that was accepted at first sight is looked at again, before it
      is acted on: most samples are new by then. None acts at once.
    - `doubts_places`: whether to leave out a place whose weight does what no piece and no resting hand does.
    - `same_press_seconds`: how soon after a press that has ended a turn another press of the same player
      still means the same.
    - `question_read_seconds`: the time to read a question about the whole game, a stock or the table, or one
      that has replaced another: a press before that is no answer.
    - `can_power_off`: whether a system can switch the board off.
    - `levels`: the names of the engine's levels, weakest first. With them the board plays a side where
      players want that, and gives hints; without them it only referees.
    - `computer`: the side that the board plays at first, and its level.
    - `chance_seed`, `has_real_dice`: the seed of the board's own dice; whether the players throw theirs.
    - `round_shown_seconds`: how long the end of a round stays shown.
    - `games`: the names of the games that a new game may be, the present one first; a hold goes on to the
      next. With fewer than two there is no choice.
    - `may_have_owner`: whether a page is served that may become an owner's.
    """

    starter: Side | None = None
    stillness_seconds: float | None = None
    press_asked_after_seconds: float | None = 12.0
    press_settles_seconds: float = 0.6
    second_look_seconds: float | None = 0.25
    doubts_places: bool = True
    same_press_seconds: float = 1.5
    stepwise_after_seconds: float = 5.0
    pass_shown_seconds: float = 2.0
    refusal_shown_seconds: float = 2.0
    offer_seconds: float = 10.0
    question_read_seconds: float = 1.0
    score_shown_seconds: float = 12.8
    goodbye_seconds: float = 3.0
    power_off_seconds: float = 20.0
    can_power_off: bool = False
    may_have_owner: bool = False
    levels: tuple[str, ...] = ()
    computer: Computer | None = None
    chance_seed: int | None = None
    has_real_dice: bool = False
    round_shown_seconds: float = 6.0
    games: tuple[str, ...] = ()
