import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { landmarkOf } from '../fixtures/make-large-pdf.ts';
import { ferryFares, findHandbook, makeRota, writeSample } from '../fixtures/sample-files.ts';
import { dragFiles } from '../helpers/drop-files.ts';
import { createKnowledgePage, createWorkspaceOnFirstRun } from '../helpers/knowledge-page.ts';

/** Where a journey takes place: a window of a program that was just installed, and a folder for its files. */
export type Stage = { readonly page: Page; readonly folder: string };

export type JourneyStep = { readonly name: string; readonly run: (stage: Stage) => Promise<void> };

const askedPage = 742;

/** What a person takes the knowledge room through first; each step goes on from the one before. */
export const knowledgeJourney: readonly JourneyStep[] = [
  {
    name: 'a first run makes a workspace that has nothing to answer from',
    run: async ({ page }) => {
      await createWorkspaceOnFirstRun(page, 'Harbour Office');
      await expect(page.getByText('Nothing to answer from yet')).toBeVisible();
    },
  },
  {
    name: 'a PDF of over a thousand pages, a DOCX and a TXT are dropped and become active',
    run: async ({ page, folder }) => {
      const room = createKnowledgePage(page);
      const files = join(folder, 'dropped');
      const paths = [
        await findHandbook(),
        await writeSample(files, 'lighthouse-rota.docx', await makeRota()),
        await writeSample(files, 'ferry_fares.txt', ferryFares),
      ];
      const drag = await dragFiles(page, paths);
      await expect(page.getByText('Drop to add to the knowledge base')).toBeVisible();
      await drag.drop();
      await expect(page.getByText('Drop to add to the knowledge base')).toBeHidden();
      await expect(room.queue.getByRole('listitem')).toHaveCount(3);

      const handbook = room.queuedItem('archive-handbook');
      await expect(handbook).toContainText(/Page [\d,]+ of 1,050/);
      await expect(handbook.getByRole('progressbar', { name: 'Reading archive-handbook' })).toBeVisible();
      for (const title of ['archive-handbook', 'lighthouse-rota', 'ferry fares']) {
        await room.waitForActive(title);
        await expect(room.queuedItem(title)).toContainText('Active');
      }
      await expect(room.rowOf('archive-handbook').getByRole('cell', { name: '1,050', exact: true })).toBeVisible();
      await room.queue.getByRole('button', { name: 'Clear finished' }).click();
      await expect(room.queue).toBeHidden();
    },
  },
  {
    name: 'a question about each finds its passage first, with its page and the words that matched',
    run: async ({ page }) => {
      const room = createKnowledgePage(page);
      const fromPdf = await room.ask(`Which key opens the storage locker of page ${askedPage}?`);
      await expect(fromPdf).toContainText('archive-handbook');
      await expect(fromPdf).toContainText(`Page ${askedPage}`);
      await expect(fromPdf).toContainText(landmarkOf(askedPage));
      await expect(fromPdf.locator('mark', { hasText: /^locker$/ }).first()).toBeVisible();
      await expect(fromPdf.locator('mark', { hasText: String(askedPage) }).first()).toBeVisible();

      const fromDocx = await room.ask('Who looks after the light on the first Monday?');
      await expect(fromDocx).toContainText('lighthouse-rota');
      await expect(fromDocx).toContainText('Agnes Fairweather');
      const fromTable = await room.ask('What does the mail boat bring?');
      await expect(fromTable).toContainText('Lamp oil');

      const fromTxt = await room.ask('What does it cost to take a bike across?');
      await expect(fromTxt).toContainText('ferry fares');
      await expect(fromTxt).toContainText('four pounds fifty');
    },
  },
  {
    name: 'a passage opens its document at its chunk, beside the text and the original',
    run: async ({ page }) => {
      const room = createKnowledgePage(page);
      const passage = await room.ask(`Which key opens the storage locker of page ${askedPage}?`);
      await passage.getByRole('button', { name: 'archive-handbook' }).click();
      const panel = room.panel('archive-handbook');
      await expect(panel.getByRole('tab', { name: 'Chunks' })).toHaveAttribute('aria-selected', 'true');
      const chunk = panel.locator('article[aria-current="true"]');
      await expect(chunk).toContainText(landmarkOf(askedPage));
      await expect(chunk).toBeInViewport();

      await panel.getByRole('tab', { name: 'Text' }).click();
      await expect(panel.getByRole('heading', { name: 'Page 1', exact: true })).toBeVisible();
      await expect(panel.getByText(landmarkOf(1))).toBeVisible();
      await panel.getByRole('tab', { name: 'Original' }).click();
      await expect(panel).toContainText('archive-handbook.pdf');
      await expect(panel.getByText('1,050')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(panel).toBeHidden();
      await room.clearQuestion();
    },
  },
  {
    name: 'a document that is deleted by keyboard is forgotten at once',
    run: async ({ page }) => {
      const room = createKnowledgePage(page);
      const query = `Which key opens the storage locker of page ${askedPage}?`;
      await room.rowOf('archive-handbook').getByRole('button').focus();
      await page.keyboard.press('Delete');
      await expect(room.deleteDialog).toContainText('Voice agents stop using it at once');
      await expect(room.deleteDialog.getByRole('button', { name: 'Keep' })).toBeFocused();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(room.deleteDialog).toBeHidden();
      await expect(room.rowOf('archive-handbook')).toHaveCount(0);
      await room.ask(query);
      await expect(page.getByRole('region', { name: 'Passages' })).not.toContainText('archive-handbook');
      await room.clearQuestion();
    },
  },
  {
    name: 'a reload finds everything as it was',
    run: async ({ page }) => {
      const room = createKnowledgePage(page);
      await page.reload();
      await expect(page.getByRole('button', { name: 'Workspace: Harbour Office' })).toBeVisible();
      await expect(room.rowOf('lighthouse-rota')).toContainText('Active');
      await expect(room.rowOf('ferry fares')).toContainText('Active');
      await expect(room.table.getByRole('row')).toHaveCount(3);
    },
  },
];
