import { addCounts } from './add-counts.mjs';
import { runLongChromiumTests } from './run-playwright.mjs';
import { runLongUnitTests } from './run-vitest.mjs';

/** Runs the files `*.long.test.ts` and `*.long.ts`, which the other suites leave out. */
export const runLongTests = async () => addCounts([await runLongUnitTests(), await runLongChromiumTests()]);
