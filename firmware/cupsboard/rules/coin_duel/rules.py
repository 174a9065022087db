"""The game Coin Duel in its three stages: plays, calls, rounds, positions and points."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

from cupsboard.rules.coin_duel.moves import Handful, IllegalPlay, Play, Reason, parse_play
from cupsboard.rules.coin_duel.playing import carried_out
from cupsboard.rules.coin_duel.points import (
    SIDES,
    Ending,
    can_move,
    ending,
    round_points,
    total_points,
    winning_kind,
)
from cupsboard.rules.coin_duel.position import (
    MOST_PIECES,
    Amounts,
    Called,
    Position,
    Row,
    format_position,
    parse_position,
    row_of,
)
from cupsboard.rules.coin_duel.settings import LONGEST_ROUND, Settings
from cupsboard.rules.coin_duel.turns import CoinDuelTurns
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Contents, Mark, Pieces, Standing
from cupsboard.rules.places import BEAN, Kind, Place, Side, board_places, stock
from cupsboard.rules.plain_game import PlainGame

__all__ = [
    "CoinDuel",
    "Ending",
    "Handful",
    "IllegalPlay",
    "Offence",
    "Play",
    "Position",
    "Reason",
    "Row",
    "Settings",
    "parse_play",
]

BEGIN, CONCEDE = "begin", Called.CONCEDED.value


class Offence(Enum):
    """The kind of an illegal play; in a call it follows the word "offence"."""

    COINS_LEFT = "coins-left"
    """Pieces are left in the hand that can't be placed."""
    PUT_BACK = "put-back"
    """A handful that was lifted was put back."""
    EXCHANGED = "exchanged"
    """A piece that was sown already was exchanged."""
    TWO_AT_ONCE = "two-at-once"
    """Two pieces of a handful went into one cup."""
    SKIPPED = "skipped"
    """A handful went past a cup without a piece."""
    OTHER = "other"
    """Any other illegal play."""


_OFFENCES = tuple(f"{Called.OFFENDED.value} {each.value}" for each in Offence)


@dataclass(frozen=True)
class CoinDuel(PlainGame[Position, Side]):
    """A game with these settings; stage 3 is a match with one round for each kind."""

    settings: Settings

    @classmethod
    def named(cls, name: str) -> "CoinDuel":
        """Return the game of a name as in a record, such as "coin-duel 10 stage 3"."""
        return cls(Settings.named(name))

    @property
    def name(self) -> str:
        """Return the name that `named` reads."""
        return self.settings.name

    @property
    def players(self) -> Sequence[Side]:
        """Return south and north."""
        return SIDES

    @cached_property
    def turns(self) -> CoinDuelTurns:
        """Return the machine of plays from the stock or a cup, act by act, as they land."""
        return CoinDuelTurns(self.settings)

    @cached_property
    def places(self) -> Sequence[Place]:
        """Return all cups and pots, in sowing order from south's cup 1."""
        return board_places(self.settings.cups)

    @property
    def kinds(self) -> Mapping[Kind, int]:
        """Return the points of a piece of each kind; a winning coin counts ten times as much."""
        return dict(self.settings.kinds)

    @property
    def most_moves(self) -> int:
        """Return the most moves of a game.

        In stages 1 and 2 each play takes a piece from the stock or brings one into a pot. Rounds of stage 3
        can last for ever without a limit of turns; then a record holds at most `LONGEST_ROUND` turns a round.
        """
        settings = self.settings
        if settings.stage == 3:
            return settings.rounds * (settings.turns or LONGEST_ROUND)
        return 4 * settings.stock * len(settings.kinds)

    @property
    def rounds(self) -> int:
        """Return how many rounds a match has."""
        return self.settings.rounds

    @property
    def offence_ends_round(self) -> bool:
        """Return whether an offence ends the round: not in a friendly game."""
        return not self.settings.friendly

    def round_of(self, position: Position) -> int:
        """Return the number of the round, counted from 1."""
        return position.round

    def start(self, starter: Side | None) -> Position:
        """Return the empty board with both stocks; without a starter either player may begin."""
        return self._laid_out(1, starter, (0, 0))

    def contents(self, position: Position) -> Contents:
        """Return how many pieces lie in every cup, pot and stock."""
        return {place: sum(pieces) for place, pieces in self._lying(position).items()}

    def pieces(self, position: Position) -> Pieces:
        """Return how many pieces of each kind lie in every cup, pot and stock."""
        kinds = [kind for kind, _ in self.settings.kinds]
        return {place: dict(zip(kinds, at, strict=True)) for place, at in self._lying(position).items()}

    def movers(self, position: Position) -> tuple[Side, ...]:
        """Return the side whose turn it is; at an open start each side that can play; () at a round's end."""
        if self.ending(position) is not None:
            return ()
        turn = SIDES if position.to_move is None else (position.to_move,)
        return tuple(side for side in turn if can_move(self.settings, position, side))

    def ending(self, position: Position) -> Ending | None:
        """Return why the round is over; None while it goes on."""
        return ending(self.settings, position)

    def standing(self, position: Position) -> Standing:
        """Return whether a player can play, the next round is to begin, or the last one is over."""
        if self.ending(position) is None:
            return Standing.TO_MOVE
        return Standing.BETWEEN_ROUNDS if position.round < self.settings.rounds else Standing.OVER

    def winning_coin(self, position: Position) -> Kind | None:
        """Return the kind that decides the round; None outside stage 3."""
        number = winning_kind(self.settings, position)
        return None if number is None else self.settings.kinds[number][0]

    def play(self, position: Position, side: Side, label: str) -> Position:
        """Return the position after the play written in `label`. Raises IllegalPlay with the reason."""
        return self.make(position, side, parse_play(label, alike=self.settings.alike))

    def make(self, position: Position, side: Side, play: Play) -> Position:
        """Return the position after a play. Raises IllegalPlay with the reason."""
        said = f"{side.value} {play.label}"
        self._require_running(position, said)
        if position.to_move is side.other:
            raise IllegalPlay(
                Reason.WRONG_TURN, f"{said}: it is {side.other.value}'s turn; wait for their play"
            )
        own, other = carried_out(self.settings, side, position.row(side), position.row(side.other), play)
        south, north = (own, other) if side is Side.SOUTH else (other, own)
        return replace(position, south=south, north=north, to_move=side.other, turn=position.turn + 1)

    def passer(self, position: Position) -> Side:  # noqa: ARG002
        """Raise IllegalPlay: no player ever passes."""
        raise IllegalPlay(
            Reason.NO_PASS,
            "pass: nobody passes in Coin Duel; who has no play ends the round; play on or undo",
        )

    def calls(self, position: Position, side: Side) -> Sequence[str]:  # noqa: ARG002
        """Return the possible calls: beginning the next round, or conceding and offences during one."""
        match self.standing(position):
            case Standing.BETWEEN_ROUNDS:
                return (BEGIN,)
            case Standing.TO_MOVE:
                return (CONCEDE, *_OFFENCES)
            case _:
                return ()

    def call(self, position: Position, side: Side, said: str) -> Position:
        """Return the position after a call. Raises IllegalPlay where it can't be made.

        An offence in a friendly game changes nothing: it may be mended, and the game goes on.
        """
        possible = self.calls(position, side)
        if said not in possible:
            instead = f"it may be {', '.join(map(repr, possible))}" if possible else "the game is over"
            raise IllegalPlay(Reason.NOT_A_CALL, f"{side.value} call {said}: can't be called here; {instead}")
        if said == BEGIN:
            return self._laid_out(position.round + 1, side, self._totals(position))
        if said == CONCEDE:
            return replace(position, called=(Called.CONCEDED, side))
        return position if self.settings.friendly else replace(position, called=(Called.OFFENDED, side))

    def set_stock(self, position: Position, side: Side, count: int) -> Position:
        """Return the position with a player's stock corrected, if all pieces are alike."""
        most = 2 * self.settings.stock
        if not self.settings.alike:
            raise RulesError(
                f"{side.value} stock {count}: of which kinds? correct the table instead, as in "
                f"'table {stock(side)} -1 {self.settings.kinds[0][0]}'"
            )
        if not 0 <= count <= most:
            raise RulesError(f"{side.value} stock {count}: a stock can be corrected to 0 to {most}")
        row = replace(position.row(side), stock=(count,))
        return replace(position, south=row) if side is Side.SOUTH else replace(position, north=row)

    def correct(self, position: Position, changes: Sequence[Mark]) -> Position:
        """Return the position with these changes of piece counts, and the same side to move."""
        lying = {place: [*pieces] for place, pieces in self._lying(position).items()}
        for change in changes:
            said = f"{change.place} {change.surplus:+d}"
            number = self._number(change.kind, said)
            if change.place not in lying:
                raise RulesError(f"{said}: {self.name} has no such place; correct a cup, a pot or a stock")
            lying[change.place][number] += change.surplus
            if not 0 <= (held := lying[change.place][number]) <= MOST_PIECES:
                raise RulesError(
                    f"{said}: it would hold {held} of them; a place holds 0 to {MOST_PIECES} of a kind"
                )
        return replace(position, south=self._row(lying, Side.SOUTH), north=self._row(lying, Side.NORTH))

    def winner(self, position: Position) -> Side | None:
        """Return the side with more points in all; None for a tie. Raises RulesError before the end."""
        if self.standing(position) is not Standing.OVER:
            raise RulesError("winner: the game is not over; play on until the last round is")
        south, north = self._totals(position)
        if south == north:
            # A game of one round that was given up has a winner even where the pots are empty.
            return position.called[1].other if position.called and self.settings.rounds == 1 else None
        return Side.SOUTH if south > north else Side.NORTH

    def score(self, position: Position) -> Mapping[Side, int]:
        """Return the points of all rounds; a round in progress counts by its pots."""
        is_over = self.ending(position) is not None
        return dict(zip(SIDES, total_points(self.settings, position, is_over=is_over), strict=True))

    def round_score(self, position: Position) -> Mapping[Side, int]:
        """Return the points of the round that is over. Raises RulesError before its end."""
        if self.ending(position) is None:
            raise RulesError(f"score of round {position.round}: it is not over; play on until it is")
        return dict(zip(SIDES, round_points(self.settings, position), strict=True))

    def format_position(self, position: Position) -> str:
        """Return one line as described in `cupsboard.rules.coin_duel.position`."""
        return format_position(position)

    def parse_position(self, text: str) -> Position:
        """Return the position of a line. Raises RulesError with the column and what was expected."""
        settings = self.settings
        return parse_position(text, settings.cups, len(settings.kinds), settings.rounds)

    def _laid_out(self, in_round: int, starter: Side | None, totals: tuple[int, int]) -> Position:
        nothing = (0,) * len(self.settings.kinds)
        row = Row((nothing,) * self.settings.cups, nothing, self.settings.first_stock(in_round))
        return Position(row, row, starter, round=in_round, totals=totals)

    def _totals(self, position: Position) -> tuple[int, int]:
        return total_points(self.settings, position, is_over=True)

    def _require_running(self, position: Position, said: str) -> None:
        match self.standing(position):
            case Standing.OVER:
                raise IllegalPlay(Reason.GAME_OVER, f"{said}: the game is over; start a new one or undo")
            case Standing.BETWEEN_ROUNDS:
                raise IllegalPlay(
                    Reason.ROUND_OVER,
                    f"{said}: round {position.round} is over; lay out the next and call {BEGIN!r}",
                )
            case _:
                return

    def _lying(self, position: Position) -> Mapping[Place, Amounts]:
        rows = (position.south, position.north)
        lying = [pieces for row in rows for pieces in (*row.cups, row.pot)]
        stocks = {stock(side): position.row(side).stock for side in SIDES}
        return {**dict(zip(self.places, lying, strict=True)), **stocks}

    def _row(self, lying: Mapping[Place, Sequence[int]], side: Side) -> Row:
        count = self.settings.cups + 1
        places = self.places[:count] if side is Side.SOUTH else self.places[count:]
        return row_of([tuple(lying[place]) for place in (*places, stock(side))])

    def _number(self, kind: Kind, said: str) -> int:
        """Return the index of a correction's kind among the kinds."""
        number = self.settings.number.get(kind)
        if number is None:
            known = ", ".join(self.settings.number)
            if kind == BEAN:
                raise RulesError(f"{said}: of which kind? write one of {known} after it")
            raise RulesError(f"{said} {kind}: {self.name} has no such kind; write one of {known}")
        return number
