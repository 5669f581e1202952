import { expect, type Locator, type Page } from '@playwright/test';
import { demoDocuments } from '../../electron/service/workspaces/demo/demo-documents.ts';
import { waitForView } from './wait-for-view.ts';

/** The knowledge room as a person meets it: by the names of its parts. */
export function createKnowledgePage(page: Page) {
  const question = page.getByRole('textbox', { name: 'Ask the knowledge base' });
  const passages = page.getByRole('list', { name: 'Passages' });
  const queue = page.getByRole('region', { name: 'Upload queue' });
  const table = page.getByRole('table', { name: 'Documents' });
  const row = (title: string) =>
    table.getByRole('row').filter({ has: page.getByRole('button', { name: title, exact: true }) });
  return {
    question,
    passages,
    queue,
    table,
    fileInput: page.getByLabel('Choose documents'),
    deleteDialog: page.getByRole('alertdialog', { name: 'Delete document' }),
    rowOf: row,
    queuedItem: (title: string): Locator => queue.getByRole('listitem', { name: title, exact: true }),
    panel: (title: string): Locator => page.getByRole('region', { name: title, exact: true }),
    /** Asks and gives the best passage. */
    ask: async (query: string): Promise<Locator> => {
      await question.fill(query);
      await question.press('Enter');
      await expect(page.getByText(`for “${query}”`)).toBeVisible();
      return passages.getByRole('listitem').first();
    },
    /** Back from the passages to the documents. */
    clearQuestion: async (): Promise<void> => {
      await question.press('Escape');
      await expect(passages).toBeHidden();
    },
    waitForActive: async (title: string): Promise<void> => {
      await expect(row(title)).toContainText('Active', { timeout: 120_000 });
    },
  };
}

export type KnowledgePage = ReturnType<typeof createKnowledgePage>;

/** To the room of knowledge, from any other. */
export async function openKnowledge(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Knowledge', exact: true }).click();
  await waitForView(page, 'Knowledge');
}

/** From the first screen into the knowledge of a workspace of one's own. */
export async function createWorkspaceOnFirstRun(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New local workspace' }).click();
  await page.getByRole('textbox', { name: 'Organization name' }).fill(name);
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await expect(page.getByRole('button', { name: `Workspace: ${name}` })).toBeVisible();
  await openKnowledge(page);
}

/** From the first screen into the knowledge of the demo. */
export async function openDemoOnFirstRun(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try the demo' }).click();
  await expect(page.getByRole('note', { name: 'Demo workspace' })).toBeVisible();
  await openKnowledge(page);
}

/** Until the demo's documents have been read, which goes on after it is open. */
export async function waitForDemoDocuments(page: Page): Promise<void> {
  const active = createKnowledgePage(page).table.getByRole('cell', { name: 'Active', exact: true });
  await expect(active).toHaveCount(demoDocuments.length, { timeout: 120_000 });
}
