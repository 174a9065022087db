"""What a screen shows of a board, followed from the loop's moments alone.

A listener like the trace: it keeps its own record, so that it needs no grip on the core and a replayed trace
shows what was shown on the evening. A turn whose acts count as they land is shown act by act.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from cupsboard.loop import Moment
from cupsboard.recognition.outcome import Recognition, seen_in
from cupsboard.referee.as_landed.laps import SoFar, after_acts
from cupsboard.referee.computer import Computer
from cupsboard.referee.events import (
    Called,
    ComputerSeated,
    Event,
    GameArranged,
    GameClosed,
    LapSeen,
    Redone,
    TableAgreed,
    TakingBack,
    TurnEnded,
    Undone,
)
from cupsboard.referee.recorded_course import entered
from cupsboard.referee.tutoring import Tutor
from cupsboard.rules.clocks import Clocks
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Contents, Pieces
from cupsboard.rules.games import is_round_a_table
from cupsboard.rules.history import History, HistoryOf
from cupsboard.rules.lap import Lap
from cupsboard.rules.places import HAND, Place
from cupsboard.rules.turns import TAKE, Act, Order
from cupsboard.scales.readings import Frame
from cupsboard.session.puzzle_teller import PuzzlePlayed
from cupsboard.session.start import Start
from cupsboard.signs.event_text import event_message
from cupsboard.signs.light_patterns import TONES
from cupsboard.signs.scene import Message, Scene
from cupsboard.signs.tones import tone_of
from cupsboard.web import sections
from cupsboard.web.king_of_the_cups import Round
from cupsboard.web.sections import Section

AnyHistory = HistoryOf[Any, Any]


class Laps:
    """Follows the turn that goes on, from the events alone."""

    def __init__(self, history: AnyHistory, lap: Lap | None = None) -> None:
        """`lap` is what had been done of a turn when the board was switched on."""
        self._history, self._lap = history, lap
        self._so_far: SoFar | None = None
        self._walk()

    def follow(self, events: Iterable[Event], history: AnyHistory) -> None:
        """Take in what happened, and the record after it."""
        self._history, before = history, self._lap
        for event in events:
            match event:
                case LapSeen(side, acts):
                    self._lap = Lap(side, acts) if acts else None
                case (
                    TurnEnded() | TableAgreed() | Called() | Undone() | Redone() | TakingBack() | GameClosed()
                ):
                    self._lap = None
                case _:
                    pass
        if self._lap is not before:
            self._walk()

    @property
    def pieces(self) -> Pieces | None:
        """Return what is believed to lie where within a turn; None where none has begun."""
        return None if self._so_far is None else self._so_far.pieces

    @property
    def contents(self) -> Contents:
        """How many pieces that are, by place."""
        return {place: sum(lot.values()) for place, lot in (self.pieces or {}).items() if place != HAND}

    def section(self) -> Section:
        """The hand, where its handful was taken up, which way it goes, and where its next piece may fall."""
        if self._so_far is None or self._lap is None:
            return {}
        hand = {kind: count for kind, count in self._so_far.pieces[HAND].items() if count}
        acts = self._acts()
        places = (act.target if act.verb != TAKE else act.source for act in acts)
        section: Section = {"hand": hand, "next": list(dict.fromkeys(places))}
        if [act.verb for act in acts] == [TAKE]:
            section["takeUp"] = acts[0].source
        source = next((act.source for act in reversed(self._lap.acts) if act.target == HAND), None)
        if source is not None and hand:
            section["source"] = source
            if (direction := self._direction(source)) is not None:
                section["direction"] = direction
        return section

    def _acts(self) -> list[Act]:
        """Return what may be done next: where a piece may be put, or what is to be taken up."""
        if self._so_far is None:
            return []
        turns, counts = self._history.game.turns, {HAND: 0, **self.contents}
        counts[HAND] = sum(self._so_far.pieces[HAND].values())
        return [choice.act for choice in turns.acts(counts, self._so_far.turn)]

    def _direction(self, source: Place) -> str | None:
        """Whether the handful goes on from its cup, or back; None before its first piece has fallen."""
        if self._lap is None:
            return None
        latest = self._lap.acts[-1]
        places = list(self._history.game.places)
        if latest.source != HAND or latest.target not in places:
            return None
        return "forward" if places.index(latest.target) > places.index(source) else "back"

    def _walk(self) -> None:
        self._so_far = None
        if self._lap is not None:
            history = self._history
            try:
                self._so_far = after_acts(history.game, history.position, self._lap.side, self._lap.acts)
            except RulesError:
                # The record has gone on meanwhile.
                self._lap = None


TREND_SECONDS = 0.5
"""How far apart the weights of a sparkline are."""
LOG_LENGTH = 40


class BoardView:
    """Follows one board from its start, and says at any time what there is to see."""

    def __init__(self, start: Start) -> None:
        self.history: History[Any] = start.record
        self.with_far: Callable[[sections.Section], sections.Section] = lambda state: state
        """Adds to a state what is known of a game with another board."""
        self._start = start
        self._shown = sections.shown_of(start.game)
        self._places = start.profile.places
        self._board = sections.board_section(start.profile, start.game)
        self._moving = frozenset(self._places)
        self._latest_grams: Mapping[Place, float | None] = {}
        self._cells = {place: sections.Cell() for place in self._places}
        self._endings: dict[int, str] = {}
        self._computer = start.options.computer
        self._far: sections.Section | None = None
        """How things stand with another board; None for a game at this one alone."""
        self._clocks: Clocks | None = None
        self._clock: sections.Section | None = None
        """Both sides' time to think; None for a game without a clock at this board."""
        self._time = 0.0
        self._began: float | None = None
        self._scene: Scene | None = None
        self._signs: sections.Section = {}
        self._lights: sections.Section = {}
        self._recognition: Recognition | None = None
        self._sureness: str | None = None
        self._puzzle = PuzzlePlayed(self.history, start.options.own_puzzles)
        self._found: Contents = start.game.contents(self.history.position)
        is_landed = start.game.turns.order is Order.AS_LANDED and not is_round_a_table(start.game)
        self._laps = Laps(self.history, start.lap) if is_landed else None
        self._tutor = start.options.tutor
        self._round = Round(self.history) if is_round_a_table(start.game) else None
        self._moves: sections.Section = sections.moves_section(self.history, {})
        self._game: sections.Section = sections.game_section(self.history, None, computer=self._computer)
        self._trend: deque[tuple[str, list[Any]]] = deque(maxlen=sections.TREND_LENGTH)
        self._next_trend = 0.0
        self._log: deque[tuple[str, sections.Section]] = deque(maxlen=LOG_LENGTH)
        self._log_count = 0
        self._notes: deque[Message] = deque()
        self._tones = 0
        self._tone: sections.Section = {}
        self._buttons: dict[str, bool] = dict.fromkeys(start.profile.owners, False)

    def __call__(self, moment: Moment) -> None:
        """Take in one moment."""
        self._time = moment.time
        self._began = moment.time if self._began is None else self._began
        self._moving, self._latest_grams = moment.decided.moving, moment.decided.grams
        if moment.frame is not None:
            self._read(moment.frame)
        for edge in moment.edges:
            self._buttons[edge.button] = edge.is_down
        for news in moment.advice:
            if news.tutoring is not None:
                self._tutor = news.tutoring.tutor
            if (far := news.far) is not None:
                before = self._far
                is_other = before is None or before["linked"] != far.is_linked
                self._far = sections.far_section(
                    far, self._time if before is None or is_other else before["since"]
                )
        decided, history = moment.decided, self.history
        if decided.clocks is not self._clocks:
            self._clocks = decided.clocks
            self._clock = None if self._clocks is None else sections.clock_section(self._clocks)
        self._sureness = None if decided.sureness is None else decided.sureness.value
        is_new_look = decided.recognition is not None and decided.recognition is not self._recognition
        if decided.recognition is not None and is_new_look:
            self._recognition = decided.recognition
            self._found = seen_in(decided.recognition, self._found)
        for event in decided.events:
            self._happened(event)
        while self._notes:
            self._write(sections.message_section(self._notes.popleft()))
        is_new_scene = decided.scene is not self._scene and decided.scene != self._scene
        if is_new_scene:
            self._scene = decided.scene
            self._signs = sections.signs_section(decided.scene)
            self._lights = sections.lights_section(decided.scene, self._start.profile)
            if (lying := self._shown.lying(self.history, decided.scene)) is not None:
                self._found = lying
        if self.history is not history:
            self._moves = sections.moves_section(self.history, self._endings)
        if self._round is not None:
            self._round.follow(decided.events, self.history)
        if self._laps is not None and decided.events:
            self._laps.follow(decided.events, self.history)
            self._found = {**self._found, **self._laps.contents}
        if is_new_scene or is_new_look or self.history is not history:
            outcome = None if self._recognition is None else self._recognition.outcome
            self._puzzle.follow(self.history)
            self._game = sections.game_section(self.history, self._scene, outcome, self._computer)
            if self._puzzle.is_going_on:
                self._game.pop("may", None)

    @property
    def is_shared(self) -> bool:
        """Whether the game is shared with another board."""
        return self._far is not None

    def state(self) -> sections.Section:
        """Return what everybody sees now; nothing in it changes afterwards.

        While nothing happens on the board only its time is another.
        """
        state = {
            **self._by_kind(),
            **({} if self._round is None else self._round.section()),
            **({} if self._far is None else {"far": self._far}),
            **({} if self._tutor is Tutor.OFF else {"tutor": self._tutor.value}),
            **({} if self._clock is None else {"clock": self._clock}),
            "time": round(self._time, 2),
            "board": self._board,
            "game": self._game if self._laps is None else {**self._game, **self._laps.section()},
            "beans": sections.contents_section(
                self._found, self._places, self._scene.stocks if self._scene else {}
            ),
            "moving": {place: True for place in self._places if place in self._moving},
            "signs": self._signs,
            "lights": self._lights,
            "sureness": self._sureness,
            "faults": {place: fault for place, cell in self._cells.items() if (fault := cell.fault)},
            "moves": self._moves,
            "log": dict(self._log),
            "tone": self._tone,
            "buttons": dict(self._buttons),
        }
        return self.with_far(state)

    def _by_kind(self) -> sections.Section:
        game = self.history.game
        if not sections.is_of_kinds(game):
            return {}
        within = None if self._laps is None else self._laps.pieces
        position = self._shown.position(self.history, self._scene)
        pieces = game.pieces(position) if within is None else within
        return {
            "pieces": sections.pieces_section(
                {place: lot for place, lot in pieces.items() if place != HAND}, self._found
            )
        }

    def details(self) -> sections.Section:
        """What only the curious look at: it is another at every reading. Nothing in it changes afterwards."""
        return {
            "grams": self.grams(),
            "trend": dict(self._trend),
            "cells": {place: cell.health for place, cell in self._cells.items()},
            "belief": {} if self._recognition is None else sections.belief_section(self._recognition),
        }

    def grams(self) -> list[Any]:
        """Return each place's grams above its empty cup, in the places' order; "" where no scale weighs."""
        latest, calibrated = self._latest_grams, self._start.calibration.places
        return [
            "" if (grams := latest.get(place)) is None else round(grams - calibrated[place].cup_grams, 2)
            for place in self._places
        ]

    def note(self, message: Message) -> None:
        """Put a message about the board itself among what happened, at the next moment; for any thread."""
        self._notes.append(message)

    def _read(self, frame: Frame) -> None:
        for place, reading in zip(self._places, frame.readings, strict=True):
            self._cells[place].take(frame.time, reading)
        if frame.time >= self._next_trend:
            self._next_trend = frame.time + TREND_SECONDS
            self._trend.append((str(round(frame.time / TREND_SECONDS)), self.grams()))

    def _happened(self, event: Event) -> None:
        self.history = entered(self.history, event)
        match event:
            case TableAgreed(contents):
                self._found = contents
            case TurnEnded(how=how):
                self._endings[len(self.history.entries)] = how.value
            case ComputerSeated(side, level):
                self._computer = None if side is None else Computer(side, level)
            case GameArranged(name):
                self._endings = {}
                self._board = {**self._board, "game": name}
            case GameClosed():
                self._endings = {}
            case _:
                pass
        self._report(event)

    def _report(self, event: Event) -> None:
        tone = tone_of(event)
        if tone is not None:
            self._tones += 1
            self._tone = {"name": tone.name, "number": self._tones, "seconds": list(TONES[tone])}
        message = event_message(event)
        if message is not None:
            self._write(sections.message_section(message))

    def _write(self, message: sections.Section) -> None:
        self._log_count += 1
        time = 0.0 if self._began is None else self._time - self._began
        self._log.append((str(self._log_count), {"time": round(time, 1), **message}))
