import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { ferryFares, findHandbook, makeSmallPdf, png, tooLargeText, writeSample } from '../fixtures/sample-files.ts';
import { dropFiles } from '../helpers/drop-files.ts';
import { knowledgeRoom } from '../helpers/knowledge-room.ts';
import type { JourneyStep } from './knowledge-journey.ts';

/** What happens to files that cannot be read, or not yet; in a workspace that has the ferry's fares. */
export const badFilesJourney: readonly JourneyStep[] = [
  {
    name: 'each file is checked before it is sent, and told what is wrong with it',
    run: async ({ page, folder }) => {
      const room = knowledgeRoom(page);
      const files = join(folder, 'refused');
      await dropFiles(page, [
        await writeSample(files, 'too-large.txt', tooLargeText),
        await writeSample(files, 'holiday.pdf', png),
        await writeSample(files, 'empty.txt', ''),
        await writeSample(files, 'fares-again.txt', ferryFares),
        await writeSample(files, 'locked.pdf', await makeSmallPdf('Secret.', { userPassword: 'no' })),
      ]);
      await expect(room.queued('too-large')).toContainText('The file has just over 20 MB; at most 20 MB are accepted.');
      await expect(room.queued('holiday')).toContainText('This type of file is not read.');
      await expect(room.queued('empty')).toContainText('The file is empty.');
      await expect(room.queued('fares-again')).toContainText('The same file is already here as “ferry fares”.');
      await expect(room.queued('locked')).toContainText('The PDF is protected.');
      await expect(room.queue.getByRole('status')).toContainText('2 need an answer, 3 failed');
      await expect(room.table.getByRole('row')).toHaveCount(3);
    },
  },
  {
    name: 'a doubtful file is added anyway or skipped, and what failed stays listed',
    run: async ({ page }) => {
      const room = knowledgeRoom(page);
      await room.queue.getByRole('button', { name: 'Skip fares-again' }).click();
      await room.queue.getByRole('button', { name: 'Add anyway: locked' }).click();
      await expect(room.queued('locked')).toContainText('password');
      await expect(room.queued('locked')).toContainText('Failed');
      await page.getByRole('link', { name: 'Team' }).click();
      await page.getByRole('link', { name: 'Knowledge' }).click();
      for (const title of ['too-large', 'holiday', 'empty']) {
        await room.queue.getByRole('button', { name: `Remove ${title}` }).click();
        await expect(room.queued(title)).toHaveCount(0);
      }
      await room.queue.getByRole('button', { name: 'Remove locked' }).click();
      await expect(room.queue).toBeHidden();
      await expect(room.rowOf('locked')).toHaveCount(0);
    },
  },
  {
    name: 'a PDF without text fails with its reason, is tried again, and is deleted',
    run: async ({ page, folder }) => {
      const room = knowledgeRoom(page);
      await dropFiles(page, [await writeSample(folder, 'drawing.pdf', await makeSmallPdf(null))]);
      await expect(room.queued('drawing')).toContainText('No page of the PDF has text');
      await expect(room.rowOf('drawing')).toContainText('Failed');
      const retried = page.waitForResponse((response) => response.url().endsWith('/retry'));
      await room.queue.getByRole('button', { name: 'Retry drawing' }).click();
      expect((await retried).status()).toBe(202);
      await expect(room.rowOf('drawing')).toContainText('Failed');

      await page.reload();
      await room.rowOf('drawing').getByRole('button').click();
      const why = room.panelOf('drawing').getByRole('note', { name: 'Why it failed' });
      await expect(why).toContainText('No page of the PDF has text');
      await why.getByRole('button', { name: 'Delete' }).click();
      await expect(room.deletion).toContainText('voice agents lose nothing');
      await room.deletion.getByRole('button', { name: 'Delete document' }).click();
      await expect(room.rowOf('drawing')).toHaveCount(0);
      await expect(room.panelOf('drawing')).toBeHidden();
    },
  },
  {
    name: 'a document that is being read is cancelled, and leaves nothing behind',
    run: async ({ page, folder }) => {
      const room = knowledgeRoom(page);
      const otherBytes = Buffer.concat([await readFile(await findHandbook()), Buffer.from('\n% another copy')]);
      await dropFiles(page, [await writeSample(folder, 'second-handbook.pdf', otherBytes)]);
      await expect(room.queued('second-handbook')).toContainText(/Page|chunk/);
      await room.queue.getByRole('button', { name: 'Cancel second-handbook' }).click();
      await expect(room.queue).toBeHidden();
      await expect(room.rowOf('second-handbook')).toHaveCount(0);
      await room.ask('Which key opens the storage locker of page 1?');
      await expect(page.getByRole('region', { name: 'Passages' })).not.toContainText('handbook');
      await room.forget();
    },
  },
  {
    name: 'markup in names and texts is text, and names with control characters and direction marks are harmless',
    run: async ({ page, folder }) => {
      const room = knowledgeRoom(page);
      const markup = '<img src=x onerror="document.title=1"> & <b>bold';
      const text = 'The <script>document.title=2</script> tag & the &amp; entity are <em>quoted</em> as typed.';
      await dropFiles(page, [
        await writeSample(folder, `${markup}.txt`, text),
        await writeSample(folder, 'in\u0007voice \u202Efdp.exe\u202C 7.txt', 'An invoice for seven brass lanterns.'),
      ]);
      await room.awaitActive(markup);
      await room.awaitActive('in voice fdp.exe 7');
      await room.queue.getByRole('button', { name: 'Clear finished' }).click();
      await expect(room.rowOf(markup).locator('img, b')).toHaveCount(0);

      const passage = await room.ask('Which tag and entity are quoted?');
      await expect(passage).toContainText(text);
      await expect(passage.locator('script, em')).toHaveCount(0);
      await passage.getByRole('button', { name: markup }).click();
      const panel = room.panelOf(markup);
      await panel.getByRole('tab', { name: 'Text' }).click();
      await expect(panel.getByText(text)).toBeVisible();
      await expect(page).toHaveTitle('Knowledge · Switchboard');
      await page.keyboard.press('Escape');
      await room.forget();
      await expect(await room.ask('How many lanterns are invoiced?')).toContainText('seven brass lanterns');
      await room.forget();
    },
  },
];
