import Conf from 'conf';
import { chromium, type Page } from '@playwright/test';
import { appRoutes } from '../../shared/contract/contract.ts';
import { startCallService } from '../helpers/service/start-call-service.ts';
import { chromiumLaunchOptions } from '../helpers/browser/chromium-launch-options.ts';
import { prepareCalls } from '../helpers/data/prepare-calls.ts';
import { startHost } from '../helpers/service/start-host.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { printRows, type BenchRow } from './bench-row.ts';
import { findMedian } from './find-median.ts';

const count = 100_000;
const turnsPerCall = 20;
const searchTargetMs = 30;
const frameTargetMs = 50;
const rowsTargetMs = 200;
const rounds = 5;
const frameRounds = 3;

/** Words from nearly every call to one call in a thousand, alone and combined. */
const searches = [
  'koba',
  'komu',
  'kolimu',
  'nerosa',
  'giraffe',
  'koba giraffe',
  'komu nerosa',
  'kobako li',
  'ze',
  'rosati',
];

/** A workspace with 100,000 calls of 20 turns: searched in the service, scrolled in Chromium. */
export async function bench(): Promise<readonly BenchRow[]> {
  const folder = await createTemporaryFolder();
  try {
    await prepareCalls(folder.path, { name: 'Bench', count, turnsPerCall });
    const searchMs = await measureSearch(folder.path);
    const { firstRowsMs, worstFrames } = await measureList(folder.path);
    // Other load on the machine delays a frame now and then.
    const worstFrameMs = findMedian(worstFrames);
    return [
      {
        name: `search in the transcripts of ${count.toLocaleString('en')} calls, with matches and total, p50`,
        measured: `${searchMs.toFixed(1)} ms`,
        target: `< ${searchTargetMs} ms`,
        ok: searchMs < searchTargetMs,
      },
      {
        name: `first rows of ${count.toLocaleString('en')} calls, from the click, slowest of ${rounds}`,
        measured: `${firstRowsMs.toFixed(0)} ms`,
        target: `< ${rowsTargetMs} ms`,
        ok: firstRowsMs < rowsTargetMs,
      },
      {
        name: `the same list scrolled and dragged by its scrollbar, longest frame, median of ${frameRounds} rounds`,
        measured: `${worstFrames.join(', ')} ms`,
        target: `≤ ${frameTargetMs} ms`,
        ok: worstFrameMs <= frameTargetMs,
      },
    ];
  } finally {
    await folder.remove();
  }
}

async function measureSearch(dataDir: string): Promise<number> {
  const service = await startCallService({ dataDir, settings: new Conf({ cwd: dataDir, configName: 'settings' }) });
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const text of searches) {
      const startedAt = performance.now();
      await service.app(appRoutes.listCallRecords, { query: { text } });
      times.push(performance.now() - startedAt);
    }
  }
  await service.stop();
  return findMedian(times);
}

async function measureList(dataDir: string) {
  const host = await startHost(dataDir);
  const browser = await chromium.launch(chromiumLaunchOptions);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(host.windowUrl);
    await page.locator('#root > *').first().waitFor({ state: 'attached' }); // signed in
    const firstRows = [];
    for (let round = 0; round < rounds; round++) {
      await page.getByRole('link', { name: 'Team' }).click();
      await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor();
      firstRows.push(await measureFirstRows(page));
    }
    const worstFrames = [];
    for (let round = 0; round < frameRounds; round++) worstFrames.push(Math.max(...(await measureFrames(page))));
    return { firstRowsMs: Math.max(...firstRows), worstFrames };
  } finally {
    await browser.close();
    await host.stop();
  }
}

/** Measures the time from the click on the view's link to the frame that shows its first call. */
function measureFirstRows(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const startedAt = performance.now();
        const checkRow = () => {
          const row = document.querySelector('table[aria-label="Calls"] tr[data-row="0"] th button');
          if (row?.textContent?.includes('+')) resolve(performance.now() - startedAt);
          else requestAnimationFrame(checkRow);
        };
        document.querySelector<HTMLElement>('nav a[href$="#/calls"]')?.click();
        checkRow();
      }),
  );
}

/** Measures frame durations while the list scrolls by 10,000 pixels per second, then jumps as with its scrollbar. */
function measureFrames(page: Page): Promise<number[]> {
  return page.evaluate(
    () =>
      new Promise<number[]>((resolve, reject) => {
        const table = document.querySelector('table[aria-label="Calls"]');
        const scroller = table?.parentElement;
        if (!scroller) return reject(new Error('The call table is missing.'));
        const frames: number[] = [];
        let previous = performance.now();
        const step = (now: number) => {
          frames.push(now - previous);
          previous = now;
          const index = frames.length;
          if (index === 480) return resolve(frames.slice(2).map(Math.round));
          if (index < 240) scroller.scrollTop += 168;
          else if (index % 12 === 0) scroller.scrollTop = (scroller.scrollHeight * ((index * 7_919) % 1_000)) / 1_000;
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
  );
}

if (import.meta.main) printRows(await bench());
