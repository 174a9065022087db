"""What may be written of a tournament next: for who asks for it, and for the check years later."""

from cupsboard.distance.shared_game import for_distance
from cupsboard.distance.verdict import Refusal
from cupsboard.rules.clocks import Clocks
from cupsboard.rules.errors import RulesError
from cupsboard.rules.names import is_visible

from cupsclub.ratings import is_usual
from cupsclub.tournaments.entries import (
    AnyAct,
    Entered,
    EntryClosed,
    Finished,
    Opened,
    Reopened,
    RoundBegun,
    Ruled,
    Withdrew,
)
from cupsclub.tournaments.rounds import due
from cupsclub.tournaments.standings import tables
from cupsclub.tournaments.tournament import GAMES_A_PAIRING, Results, Tournament

MOST_ENTRANTS = 100
MOST_OF_A_TABLE = 24
"""In a round robin, or in one division of a league."""
LEAST_DIVISION = 3
MOST_ROUNDS = 15
"""Of a Swiss."""
MOST_NAME_CHARACTERS = 60


def require(told: Tournament, act: AnyAct, results: Results) -> None:
    """Raise Refusal where an act can't follow what is known of a tournament."""
    if isinstance(act, Opened):
        _require_opening(told, act)
        return
    if told.opened is None:
        raise Refusal("unknown-game", "There is no such tournament.")
    if (told.finished is not None) != isinstance(act, Reopened):
        raise Refusal("over", f"The tournament is {'over' if told.finished else 'not over'}.")
    match act:
        case Entered():
            _require_entry(told, act)
        case Withdrew(_, member):
            if not told.is_in(member):
                raise Refusal("illegal", "This member does not take part.")
        case EntryClosed(_, is_closed):
            if told.rounds or told.is_closed == is_closed:
                raise Refusal("stale", "Entry is so already, or the tournament has begun.")
        case RoundBegun():
            if not due(told, results).is_of(act):
                raise Refusal("stale", "This is not the round that is due.")
        case Ruled():
            _require_ruling(told, act, results)
        case Finished(_, final):
            if final != final_tables(told, results):
                raise Refusal("stale", "The tables have changed.")


def final_tables(told: Tournament, results: Results) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the tables as they are written at the end: places and members."""
    return tuple(tuple((row.place, row.member) for row in table) for table in tables(told, results))


def _require_opening(told: Tournament, act: Opened) -> None:
    if told.opened is not None:
        raise Refusal("stale", "This tournament is open already.")
    rules = act.rules
    if not rules.name.strip() or len(rules.name) > MOST_NAME_CHARACTERS or not is_visible(rules.name):
        raise Refusal(
            "malformed", f"A tournament's name has 1 to {MOST_NAME_CHARACTERS} printable characters."
        )
    try:
        for_distance(rules.game)
    except RulesError as fault:
        raise Refusal("illegal", str(fault)) from None
    if not is_usual(rules.game, rules.clock):
        raise Refusal("illegal", "A tournament is of a usual game, as cups 4, with equal times.")
    is_right = (
        (1 <= rules.rounds <= MOST_ROUNDS if rules.form == "swiss" else rules.rounds == 0)
        and (rules.cycles in (1, 2) if rules.form in ("round-robin", "league") else rules.cycles == 1)
        and (LEAST_DIVISION <= rules.division_size <= MOST_OF_A_TABLE or rules.division_size == 0)
        and (rules.form == "league" or (rules.division_size == 0 and act.after is None and not act.order))
        and 0 <= rules.movers <= MOST_OF_A_TABLE
    )
    if rules.at_boards and not Clocks.of(rules.clock).is_of_a_sitting:
        raise Refusal("illegal", "A tournament at boards has a clock of minutes.")
    if not is_right:
        text = (
            f"A Swiss has 1 to {MOST_ROUNDS} rounds, a round robin or league 1 or 2 cycles, a division "
            f"{LEAST_DIVISION} to {MOST_OF_A_TABLE} members."
        )
        raise Refusal("malformed", text)


def _require_entry(told: Tournament, act: Entered) -> None:
    if told.is_in(act.member):
        raise Refusal("stale", "This member takes part already.")
    form, begun = told.rules.form, bool(told.rounds)
    most = MOST_OF_A_TABLE if form == "round-robin" else MOST_ENTRANTS
    if len(told.seeded()) >= most:
        raise Refusal("full", f"{most} take part already, the most that can.")
    if not begun:
        return
    if form == "knock-out":
        raise Refusal("illegal", "A knock-out that has begun takes no more in.")
    # Who has withdrawn has a number still.
    if any(act.member in each for each in told.divisions):
        return
    if form in ("round-robin", "league") and all(len(each) % 2 == 0 for each in told.divisions):
        raise Refusal(
            "full",
            "All numbers of the table are taken; a late one has the place of who would have no opponent.",
        )


def _require_ruling(told: Tournament, act: Ruled, results: Results) -> None:
    pairing = told.pairing(act.round, act.one, act.other)
    if pairing is None:
        raise Refusal("unknown-game", "There is no such pairing.")
    if told.rules.form == "knock-out" and act.round != len(told.rounds):
        raise Refusal("stale", "The next round goes by this result already.")
    if act.points is None:
        former, lacking = told.rulings.get((act.round, act.one, act.other)), told.lacking(pairing, results)
        if (former is None or former.points is None) and not lacking:
            raise Refusal("illegal", "This pairing was not ruled, and none of its games was called off.")
        was = dict(enumerate(pairing.games))
        is_anew = [was.get(number) != code for number, code in enumerate(act.games)]
        if is_anew != [number in lacking for number in range(GAMES_A_PAIRING if lacking else 0)]:
            raise Refusal("stale", "Games that were called off begin anew, and no others.")
        return
    if act.games:
        raise Refusal("malformed", "A pairing that is ruled needs no other games.")
    halves = [2 * each for each in act.points]
    if any(each != int(each) or each < 0 for each in halves) or sum(act.points) > GAMES_A_PAIRING:
        raise Refusal("malformed", "A pairing has two points, in halves; fewer only where both lose some.")
