"""How the players want to be refereed."""

from dataclasses import dataclass

from cupsboard.rules.places import Side


@dataclass(frozen=True, slots=True)
class Options:
    """What may be chosen before a game; times in seconds.

    `press_settles_seconds` is how long after a press the scales may still be about to notice a bean that was
    dropped before it. `stillness_seconds` ends a complete move without a press; None (usual) never does.
    `can_power_off` says whether a system is there that switches the board off when it asks.
    """

    starter: Side | None = None
    stillness_seconds: float | None = None
    press_settles_seconds: float = 0.6
    stepwise_after_seconds: float = 5.0
    pass_shown_seconds: float = 2.0
    refusal_shown_seconds: float = 2.0
    offer_seconds: float = 10.0
    score_shown_seconds: float = 12.8
    goodbye_seconds: float = 3.0
    power_off_seconds: float = 20.0
    can_power_off: bool = False
