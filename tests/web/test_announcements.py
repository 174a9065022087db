"""What a board announces to other programs, made from the states of its page."""

import json
import re
from dataclasses import replace
from typing import Any

import events_page
import pytest
from cupsboard.recognition.outcome import Unchanged
from cupsboard.referee import events as referee_events
from cupsboard.referee.states import Asking, Burdened, Goal, Restoring, Turn, WrongTable
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.game import Mark
from cupsboard.rules.history import History
from cupsboard.rules.places import Place, Side
from cupsboard.signs.guidance import given_kind
from cupsboard.signs.phrases import step_message
from cupsboard.signs.scene import Meaning, Message, Scene, Sign
from cupsboard.signs.sentences import ENGLISH, languages, place_name, read_language, say
from cupsboard.web.announcements import (
    EVENT_TYPES,
    LONGEST_TEXT,
    OF_EVENTS,
    REPEAT_SECONDS,
    Topics,
    announced,
    discovery,
    happened,
    topic_name,
)
from cupsboard.web.sections import game_section, message_section, moves_section, signs_section
from hypothesis import given
from hypothesis import strategies as st

HISTORY = History(Cups(3), Side.SOUTH)
PLAYED = HISTORY.play(Side.SOUTH, "drop 2")
TOPICS = Topics("kitchen")


def scene(message: Message, *signs: Sign, turn: Side | None = Side.NORTH) -> Scene:
    return Scene(signs, turn, message)


def state(
    shown: Scene, history: History[Any] = PLAYED, log: tuple[Message, ...] = (), **more: Any
) -> dict[str, Any]:
    return {
        "board": {"name": "Kitchen", "game": history.game.name},
        "activity": {"name": "game"},
        "names": {"south": "Anna"},
        "game": game_section(history, shown),
        "signs": signs_section(shown),
        "moves": moves_section(history, {}),
        "faults": {},
        "sureness": "sure",
        "log": {str(number): message_section(each) for number, each in enumerate(log, 1)},
        **more,
    }


YOUR_TURN = Message("your-turn", {"side": "north", "stock": 9})


def test_turn_scores_last_move_and_sentence_are_those_of_the_page() -> None:
    told = announced(state(scene(YOUR_TURN)), ENGLISH)
    assert (told.activity, told.game, told.turn, told.turn_name) == ("game", "Cups", "north", "North")
    assert told.scores == {"south": 0, "north": 0}
    assert told.sentence == "North's turn; 9 in stock."
    assert told.last_move == "Anna: drop 2"
    assert (told.is_asking, told.trouble, told.is_over, told.result) == (False, [], False, None)
    assert json.loads(told.payload())["names"] == {"south": "Anna"}


def test_the_examples_of_the_page_are_what_a_board_tells_and_its_tables_those_of_the_types() -> None:
    both = {"south": "Anna", "north": "Ben"}
    ended = Message("events.TurnEnded", {"side": "south", "move": "drop 2"})
    played = state(scene(YOUR_TURN), log=(ended,), names=both)
    assert announced(played, ENGLISH) == events_page.EXAMPLE
    assert list(happened({}, played, ENGLISH)) == [events_page.EVENT]
    text = events_page.PAGE.read_text("utf-8")
    assert events_page.with_tables(text) == text
    assert all(said for *_, said in events_page.said_of_fields(type(events_page.EXAMPLE)))


def test_all_of_it_is_said_in_the_language_of_the_board() -> None:
    told = announced(state(scene(YOUR_TURN)), read_language("fr"))
    assert told.sentence == "À Nord de jouer\N{NO-BREAK SPACE}; 9 en réserve."
    assert told.last_move == "Anna: pose de 2"


AT_CUP = Place("south-2")
OR_RIGHT = Message("or-table-right", {"what": (step_message(Mark(AT_CUP, 1)),)})
WAYS = {
    # What a scene is of: the state of the referee, what a light says, and what it is to players.
    "a wrong table with a way out": (WrongTable(((Mark(AT_CUP, 1),),), (), 0.0), Meaning.TOO_MANY, "trouble"),
    "a table to be laid, or right as it lies": (Restoring(Goal.SET_UP), Meaning.TOO_FEW, "hint"),
    "a move to be put back": (Restoring(Goal.UNDO), Meaning.TOO_MANY, "hint"),
    "a look that is asked for": (Asking(AT_CUP, Unchanged()), Meaning.LOOK, "question"),
    "something on a cup": (Burdened({AT_CUP: 9.0}), Meaning.LOOK, "trouble"),
    "is the table right?": (Restoring(Goal.SET_UP), Meaning.TABLE_RIGHT, "question"),
    "a new game?": (None, Meaning.NEW_GAME, "question"),
    "a turn": (Turn(), Meaning.YOUR_TURN, "hint"),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_hint_a_question_and_a_trouble_are_told_apart(way: str) -> None:
    of, meaning, kind = WAYS[way]
    shown = replace(scene(OR_RIGHT, Sign(AT_CUP, meaning)), given=given_kind(of))
    told = announced(state(shown), ENGLISH)
    assert (told.kind, told.is_asking, bool(told.trouble)) == (kind, kind == "question", kind == "trouble")
    in_a_job = announced(state(shown) | {"activity": {"name": "calibrate"}}, ENGLISH)
    assert not in_a_job.trouble


def test_places_in_trouble_are_named_once_each_and_not_without_end() -> None:
    wrong = scene(Message("lifted", {"place": "south-2"}), Sign(Place("south-2"), Meaning.LIFTED))
    faults = {"south-2": {}, **{f"north-{number}": {} for number in range(1, 40)}}
    told = announced(state(wrong, faults={"north-1": {}}), ENGLISH)
    assert list(told.trouble) == ["North's cup 1", "Anna's cup 2"]
    assert len(announced(state(wrong, faults=faults), ENGLISH).trouble) == 12


def test_the_result_stays_while_the_board_goes_on_to_a_question() -> None:
    end = Message("events.GameOver", {"side": "south", "winner_score": 7, "loser_score": 5})
    after = state(scene(Message("new-game"), turn=None), log=(end,))
    after["game"]["isOver"] = True
    told = announced(after, ENGLISH)
    assert (told.is_over, told.result) == (True, "The game is over: Anna wins 7 to 5.")
    assert (told.turn, told.turn_name) == (None, None)


def test_a_game_that_goes_on_has_no_result_by_what_was_said_before() -> None:
    end = Message("events.GameOver", {"side": "south", "winner_score": 7, "loser_score": 5})
    assert announced(state(scene(YOUR_TURN), log=(end,)), ENGLISH).result is None


def test_events_are_told_once_and_in_their_order() -> None:
    begun = Message("events.GameStarted", {"side": "south"})
    ended = Message("events.TurnEnded-by-reply", {"side": "south", "move": "drop 2", "other": "north"})
    note = Message("notes.moves-written")
    first, second = state(scene(YOUR_TURN), log=(begun,)), state(scene(YOUR_TURN), log=(begun, ended, note))
    assert [each.event_type for each in happened({}, first, ENGLISH)] == ["game_begun"]
    told = list(happened(first, second, ENGLISH))
    assert [each.event_type for each in told] == ["turn_ended", "said"]
    assert told[0].text == "Anna: drop 2; North began without waiting for the press."
    assert list(happened(second, second, ENGLISH)) == []
    assert {name for name in OF_EVENTS if "." not in name} <= set(dir(referee_events))


@given(st.text(min_size=1, max_size=3000))
def test_no_text_is_longer_than_home_assistant_takes(words: str) -> None:
    long = scene(Message("refused.because", {"why": (Message("report.line", {"text": words}),)}))
    told = announced(state(long, names={"north": words}), ENGLISH)
    assert max(map(len, (told.sentence, told.turn_name or "", told.last_move or ""))) <= LONGEST_TEXT
    assert len(told.payload()) < 16_000


REQUIRED = {
    "sensor": {"state_topic"},
    "binary_sensor": {"state_topic"},
    "event": {"state_topic", "event_types"},
}
"""Required of an entity by Home Assistant's pages on MQTT sensors, binary sensors and events."""


@pytest.mark.parametrize("code", languages())
def test_home_assistant_is_told_all_that_it_requires_of_a_device(code: str) -> None:
    told = json.loads(discovery(TOPICS, "Kitchen", "1.2", ["south", "north"], read_language(code)))
    assert TOPICS.discovery == "homeassistant/device/cupsboard_kitchen/config"
    assert told["device"]["identifiers"]
    assert told["device"]["name"] == "Kitchen"
    assert told["origin"]["name"]
    entities = told["components"]
    assert len(entities) == 12
    for entity in entities.values():
        assert entity.keys() >= {"platform", "unique_id", "name", "availability_topic"}
        assert entity.keys() >= REQUIRED[entity["platform"]]
        # Where board and broker go together nobody says so.
        assert entity["platform"] == "event" or entity["expire_after"] > 2 * REPEAT_SECONDS
    assert len({each["unique_id"] for each in entities.values()}) == len(entities)
    assert entities["cupsboard_kitchen_event"]["event_types"] == list(EVENT_TYPES)
    assert not any("command_topic" in each for each in entities.values()), "nobody orders a board about"


def test_each_value_that_a_template_names_is_announced() -> None:
    told = discovery(TOPICS, "Kitchen", "1.2", ["south", "north"], ENGLISH)
    state_told = json.loads(announced(state(scene(YOUR_TURN)), ENGLISH).payload())
    named = set(re.findall(r"value_json\.(\w+)", told))
    assert named <= state_told.keys()
    assert set(re.findall(r"scores\.get\('(\w+)'\)", told)) == state_told["scores"].keys()


def test_while_something_else_is_done_nothing_is_told_of_a_game_but_what_the_board_says() -> None:
    shown = state(scene(Message("job-done"))) | {"activity": {"name": "doctor"}}
    told = announced(shown, ENGLISH)
    assert (told.activity, told.game, told.turn, told.last_move, told.scores) == (
        "doctor",
        None,
        None,
        None,
        {},
    )
    assert told.sentence


def test_seats_and_spots_round_a_table_are_named_as_its_page_names_them() -> None:
    assert say(Message("announced.score", {"side": "two"}), read_language("de")) == "Punkte von Spieler 2"
    assert [place_name(Place(place)) for place in ("spot-3", "one-tray")] == ["spot 3", "tray 1"]


@pytest.mark.parametrize(
    ("host", "name"), [("Kitchen.local", "kitchen-local"), ("Küche#1/+", "k-che-1"), ("#", "board")]
)
def test_a_host_s_name_is_a_part_of_a_topic(host: str, name: str) -> None:
    assert topic_name(host) == name
