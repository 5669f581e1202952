import { expect, type Page } from '@playwright/test';

/** Chooses the member who uses the window. */
export async function chooseMember(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: /^Viewing as/ }).click();
  await page.getByRole('menuitem', { name: 'Change who uses this window…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Who uses this window?' });
  await dialog.getByRole('combobox', { name: 'Member' }).click();
  await page.getByRole('option', { name: email }).click();
  await dialog.getByRole('button', { name: 'Use this window' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Viewing as/ })).toContainText(email);
}
