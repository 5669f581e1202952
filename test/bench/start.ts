import { startServe } from '../helpers/service/start-host.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { printRows, type BenchRow } from './bench-row.ts';
import { findMedian } from './find-median.ts';

const runs = 5;
const mostMs = 2_000;

/** Measures `serve --demo` on a folder with an existing demo, from the command to the line that it prints when it is ready. */
export async function bench(): Promise<readonly BenchRow[]> {
  const folder = await createTemporaryFolder();
  try {
    await (await startServe(folder.path, '--demo')).stop();
    const times: number[] = [];
    for (let run = 0; run < runs; run++) {
      const startedAt = performance.now();
      const running = await startServe(folder.path, '--demo');
      times.push(performance.now() - startedAt);
      await running.stop();
    }
    const median = findMedian(times);
    return [
      {
        name: `serve ready, warm, demo workspace, median of ${runs}`,
        measured: `${median.toFixed(0)} ms`,
        target: `< ${mostMs} ms`,
        ok: median < mostMs,
      },
    ];
  } finally {
    await folder.remove();
  }
}

if (import.meta.main) printRows(await bench());
