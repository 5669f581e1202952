import { expect, type Locator } from '@playwright/test';

/** Asserts that the controls of a group are in one row, which is not scrolled sideways. */
export async function expectOneRow(group: Locator): Promise<void> {
  const { middles, hidden } = await group.evaluate((element) => ({
    middles: [...element.querySelectorAll('button')].map((button) => {
      const { top, bottom } = button.getBoundingClientRect();
      return (top + bottom) / 2;
    }),
    hidden: [element, ...element.querySelectorAll('div')].map(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    ),
  }));
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4);
  expect(Math.max(...hidden)).toBe(0);
}
