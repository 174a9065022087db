"""Scripts that look a whole page through, as checkers of accessibility do; each lists what is wrong."""

UNNAMED = """() => {
  const sought = 'button, select, input, a, [role=button], [role=img], [tabindex="0"]';
  const isNamed = (each) => each.getAttribute('aria-label') || each.title || each.textContent.trim()
    || each.labels?.[0]?.textContent.trim();
  return [...document.querySelectorAll(sought)]
    .filter((each) => !each.closest('[hidden], [aria-hidden=true]') && !isNamed(each))
    .map((each) => each.outerHTML.slice(0, 120));
}"""

PALE = """() => {
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
  const unseen = 'svg, noscript, script, [hidden], :disabled, option';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const pale = [];
  for (let node; (node = walker.nextNode());) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest(unseen) || !element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const [one, other] = [light(rgba(style.color)), light(behind(element))];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    const wanted = parseFloat(style.fontSize) >= 24 ? 3 : 4.5;
    if (ratio < wanted) pale.push(`${ratio.toFixed(2)} ${node.data.trim()}`);
  }
  return pale;
}"""
"""The contrast of every text with what is painted behind it, as WCAG 2 reckons it."""
