import { expect, type Locator, type Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * Asserts that axe finds no violation in the page as it is: every rule in the light theme, and contrast in the dark one, which
 * differs in its colors only. The page must follow the system's theme, and start with the light one. Violations are reported
 * with their elements. `within` leaves out what is not in that element, which must be opaque.
 */
export async function expectNoViolations(page: Page, label: string, within?: Locator): Promise<void> {
  const root = within ?? page.locator(':root');
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  expect(await root.evaluate(findViolations, {}), `${label}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await root.evaluate(findViolations, contrastOnly), `${label}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

const contrastOnly: axe.RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } };

/** Runs in the page. Returns the violations of some rules, by default of all, each with its elements. */
async function findViolations(root: Element, options: axe.RunOptions): Promise<readonly object[]> {
  // Until opening elements are opaque and colors have changed, axe would measure a mixture.
  // Those that follow a scroll position, or repeat, never finish.
  const animations = document
    .getAnimations()
    .filter(
      ({ timeline, effect }) => timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
    );
  await Promise.allSettled(animations.map(({ finished }) => finished));
  const { run } = Reflect.get(globalThis, 'axe') as typeof axe; // evaluated above
  // Axe would measure every visible element of the page before it checks the contrast of a few. The focus stays where it is.
  const hidden: HTMLElement[] = [];
  for (let element = root; element.parentElement && element !== document.body; element = element.parentElement)
    for (const other of element.parentElement.children)
      if (
        other !== element &&
        other instanceof HTMLElement &&
        other.style.visibility === '' &&
        !other.contains(document.activeElement)
      )
        hidden.push(other);
  for (const other of hidden) other.style.visibility = 'hidden';
  // No enabled rule reads the style sheets, which axe would load first.
  const { violations } = await run(root, { ...options, preload: false, resultTypes: ['violations'] });
  for (const other of hidden) other.style.visibility = '';
  return violations.map(({ id, nodes }) => ({
    id,
    at: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })),
  }));
}
