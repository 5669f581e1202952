import { useLayoutEffect, type RefObject } from 'react';
import { enterMs, hasReducedMotion, leaveMs } from '../page/motion.ts';

const [hidden, shown] = [
  { opacity: 0, transform: 'translateX(12px)' },
  { opacity: 1, transform: 'none' },
];

/** Whether a panel was removed in this commit: the one that opens takes its place, without a motion. */
let isReplacing = false;

/** Moves a panel in from the right, and out when it is removed. */
export function usePanelMotion(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = panel.current;
    if (!element || hasReducedMotion()) return;
    if (!isReplacing) element.animate([hidden, shown], { duration: enterMs, easing: 'ease-out' });
    isReplacing = false;
    return () => {
      const [copy, parent] = [copyPanel(element), element.parentElement];
      const scrollTops = [...element.querySelectorAll('*')].map(({ scrollTop }) => scrollTop);
      isReplacing = true;
      queueMicrotask(() => {
        // React also runs this for a panel that stays, in development.
        if (isReplacing && !element.isConnected && parent?.isConnected) moveOut(copy, parent, scrollTops);
        isReplacing = false;
      });
    };
  }, [panel]);
}

/** Shows a copy of a panel in its place. The copy is not available to pointer, keyboard or screen reader. */
function copyPanel(element: HTMLElement): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement; // a node of the same type
  copy.inert = true;
  copy.setAttribute('aria-hidden', 'true');
  const { offsetTop, offsetLeft, offsetWidth, offsetHeight } = element;
  const box = { top: offsetTop, left: offsetLeft, width: offsetWidth, height: offsetHeight };
  Object.assign(copy.style, { position: 'absolute', right: 'auto', bottom: 'auto' });
  for (const [name, value] of Object.entries(box)) copy.style.setProperty(name, `${value}px`);
  return copy;
}

function moveOut(copy: HTMLElement, parent: HTMLElement, scrollTops: readonly number[]): void {
  parent.append(copy);
  const descendants = copy.querySelectorAll('*');
  for (const [index, scrollTop] of scrollTops.entries())
    if (scrollTop > 0) descendants[index]?.scrollTo({ top: scrollTop, behavior: 'instant' });
  const motion = copy.animate([shown, hidden], { duration: leaveMs, easing: 'ease-out', fill: 'forwards' });
  motion.addEventListener('finish', () => copy.remove());
}
