// What comes below the foot of the window moves the page until it is seen.

export function bringIntoView(element) {
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  // The others have made room for it in the next frame.
  requestAnimationFrame(() => element.scrollIntoView({ block: "nearest", behavior: isCalm ? "auto" : "smooth" }));
}

// The board, with what is said above it and what the hand chooses from: for whoever sits down at it, or has chosen
// something further down that shows on it.
export function bringBoardIntoView() {
  const [scene, tools, side] = ["scene", "hand-tools", "side"].map((id) => document.getElementById(id).getBoundingClientRect());
  const isCut = ({ top, bottom }) => top < 0 || bottom > innerHeight, isCovered = side.top < scene.bottom && side.left < scene.right;
  if (isCut(scene) || isCut(tools) || isCovered) document.querySelector("main").scrollIntoView();
}

// Brings each card into view that comes, or that grows while it is seen, if `mayMove` says so. The card of a puzzle
// stays below the tools.
export function bringCardsIntoView(cards, mayMove) {
  const cardOf = (element) => (element.parentElement === cards ? element : cardOf(element.parentElement));
  const isSeen = (card) => card.getBoundingClientRect().top < innerHeight && card.getBoundingClientRect().bottom > 0;
  const isNews = (element) => {
    if (element === cards || element.hidden) return false;
    const card = cardOf(element);
    return !card.hidden && card.dataset.progress !== "going on" && (card === element || isSeen(card));
  };
  new MutationObserver((changes) => {
    const news = changes.map(({ target }) => target).filter((target) => cards.contains(target)).find(isNews);
    if (news && mayMove()) bringIntoView(cardOf(news));
  }).observe(cards, { subtree: true, attributeFilter: ["hidden"] });
}
