"""The parts of a state as plain data: the board, its game, its lights and what the recogniser believes.

A state is a table of sections, each of JSON's own types. A key without a value (nobody's turn, no sign) is
left out, never null.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cupsboard.formats.strict_data import to_plain
from cupsboard.profile import Profile
from cupsboard.recognition.counting import Numbers, most_doubtful
from cupsboard.recognition.outcome import Outcome, Recognition
from cupsboard.referee.computer import Computer
from cupsboard.referee.far import Far
from cupsboard.rules import families
from cupsboard.rules.clocks import Clocks
from cupsboard.rules.families import Family, family_of, wing
from cupsboard.rules.game import Contents, Pieces, Standing
from cupsboard.rules.games import AnyGame, AnyPlayersGame, has_stocks, may_be_far, stock_beans
from cupsboard.rules.history import EntryOf, History, HistoryOf, Moved
from cupsboard.rules.laid_table import shared_rest
from cupsboard.rules.places import ANY_KIND, BEAN, Place, Side, stock
from cupsboard.rules.record_entries import entry_text
from cupsboard.rules.turns import Order
from cupsboard.scales.cell_faults import CellFault
from cupsboard.signs.light_patterns import SLOT_SECONDS, SLOTS, render, shown
from cupsboard.signs.phrases import account_phrases
from cupsboard.signs.possibilities import possibilities
from cupsboard.signs.scene import Meaning, Message, Scene
from cupsboard.signs.sentences import say

AnyHistory = HistoryOf[Any, Any]


@dataclass(frozen=True, slots=True)
class Shown:
    """What one game has shown; every part may be left out."""

    position: Callable[[AnyHistory, Scene | None], Any] = lambda history, _: history.position
    """The position that a page draws."""
    lying: Callable[[AnyHistory, Scene], Contents | None] = lambda _history, _scene: None
    """How many pieces lie where, if that is not what the recogniser found."""
    section: Callable[[AnyHistory, Scene | None], dict[str, Any]] = lambda _history, _scene: {}
    """More for the state's section about the game."""
    board: Callable[[AnyGame], dict[str, Any]] = lambda _: {}
    """More for what never changes while a board is on."""


def round_position(history: AnyHistory, scene: Scene | None) -> Any:
    """Return the position of a history; while the next round is asked for, the one that it begins with."""
    is_asked_for = scene is not None and scene.message.key.startswith("laps.begin-round")
    return _next_round(history) if is_asked_for and _is_between_rounds(history) else history.position


def round_lying(history: AnyHistory, scene: Scene) -> Contents | None:
    """Return how many pieces lie where while the next round is laid out, by what is too many and too few.

    None where nothing is laid out, or before the board has looked.
    """
    if not _is_between_rounds(history):
        return None
    contents = dict(history.game.contents(_next_round(history)))
    if scene.message.key.startswith("laps.begin-round"):
        return contents
    off = {Meaning.TOO_MANY: 1, Meaning.TOO_FEW: -1}
    surplus = {
        sign.place: off[sign.meaning] * (sign.beans or 0) for sign in scene.signs if sign.meaning in off
    }
    if not scene.message.key.startswith("laps.round-over") or not surplus:
        return None
    stocks = {stock(side): count for side, count in scene.stocks.items()}
    return {**contents, **stocks, **{place: contents[place] + count for place, count in surplus.items()}}


def _is_between_rounds(history: AnyHistory) -> bool:
    return history.game.standing(history.position) is Standing.BETWEEN_ROUNDS


def _next_round(history: AnyHistory) -> Any:
    game: Any = history.game
    calls = ((side, said) for side in game.players for said in game.calls(history.position, side))
    return game.call(history.position, *next(calls))


@lru_cache(64)
def _of_family(family: Family) -> Shown:
    shown: Shown = wing(family.shown) if family.shown else Shown()
    return shown


def shown_of(game: AnyPlayersGame) -> Shown:
    """Return what is shown of a game beside what is shown of all."""
    return _of_family(families.family_of(game.name))


Section = dict[str, Any]

TREND_LENGTH = 80
"""How many weights of each place a page shows in a row."""


def is_of_kinds(game: AnyGame) -> bool:
    """Whether other pieces than beans are played with."""
    return game.kinds.keys() != {BEAN}


def board_section(profile: Profile, game: AnyGame) -> Section:
    """Return what never changes while a board is on."""
    section: Section = {
        "name": profile.name,
        "cups": profile.cups,
        "places": list(profile.places),
        "pixels": {place: len(span) for place, span in profile.strip.pixels.items()},
        "seats": list(profile.owners) if profile.spots else [],
        "stock": 0 if profile.spots else stock_beans(game),
        "sps": profile.rate_sps,
        "slotSeconds": SLOT_SECONDS,
        "trendLength": TREND_LENGTH,
        "buzzer": profile.buzzer is not None,
    }
    return section | rules_section(game)


def rules_section(game: AnyGame) -> Section:
    """What a page needs of a game, whatever it is played on: its name, title and script, pieces and rules."""
    family = family_of(game.name)
    section: Section = {
        key: said for key, said in (("script", family.script), ("title", family.title)) if said
    }
    section |= {"game": game.name, "mayBeFar": may_be_far(game)}
    return section | kinds_section(game) | shown_of(game).board(game)


def lying_section(
    game: AnyGame, numbers: Numbers | None, stocks: Mapping[Side, int], recorded: Contents | None = None
) -> Section:
    """Return what was counted of a game's table: of each place the likeliest number, the least and the most.

    `ask` is the place to be counted by hand first, or null. The stocks are those that were said, or else
    those of the `recorded` table if it lies there, or else what is left beside that. `numbers` are None while
    something moves, and the number of a place whose weight says nothing is.
    """
    if numbers is None:
        return {"numbers": None}
    likeliest = {place: one.count if one else 0 for place, one in numbers.items()}
    return {
        "game": game.name,
        "numbers": {place: one and [one.count, one.fewest, one.most] for place, one in numbers.items()},
        "ask": most_doubtful(numbers),
        "stocks": {
            side.value: stocks.get(side, left)
            for side, left in shared_rest(game, likeliest, recorded).items()
        },
    }


def kinds_section(game: AnyGame) -> Section:
    """The kinds of pieces with what each counts; {} where beans are played with."""
    if not is_of_kinds(game):
        return {}
    return {"kinds": [{"kind": kind, "value": value} for kind, value in game.kinds.items()]}


def game_section(
    history: History[Any],
    scene: Scene | None,
    outcome: Outcome | None = None,
    computer: Computer | None = None,
) -> Section:
    """The agreed position, how many beans lie in the stocks now, and what the board has to say.

    `outcome` is what the table was last seen to be; by it the section says what may be done. `computer` is
    what the board plays itself.
    """
    position = history.position
    stocks = {} if scene is None else scene.stocks
    if not stocks and has_stocks(history.game):
        contents = history.game.contents(position)
        stocks = {side: contents[stock(side)] for side in Side}
    section: Section = {
        "score": {side.value: score for side, score in history.game.score(position).items()},
        "stock": {side.value: count for side, count in stocks.items()},
        "isOver": history.is_over,
    }
    if history.is_over and (winner := history.winner) is not None:
        section["winner"] = winner.value
    if history.timed_out is not None:
        section["end"] = {"why": "timed-out", "winner": history.timed_out.other.value}
    section |= shown_of(history.game).section(history, scene)
    if computer is not None:
        section["computer"] = {"side": computer.side.value, "level": computer.level}
    if scene is not None:
        section["message"] = message_section(scene.message)
        section["kind"] = scene.kind.value
        if scene.turn is not None:
            section["turn"] = scene.turn.value
        is_free = history.game.turns.order is Order.FREE
        may = possibilities(history.game, position, scene, outcome) if is_free else ()
        if may:
            section["may"] = [message_section(each) for each in may]
    return section


def message_section(message: Message) -> Section:
    """What a page needs to say a message in its language, and the board's own text for where it can't."""
    return {**to_plain(message), "text": say(message)}


def message_of(section: Section) -> Message:
    """Return the message that `message_section` told."""
    values = {
        name: tuple(map(message_of, value)) if isinstance(value, list | tuple) else value
        for name, value in section["values"].items()
    }
    return Message(section["key"], values)


def far_section(far: Far, since: float) -> Section:
    """How things stand with another board.

    `since` is when the link came or was lost.
    """
    section: Section = {"own": far.own.value, "linked": far.is_linked, "since": round(since, 1)}
    if far.other is not None:
        section["other"] = far.other.value
    if far.again:
        section["again"] = [side.value for side in far.again]
    if far.clocks is not None:
        section["clock"] = clock_section(far.clocks)
    return section


def clock_section(clocks: Clocks) -> Section:
    """Return what each side has left, in seconds; `from` is in the board's time, as `time` is."""
    section: Section = {
        "left": {side.value: round(left, 2) for side, left in clocks.left_seconds.items()},
        "from": round(clocks.runs_from, 2),
    }
    if clocks.runs is not None:
        section["runs"] = clocks.runs.value
    if clocks.rule.is_hourglass:
        section["isHourglass"] = True
    return section


def moves_section(history: History[Any], endings: Mapping[int, str]) -> Section:
    """The move list by number; `endings` says how a turn ended, where that is known."""
    moves: Section = {}
    for number, entry in enumerate(history.entries, start=1):
        side, said = entry_words(entry)
        moves[str(number)] = {"side": side.value, "move": said}
        if number in endings and isinstance(entry, Moved):
            moves[str(number)]["how"] = endings[number]
    return moves


def entry_words(entry: EntryOf[Any]) -> tuple[Any, str]:
    """Whose entry it is, and the entry in the game's notation."""
    return entry.player, entry_text(entry).partition(" ")[2]


def signs_section(scene: Scene) -> Section:
    """Return what each place's lights mean, with the number of beans where one belongs to it."""
    sign_at = {(sign.place, sign.meaning): sign for sign in scene.signs}
    return {
        place: {"meaning": meaning.name, "beans": sign.beans, **({"hue": sign.hue} if sign.hue else {})}
        for place, meaning in shown(scene.signs).items()
        for sign in (sign_at[place, meaning],)
    }


def lights_section(scene: Scene, profile: Profile) -> Section:
    """Every lit place's pixels through one period of its rhythm, as the strip gets them.

    `pictures` are the place's different pictures, each the red, green and blue bytes of its pixels in hex;
    `slots` says by index which picture shows in each slot of the period. What doesn't glow is left out.
    """
    strip = profile.strip
    frames = [
        render(
            scene,
            strip.pixels,
            strip.pixel_count,
            slot * SLOT_SECONDS,
            brightness=strip.brightness,
            budget_milliamperes=strip.current_budget_ma,
        )
        for slot in range(SLOTS)
    ]
    lights: Section = {}
    for place, span in strip.pixels.items():
        shows = ["".join(bytes(frame[pixel]).hex() for pixel in span) for frame in frames]
        pictures = sorted(set(shows))
        if pictures != ["000000" * len(span)]:
            lights[place] = {"pictures": pictures, "slots": [pictures.index(each) for each in shows]}
    return lights


def belief_section(recognition: Recognition) -> Section:
    """Return what the recogniser takes the table for, how sure it is, and what else it might be."""
    section: Section = {
        "outcome": type(recognition.outcome).__name__,
        "confidence": round(recognition.confidence, 6),
    }
    second = recognition.runner_up
    if second is not None:
        found = recognition.found
        section["runnerUp"] = {
            "probability": float(f"{second.probability:.3g}"),
            "phrases": [message_section(each) for each in account_phrases(second.account)],
            "differs": {place: count for place, count in second.found.items() if count != found.get(place)},
        }
    return section


def pieces_section(agreed: Pieces, found: Contents) -> Section:
    """How many pieces of each kind lie in each place, as the game has them.

    Where another number was seen than the game has, nobody has told yet which they are.
    """
    section: Section = {}
    for place, pieces in agreed.items():
        count = found.get(place, sum(pieces.values()))
        is_told = count == sum(pieces.values())
        if count:
            section[place] = {kind: n for kind, n in pieces.items() if n} if is_told else {ANY_KIND: count}
    return section


def contents_section(
    contents: Mapping[Place, int], places: tuple[Place, ...], stocks: Mapping[Side, int]
) -> Section:
    """How many beans lie in each weighed place; of a stock on a scale, what is said of it everywhere."""
    said = {stock(side): count for side, count in stocks.items()}
    return {place: said.get(place, contents[place]) for place in places}


RATE_SECONDS = 10.0
"""Over how long a cell's rate of readings is counted."""


class Cell:
    """How one cell does: the fault it has now, and how many readings a second it gave lately."""

    def __init__(self) -> None:
        self._fault: CellFault | None = CellFault.STARTING
        self._since: float | None = None
        self._readings = 0
        self._rate = 0.0
        self._missed = 0

    def take(self, time: float, reading: int | CellFault) -> None:
        """Take in a reading, or why there is none."""
        if self._since is None:
            self._since = time
        if isinstance(reading, CellFault):
            self._missed += reading is CellFault.MISSED
            # One missed reading is no fault, and the last real one still stands.
            self._fault = self._fault if reading is CellFault.MISSED else reading
        else:
            self._fault = None
            self._readings += 1
        if time - self._since >= RATE_SECONDS:
            self._rate = round(self._readings / (time - self._since), 1)
            self._since, self._readings = time, 0

    @property
    def fault(self) -> Section | None:
        """Return what is wrong with it now; None if nothing is."""
        return None if self._fault is None else {"fault": self._fault.name, "words": self._fault.value}

    @property
    def health(self) -> Section:
        """Return what it gives."""
        return {"rate": self._rate, "missed": self._missed}
