"""The game King of the Cups for two to six players: rolls, grabs, who is out, and the end.

A race has no turns: every player who is not out may grab. Rolls, and the draw of the first roller, are
chance.
"""

import re
import reprlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Contents, Mark, Pieces, Standing
from cupsboard.rules.king_of_the_cups.cups_and_dice import (
    CUP_OF_CODE,
    CUP_OF_KIND,
    CUPS,
    CUPS_TO_WIN,
    FEWEST,
    MOST,
    SPOTS,
    Cup,
    Seat,
    parse_dice,
    seats,
    tray,
)
from cupsboard.rules.king_of_the_cups.moves import IllegalMove, Move, Reason, Verb, parse_move
from cupsboard.rules.king_of_the_cups.position import Astray, Position, format_position, parse_position
from cupsboard.rules.king_of_the_cups.turns import KingTurns
from cupsboard.rules.places import OFF_BOARD, Kind, Place
from cupsboard.rules.plain_game import PlainGame

FIRST = "first"
"""The outcome of the draw of the first roller, in a record: "three chance first"."""
EARLY, OUT = "early", "out"
"""Possible calls: a hand or a cup lifted before the roll, a cup grabbed by a player who is out."""
LONGEST_GAME = 500
"""The most rounds in a record; cups could be stolen to and fro for ever."""

_NAME = re.compile(r"king-of-the-cups ([2-6])(?: spots ([a-z]{2}(?:-[a-z]{2}){8}))?")


@dataclass(frozen=True)
class KingOfTheCups(PlainGame[Position, Seat]):
    """A game of `player_count` players; `arrangement` is the cup on each spot at the beginning."""

    player_count: int
    arrangement: tuple[Cup, ...] = tuple(CUPS)

    def __post_init__(self) -> None:
        if not FEWEST <= self.player_count <= MOST:
            raise RulesError(f"{self.player_count} players: choose {FEWEST} to {MOST}")
        if sorted(map(_number, self.arrangement)) != list(range(len(CUPS))):
            said = "-".join(cup.code for cup in self.arrangement)
            raise RulesError(f"spots {said}: name each of the nine cups once")

    @classmethod
    def named(cls, name: str) -> "KingOfTheCups":
        """Return the game of a name as in a record, such as "king-of-the-cups 4"."""
        match = _NAME.fullmatch(name)
        if match is None:
            raise RulesError(
                f"{reprlib.repr(name)} is not a game: write 'king-of-the-cups N' with 2 to 6 players, and "
                f"after it, where the cups stand otherwise, 'spots {_codes(CUPS)}' with the first letters of "
                "the cups on the nine spots"
            )
        if match[2] is None:
            return cls(int(match[1]))
        codes = match[2].split("-")
        if unknown := [code for code in codes if code not in CUP_OF_CODE]:
            raise RulesError(f"spots: {unknown[0]!r} is no cup; write one of {', '.join(CUP_OF_CODE)}")
        return cls(int(match[1]), tuple(CUP_OF_CODE[code] for code in codes))

    @property
    def name(self) -> str:
        """Return the name that `named` reads."""
        spots = "" if self.arrangement == tuple(CUPS) else f" spots {_codes(self.arrangement)}"
        return f"king-of-the-cups {self.player_count}{spots}"

    @cached_property
    def players(self) -> tuple[Seat, ...]:
        """Return the players, round the table."""
        return seats(self.player_count)

    @property
    def cups_to_win(self) -> int:
        """Return how many cups a player needs to win."""
        return CUPS_TO_WIN[self.player_count]

    @cached_property
    def turns(self) -> KingTurns:
        """Return the machine of grabs and cups put back, as they land."""
        return KingTurns(self.players)

    @cached_property
    def places(self) -> Sequence[Place]:
        """Return the nine spots, then a tray for each player."""
        return (*SPOTS, *map(tray, self.players))

    @property
    def kinds(self) -> Mapping[Kind, int]:
        """Return nine kinds of one cup each, which all count the same."""
        return {cup.kind: 1 for cup in CUPS}

    @property
    def most_moves(self) -> int:
        """Return the most moves in a record: in each round a grab and a cup put back for every player."""
        return LONGEST_GAME * 2 * self.player_count

    def start(self, starter: Seat | None) -> Position:
        """Return the position with all cups on their spots; without a starter the first roller is drawn."""
        spots = dict(zip(self.arrangement, SPOTS, strict=True))
        return Position(tuple(spots[cup] for cup in CUPS), starter)

    def contents(self, position: Position) -> Contents:
        """Return how many cups stand on every spot and tray."""
        return {place: position.lying.count(place) for place in self.places}

    def pieces(self, position: Position) -> Pieces:
        """Return which cups stand on every spot and tray."""
        lying = list(zip(CUPS, position.lying, strict=True))
        return {place: {cup.kind: 1 for cup, at in lying if at == place} for place in self.places}

    def standing(self, position: Position) -> Standing:
        """Return whether a roll is due, a race or its putting back is on, or the game is over."""
        if max(map(position.cups_of, self.players)) >= self.cups_to_win:
            return Standing.OVER
        return Standing.TO_MOVE if position.dice or position.astray else Standing.CHANCE

    def movers(self, position: Position) -> tuple[Seat, ...]:
        """Return the players who may act: those not out of the race, and those with a cup to put back."""
        if self.standing(position) is not Standing.TO_MOVE:
            return ()
        owing = {each.by for each in position.astray}
        racing = set(self.players) - position.out if position.dice else set()
        return tuple(seat for seat in self.players if seat in owing | racing)

    def chance(self, position: Position, player: Seat, outcome: str) -> Position:
        """Return the position after the draw of the first roller, or after the roller's dice."""
        said = f"{player.value} chance {outcome}"
        self._require_player(player, said)
        if self.standing(position) is not Standing.CHANCE:
            raise IllegalMove(
                Reason.NO_ROLL,
                f"{said}: nobody rolls now; wait until the round is over and all cups are back",
            )
        if position.roller is None:
            if outcome != FIRST:
                raise IllegalMove(Reason.NO_ROLL, f"{said}: draw who rolls first; write 'chance {FIRST}'")
            return replace(position, roller=player)
        if player is not position.roller:
            raise IllegalMove(Reason.NO_ROLL, f"{said}: it is {position.roller.value} who rolls")
        return replace(position, dice=parse_dice(outcome))

    def play(self, position: Position, player: Seat, label: str) -> Position:
        """Return the position after a grab, a lift or a cup put back. Raises IllegalMove with the reason."""
        return self.make(position, player, parse_move(label))

    def make(self, position: Position, player: Seat, move: Move) -> Position:
        """Return the position after a move. Raises IllegalMove with the reason."""
        said = f"{player.value} {move.label}"
        self._require_player(player, said)
        if self.standing(position) is Standing.OVER:
            raise IllegalMove(Reason.GAME_OVER, f"{said}: the game is over; start a new one or undo")
        if move.verb is Verb.BACK:
            return self._put_back(position, move.cup, said)
        if position.dice is None:
            raise IllegalMove(Reason.NO_ROLL, f"{said}: the dice don't lie yet; call it '{EARLY}' instead")
        if player in position.out:
            raise IllegalMove(
                Reason.OUT, f"{said}: {player.value} is out of this round; call it '{OUT}' instead"
            )
        is_right = move.cup == position.dice.right_cup
        if move.verb is Verb.GRAB:
            return self._won(position, player) if is_right else self._wrong(position, player, move.cup)
        if is_right:
            raise IllegalMove(
                Reason.RIGHT_CUP, f"{said}: the right cup counts where it lands; enter the grab then"
            )
        return self._wrong(position, player, move.cup, OFF_BOARD)

    def passer(self, position: Position) -> Seat:  # noqa: ARG002
        """Raise IllegalMove: no player ever passes."""
        raise IllegalMove(Reason.NO_PASS, "pass: nobody passes in a race; who doesn't grab just waits")

    def calls(self, position: Position, player: Seat) -> Sequence[str]:
        """Return the faults that are recorded without cost: too early, or by a player who is out."""
        match self.standing(position):
            case Standing.CHANCE if position.roller:
                return (EARLY, *(f"{EARLY} {cup.kind}" for cup in CUPS))
            case Standing.TO_MOVE if player in position.out or not position.dice:
                return tuple(f"{OUT} {cup.kind}" for cup in CUPS)
            case _:
                return ()

    def call(self, position: Position, player: Seat, said: str) -> Position:
        """Return the unchanged position: the lifted cup goes back, and the game goes on.

        Raises IllegalMove for other calls.
        """
        self._require_player(player, f"{player.value} call {said}")
        possible = self.calls(position, player)
        if said not in possible:
            instead = f"it may be {', '.join(map(repr, possible))}" if possible else "nothing can be now"
            raise IllegalMove(
                Reason.NOT_A_CALL, f"{player.value} call {said}: can't be called here; {instead}"
            )
        return position

    def correct(self, position: Position, changes: Sequence[Mark]) -> Position:
        """Return the position with cups standing elsewhere; they belong there from then on."""
        lying = dict(zip(CUPS, position.lying, strict=True))
        for change in sorted(changes, key=lambda change: change.surplus):
            said = f"{change.place} {change.surplus:+d} {change.kind}"
            cup = CUP_OF_KIND.get(change.kind)
            if cup is None or change.place not in self.places:
                raise RulesError(
                    f"{said}: there is no such cup or place; name each as in '{SPOTS[0]} -1 {CUPS[0].kind}'"
                )
            if (change.surplus, lying[cup]) not in ((-1, change.place), (1, OFF_BOARD)):
                raise RulesError(
                    f"{said}: {cup.kind} stands on {lying[cup]}; take 1 from there, and put 1 elsewhere"
                )
            lying[cup] = change.place if change.surplus > 0 else OFF_BOARD
        moved = {change.kind for change in changes}
        astray = tuple(each for each in position.astray if each.cup.kind not in moved)
        corrected = replace(position, lying=tuple(lying[cup] for cup in CUPS), astray=astray)
        self._require_all_placed(corrected, moved)
        return corrected

    def winner(self, position: Position) -> Seat | None:
        """Return the player with the most cups; None for a tie, which only a correction can cause."""
        if self.standing(position) is not Standing.OVER:
            raise RulesError("winner: the game is not over; play on until somebody has enough cups")
        score = self.score(position)
        best = [seat for seat in self.players if score[seat] == max(score.values())]
        return best[0] if len(best) == 1 else None

    def score(self, position: Position) -> Mapping[Seat, int]:
        """Return the number of cups that each player owns."""
        return {seat: position.cups_of(seat) for seat in self.players}

    def format_position(self, position: Position) -> str:
        """Return one line as described in `cupsboard.rules.king_of_the_cups.position`."""
        return format_position(position)

    def parse_position(self, text: str) -> Position:
        """Return the position of a line. Raises RulesError naming what is wrong."""
        return parse_position(text, self.players)

    def _won(self, position: Position, player: Seat) -> Position:
        """Return the position after the right cup landed: its owner keeps it and rolls next."""
        assert position.dice is not None
        lying = _moved(position.lying, position.dice.right_cup, tray(player))
        return replace(position, lying=lying, roller=player, dice=None, out=frozenset())

    def _wrong(self, position: Position, player: Seat, cup: Cup, landed: Place | None = None) -> Position:
        """Return the position after a wrong grab: its player is out of the round.

        If all players are out then, the same player rolls again.
        """
        others = tuple(each for each in position.astray if each.cup != cup)
        place, home = tray(player) if landed is None else landed, position.home_of(cup)
        # Who takes their own cup up in vain sets it down where it belongs.
        debt = () if place == home else (Astray(cup, home, player),)
        out = position.out | {player}
        is_lost = len(out) == self.player_count
        return replace(
            position,
            lying=_moved(position.lying, cup, place),
            dice=None if is_lost else position.dice,
            out=frozenset() if is_lost else out,
            astray=(*others, *debt),
        )

    def _put_back(self, position: Position, cup: Cup, said: str) -> Position:
        """Return the position with a wrong cup back at home; any hand may put it there."""
        home = next((each.home for each in position.astray if each.cup == cup), None)
        if home is None:
            raise IllegalMove(
                Reason.NOT_ASTRAY,
                f"{said}: {cup.kind} is where it belongs ({position.place_of(cup)}); nothing must go back",
            )
        return replace(
            position,
            lying=_moved(position.lying, cup, home),
            astray=tuple(each for each in position.astray if each.cup != cup),
        )

    def _require_player(self, player: Seat, said: str) -> None:
        if player not in self.players:
            raise IllegalMove(
                Reason.NOT_A_PLAYER, f"{said}: {self.name} is played by {self.player_count}; name one of them"
            )

    def _require_all_placed(self, position: Position, moved: set[Kind]) -> None:
        for cup, place in zip(CUPS, position.lying, strict=True):
            if place == OFF_BOARD and cup.kind in moved:
                raise RulesError(f"{cup.kind}: all nine cups are on the table; say where it was put")
        homes = [position.home_of(cup) for cup in CUPS]
        for spot in SPOTS:
            if homes.count(spot) > 1:
                raise RulesError(f"{spot}: would be the place of {homes.count(spot)} cups; a spot holds one")


def _number(cup: Cup) -> int:
    return CUPS.index(cup)


def _codes(cups: Sequence[Cup]) -> str:
    return "-".join(cup.code for cup in cups)


def _moved(lying: tuple[Place, ...], cup: Cup, place: Place) -> tuple[Place, ...]:
    number = _number(cup)
    return (*lying[:number], place, *lying[number + 1 :])
