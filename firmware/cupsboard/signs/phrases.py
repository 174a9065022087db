"""Phrases for the game's values, for any language."""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum

from cupsboard.engine.foreign import command_of
from cupsboard.recognition.accounts import Account, AccountKind, Mishap
from cupsboard.referee.states import Goal, Refusal
from cupsboard.rules.families import family_of
from cupsboard.rules.game import Contents, Mark
from cupsboard.rules.games import stage_of
from cupsboard.rules.history import Moved
from cupsboard.rules.places import Place, Side
from cupsboard.scales.cell_faults import CellFault
from cupsboard.signs.scene import Message, Phrases, Values


def account_phrases(account: Account) -> Phrases:
    """Return how a table came about: a phrase for each mishap, or one for the moves."""
    match account:
        case Account(AccountKind.NOT_LEGAL, mishaps=mishaps):
            return mishap_phrases(mishaps)
        case Account(AccountKind.DONE, moves=(move, reply)):
            return (Message("tables.answered", {"move": move, "reply": reply}),)
        case Account(kind, moves=(move,)):
            return (Message(f"tables.{_key(kind)}", {"move": move}),)
        case Account(kind):
            return (Message(f"tables.{_key(kind)}"),)


def mishap_phrases(mishaps: Iterable[Mishap]) -> Phrases:
    """Return a phrase for each mishap; without any, that no move leads there."""
    phrases = tuple(_mishap_phrase(mishap) for mishap in mishaps)
    return phrases or (Message(f"tables.{_key(AccountKind.NOT_LEGAL)}"),)


def wrong_table_message(
    repairs: Sequence[Sequence[Mark]], mishaps: Sequence[Mishap], key: str = "wrong"
) -> Message:
    """Return what went wrong; if no mishap is known, what mends the table, or the first step of that."""
    if mishaps or not repairs:
        return Message(key, {"what": mishap_phrases(mishaps)})
    step: Values = {"what": (step_message(first_step(repairs[0]), "repairs."),)}
    is_all = len(repairs) == len(repairs[0]) == 1
    return Message(f"{key}-mend", step) if is_all else Message(f"{key}-mend-first", step)


def ended_message(ended: Moved[Side], wrong: Sequence[Mark]) -> Message:
    """Return which move a press ended before a further bean came, and how to leave or undo it."""
    step = (step_message(first_step(wrong), "repairs."),)
    return Message("wrong-ended", {"side": ended.player.value, "move": ended.label, "what": step})


def first_step(marks: Sequence[Mark]) -> Mark:
    """Return the mark to mend first: one to take out, so that there is a bean to put in."""
    return next((mark for mark in marks if mark.surplus > 0), marks[0])


def step_message(mark: Mark, family: str = "") -> Message:
    """Return a mark as a sentence: what to take out of a place, or to put into it."""
    key = "take-out" if mark.surplus > 0 else "put-in"
    return Message(f"{family}{key}", {"place": mark.place, "beans": abs(mark.surplus)})


def fault_phrases(fault: CellFault) -> Phrases:
    """Return why a place can't be weighed."""
    return (Message(f"faults.{fault.name}"),)


def place_phrases(places: Iterable[Place]) -> Phrases:
    """Return the names of places."""
    return tuple(Message("place", {"place": place}) for place in places)


def choice_phrases(moves: Sequence[str]) -> Phrases:
    """Return alternative moves as one phrase: "a or b"; () if there are none."""
    match moves:
        case [move]:
            return (Message("tables.done", {"move": move}),)
        case [move, *others]:
            return (Message("tables.either", {"move": move, "others": choice_phrases(others)}),)
        case _:
            return ()


def refusal_message(why: Refusal) -> Message:
    """Return why a gesture changed nothing."""
    return Message(f"not-now-{_key(why)}")


def table_question(
    found: Contents, changes: Sequence[Mark], doubted: Place | None, key: str = "table-right"
) -> Message:
    """Return the question that corrects the record, or where to look before it."""
    if doubted is not None:
        return Message(f"{key}-look", {"place": doubted, "beans": found[doubted]})
    holding = ((mark.place, found[mark.place], found[mark.place] - mark.surplus) for mark in changes)
    what = tuple(
        Message("corrections.holds", {"place": place, "beans": beans, "count": count})
        for place, beans, count in holding
    )
    return Message(key, {"what": what, "balance": _balance(sum(mark.surplus for mark in changes))})


def change_phrases(changes: Iterable[Mark]) -> Phrases:
    """Return what was corrected, a phrase for each place."""
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
    """Return which table is wanted and what to do; `is_laid_out`: the game begins with beans on the board."""
    return Message(f"restore-{_key(goal)}{'-laid-out' if is_laid_out else ''}")


def goal_phrases(goal: Goal) -> Phrases:
    """Return why a table is wanted."""
    return (Message(f"goals.{_key(goal)}"),)


def level_phrases(name: str) -> Phrases:
    """Return who plays for the board: a level by number, the perfect one, or an engine's command."""
    if (command := command_of(name)) is not None:
        return (Message("levels.engine", {"command": command}),)
    if name == "perfect":
        return (Message("levels.perfect"),)
    return (Message("levels.numbered", {"level": name}),)


def game_phrases(name: str) -> Phrases:
    """Return a game's title, from its name in a record."""
    family, stage = family_of(name), stage_of(name)
    if family.title:
        return (Message("games.titled", {"game": family.title}),)
    return (Message(f"games.{family.name}", {} if stage is None else {"stage": stage}),)


def score_values(score: Mapping[Side, int]) -> Values:
    """Return the beans in the pots as named values of a message."""
    return {f"{side.value}_score": points for side, points in score.items()}


def win_values(winner: Side, score: Mapping[Side, int]) -> Values:
    """Return the winner and both scores as named values of a message."""
    return {
        "side": winner.value,
        "winner_score": score[winner],
        "loser_score": score[winner.other],
    }


def _mishap_phrase(mishap: Mishap) -> Message:
    values: Values = dict(zip(("place", "other"), mishap.places, strict=False))
    if mishap.count:
        values["beans"] = mishap.count
    return Message(f"mishaps.{_key(mishap.kind)}", values)


def _key(value: Enum) -> str:
    return value.name.lower().replace("_", "-")
