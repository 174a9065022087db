"""The hub between a board's loop and its viewers, without any socket."""

import asyncio
import json
from collections.abc import Awaitable, Callable

from cupsboard.web.hub import OUTBOX_MESSAGES, Hub, Viewer
from cupsboard.web.merge_patch import patched


def with_hub(play: Callable[[Hub], Awaitable[None]]) -> None:
    async def evening() -> None:
        hub = Hub()
        running = asyncio.create_task(hub.run())
        await asyncio.sleep(0)
        await play(hub)
        running.cancel()

    asyncio.run(evening())


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
