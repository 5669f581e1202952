import { mkdirSync } from 'node:fs';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Context } from '../../electron/service/platform/context.ts';
import type { Database } from '../../electron/service/platform/db/database.ts';
import { openDatabase } from '../../electron/service/platform/db/open-database.ts';
import { findNoProxy } from '../../electron/service/platform/network/find-proxies.ts';
import { seedDemo } from '../../electron/service/workspaces/demo/seed-demo.ts';
import { databaseFile } from '../../electron/service/workspaces/open-workspace.ts';
import { createMemorySettings } from './memory-settings.ts';
import { createTestKeychain } from './test-keychain.ts';
import { modelDir } from './model-dir.ts';

type SeedOptions = Partial<Pick<Context, 'now' | 'newId'>> & Parameters<typeof seedDemo>[4];

/** Creates the demo workspace in a folder, as the service does, and returns its open database. */
export function seedDemoWorkspace(dir: string, { calls, hasHistory, ...overrides }: SeedOptions = {}): Database {
  mkdirSync(dir, { recursive: true });
  const context: Context = {
    dataDir: dir,
    modelDir,
    version: '0.0.0-test',
    settings: createMemorySettings(),
    log: { error: () => {} },
    now: Date.now,
    newId: (prefix) => `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 24)}`,
    randomBytes,
    passphraseWork: { windowLock: 10, backup: 10 },
    rateLimitPerMinute: 0,
    keychain: createTestKeychain(),
    findProxies: findNoProxy,
    readLog: () => '',
    ...overrides,
  };
  const db = openDatabase(join(dir, databaseFile));
  seedDemo(db, dir, context.newId('wsp'), context, {
    ...(calls && { calls }),
    ...(hasHistory !== undefined && { hasHistory }),
  });
  return db;
}
