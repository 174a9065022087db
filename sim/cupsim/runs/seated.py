"""Simulated people as they sit at a world: what they see there, and who plays which kind of game."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from cupsboard.referee.as_landed.referee import Referee as LapReferee
from cupsboard.rules.game import Contents
from cupsboard.rules.games import AnyGame
from cupsboard.rules.places import Side
from cupsboard.signs.scene import Sign

from cupsim.people.character import Player, Traits
from cupsim.people.coin_duel.player import CoinPlayer
from cupsim.people.light_reader import LightReader
from cupsim.people.player import Person
from cupsim.people.thinking import Thinker
from cupsim.runs.coin_duel.screen import Screen
from cupsim.runs.putting_up import AnyReferee
from cupsim.table.hands import Hands
from cupsim.table.table import Table


class World(Protocol):
    """What people see of an evening."""

    game: AnyGame
    table: Table
    referee: AnyReferee
    reader: LightReader
    hands: Mapping[Side, Hands]
    people: dict[Side, Player]
    sentence_key: str

    @property
    def hands_there(self) -> Iterable[Hands]:
        """All pairs of hands at this table."""


@dataclass(frozen=True, slots=True)
class EyesOf:
    """What a person at a table sees."""

    world: World

    def signs(self) -> tuple[Sign, ...]:
        """See `Eyes`."""
        return self.world.reader.signs()

    def turn(self) -> Side | None:
        """See `Eyes`."""
        return self.world.reader.turn()

    def lit_side(self) -> Side | None:
        """See `Eyes`."""
        return self.world.reader.lit_side()

    def contents(self) -> Contents:
        """See `Eyes`."""
        return self.world.table.contents()

    def is_reaching(self, side: Side) -> bool:
        """See `Eyes`."""
        return self.world.hands[side].is_reaching

    def has_drawn_back(self, side: Side) -> bool:
        """See `Eyes`."""
        person = self.world.people.get(side)
        return person is not None and person.has_drawn_back


class ScreenOf(Screen):
    """What a player of Coin Duel sees at a table."""

    def __init__(self, world: World) -> None:
        super().__init__(world.table)
        self._world = world

    @property
    def referee(self) -> LapReferee:
        """See `Screen`."""
        assert isinstance(self._world.referee, LapReferee)
        return self._world.referee

    def sentence(self) -> str:
        """See `Eyes`."""
        return self._world.sentence_key

    def turn(self) -> Side | None:
        """See `Eyes`."""
        return self._world.reader.turn()

    def are_others_reaching(self, side: Side) -> bool:
        """See `EyesOnOther`."""
        own = self._world.hands[side]
        return any(hands.is_reaching for hands in self._world.hands_there if hands is not own)


def seated(world: World, side: Side, thinker: Thinker, traits: Traits, random: Random) -> Player:
    """A simulated person who plays one side of the game of a world."""
    hands = world.hands[side]
    if isinstance(world.referee, LapReferee):
        return CoinPlayer(side, world.game, hands, ScreenOf(world), random, thinker, traits)
    position: Any = world.referee.position
    return Person(side, world.game, position, hands, EyesOf(world), random, thinker, traits)
