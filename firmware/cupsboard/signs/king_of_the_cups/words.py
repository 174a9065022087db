"""The sentence for each state of King of the Cups; it names what is wanted, the gravest first."""

from collections.abc import Sequence

from cupsboard.referee.king_of_the_cups import states
from cupsboard.referee.king_of_the_cups.referee import Referee
from cupsboard.referee.king_of_the_cups.sight import Trouble, What
from cupsboard.rules.king_of_the_cups.cups_and_dice import COLOURS, CUPS, SHAPES, Seat
from cupsboard.signs.king_of_the_cups.phrases import cup_named, place_named, player, players
from cupsboard.signs.phrases import refusal_message
from cupsboard.signs.scene import Message, Phrases


def message_of(referee: Referee, wanted: Sequence[Trouble]) -> Message:
    """Return the sentence for the state of `referee`.

    `wanted` are the faults of the table that players are to correct.
    """
    match referee.state:
        case states.Gathering(joined):
            return _gathering(referee, wanted, len(joined))
        case states.Homing():
            return _homing(referee, wanted)
        case states.Armed(roll_at=None):
            return Message("king.throw", {"player": _roller(referee)})
        case states.Armed():
            return Message("king.ready")
        case states.Race() as race:
            return _race(referee, race, wanted)
        case states.TellingDice() as telling:
            return _telling(referee, telling)
        case states.Over(winner):
            if winner is None:
                return Message("king.over")
            return Message("king.won", {"player": player(winner), "count": referee.game.cups_to_win})
        case states.Paused():
            if isinstance(referee.notice, states.Refused):
                return refusal_message(referee.notice.why)
            return Message("king.paused-known" if referee.people.known else "king.paused")
        case states.OfferingNewGame(before=states.Paused()) if referee.options.may_have_owner:
            return Message("king.new-game-or-owner")
        case states.OfferingNewGame():
            return Message("king.new-game")
        case states.AskingPowerOff():
            return Message("king.power-off")
        case states.Leaving(is_asked=True):
            return Message("switching-off")
        case states.Leaving():
            return Message("king.goodbye")


def trouble_message(trouble: Trouble) -> Message:
    """Return a message for a fault of the table: what is wrong, and what to do."""
    values: dict[str, Phrases] = {}
    if trouble.place is not None:
        values["place"] = place_named(trouble.place)
    if trouble.cup is not None:
        values["cup"] = cup_named(trouble.cup)
    if trouble.home is not None:
        values["home"] = place_named(trouble.home)
    if trouble.what is What.DOUBTFUL:
        values["other"] = (Message("king.another"),) if trouble.rival is None else cup_named(trouble.rival)
    key = trouble.what.value
    if trouble.what is What.MISSING and trouble.home is not None:
        key = "put"
    elif trouble.what is What.ASTRAY and trouble.home is None:
        key = "not-on-a-spot"
    return Message(f"king.{key}", values)


def _gathering(referee: Referee, wanted: Sequence[Trouble], joined: int) -> Message:
    missing = [trouble for trouble in wanted if trouble.what is What.MISSING]
    other = next((trouble for trouble in wanted if trouble.what is not What.MISSING), None)
    if other is not None:
        return trouble_message(other)
    if len(missing) == len(CUPS):
        return Message("king.set-up")
    if missing:
        cups = tuple(phrase for trouble in missing if trouble.cup for phrase in cup_named(trouble.cup))
        return Message("king.set-up-missing", {"cups": cups})
    here = set(referee.players)
    gap = [seat for seat in referee.seats[:joined] if seat not in here]
    if gap:
        return Message("king.gap", {"player": player(gap[0])})
    if joined < 2:
        return Message("king.join")
    away = _away(referee)
    if not away:
        return Message("king.still")
    return Message("king.joined", {"players": players(here), "away": players(away)})


def _homing(referee: Referee, wanted: Sequence[Trouble]) -> Message:
    base = _to_do(referee, wanted)
    match referee.notice:
        case states.Early(None, None):
            return Message("king.early", {"then": (base,)})
        case states.Early(None, cup) if cup is not None:
            return Message("king.early-cup", {"cup": cup_named(cup), "then": (base,)})
        case states.Early(seat, None) if seat is not None:
            return Message("king.early-hand", {"player": player(seat), "then": (base,)})
        case states.Early(seat, cup) if seat is not None and cup is not None:
            values = {"player": player(seat), "cup": cup_named(cup), "then": (base,)}
            return Message("king.early-hand-cup", values)
        case states.RoundWon(seat, cup):
            return Message("king.round-won", {"player": player(seat), "cup": cup_named(cup), "then": (base,)})
        case states.NobodyWon(cup):
            return Message("king.nobody-won", {"cup": cup_named(cup), "then": (base,)})
        case states.RoundBack():
            return Message("king.round-back", {"then": (base,)})
        case _:
            return base


def _to_do(referee: Referee, wanted: Sequence[Trouble]) -> Message:
    if wanted:
        return trouble_message(wanted[0])
    away = _away(referee)
    if away:
        values = {"players": players(away), "roller": _roller(referee)}
        return Message("king.hands-home", values)
    return Message("king.still")


def _away(referee: Referee) -> list[Seat]:
    """Return the players whose hand is not on their button."""
    return [seat for seat in referee.players if referee.hands.home_since(seat) is None]


def _race(referee: Referee, race: states.Race, wanted: Sequence[Trouble]) -> Message:
    position = referee.history.position
    if race.questions:
        match race.questions[0]:
            case states.WhoLifted(cup, candidates) if position.dice and cup == position.dice.right_cup:
                return Message("king.had-first", {"cup": cup_named(cup), "players": players(candidates)})
            case states.WhoLifted(cup):
                return Message("king.who", {"cup": cup_named(cup)})
            case states.WhichFirst(seat, right):
                cup = next(each for each in CUPS if each.kind == right.kind)
                return Message("king.which-first", {"player": player(seat), "cup": cup_named(cup)})
    if wanted:
        return trouble_message(wanted[0])
    if position.dice is None:
        return Message("king.race-untold")
    one, other = map(cup_named, position.dice)
    if position.out:
        return Message("king.race-out", {"one": one, "other": other, "players": players(position.out)})
    return Message("king.race", {"one": one, "other": other})


def _telling(referee: Referee, telling: states.TellingDice) -> Message:
    roller = _roller(referee)
    if telling.is_to_confirm:
        one_colour, one_shape, other_colour, other_shape = telling.told
        return Message(
            "king.tell-all",
            {
                "player": roller,
                "one": _face(one_colour, one_shape),
                "other": _face(other_colour, other_shape),
            },
        )
    which = "one" if len(telling.told) < 2 else "other"
    if len(telling.told) % 2 == 0:
        choice = (Message(f"king.colours.{COLOURS[telling.choice].value}"),)
    else:
        choice = (Message(f"king.shapes.{SHAPES[telling.choice].value}"),)
    return Message(f"king.tell-{which}", {"player": roller, "choice": choice})


def _face(colour: int, shape: int) -> Phrases:
    return cup_named(next(cup for cup in CUPS if (cup.colour, cup.shape) == (COLOURS[colour], SHAPES[shape])))


def _roller(referee: Referee) -> Phrases:
    roller = referee.history.position.roller
    return () if roller is None else player(roller)
