"""A game looked at move by move: what each move is worth, what was lost by it, and why.

What can be proved is proved first. Elsewhere all moves of a position are searched to the same depth, so that
a loss compares like with like: at different depths even a best move would seem to lose or win a bean. Such a
loss is an estimate, and is a reproach only where it is larger than the error of such estimates.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Generic, TypeVar

from cupsboard.engine.player import EVERY_MOVE, PASS, Engine, Info, Limit, never
from cupsboard.rules.game import Game, Standing
from cupsboard.rules.history import Entry, History, HistoryOf, Moved, StockCorrected, TableCorrected
from cupsboard.rules.places import Place, Side

P = TypeVar("P")

LONGER = 10
"""So many times the nodes go into a proof, and into a second look before a move is called a mistake without
a proof."""
SUSPECTED = 0.5
"""Beans: with so much lost at a first look a second may find a mistake."""


class Mark(Enum):
    """The signs that annotators of games give to moves, by how much a move loses."""

    NONE = ""
    SLIP = "?!"
    MISTAKE = "?"
    BLUNDER = "??"

    @classmethod
    def of(cls, loss_beans: float) -> "Mark":
        """Return the sign for a loss in beans: "?!" from one bean on, "?" from two, "??" from four."""
        return next((mark for mark, least in _LEAST_BEANS.items() if loss_beans >= least), cls.NONE)


_LEAST_BEANS = {Mark.BLUNDER: 4.0, Mark.MISTAKE: 2.0, Mark.SLIP: 1.0}
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
    tells_cost: bool = True
    """Whether that is enough of the loss to be told."""


@dataclass(frozen=True, slots=True)
class Choice(Generic[P]):
    """A position with the move that was made in it and a better one, each with what should follow."""

    game: Game[P]
    position: P
    side: Side
    played: Info
    best: Info


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

    @property
    def mark(self) -> Mark:
        """Return the sign of this move for annotators; none if the loss may be no loss at all."""
        return mark_of(self.loss_beans, self.error_beans)


def mark_of(loss_beans: float, error_beans: float) -> Mark:
    """Return the sign for a loss of `loss_beans`, which may be off by `error_beans`."""
    return Mark.of(loss_beans) if loss_beans > error_beans else Mark.NONE


def analyse(
    history: History[P],
    engine: Engine[P],
    explain: Explain[P],
    limit: Limit,
    is_stopped: Callable[[], bool] = never,
) -> Iterator[JudgedMove]:
    """Yield every entry of a game with its judgement, in order; `limit` holds for each.

    A proof may take `LONGER` times the nodes, and so may a second look at a move that seems to be a mistake
    and isn't proved to be one. What was proved stays known as long as the game follows its line. A search
    that is called off judges no further entries; those before stand.
    """
    begun = _with_known_starter(history)
    game = begun.game
    value = 0.0
    known: Info | None = None
    for number, (stage, step) in enumerate(zip(begun.stages(), begun.steps, strict=False), start=1):
        entry, position = step.entry, stage.position
        if not isinstance(entry, Moved):
            # A pass changes nothing; after a correction the next search says what the table is worth.
            if isinstance(entry, StockCorrected | TableCorrected):
                after = _value(begun.game, step.position, engine, limit, is_stopped)
                if is_stopped():
                    return
                yield JudgedMove(number, entry, entry.player, value, after)
                value, known = after, None
            else:
                known = _followed(known, PASS)
                yield JudgedMove(number, entry, entry.player, value, value)
            continue
        choice = _choice(game, position, entry, known, engine, limit, is_stopped)
        if is_stopped():
            return
        judged = _judged(number, entry, choice, explain)
        yield judged
        value, known = judged.after_beans, _followed(choice.played, entry.label)


def _followed(known: Info | None, label: str) -> Info | None:
    """Return the proved line without its first move, as the other side sees it; None after another move."""
    if known is None or not known.is_exact or len(known.variation) < 2 or known.variation[0] != label:
        return None
    return replace(known, score_beans=-known.score_beans, variation=known.variation[1:])


def _choice(
    game: Game[P],
    position: P,
    entry: Moved[Side],
    known: Info | None,
    engine: Engine[P],
    limit: Limit,
    is_stopped: Callable[[], bool],
) -> Choice[P]:
    """The move that was made and the best one; a reproach without a proof is looked at again."""
    if known is not None and known.variation[0] == entry.label:
        return Choice(game, position, entry.player, known, known)
    if limit.nodes is None:
        played, best = _compared(entry, engine.analyse(position, limit, EVERY_MOVE, is_stopped))
        return Choice(game, position, entry.player, played, best)
    longer = replace(limit, nodes=LONGER * limit.nodes)
    proved = engine.prove(position, longer, (entry.label,), is_stopped)
    played, best = _compared(entry, proved or engine.analyse(position, limit, EVERY_MOVE, is_stopped))
    if _loss(played, best) >= SUSPECTED and not (played.is_exact and best.is_exact):
        played, best = _compared(entry, engine.analyse(position, longer, EVERY_MOVE, is_stopped))
    return Choice(game, position, entry.player, played, best)


def _loss(played: Info, best: Info) -> float:
    return max(0.0, best.score_beans - played.score_beans)


def _compared(entry: Moved[Side], infos: Sequence[Info]) -> tuple[Info, Info]:
    """What was found of the move that was made and of the best one."""
    best = infos[0]
    return next((info for info in infos if info.variation[0] == entry.label), best), best


def _judged(number: int, entry: Moved[Side], choice: Choice[P], explain: Explain[P]) -> JudgedMove:
    played, best = choice.played, choice.best
    sign = 1 if choice.side is Side.SOUTH else -1
    loss = _loss(played, best)
    error = max(played.error_beans, best.error_beans)
    is_bad = mark_of(loss, error) is not Mark.NONE
    return JudgedMove(
        number,
        entry,
        choice.side,
        sign * best.score_beans,
        sign * played.score_beans,
        loss,
        played.is_exact and best.is_exact,
        error,
        best.variation if loss else (),
        played.variation,
        tuple(explain(choice)) if is_bad else (),
    )


def _with_known_starter(history: History[P]) -> History[P]:
    """The game begun by whoever made its first move, so that it is always somebody's turn."""
    first = next((entry for entry in history.entries if isinstance(entry, Moved)), None)
    if history.starter is not None or first is None:
        return history
    return HistoryOf(history.game, first.player).enter_all(history.entries)


def _value(
    game: Game[P], position: P, engine: Engine[P], limit: Limit, is_stopped: Callable[[], bool]
) -> float:
    """South's lead at the end with best play."""
    score = game.score(position)
    if game.standing(position) is Standing.OVER:
        return float(score[Side.SOUTH] - score[Side.NORTH])
    info = engine.play(position, limit, is_stopped).info
    mover = _to_move(game, position)
    return info.score_beans if mover is Side.SOUTH else -info.score_beans


def _to_move(game: Game[P], position: P) -> Side:
    """Whose turn it is, also where that side must pass."""
    if game.standing(position) is Standing.PASS:
        return game.passer(position)
    return game.movers(position)[0]
