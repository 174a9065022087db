"""Turn the referee's state and the sight of the table into a scene of King of the Cups.

Before a grab the scene does not depend on the answer: all spots look the same, whatever the dice show.
"""

from cupsboard.referee.king_of_the_cups import states
from cupsboard.referee.king_of_the_cups.referee import Referee
from cupsboard.referee.king_of_the_cups.sight import Sight, Trouble, What, astray, set_up_troubles, troubles
from cupsboard.rules.king_of_the_cups.cups_and_dice import COLOURS, SHAPES, SPOTS, Cup, Seat, Shape, tray
from cupsboard.signs.king_of_the_cups.words import message_of
from cupsboard.signs.scene import Kind, Meaning, Scene, Sign

FALLEN_SECONDS = 10.0
"""A cup that has stood nowhere for this long is asked for: it lies beside its spot, or in a lap."""

_OF_TROUBLE = {
    What.DEAD: Meaning.DEAD,
    What.FOREIGN: Meaning.TAKE_AWAY,
    What.BURDENED: Meaning.LOOK,
    What.DOUBTFUL: Meaning.LOOK,
    What.DOUBLED: Meaning.TAKE_AWAY,
    What.ASTRAY: Meaning.TAKE_AWAY,
}
_OF_SHAPE = {Shape.CIRCLE: Meaning.CIRCLE, Shape.SQUARE: Meaning.SQUARE, Shape.TRIANGLE: Meaning.TRIANGLE}


def scene_of(referee: Referee, sight: Sight, now: float) -> Scene:
    """Return the scene that the board shows for the state of `referee` at the time `now`."""
    wanted = troubles_shown(referee, sight, now)
    signs = _signs(referee)
    # Who is asked sees it first: it decides a round, and soon nobody can answer any more.
    asked = {sign.place for sign in signs if sign.meaning is Meaning.YOU}
    troubled = tuple(sign for sign in _of_troubles(wanted) if sign.place not in asked)
    # What is asked for comes before the score, which would cover it.
    places = {sign.place for sign in troubled}
    shown = (sign for sign in signs if sign.meaning is not Meaning.ONES or sign.place not in places)
    signs = (*shown, *troubled)
    turn = (
        referee.history.position.roller if isinstance(referee.state, states.Homing | states.Armed) else None
    )
    # Cups are put up before a game begins; the board asks what dice show.
    given = {states.Gathering: Kind.HINT, states.TellingDice: Kind.QUESTION}.get(type(referee.state))
    return Scene(signs, turn, message_of(referee, wanted), given=given)


def troubles_shown(referee: Referee, sight: Sight, now: float) -> list[Trouble]:
    """Return the faults of the table that players are asked to correct now, the gravest first."""
    match referee.state:
        case states.Gathering():
            return set_up_troubles(sight, now)
        case states.Homing() | states.Armed():
            return _but_leaning([*troubles(sight, now), *astray(sight, referee.history.position)])
        case states.Race():
            return _but_leaning([*troubles(sight, now), *_wanted_in_race(referee, sight, now)])
        case _:
            return []


def _but_leaning(found: list[Trouble]) -> list[Trouble]:
    """Return the troubles without foreign things at places whose cup is missing.

    The cup probably stands half beside such a place.
    """
    homes = {trouble.home for trouble in found if trouble.what is What.MISSING}
    return [trouble for trouble in found if trouble.what is not What.FOREIGN or trouble.place not in homes]


def _wanted_in_race(referee: Referee, sight: Sight, now: float) -> list[Trouble]:
    """Return wrong cups that were grabbed, and cups astray for long."""
    position = referee.history.position
    owed = {each.cup for each in position.astray}
    found = []
    for trouble in astray(sight, position):
        assert trouble.cup is not None
        lifted = sight.in_air.get(trouble.cup.kind)
        is_long = lifted is not None and now - lifted.time >= FALLEN_SECONDS
        if position.dice is not None and (trouble.cup in owed or is_long):
            found.append(trouble)
    return found


def _of_troubles(wanted: list[Trouble]) -> tuple[Sign, ...]:
    found = []
    for trouble in wanted:
        if trouble.place is not None:
            found.append(Sign(trouble.place, _OF_TROUBLE[trouble.what]))
        if trouble.home is not None:
            found.append(Sign(trouble.home, Meaning.LIFTED))
    return tuple(found)


def _signs(referee: Referee) -> tuple[Sign, ...]:
    seats, state = referee.seats, referee.state
    match state:
        case states.Gathering(joined):
            return tuple(
                Sign(tray(seat), Meaning.READY if seat in joined else Meaning.HOME) for seat in seats
            )
        case states.Homing():
            return (*_of_round(referee), *(_at_home(referee, seat) for seat in referee.players))
        case states.Armed():
            return tuple(Sign(tray(seat), Meaning.READY) for seat in referee.players)
        case states.Race():
            return _of_race(referee, state)
        case states.TellingDice():
            roller = referee.history.position.roller
            return () if roller is None else (_told(state, roller),)
        case states.Over(winner):
            return tuple(
                Sign(tray(seat), Meaning.WINNER) if seat is winner else _score(referee, seat)
                for seat in referee.players
            )
        case states.Paused():
            return _everywhere(referee, Meaning.PAUSED)
        case states.OfferingNewGame():
            return _everywhere(referee, Meaning.NEW_GAME)
        case states.AskingPowerOff():
            return _everywhere(referee, Meaning.POWER_OFF)
        case states.Leaving():
            return _everywhere(referee, Meaning.GOODBYE)


def _everywhere(referee: Referee, meaning: Meaning) -> tuple[Sign, ...]:
    return tuple(Sign(tray(seat), meaning) for seat in referee.seats)


def _of_round(referee: Referee) -> tuple[Sign, ...]:
    """Return the sign of a round's end: the winner's tray, or that of a player who was early."""
    match referee.notice:
        case states.RoundWon(seat):
            return (Sign(tray(seat), Meaning.RIGHT),)
        case states.Early(Seat() as seat):
            return (Sign(tray(seat), Meaning.NOT_NOW),)
        case _:
            return ()


def _at_home(referee: Referee, seat: Seat) -> Sign:
    """Return the sign that asks for a hand, or the score if the hand is at home."""
    is_home = referee.hands.home_since(seat) is not None
    return _score(referee, seat) if is_home else Sign(tray(seat), Meaning.HOME)


def _score(referee: Referee, seat: Seat) -> Sign:
    cups = referee.history.position.cups_of(seat)
    return Sign(tray(seat), Meaning.ONES, cups) if cups else Sign(tray(seat), Meaning.READY)


def _of_race(referee: Referee, race: states.Race) -> tuple[Sign, ...]:
    """Return the signs of a race: all spots alike; on trays the dice, who is out, and who is asked."""
    position = referee.history.position
    signs = [Sign(spot, Meaning.RACE) for spot in SPOTS]
    asked: frozenset[Seat] = frozenset()
    if race.questions:
        question = race.questions[0]
        others = (
            frozenset(referee.players) - {question.seat}
            if not isinstance(question, states.WhoLifted)
            else None
        )
        asked = others if others is not None else question.candidates  # type: ignore[union-attr]
    for number, seat in enumerate(referee.players):
        if seat in asked:
            signs.append(Sign(tray(seat), Meaning.YOU))
        elif seat in position.out:
            signs.append(Sign(tray(seat), Meaning.OUT))
        elif position.dice is None:
            signs.append(Sign(tray(seat), Meaning.READY))
        else:
            signs.append(_symbol(position.dice[number % 2], seat))
    return tuple(signs)


def _symbol(face: Cup, seat: Seat) -> Sign:
    return Sign(tray(seat), _OF_SHAPE[face.shape], hue=face.colour.value)


def _told(telling: states.TellingDice, roller: Seat) -> Sign:
    """Return the sign of the choice that a hold would take."""
    if telling.is_to_confirm:
        return Sign(tray(roller), Meaning.YOU)
    if len(telling.told) % 2 == 0:
        return Sign(tray(roller), Meaning.READY, hue=COLOURS[telling.choice].value)
    face = Cup(COLOURS[telling.told[-1]], SHAPES[telling.choice])
    return _symbol(face, roller)
