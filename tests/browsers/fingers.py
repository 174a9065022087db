"""Moving touches by a browser's own input, on a page that is longer than its window."""

import json

from engines import awaited
from evening import Evening
from finger_ways import DRAGS, LONGER_THAN_ITS_WINDOW, SHOWS_A_BEAN
from page import DOWN, SLIDE_MILLISECONDS, UP, DraggingFinger, Page, to

IS_DOWN = "document.querySelector('#button-south').hasAttribute('data-down')"


def faults_of_fingers(evening: Evening, page: Page) -> tuple[str, list[str]]:
    """Drag beans in every direction, and hold a button with a finger that slides.

    A driver's swipes move no page, so nothing is said of those beside the places.
    """
    page.wait_for_selector("body[data-seated]")
    page.evaluate(f"() => {{ {LONGER_THAN_ITS_WINDOW}; scrollTo(0, 0); }}")
    finger, faults = DraggingFinger(page), list[str]()
    for source, target in DRAGS:
        try:
            page.wait_for(f"({SHOWS_A_BEAN})({json.dumps(source)})")
            before = evening.truth()[target]
            finger.drag(source, target)
            awaited(
                lambda b=before, t=target: evening.truth()[t] == b + 1,
                lambda s=source, t=target: f"a bean from {s} in {t}; there is {evening.truth()}",
            )
        except TimeoutError as fault:
            faults.append(str(fault))
        if page.evaluate("scrollY"):
            faults.append(f"the page moved by {page.evaluate('scrollY')} px from {source} to {target}")
    faults += held_by_a_sliding_finger(page)
    return f"{len(DRAGS)} drags and a hold", faults


def held_by_a_sliding_finger(page: Page) -> list[str]:
    x, y = page.locator("#button-south .button-base").middle()
    page.point("touch", to(x, y), DOWN)
    try:
        page.wait_for(IS_DOWN)
        page.point("touch", to(x + 4, y - 18, SLIDE_MILLISECONDS))
        page.wait_for_timeout(200)
        return [] if page.evaluate(IS_DOWN) else ["the button was let go by a finger that slid 18 px"]
    except TimeoutError as fault:
        return [str(fault)]
    finally:
        page.point("touch", UP)
