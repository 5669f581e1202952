import { mkdirSync } from 'node:fs';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Context } from '../../electron/service/context.ts';
import type { Database } from '../../electron/service/db/database.ts';
import { openDatabase } from '../../electron/service/db/open-database.ts';
import { furnishDemo } from '../../electron/service/demo/furnish-demo.ts';
import { databaseFile } from '../../electron/service/workspaces/open-workspace.ts';
import { memorySettings } from './memory-settings.ts';
import { modelDir } from './model-dir.ts';

type Furnishing = Partial<Pick<Context, 'now' | 'newId'>> & { readonly calls?: Parameters<typeof furnishDemo>[4] };

/** Makes the demo workspace in a folder, as the service does before it opens it; gives its database, open. */
export function furnishWorkspace(dir: string, { calls, ...given }: Furnishing = {}): Database {
  mkdirSync(dir, { recursive: true });
  const context: Context = {
    dataDir: dir,
    modelDir,
    version: '0.0.0-test',
    settings: memorySettings(),
    log: { error: () => {} },
    now: Date.now,
    newId: (prefix) => `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 24)}`,
    randomBytes,
    rateLimitPerMinute: 0,
    ...given,
  };
  const db = openDatabase(join(dir, databaseFile));
  furnishDemo(db, dir, context.newId('wsp'), context, calls);
  return db;
}
