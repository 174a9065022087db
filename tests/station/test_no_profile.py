"""A board without a profile has a page, on which the owner writes the profile; then the board begins anew."""

from pathlib import Path

import pytest
from cupsboard.profile import ProfileError
from cupsboard.session.orders import Begin, MakeProfile
from cupsboard.station.files.board_files import board_files
from cupsboard.station.page.live_page import steps
from cupsboard.station.wishes import BoardWish
from cupsboard.systemd.exit_codes import Ending
from ordered_evening import Evening, Script, said_of
from quick_evening import environment


def test_its_owner_writes_one_on_the_page_and_nothing_else_may_be_done_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evening = Evening(tmp_path)
    assert steps(evening.at, is_examined=False)[0] == ("profile", False)

    def script(evening: Evening) -> Script:
        yield lambda: evening.says == "unusable"
        for activity in ("doctor", "calibrate", "game"):
            refused = evening.order(Begin(activity, {}))
            yield refused.done
            assert "no profile yet" in said_of(refused)
        evening.order(MakeProfile({"cups": "3", "conversions": "80"}))
        yield lambda: False

    assert evening.run(script) == Ending.TRY_AGAIN
    said = capsys.readouterr().out
    assert "profile.toml: no such file; choose the board's size" in said
    assert "the one before" not in said
    board = board_files(BoardWish(), environment(tmp_path))
    assert (board.profile.cups, board.profile.rate_sps, board.no_profile) == (3, 80, None)
    assert steps(board, is_examined=False)[0] == ("doctor", False)


def test_who_can_have_no_page_is_told_how_to_write_one(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="write one with `cupsboard setup profile new"):
        board_files(BoardWish(), environment(tmp_path))
