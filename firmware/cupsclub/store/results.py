"""The ratings that games have made, as rows: what the entries say, kept where it is found by member."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cupsboard.distance.wire import Rated
from cupsboard.rules.places import Side
from msgspec import json

from cupsclub.ratings import Standing
from cupsclub.store.port import Sql


@dataclass(frozen=True, slots=True, order=True)
class Listed:
    """How a member stands in a list: the rating, after how many games, against how many others."""

    list: str
    member: int
    rating: float
    games: int
    opponents: int


@dataclass(frozen=True, slots=True)
class Result:
    """Which result of its list a game is, and of which members."""

    list: str
    place: int
    south: int
    north: int


class Results:
    """Reads and writes them; within a transaction of the records where anything is written."""

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    def add(self, code: str, rated: Rated, members: Mapping[str, int]) -> None:
        """Add what a game has made of its members' ratings."""
        values = code, rated.list, rated.place, members["south"], members["north"]
        self._sql.write("insert into result values (?, ?, ?, ?, ?)", [values])
        for side in (each.value for each in Side):
            own = rated.list, members[side]
            self._sql.write("delete from standing where list = ? and member = ?", [own])
            stands = *own, rated.after[side], rated.games[side], rated.opponents[side]
            self._sql.write("insert into standing values (?, ?, ?, ?, ?)", [stands])

    def next_place(self, name: str) -> int:
        """Return the number of the next result in a list."""
        ((place,),) = self._sql.rows("select coalesce(max(place), 0) + 1 from result where list = ?", name)
        return int(place)

    def standing(self, name: str, member: int) -> Standing:
        """Return how a member stands in a list."""
        found = self._sql.rows(
            "select rating, games from standing where list = ? and member = ?", name, member
        )
        rivals = self._sql.rows(
            "select north from result where list = ? and south = ?"
            " union select south from result where list = ? and north = ?",
            *(name, member, name, member),
        )
        opponents = frozenset(int(each) for (each,) in rivals)
        return next((Standing(rating, games, opponents) for rating, games in found), Standing())

    def standings(self) -> Sequence[Listed]:
        """Return every member's standing in each list, the best first."""
        found = self._sql.rows(
            "select list, member, rating, games, opponents from standing order by list, rating desc, member"
        )
        return [Listed(*row) for row in found]

    def every(self) -> dict[str, Result]:
        """Return the results of all games by their codes."""
        found = self._sql.rows("select game, list, place, south, north from result")
        return {str(row[0]): Result(*row[1:]) for row in found}

    def lists(self) -> Sequence[str]:
        """Return the names of all lists."""
        return [str(name) for (name,) in self._sql.rows("select distinct list from result order by list")]

    def rated(self, name: str, after: int, most: int) -> Sequence[tuple[str, Mapping[str, int], Rated]]:
        """Return the next `most` results of a list after a place: their games, members, and what is written.

        One of which nothing is written behind the end of its game is left out.
        """
        found = self._sql.rows(
            "select game, south, north, (select act from entry where entry.game = result.game and act like ?"
            " order by n desc limit 1) from result where list = ? and place > ? order by place limit ?",
            *('{"kind":"rated"%', name, after, most),
        )
        return [
            (str(code), {"south": south, "north": north}, json.decode(act, type=Rated))
            for code, south, north, act in found
            if act is not None
        ]

    def begun_between(self, one: int, other: int, since: float) -> int:
        """Return how many rated games two members have begun since a time of the server."""
        ((count,),) = self._sql.rows(
            "select count(*) from seat mine join seat theirs on theirs.game = mine.game join entry first"
            " on first.game = mine.game and first.n = 1 join game on game.code = mine.game"
            " where game.rated = 1 and mine.member = ? and theirs.member = ? and first.at > ?",
            *(one, other, since),
        )
        return int(count)
