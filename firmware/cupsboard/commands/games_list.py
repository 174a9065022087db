"""The command `cupsboard games`: a line for each game of a board, also for one that can't be gone on with."""

from collections.abc import Iterator

from cupsboard.ports import StoreError
from cupsboard.storage.games import KeptGames
from cupsboard.storage.journal import Journal, JournalError


def lines(games: KeptGames) -> Iterator[tuple[str, bool]]:
    """A line for each game by its number, and whether the game can be read."""
    for number in games.listed:
        try:
            kept = games.journal(number)
        except (JournalError, StoreError) as fault:
            yield f"{number:>4}  {fault}", False
        else:
            yield f"{number:>4}  {_in_words(kept, is_playing=number == games.number)}", True


def _in_words(kept: Journal, *, is_playing: bool) -> str:
    game = kept.history.game
    points = game.score(kept.history.position)
    score = ", ".join(f"{side.value} {beans}" for side, beans in points.items())
    what = "over" if kept.is_over else "being played" if is_playing else "put aside"
    if kept.left_out_bytes:
        what += "; its last line is torn or damaged and left out"
    return f"{kept.began}  {game.name}, {len(kept.history.steps)} entries, {score}  {what}"
