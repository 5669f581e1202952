import { chromium, type Page } from '@playwright/test';
import { createCallsPage } from '../helpers/pages/calls-page.ts';
import { chromiumLaunchOptions } from '../helpers/browser/chromium-launch-options.ts';
import { copyDemoFolder, prepareDemoFolder } from '../helpers/data/demo-folder.ts';
import { startHost } from '../helpers/service/start-host.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { printRows, type BenchRow } from './bench-row.ts';
import { findMedian } from './find-median.ts';

const targetMs = 100;
const steps = 20;

/** The least time that a reviewer needs for a call before the next one. */
const pauseMs = 400;

/** The demo's calls that have a recording: the time from the click on “Next call” to the next call with its waveform and transcript. */
export async function bench(): Promise<readonly BenchRow[]> {
  prepareDemoFolder();
  const folder = await createTemporaryFolder();
  copyDemoFolder(`${folder.path}/data`, 'recorded');
  const host = await startHost(`${folder.path}/data`);
  const browser = await chromium.launch(chromiumLaunchOptions);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(host.windowUrl);
    await page.locator('#root > *').first().waitFor({ state: 'attached' }); // signed in
    const list = createCallsPage(page);
    await list.open();
    await list.selectFilter('Status', 'Completed');
    await list.row(0).getByRole('button').click();
    await page.getByRole('tab', { name: 'Review' }).click();
    const times: number[] = [];
    for (let step = 0; step < steps; step++) {
      await page.locator('button[data-step="next"]:not([aria-disabled="true"])').waitFor();
      await page.waitForTimeout(pauseMs);
      times.push(await measureStep(page));
    }
    const sorted = times.toSorted((a, b) => a - b);
    const median = findMedian(times);
    const slow = sorted[Math.ceil(steps * 0.95) - 1] ?? Infinity;
    return [
      {
        name: `next call in review, with waveform and transcript, median of ${steps}`,
        measured: `${median.toFixed(0)} ms (p95 ${slow.toFixed(0)} ms)`,
        target: `< ${targetMs} ms`,
        ok: median < targetMs,
      },
    ];
  } finally {
    await browser.close();
    await host.stop();
    await folder.remove();
  }
}

/** Goes to the next call, and returns the time until the frame after its waveform, its turns and its summary are in the page. */
function measureStep(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const previous = document.querySelector('[data-part=waveform]');
        const startedAt = performance.now();
        const checkCall = () => {
          const host = document.querySelector('[data-part=waveform]');
          const isDrawn =
            host !== null &&
            host !== previous &&
            [...host.querySelectorAll('*')].some(({ shadowRoot }) => shadowRoot?.querySelector('canvas'));
          const isRead =
            document.querySelector('[data-turn]') && document.querySelector('[aria-label="Summary"] button');
          if (isDrawn && isRead) requestAnimationFrame(() => resolve(performance.now() - startedAt));
          else requestAnimationFrame(checkCall);
        };
        document.querySelector<HTMLElement>('button[data-step="next"]')?.click();
        checkCall();
      }),
  );
}

if (import.meta.main) printRows(await bench());
