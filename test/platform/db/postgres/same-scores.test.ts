import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadLibpq } from '../../../../electron/service/platform/db/postgres/libpq.ts';
import { PostgresDatabases } from '../../../../electron/service/platform/db/postgres/postgres-databases.ts';
import {
  createFileDatabases,
  type WorkspaceDatabases,
} from '../../../../electron/service/platform/db/workspace-databases.ts';
import { seedDemo } from '../../../../electron/service/workspaces/demo/seed-demo.ts';
import { fillSearchIndex } from '../../../../electron/service/workspaces/fill-search-index.ts';
import { migrations } from '../../../../electron/service/workspaces/migrations.ts';
import { appRoutes, v1Routes } from '../../../../shared/contract/contract.ts';
import { createIdCounter } from '../../../helpers/clock/id-counter.ts';
import { findPostgres, startPostgres, type StartedPostgres } from '../../../helpers/service/start-postgres.ts';
import { startService, type StartedService } from '../../../helpers/service/start-service.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../../helpers/service/temporary-folder.ts';

const bin = findPostgres();
const questionsPerSet = 12;

describe.skipIf(bin === null)('a search on PostgreSQL', () => {
  let server: StartedPostgres;
  const folders: TemporaryFolder[] = [];
  const services: StartedService[] = [];

  beforeAll(async () => {
    server = await startPostgres(bin ?? '');
    const connect = await loadLibpq();
    await startWithDocuments(createFileDatabases(migrations));
    await startWithDocuments(new PostgresDatabases({ connect, parameters: { dbname: server.url }, migrations }));
  });
  afterAll(async () => {
    for (const { stop } of services) await stop();
    for (const { remove } of folders) await remove();
    await server.stop();
  });

  /** Starts the service with the documents of the demo. */
  async function startWithDocuments(databases: WorkspaceDatabases): Promise<void> {
    const folder = await createTemporaryFolder();
    folders.push(folder);
    const newId = createIdCounter();
    const id = newId('wsp');
    const dir = join(folder.path, 'workspaces', id);
    mkdirSync(dir, { recursive: true });
    const db = databases.open({ id, dir }, { fillSearchIndex });
    seedDemo(db, dir, id, { now: Date.now, newId }, { calls: [], hasHistory: false });
    db.close();
    const started = await startService({ databases, dataDir: folder.path, rateLimitPerMinute: 0 });
    services.push(started);
    await started.app(appRoutes.openWorkspace, { params: { workspace_id: id } });
  }

  test.each(['lexical', 'topics', 'everyday', 'paraphrased', 'oblique'])(
    'finds the same passages with the same scores as in a file: %s',
    async (name) => {
      const url = new URL(`../../../fixtures/retrieval/${name}.json`, import.meta.url);
      const questions = JSON.parse(readFileSync(url, 'utf8')) as readonly { readonly question: string }[]; // another test validates it
      for (const { question: query } of questions.slice(0, questionsPerSet)) {
        const [file, postgres] = await Promise.all(
          services.map(({ v1 }) => v1(v1Routes.searchKnowledge, { json: { query, limit: 50 } })),
        );
        expect(file?.data.length).toBeGreaterThan(5);
        expect(postgres).toEqual(file);
      }
    },
  );
});
