/** How far above what is pointed at the text may be cut: a cell around a button around a word. */
const maxAncestors = 4;

/** Set on what has its title from here, which follows the text and goes when the text fits again. */
const titleMarker = 'truncationTitle';

/** Whatever is cut off anywhere in the page can be read in full by pointing at it; it needs no title of its own. */
export function addTruncationTitles(root: HTMLElement): void {
  root.addEventListener('pointerover', ({ target }) => {
    if (target instanceof Element) updateTitle(target);
  });
}

function updateTitle(target: Element): void {
  let element: Element | null = target;
  for (let step = 0; step < maxAncestors && element; step += 1, element = element.parentElement) {
    if (!(element instanceof HTMLElement)) continue;
    if (element.dataset[titleMarker] === undefined && element.title !== '') return;
    if (isTruncated(element)) {
      if (element.querySelector('[title]')) return;
      element.title = element.innerText.trim();
      element.dataset[titleMarker] = '';
      return;
    }
    if (element.dataset[titleMarker] === undefined) continue;
    element.removeAttribute('title');
    delete element.dataset[titleMarker];
  }
}

function isTruncated(element: HTMLElement): boolean {
  const isWider = element.scrollWidth > element.clientWidth;
  if (!isWider && element.scrollHeight <= element.clientHeight) return false;
  const { textOverflow, webkitLineClamp } = getComputedStyle(element);
  return isWider ? textOverflow === 'ellipsis' : webkitLineClamp !== 'none';
}
