import * as fc from 'fast-check';
import { afterAll, test } from 'vitest';
import { chooseRuns, chooseSeed } from '../helpers/processes/fuzz-runs.ts';
import { stepLists } from './outbox-steps.ts';
import { openSharedDatabase, OutboxWorld } from './outbox-world.ts';
import { runSteps } from './run-steps.ts';

const runs = chooseRuns({ perCommit: 400, long: 100_000 });
const seed = chooseSeed();

const database = openSharedDatabase();
afterAll(() => database.close());

/** A failure prints the shortest list of steps. */
test(
  `whatever happens, no change is made twice or lost, and each is made or waits for a decision (RUNS=${runs} SEED=${seed})`,
  { timeout: 4 * 60 * 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), stepLists, async (honoursIdempotency, steps) => {
        const world = await new OutboxWorld(database).start();
        world.knowsIdempotency = honoursIdempotency;
        try {
          await runSteps(world, steps);
        } finally {
          await world.end();
        }
      }),
      { numRuns: runs, seed: Number(seed) },
    );
  },
);
