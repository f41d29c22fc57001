/**
 * An expression: the function that returns what cannot be read on a page, each fault in words.
 *
 * It looks at the lines of text as the browser has laid them out. What scrolls in a box of its own may be wider than it.
 */

() => {
  const NARROW = 80; // pixels of a block with a text of several lines
  const LONG = 20; // characters of a text that needs more than that
  const LEEWAY = 2; // pixels
  const SHARE = 1 / 3; // of a line's height, which may reach into another line
  const UNSEEN = ".unseen, .skip, [aria-hidden=true], svg, select, textarea";
  const SCROLLING = ".wide, .moves, .scroller, pre";
  const FLOATING = "#messages"; // stands over the page

  const faults = new Set();
  const lines = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (isShown(node)) look(node);
  lines.sort((one, other) => one.line.top - other.line.top);
  for (const [at, each] of lines.entries()) compare(each, lines.slice(at + 1));
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.add(`the page scrolls sideways: ${scrollWidth} px`);
  return [...faults];

  function isShown({ data, parentElement: element }) {
    const seen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    return data.trim() && seen && !element.closest(`${UNSEEN}, ${FLOATING}`);
  }

  function look(node) {
    const { data, parentElement: element } = node;
    const own = linesOf(node, 0, node.length);
    if (!own.length) faults.add(`${quoted(data)} has no room`);
    for (const { index, 0: word } of data.matchAll(/\p{L}{2,}/gu))
      if (rows(linesOf(node, index, index + word.length)) > 1) faults.add(`the word ${quoted(word)} is broken`);
    if (element.closest(SCROLLING)) return;
    const { clientWidth } = blockOf(element);
    if (rows(own) > 1 && data.trim().length >= LONG && clientWidth < NARROW)
      faults.add(`${quoted(data)} stands in ${clientWidth} px`);
    const box = element.closest(".panel, .stage, .side, .page, body");
    const { left, right } = box.getBoundingClientRect();
    for (const line of own) {
      if (line.left < left - LEEWAY || line.right > right + LEEWAY)
        faults.add(`${quoted(data)} reaches out of its ${box.className || box.localName}`);
      lines.push({ node, line });
    }
  }

  function compare({ node, line }, others) {
    for (const { node: other, line: below } of others) {
      if (below.top > line.bottom) return;
      const high = Math.min(line.bottom, below.bottom) - below.top;
      const wide = Math.min(line.right, below.right) - Math.max(line.left, below.left);
      if (other !== node && wide > LEEWAY && high > Math.min(line.height, below.height) * SHARE)
        faults.add(`${quoted(node.data)} is written over ${quoted(other.data)}`);
    }
  }

  function linesOf(node, from, to) {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()].filter(({ width }) => width > 0);
  }

  function rows(rects) {
    return new Set(rects.map(({ top }) => Math.round(top))).size;
  }

  function blockOf(element) {
    const inline = getComputedStyle(element).display.startsWith("inline");
    return inline && element.parentElement ? blockOf(element.parentElement) : element;
  }

  function quoted(text) {
    return JSON.stringify(text.trim().slice(0, 60));
  }
};
