// What is looked at on a page; each gives a line for each fault. These are put into the page by the judge.

window.looks = {
  // Texts that stick out of the window, or that a box cuts.
  cut: () => {
    const found = [];
    const label = (each) => `${each.tagName.toLowerCase()}${each.id ? '#' + each.id : ''}${each.classList.length ? '.' + [...each.classList].join('.') : ''}`;
    const isForReaders = (each) => { const { width, height } = each.getBoundingClientRect(); return width <= 2 || height <= 2 || /inset\(50%/.test(getComputedStyle(each).clipPath); };
    const unseen = (each) => isForReaders(each) || each.closest('.unseen, [hidden], noscript, script, style, option, [aria-hidden=true]') || !each.checkVisibility();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());) {
      const element = node.parentElement;
      if (!node.data.trim() || unseen(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      if (!text.width) continue;
      const say = (why) => found.push(`${label(element)} ${JSON.stringify(node.data.trim().slice(0, 40))}: ${why}`);
      if (text.right > innerWidth + 1 || text.left < -1) {
        if (!scrolls(element, 'x')) say(`sticks out of the window (${Math.round(text.left)} to ${Math.round(text.right)} of ${innerWidth})`);
      }
      for (let box = element; box && box !== document.documentElement; box = box.parentElement) {
        const style = getComputedStyle(box), edge = box.getBoundingClientRect();
        if (style.position === 'fixed' || style.display === 'inline') continue;
        if (/hidden|clip/.test(style.overflowX) && (text.right > edge.right + 1.5 || text.left < edge.left - 1.5)) { say(`cut at the side by ${label(box)}`); break; }
        if (/hidden|clip/.test(style.overflowY) && (text.bottom > edge.bottom + 2.5 || text.top < edge.top - 2.5)) { say(`cut above or below by ${label(box)}`); break; }
        if (/auto|scroll/.test(style.overflowX + style.overflowY)) break;
      }
      if (element.closest('button, .player') && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
        && getComputedStyle(element).display !== 'inline' && getComputedStyle(element).overflowX !== 'visible') say('wider than its box');
    }
    function scrolls(element, _) {
      for (let box = element; box && box !== document.body; box = box.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth) return true;
      }
      return false;
    }
    const pen = document.createElement('canvas').getContext('2d');
    for (const select of document.querySelectorAll('select')) {
      if (unseen(select)) continue;
      const style = getComputedStyle(select);
      pen.font = style.font || `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const text = select.selectedOptions[0]?.label ?? '';
      const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      const arrow = style.appearance === 'none' ? 0 : 14;
      if (pen.measureText(text).width > room - arrow + 2) found.push(`select#${select.id} "${text}": ${Math.round(pen.measureText(text).width)} px of text in ${Math.round(room - arrow)}`);
    }
    return [...new Set(found)];
  },

  // What one plays with, out of view.
  inView: () => {
    const found = [];
    if (document.documentElement.scrollWidth > innerWidth + 1) found.push(`scrolls sideways: ${document.documentElement.scrollWidth} of ${innerWidth} px`);
    const seen = (name, element) => {
      if (!element) { found.push(`${name}: not there`); return; }
      const { top, bottom, left, right } = element.getBoundingClientRect();
      if (top < -1 || bottom > innerHeight + 1 || left < -1 || right > innerWidth + 1)
        found.push(`${name} out of view: ${[left, top, right, bottom].map(Math.round)} in ${innerWidth}x${innerHeight}`);
    };
    seen('board', document.querySelector('#scene svg.live') ?? document.querySelector('#scene svg'));
    seen('sentence', document.querySelector('#say'));
    for (const side of ['south', 'north']) seen(`${side}'s button`, document.querySelector(`#button-${side}`));
    return found;
  },

  // What fingers press that is smaller than they are; what a mouse presses on the board.
  small: (least) => {
    const found = [];
    const name = (each) => each.getAttribute('aria-label') || each.innerText || each.id || each.className;
    for (const each of document.querySelectorAll('button, select, input, summary, a[href], [role=button], [role=radio]')) {
      if (!each.checkVisibility() || each.closest('[hidden], .unseen')) continue;
      if (!matchMedia('(pointer: coarse)').matches && !each.closest('#scene')) continue;
      const label = each.matches('input') ? each.closest('label') ?? each : each;
      const box = label.getBoundingClientRect();
      const own = each.querySelector?.('.hit, .target-shape, .button-hit')?.getBoundingClientRect() ?? box;
      const width = Math.max(box.width, own.width), height = Math.max(box.height, own.height);
      if (width + 0.5 < least || height + 0.5 < least) found.push(`${String(name(each)).trim().slice(0, 40)}: ${Math.round(width)}x${Math.round(height)}`);
    }
    return found;
  },

  axe: async () => {
    const { violations } = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      resultTypes: ['violations'],
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).slice(0, 4).join(', ')}`);
  },
};
