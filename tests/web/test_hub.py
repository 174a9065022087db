"""The hub between a board's loop and its viewers, without any socket, and the patches that it sends."""

import asyncio
import json
from collections.abc import Awaitable, Callable

from cupsboard.web.hub import OUTBOX_MESSAGES, Hub, Viewer, difference, patched
from hypothesis import given
from hypothesis import strategies as st
from own_loops import run_in_own_loop

SOON = 0.001


def with_hub(play: Callable[[Hub], Awaitable[None]], heartbeat_seconds: float = 60.0) -> None:
    async def evening() -> None:
        hub = Hub(heartbeat_seconds)
        running = asyncio.create_task(hub.run())
        await asyncio.sleep(0)
        await play(hub)
        running.cancel()

    run_in_own_loop(evening())


async def passed_on() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


async def seen_by(viewer: Viewer, messages: int, state: dict | None = None) -> dict:
    for _ in range(messages):
        message = json.loads(await viewer.next())
        state = message["state"] if "state" in message else patched(state or {}, message["patch"])
    assert state is not None
    return state


def test_a_late_viewer_is_told_everything_and_an_early_one_only_what_changes() -> None:
    async def play(hub: Hub) -> None:
        early = hub.join()
        hub.publish({"a": 1, "b": {"c": 1, "d": 2}})
        await passed_on()
        assert await seen_by(early, 2) == {"a": 1, "b": {"c": 1, "d": 2}}
        hub.publish({"a": 1, "b": {"c": 5}})
        await passed_on()
        assert json.loads(await early.next()) == {"patch": {"b": {"c": 5, "d": None}}}
        assert await seen_by(hub.join(), 1) == {"a": 1, "b": {"c": 5}}

    with_hub(play)


def test_what_is_unknown_is_absent_whether_a_viewer_came_early_or_late() -> None:
    async def play(hub: Hub) -> None:
        early = hub.join()
        hub.publish({"cell": {"weight": 1.5, "noise": None}})
        await passed_on()
        hub.publish({"cell": {"weight": None, "noise": None}})
        await passed_on()
        assert await seen_by(early, 3) == await seen_by(hub.join(), 1) == {"cell": {}}

    with_hub(play)


def test_a_viewer_who_can_t_keep_up_loses_steps_but_not_the_state() -> None:
    async def play(hub: Hub) -> None:
        slow = hub.join()
        steps = 5 * OUTBOX_MESSAGES
        for number in range(steps):
            hub.publish({"number": number, f"key {number}": True})
            await passed_on()
        waiting = slow.waiting
        assert waiting <= OUTBOX_MESSAGES
        assert await seen_by(slow, waiting) == {"number": steps - 1, f"key {steps - 1}": True}

    with_hub(play)


def test_a_state_that_did_not_change_is_not_told() -> None:
    async def play(hub: Hub) -> None:
        viewer = hub.join()
        for _ in range(3):
            hub.publish({"a": 1})
            await passed_on()
        assert viewer.waiting == 2

    with_hub(play)


def test_the_time_alone_is_no_news_and_comes_with_the_next() -> None:
    async def play(hub: Hub) -> None:
        viewer = hub.join()
        assert hub.publish({"time": 1, "a": 1})
        await passed_on()
        assert await seen_by(viewer, 2) == {"time": 1, "a": 1}
        assert not hub.publish({"time": 2, "a": 1})
        await passed_on()
        assert viewer.waiting == 0
        assert hub.publish({"time": 3, "a": 2})
        await passed_on()
        assert json.loads(await viewer.next()) == {"patch": {"time": 3, "a": 2}}

    with_hub(play)


def test_a_late_viewer_is_told_the_newest_time() -> None:
    async def play(hub: Hub) -> None:
        hub.publish({"time": 1, "a": 1})
        await passed_on()
        hub.publish({"time": 2, "a": 1})
        assert await seen_by(hub.join(), 1) == {"time": 2, "a": 1}

    with_hub(play)


def test_while_nothing_happens_a_heartbeat_says_that_the_board_is_there_and_how_late_it_is() -> None:
    async def play(hub: Hub) -> None:
        viewer = hub.join()
        hub.publish({"time": 1, "a": 1})
        await passed_on()
        assert await seen_by(viewer, 2) == {"time": 1, "a": 1}
        assert json.loads(await viewer.next()) == {"patch": {}}
        hub.publish({"time": 2, "a": 1})
        told = [json.loads(await viewer.next()) for _ in range(2)]
        assert {"patch": {"time": 2}} in told

    with_hub(play, SOON)


def test_what_was_published_before_the_server_ran_is_passed_on() -> None:
    async def evening() -> None:
        hub = Hub()
        hub.publish({"a": 1})
        running = asyncio.create_task(hub.run())
        await asyncio.sleep(0)
        assert await seen_by(hub.join(), 1) == {"a": 1}
        running.cancel()

    run_in_own_loop(evening())


def test_what_one_viewer_is_told_comes_after_what_was_published_before() -> None:
    async def play(hub: Hub) -> None:
        viewer = hub.join()
        hub.publish({"a": 1})
        hub.tell(viewer.number, {"taken": 1})
        await passed_on()
        assert [json.loads(await viewer.next()) for _ in range(3)][1:] == [{"patch": {"a": 1}}, {"taken": 1}]
        assert viewer.waiting == 0

    with_hub(play)


scalars = st.one_of(st.booleans(), st.integers(0, 3), st.text("ab", max_size=2))
values = st.recursive(
    scalars | st.lists(scalars, max_size=3),
    lambda inner: st.dictionaries(st.text("xyz", min_size=1, max_size=2), inner, max_size=4),
    max_leaves=12,
)
states = st.dictionaries(st.text("xyz", min_size=1, max_size=2), values, max_size=5)


@given(states, states)
def test_a_patch_turns_one_state_into_the_other(before: dict, after: dict) -> None:
    assert patched(before, difference(before, after)) == after


@given(states)
def test_nothing_changed_is_an_empty_patch(state: dict) -> None:
    assert difference(state, dict(state)) == {}


def test_a_patch_holds_only_what_changed() -> None:
    before = {"beans": {"south-1": 3, "south-2": 0}, "gone": {"south-1": True}, "time": 1}
    after = {"beans": {"south-1": 3, "south-2": 1}, "gone": {}, "time": 1}
    assert difference(before, after) == {"beans": {"south-2": 1}, "gone": {"south-1": None}}
