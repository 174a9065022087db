// What comes below the foot of the window moves the page until it is seen.

export function bringIntoView(element) {
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  // The others have made room for it in the next frame.
  requestAnimationFrame(() => element.scrollIntoView({ block: "nearest", behavior: isCalm ? "auto" : "smooth" }));
}

// Brings each card into view that comes while `mayMove` says so. The card of a puzzle stays below the tools.
export function bringCardsIntoView(cards, mayMove) {
  const isNews = (element) => element.parentElement === cards && !element.hidden && element.dataset.progress !== "going on";
  new MutationObserver((changes) => {
    const news = changes.map(({ target }) => target).find(isNews);
    if (news && mayMove()) bringIntoView(news);
  }).observe(cards, { subtree: true, attributeFilter: ["hidden"] });
}
