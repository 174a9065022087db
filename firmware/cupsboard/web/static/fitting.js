// Text that never pushes its neighbours aside: its box has a fixed size, and a long text is set smaller, down to the
// size that the style sheets call the least. What is longer still lies over its neighbours, or is scrolled.

const STEPS = [1, 0.94, 0.88, 0.82, 0.76, 0.7];

// The element's font size must be a multiple of var(--fit), 14 pixels at the least. A `box` around it, if there is one,
// grows by the variable `over` for what is still too long.
export function keepFitting(element, box = null, over = "--over") {
  const isTooLong = () => element.scrollHeight > element.clientHeight + 1;
  const fit = () => {
    element.removeAttribute("data-scrolls");
    box?.style.removeProperty(over);
    for (const step of STEPS) {
      element.style.setProperty("--fit", step);
      if (!isTooLong()) break;
    }
    if (isTooLong()) box?.style.setProperty(over, `${element.scrollHeight - element.clientHeight}px`);
    element.toggleAttribute("data-scrolls", isTooLong());
    if (isTooLong()) element.setAttribute("tabindex", 0);
    else element.removeAttribute("tabindex");
  };
  new MutationObserver(fit).observe(element, { childList: true, characterData: true, subtree: true });
  // In the next frame: growing is a change of size, too.
  new ResizeObserver(() => requestAnimationFrame(fit)).observe(element);
}
