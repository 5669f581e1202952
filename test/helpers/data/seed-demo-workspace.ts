import { mkdirSync } from 'node:fs';
import { generateId, type Context } from '../../../electron/service/platform/context.ts';
import type { Database } from '../../../electron/service/platform/db/database.ts';
import { seedDemo } from '../../../electron/service/workspaces/demo/seed-demo.ts';
import { openTestDatabase } from '../service/test-database.ts';

type SeedOptions = Partial<Pick<Context, 'now' | 'newId'>> & Parameters<typeof seedDemo>[4];

/** Creates the demo workspace in a folder, as the service does, and returns its open database. */
export function seedDemoWorkspace(
  dir: string,
  { now = Date.now, newId = generateId, ...content }: SeedOptions = {},
): Database {
  mkdirSync(dir, { recursive: true });
  const db = openTestDatabase(dir);
  seedDemo(db, dir, newId('wsp'), { now, newId }, content);
  return db;
}
