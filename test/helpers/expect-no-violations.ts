import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Asserts that axe finds no violation in the page as it is: every rule in the light theme, and contrast in the dark one, which
 * differs in its colors only. The page must follow the system's theme, and start with the light one. Violations are reported
 * with their elements. `within` leaves out what is not in that element.
 */
export async function expectNoViolations(page: Page, label: string, within?: Locator): Promise<void> {
  await within?.evaluate((element, name) => element.setAttribute(name, ''), scopeAttribute);
  await finishAnimations(page);
  expect(await findViolations(page, { within }), `${label}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await finishAnimations(page);
  expect(await findViolations(page, { within, rules: ['color-contrast'] }), `${label}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await within?.evaluate((element, name) => element.removeAttribute(name), scopeAttribute);
}

/** Marks the element that axe checks, which it can only find by a selector. */
const scopeAttribute = 'data-axe-scope';

type Scope = { readonly within: Locator | undefined; readonly rules?: string[] };

/** Returns the violations of some rules, by default of all, each with its elements. */
async function findViolations(page: Page, { within, rules }: Scope): Promise<readonly object[]> {
  // Each run would load axe again, twice, which takes longer than the run itself.
  const isLoaded = await page.evaluate(() => 'axe' in globalThis);
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: '// loaded' }) })
    .options({ resultTypes: ['violations'] })
    // The window has no frames: without legacy mode, axe opens a second page to merge the results of all frames.
    .setLegacyMode();
  if (within) axe.include(`[${scopeAttribute}]`);
  if (rules) axe.withRules(rules);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => ({
    id,
    at: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })),
  }));
}

/** Waits until opening elements are opaque and colors have changed; until then, axe would measure a mixture. */
async function finishAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const animations = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(animations.map(({ finished }) => finished));
  });
}
