import { expect, type Page } from '@playwright/test';

/** Waits until a view has loaded its data. The previous view stays visible while it loads. */
export async function waitForView(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { name: title, level: 1, exact: true })).toBeVisible();
  // Insights that compare documents take half a minute while the tests in Electron and of the package run.
  const timeout = 120_000;
  await expect(page.locator('main').locator('[aria-label^="Loading"], [aria-busy="true"]')).toHaveCount(0, { timeout });
}
