import { globSync } from 'node:fs';
import { readFile, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { ferryFares, findHandbook, makeSmallPdf, png, tooLargeText, writeSample } from '../fixtures/sample-files.ts';
import { dropFiles } from '../helpers/browser/drop-files.ts';
import { holdRequests } from '../helpers/remote/hold-requests.ts';
import { createKnowledgePage } from '../helpers/pages/knowledge-page.ts';
import type { JourneyStep } from './knowledge-journey.ts';

/** Uploads of unsupported, damaged and canceled files. Requires a workspace with the document “ferry fares”. */
export const badFilesJourney: readonly JourneyStep[] = [
  {
    name: 'each file is checked before the upload, and rejected files show the reason',
    run: async ({ page, folder }) => {
      const knowledge = createKnowledgePage(page);
      const files = join(folder, 'rejected');
      await dropFiles(page, [
        await writeSample(files, 'too-large.txt', tooLargeText),
        await writeSample(files, 'holiday.pdf', png),
        await writeSample(files, 'empty.txt', ''),
        await writeSample(files, 'fares-again.txt', ferryFares),
        await writeSample(files, 'locked.pdf', await makeSmallPdf('Secret.', { userPassword: 'no' })),
      ]);
      await expect(knowledge.queuedItem('too-large')).toContainText(
        'The file is slightly over 20 MB. The maximum is 20 MB.',
      );
      await expect(knowledge.queuedItem('holiday')).toContainText(
        'Unsupported file type. Upload PDF, DOCX, TXT, HTML or Markdown.',
      );
      await expect(knowledge.queuedItem('empty')).toContainText('The file is empty.');
      await expect(knowledge.queuedItem('fares-again')).toContainText(
        'This file has already been added as “ferry fares”.',
      );
      await expect(knowledge.queuedItem('locked')).toContainText('The PDF is protected.');
      await expect(knowledge.queue.getByRole('status')).toContainText('2 need review, 3 failed');
      await expect(knowledge.table.getByRole('row')).toHaveCount(3);
    },
  },
  {
    name: 'a file with a warning is added anyway or skipped, and failed files stay listed',
    run: async ({ page }) => {
      const knowledge = createKnowledgePage(page);
      await knowledge.queue.getByRole('button', { name: 'Skip fares-again' }).click();
      await knowledge.queue.getByRole('button', { name: 'Add anyway: locked' }).click();
      await expect(knowledge.queuedItem('locked')).toContainText('password');
      await expect(knowledge.queuedItem('locked')).toContainText('Failed');
      await page.getByRole('link', { name: 'Team' }).click();
      await page.getByRole('link', { name: 'Knowledge' }).click();
      for (const title of ['too-large', 'holiday', 'empty']) {
        await knowledge.queue.getByRole('button', { name: `Remove ${title}` }).click();
        await expect(knowledge.queuedItem(title)).toHaveCount(0);
      }
      await knowledge.queue.getByRole('button', { name: 'Remove locked' }).click();
      await expect(knowledge.queue).toBeHidden();
      await expect(knowledge.rowOf('locked')).toHaveCount(0);
    },
  },
  {
    name: 'a duplicate is found before the documents are loaded, and waits for a decision across a reload, which loses other files visibly',
    run: async ({ page, folder }) => {
      const knowledge = createKnowledgePage(page);
      await page.getByRole('link', { name: 'Team' }).click();
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible();
      const documents = await holdRequests(page, 'GET', '**/app/documents');
      await dropFiles(page, [await writeSample(folder, 'copied-fares.json', ferryFares)]);
      await documents.waitForRequest();
      documents.release();
      const copy = knowledge.queuedItem('copied-fares');
      await expect(copy).toContainText('Possible duplicate');
      await page.unrouteAll();
      const protectedPdf = await makeSmallPdf('Secret.', { userPassword: 'no' });
      await dropFiles(page, [await writeSample(folder, 'sealed.pdf', protectedPdf)]);
      await expect(knowledge.queuedItem('sealed')).toContainText('Needs review');

      page.once('dialog', (dialog) => void dialog.accept()); // the browser asks, because the file would be lost
      await page.reload();
      await expect(knowledge.queuedItem('sealed')).toContainText('The window was reloaded before this file was added.');
      await knowledge.queue.getByRole('button', { name: 'Remove sealed' }).click();
      await expect(copy).toContainText('This file has already been added as “ferry fares”.');
      await knowledge.queue.getByRole('button', { name: 'Collapse uploads' }).click();
      await expect(copy).toBeHidden();
      await knowledge.queue.getByRole('button', { name: 'Review files' }).click();
      await knowledge.queue.getByRole('button', { name: 'Add anyway: copied-fares' }).click();
      await knowledge.waitForActive('copied-fares');
      const note = 'Although its name ends in .json, the file is processed as plain text.';
      await expect(copy).toContainText(note);
      await knowledge.rowOf('copied-fares').getByRole('button').click();
      await expect(knowledge.panel('copied-fares')).toContainText(note);
      await page.keyboard.press('Escape');
      await page.reload();
      await expect(knowledge.rowOf('copied-fares')).toBeVisible();
      await expect(knowledge.queue).toBeHidden();
    },
  },
  {
    name: 'a PDF without text fails with its reason, is retried, and is deleted',
    run: async ({ page, folder }) => {
      const knowledge = createKnowledgePage(page);
      await dropFiles(page, [await writeSample(folder, 'drawing.pdf', await makeSmallPdf(null))]);
      await expect(knowledge.queuedItem('drawing')).toContainText('The PDF contains no text');
      await expect(knowledge.rowOf('drawing')).toContainText('Failed');
      const retried = page.waitForResponse((response) => response.url().endsWith('/retry'));
      await expect(knowledge.queue.getByRole('button', { name: 'Replace drawing' })).toBeVisible();
      await knowledge.rowOf('drawing').getByRole('button').click();
      await knowledge.panel('drawing').getByRole('button', { name: 'Retry processing' }).click();
      expect((await retried).status()).toBe(202);
      await expect(knowledge.rowOf('drawing')).toContainText('Failed');

      await page.reload();
      await knowledge.rowOf('drawing').getByRole('button').click();
      const failure = knowledge.panel('drawing').getByRole('note', { name: 'Processing error' });
      await expect(failure).toContainText('The PDF contains no text');
      await failure.getByRole('button', { name: 'Delete document' }).click();
      await expect(knowledge.deleteDialog).toContainText('Agents don’t use this document yet.');
      await knowledge.deleteDialog.getByRole('button', { name: 'Delete document' }).click();
      await expect(knowledge.rowOf('drawing')).toHaveCount(0);
      await expect(knowledge.panel('drawing')).toBeHidden();
      await expect(knowledge.deleteDialog, 'the next files are dropped on the window').toBeHidden();
    },
  },
  {
    name: 'a processing document is canceled, and nothing of it is kept',
    run: async ({ page, folder }) => {
      const knowledge = createKnowledgePage(page);
      const otherBytes = Buffer.concat([await readFile(await findHandbook()), Buffer.from('\n% another copy')]);
      await dropFiles(page, [await writeSample(folder, 'second-handbook.pdf', otherBytes)]);
      await expect(knowledge.queuedItem('second-handbook')).toContainText(/Page|chunk/);
      await knowledge.queue.getByRole('button', { name: 'Cancel second-handbook' }).click();
      await expect(knowledge.queue).toBeHidden();
      await expect(knowledge.rowOf('second-handbook')).toHaveCount(0);
      await knowledge.search('Which key opens the storage locker of page 1?');
      await expect(page.getByRole('region', { name: 'Passages' })).not.toContainText('handbook');
      await knowledge.clearSearch();
    },
  },
  {
    name: 'markup in names and texts is shown as text, and control characters and direction marks are removed',
    run: async ({ page, folder }) => {
      const knowledge = createKnowledgePage(page);
      const markup = '<img src=x onerror="document.title=1"> & <b>bold';
      const text = 'The <script>document.title=2</script> tag & the &amp; entity are <em>quoted</em> as typed.';
      await dropFiles(page, [
        await writeSample(folder, `${markup}.txt`, text),
        await writeSample(folder, 'in\u0007voice \u202Efdp.exe\u202C 7.txt', 'An invoice for seven brass lanterns.'),
      ]);
      await knowledge.waitForActive(markup);
      await knowledge.waitForActive('in voice fdp.exe 7');
      await knowledge.queue.getByRole('button', { name: 'Clear finished' }).click();
      await expect(knowledge.rowOf(markup).locator('img, b')).toHaveCount(0);

      const passage = await knowledge.search('Which tag and entity are quoted?');
      await expect(passage).toContainText(text);
      await expect(passage.locator('script, em')).toHaveCount(0);
      await passage.getByRole('button', { name: markup }).click();
      const panel = knowledge.panel(markup);
      await panel.getByRole('tab', { name: 'Text' }).click();
      await expect(panel.getByText(text)).toBeVisible();
      await expect(page).toHaveTitle('Knowledge · Switchboard');
      await page.keyboard.press('Escape');
      await knowledge.clearSearch();
      await expect(await knowledge.search('How many lanterns are invoiced?')).toContainText('seven brass lanterns');
      await knowledge.clearSearch();
    },
  },
  {
    name: 'an original that is missing or damaged is not downloaded, and the reason is shown',
    run: async ({ page, folder }) => {
      const knowledge = createKnowledgePage(page);
      const downloads: unknown[] = [];
      page.on('download', (download) => downloads.push(download));
      await knowledge.rowOf('ferry fares').getByRole('button').click();
      const panel = knowledge.panel('ferry fares');
      await panel.getByRole('tab', { name: 'Original' }).click();
      const sha256 = await panel.locator('code').first().innerText();
      const [file = ''] = globSync(`${folder}/data/workspaces/*/files/${sha256}`);
      const alert = page.getByRole('alert').filter({ hasText: 'was not downloaded' });
      for (const [change, reason] of [
        [() => truncate(file, 10), 'The original file was changed or damaged.'],
        [() => rm(file), 'The original file is missing from the workspace folder.'],
      ] as const) {
        await change();
        await panel.getByRole('button', { name: 'Download original' }).click();
        await expect(alert.filter({ hasText: reason })).toBeVisible();
        await page.locator('[data-toast] [data-type="failure"][aria-label="Dismiss"]').click();
      }
      expect(downloads).toEqual([]);
      await page.keyboard.press('Escape');
    },
  },
];
