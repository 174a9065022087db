"""Counting a table that was laid out by hand, and a game that goes on from it."""

import re

from cupsboard.drivers.assembly import Wired
from cupsboard.procedures.counting_table import NOTHING_TOLD, CountingTable, Told, phrases_of
from cupsboard.recognition.knowledge import Knowledge, from_calibration, rested
from cupsboard.rules.games import AnyGame, AnyPlayersGame
from cupsboard.rules.laid_table import require_laid
from cupsboard.rules.places import Place, Side, stock
from cupsboard.scales.calibration import Calibration
from cupsboard.session.orders import Unwanted
from cupsboard.session.resume import usual
from cupsboard.signs.scene import Message
from cupsboard.station.files.board_files import BoardFiles, now
from cupsboard.station.game.wished_game import wished
from cupsboard.station.jobs.job import Job, Options, Prepared, Result, grams_by
from cupsboard.station.wishes import GameWish
from cupsboard.storage import learnt
from cupsboard.storage.games import KeptGames
from cupsboard.systemd.exit_codes import Ending
from cupsboard.web.sections import lying_section

MINUTES = len("2026-11-29T17:24")
"""How much of a date names when a game began."""
_STOCKS = re.compile(r"(\d{1,4})/(\d{1,4})")
_NUMBER = re.compile(r"([a-z]+-(?:[1-9]\d?|pot))=(\d{1,4})")


def prepared(at: BoardFiles, options: Options) -> Prepared:
    """Prepare to count what lies on the board.

    The `game` is a family; without one it is that of last time. With `turn`, the side that is to move, a game
    begins as soon as nothing is in doubt, or a press agrees to it; `stocks` are like "12/9", `numbers` like
    "south-1=3 north-pot=12". Raises RulesError, SensingError or DriverError.
    """
    calibration = at.load_calibration()
    game = _game(at, options)
    told = _told(at, options)
    knowledge = _knowledge(at, calibration, game)

    def job(_: Wired) -> Job:
        counting = CountingTable(game, calibration, at.profile.places, knowledge, told)
        return Job(
            "lying",
            counting,
            lambda: _begun(at, counting),
            grams_by(calibration),
            shown=lambda: {"lying": lying_section(game, counting.numbers, counting.told.stocks)},
        )

    return job


def _game(at: BoardFiles, options: Options) -> AnyGame:
    game: AnyPlayersGame | None = wished(GameWish(options.get("game")), at.profile, load_set=at.load_set)
    if game is None:
        game = usual(at.profile, KeptGames(at.memory, lambda: "").seen_playing())
    require_laid(game)
    return game


def _told(at: BoardFiles, options: Options) -> Told:
    if "turn" not in options:
        return NOTHING_TOLD
    stocks, numbers = dict[Side, int](), dict[Place, int]()
    if (said := options.get("stocks")) is not None:
        if (found := _STOCKS.fullmatch(said)) is None:
            raise Unwanted("lying-stocks", text=said)
        stocks = {Side.SOUTH: int(found[1]), Side.NORTH: int(found[2])}
    for each in options.get("numbers", "").split():
        if (found := _NUMBER.fullmatch(each)) is None or found[1] not in at.profile.places:
            raise Unwanted("lying-number", text=each)
        numbers[Place(found[1])] = int(found[2])
    return Told(Side(options["turn"]), numbers, stocks)


def _knowledge(at: BoardFiles, calibration: Calibration, game: AnyGame) -> Knowledge:
    """Return what is known of zeros and of the beans' mass; nothing is known of what lies where."""
    known = learnt.load(at.memory, calibration)
    if known is None or known.pieces.keys() != game.kinds.keys():
        return from_calibration(calibration, {})
    return rested(known)


def _begun(at: BoardFiles, counting: CountingTable) -> Result:
    history = counting.history
    if history is None:
        return Result.of((Message("lying.left"),))
    games = KeptGames(at.memory, lambda: now()[:MINUTES])
    games.begin_from(history)
    mover = history.starter
    assert isinstance(mover, Side)
    contents = history.game.contents(history.position)
    stocks = {place: contents[place] for place in map(stock, Side) if place in contents}
    lying = {place: count for place, count in contents.items() if place not in stocks}
    said = (Message("lying.begun", {"side": mover.value}), *phrases_of(lying), *phrases_of(stocks))
    return Result.of(said, Ending.WELL)
