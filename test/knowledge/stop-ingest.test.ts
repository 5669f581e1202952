import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrations } from '../../electron/service/workspaces/migrations.ts';
import { seedDemo } from '../../electron/service/workspaces/demo/seed-demo.ts';
import { createVoiceActivity } from '../../electron/service/features/speech/listening/voice-activity.ts';
import { createRecorder } from '../../electron/service/features/speech/recorder.ts';
import { EventHub } from '../../electron/service/platform/events/event-hub.ts';
import { findNoProxy } from '../../electron/service/platform/network/find-proxies.ts';
import { createEmbedder } from '../../electron/service/features/knowledge/embedding/embedder.ts';
import { createParser } from '../../electron/service/features/knowledge/parsing/parser.ts';
import { forkProcess } from '../../electron/service/platform/processes/start-process.ts';
import { Backups } from '../../electron/service/workspaces/backups/backups.ts';
import { openWorkspace } from '../../electron/service/workspaces/open-workspace.ts';
import { createMemorySettings } from '../helpers/service/memory-settings.ts';
import { createTestKeychain } from '../helpers/service/test-keychain.ts';
import { modelDir } from '../helpers/service/model-dir.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { allowWrites, createTestDatabases, openTestDatabase, refuseWrites } from '../helpers/service/test-database.ts';

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await createTemporaryFolder();
});
afterEach(() => folder.remove());

test('a stopped ingest logs an error if the database is not writable', async () => {
  const logged: string[] = [];
  let ids = 0;
  const context = {
    dataDir: folder.path,
    modelDir,
    version: '0.0.0-test',
    settings: createMemorySettings(),
    log: { error: (_: unknown, message: string) => logged.push(message) },
    now: Date.now,
    newId: (prefix: string) => `${prefix}_${++ids}`,
    randomBytes,
    passphraseWork: { windowLock: 10, backup: 10 },
    rateLimitPerMinute: 0,
    keychain: createTestKeychain(),
    findProxies: findNoProxy,
    readLog: () => '',
    migrations,
    databases: createTestDatabases(),
  };
  const dir = join(folder.path, 'wsp_1');
  mkdirSync(dir);
  const db = openTestDatabase(dir);
  seedDemo(db, dir, 'wsp_1', context, { calls: [] });
  db.execute(`UPDATE document SET status = 'processing'`);
  db.close();

  const embedder = createEmbedder({ modelDir });
  const parser = createParser({ startProcess: forkProcess });
  const recorder = createRecorder();
  const hub = new EventHub('run');
  const hasStarted = new Promise<void>((resolve) =>
    hub.subscribe(null, ({ event }) => event.type === 'document.progress' && resolve()),
  );
  const backups = new Backups({ context, hub });
  const workspace = await openWorkspace(dir, {
    context,
    hub,
    embedder,
    parser,
    startProcess: forkProcess,
    recorder,
    voiceActivity: createVoiceActivity(),
    backups,
  });
  await hasStarted;
  refuseWrites(workspace.db);
  await workspace.services.knowledge.queue.close();
  expect(logged).toContain('a stopped ingest still counts as an attempt');
  allowWrites(workspace.db);
  await workspace.close();
  await embedder.close();
  await parser.close();
  await recorder.close();
});
