"""A finished game or a recorded evening to step through: a first state, and a patch for every later step."""

from collections.abc import Iterable, Iterator
from typing import Any

from cupsboard.engine import engines
from cupsboard.loop import Moment
from cupsboard.referee.events import Called, DiceFell, Ending, Event, TurnEnded
from cupsboard.rules.games import is_round_a_table
from cupsboard.rules.history import Called as EnteredCall
from cupsboard.rules.history import Chance, EntryOf, History, Moved
from cupsboard.rules.record import Record, format_record, is_person
from cupsboard.session.played_out import flow_of
from cupsboard.session.start import Start
from cupsboard.session.trace import Trace
from cupsboard.signs.event_text import event_message
from cupsboard.signs.scene import Message
from cupsboard.web import sections
from cupsboard.web.board_view import BoardView
from cupsboard.web.hub import difference
from cupsboard.web.king_of_the_cups import Round

Timeline = dict[str, Any]

MOST_STEPS = 5000
"""Of what is longer the first steps are told, and that there is more."""
LOOK_SECONDS = 1.0
"""While nothing happens a trace shows a step this often, for its weights."""


def of_game(record: Record[Any]) -> Timeline:
    """A game move by move, as the record has it, and the record itself: there are no weights in it.

    `isExplained` says whether its moves can be judged.
    """
    told = {"record": format_record(record), "isExplained": engines.is_explained(record.game)}
    names = {player.value: name for player, name in zip(record.game.players, record.names, strict=True)}
    found = _timeline(_positions(record.history()))
    found["first"]["names"] = {player: name for player, name in names.items() if is_person(name)}
    return {**found, **told}


def of_trace(trace: Trace) -> Timeline:
    """A recorded evening event by event and second by second, replayed through a fresh core.

    Raises TraceError.
    """
    return _timeline(_evening(trace))


def _timeline(steps: Iterable[tuple[sections.Section, sections.Section, sections.Section]]) -> Timeline:
    """`steps` are what each step is called, the state at it, and a patch for what its state leaves out."""
    first: sections.Section = {}
    told_steps: list[sections.Section] = []
    is_cut = False
    before: sections.Section = {}
    for name, state, added in steps:
        if is_cut := len(told_steps) == MOST_STEPS:
            break
        if not told_steps:
            first = state
        patch = {**difference(before, state), **added} if told_steps else {}
        told_steps.append({**name, "patch": patch})
        before = state
    return {"first": first, "steps": told_steps, "isCut": is_cut}


def _positions(
    history: History[Any],
) -> Iterator[tuple[sections.Section, sections.Section, sections.Section]]:
    game = history.game
    cups, places = len(game.places) // 2 - 1, list(game.places)
    board = {"cups": cups, "places": places, "game": game.name, **sections.kinds_section(game)}
    entries = history.entries
    before = history
    for number, so_far in enumerate(history.stages()):
        name: sections.Section = {"number": number}
        if is_round_a_table(game):
            if number:
                name["said"] = [sections.message_section(said) for said in _messages(entries[number - 1])]
            table = {"cups": 0, "places": places, "seats": [each.value for each in game.players]}
            told = sections.game_section(so_far, None)
            yield name, {"board": {**table, "game": game.name}, "game": told, **Round(so_far).section()}, {}
            continue
        contents = game.contents(so_far.position)
        moves: sections.Section = {}
        if number:
            side, said = sections.entry_words(entries[number - 1])
            name |= {"side": side.value, "move": said}
            moves = {"moves": {str(number): {"side": side.value, "move": said}}}
            if isinstance(entries[number - 1], Moved):
                name["flow"] = flow_of(game, before.position, side, said)
        before = so_far
        beans = {place: contents[place] for place in game.places}
        # The moves only grow: to compare all of them at each step would take time with their number's square.
        state = {"board": board, "beans": beans, "game": sections.game_section(so_far, None), "moves": {}}
        if sections.is_of_kinds(game):
            state["pieces"] = sections.pieces_section(game.pieces(so_far.position), contents)
        yield name, state, moves


def _messages(entry: EntryOf[Any]) -> Iterator[Message]:
    """Yield what the board said of an entry of a game round a table, where it said something."""
    event: Event | None = None
    match entry:
        case Moved(player, label):
            event = TurnEnded(player, label, Ending.PRESSED)
        case Chance(player, outcome):
            event = DiceFell(player, outcome)
        case EnteredCall(player, said):
            event = Called(player, said)
    if event is not None and (message := event_message(event)) is not None:
        yield message


def _evening(trace: Trace) -> Iterator[tuple[sections.Section, sections.Section, sections.Section]]:
    start = Start.from_header(trace.header)
    core, view = start.core(), BoardView(start)
    next_look, began = 0.0, None
    for step in trace:
        began = step.time if began is None else began
        decided = core.step(step.time, step.frame, step.edges)
        view(Moment(step.time, step.frame, step.edges, decided))
        messages = map(event_message, decided.events)
        said = [sections.message_section(message) for message in messages if message is not None]
        if said or step.time >= next_look:
            next_look = step.time + LOOK_SECONDS
            yield (
                {"time": round(step.time - began, 1), "said": said},
                {**view.state(), "details": view.details()},
                {},
            )
