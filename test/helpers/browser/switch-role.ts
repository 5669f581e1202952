import { expect, type Page } from '@playwright/test';
import { roleNames, type Role } from '../../../shared/contract/roles.ts';

/** Changes the role that the window is viewed as. */
export async function switchRole(page: Page, role: Role): Promise<void> {
  await page.getByRole('button', { name: /^Viewing as/ }).click();
  await page.getByRole('menuitemradio', { name: roleNames[role] }).click();
  await expect(page.getByRole('button', { name: `Viewing as ${roleNames[role]}` })).toBeVisible();
}
