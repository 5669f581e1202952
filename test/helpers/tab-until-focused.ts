import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until the focus is there, as a person without a mouse does. */
export async function tabUntilFocused(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < 60; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(wanted, 'within 60 presses of Tab').toBeFocused();
}
