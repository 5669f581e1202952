import { expect, type Page } from '@playwright/test';

/** Until a room is there and has read what it shows; the one before it stays in sight while it loads. */
export async function waitForView(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { name: title, level: 1, exact: true })).toBeVisible();
  await expect(page.locator('main').locator('[aria-label^="Loading"], [aria-busy="true"]')).toHaveCount(0);
}
