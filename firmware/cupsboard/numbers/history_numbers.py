"""What reading a game as a history of acts decides by (`recognition.histories`): its priors and its costs."""

from dataclasses import dataclass

from cupsboard.numbers.number import ASSUMED, number

_PER_ACT = "per act"


@dataclass(frozen=True, slots=True)
class HistoryPriors:
    """How probable each disturbance by hands is before any weight is read."""

    rest_unchanged: float = number(
        0.5, "of the looks", "Nothing was done since the last look: players think.", ASSUMED
    )
    rest_at_end: float = number(0.5, _PER_ACT, "Hands rest where a turn may end.", ASSUMED)
    rest_on_the_way: float = number(
        0.3, _PER_ACT, "Hands rest where they are empty and the turn goes on: at the end of a lap.", ASSUMED
    )
    rest_with_hand_full: float = number(
        0.01, _PER_ACT, "Hands rest with pieces in them, a cup in the air or put back.", ASSUMED
    )
    done_too_early: float = number(
        0.002, "per turn said to be done", "A player says so before the turn is done.", ASSUMED
    )
    next_begins: float = number(
        0.1, "per end of a turn", "The next player begins before the turn was closed.", ASSUMED
    )
    lifted_untaken: float = number(0.02, "per cup", "A cup is in the air that no act has taken up.", ASSUMED)
    landed_together: float = number(
        0.2, "per piece", "A piece that landed shows no step of its own: two fell within 0.15 s.", ASSUMED
    )
    step_of_nothing: float = number(
        0.002, "per step", "A step of mass, as large as a piece, is none: a touch.", ASSUMED
    )
    step_with_finger: float = number(
        0.0005,
        "per piece",
        "A piece shows as two steps: a finger that pressed steadily, like a piece, went as it fell.",
        ASSUMED,
    )


@dataclass(frozen=True, slots=True)
class HistoryCosts:
    """The costs of a wrong decision, of a question and of waiting; and how much one look may compute."""

    wrong: float = number(1.0, "of a wrong belief", "The measure of the others.")
    question: float = number(0.003, "of a wrong belief", "Players look at one place and say what lies there.")
    second: float = number(0.0005, "of a wrong belief", "A second for which players wait for an answer.")
    doubt_passes: float = number(
        0.1,
        "per logarithm of seconds",
        "Hands that have rested for a time go on within as long again this often: then the doubt is gone.",
        ASSUMED,
    )
    most_nodes: int = number(800, "states of the turn", "A look searches no more: some 50 ms on a PC.")
    nodes_when_found: int = number(
        200,
        "states of the turn",
        "So many more are searched once a table was found that fits well: a rival would be near.",
    )
    most_fits: int = number(60, "explanations", "No more are fitted exactly at one look.")
    beam: int = number(240, "ways", "Ways in which the kinds may have gone that are carried on.")
    most_choices: int = number(8000, "choices of kinds", "A look tries no more: 20 to 30 ms on a PC.")
    most_ways: int = number(8, "orders of acts", "So many orders to the same counts are kept.")
    most_worlds: int = number(16, "worlds", "No more are carried to the next look.")
    most_tables: int = number(12, "tables", "No more are told in a verdict.")
    worth_nats: float = number(
        14.0, "nats", "What is this far behind the best (1 in 10^6) is not carried on."
    )
    place_limit_nats: float = number(
        12.0, "nats", "One place speaks no louder while acts are still missing: they may mend it."
    )
    mishap_depth: int = number(3, "mishaps", "No more are put on top of one another.")
    mishap_bases: int = number(4, "explanations", "Mishaps are put on top of so many.")
