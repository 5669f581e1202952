import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** For colors that still change when the theme does; a real violation is there for as long as that. */
const settleMs = 10_000;

/**
 * Asserts that axe finds no violation in the page as it is: every rule in the light theme, and contrast in the dark one, which
 * differs in its colors only. The page must follow the system's theme. Violations are reported with their elements.
 */
export async function expectNoViolations(page: Page, label: string): Promise<void> {
  await expectNone(new AxeBuilder({ page }), `${label}, light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNone(new AxeBuilder({ page }).withRules('color-contrast'), `${label}, dark`);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** The violations that axe finds, each with its elements. */
export async function findViolations(axe: AxeBuilder): Promise<readonly object[]> {
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => ({
    id,
    at: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })),
  }));
}

async function expectNone(axe: AxeBuilder, message: string): Promise<void> {
  await expect.poll(() => findViolations(axe), { message, timeout: settleMs }).toEqual([]);
}
