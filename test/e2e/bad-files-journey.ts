import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { ferryFares, findHandbook, makeSmallPdf, png, tooLargeText, writeSample } from '../fixtures/sample-files.ts';
import { dropFiles } from '../helpers/drop-files.ts';
import { createKnowledgePage } from '../helpers/knowledge-page.ts';
import type { JourneyStep } from './knowledge-journey.ts';

/** What happens to files that cannot be read, or not yet; in a workspace that has the ferry's fares. */
export const badFilesJourney: readonly JourneyStep[] = [
  {
    name: 'each file is checked before it is sent, and told what is wrong with it',
    run: async ({ page, folder }) => {
      const room = createKnowledgePage(page);
      const files = join(folder, 'refused');
      await dropFiles(page, [
        await writeSample(files, 'too-large.txt', tooLargeText),
        await writeSample(files, 'holiday.pdf', png),
        await writeSample(files, 'empty.txt', ''),
        await writeSample(files, 'fares-again.txt', ferryFares),
        await writeSample(files, 'locked.pdf', await makeSmallPdf('Secret.', { userPassword: 'no' })),
      ]);
      await expect(room.queuedItem('too-large')).toContainText(
        'The file has just over 20 MB; at most 20 MB are accepted.',
      );
      await expect(room.queuedItem('holiday')).toContainText('This type of file is not read.');
      await expect(room.queuedItem('empty')).toContainText('The file is empty.');
      await expect(room.queuedItem('fares-again')).toContainText('The same file is already here as “ferry fares”.');
      await expect(room.queuedItem('locked')).toContainText('The PDF is protected.');
      await expect(room.queue.getByRole('status')).toContainText('2 need an answer, 3 failed');
      await expect(room.table.getByRole('row')).toHaveCount(3);
    },
  },
  {
    name: 'a doubtful file is added anyway or skipped, and what failed stays listed',
    run: async ({ page }) => {
      const room = createKnowledgePage(page);
      await room.queue.getByRole('button', { name: 'Skip fares-again' }).click();
      await room.queue.getByRole('button', { name: 'Add anyway: locked' }).click();
      await expect(room.queuedItem('locked')).toContainText('password');
      await expect(room.queuedItem('locked')).toContainText('Failed');
      await page.getByRole('link', { name: 'Team' }).click();
      await page.getByRole('link', { name: 'Knowledge' }).click();
      for (const title of ['too-large', 'holiday', 'empty']) {
        await room.queue.getByRole('button', { name: `Remove ${title}` }).click();
        await expect(room.queuedItem(title)).toHaveCount(0);
      }
      await room.queue.getByRole('button', { name: 'Remove locked' }).click();
      await expect(room.queue).toBeHidden();
      await expect(room.rowOf('locked')).toHaveCount(0);
    },
  },
  {
    name: 'a PDF without text fails with its reason, is tried again, and is deleted',
    run: async ({ page, folder }) => {
      const room = createKnowledgePage(page);
      await dropFiles(page, [await writeSample(folder, 'drawing.pdf', await makeSmallPdf(null))]);
      await expect(room.queuedItem('drawing')).toContainText('No page of the PDF has text');
      await expect(room.rowOf('drawing')).toContainText('Failed');
      const retried = page.waitForResponse((response) => response.url().endsWith('/retry'));
      await room.queue.getByRole('button', { name: 'Retry drawing' }).click();
      expect((await retried).status()).toBe(202);
      await expect(room.rowOf('drawing')).toContainText('Failed');

      await page.reload();
      await room.rowOf('drawing').getByRole('button').click();
      const why = room.panel('drawing').getByRole('note', { name: 'Why it failed' });
      await expect(why).toContainText('No page of the PDF has text');
      await why.getByRole('button', { name: 'Delete' }).click();
      await expect(room.deleteDialog).toContainText('voice agents lose nothing');
      await room.deleteDialog.getByRole('button', { name: 'Delete document' }).click();
      await expect(room.rowOf('drawing')).toHaveCount(0);
      await expect(room.panel('drawing')).toBeHidden();
    },
  },
  {
    name: 'a document that is being read is cancelled, and leaves nothing behind',
    run: async ({ page, folder }) => {
      const room = createKnowledgePage(page);
      const otherBytes = Buffer.concat([await readFile(await findHandbook()), Buffer.from('\n% another copy')]);
      await dropFiles(page, [await writeSample(folder, 'second-handbook.pdf', otherBytes)]);
      await expect(room.queuedItem('second-handbook')).toContainText(/Page|chunk/);
      await room.queue.getByRole('button', { name: 'Cancel second-handbook' }).click();
      await expect(room.queue).toBeHidden();
      await expect(room.rowOf('second-handbook')).toHaveCount(0);
      await room.ask('Which key opens the storage locker of page 1?');
      await expect(page.getByRole('region', { name: 'Passages' })).not.toContainText('handbook');
      await room.clearQuestion();
    },
  },
  {
    name: 'markup in names and texts is text, and names with control characters and direction marks are harmless',
    run: async ({ page, folder }) => {
      const room = createKnowledgePage(page);
      const markup = '<img src=x onerror="document.title=1"> & <b>bold';
      const text = 'The <script>document.title=2</script> tag & the &amp; entity are <em>quoted</em> as typed.';
      await dropFiles(page, [
        await writeSample(folder, `${markup}.txt`, text),
        await writeSample(folder, 'in\u0007voice \u202Efdp.exe\u202C 7.txt', 'An invoice for seven brass lanterns.'),
      ]);
      await room.waitForActive(markup);
      await room.waitForActive('in voice fdp.exe 7');
      await room.queue.getByRole('button', { name: 'Clear finished' }).click();
      await expect(room.rowOf(markup).locator('img, b')).toHaveCount(0);

      const passage = await room.ask('Which tag and entity are quoted?');
      await expect(passage).toContainText(text);
      await expect(passage.locator('script, em')).toHaveCount(0);
      await passage.getByRole('button', { name: markup }).click();
      const panel = room.panel(markup);
      await panel.getByRole('tab', { name: 'Text' }).click();
      await expect(panel.getByText(text)).toBeVisible();
      await expect(page).toHaveTitle('Knowledge · Switchboard');
      await page.keyboard.press('Escape');
      await room.clearQuestion();
      await expect(await room.ask('How many lanterns are invoiced?')).toContainText('seven brass lanterns');
      await room.clearQuestion();
    },
  },
];
