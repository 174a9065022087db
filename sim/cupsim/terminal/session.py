"""What happens at the terminal board: people come and go, keys move hands, time runs at a pace."""

from collections import deque
from dataclasses import replace
from random import Random

from cupsboard.loop import Moment
from cupsboard.recognition.outcome import Outcome, seen_in
from cupsboard.referee.as_landed.referee import Referee as LapReferee
from cupsboard.referee.events import (
    Event,
    GameClosed,
    GameOver,
    GameStarted,
    NotNow,
    Redone,
    Restored,
    TableAgreed,
    TableCorrected,
    TableQuestioned,
    TakingBack,
    TurnEnded,
    Undone,
)
from cupsboard.rules.game import Contents, Pieces
from cupsboard.rules.places import Place, Side, stock
from cupsboard.rules.turns import Order
from cupsboard.signs.event_text import describe
from cupsboard.signs.light_patterns import shown
from cupsboard.signs.scene import Meaning, Scene
from cupsboard.signs.sentences import say

from cupsim.page.pace import Pace
from cupsim.people.move_choice import described
from cupsim.people.thinking import Thinkers, at_once
from cupsim.runs.games import Pairing
from cupsim.table.hand_actions import Act, PressButton, Wait
from cupsim.terminal.carrying import carrying, clearing
from cupsim.terminal.hints import hint
from cupsim.terminal.keys import (
    ARROWS,
    BOTH_TAP_SECONDS,
    HOLD_SECONDS,
    LONG_HOLD_SECONDS,
    NEXT_KIND,
    SURELY_A_HOLD_SECONDS,
    TAP_SECONDS,
    Acts,
    Button,
    Grip,
    Keyboard,
    Wish,
)
from cupsim.terminal.kinds import kinds_of, match_line
from cupsim.terminal.view import PlaceView, Player, View

DEMONSTRATION_FACTOR = 8.0
PLAYING_FACTOR = 1.0
REST_SECONDS = 40.0
"""So long (in virtual time) the result of a demonstration stays before the next one begins."""
FINGER_TEMPO = 50.0
"""Fingers that lie on both buttons already, so that they push at the same moment."""
LINES_KEPT = 20


class Session:
    """One person at a terminal, with all evenings that are played there."""

    def __init__(self, pairing: Pairing, thinkers: Thinkers = at_once) -> None:
        self._thinkers = thinkers
        self.keyboard = Keyboard(pairing.setting.cups, kinds=kinds_of(pairing.setting.of_game()))
        self.has_quit = False
        self.shows_help = False
        self._shows_truth = False
        self._begin(pairing)
        self.pace = Pace(PLAYING_FACTOR if self.persons else DEMONSTRATION_FACTOR)
        self._notice = self._welcome()

    def _begin(self, pairing: Pairing) -> None:
        self._pairing = pairing
        self.world = pairing.seated(self._thinkers)
        self.world.loop.listen(self._listen)
        seed, world = pairing.setting.seed, self.world
        fingers = {side: world.new_hands(side, Random(seed), tempo=FINGER_TEMPO) for side in Side}
        for hands in fingers.values():
            self.world.bring(hands)
        self._fingers = fingers
        self._lines: deque[str] = deque(maxlen=LINES_KEPT)
        self._scene: Scene | None = None
        self._found: Contents = self.world.game.contents(self.world.referee.position)
        self._outcome: Outcome | None = None
        self._sureness = ""
        self._moves = len(self.world.referee.history.entries)
        self._over_since: float | None = None
        self._is_undo_asked = False
        self._is_new_game_asked = False
        self._is_table_wanted = False
        self._is_clearing_wanted = False
        self._is_never_mind_wanted = False
        self._down: dict[Side, float] = {}

    def _welcome(self) -> str:
        if not self.persons:
            return "A demonstration. ? explains the keys; any hand key takes over south."
        if len(self.persons) == 2:
            return "You play both sides. ? explains the keys."
        (side,) = self.persons
        if side is not self.keyboard.side:
            self.keyboard.move_other_hand()
        return f"You play {side.value}. ? explains the keys; d lets a simulated player play it."

    @property
    def persons(self) -> frozenset[Side]:
        """The sides that nobody simulates."""
        return frozenset(side for side in Side if side not in self.world.people)

    def advance(self, real_seconds: float) -> None:
        """Let time pass at the pace; a demonstration begins anew some time after its end."""
        self.world.run_until(self.world.now + self.pace.virtual_seconds(real_seconds))
        self._put_right()
        self._note_refusal()
        is_over = self._over_since is not None and self.world.now >= self._over_since + REST_SECONDS
        if is_over and not self.persons:
            setting = self._pairing.setting
            self._begin(replace(self._pairing, setting=replace(setting, seed=setting.seed + 1, begun=None)))

    def press(self, key: str) -> None:
        """Do what a key asks for; the first key for a simulated hand takes that hand over."""
        if self.shows_help and key not in ("q", "quit"):
            self.shows_help = False
            return
        table = self.world.table
        command = self.keyboard.press(key, self._grip(), table.contents(), table.pieces())
        match command:
            case Button.PAUSE if not self.world.is_powered:
                self._switch_on()
            case Wish():
                self._grant(command)
            case Acts() | Button() if self.keyboard.side not in self.persons:
                self._take_over()
            case Acts(acts):
                self._notice = ""
                self._do(*acts)
            case Button():
                self._notice = ""
                self._push(command)
            case None:
                is_choice = key in ARROWS or (key == NEXT_KIND and self.keyboard.kind is not None)
                self._notice = "" if is_choice else "That key does nothing now. ? explains the keys."

    def _grant(self, wish: Wish) -> None:
        match wish:
            case Wish.QUIT:
                self.has_quit = True
            case Wish.HELP:
                self.shows_help = True
            case Wish.TRUTH:
                self._shows_truth = not self._shows_truth
            case Wish.FASTER:
                self.pace.faster()
            case Wish.SLOWER:
                self.pace.slower()
            case Wish.OTHER_HAND:
                self.keyboard.move_other_hand()
                self._notice = f"The keys move {self.keyboard.side.value}'s hand."
            case Wish.GIVE_BACK:
                self._give_back()
            case Wish.NEW_GAME:
                self._ask_for_new_game()
            case Wish.NEVER_MIND:
                self._never_mind()

    def _take_over(self) -> None:
        side = self.keyboard.side
        self.world.unseat(side)
        self.pace = Pace(PLAYING_FACTOR)
        self._notice = f"You play {side.value} now. ? explains the keys; d gives the hand back."

    def _give_back(self) -> None:
        side = self.keyboard.side
        if self._follows_acts:
            self._notice = "Nobody simulated plays this game here: play both sides."
        elif side in self.persons:
            self.world.seat(side, self._pairing.stand_in(side), self._pairing.traits_of(side))
            self._notice = f"A simulated player plays {side.value} now."

    def _ask_for_new_game(self) -> None:
        """Hold for long as on the real board, which asks; the person's press confirms."""
        if self.keyboard.side not in self.persons:
            self._take_over()
        if self.world.hands[self.keyboard.side].is_busy:
            self._notice = "The hand is busy: wait, then press g again."
            return
        self._do(PressButton(LONG_HOLD_SECONDS))
        self._is_new_game_asked = True
        self._notice = "Enter says yes to a new game once the board asks; esc leaves it."

    def _never_mind(self) -> None:
        """Take back what is held: press the button that is up or, where both are held, one of them again."""
        self._is_undo_asked = self._is_new_game_asked = False
        is_reaching = isinstance(self.world.hands[self.keyboard.side].doing, PressButton)
        self._is_never_mind_wanted = not self._down and is_reaching
        if not self._down:
            self._notice = "" if is_reaching else "No button is held."
            return
        now = self.world.now
        in_seconds = max(0.0, max(self._down.values()) + SURELY_A_HOLD_SECONDS - now)
        self.world.hands[self.keyboard.side].forget()
        if len(self._down) == 1:
            (held,) = self._down
            self._fingers[held.other].do(Wait(in_seconds), PressButton(TAP_SECONDS), now=now)
        else:
            lifted = self._fingers[Side.NORTH]
            lifted.let_go(now + in_seconds)
            lifted.do(Wait(TAP_SECONDS), PressButton(TAP_SECONDS), now=now)
        self._notice = "Never mind: what was held does nothing."

    def _put_right(self) -> None:
        """Carry the beans of both players to where an undo, a redo or a new game by key wants them."""
        table = self.world.table.contents()
        if self._follows_acts and (self._is_table_wanted or self._is_clearing_wanted):
            # Pieces have kinds and a hand may hold some: whoever helps on the page helps here.
            self.world.put_up()
            self._notice = "Helping hands put everything where it belongs."
            self._is_table_wanted = self._is_clearing_wanted = False
        if self._is_table_wanted:
            wanted = self.world.game.contents(self.world.referee.position)
            self._do(*carrying(wanted, self.keyboard.side, self._grip(), table))
            self._notice = "The hand carries the beans. + makes it quicker."
        if self._is_clearing_wanted:
            self._do(*clearing(self.world.game, self.keyboard.side, self._grip(), table))
            self._notice = "The hand empties the board. + makes it quicker."
        self._is_table_wanted = self._is_clearing_wanted = False

    def _push(self, button: Button) -> None:
        other = self.keyboard.side.other
        match button:
            case Button.OTHERS if other not in self.persons:
                self._notice = f"A simulated player plays {other.value} and presses that button."
            case Button.OTHERS:
                self._fingers[other].do(PressButton(TAP_SECONDS), now=self.world.now)
            case Button.UNDO:
                self._is_undo_asked = True
                self._push_both(HOLD_SECONDS)
            case Button.REDO:
                self._is_undo_asked = True
                self._push_both(BOTH_TAP_SECONDS)
            case Button.PAUSE:
                self._push_both(LONG_HOLD_SECONDS)

    def _switch_on(self) -> None:
        self.world.restore_power()
        self.world.loop.listen(self._listen)
        self._notice = "The board is on again, and looks at its table."

    def _push_both(self, held_seconds: float) -> None:
        for fingers in self._fingers.values():
            fingers.do(PressButton(held_seconds), now=self.world.now)

    def note(self, said: str) -> None:
        """Show a line of what happened beside the board."""
        self._lines.append(f"{self.world.now:>7.1f} s      {said}")

    def _do(self, *acts: Act) -> None:
        self.world.hands[self.keyboard.side].do(*acts, now=self.world.now)
        self._note_refusal()

    def _note_refusal(self) -> None:
        hands = self.world.hands[self.keyboard.side]
        if hands.refused is not None:
            self._notice, hands.refused = f"The hand can't: {hands.refused.reason}.", None

    def _grip(self) -> Grip:
        hands = self.world.hands[self.keyboard.side]
        lifted = hands.cup_from if hands.cup else None
        return Grip(len(hands.beans), lifted, hands.is_busy, tuple(piece.kind for piece in hands.beans))

    @property
    def _follows_acts(self) -> bool:
        return self.world.game.turns.order is not Order.FREE

    def _listen(self, moment: Moment) -> None:
        decided = moment.decided
        self._scene = decided.scene
        self._sureness = "" if decided.sureness is None else decided.sureness.value
        for edge in moment.edges:
            if edge.is_down:
                self._down.setdefault(Side(edge.button), edge.time)
                if self._is_never_mind_wanted:
                    self._never_mind()
            else:
                self._down.pop(Side(edge.button), None)
        if decided.recognition is not None:
            self._found = seen_in(decided.recognition, self._found)
            self._outcome = decided.recognition.outcome
        for event in decided.events:
            self._happened(event, moment.time)

    def _happened(self, event: Event, time: float) -> None:
        if isinstance(event, Undone | Redone | TakingBack):
            self._is_table_wanted, self._is_undo_asked = self._is_undo_asked, False
        if isinstance(event, GameClosed):
            self._is_clearing_wanted, self._is_new_game_asked = self._is_new_game_asked, False
        if isinstance(event, Restored):
            self._notice = ""
        match event:
            case TableAgreed(contents):
                self._found = contents
            case NotNow() | TableQuestioned():
                self._is_undo_asked = False
            case TurnEnded():
                self._moves += 1
            case GameOver():
                self._over_since = time
            case GameStarted() | GameClosed() | Undone() | Redone() | Restored() | TableCorrected():
                self._moves = len(self.world.referee.history.entries)
                self._over_since = None
                # Who began the game has their move in mind; all others read the position off the screen.
                for person in self.world.people.values() if not isinstance(event, GameStarted) else ():
                    person.learn(self.world.referee.position)
            case _:
                pass
        line = describe(event)
        if line is not None and not isinstance(event, TableAgreed):
            number = f"{self._moves:>3}." if isinstance(event, TurnEnded) else "    "
            self._lines.append(f"{time:>7.1f} s {number} {line}")

    def view(self) -> View:
        """Everything there is to see now."""
        world, scene = self.world, self._scene
        meanings = {} if scene is None or not world.is_powered else shown(scene.signs)
        is_playing = self.keyboard.side in self.persons
        return View(
            setting=world.setting,
            seconds=world.now,
            pace=str(self.pace),
            places={place: self._place(place, meanings.get(place)) for place in world.game.places},
            players={side: self._player(side) for side in Side},
            message=self._message(),
            sureness=self._sureness if world.is_powered else "",
            may=self._may(),
            chosen=self.keyboard.chosen if is_playing else None,
            grip=self._grip() if is_playing else None,
            notice=self._notice,
            lines=tuple(self._lines),
            shows_truth=self._shows_truth,
            kinds=self.world.game.kinds if self.keyboard.kind is not None else {},
            meant=self.keyboard.kind if is_playing else None,
            match=match_line(self.world.game, self.world.referee.position),
        )

    def _message(self) -> str:
        if not self.world.is_powered:
            return "(switched off; k switches it on again)"
        return "" if self._scene is None else say(self._scene.message)

    def _may(self) -> str:
        if self._scene is None or not self.world.is_powered:
            return ""
        return hint(self.world.referee, self._scene, self._outcome, self.persons)

    def _place(self, place: Place, meaning: Meaning | None) -> PlaceView:
        world = self.world
        grams, lots = world.core.latest_grams[place], self._lots
        colours = world.bench.strip.colours
        return PlaceView(
            pixels=tuple(colours[index] for index in world.profile.strip.pixels[place]),
            meaning=meaning,
            believed=sum(lots[place].values()) if place in lots else self._found[place],
            truth=world.table.contents()[place],
            lot=lots.get(place, {}),
            true_lot=world.table.pieces()[place],
            grams=None if grams is None else grams - world.calibration.places[place].cup_grams,
            has_cup=world.table.has_cup(place),
            is_moving=place in world.core.moving,
        )

    @property
    def _lots(self) -> Pieces:
        """What is believed to lie where, by kind, where acts are followed: within a turn too."""
        referee = self.world.referee
        return referee.pieces if isinstance(referee, LapReferee) else {}

    def _player(self, side: Side) -> Player:
        world, own = self.world, stock(side)
        return Player(
            name="you" if side in self.persons else f"{described(self._pairing.stand_in(side))}, simulated",
            has_turn=self._scene is not None and self._scene.turn is side,
            stock=self._stock(side),
            true_stock=world.table.contents()[own],
            score=world.game.score(world.referee.position)[side],
        )

    def _stock(self, side: Side) -> int:
        """What the board says of a stock, before its first look too."""
        if self._scene is not None:
            return self._scene.stocks.get(side, 0)
        return self.world.game.contents(self.world.referee.position).get(stock(side), 0)
