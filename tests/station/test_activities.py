"""A board turns from a game to something else and back; lines, lights, page and the game stay."""

import json
import urllib.request
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import pytest
from board_process import calibrated
from cupsboard import profile
from cupsboard.distance.link import DistanceError
from cupsboard.drivers.files import Files
from cupsboard.rules.games import AnyPlayersGame
from cupsboard.session import orders
from cupsboard.station.occupation import GAME
from cupsboard.station.wishes import PageWish, SeatWish
from cupsboard.station.work import LEAST_SECONDS
from cupsboard.storage import calibration_file
from cupsboard.storage.games import KeptGames
from cupsboard.storage.paths import homes
from cupsboard.systemd.exit_codes import Ending
from ordered_evening import Evening, Script, said_of, with_a_bean_moved
from processes import PATIENCE_SECONDS
from quick_evening import asked, environment, furnish


@pytest.fixture
def home(tmp_path: Path) -> Path:
    furnish(tmp_path)
    return tmp_path


def test_the_game_goes_on_where_it_was_after_an_examination_that_was_broken_off(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def script(evening: Evening) -> Script:
        yield from with_a_bean_moved(evening)
        begun = evening.order(orders.Begin("doctor"))
        yield begun.done
        yield lambda: "Press lightly on South's cup 1" in capsys.readouterr().out
        assert evening.game() == (1, 1)
        back = evening.order(orders.Begin(GAME))
        yield back.done
        yield lambda: "game 1 of" in capsys.readouterr().out
        assert evening.game() == (1, 1)

    evening = Evening(home, "--new")
    assert evening.run(script) == Ending.WELL
    assert evening.game() == (1, 1)


def test_what_came_of_a_job_is_read_before_the_game_goes_on(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def script(evening: Evening) -> Script:
        yield from with_a_bean_moved(evening)
        begun = evening.order(orders.Begin("beans-sort"))
        yield begun.done
        yield from evening.press()
        yield lambda: "Done. Press to go on." in capsys.readouterr().out
        # Who presses once more than was needed reads nothing away.
        yield from evening.press()
        said = capsys.readouterr().out
        yield evening.waited(LEAST_SECONDS)
        said += capsys.readouterr().out
        assert "game 1 of" not in said
        yield from evening.press()
        yield lambda: "game 1 of" in capsys.readouterr().out

    assert Evening(home, "--new").run(script) == Ending.WELL


def test_no_order_presses_for_a_player(home: Path) -> None:
    def script(evening: Evening) -> Script:
        yield lambda: KeptGames(evening.at.memory, lambda: "").number == 1
        for order in (
            orders.GoOn(),
            orders.GoOn(is_long=True),
            orders.GoBack(),
            orders.Again(evening.at.profile.places[0]),
        ):
            answer = evening.order(order)
            yield answer.done
            assert said_of(answer) == "A game is being played: what changes it is done at the board."
        assert evening.game() == (1, 0)

    assert Evening(home).run(script) == Ending.WELL


def test_what_can_t_be_begun_is_refused_and_the_game_goes_on(home: Path) -> None:
    def script(evening: Evening) -> Script:
        for order, why in [
            (orders.Begin("fly"), "choose from doctor, lights, calibrate"),
            (orders.Begin("kinds-weigh", {"kind": "1"}), "small letters"),
            (orders.Begin("calibrate", {"reference": "a brick"}), "a brick"),
            (orders.Begin("beans-check", {"each": "1001"}), "1001 beans to a cup: say 1 to 1000"),
            (orders.Begin("cups-weigh"), "its cups stand where they are"),
        ]:
            answer = evening.order(order)
            yield answer.done
            assert why in said_of(answer)
        yield from with_a_bean_moved(evening)

    assert Evening(home).run(script) == Ending.WELL


def test_a_board_that_was_never_calibrated_is_calibrated_without_being_started_again(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "config" / "cupsboard" / "calibration.toml").unlink()

    def script(evening: Evening) -> Script:
        yield lambda: "(the lights show that this board can't play" in capsys.readouterr().out
        begun = evening.order(orders.Begin("calibrate"))
        yield begun.done
        yield lambda: "Take the cups off" in capsys.readouterr().out
        pressed = evening.order(orders.GoOn())
        yield pressed.done
        yield lambda: "Put each empty cup on" in capsys.readouterr().out
        back = evening.order(orders.GoBack())
        yield back.done
        yield lambda: "Take the cups off" in capsys.readouterr().out

    assert Evening(home).run(script) == Ending.WELL


def test_a_button_ends_no_board_that_cant_play_but_begins_the_game_once_it_can(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    calibration = home / "config" / "cupsboard" / "calibration.toml"
    kept = calibration.read_text()
    calibration.unlink()

    def script(evening: Evening) -> Script:
        yield lambda: evening.says == "unusable"
        yield from evening.press()
        assert capsys.readouterr().out.count("calibration.toml: no such file") == 2
        assert evening.says == "unusable"
        calibration.write_text(kept)
        yield from evening.press()
        yield from with_a_bean_moved(evening)

    assert Evening(home).run(script) == Ending.WELL


def test_what_an_owner_sets_holds_at_once_and_the_next_evening(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def script(evening: Evening) -> Script:
        yield from with_a_bean_moved(evening)
        answer = evening.order(orders.Change({"computer": "1", "computer_side": "north", "brightness": 0.5}))
        yield answer.done
        yield lambda: "game 1 of" in capsys.readouterr().out
        assert evening.game() == (1, 1)
        yield lambda: evening.station.page.settings["computer"] == "1"
        yield lambda: "north-1" in evening.lit()
        answer = evening.order(orders.Change({"sound": "loud"}))
        yield answer.done
        assert "sound: 'loud' is none of" in said_of(answer)

    def once_more(evening: Evening) -> Script:
        yield (
            lambda: (
                "set at the page: the board plays north at level 1, brightness 0.5" in capsys.readouterr().out
            )
        )

    evening = Evening(home, "--new")
    assert evening.run(script) == Ending.WELL
    assert Evening(home).run(once_more) == Ending.WELL


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("kalah 3", "kalah 3"),
        ("cups 3 odds north 2 pot", "cups 3 odds north 2 pot"),
        ('sowing {title = "M", cups = 2, gap = true}', 'sowing 2 on 3 {title = "M", cups = 2, gap = true}'),
    ],
)
def test_another_game_that_the_board_offers_or_an_owner_brings_begins_and_this_one_is_put_aside(
    home: Path, name: str, begins: str
) -> None:
    def script(evening: Evening) -> Script:
        yield from with_a_bean_moved(evening)
        answer = evening.order(orders.NewGame("chess"))
        yield answer.done
        assert "does not offer that game" in said_of(answer)
        answer = evening.order(orders.NewGame("cups 3 odds north 30"))
        yield answer.done
        assert "a stock has 30 beans; give 1 to 29 of them" in said_of(answer)
        answer = evening.order(orders.NewGame('sowing {title = "M", gap = true, laps = "from the last cup"}'))
        yield answer.done
        assert "M: its beans must be seen as they land" in said_of(answer)
        answer = evening.order(orders.NewGame(name))
        yield answer.done
        yield lambda: KeptGames(evening.at.memory, lambda: "").number == 2

    evening = Evening(home, "--new")
    assert evening.run(script) == Ending.WELL
    games = KeptGames(evening.at.memory, lambda: "")
    assert (games.number, games.adjourned) == (2, (1,))
    kept = games.playing()
    assert kept is not None
    assert kept.history.game.name == begins


def test_a_friend_is_asked_to_the_game_that_lies_on_the_board_unless_it_can_not_be_played_far_away(
    home: Path,
) -> None:
    path = homes(environment(home), home).settings / "profile.toml"
    path.write_text(
        path.read_text(encoding="utf-8").replace("rate_sps = 10", "rate_sps = 80"), encoding="utf-8"
    )
    asked_to: list[str] = []

    def sit_down(_: SeatWish, game: AnyPlayersGame) -> NoReturn:
        asked_to.append(game.name)
        raise DistanceError("no server is there")

    def refused(evening: Evening, number: int, why: str) -> Script:
        yield lambda: KeptGames(evening.at.memory, lambda: "").number == number
        answer = evening.order(orders.Friend(is_wanted=True))
        yield answer.done
        assert why in said_of(answer)

    def script(evening: Evening) -> Script:
        yield from refused(evening, 1, "Ayoayo can't be played at a distance")
        yield evening.order(orders.NewGame("kalah 3")).done
        yield from refused(evening, 2, "no server is there")
        assert asked_to == ["kalah 3"]

    evening = Evening(home, "--game", "ayoayo")
    evening.sit_down = sit_down
    assert evening.run(script) == Ending.WELL


def test_what_is_done_is_on_the_same_page_as_the_game(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from websockets.sync.client import connect

    evening = Evening(home)
    evening.wishes = replace(asked(), page=PageWish(port=0))
    seen: list[dict[str, Any]] = []

    def script(evening: Evening) -> Script:
        said: list[str] = []

        def has_page() -> bool:
            said.append(capsys.readouterr().out)
            return "the board's page: " in "".join(said)

        yield has_page
        address = "".join(said).partition("page: ")[2].split()[0]
        with connect(address.replace("http", "ws") + "live", origin=address.rstrip("/")) as viewer:  # type: ignore[arg-type]

            def shows(name: str) -> Callable[[], bool]:
                def is_shown() -> bool:
                    while True:
                        try:
                            message = json.loads(viewer.recv(timeout=0.01))
                        except TimeoutError:
                            return bool(seen) and seen[-1]["activity"].get("name") == name
                        if new := message.get("state") or message.get("patch"):
                            seen.append({**(seen[-1] if seen else {}), **new})

                return is_shown

            yield shows("game")
            begun = evening.order(orders.Begin("beans-sort"))
            yield begun.done
            is_sorting = shows("beans-sort")
            yield lambda: is_sorting() and "One bean into each lit cup" in seen[-1]["game"]["message"]["text"]
            record = urllib.request.urlopen(address + "record.txt", timeout=PATIENCE_SECONDS).read()
            assert record.startswith(b"Game: cups 3\n")

    assert evening.run(script) == Ending.WELL


def test_another_profile_is_written_and_the_board_ends_to_begin_anew_with_it(home: Path) -> None:
    def script(evening: Evening) -> Script:
        refused = evening.order(orders.MakeProfile({"cups": "99"}))
        yield refused.done
        assert "nothing was written" in said_of(refused)
        yield evening.order(orders.MakeProfile({"cups": "4", "conversions": "80"})).done
        yield lambda: False

    evening = Evening(home)
    before = (home / "config" / "cupsboard" / "profile.toml").read_bytes()
    assert evening.run(script) == Ending.TRY_AGAIN
    written = profile.load(str(home / "config" / "cupsboard" / "profile.toml"))
    assert (written.cups, written.rate_sps) == (4, 80)
    assert (home / "config" / "cupsboard" / "profile.toml.before").read_bytes() == before


def test_the_board_ends_so_that_a_service_begins_it_anew_with_files_that_wait(home: Path) -> None:
    def script(evening: Evening) -> Script:
        yield evening.order(orders.BeginAnew()).done
        yield lambda: False

    assert Evening(home).run(script) == Ending.TRY_AGAIN


def test_an_earlier_calibration_is_in_force_again_and_the_game_goes_on_with_it(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = Files(homes(environment(home), home).settings)
    before = calibrated()
    calibration_file.save(settings, "calibration.toml", replace(before, made="2026-11-27T10:00:00"))
    (kept,) = (path.name for path in (home / "config" / "cupsboard").glob("calibration-*.toml"))

    def script(evening: Evening) -> Script:
        yield from with_a_bean_moved(evening)
        refused = evening.order(orders.CalibrationBack("calibration-none.toml"))
        yield refused.done
        assert "no such calibration is kept" in said_of(refused)
        yield evening.order(orders.CalibrationBack(kept)).done
        yield lambda: "game 1 of" in capsys.readouterr().out

    evening = Evening(home, "--new")
    assert evening.run(script) == Ending.WELL
    assert evening.game() == (1, 1)
    assert evening.at.load_calibration() == before
