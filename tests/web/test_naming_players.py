"""What players are called, as people write it on the page."""

from sitting import Sit, Visit, comes_true


def test_a_name_that_nobody_can_have_is_told_in_the_dialog_which_stays_open(sit: Sit, visit: Visit) -> None:
    page = visit(sit().address)
    page.click(".player-name button:visible >> nth=0")
    field = page.locator("#naming-title ~ .naming-fields input")
    for refused in ("level 4", "greedy (simulated)"):
        field.fill(refused)
        page.keyboard.press("Enter")
        page.wait_for_selector(f".naming-said:text('{refused}')")
        assert page.locator(".naming-dialog").is_visible()
    field.fill("Zoë")
    page.keyboard.press("Enter")
    page.wait_for_selector(".naming-dialog", state="hidden")
    comes_true(page, "document.querySelector('.player-name button').textContent.includes('Zoë')")
