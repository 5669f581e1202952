import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Database } from '../../platform/db/database.ts';
import { deleteVector, listVectorModels } from './search-model-queries.ts';

/** Rows that are read in one step, so that the main thread is never blocked for long. */
const batchSize = 200;

/** Deletes the vectors of models that are no longer used, until the signal is aborted. */
export async function deleteUnusedVectors(
  db: Database,
  getUsed: () => readonly string[],
  signal: AbortSignal,
): Promise<void> {
  for (let after = 0; ;) {
    await yieldToEventLoop();
    if (signal.aborted) return;
    const used = getUsed();
    const rows = listVectorModels(db, after, batchSize);
    const last = rows.at(-1);
    if (!last) return;
    const unused = rows.filter(({ model }) => !used.includes(model));
    if (unused.length > 0)
      db.bulkTransaction(() => {
        for (const { chunk, model } of unused) deleteVector(db, chunk, model);
      });
    after = rows.length < batchSize ? last.chunk : last.chunk - 1; // the last chunk can have more rows
  }
}
