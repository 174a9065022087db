// What the parts of a board in a tab share: its carrier, once there is one.

export const tab = { carrier: null, game: document.documentElement.dataset.game, isKept: null };
