import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { migrations } from '../../electron/service/workspaces/migrations.ts';
import { SqliteDatabase } from '../../electron/service/platform/db/sqlite-database.ts';
import { openDatabase } from '../../electron/service/platform/db/open-database.ts';
import { databaseFile } from '../../electron/service/platform/db/workspace-databases.ts';
import { createClient, type Client } from '../../shared/contract/client.ts';
import { appRoutes, routeTreePaths, v1Routes } from '../../shared/contract/contract.ts';
import type { Workspace } from '../../shared/workspaces/workspaces.ts';
import { isLong } from '../helpers/processes/fuzz-runs.ts';
import { signIn } from '../helpers/browser/sign-in.ts';
import { startHost } from '../helpers/service/start-host.ts';
import { nextMigration } from '../helpers/service/next-migration.ts';
import { startService } from '../helpers/service/start-service.ts';
import { startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { uploadAndWait } from '../helpers/service/upload.ts';
import { waitForDocument } from '../helpers/service/wait-for-document.ts';

/** Changes of files and databases before which the process is killed: `any 3` is the third one. */
type Step = `${'renameSync' | 'any'} ${number}`;

function* countSteps(stride = 1): Generator<Step> {
  for (let number = 1; ; number += stride) yield `any ${number}`;
}

async function createFolder(): Promise<string> {
  const folder = await createTemporaryFolder();
  onTestFinished(() => folder.remove());
  return folder.path;
}

/** Starts the application on a copy of a folder and kills it at a step of the request, or of its start. Returns whether it was killed. */
async function killAtStep(dataDir: string, step: Step, send?: (app: Client) => Promise<unknown>): Promise<boolean> {
  const stepFile = join(dataDir, '..', 'step');
  const env = { NODE_OPTIONS: `--import=${new URL('../helpers/damage/kill-at-step.mjs', import.meta.url).href}` };
  if (!send) writeFileSync(stepFile, step);
  const running = await startHost(dataDir, { variables: { ...env, KILL_FILE: stepFile } }).catch(() => null);
  if (!running) return true;
  try {
    if (!send) return false;
    const { app } = await connect(running);
    writeFileSync(stepFile, step);
    return await send(app).then(
      () => false,
      () => true,
    );
  } finally {
    await running.kill();
  }
}

async function connect({ origin, windowUrl }: { readonly origin: string; readonly windowUrl: string }) {
  const headers = await signIn(windowUrl);
  const create = (path: string) =>
    createClient(origin + path, (url, init) =>
      fetch(url, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), ...headers } }),
    );
  return { app: create(routeTreePaths.app), v1: create(routeTreePaths.v1) };
}

/**
 * Kills the process at each step of a request, or of its start, and checks what the next start makes of it, until a request is
 * not killed any more.
 */
async function killAtEachStep(
  template: string,
  steps: Iterable<Step>,
  {
    send,
    check,
  }: {
    readonly send?: (app: Client) => Promise<unknown>;
    readonly check: (clients: { readonly app: Client; readonly v1: Client }, dataDir: string) => Promise<unknown>;
  },
): Promise<number> {
  let kills = 0;
  for (const step of steps) {
    const dataDir = join(await createFolder(), 'data');
    cpSync(template, dataDir, { recursive: true });
    const isKilled = await killAtStep(dataDir, step, send);
    const running = await startHost(dataDir);
    onTestFinished(running.kill);
    await check(await connect(running), dataDir).catch((error: unknown) => {
      throw new Error(`After a kill at the step ${step}`, { cause: error });
    });
    await running.kill();
    if (!isKilled) break;
    kills += 1;
  }
  return kills;
}

const open = async ({ app }: { readonly app: Client }, { workspace_id }: Workspace) =>
  app(appRoutes.openWorkspace, { params: { workspace_id } });

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

const listFiles = (dir: string) =>
  readdirSync(dir, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );

test(
  'a restore that a kill interrupts is finished by the next start, and loses no file',
  { timeout: 400_000 },
  async () => {
    const template = await createFolder();
    const started = await startServiceWithWorkspace({ dataDir: template });
    const [earlier, later] = ['The bell tower is open on Sundays.', 'The harbour closes at night.'];
    await uploadAndWait(started.v1, 'Earlier', earlier);
    const [workspace] = (await started.app(appRoutes.listWorkspaces, {})).data;
    const workspace_id = workspace?.workspace_id ?? '';
    const { snapshot_id } = await started.app(appRoutes.createSnapshot, { params: { workspace_id } });
    await uploadAndWait(started.v1, 'Later', later);
    await started.service.close();

    // Before the file is moved that only the replaced database knows.
    const steps: Iterable<Step> = isLong ? countSteps() : ['renameSync 3'];
    const kills = await killAtEachStep(template, steps, {
      send: (app) => app(appRoutes.restoreSnapshot, { params: { workspace_id }, json: { snapshot_id } }),
      check: async (clients, dataDir) => {
        const { data } = await clients.app(appRoutes.listWorkspaces, {});
        expect(data).toMatchObject([{ workspace_id, error: null }]);
        await clients.app(appRoutes.openWorkspace, { params: { workspace_id } });
        const documents = (await clients.v1(v1Routes.listDocuments, {})).data;
        const titles = documents.map(({ title }) => title);
        expect([['Earlier'], ['Later', 'Earlier']]).toContainEqual(titles);
        for (const { document_id } of documents)
          expect(await waitForDocument(clients.v1, document_id)).toMatchObject({ status: 'active' });
        const dir = join(dataDir, 'workspaces', workspace_id);
        const kept = listFiles(dir).map((file) => file.slice(dir.length + 1));
        const aside = kept.filter((file) => file.startsWith('damaged-')).map((file) => file.replace(/^[^/\\]+./, ''));
        if (titles.length === 2) expect(aside).toEqual([]);
        else expect(aside.toSorted()).toEqual([join('files', hash(later)), databaseFile].toSorted());
        expect(kept).toContain(join('files', hash(earlier)));
        expect(kept.filter((file) => /restor/.test(file))).toEqual([]);
      },
    });
    if (isLong) console.log({ kills });
    expect(kills).toBeGreaterThan(0);
  },
);

test.runIf(isLong)(
  'a workspace whose creation or removal is interrupted is complete or gone',
  { timeout: 400_000 },
  async () => {
    const template = await createFolder();
    const started = await startServiceWithWorkspace({ dataDir: template });
    const [first] = (await started.app(appRoutes.listWorkspaces, {})).data;
    await uploadAndWait(started.v1, 'Tower', 'The bell tower is open on Sundays.');
    await started.service.close();
    const check = async (clients: { readonly app: Client; readonly v1: Client }, dataDir: string) => {
      const { data } = await clients.app(appRoutes.listWorkspaces, {});
      for (const workspace of data) expect(await open(clients, workspace)).toMatchObject({ error: null });
      const root = join(dataDir, 'workspaces');
      expect(readdirSync(root).toSorted()).toEqual(data.map(({ workspace_id }) => workspace_id).toSorted());
      return data;
    };
    const creations = await killAtEachStep(template, countSteps(), {
      send: (app) => app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Second' } }),
      check: async (clients, dataDir) => {
        const names = (await check(clients, dataDir)).map(({ name }) => name);
        expect([['Harbour Office'], ['Harbour Office', 'Second']]).toContainEqual(names);
      },
    });
    const removals = await killAtEachStep(template, countSteps(), {
      send: (app) => app(appRoutes.deleteWorkspace, { params: { workspace_id: first?.workspace_id ?? '' } }),
      check,
    });
    console.log({ creations, removals });
  },
);

test.runIf(isLong)('a migration that is interrupted is finished by the next start', { timeout: 400_000 }, async () => {
  const text = 'The bell tower is open on Sundays.';
  const template = await createFolder();
  createWorkspace(template, text);
  let kills = 0;
  for (const step of countSteps()) {
    const dataDir = join(await createFolder(), 'data');
    cpSync(template, dataDir, { recursive: true });
    const isKilled = await killMigration(dataDir, step);
    const { app, v1, stop } = await startService({ dataDir, migrations: [...migrations, nextMigration] });
    const [workspace, ...others] = (await app(appRoutes.listWorkspaces, {})).data;
    expect([workspace, others], step).toMatchObject([{ name: 'Kept', error: null }, []]);
    if (workspace) await open({ app }, workspace);
    expect(await waitForDocument(v1, 'doc_1')).toMatchObject({ status: 'active' });
    const { usage } = await app(appRoutes.getBillingOverview, {});
    expect(usage?.minutes_used).toBe(2);
    const { data } = await v1(v1Routes.listCalls, {});
    expect(data).toMatchObject([{ call_id: 'call_1', status: 'completed', duration_seconds: 61 }]);
    const db = new SqliteDatabase(join(dataDir, 'workspaces', workspace?.workspace_id ?? '', databaseFile));
    expect(db.schemaVersion).toBe(nextMigration.version);
    expect(db.all('SELECT legal_name FROM organization')).toEqual([{ legal_name: 'KEPT' }]);
    expect(db.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    db.close();
    await stop();
    if (!isKilled) break;
    kills += 1;
  }
  console.log({ kills });
  expect(kills).toBeGreaterThan(5);
});

/** Opens the workspace with the next version in another process, and kills it at a step. Returns whether it was killed. */
async function killMigration(dataDir: string, step: Step): Promise<boolean> {
  const stepFile = join(dataDir, '..', 'step');
  writeFileSync(stepFile, step);
  const [preload, program] = ['kill-at-step.mjs', 'open-in-next-version.ts'].map((name) =>
    fileURLToPath(new URL(`../helpers/damage/${name}`, import.meta.url)),
  );
  const env = { ...process.env, KILL_FILE: stepFile };
  const child = spawn(process.execPath, [`--import=${preload}`, program ?? '', dataDir], { env, stdio: 'inherit' });
  const [code, signal] = await once(child, 'exit');
  expect([code, signal], step).toContainEqual(signal === null ? 0 : 'SIGKILL');
  return signal !== null;
}

/** Creates a data folder with a workspace that has a document, which is not processed yet, and a completed call. */
function createWorkspace(dataDir: string, text: string): void {
  const dir = join(dataDir, 'workspaces', 'wsp_1');
  mkdirSync(join(dir, 'files'), { recursive: true });
  writeFileSync(join(dir, 'files', hash(text)), text);
  const db = openDatabase(join(dir, databaseFile), migrations);
  const now = Date.now();
  db.execute(`
    INSERT INTO organization (org_id, name, industry, status, subscription_tier, created_at)
    VALUES ('org_1', 'Kept', '', 'active', 'local', ${now});
    INSERT INTO workspace (workspace_id, name, org_id, created_at, kind) VALUES ('wsp_1', 'Kept', 'org_1', ${now}, 'local');
    INSERT INTO plan VALUES ('org_1', ${now}, 'Local', 0, 1000, 0, 1);
    INSERT INTO agent (agent_id, org_id, name, objective, audience, greeting, voice, status, created_at)
    VALUES ('agt_1', 'org_1', 'Desk', '', '', '', 'slt', 'active', ${now});
    INSERT INTO document (document_id, org_id, title, kind, file_name, size_bytes, sha256, status, added_at)
    VALUES ('doc_1', 'org_1', 'Tower', 'txt', 'tower.txt', ${text.length}, '${hash(text)}', 'processing', ${now});
    INSERT INTO call (id, call_id, org_id, agent_id, agent_name, recipient_number, placed_by, status, duration_seconds,
      created_at, ended_at, metadata)
    VALUES (1, 'call_1', 'org_1', 'agt_1', 'Desk', '+15550100', 'window', 'completed', 61, ${now}, ${now}, '{}');
    INSERT INTO usage_entry (call, org_id, cycle_start, at, minutes)
    VALUES (1, 'org_1', ${Date.parse(new Date(now).toISOString().slice(0, 7))}, ${now}, 2);
  `);
  db.close();
}
