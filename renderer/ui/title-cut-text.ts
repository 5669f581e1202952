/** How far above what is pointed at the text may be cut: a cell around a button around a word. */
const reach = 4;

/** Set on what has its title from here, which follows the text and goes when the text fits again. */
const mark = 'cutTitle';

/** Whatever is cut off anywhere in the page can be read in full by pointing at it; it needs no title of its own. */
export function titleCutText(root: HTMLElement): void {
  root.addEventListener('pointerover', ({ target }) => {
    if (target instanceof Element) titleAround(target);
  });
}

function titleAround(target: Element): void {
  let element: Element | null = target;
  for (let step = 0; step < reach && element; step += 1, element = element.parentElement) {
    if (!(element instanceof HTMLElement)) continue;
    if (element.dataset[mark] === undefined && element.title !== '') return;
    if (isCut(element)) {
      if (element.querySelector('[title]')) return;
      element.title = element.innerText.trim();
      element.dataset[mark] = '';
      return;
    }
    if (element.dataset[mark] === undefined) continue;
    element.removeAttribute('title');
    delete element.dataset[mark];
  }
}

function isCut(element: HTMLElement): boolean {
  const isWider = element.scrollWidth > element.clientWidth;
  if (!isWider && element.scrollHeight <= element.clientHeight) return false;
  const { textOverflow, webkitLineClamp } = getComputedStyle(element);
  return isWider ? textOverflow === 'ellipsis' : webkitLineClamp !== 'none';
}
