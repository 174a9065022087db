"""Phrases for the game's values, for any language."""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum

from cupsboard.engine.foreign import command_of
from cupsboard.recognition.accounts import Account, AccountKind, Mishap
from cupsboard.referee.states import Goal, Refusal
from cupsboard.rules.families import family_of
from cupsboard.rules.game import Contents, Mark
from cupsboard.rules.games import stage_of, stock_of
from cupsboard.rules.history import Moved
from cupsboard.rules.odds import odds_of, without_odds
from cupsboard.rules.places import Place, Side, pot
from cupsboard.scales.cell_faults import CellFault
from cupsboard.signs.scene import Message, Phrases, Values


def account_phrases(account: Account) -> Phrases:
    """Return how a table came about, in phrases: one for each mishap, or one for the moves."""
    match account:
        case Account(AccountKind.NOT_LEGAL, mishaps=mishaps):
            return mishap_phrases(mishaps)
        case Account(AccountKind.DONE, moves=(move, reply)):
            return (Message("tables.answered", {"move": move, "reply": reply}),)
        case Account(moves=(move, reply)):
            return (Message("tables.reply-under-way", {"move": move, "reply": reply}),)
        case Account(kind, moves=(move,)):
            return (Message(f"tables.{_key(kind)}", {"move": move}),)
        case Account(kind):
            return (Message(f"tables.{_key(kind)}"),)


def mishap_phrases(mishaps: Iterable[Mishap]) -> Phrases:
    """Return a phrase for each mishap; without any, one that no move leads to this table."""
    phrases = tuple(_mishap_phrase(mishap) for mishap in mishaps)
    return phrases or (Message(f"tables.{_key(AccountKind.NOT_LEGAL)}"),)


def wrong_table_message(
    repairs: Sequence[Sequence[Mark]], mishaps: Sequence[Mishap], key: str = "wrong"
) -> Message:
    """Return a message for a wrong table: what went wrong.

    If no mishap is known, it says what mends the table, or the first step of that.
    """
    if mishaps or not repairs:
        return Message(key, {"what": mishap_phrases(mishaps)})
    step: Values = {"what": (step_message(first_step(repairs[0]), "repairs."),)}
    is_all = len(repairs) == len(repairs[0]) == 1
    return Message(f"{key}-mend", step) if is_all else Message(f"{key}-mend-first", step)


def ended_message(ended: Moved[Side], wrong: Sequence[Mark]) -> Message:
    """Return a message for a bean that came after a press had ended the move.

    It names the move `ended`, and says how to leave it as it is or to undo it.
    """
    step = (step_message(first_step(wrong), "repairs."),)
    return Message("wrong-ended", {"side": ended.player.value, "move": ended.label, "what": step})


def first_step(marks: Sequence[Mark]) -> Mark:
    """Return the change to make first: one that takes pieces out, so that there are some to put in."""
    return next((mark for mark in marks if mark.surplus > 0), marks[0])


def step_message(mark: Mark, family: str = "") -> Message:
    """Return the change `mark` as a message: what to take out of a place, or to put into it."""
    key = "take-out" if mark.surplus > 0 else "put-in"
    return Message(f"{family}{key}", {"place": mark.place, "beans": abs(mark.surplus)})


def fault_phrases(fault: CellFault) -> Phrases:
    """Return the reason why a place can't be weighed, as phrases."""
    return (Message(f"faults.{fault.name}"),)


def by_hand_phrases(beans: Contents) -> Phrases:
    """Return how many beans belong in each place, as phrases."""
    return tuple(
        Message("corrections.belong", {"place": place, "beans": count}) for place, count in beans.items()
    )


def place_phrases(places: Iterable[Place]) -> Phrases:
    """Return the names of `places` as phrases."""
    return tuple(Message("place", {"place": place}) for place in places)


def emblem_phrases(emblems: Mapping[Place, str]) -> Phrases:
    """Return the marks that a game shows at places, as phrases: where each is, and its name."""
    return tuple(Message("emblem", {"place": place, "name": name}) for place, name in emblems.items())


def choice_phrases(moves: Sequence[str]) -> Phrases:
    """Return alternative moves as phrases that read "a or b"; () if there are none."""
    match moves:
        case [move]:
            return (Message("tables.done", {"move": move}),)
        case [move, *others]:
            return (Message("tables.either", {"move": move, "others": choice_phrases(others)}),)
        case _:
            return ()


def refusal_message(why: Refusal) -> Message:
    """Return the reason why a gesture changed nothing, as a message."""
    return Message(f"not-now-{_key(why)}")


def table_question(
    found: Contents, changes: Sequence[Mark], doubted: Place | None, key: str = "table-right"
) -> Message:
    """Return the question whether to correct the record by `changes`.

    If a place is `doubted`, it is the request to look there first.
    """
    if doubted is not None:
        return Message(f"{key}-look", {"place": doubted, "beans": found[doubted]})
    holding = ((mark.place, found[mark.place], found[mark.place] - mark.surplus) for mark in changes)
    what = tuple(
        Message("corrections.holds", {"place": place, "beans": beans, "count": count})
        for place, beans, count in holding
    )
    return Message(key, {"what": what, "balance": _balance(sum(mark.surplus for mark in changes))})


def change_phrases(changes: Iterable[Mark]) -> Phrases:
    """Return a phrase for each place whose record is corrected."""
    return tuple(
        Message(
            f"corrections.{'more' if mark.surplus > 0 else 'fewer'}",
            {"place": mark.place, "beans": abs(mark.surplus)},
        )
        for mark in changes
    )


def _balance(surplus: int) -> Phrases:
    """Return where surplus beans came from, or where missing ones went."""
    if surplus > 0:
        return (Message("corrections.from-off", {"beans": surplus}),)
    if surplus < 0:
        return (Message("corrections.to-off", {"beans": -surplus}),)
    return (Message("corrections.as-many"),)


def goal_message(goal: Goal, *, is_laid_out: bool = False) -> Message:
    """Return a message that says which table is wanted and what to do.

    `is_laid_out` says that the game begins with beans on the board.
    """
    return Message(f"restore-{_key(goal)}{'-laid-out' if is_laid_out else ''}")


def goal_phrases(goal: Goal) -> Phrases:
    """Return the reason why one certain table is wanted, as phrases."""
    return (Message(f"goals.{_key(goal)}"),)


def level_phrases(name: str) -> Phrases:
    """Return the name of a level as phrases: its number, the perfect one, or an engine's command."""
    if (command := command_of(name)) is not None:
        return (Message("levels.engine", {"command": command}),)
    if name == "perfect":
        return (Message("levels.perfect"),)
    return (Message("levels.numbered", {"level": name}),)


def game_phrases(name: str) -> Phrases:
    """Return the title of a game as phrases, from its name in a record."""
    if (odds := odds_of(name)) is not None:
        values: Values = {
            "game": game_phrases(without_odds(name)),
            "side": odds.giver.value,
            "beans": odds.beans,
            "place": pot(odds.giver.other),
        }
        return (Message(f"games.odds{'-in-pot' if odds.is_in_pot else ''}", values),)
    family, stage = family_of(name), stage_of(name)
    if family.title:
        return (Message("games.titled", {"game": family.title}),)
    game = Message(f"games.{family.name}", {} if stage is None else {"stage": stage})
    held = stock_of(name)
    return (game if held is None else Message("games.stock", {"game": (game,), "count": held}),)


def score_values(score: Mapping[Side, int]) -> Values:
    """Return both sides and the beans in their pots as named values of a message."""
    sides = {side.value: side.value for side in score}
    return {**sides, **{f"{side.value}_score": points for side, points in score.items()}}


def win_values(winner: Side, score: Mapping[Side, int]) -> Values:
    """Return the winner and both scores as named values of a message."""
    return {"side": winner.value, "winner_score": score[winner], "loser_score": score[winner.other]}


def _mishap_phrase(mishap: Mishap) -> Message:
    values: Values = dict(zip(("place", "other"), mishap.places, strict=False))
    if mishap.count:
        values["beans"] = mishap.count
    return Message(f"mishaps.{_key(mishap.kind)}", values)


def _key(value: Enum) -> str:
    return value.name.lower().replace("_", "-")
