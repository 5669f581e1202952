import { expect, test, type Page } from '@playwright/test';
import { expectNoViolations } from '../helpers/browser/expect-no-violations.ts';
import { openInBrowser } from '../helpers/browser/open-window.ts';
import { createKnowledgePage, createWorkspaceOnFirstRun } from '../helpers/pages/knowledge-page.ts';

const textFile = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' });
}

test('documents are renamed, labeled, replaced, restored and deleted together', async ({ browser }) => {
  const window = await openInBrowser(browser);
  const { page } = window;
  const knowledge = createKnowledgePage(page);
  const rowNamed = (name: RegExp) => knowledge.table.getByRole('row', { name });
  await createWorkspaceOnFirstRun(page, 'Harbour Office');
  await knowledge.fileInput.setInputFiles([
    textFile('prices.txt', 'A lamp costs five dollars.'),
    textFile('hours.txt', 'The shop opens at nine.'),
    textFile('tides.txt', 'The tide is high at four.'),
  ]);
  for (const title of ['prices', 'hours', 'tides']) await knowledge.waitForActive(title);
  await page.getByRole('button', { name: 'Clear finished' }).click();

  // Rename and label one document by keyboard, with the menu of its row.
  await knowledge.rowOf('prices').getByRole('button').focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Price list');
  await page.keyboard.press('Enter');
  await expect(knowledge.rowOf('Price list')).toBeVisible();

  // Label two documents together, filter by the label, and undo.
  for (const title of ['Price list', 'hours']) {
    await knowledge.rowOf(title).getByRole('button').focus();
    await page.keyboard.press('x');
  }
  const selection = page.getByRole('group', { name: 'Selected documents' });
  await expect(selection).toContainText('2 documents selected');
  await takePicture(page, 'documents-selected');
  await selection.getByRole('button', { name: 'Edit labels' }).click();
  await page.getByRole('combobox', { name: 'Labels' }).fill('Shop');
  await page.keyboard.press('Enter');
  await takePicture(page, 'documents-labels');
  await page.getByRole('button', { name: 'Save labels' }).click();
  await expect(rowNamed(/hours/)).toContainText('Shop');
  await selection.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('button', { name: 'Label', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'Shop' }).click();
  await expect(rowNamed(/tides/)).toBeHidden();
  await expectNoViolations(page, 'the documents of a label');
  await page.getByRole('button', { name: 'Remove filter: Label' }).click();

  // A dropped file with the same name is offered as a new version.
  await knowledge.fileInput.setInputFiles([textFile('prices.txt', 'A lamp costs six dollars.')]);
  const queued = knowledge.queue.getByRole('listitem');
  await expect(queued).toContainText('“Price list” has the same name.');
  await takePicture(page, 'documents-same-name');
  await expectNoViolations(page, 'the offer to replace a document');
  await queued.getByRole('button', { name: 'Replace prices' }).click();
  await expect(queued).toContainText('Active');
  await page.getByRole('button', { name: 'Clear finished' }).click();

  // The history shows both versions, and goes back to the first one.
  await rowNamed(/Price list/)
    .getByRole('button')
    .click();
  const panel = knowledge.panel('Price list');
  await panel.getByRole('tab', { name: 'Text' }).click();
  await expect(panel).toContainText('six dollars');
  await panel.getByRole('tab', { name: 'Versions' }).click();
  const versions = panel.getByRole('list', { name: 'Versions' });
  await expect(versions.getByRole('listitem')).toHaveCount(2);
  await expectNoViolations(page, 'the versions of a document');
  await takePicture(page, 'documents-versions');
  const download = page.waitForEvent('download');
  await versions.getByRole('button', { name: 'Download version 1' }).click();
  expect((await download).suggestedFilename()).toBe('prices.txt');
  await versions.getByRole('button', { name: 'Go back to version 1' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Go back' }).click();
  await expect(versions.getByRole('listitem', { name: 'Version 3' })).toContainText('Used by agents');
  await versions.getByRole('button', { name: 'Delete version 2' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete version 2' }).click();
  await expect(versions.getByRole('listitem')).toHaveCount(2);
  await panel.getByRole('tab', { name: 'Text' }).click();
  await expect(panel).toContainText('five dollars');

  // The agents that may answer from it, and why.
  await panel.getByRole('tab', { name: 'Original' }).click();
  const usedBy = panel.getByRole('region', { name: 'Used by' });
  await expect(usedBy.getByRole('listitem').first()).toContainText('Uses all documents');
  await expect(usedBy).toContainText('No call cites this document yet.');
  await expectNoViolations(page, 'what uses a document');
  await takePicture(page, 'documents-used-by');
  await panel.getByRole('tab', { name: 'Text' }).click();

  // A file that is chosen replaces the document from its panel.
  const chooser = page.waitForEvent('filechooser');
  await panel.getByRole('button', { name: 'Replace…' }).click();
  await (await chooser).setFiles(textFile('prices-2027.txt', 'A lamp costs seven dollars.'));
  await expect(panel).toContainText('seven dollars');

  await page.getByRole('button', { name: 'Clear finished' }).click();
  await page.keyboard.press('Escape');

  // A file with another name, but nearly the same text, is offered as a new version once its text is read.
  const writeRates = (rate: number) =>
    `A berth for a day costs ${rate} dollars and a week costs ${rate * 6} dollars, with water and power. Boats longer than ten metres ` +
    `pay ${rate * 2} dollars for every day, and the harbour master collects all fees in the evening.`;
  await knowledge.fileInput.setInputFiles([textFile('rates.txt', writeRates(5))]);
  await knowledge.waitForActive('rates');
  await knowledge.fileInput.setInputFiles([textFile('autumn.txt', writeRates(6))]);
  const autumn = queued.filter({ hasText: 'autumn' });
  await expect(autumn).toContainText('“rates” has nearly the same text.');
  await takePicture(page, 'documents-similar');
  await expectNoViolations(page, 'the offer to replace a document with nearly the same text');
  await autumn.getByRole('button', { name: 'Replace “rates” with autumn' }).click();
  await expect(page.getByText('“autumn” is now version 2 of “rates”')).toBeVisible();
  await expect(rowNamed(/autumn/)).toBeHidden();
  await knowledge.fileInput.setInputFiles([textFile('winter.txt', writeRates(7))]);
  await rowNamed(/winter/)
    .getByRole('button')
    .click();
  const note = knowledge.panel('winter').getByRole('note', { name: 'Similar document' });
  await expect(note).toContainText('“rates” has nearly the same text.');
  await takePicture(page, 'documents-similar-panel');
  await expectNoViolations(page, 'the note on a document with nearly the same text');
  await note.getByRole('button', { name: 'Keep both' }).click();
  await expect(note).toBeHidden();
  await expect(rowNamed(/rates/)).toBeVisible();

  // Several documents are deleted together.
  await page.getByRole('button', { name: 'Clear finished' }).click();
  await page.keyboard.press('Escape');
  for (const title of [/hours/, /tides/]) await rowNamed(title).getByRole('checkbox').click({ force: true });
  await selection.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 2 documents' }).click();
  await expect(rowNamed(/hours/)).toBeHidden();
  await expect(rowNamed(/Price list/)).toBeVisible();
  await window.close();
});
