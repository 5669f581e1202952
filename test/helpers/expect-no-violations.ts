import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Asserts that axe finds no violation in the page as it is: every rule in the light theme, and contrast in the dark one, which
 * differs in its colors only. The page must follow the system's theme. Violations are reported with their elements.
 */
export async function expectNoViolations(page: Page, label: string): Promise<void> {
  expect(await findViolations(new AxeBuilder({ page })), `${label}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findViolations(new AxeBuilder({ page }).withRules('color-contrast')), `${label}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Returns the violations that axe finds, each with its elements. */
export async function findViolations(axe: AxeBuilder): Promise<readonly object[]> {
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => ({
    id,
    at: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })),
  }));
}
