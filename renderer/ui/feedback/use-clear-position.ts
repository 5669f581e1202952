import { useLayoutEffect, useState, type RefObject } from 'react';

/** Marks elements that toasts must not cover, such as the player and rows of buttons. */
export const keepClear = { 'data-keep-clear': '' } as const;

/** Marks a panel at the right edge, beside which toasts are shown if they would cover its fields. */
export const keepClearPanel = { 'data-keep-clear-panel': '' } as const;

/** The elements that toasts must not cover: marked ones, open menus and lists, and the field in use. */
const keepClearSelector =
  '[data-keep-clear], [role="menu"], [role="listbox"], [role="radiogroup"]:focus-within, textarea:focus, input:focus';

/** The other fields, which toasts cover only if the window has no space beside them. */
const fieldSelector = 'input:not([type="checkbox"]), textarea, [role="combobox"], [role="radiogroup"]';

/** The distance to the edge of the window, and to what is kept clear. */
const [edgePx, gapPx] = [16, 8];

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

type Size = Pick<DOMRect, 'width' | 'height'>;

/** The distance of toasts to the right and the bottom of the window, in pixels. */
export type ClearPosition = { readonly right: number; readonly bottom: number };

/** Returns a position of an element in which it covers nothing that is kept clear. */
export function useClearPosition(element: RefObject<HTMLElement | null>, isShown: boolean): ClearPosition {
  const [position, setPosition] = useState<ClearPosition>({ right: edgePx, bottom: edgePx });
  useLayoutEffect(() => {
    if (!isShown || !element.current) return;
    const { current } = element;
    const measure = () => {
      const readBoxes = (selector: string) =>
        [...document.querySelectorAll(selector)]
          .filter((one) => !current.contains(one))
          .map((one) => one.getBoundingClientRect());
      const next = findClearPosition(current.getBoundingClientRect(), {
        window: { width: innerWidth, height: innerHeight },
        kept: readBoxes(keepClearSelector),
        fields: readBoxes(fieldSelector),
        panel: readBoxes('[data-keep-clear-panel]')[0],
        contentLeft: readBoxes('main')[0]?.left ?? 0,
      });
      setPosition((last) => (last.right === next.right && last.bottom === next.bottom ? last : next));
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
  return position;
}

type Surroundings = {
  readonly window: Size;
  readonly kept: readonly Box[];
  readonly fields: readonly Box[];
  readonly panel?: Box | undefined;
  /** The left edge of the view, which has the sidebar before it. */
  readonly contentLeft: number;
};

/**
 * Finds the position of toasts: at the bottom right, above what is kept clear there, or else beside the panel, or else further up.
 * If they would cover a field in each of these, they are only above what is kept clear.
 */
export function findClearPosition(
  { width, height }: Size,
  { window, kept, fields, panel, contentLeft }: Surroundings,
): ClearPosition {
  const besidePanel = panel && window.width - panel.left + edgePx;
  const hasSpaceBeside = besidePanel !== undefined && window.width - besidePanel - width >= contentLeft;
  const positions = (hasSpaceBeside ? [edgePx, besidePanel] : [edgePx]).map((right) => {
    const box = { left: window.width - right - width, right: window.width - right, height };
    const [bottom, lowest] = [[...kept, ...fields], kept].map((boxes) => findClearBottom(box, boxes, window.height));
    const isClear = bottom !== null && bottom !== undefined;
    return { right, bottom, isClear, isLowest: isClear && bottom === lowest };
  });
  const found = positions.find(({ isLowest }) => isLowest) ?? positions.findLast(({ isClear }) => isClear);
  if (found?.bottom !== null && found?.bottom !== undefined) return { right: found.right, bottom: found.bottom };
  const box = { left: window.width - edgePx - width, right: window.width - edgePx, height };
  const highest = window.height - height - edgePx;
  return { right: edgePx, bottom: findClearBottom(box, kept, window.height) ?? Math.max(edgePx, highest) };
}

/** Moves a box up from the bottom of the window until it covers none of the others. Returns null if the window has no space. */
function findClearBottom(
  { left, right, height }: Pick<DOMRect, 'left' | 'right' | 'height'>,
  boxes: readonly Box[],
  windowHeight: number,
): number | null {
  let bottomPx = edgePx;
  const besides = boxes.filter((box) => box.left < right && box.right > left && box.bottom > box.top);
  for (const box of besides.toSorted((a, b) => b.bottom - a.bottom)) {
    const isCovered = box.top < windowHeight - bottomPx && box.bottom > windowHeight - bottomPx - height;
    if (isCovered) bottomPx = windowHeight - box.top + gapPx;
  }
  return bottomPx + height + edgePx <= windowHeight ? bottomPx : null;
}
