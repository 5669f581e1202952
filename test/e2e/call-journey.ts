import { expect, type Locator, type Page } from '@playwright/test';
import { makeMovingGuide } from '../fixtures/make-moving-guide.ts';
import { writeSample } from '../fixtures/sample-files.ts';
import { createCallPage } from '../helpers/call-page.ts';
import { compareRecording } from '../helpers/compare-recording.ts';
import { dropFiles } from '../helpers/drop-files.ts';
import { waitForDemoDocuments, createKnowledgePage, openDemoOnFirstRun } from '../helpers/knowledge-page.ts';
import type { JourneyStep } from './knowledge-journey.ts';

const guide = 'moving guide';

const transcript = (page: Page) => page.getByRole('region', { name: 'What was said' });

/** The turn that was answered from the guide; its passages are shown afterwards. */
async function hearAnswerFromGuide(page: Page): Promise<Locator> {
  const answers = transcript(page)
    .getByRole('listitem')
    .filter({ hasText: /\d passage/ });
  await expect(answers.first()).toBeVisible();
  for (const answer of await answers.all()) {
    await answer.getByRole('button', { name: /hear this turn/ }).click();
    await expect(answer).toHaveAttribute('aria-current', 'true');
    if (await passagesUsed(page).getByRole('button', { name: guide }).first().isVisible()) return answer;
  }
  throw new Error(`Nothing was answered from the guide: ${await transcript(page).innerText()}`);
}

const passagesUsed = (page: Page) => page.getByRole('list', { name: 'Passages used' });

/** From a document to an answer that is heard, found again and checked; each step goes on from the one before. */
export const callJourney: readonly JourneyStep[] = [
  {
    name: 'a fresh demo takes a document of three pages',
    run: async ({ page, folder }) => {
      await openDemoOnFirstRun(page);
      await waitForDemoDocuments(page);
      await dropFiles(page, [await writeSample(folder, `${guide}.pdf`, await makeMovingGuide())]);
      await createKnowledgePage(page).waitForActive(guide);
    },
  },
  {
    name: 'a call is rehearsed with metadata, and the greeting shows where it goes',
    run: async ({ page }) => {
      await page.getByRole('link', { name: 'Calls', exact: true }).click();
      await page.getByRole('button', { name: 'Place a call' }).first().click();
      const panel = page.getByRole('region', { name: 'Place a call' });
      await panel.getByRole('combobox', { name: 'Agent' }).click();
      await page.getByRole('option', { name: /Renewal/ }).click();
      await panel.getByRole('textbox', { name: 'Number' }).fill('+14155550132');
      await panel.getByRole('textbox', { name: 'Value of first_name' }).fill('Wilhelmina');
      await expect(panel.getByRole('region', { name: 'Greeting' })).toContainText('Wilhelmina');
      await panel.getByRole('combobox', { name: 'Recipient' }).click();
      await page.getByRole('option', { name: 'Interested' }).click();
      await panel.getByRole('button', { name: 'Rehearse the call' }).click();
      await expect(page).toHaveURL(/calls\/call_[0-9a-f]+/);
      const { header } = createCallPage(page);
      await expect(header.getByText('Completed')).toBeVisible({ timeout: 120_000 });
      await expect(header.getByText('Rehearsal: nobody was dialled')).toBeVisible();
      await expect(transcript(page)).toContainText('Wilhelmina');
    },
  },
  {
    name: 'a turn answered from the document shows the passage and its page',
    run: async ({ page }) => {
      const answer = await hearAnswerFromGuide(page);
      const passages = passagesUsed(page);
      await expect(passages).toContainText(/Page [123]/);
      await passages.getByRole('button', { name: guide }).first().click();
      const panel = createKnowledgePage(page).panel(guide);
      await expect(panel.locator('article[aria-current="true"]')).toBeInViewport();
      await page.goBack();
      await expect(answer).toBeVisible();
    },
  },
  {
    name: 'decoded sound, transcript and waveform agree',
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
    name: 'a word that was said is searched for and opened at its second',
    run: async ({ page }) => {
      const answer = await hearAnswerFromGuide(page);
      const said = (await answer.getByRole('paragraph').innerText()).match(/[a-z]{5,}/g) ?? [];
      const word = said.toSorted((a, b) => b.length - a.length)[0] ?? '';
      await page.getByRole('link', { name: 'Calls', exact: true }).click();
      const search = page.getByRole('textbox', { name: 'Search what was said' });
      await search.fill(word);
      await search.press('Enter');
      const hit = page.getByRole('table', { name: 'Calls' }).locator('mark', { hasText: new RegExp(word, 'i') });
      await expect(hit.first()).toBeVisible();
      await hit.first().click();
      await expect(page).toHaveURL(/calls\/call_[0-9a-f]+\?.*t=/);
      const current = transcript(page).locator('[aria-current="true"]');
      await expect(current.locator('mark', { hasText: new RegExp(word, 'i') }).first()).toBeInViewport();
      const [, minutes = '', seconds = ''] = /(\d+):(\d+)/.exec(await current.innerText()) ?? [];
      const at = Number(/[?&]t=([\d.]+)/.exec(page.url())?.[1]);
      expect(Math.abs(at - (Number(minutes) * 60 + Number(seconds)))).toBeLessThanOrEqual(1);
      const slider = page.getByRole('slider', { name: 'Position' });
      await expect
        .poll(async () => Number(await slider.getAttribute('aria-valuenow')))
        .toBeGreaterThanOrEqual(Math.floor(at));
    },
  },
];
