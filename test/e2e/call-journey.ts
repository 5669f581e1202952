import { expect, type Locator, type Page } from '@playwright/test';
import { makeMovingGuide } from '../fixtures/make-moving-guide.ts';
import { writeSample } from '../fixtures/sample-files.ts';
import { createCallPage } from '../helpers/pages/call-page.ts';
import { compareRecording } from '../helpers/service/compare-recording.ts';
import { dropFiles } from '../helpers/browser/drop-files.ts';
import { waitForDemoDocuments, createKnowledgePage, openKnowledge } from '../helpers/pages/knowledge-page.ts';
import type { JourneyStep } from './knowledge-journey.ts';

const guide = 'moving guide';

const transcript = (page: Page) => page.getByRole('region', { name: 'Conversation' });

/** Plays the turns that cite sources until the sources show the guide. Returns the turn that cites it. */
async function playAnswerFromGuide(page: Page): Promise<Locator> {
  const answers = transcript(page)
    .getByRole('listitem')
    .filter({ hasText: /\d source/ });
  await expect(answers.first()).toBeVisible();
  for (const answer of await answers.all()) {
    await answer.getByRole('button', { name: /play this turn/ }).click();
    await expect(answer).toHaveAttribute('aria-current', 'true');
    if (await citedSources(page).getByRole('button', { name: guide }).first().isVisible()) return answer;
  }
  throw new Error(`No turn cites the guide: ${await transcript(page).innerText()}`);
}

const citedSources = (page: Page) => page.getByRole('list', { name: 'Cited sources' });

/** From a document to an answer that cites it. Requires the demo; each step continues from the previous one. */
export const callJourney: readonly JourneyStep[] = [
  {
    name: 'uploads a document with three pages to the demo',
    run: async ({ page, folder }) => {
      await openKnowledge(page);
      await waitForDemoDocuments(page);
      await dropFiles(page, [await writeSample(folder, `${guide}.pdf`, await makeMovingGuide())]);
      await createKnowledgePage(page).waitForActive(guide);
    },
  },
  {
    name: 'places a simulated call with metadata that appears in the greeting',
    run: async ({ page }) => {
      await page.getByRole('link', { name: 'Calls', exact: true }).click();
      await page.getByRole('button', { name: 'Place a call' }).first().click();
      const panel = page.getByRole('region', { name: 'Place a call' });
      await panel.getByRole('combobox', { name: 'Agent' }).click();
      await page.getByRole('option', { name: /Renewal/ }).click();
      await panel.getByRole('textbox', { name: 'Phone number' }).fill('+14155550132');
      await panel.getByRole('textbox', { name: 'Value of first_name' }).fill('Wilhelmina');
      await expect(panel.getByRole('region', { name: 'Greeting' })).toContainText('Wilhelmina');
      await panel.getByRole('combobox', { name: 'Recipient' }).click();
      await page.getByRole('option', { name: 'Interested' }).click();
      await panel.getByRole('button', { name: 'Start simulated call' }).click();
      await expect(page).toHaveURL(/calls\/call_[0-9a-f]+/);
      const { header } = createCallPage(page);
      await expect(header.getByText('Completed')).toBeVisible({ timeout: 120_000 });
      await expect(header.getByText('Simulated · no real call was placed')).toBeVisible();
      await expect(transcript(page)).toContainText('Wilhelmina');
    },
  },
  {
    name: 'shows the cited passage and its page',
    run: async ({ page }) => {
      const answer = await playAnswerFromGuide(page);
      const sources = citedSources(page);
      await expect(sources).toContainText(/Page [123]/);
      await sources.getByRole('button', { name: guide }).first().click();
      const panel = createKnowledgePage(page).panel(guide);
      await expect(panel.locator('article[aria-current="true"]')).toBeInViewport();
      await page.goBack();
      await expect(answer).toBeVisible();
      await sources
        .getByRole('button', { name: /^Page [123]$/ })
        .first()
        .click();
      await createKnowledgePage(page).waitForMarkedPage(guide);
      await page.goBack();
      await expect(answer).toBeVisible();
    },
  },
  {
    name: 'records sound that matches transcript and waveform',
    run: async ({ page }) => {
      const { turns, maxTurnErrorSeconds, meanPeakError, p99PeakError, decodedSeconds, reportedSeconds } =
        await compareRecording(page);
      expect(turns).toBeGreaterThan(8);
      expect(maxTurnErrorSeconds).toBeLessThan(0.05);
      expect(meanPeakError).toBeLessThan(0.01);
      expect(p99PeakError).toBeLessThan(0.05);
      expect(Math.abs(decodedSeconds - reportedSeconds)).toBeLessThan(0.05);
      await expect(page.getByRole('slider', { name: 'Position' })).toHaveAttribute(
        'aria-valuemax',
        String(Math.round(reportedSeconds)),
      );
    },
  },
  {
    name: 'finds a spoken word and opens the call at its time',
    run: async ({ page }) => {
      const answer = await playAnswerFromGuide(page);
      const words = (await answer.getByRole('paragraph').innerText()).match(/[a-z]{5,}/g) ?? [];
      const word = words.toSorted((a, b) => b.length - a.length)[0] ?? '';
      await page.getByRole('link', { name: 'Calls', exact: true }).click();
      const search = page.getByRole('textbox', { name: 'Search calls' });
      await search.fill(word);
      await search.press('Enter');
      const match = page.getByRole('table', { name: 'Calls' }).locator('mark', { hasText: new RegExp(word, 'i') });
      await expect(match.first()).toBeVisible();
      await match.first().click();
      await expect(page).toHaveURL(/calls\/call_[0-9a-f]+\?.*t=/);
      const current = transcript(page).locator('[aria-current="true"]');
      await expect(current.locator('mark', { hasText: new RegExp(word, 'i') }).first()).toBeInViewport();
      const [, minutes = '', seconds = ''] = /(\d+):(\d+)/.exec(await current.innerText()) ?? [];
      const linkedSeconds = Number(/[?&]t=([\d.]+)/.exec(page.url())?.[1]);
      expect(Math.abs(linkedSeconds - (Number(minutes) * 60 + Number(seconds)))).toBeLessThanOrEqual(1);
      const slider = page.getByRole('slider', { name: 'Position' });
      await expect
        .poll(async () => Number(await slider.getAttribute('aria-valuenow')))
        .toBeGreaterThanOrEqual(Math.floor(linkedSeconds));
    },
  },
];
