"""The sentence read aloud: by the browser's voice, in place of which the tests have one that writes down."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from cupsim.runs.game_world import Setting
from processes import PATIENCE_SECONDS
from sitting import NOBODY, TWO_PERSONS, Sit, Sitting, comes_true

VOICE = """(languages) => {
  window.spoken = [];
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  const voices = languages.map((lang) => ({ lang, default: false }));
  const synthesis = Object.assign(new EventTarget(), {
    getVoices: () => voices,
    speak: ({ text, lang }) => window.spoken.push([lang, text]),
    cancel: () => window.spoken.push('hush'),
    grow: (lang) => {
      voices.push({ lang, default: false });
      synthesis.dispatchEvent(new Event('voiceschanged'));
    },
  });
  Object.defineProperty(window, 'speechSynthesis', { value: synthesis });
}"""
SAID = "document.querySelector('#say').textContent"
LIVE = "document.querySelector('#say').getAttribute('aria-live')"
SAY = """async (sentence) => {
  document.querySelector('#say').textContent = sentence;
  await null;
  return spoken.slice(-2);
}"""
NOTE = "document.querySelector('#speech-note').textContent"


def speaks(language: str) -> str:
    """A script that tells whether the sentence that is shown was spoken last, after a hush."""
    spoken = f"JSON.stringify(['hush', ['{language}', {SAID}]])"
    return f"{SAID} !== '' && JSON.stringify(spoken.slice(-2)) === {spoken}"


@pytest.fixture
def opened(browser: Any) -> Iterator[Callable[..., Any]]:
    """Opens a page in a browser that has voices of these languages."""
    contexts = []

    def open_page(address: str, languages: list[str], locale: str = "en-GB") -> Any:
        context = browser.new_context(locale=locale)
        contexts.append(context)
        context.set_default_timeout(1000 * PATIENCE_SECONDS)
        context.add_init_script("try { localStorage.setItem('cups-guide', 'no') } catch {}")
        context.add_init_script(f"({VOICE})({languages!r})")
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector("#speech", state="attached")
        comes_true(page, f"{SAID} !== ''")
        return page

    yield open_page
    for each in contexts:
        each.close()


@pytest.fixture
def table(sit: Sit) -> Sitting:
    return sit(Setting(7, cups=2, stock_beans=2), TWO_PERSONS)


def test_each_sentence_takes_the_place_of_the_one_before_and_is_announced_by_one_voice_alone(
    table: Sitting, opened: Callable[..., Any]
) -> None:
    page = opened(table.address, ["de-DE", "en-US", "en-GB"])
    assert page.evaluate(LIVE) == "polite"
    page.check("#speech")
    comes_true(page, speaks("en-GB"))
    assert page.evaluate(LIVE) == "off"
    assert page.evaluate(SAY, "Another sentence.") == ["hush", ["en-GB", "Another sentence."]]
    page.uncheck("#speech")
    assert page.evaluate(SAY, "Unheard.")[-1] == "hush"
    assert page.evaluate(LIVE) == "polite"


@pytest.mark.parametrize(("locale", "voice"), [("de-DE", "de-AT"), ("fr-FR", "fr-CA")])
def test_the_wish_is_remembered_and_a_move_is_spoken_in_the_page_s_language(
    table: Sitting, opened: Callable[..., Any], locale: str, voice: str
) -> None:
    page = opened(table.address, ["en-GB", voice], locale)
    page.check("#speech")
    page.reload()
    page.wait_for_selector("#speech:checked", state="attached")
    comes_true(page, speaks(voice))


def test_a_browser_without_a_voice_says_so_until_it_has_one(
    table: Sitting, opened: Callable[..., Any]
) -> None:
    page = opened(table.address, ["fr-FR"])
    assert "no English voice" in page.evaluate(NOTE)
    page.check("#speech")
    assert (page.evaluate("spoken"), page.evaluate(LIVE)) == ([], "polite")
    page.evaluate("speechSynthesis.grow('en-GB')")
    assert (page.evaluate(NOTE), page.evaluate(LIVE)) == ("", "off")


def test_a_page_that_only_shows_a_board_speaks_too(sit: Sit, opened: Callable[..., Any]) -> None:
    page = opened(sit(Setting(7, cups=2, stock_beans=2), NOBODY, is_only_watched=True).address, ["en-GB"])
    page.check("#speech")
    comes_true(page, speaks("en-GB"))
