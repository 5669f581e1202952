import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { formatLandmark } from '../fixtures/make-large-pdf.ts';
import { ferryFares, findHandbook, makeRota, writeSample } from '../fixtures/sample-files.ts';
import { dragFiles } from '../helpers/browser/drop-files.ts';
import { createKnowledgePage, createWorkspaceOnFirstRun } from '../helpers/pages/knowledge-page.ts';

/** A window of a newly installed app, and a folder for files. */
export type JourneyContext = { readonly page: Page; readonly folder: string };

export type JourneyStep = { readonly name: string; readonly run: (context: JourneyContext) => Promise<void> };

/** Enough to see the progress. A benchmark processes thousands. */
const pages = 240;
const targetPage = 142;

/** The first use of the knowledge view. Each step continues from the previous one. */
export const knowledgeJourney: readonly JourneyStep[] = [
  {
    name: 'a new workspace has no documents',
    run: async ({ page }) => {
      await createWorkspaceOnFirstRun(page, 'Harbour Office');
      await expect(page.getByText('No documents yet')).toBeVisible();
    },
  },
  {
    name: 'a dropped PDF of hundreds of pages, a DOCX and a TXT become active',
    run: async ({ page, folder }) => {
      const knowledge = createKnowledgePage(page);
      const files = join(folder, 'dropped');
      const paths = [
        await findHandbook(pages),
        await writeSample(files, 'lighthouse-rota.docx', await makeRota()),
        await writeSample(files, 'ferry_fares.txt', ferryFares),
      ];
      const drag = await dragFiles(page, paths);
      await expect(page.getByText('Drop to add to the knowledge base')).toBeVisible();
      await drag.drop();
      await expect(page.getByText('Drop to add to the knowledge base')).toBeHidden();
      await expect(knowledge.queue.getByRole('listitem')).toHaveCount(3);

      const handbook = knowledge.queuedItem('archive-handbook');
      await expect(handbook).toContainText(new RegExp(`Page [\\d,]+ of ${pages}`));
      await expect(handbook.getByRole('progressbar', { name: 'Processing archive-handbook' })).toBeVisible();
      for (const title of ['archive-handbook', 'lighthouse-rota', 'ferry fares']) {
        await knowledge.waitForActive(title);
        await expect(knowledge.queuedItem(title)).toContainText('Active');
      }
      await expect(
        knowledge.rowOf('archive-handbook').getByRole('cell', { name: String(pages), exact: true }),
      ).toBeVisible();
      await knowledge.queue.getByRole('button', { name: 'Clear finished' }).click();
      await expect(knowledge.queue).toBeHidden();
    },
  },
  {
    name: 'a search for each finds its passage first, with its page and the matching words',
    run: async ({ page }) => {
      const knowledge = createKnowledgePage(page);
      const fromPdf = await knowledge.search(`Which key opens the storage locker of page ${targetPage}?`);
      await expect(fromPdf).toContainText('archive-handbook');
      await expect(fromPdf).toContainText(`Page ${targetPage}`);
      await expect(fromPdf).toContainText(formatLandmark(targetPage));
      await expect(fromPdf.locator('mark', { hasText: /^locker$/ }).first()).toBeVisible();
      await expect(fromPdf.locator('mark', { hasText: String(targetPage) }).first()).toBeVisible();

      const fromDocx = await knowledge.search('Who looks after the light on the first Monday?');
      await expect(fromDocx).toContainText('lighthouse-rota');
      await expect(fromDocx).toContainText('Agnes Fairweather');
      const fromTable = await knowledge.search('What does the mail boat bring?');
      await expect(fromTable).toContainText('Lamp oil');

      const fromTxt = await knowledge.search('What does it cost to take a bike across?');
      await expect(fromTxt).toContainText('ferry fares');
      await expect(fromTxt).toContainText('four pounds fifty');
    },
  },
  {
    name: 'a passage opens its document at its chunk and its page, with tabs for the text and the original',
    run: async ({ page }) => {
      const knowledge = createKnowledgePage(page);
      const passage = await knowledge.search(`Which key opens the storage locker of page ${targetPage}?`);
      await passage.getByRole('button', { name: 'archive-handbook' }).click();
      const panel = knowledge.panel('archive-handbook');
      await expect(panel.getByRole('tab', { name: 'Chunks' })).toHaveAttribute('aria-selected', 'true');
      const chunk = panel.locator('article[aria-current="true"]');
      await expect(chunk).toContainText(formatLandmark(targetPage));
      await expect(chunk).toBeInViewport();
      await chunk.getByRole('button', { name: `Page ${targetPage}` }).click();
      await knowledge.waitForMarkedPage('archive-handbook');
      await page.keyboard.press('ArrowRight');
      await expect(page.getByRole('textbox', { name: 'Page number' })).toHaveValue(String(targetPage + 1));
      await page.keyboard.press('Escape');
      await expect(knowledge.originalPage).toBeHidden();
      await expect(chunk.getByRole('button', { name: `Page ${targetPage}` })).toBeFocused();

      await panel.getByRole('tab', { name: 'Text' }).click();
      await expect(panel.getByRole('heading', { name: 'Page 1', exact: true })).toBeVisible();
      await expect(panel.getByText(formatLandmark(1))).toBeVisible();
      await panel.getByRole('tab', { name: 'Original' }).click();
      await expect(panel).toContainText('archive-handbook.pdf');
      await expect(panel.getByText(String(pages), { exact: true })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(panel).toBeHidden();
      await knowledge.clearSearch();
    },
  },
  {
    name: 'a document deleted by keyboard disappears from the table and the search',
    run: async ({ page }) => {
      const knowledge = createKnowledgePage(page);
      const query = `Which key opens the storage locker of page ${targetPage}?`;
      await knowledge.rowOf('archive-handbook').getByRole('button').focus();
      await page.keyboard.press('Delete');
      await expect(knowledge.deleteDialog).toContainText(/Agents will lose [\d,]+ passages\./);
      await expect(knowledge.deleteDialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(knowledge.deleteDialog).toBeHidden();
      await expect(knowledge.rowOf('archive-handbook')).toHaveCount(0);
      await knowledge.search(query);
      await expect(page.getByRole('region', { name: 'Passages' })).not.toContainText('archive-handbook');
      await knowledge.clearSearch();
    },
  },
  {
    name: 'a reload shows the same documents',
    run: async ({ page }) => {
      const knowledge = createKnowledgePage(page);
      await page.reload();
      await expect(page.getByRole('button', { name: 'Workspace: Harbour Office' })).toBeVisible();
      await expect(knowledge.rowOf('lighthouse-rota')).toContainText('Active');
      await expect(knowledge.rowOf('ferry fares')).toContainText('Active');
      await expect(knowledge.table.getByRole('row')).toHaveCount(3);
    },
  },
];
