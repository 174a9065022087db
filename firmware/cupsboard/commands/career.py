"""How a player plays, for `cupsboard games --how`: games that are not judged yet are judged first."""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from cupsboard.commands.counting import counted
from cupsboard.commands.progress import watched
from cupsboard.drivers.folder_lock import FolderInUseError, locked
from cupsboard.rules.record import is_person
from cupsboard.rules.record_entries import shown
from cupsboard.session.career import LEAST_GAMES, Career, Opening, Tally, career_of
from cupsboard.signs.sentences import words_folder
from cupsboard.storage.games import Game, KeptGameError, games_of, known_players
from cupsboard.storage.judgements import known_judgements
from cupsboard.storage.memory import memory_in, sound_memory_in


def told(folder: Path, name: str) -> Iterator[str]:
    """Yield lines about how a player plays, by the games in a board's folder.

    While a board plays with the games none is judged here: its page does that.
    Raises StoreError, or KeptGameError for a name that no person has finished a game by.
    """
    rows = sound_memory_in(folder)
    played = games_of(rows, name) if is_person(name) else ()
    if not played:
        known = ", ".join(known_players(rows)) or "nobody with a name"
        raise KeptGameError(
            f"{shown(repr(name))}: no person of this name has finished a game here; played lately: {known}"
        )
    if len(played) >= LEAST_GAMES:
        with suppress(FolderInUseError), locked(folder):
            _judge(folder, played)
    yield from lines(career_of(name, played, known_judgements(rows, played)))


def _judge(folder: Path, played: Sequence[Game]) -> None:
    # An engine takes a while to load, and games that are judged need none.
    from cupsboard.session.judging_worker import judged
    from cupsboard.storage.tables import tables_of_this_user

    rows, tables = memory_in(folder), tables_of_this_user()
    known = known_judgements(rows, played)
    left = [row for row in reversed(played) if row.number not in known]
    for found in watched((judged(row, tables.known) for row in left), len(left)):
        rows.keep((found,))


def lines(career: Career) -> Iterator[str]:
    """Yield what a career says."""
    if career.games < career.least:
        yield f"{career.name}: {counted(career.games, 'finished game')}"
        yield f"after {career.least} this tells how {career.name} plays"
        return
    yield f"{career.name}: {career.games} finished games, {career.judged} of them looked at move by move"
    if career.judged < career.games:
        yield "a board plays with them: its page looks at the others, and so does this once the board is off"
    for each in career.strengths:
        rating = each.rating
        about = f"{rating.points:.0f} points, give or take {rating.error:.0f}"
        against = f"by {rating.games} games against levels; next: level {rating.next}"
        yield f"  strength  {each.game}: {about}, {against}"
    yield from (_ended("against", each.name or "guests", each) for each in career.opponents)
    yield from (_ended("game", each.name, each) for each in career.kinds)
    yield from (
        f"  loss      {each.month}: {each.loss:.2f} beans a move; a full analysis finds about a tenth more"
        for each in career.months
    )
    named = json.loads(words_folder().joinpath("en.json").read_text("utf-8"))["career"]["kinds"]
    moves = counted(career.moves, "move")
    for kind, times in (career.mistakes or {}).items():
        yield f"  mistake   {named.get(kind, kind)}: {counted(times, 'time')} in {moves}"
    for how, openings in (("better", career.good), ("worse", career.bad)):
        for opening in openings:
            yield _ended("opening", f"{_moves(opening)} ({opening.game}), {how}", opening.ended)


def _ended(what: str, name: str, tally: Tally) -> str:
    return f"  {what:<8}  {name}: {tally.won} won, {tally.tied} tied, {tally.lost} lost"


def _moves(opening: Opening) -> str:
    return ", ".join(f"{'own' if is_own else 'other'} {label}" for is_own, label in opening.moves)
