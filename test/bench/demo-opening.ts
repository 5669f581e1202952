import { setTimeout } from 'node:timers/promises';
import { chromium, type Browser } from '@playwright/test';
import { chromiumLaunchOptions } from '../helpers/browser/chromium-launch-options.ts';
import { startHost } from '../helpers/service/start-host.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { printRows, type BenchRow } from './bench-row.ts';
import { findMedian } from './find-median.ts';

const runs = 5;
const targetMs = 1_000;

/** When the button is clicked after the first-run page appears: at once, as a test does, and when a person has read it. */
const clicks = [
  { description: 'clicked at once', delayMs: 0 },
  { description: 'clicked after 1 s', delayMs: 1_000 },
] as const;

/** Measures the first opening of the demo in a new installation, from the click to the frame with the latest calls. */
export async function bench(): Promise<readonly BenchRow[]> {
  const browser = await chromium.launch(chromiumLaunchOptions);
  try {
    const rows: BenchRow[] = [];
    for (const { description, delayMs } of clicks) {
      const times: number[] = [];
      for (let run = 0; run < runs; run++) times.push(await openDemo(browser, delayMs));
      const median = findMedian(times);
      rows.push({
        name: `first opening of the demo, ${description}, to its latest calls, median of ${runs}`,
        measured: `${median.toFixed(0)} ms (${times.map((ms) => ms.toFixed(0)).join(' ')})`,
        target: `< ${targetMs} ms`,
        ok: median < targetMs,
      });
    }
    return rows;
  } finally {
    await browser.close();
  }
}

async function openDemo(browser: Browser, delayMs: number): Promise<number> {
  const folder = await createTemporaryFolder();
  const host = await startHost(`${folder.path}/data`);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  try {
    await page.goto(host.windowUrl);
    const button = page.getByRole('button', { name: 'Try the demo' });
    await button.hover(); // always precedes a click
    await setTimeout(delayMs);
    return await button.evaluate(
      (element: HTMLElement) =>
        new Promise<number>((resolve, reject) => {
          const startedAt = performance.now();
          const checkFrame = () => {
            const tookMs = performance.now() - startedAt;
            if (document.querySelector('ul[aria-label="Latest calls"] a')) resolve(tookMs);
            else if (tookMs > 60_000) reject(new Error('The demo shows no calls.'));
            else requestAnimationFrame(checkFrame);
          };
          element.click();
          checkFrame();
        }),
    );
  } finally {
    await page.close();
    await host.stop();
    await folder.remove();
  }
}

if (import.meta.main) printRows(await bench());
