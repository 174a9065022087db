"""How the players want to be refereed."""

from dataclasses import dataclass

from cupsboard.referee.computer import Computer
from cupsboard.rules.places import Side


@dataclass(frozen=True, slots=True)
class Options:
    """What may be chosen before a game; times in seconds.

    `press_settles_seconds` is how long after a press the scales may still be about to notice a bean that was
    dropped before it. `stillness_seconds` ends a complete move without a press; None (usual) never does.
    `press_asked_after_seconds` of stillness ask for the forgotten press of a complete move; None never does.
    Who reads a sentence of twelve words slowly (100 a minute) and looks for the button has pressed by then;
    later, two people may be waiting for each other. The request stays as it is until a bean moves or the
    press comes: who looks up can't miss it, and it hurries nobody who is thinking.
    `second_look_seconds` is how soon a table that was accepted at first sight is looked at again, before
    anything is done with it: most samples are new by then. None does at once what it says.
    `doubts_places` says whether a place is left out whose weight does what no piece and no resting hand does.
    `same_press_seconds` is how soon after a press that has ended a turn another one of the same player still
    means the same. `question_read_seconds` is how long nobody can have read a question about the whole game,
    a stock or the table: a press before that is no answer. `can_power_off` says whether a system is there
    that switches the board off when it asks.
    `levels` are the names of those that the board can play at, weakest first: with them it plays a side
    where players want that, and gives hints; without them it only referees. `computer` is what it plays at
    first.
    `chance_seed` is where the board's own dice begin; `has_real_dice` says that the players throw theirs.
    `round_shown_seconds` is how long the end of a round stays shown.
    `games` are the names of those that a new game may be, the one that is played first: where it is offered
    a hold goes on to the next of them. With fewer than two there is no choice.
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
    levels: tuple[str, ...] = ()
    computer: Computer | None = None
    chance_seed: int | None = None
    has_real_dice: bool = False
    round_shown_seconds: float = 6.0
    games: tuple[str, ...] = ()
