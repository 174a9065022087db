"""What a board announces to other programs: one state and its events, made from what its page is told.

All is pure: the state of a page in, messages out. `station/broker.py` sends them by MQTT. Nothing is taken
in, so no program orders a board about this way. A text is at most LONGEST_TEXT characters, because Home
Assistant refuses a longer state.

Below a board's own topic, `cupsboard/NAME`, are:

- `status`: `online` or `offline`, retained; the broker itself says `offline` where the board is gone.
- `state`: the state as an object, retained, at least every REPEAT_SECONDS.
- `event`: one object for each event, not retained.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cupsboard.formats.strict_data import to_plain
from cupsboard.rules.places import Place
from cupsboard.signs.phrases import game_phrases
from cupsboard.signs.scene import Kind, Meaning, Message
from cupsboard.signs.sentences import Language, place_name, say, say_all
from cupsboard.web.sections import Section, message_of

LONGEST_TEXT = 250
MOST_PLACES = 12
"""How many places in trouble are named."""
ONLINE, OFFLINE = "online", "offline"
GAME_ACTIVITY = "game"
DISCOVERY_PREFIX = "homeassistant"
REPEAT_SECONDS = 60.0
"""After how long a state is said again that is still the same."""
STALE_SECONDS = 150
"""How long Home Assistant believes a state: no `offline` is said where board and broker went together."""
OF_EVENTS = {
    "GameStarted": "game_begun",
    "TurnEnded": "turn_ended",
    "Passed": "turn_ended",
    "GameOver": "game_over",
    "QuestionAsked": "question",
    "StockQuestioned": "question",
    "TableQuestioned": "question",
    "WrongTableSeen": "wrong_table",
    "PlayPaused": "paused",
    "PlayResumed": "resumed",
    "king.events.won": "game_over",
}
"""The type of an event by the first word of its message's key."""
OTHER_EVENT = "said"
"""The type of an event that has none of its own, such as a note about the board itself."""
EVENT_TYPES = (*dict.fromkeys(OF_EVENTS.values()), OTHER_EVENT)


_RESULT = re.compile(r"(laps\.)?(winner|tie)(-bare)?|far-ended-.*|(events\.)?GameOver.*|king\.(events\.)?won")
"""The keys of messages that say how a game ended."""


@dataclass(frozen=True, slots=True)
class Announced:
    """The state of a board, as other programs are told it. What is not known is null."""

    activity: str
    """What the board is busy with, by the name that pages have for it, such as `game` or `calibrate`."""
    game: str | None
    """The title of the game, in words; null while something else is done, as is all that is about a game."""
    turn: str | None
    """The side or the seat that has the turn, such as `south` or `one`."""
    turn_name: str | None
    """The name of the player who has the turn, or of the side."""
    scores: Mapping[str, float]
    """The points of each side or seat; empty where no game is played."""
    names: Mapping[str, str]
    """The names of those who have one, by their side or seat."""
    sentence: str
    """What the board says now."""
    kind: str
    """What that is: `hint`, `question` or `trouble`."""
    last_move: str | None
    """The last move in words."""
    is_asking: bool
    """Whether a question waits for an answer at the board."""
    trouble: Sequence[str]
    """The places where something is wrong, in words."""
    is_over: bool
    """Whether the game is over."""
    result: str | None
    """The sentence that says how the game ended; null before."""

    def payload(self) -> str:
        """Return the state as a message."""
        return _text_of(to_plain(self))


@dataclass(frozen=True, slots=True)
class Announcement:
    """One event."""

    event_type: str
    """What kind of event it is, in one of the words below."""
    text: str
    """What happened, in words."""

    def payload(self) -> str:
        """Return the event as a message."""
        return _text_of(to_plain(self))


def announced(state: Section, language: Language) -> Announced:
    """Return what is announced of a page's state, in a language."""
    activity, names = state.get("activity", {}).get("name", ""), state.get("names", {})
    spoken = language.calling(names.get("south", ""), names.get("north", ""))
    shown = state.get("game", {})
    # Where something else is done, the page shows an empty board in the game's place.
    is_played = activity in ("", GAME_ACTIVITY)
    game: Section = shown if is_played else {}
    turn = game.get("turn")
    moves: Mapping[str, Section] = state.get("moves", {}) if is_played else {}
    signs: Mapping[str, Section] = state.get("signs", {})
    kind = Kind(shown.get("kind", Kind.HINT.value))
    if kind is Kind.TROUBLE and not is_played:
        kind = Kind.HINT  # in a job lights lead from step to step
    marked = (at for at, sign in signs.items() if Meaning[sign["meaning"]].kind is Kind.TROUBLE)
    wrong = [*state.get("faults", {}), *(marked if kind is Kind.TROUBLE else ())]
    return Announced(
        activity=activity,
        game=_cut(say_all(game_phrases(state["board"]["game"]), spoken)) if game else None,
        turn=turn,
        turn_name=None if turn is None else _name(turn, names, spoken),
        scores=game.get("score", {}),
        names={side: name for side, name in names.items() if name},
        sentence=_said(shown["message"], spoken) if "message" in shown else "",
        last_move=_move(moves[max(moves, key=int)], names, spoken) if moves else None,
        kind=kind.value,
        is_asking=kind is Kind.QUESTION,
        trouble=[_cut(place_name(Place(place), spoken)) for place in dict.fromkeys(wrong)][:MOST_PLACES],
        is_over=game.get("isOver", False),
        result=_result(state, spoken) if game.get("isOver", False) else None,
    )


def happened(before: Section, after: Section, language: Language) -> Iterator[Announcement]:
    """Yield the events that are new in a page's log, the oldest first, in a language."""
    names = after.get("names", {})
    spoken = language.calling(names.get("south", ""), names.get("north", ""))
    known: Mapping[str, Section] = before.get("log", {})
    for number, entry in after.get("log", {}).items():
        if known.get(number) != entry:
            name = entry["key"].removeprefix("events.").partition("-")[0]
            yield Announcement(OF_EVENTS.get(name, OTHER_EVENT), _said(entry, spoken))


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of one board; `name` tells it from other boards at the same broker."""

    name: str

    @property
    def status(self) -> str:
        """Where the board says that it is there."""
        return f"cupsboard/{self.name}/status"

    @property
    def state(self) -> str:
        """Where its state is."""
        return f"cupsboard/{self.name}/state"

    @property
    def event(self) -> str:
        """Where its events are."""
        return f"cupsboard/{self.name}/event"

    @property
    def discovery(self) -> str:
        """Where Home Assistant finds the board."""
        return f"{DISCOVERY_PREFIX}/device/cupsboard_{self.name}/config"


def topic_name(text: str) -> str:
    """Return a text as a part of a topic: small letters, digits and hyphens, "board" if none are left."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:40] or "board"


def discovery(topics: Topics, board: str, version: str, sides: Sequence[str], language: Language) -> str:
    """Return the message by which Home Assistant makes one device of a board, with an entity for each value.

    `board` is its name for people, `sides` are those that have a score.
    """
    values = {
        "turn": ("mdi:account-arrow-right", "value_json.turn_name"),
        "game": ("mdi:grain", "value_json.game"),
        "sentence": ("mdi:comment-text", "value_json.sentence"),
        "last-move": ("mdi:hand-back-right", "value_json.last_move"),
        "result": ("mdi:trophy", "value_json.result"),
        "activity": ("mdi:state-machine", "value_json.activity"),
    }
    flags = {
        "question": {"icon": "mdi:help-circle"},
        "over": {"icon": "mdi:flag-checkered"},
        "trouble": {
            "device_class": "problem",
            "json_attributes_topic": topics.state,
            "json_attributes_template": "{{ {'places': value_json.trouble} | tojson }}",
        },
    }
    conditions = {"question": "is_asking", "over": "is_over", "trouble": "trouble"}
    entities: dict[str, Section] = {}
    for key, (icon, value) in values.items():
        entities[key] = {"platform": "sensor", "icon": icon, "value_template": f"{{{{ {value} }}}}"}
    entities |= {f"score-{side}": _score(side) for side in sides}
    for key, more in flags.items():
        value = f"{{{{ 'ON' if value_json.{conditions[key]} else 'OFF' }}}}"
        entities[key] = {"platform": "binary_sensor", "value_template": value, **more}
    for entity in entities.values():
        entity["expire_after"] = STALE_SECONDS
    entities["event"] = {"platform": "event", "state_topic": topics.event, "event_types": list(EVENT_TYPES)}
    unique = f"cupsboard_{topics.name}"

    def whole(key: str, entity: Section) -> Section:
        what, _, side = key.partition("score-")
        name = Message("announced.score", {"side": side}) if side else Message(f"announced.{what}")
        return {
            "name": say(name, language),
            "unique_id": f"{unique}_{key}",
            "availability_topic": topics.status,
            "state_topic": topics.state,
            **entity,
        }

    return _text_of(
        {
            "device": {"identifiers": [unique], "name": board, "model": "Cupsboard", "sw_version": version},
            "origin": {"name": "cupsboard", "sw_version": version},
            "components": {f"{unique}_{key}": whole(key, entity) for key, entity in entities.items()},
        }
    )


def _score(side: str) -> Section:
    """Return the entity of a side's score; no side has a score while the board is calibrated."""
    value = f"{{{{ value_json.scores.get('{side}') }}}}"
    return {
        "platform": "sensor",
        "icon": "mdi:counter",
        "value_template": value,
        "state_class": "measurement",
    }


def _result(state: Section, language: Language) -> str | None:
    """Return the latest sentence that says how the game ended; the board may have gone on to a question."""
    game = state["game"]
    said = [*state.get("log", {}).values(), *([game["message"]] if "message" in game else [])]
    ends = [message for message in said if _RESULT.fullmatch(message["key"])]
    return _said(ends[-1], language) if ends else None


def _name(side: str, names: Mapping[str, str], language: Language) -> str:
    return _cut(names.get(side) or place_name(Place(side), language))


def _move(move: Section, names: Mapping[str, str], language: Language) -> str:
    return _cut(f"{_name(move['side'], names, language)}: {language.moves['move'](move['move'])}")


def _said(message: Section, language: Language) -> str:
    return _cut(say(message_of(message), language))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 2]} …"


def _text_of(content: Any) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
