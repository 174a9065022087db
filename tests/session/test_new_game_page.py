"""The page that leads to a game of one's own: its blocks make one that the board finds, reads and plays."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cupsboard.profile import load
from cupsboard.referee.options import Options
from cupsboard.rules import families
from cupsboard.rules.errors import RulesError
from cupsboard.rules.games import is_at_home, named, of_wish, rules_of
from cupsboard.rules.places import Side, pot
from cupsboard.rules.record import parse_record
from cupsboard.rules.wish import Wish
from cupsboard.session.playable import require_playable
from cupsboard.signs.light_patterns import shown
from cupsboard.signs.scene import Meaning
from cupsboard.signs.sentences import read_language, say
from cupsboard.web.legend import legend
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing, play
from evening import Evening

GERMAN = read_language("de")

PAGE = Path(__file__).parents[2] / "firmware" / "NEW_GAME.md"

RELAY = '''
class RelayTurns(HurryTurns):
    """A bean of the stock falls into cup 1, where it is taken up and carried on into cup 2."""

    def acts(self, counts, turn):
        side = turn.player
        if side is None or turn.put == 2 or not (turn.put or counts[stock(side)]):
            return ()
        source, target = (stock(side), cup(side, 1)) if not turn.put else (cup(side, 1), cup(side, 2))
        return [Choice(Act(PUT, source, target), Turn(side, turn.put + 1))]

    def ends(self, counts, turn):
        return Turn(turn.player.other) if turn.put == 2 else None


class Relay(Hurry):
    turns = RelayTurns()
    name = "hurry 4"


RULES = Rules(lambda name: Relay(4), lambda wish, cups: Relay(cups), lambda cups: (Relay(cups),))
'''


def blocks(kind: str) -> str:
    return "\n\n".join(re.findall(rf"```{kind}\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL))


def install(folder: Path, monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    """Lay the package out as an installer does."""
    (folder / "hurry.py").write_text(source, "utf-8")
    info = folder / "hurry-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: hurry\nVersion: 1\n", "utf-8")
    ((group, line),) = re.findall(r'\[project\.entry-points\."(.*?)"\]\nhurry = "(.*?)"', blocks("toml"))
    (info / "entry_points.txt").write_text(f"[{group}]\nhurry = {line}\n", "utf-8")
    monkeypatch.syspath_prepend(str(folder))
    clear()


def clear() -> None:
    """Forget what was looked up while other packages were installed."""
    for cached in (families.brought, families.entry_points_by_name, rules_of):
        cached.cache_clear()


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    yield
    sys.modules.pop("hurry", None)
    clear()


def test_the_game_of_the_page_is_found_and_played_on_simulated_scales(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch, blocks("python"))
    game = of_wish(Wish("hurry"), cups=2)
    assert named("hurry 2") == game
    assert is_at_home(game, 2)
    assert "hurry" in families.Askable(families.names())
    require_playable(load("2x4"), named("hurry 4"))
    played = play(Pairing(Setting(1, cups=2, game="hurry 2"), "random", "random"))
    assert played.unfinished is None
    assert played.findings == ()
    record = parse_record(played.record, named)
    assert 10 in game.score(record.history().position).values()


def test_a_mark_of_the_game_s_own_is_shown_by_light_and_sentence_where_nothing_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch, blocks("python"))
    evening: Any = Evening(named("hurry 2"), Options(starter=Side.SOUTH))
    evening.settle()
    for side, beans in ((Side.SOUTH, 3), (Side.NORTH, 3), (Side.SOUTH, 6), (Side.NORTH, 6), (Side.SOUTH, 9)):
        assert Meaning.EMBLEM not in shown(evening.scene.signs).values()
        evening.table[pot(side)] = beans
        evening.settle()
        evening.press(side)
    scene = evening.scene
    assert say(scene.message) == "North's turn (South's pot: can win)."
    assert say(scene.message, GERMAN) == "Nord ist am Zug (Topf von Süd: can win)."
    assert shown(scene.signs)[pot(Side.SOUTH)] is Meaning.EMBLEM
    lights = legend(load("2x4"), named("hurry 4"))["groups"][0]["lights"]
    assert "EMBLEM" in [light["meaning"] for light in lights]


def test_a_game_that_can_t_be_followed_is_refused_with_the_reason_before_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = (
        blocks("python").replace("import Place, Side, pot, stock", "import Place, Side, cup, pot, stock")
        + RELAY
    )
    install(tmp_path, monkeypatch, source)
    with pytest.raises(RulesError, match=r"hurry 4: the board can't follow it .*is to be filled and to give"):
        require_playable(load("2x4"), named("hurry 4"))


def test_a_package_that_can_t_be_loaded_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch, "import nothing_of_that_name")
    with pytest.raises(
        RulesError, match=r"hurry: what hurry:FAMILY brings can't be loaded .*mend that package"
    ):
        of_wish(Wish("hurry"), cups=4)


def test_a_value_that_is_no_family_of_that_name_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch, 'FAMILY = "hurry"')
    with pytest.raises(RulesError, match="hurry:FAMILY is no Family of that name"):
        of_wish(Wish("hurry"), cups=4)


def test_where_no_package_brings_a_game_its_name_is_none() -> None:
    with pytest.raises(RulesError, match="no such game; choose cups"):
        of_wish(Wish("hurry"), cups=4)
    assert Side.SOUTH in named("cups 4").players
