"""Scripts that look a whole page through, as checkers of accessibility do; each lists what is wrong."""

import re
from typing import Any

UNNAMED = """() => {
  const sought = 'button, select, input, a, [role=button], [role=img], [tabindex="0"]';
  const isNamed = (each) => each.getAttribute('aria-label') || each.title || each.textContent.trim()
    || each.labels?.[0]?.textContent.trim();
  return [...document.querySelectorAll(sought)]
    .filter((each) => !each.closest('[hidden], [aria-hidden=true]') && !isNamed(each))
    .map((each) => each.outerHTML.slice(0, 120));
}"""

_CONTRAST = """
  const channel = (value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const light = ([red, green, blue]) =>
    0.2126 * channel(red / 255) + 0.7152 * channel(green / 255) + 0.0722 * channel(blue / 255);
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const behind = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const colour = rgba(getComputedStyle(each).backgroundColor);
      if (colour[3] > 250) return colour;
    }
    return [255, 255, 255, 255];
  };
  const contrast = (colour, element) => {
    const [bright, dark] = [light(rgba(colour)), light(behind(element))].sort((one, other) => other - one);
    return (bright + 0.05) / (dark + 0.05);
  };
"""
"""The contrast of a colour with what is painted behind an element, as WCAG 2 reckons it."""

PALE = f"""() => {{ {_CONTRAST}
  const unseen = 'svg, noscript, script, [hidden], :disabled, option';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const pale = [];
  for (let node; (node = walker.nextNode());) {{
    const element = node.parentElement;
    if (!node.data.trim() || element.closest(unseen) || !element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const ratio = contrast(style.color, element);
    const wanted = parseFloat(style.fontSize) >= 24 ? 3 : 4.5;
    if (ratio < wanted) pale.push(`${{ratio.toFixed(2)}} ${{node.data.trim()}}`);
  }}
  return pale;
}}"""
"""Texts that hardly stand out from what is behind them."""

FAINT = f"""() => {{ {_CONTRAST}
  const controls = 'button, select, input[type=number], input[type=text]';
  const isSeen = (each) => each.checkVisibility() && !each.disabled;
  const outline = (each) => contrast(getComputedStyle(each).borderTopColor, each.parentElement);
  return [...document.querySelectorAll(controls)].filter(isSeen).map((each) => [outline(each), each])
    .filter(([ratio]) => ratio < 3)
    .map(([ratio, each]) => `${{ratio.toFixed(2)}} ${{each.id}} ${{each.textContent.slice(0, 40)}}`);
}}"""
"""Controls whose outline hardly stands out from what is beside it (WCAG 2, 1.4.11)."""

CUT = """() => {
  const canvas = document.createElement('canvas').getContext('2d');
  const isCut = (each) => {
    const style = getComputedStyle(each);
    if (each.matches('select')) {
      canvas.font = style.font;
      const room = each.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      return canvas.measureText(each.selectedOptions[0]?.text ?? '').width > room + 1;
    }
    const isWide = each.scrollWidth > each.clientWidth + 1 && !['auto', 'scroll'].includes(style.overflowX);
    const isTall = each.scrollHeight > each.clientHeight + 2 && style.overflowY === 'hidden';
    return style.display !== 'inline' && each.clientWidth > 0 && (isWide || isTall);
  };
  const isSeen = (each) => each.checkVisibility() && !each.closest('svg') && each.clientWidth !== 1;
  return [...document.querySelectorAll('body *')].filter((each) => isSeen(each) && isCut(each))
    .map((each) => each.outerHTML.slice(0, 120));
}"""
"""What does not fit into its box; words for readers alone have one of a pixel."""

TOLD_TO_PLAYERS = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), texts = [];
  for (let node; (node = walker.nextNode());) {
    const { parentElement: parent, data } = node;
    if (data.trim() && !parent.closest('#makers, script, noscript, option')) texts.push(data.trim());
  }
  const told = ['title', 'aria-label', 'aria-valuetext'];
  for (const each of document.querySelectorAll(told.map((name) => `[${name}]`).join()))
    if (!each.closest('#makers')) texts.push(...told.map((name) => each.getAttribute(name) ?? ''));
  return texts;
}"""
"""All texts of a page, seen or for readers, but those in the fold for makers."""

CERTAINTY = re.compile(r"%|per ?cent|Prozent|\b0[.,]\d|probab|Wahrscheinlichkeit", re.IGNORECASE)
"""What looks like a share or a probability."""


def certainty_told(page: Any) -> list[str]:
    """Return the texts outside the fold for makers that tell a share or a probability."""
    return [text for text in page.evaluate(TOLD_TO_PLAYERS) if CERTAINTY.search(text)]
