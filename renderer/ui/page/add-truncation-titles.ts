/** The number of ancestors of the hovered element to check, for example word, button and table cell. */
const maxAncestors = 4;

/** Marks the titles that this module has set and therefore updates and removes. */
const titleMarker = 'truncationTitle';

/** Gives truncated text its full text as a title while the pointer is over it. */
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
