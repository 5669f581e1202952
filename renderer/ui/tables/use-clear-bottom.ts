import { useLayoutEffect, useState, type RefObject } from 'react';

/** Marks elements that toasts must not cover, such as the player and rows of buttons. */
export const keepClear = { 'data-keep-clear': '' } as const;

/** The elements that toasts must not cover: marked ones, open menus and lists, and the field in use. */
const keepClearSelector =
  '[data-keep-clear], [role="menu"], [role="listbox"], [role="radiogroup"]:focus-within, textarea:focus, input:focus';

/** The distance to the edge of the window, and to what is kept clear. */
const [edgePx, gapPx] = [16, 8];

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** Returns the distance of an element to the bottom of the window in pixels, so that it covers nothing that is kept clear. */
export function useClearBottom(element: RefObject<HTMLElement | null>, isShown: boolean): number {
  const [bottomPx, setBottomPx] = useState(edgePx);
  useLayoutEffect(() => {
    if (!isShown || !element.current) return;
    const { current } = element;
    const measure = () => {
      const { left, right, height } = current.getBoundingClientRect();
      const kept = [...document.querySelectorAll(keepClearSelector)].filter((one) => !current.contains(one));
      const boxes = kept.map((one) => one.getBoundingClientRect());
      setBottomPx(findClearBottom({ left, right, height }, boxes, innerHeight));
    };
    let frame = 0;
    const measureSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    };
    const changes = new MutationObserver(measureSoon);
    changes.observe(document.body, { childList: true, subtree: true });
    const sizes = new ResizeObserver(measureSoon);
    for (const one of [current, document.body]) sizes.observe(one);
    const events = new AbortController();
    for (const name of ['focusin', 'focusout', 'scroll'])
      document.addEventListener(name, measureSoon, { capture: true, passive: true, signal: events.signal });
    measure();
    return () => {
      cancelAnimationFrame(frame);
      changes.disconnect();
      sizes.disconnect();
      events.abort();
    };
  }, [element, isShown]);
  return bottomPx;
}

/** Moves a box up from the bottom of the window until it covers none of the others, as far as the window has space. */
export function findClearBottom(
  { left, right, height }: Pick<DOMRect, 'left' | 'right' | 'height'>,
  keptClear: readonly Box[],
  windowHeight: number,
): number {
  let bottomPx = edgePx;
  const besides = keptClear.filter((box) => box.left < right && box.right > left && box.bottom > box.top);
  for (const box of besides.toSorted((a, b) => b.bottom - a.bottom)) {
    const isCovered = box.top < windowHeight - bottomPx && box.bottom > windowHeight - bottomPx - height;
    if (isCovered) bottomPx = windowHeight - box.top + gapPx;
  }
  return Math.max(edgePx, Math.min(bottomPx, windowHeight - height - edgePx));
}
