import { expect, type Locator, type Page } from '@playwright/test';
import { demoDocuments } from '../../../electron/service/workspaces/demo/demo-organization.ts';
import { waitForView } from '../browser/wait-for-view.ts';

/** Page model of the knowledge view. */
export function createKnowledgePage(page: Page) {
  const searchField = page.getByRole('textbox', { name: 'Search the knowledge base' });
  const passages = page.getByRole('list', { name: 'Passages' });
  const queue = page.getByRole('region', { name: 'Upload queue' });
  const table = page.getByRole('table', { name: 'Documents' });
  const originalPage = page.getByRole('region', { name: 'Original page' });
  const row = (title: string) =>
    table.getByRole('row').filter({ has: page.getByRole('button', { name: title, exact: true }) });
  return {
    searchField,
    passages,
    queue,
    table,
    fileInput: page.getByLabel('Choose documents'),
    /** The page of a PDF beside its text. */
    originalPage,
    deleteDialog: page.getByRole('alertdialog', { name: 'Delete document' }),
    rowOf: row,
    queuedItem: (title: string): Locator => queue.getByRole('listitem', { name: title, exact: true }),
    panel: (title: string): Locator => page.getByRole('region', { name: title, exact: true }),
    /** Searches and returns the best passage. */
    search: async (query: string): Promise<Locator> => {
      await searchField.fill(query);
      await searchField.press('Enter');
      await expect(page.getByText(`for “${query}”`)).toBeVisible();
      return passages.getByRole('listitem').first();
    },
    /** Returns from the passages to the documents. */
    clearSearch: async (): Promise<void> => {
      await searchField.press('Escape');
      await expect(passages).toBeHidden();
    },
    /** Waits until a page of a document is drawn with the passage marked. */
    waitForMarkedPage: async (title: string): Promise<void> => {
      const picture = originalPage.getByRole('img', { name: `of “${title}”` });
      await expect(picture).toHaveAttribute('aria-busy', 'false');
      await expect(originalPage.getByText('The passage is marked on the page.')).toBeVisible();
      await expect(originalPage.locator('[data-highlight]').first()).toBeInViewport();
    },
    waitForActive: async (title: string): Promise<void> => {
      await expect(row(title)).toContainText('Active', { timeout: 120_000 });
    },
  };
}

export type KnowledgePage = ReturnType<typeof createKnowledgePage>;

/** Opens the knowledge view from any other view. */
export async function openKnowledge(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Knowledge', exact: true }).click();
  await waitForView(page, 'Knowledge');
}

/** Creates a workspace on the first screen and opens its knowledge view. */
export async function createWorkspaceOnFirstRun(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New local workspace' }).click();
  await page.getByRole('textbox', { name: 'Organization name' }).fill(name);
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await expect(page.getByRole('button', { name: `Workspace: ${name}` })).toBeVisible();
  await openKnowledge(page);
}

/** Opens the demo on the first screen, and its knowledge view. */
export async function openDemoOnFirstRun(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try the demo' }).click();
  await expect(page.getByRole('note', { name: 'Demo workspace' })).toBeVisible();
  await openKnowledge(page);
}

/** Waits until the documents of the demo are active. They are processed after the demo has opened. */
export async function waitForDemoDocuments(page: Page): Promise<void> {
  const active = createKnowledgePage(page).table.getByRole('cell', { name: 'Active', exact: true });
  await expect(active).toHaveCount(demoDocuments.length, { timeout: 120_000 });
}
