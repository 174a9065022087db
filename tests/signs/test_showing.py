"""What a board shows from step to step is what it would show if it were put together at every step."""

import pytest
from cupsboard.core.free_order import Showing
from cupsboard.signs.guidance import scene_of
from cupsboard.signs.scene import Scene
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing, play


@pytest.mark.parametrize("seed", [3, 5])
def test_a_scene_that_is_kept_is_the_one_that_would_be_put_together(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    kept = again = 0
    known = Showing.scene

    def held_against_a_new_one(self, referee, sight, now) -> Scene:  # type: ignore[no-untyped-def]
        nonlocal kept, again
        before, shown = self._scene, known(self, referee, sight, now)
        kept, again = kept + (shown is before), again + (shown is not before)
        assert shown == scene_of(referee, sight, now)
        return shown

    monkeypatch.setattr(Showing, "scene", held_against_a_new_one)
    play(Pairing(Setting(seed=seed, cups=2, stock_beans=2), clumsiness=1.0))
    assert kept > again > 10
