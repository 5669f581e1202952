import { test } from 'vitest';
import { isOnPostgres } from './test-database.ts';

/** A test of what only a workspace in a file has. Files of such tests are in `file-only-tests.ts`. */
export const testOnFile: ReturnType<typeof test.skipIf> = test.skipIf(isOnPostgres);
