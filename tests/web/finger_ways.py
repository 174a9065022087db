"""Which ways a finger goes over a page that is longer than its window, and what it must find there."""

LONGER_THAN_ITS_WINDOW = "document.body.style.paddingBottom = '60rem'"
BETWEEN_THE_PLACES = """() => {
  const box = (each) => each.getBoundingClientRect();
  const live = box(document.querySelector('.live'));
  const things = [...document.querySelectorAll('.target, .button')].map(box);
  const isFree = (x, y) => things.every(({ left, top, right, bottom }) =>
    x < left - 8 || x > right + 8 || y < top - 8 || y > bottom + 8);
  for (let y = live.top + 4; y < Math.min(live.bottom, innerHeight) - 60; y += 4)
    for (let x = live.left + 4; x < live.right; x += 4)
      if (isFree(x, y) && document.elementFromPoint(x, y)?.closest('.live')) return [x, y];
}"""
SHOWS_A_BEAN = """(place) => {
  const on = document.getElementById(`place-${place}`).getBoundingClientRect();
  return [...document.querySelectorAll('.layer-beans .bean')].map((each) => each.getBoundingClientRect())
    .some((box) => box.left > on.left && box.right < on.right && box.top > on.top && box.bottom < on.bottom);
}"""
DRAGS = (
    *(("south-stock", "south-1"), ("south-stock", "south-4"), ("south-1", "south-pot")),
    *(("south-4", "north-1"), ("north-1", "south-2"), ("south-pot", "south-stock")),
)
"""To the left, to the right, up and down; with each something lies where it is taken from."""
