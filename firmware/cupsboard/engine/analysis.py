"""A game looked at move by move: what each move is worth, what was lost by it, and why.

What can be proved is proved first. Elsewhere all moves of a position are searched to the same depth, so that
a loss compares like with like: at different depths even a best move would seem to lose or win a bean. Such a
loss is an estimate, and is a reproach only where it is larger than the error of such estimates. Where a
search leaves out the move that was made, the replies to it and to the best move are searched alike.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Generic

from cupsboard.engine.player import EVERY_MOVE, Engine, Info, IsStopped, Limit, P, Source, never
from cupsboard.rules.game import Game, Standing
from cupsboard.rules.history import Called, Entry, History, HistoryOf, Moved, StockCorrected, TableCorrected
from cupsboard.rules.places import Place, Side
from cupsboard.rules.turns import CAPTURE, walks

LONGER = 10
"""So many times the nodes go into a proof, and into a second look before a move is called a mistake without
a proof."""
SUSPECTED = 0.5
"""Pieces: with so much lost at a first look a second may find a mistake."""


class Mark(Enum):
    """The signs that annotators of games give to moves, by how much a move loses."""

    NONE = ""
    SLIP = "?!"
    MISTAKE = "?"
    BLUNDER = "??"

    @classmethod
    def of(cls, loss_pieces: float) -> "Mark":
        """Return the sign for a loss in mean pieces: "?!" from one on, "?" from two, "??" from four."""
        return next((mark for mark, least in _LEAST_PIECES.items() if loss_pieces >= least), cls.NONE)


_LEAST_PIECES = {Mark.BLUNDER: 4.0, Mark.MISTAKE: 2.0, Mark.SLIP: 1.0}
"""With best play two sides end a bean or two apart, so that four beans decide a game."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason why a move is worse than another: the name of a sentence, and the values for it."""

    name: str
    side: Side
    """Whose cups, or whose reply, it is about."""
    place: Place | None = None
    beans: int = 0
    """How many beans it is about: captured ones, or those still to be dropped."""
    move: str = ""
    cost_beans: float = 0.0
    """What it costs by itself, as the evaluation has it. Reasons don't add up to the loss of a move."""
    points: int = 0
    """How many points it is about, where pieces count differently."""


@dataclass(frozen=True, slots=True)
class Choice(Generic[P]):
    """A position with the move that was made in it and a better one, each with what should follow."""

    game: Game[P]
    position: P
    side: Side
    played: Info
    best: Info

    def captured(self, info: Info) -> tuple[Place | None, int]:
        """Return what a move captures, as `captured_by` does."""
        return captured_by(self.game, self.position, self.side, info.move)

    def captured_in_reply(self, info: Info) -> tuple[Place | None, int]:
        """Return what the other side's expected reply to a move captures; (None, 0) without one."""
        after = self.game.play(self.position, self.side, info.move)
        if len(info.variation) < 2 or self.side in self.game.movers(after):
            return None, 0
        return captured_by(self.game, after, self.side.other, info.variation[1])


def captured_by(game: Game[P], position: P, side: Side, label: str) -> tuple[Place | None, int]:
    """Return the cup from which a move captures most beans, and how many; (None, 0) without a capture."""
    found = walks(game.turns, game.contents(position), game.turns.begin(position, side))
    acts = next((walk.acts for walk in found if game.turns.label(walk.acts) == label), ())
    captures = (act for act in acts if act.verb == CAPTURE)
    most = max(captures, key=lambda act: act.pieces, default=None)
    return (None, 0) if most is None else (most.source, most.pieces)


Explain = Callable[[Choice[P]], Sequence[Reason]]
"""Names why the move that was made is worse, the dearest reason first."""


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """An entry of a game with the engine's judgement of it.

    Scores are differences at the end of the game.
    """

    number: int
    entry: Entry
    side: Side
    before_beans: float
    """South's lead at the end with best play, before the entry."""
    after_beans: float
    """The same after it; what the two differ by is what the side lost."""
    loss_beans: float = 0.0
    is_proved: bool = False
    """Whether both values are exact, and with them the loss."""
    error_beans: float = 0.0
    """By how much the loss may be off where it isn't proved."""
    better: tuple[str, ...] = ()
    """The better move with what should follow; empty where nothing is lost."""
    expected: tuple[str, ...] = ()
    """What should have followed the move that was made, from that move on."""
    reasons: tuple[Reason, ...] = field(default=())
    mark: Mark = Mark.NONE
    """The sign of this move for annotators; none if the loss may be no loss at all."""


@dataclass(frozen=True, slots=True)
class Worth:
    """How much a move loses against the best move of its position."""

    move: str
    loss_points: float
    """By how many points of the game the move ends below the best one."""
    is_proved: bool = False
    """Whether the loss is exact."""
    error_points: float = 0.0
    """By how much the loss may be too large where it isn't proved."""

    def is_loss_of(self, least_points: float) -> bool:
        """Return whether the move loses at least so much, and its loss can't be an error of the estimate."""
        return self.loss_points >= max(least_points, TOLD_POINTS) and (
            self.is_proved or self.loss_points > self.error_points
        )


TOLD_POINTS = 0.5
"""A smaller loss is none."""


def worth_next_to(best: Info, played: Info) -> Worth:
    """Return what a move is worth next to the best one; `best` is exact only if no other can be better."""
    is_proved = played.is_exact and best.is_exact
    error = max(played.error_beans, best.error_beans)
    return Worth(played.move, max(0.0, best.score_beans - played.score_beans), is_proved, error)


def worths_of(infos: Sequence[Info]) -> tuple[Worth, ...]:
    """Return what each move of a position is worth, from what a search found of all of them, best first."""
    best = _best_of(infos)
    return tuple(worth_next_to(best, info) for info in infos)


def _best_of(infos: Sequence[Info]) -> Info:
    """Return the best move, whose score is proved to be that only where no other move is merely guessed."""
    return replace(infos[0], is_exact=all(info.is_exact for info in infos))


def mark_of(loss_points: float, error_points: float, piece_points: float = 1.0) -> Mark:
    """Return the sign for a loss of `loss_points`, which may be off by `error_points`.

    `piece_points` is the mean worth of a piece: 1 for beans.
    """
    return Mark.of(loss_points / piece_points) if loss_points > error_points else Mark.NONE


def analyse(
    history: History[P],
    engine: Engine[P],
    explain: Explain[P],
    limit: Limit,
    is_stopped: IsStopped = never,
    piece_points: float = 1.0,
) -> Iterator[JudgedMove]:
    """Yield every entry of a game with its judgement, in order; `limit` holds for each.

    A loss is measured by `piece_points`, the mean worth of a piece.

    A proof may take `LONGER` times the nodes, and so may a second look at a move that seems to be a mistake
    and isn't proved to be one. Every position is searched afresh, for what an earlier search expects is best
    play no more once a player has replied. A search that is called off judges no further entries; those
    before stand.
    """
    begun = _with_known_starter(history)
    game = begun.game
    value = 0.0
    for number, (stage, step) in enumerate(zip(begun.stages(), begun.steps, strict=False), start=1):
        entry, position = step.entry, stage.position
        if not isinstance(entry, Moved):
            # A pass changes nothing; after a correction or a call a search says what the table is worth.
            if isinstance(entry, StockCorrected | TableCorrected | Called):
                after = _value(begun.game, step.position, engine, limit, is_stopped)
                if is_stopped():
                    return
                yield JudgedMove(number, entry, entry.player, value, after)
                value = after
            else:
                yield JudgedMove(number, entry, entry.player, value, value)
            continue
        choice = _choice(game, position, entry, engine, limit, is_stopped, SUSPECTED * piece_points)
        if is_stopped():
            return
        judged = _judged(number, entry, choice, explain, piece_points)
        yield judged
        value = judged.after_beans


def _choice(
    game: Game[P],
    position: P,
    entry: Moved[Side],
    engine: Engine[P],
    limit: Limit,
    is_stopped: IsStopped,
    suspected_points: float,
) -> Choice[P]:
    """The move that was made and the best one; a reproach without a proof is looked at again."""

    def compared(infos: Sequence[Info], within: Limit) -> tuple[Info, Info]:
        best = _best_of(infos)
        played = next((info for info in infos if info.move == entry.label), None)
        if played is not None or is_stopped():
            return played or best, best
        labels = (entry.label, best.move)
        found = searched_alike(game, position, entry.player, labels, engine, within, is_stopped)
        return next(info for info in found if info.move == entry.label), found[0]

    if limit.nodes is None:
        played, best = compared(engine.analyse(position, limit, EVERY_MOVE, is_stopped), limit)
        return Choice(game, position, entry.player, played, best)
    longer = replace(limit, nodes=LONGER * limit.nodes)
    proved = engine.prove(position, longer, (entry.label,), is_stopped)
    played, best = compared(proved or engine.analyse(position, limit, EVERY_MOVE, is_stopped), limit)
    worth = worth_next_to(best, played)
    if worth.loss_points >= suspected_points and not worth.is_proved:
        played, best = compared(engine.analyse(position, longer, EVERY_MOVE, is_stopped), longer)
    return Choice(game, position, entry.player, played, best)


def searched_alike(
    game: Game[P],
    position: P,
    side: Side,
    labels: Sequence[str],
    engine: Engine[P],
    limit: Limit,
    is_stopped: IsStopped = never,
) -> tuple[Info, ...]:
    """Return moves of a side, best first, by like searches for the replies to them; the best isn't proved.

    That compares a move with others that a search left out of its answer.
    """
    found = [_by_reply(game, position, side, label, engine, limit, is_stopped) for label in labels]
    best, *others = sorted(found, key=lambda info: -info.score_beans)
    return replace(best, is_exact=False), *others


def _by_reply(
    game: Game[P], position: P, side: Side, label: str, engine: Engine[P], limit: Limit, is_stopped: IsStopped
) -> Info:
    """What a move is worth to `side` by a search for the reply to it."""
    after = game.play(position, side, label)
    if (settled := _settled(game, after)) is not None:
        return Info(1, 1, _turned(settled, Side.SOUTH, side), True, (label,), Source.SEARCH, 0.0)
    info = engine.play(after, limit, is_stopped)
    score = _turned(info.score_beans, _to_move(game, after), side)
    return replace(info, score_beans=score, variation=(label, *info.variation))


def _judged(
    number: int, entry: Moved[Side], choice: Choice[P], explain: Explain[P], piece_points: float
) -> JudgedMove:
    played, best = choice.played, choice.best
    worth = worth_next_to(best, played)
    mark = mark_of(worth.loss_points, worth.error_points, piece_points)
    return JudgedMove(
        number,
        entry,
        choice.side,
        _turned(best.score_beans, choice.side, Side.SOUTH),
        _turned(played.score_beans, choice.side, Side.SOUTH),
        worth.loss_points,
        worth.is_proved,
        worth.error_points,
        best.variation if worth.loss_points else (),
        played.variation,
        tuple(explain(choice)) if mark is not Mark.NONE else (),
        mark,
    )


def _with_known_starter(history: History[P]) -> History[P]:
    """The game begun by whoever made its first move, so that it is always somebody's turn."""
    first = next((entry for entry in history.entries if isinstance(entry, Moved)), None)
    if history.starter is not None or first is None:
        return history
    return HistoryOf(history.game, first.player).enter_all(history.entries)


def _value(game: Game[P], position: P, engine: Engine[P], limit: Limit, is_stopped: IsStopped) -> float:
    """South's lead at the end with best play."""
    if (settled := _settled(game, position)) is not None:
        return settled
    info = engine.play(position, limit, is_stopped)
    return _turned(info.score_beans, _to_move(game, position), Side.SOUTH)


def _settled(game: Game[P], position: P) -> float | None:
    """South's lead where the game or a round of it is over; None while there is something to play."""
    if game.standing(position) not in (Standing.OVER, Standing.BETWEEN_ROUNDS):
        return None
    score = game.score(position)
    return float(score[Side.SOUTH] - score[Side.NORTH])


def _turned(lead: float, of: Side, to: Side) -> float:
    """Return the lead of side `of` as side `to` counts it."""
    return lead if of is to else -lead


def _to_move(game: Game[P], position: P) -> Side:
    """Whose turn it is, also where that side must pass."""
    if game.standing(position) is Standing.PASS:
        return game.passer(position)
    return game.movers(position)[0]
