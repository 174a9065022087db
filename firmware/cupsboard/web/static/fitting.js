// Text that never pushes its neighbours aside: its box has a fixed size, and a long text is set smaller, down to the
// size that the style sheets call the least.

const STEPS = [1, 0.94, 0.88, 0.82, 0.76, 0.7];

// The element's font size must be a multiple of var(--fit), 14 pixels at the least. What is still too long can be scrolled.
export function keepFitting(element) {
  const isTooLong = () => element.scrollHeight > element.clientHeight + 1;
  const fit = () => {
    element.removeAttribute("data-scrolls");
    for (const step of STEPS) {
      element.style.setProperty("--fit", step);
      if (!isTooLong()) break;
    }
    element.toggleAttribute("data-scrolls", isTooLong());
    if (isTooLong()) element.setAttribute("tabindex", 0);
    else element.removeAttribute("tabindex");
  };
  new MutationObserver(fit).observe(element, { childList: true, characterData: true, subtree: true });
  new ResizeObserver(fit).observe(element);
}
