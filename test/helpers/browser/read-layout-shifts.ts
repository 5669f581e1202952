import type { Page } from '@playwright/test';

/** The part of a layout shift of the browser that is read here. */
type LayoutShift = PerformanceEntry & {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null }[];
};

export type LayoutShifts = { readonly total: number; readonly moved: readonly string[] };

/** Returns the sum of the layout shifts since a time of the page, or since it was loaded, and the elements that moved. */
export function readLayoutShifts(page: Page, sinceMs = 0): Promise<LayoutShifts> {
  return page.evaluate(async (since) => {
    const entries = await new Promise<readonly LayoutShift[]>((resolve) => {
      const found: LayoutShift[] = [];
      const observer = new PerformanceObserver((list) => found.push(...(list.getEntries() as LayoutShift[]))); // of this type
      observer.observe({ type: 'layout-shift', buffered: true });
      // The browser reports the shifts of a frame after it.
      requestAnimationFrame(() => setTimeout(() => setTimeout(() => resolve(found))));
    });
    const shifts = entries.filter(({ startTime }) => startTime >= since);
    const describe = (node: Node | null) =>
      node instanceof Element ? `${node.tagName} ${node.textContent?.slice(0, 40) ?? ''}` : (node?.textContent ?? '');
    return {
      total: shifts.reduce((sum, { value }) => sum + value, 0),
      moved: shifts.flatMap(({ value, sources }) => sources.map(({ node }) => `${value.toFixed(4)} ${describe(node)}`)),
    };
  }, sinceMs);
}

export const readPageTime = (page: Page): Promise<number> => page.evaluate(() => performance.now());
