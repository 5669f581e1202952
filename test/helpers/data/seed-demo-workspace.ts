import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { generateId, type Context } from '../../../electron/service/platform/context.ts';
import type { Database } from '../../../electron/service/platform/db/database.ts';
import { openDatabase } from '../../../electron/service/platform/db/open-database.ts';
import { migrations } from '../../../electron/service/workspaces/migrations.ts';
import { seedDemo } from '../../../electron/service/workspaces/demo/seed-demo.ts';
import { databaseFile } from '../../../electron/service/platform/db/workspace-databases.ts';

type SeedOptions = Partial<Pick<Context, 'now' | 'newId'>> & Parameters<typeof seedDemo>[4];

/** Creates the demo workspace in a folder, as the service does, and returns its open database. */
export function seedDemoWorkspace(
  dir: string,
  { now = Date.now, newId = generateId, ...content }: SeedOptions = {},
): Database {
  mkdirSync(dir, { recursive: true });
  const db = openDatabase(join(dir, databaseFile), migrations);
  seedDemo(db, dir, newId('wsp'), { now, newId }, content);
  return db;
}
