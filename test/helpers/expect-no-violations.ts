import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Asserts that axe finds no violation in the page as it is: every rule in the light theme, and contrast in the dark one, which
 * differs in its colors only. The page must follow the system's theme, and start with the light one. Violations are reported
 * with their elements.
 */
export async function expectNoViolations(page: Page, label: string): Promise<void> {
  await finishAnimations(page);
  expect(await findViolations(page), `${label}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await finishAnimations(page);
  expect(await findViolations(page, ['color-contrast']), `${label}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Returns the violations of some rules, by default of all, each with its elements. */
async function findViolations(page: Page, rules?: string[]): Promise<readonly object[]> {
  // Each run would load axe again, twice, which takes longer than the run itself.
  const isLoaded = await page.evaluate(() => 'axe' in globalThis);
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: '// loaded' }) })
    .options({ resultTypes: ['violations'] })
    // The window has no frames: without legacy mode, axe opens a second page to merge the results of all frames.
    .setLegacyMode();
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
