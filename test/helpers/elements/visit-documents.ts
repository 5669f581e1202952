import { expect, type Page } from '@playwright/test';
import type { VisitOpener } from '../browser/visit-openers.ts';
import { createKnowledgePage, openKnowledge } from '../pages/knowledge-page.ts';

const otherTitle = 'Plans and pricing 2026';

const makeFile = (text: string) => ({ name: 'ferry.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });

/** Opens everything that names, labels, replaces and selects documents. Leaves a document with a label. */
export async function visitDocuments(page: Page, visit: VisitOpener): Promise<void> {
  const knowledge = createKnowledgePage(page);
  const list = page.getByRole('listbox');
  await openKnowledge(page);
  await knowledge.fileInput.setInputFiles([makeFile('The ferry leaves at nine.')]);
  await knowledge.waitForActive('ferry');
  // Its name has the labels, too.
  const title = knowledge.table.getByRole('row', { name: /ferry/ }).getByRole('rowheader').getByRole('button');
  const openFromMenu = async (item: string) => {
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: item }).press('Enter');
  };
  await visit('renaming a document', {
    from: 'features/knowledge/use-document-actions.tsx NameDialog',
    opener: title,
    open: () => openFromMenu('Rename…'),
    element: page.getByRole('dialog', { name: 'Rename document' }),
  });
  const saveLabel = page.getByRole('button', { name: 'Save labels' });
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Labels' });
  await title.focus();
  await openFromMenu('Edit labels…');
  await field.fill('Ports');
  await field.press('Enter');
  await saveLabel.press('Enter');
  await expect(saveLabel).toHaveCount(0);
  await visit('labels of a document', {
    from: 'features/knowledge/labels-dialog.tsx Dialog',
    opener: knowledge.rowOf(otherTitle).getByRole('rowheader').getByRole('button'),
    open: () => openFromMenu('Edit labels…'),
    element: page.getByRole('dialog', { name: `Labels of “${otherTitle}”` }),
    whileOpen: async () => {
      await visit('labels to choose from', {
        from: 'features/knowledge/labels-dialog.tsx ChipsField',
        opener: field,
        open: () => page.keyboard.type('Po'),
        element: list,
      });
      await field.fill('');
    },
  });
  await visit('filter by a label', {
    from: 'features/knowledge/documents-table.tsx FilterChip',
    opener: page.getByRole('button', { name: 'Label', exact: true }),
    element: page.getByRole('menu'),
  });

  await title.press('x');
  await visit('deleting selected documents', {
    from: 'features/knowledge/document-selection.tsx ConfirmDialog',
    opener: page.getByRole('group', { name: 'Selected documents' }).getByRole('button', { name: 'Delete' }),
    element: page.getByRole('alertdialog', { name: 'Delete 1 document' }),
  });
  await title.focus();
  await page.keyboard.press('Escape');

  await knowledge.fileInput.setInputFiles([makeFile('The ferry leaves at ten.')]);
  await knowledge.queue.getByRole('button', { name: 'Replace ferry' }).press('Enter');
  await expect(knowledge.queuedItem('ferry').last()).toContainText('Active');
  await page.getByRole('button', { name: 'Clear finished' }).press('Enter');
  await title.press('Enter');
  const panel = knowledge.panel('ferry');
  await panel.getByRole('tab', { name: 'Versions' }).click();
  for (const [button, name] of [
    ['Go back to version 1', 'Go back to version 1'],
    ['Delete version 1', 'Delete version 1'],
  ] as const)
    await visit(name, {
      from: 'features/knowledge/versions-tab.tsx ConfirmDialog',
      opener: panel.getByRole('button', { name: button }),
      element: page.getByRole('alertdialog', { name }),
    });
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
}
