"""Which page a plain visit to a board gets: that of two rows of cups, or that of players round a table."""

from cupsboard.rules.games import AnyPlayersGame, is_round_a_table

ROWS, ROUND_A_TABLE = "/index.html", "/king/index.html"


def front_of(game: AnyPlayersGame) -> str:
    """The path of the page that shows a game; a board keeps to it, whatever is played on it."""
    return ROUND_A_TABLE if is_round_a_table(game) else ROWS
