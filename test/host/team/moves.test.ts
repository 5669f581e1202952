import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportOrganization } from '../../../electron/host/team/export-organization.ts';
import { importWorkspace } from '../../../electron/host/team/import-workspace.ts';
import { lockDataFolder } from '../../../electron/service/platform/db/data-folder-lock.ts';
import { loadLibpq, type LibpqConnection } from '../../../electron/service/platform/db/postgres/libpq.ts';
import { PostgresDatabases } from '../../../electron/service/platform/db/postgres/postgres-databases.ts';
import { createFileDatabases, databaseFile } from '../../../electron/service/platform/db/workspace-databases.ts';
import { SqliteDatabase } from '../../../electron/service/platform/db/sqlite-database.ts';
import { migrations } from '../../../electron/service/workspaces/migrations.ts';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import { restock, type KnownIds } from '../../contract/fuzzed-requests.ts';
import { waitFor } from '../../helpers/clock/wait-for.ts';
import { copyDemoFolder } from '../../helpers/data/demo-folder.ts';
import { startService, type StartedService } from '../../helpers/service/start-service.ts';
import { uploadAndWait } from '../../helpers/service/upload.ts';
import { createTestApiKey, startServiceWithWorkspace } from '../../helpers/service/start-service-with-workspace.ts';
import { findPostgres, startPostgres, type StartedPostgres } from '../../helpers/service/start-postgres.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../helpers/service/temporary-folder.ts';
import { waitForDocument } from '../../helpers/service/wait-for-document.ts';
import { waitForCall } from '../../helpers/service/wait-for-call.ts';
import { readAllRoutes } from './read-all-routes.ts';
import { readPrintedLine } from './read-printed-line.ts';

const bin = findPostgres();
const files = createFileDatabases(migrations);

describe.skipIf(bin === null)('a workspace that moves to a team server and back', () => {
  let server: StartedPostgres;
  let folder: TemporaryFolder;
  let databases: PostgresDatabases;
  let observer: LibpqConnection;
  let sourceDir: string;
  let teamDir: string;
  let workspaceId: string;
  let orgId: string;
  let apiKey: Awaited<ReturnType<typeof createTestApiKey>>;
  let ids: KnownIds;
  let original: ReadonlyMap<string, string>;
  /** The same for all services, so that figures until now are equal. */
  const time = Date.now() + 600_000;

  const importPath = (path: string, dataDir = teamDir, passphrase: string | null = null) =>
    readPrintedLine(() => importWorkspace(path, passphrase, { database: server.url, dataDir }));
  const exportTo = (output: string, id = orgId, passphrase: string | null = null) =>
    readPrintedLine(() =>
      exportOrganization({ orgId: id, output, passphrase }, { database: server.url, dataDir: teamDir }),
    );
  const startTeam = (id: string) =>
    startService({ databases, dataDir: join(teamDir, 'organizations', id), now: () => time });
  const listOrganizations = () => databases.openDirectory().listWorkspaceIds();

  beforeAll(async () => {
    const connect = await loadLibpq();
    [server, folder] = await Promise.all([startPostgres(bin ?? ''), createTemporaryFolder()]);
    databases = new PostgresDatabases({ connect, parameters: { dbname: server.url }, migrations });
    observer = connect({ dbname: server.url });
    [sourceDir, teamDir] = [join(folder.path, 'source'), join(folder.path, 'team')];
    copyDemoFolder(sourceDir, 'recorded');
    const preparing = await startService({ databases: files, dataDir: sourceDir });
    ({ org_id: orgId, workspace_id: workspaceId } = await preparing.service.openServeWorkspace({ demo: true }));
    apiKey = await createTestApiKey(preparing, 'admin', 'CRM sync');
    ids = { ...(await restock(preparing, 1)), org_id: [orgId] };
    await waitUntilIdle(preparing, ids);
    await preparing.stop();
    const source = await startService({ databases: files, dataDir: sourceDir, now: () => time });
    await source.service.openServeWorkspace({ demo: true });
    original = await readAllRoutes(source, ids);
    await source.stop();
  });

  afterAll(async () => {
    observer.close();
    await server.stop();
    await folder.remove();
  });

  test('gives the same responses on the server', async () => {
    expect(original.size).toBeGreaterThan(200);
    const imported = await importPath(sourceDir);
    expect(imported).toEqual({ org_id: orgId, rows: expect.any(Number), missing_files: 0 });
    const team = await startTeam(workspaceId);
    await team.service.openServeWorkspace({ demo: false });
    expect(findDifferences(original, await readAllRoutes(team, ids), [])).toEqual([]);
    const { status } = await team.send('/v1/agents', { headers: apiKey.headers });
    expect(status).toBe(200);
    await team.stop();
  });

  test('is exported while the server runs, and gives the same responses in the application', async () => {
    const team = await startTeam(workspaceId);
    await team.service.openServeWorkspace({ demo: false });
    const path = join(folder.path, 'moved.switchboard-backup');
    const exported = await exportTo(path);
    expect(exported).toEqual({ org_id: orgId, file: path, rows: expect.any(Number), missing_files: 0 });
    await team.stop();
    expect(readdirSync(join(teamDir, 'organizations', '.export'))).not.toContain('content');
    await expect(exportTo(path)).rejects.toThrow('exists already');

    const desktop = await startService({ databases: files, now: () => time });
    mkdirSync(join(desktop.dataDir, 'backups'));
    copyFileSync(path, join(desktop.dataDir, 'backups', basename(path)));
    const [backup] = (await desktop.app(appRoutes.listBackups, {})).data;
    if (!backup) throw new Error('The list has the file.');
    const params = { backup_id: backup.backup_id };
    const { workspace_id } = await desktop.app(appRoutes.restoreBackup, { params, json: {} });
    await desktop.app(appRoutes.openWorkspace, { params: { workspace_id } });
    // A restore revokes the keys, and says so.
    const activity = ['listActivity', 'exportActivity', 'verifyActivity', 'listActivityEntries', 'listActivityFacets'];
    expect(findDifferences(original, await readAllRoutes(desktop, ids), ['listApiKeys', ...activity])).toEqual([]);
    expect((await desktop.v1(v1Routes.verifyActivity, {})).violation).toBeNull();
    await desktop.stop();
  });

  test('continues ids after the highest that was ever used', async () => {
    const from = new SqliteDatabase(join(sourceDir, 'workspaces', workspaceId, databaseFile), { readOnly: true });
    const last = (sql: string) => from.get<{ readonly last: number }>(sql)?.last ?? 0;
    const expected = {
      call: last(`SELECT seq AS last FROM sqlite_sequence WHERE name = 'call'`) + 1,
      key: last('SELECT max(rowid) AS last FROM api_key') + 1,
    };
    from.close();
    const place = { id: workspaceId, dir: join(folder.path, 'index') };
    const next = databases.inspect(place, (db) =>
      db.get(`SELECT nextval(pg_get_serial_sequence('call', 'id')) AS call,
        nextval(pg_get_serial_sequence('api_key', 'rowid')) AS key`),
    );
    expect(next).toEqual(expected);
  });

  test('is imported only once, and only from a database of its own', async () => {
    await expect(importPath(sourceDir)).rejects.toThrow('This workspace was already imported');
    const copyDir = join(folder.path, 'copy');
    const newId = `wsp_${'1'.repeat(24)}`;
    copyWorkspace(sourceDir, copyDir, newId, [`UPDATE workspace SET workspace_id = '${newId}'`]);
    await expect(importPath(copyDir)).rejects.toThrow(`already has an organization with the ID ${orgId}`);
    copyWorkspace(sourceDir, copyDir, newId, [`UPDATE workspace SET kind = 'linked'`]);
    await expect(importPath(copyDir)).rejects.toThrow('unlink it in Switchboard');
    copyWorkspace(sourceDir, copyDir, newId, [
      `UPDATE workspace SET workspace_id = '${newId}'`,
      'DROP INDEX call_by_id',
    ]);
    await expect(importPath(copyDir)).rejects.toThrow('was not written by Switchboard');
    expect(await listOrganizations()).toEqual([workspaceId]);
    expect(readdirSync(join(teamDir, 'organizations'))).not.toContain(newId);
  });

  test('is not imported with an API key of another organization', async () => {
    const dir = await createWorkspace('other');
    const [id = ''] = readdirSync(join(dir, 'workspaces'));
    const other = new SqliteDatabase(join(dir, 'workspaces', id, databaseFile));
    const { sha256 } = databases.inspect({ id: workspaceId, dir: join(folder.path, 'index') }, (db) =>
      db.get<{ readonly sha256: string }>('SELECT sha256 FROM api_key WHERE key_id = ?', apiKey.key_id),
    ) ?? { sha256: '' };
    other.run('UPDATE api_key SET sha256 = ?', sha256);
    other.close();
    await expect(importPath(dir)).rejects.toThrow('Another organization of the database has an API key');
    expect(await listOrganizations()).toEqual([workspaceId]);
  });

  test('is imported after an import that was killed at any moment, and never half', async () => {
    const dir = await createWorkspace('killed');
    const [id = ''] = readdirSync(join(dir, 'workspaces'));
    for (const step of ['renameSync 1', 'renameSync 2', 'any 12', 'any 25']) {
      await runUntilKilled(dir, step);
      expect(await listOrganizations(), step).toEqual([workspaceId]);
    }
    observer.execute('BEGIN; LOCK TABLE switchboard.workspace IN SHARE MODE');
    const child = startImport(dir);
    await waitFor(() => expect(countWaiting()).toBeGreaterThan(0));
    child.kill('SIGKILL');
    await once(child, 'exit');
    observer.execute('ROLLBACK');
    expect(await listOrganizations()).toEqual([workspaceId]);
    expect(existsSync(join(teamDir, 'organizations', id, 'unfinished-import'))).toBe(true);
    expect(await importPath(dir)).toMatchObject({ missing_files: 0 });
    expect(existsSync(join(teamDir, 'organizations', id, 'unfinished-import'))).toBe(false);
    expect(await listOrganizations()).toHaveLength(2);
  });

  test('is refused while the application uses it, and counts its missing files', async () => {
    const dir = await createWorkspace('used');
    const using = await startService({ databases: files, dataDir: dir });
    await using.stop();
    const [id = ''] = readdirSync(join(dir, 'workspaces'));
    const originals = join(dir, 'workspaces', id, 'files');
    for (const name of readdirSync(originals)) writeFileSync(join(originals, name), 'changed');
    const lock = lockDataFolder(dir);
    await expect(importPath(dir)).rejects.toThrow('is in use by process');
    lock.release();
    expect(await importPath(dir)).toMatchObject({ missing_files: 1 });
  });

  test('is imported from a backup, also an encrypted one, and gets a key', async () => {
    const passphrase = 'correct horse battery staple';
    const started = await startServiceWithWorkspace({
      databases: files,
      passphraseWork: { windowLock: 10, backup: 10 },
    });
    await uploadAndWait(started.v1, 'Tower', 'The bell tower is open on Sundays.');
    const { path } = await started.app(appRoutes.createBackup, { json: { passphrase } });
    const bytes = readFileSync(path);
    const damaged = join(folder.path, 'damaged.switchboard-backup');
    writeFileSync(damaged, bytes.fill(0, bytes.length - 2_000, bytes.length - 1_000));
    await expect(importPath(damaged, teamDir, passphrase)).rejects.toThrow('damaged');
    await expect(importPath(path)).rejects.toThrow('SWITCHBOARD_BACKUP_PASSPHRASE');
    const before = await listOrganizations();
    const { org_id, keys } = (await importPath(path, teamDir, passphrase)) as ImportedWithKey;
    const [id = ''] = (await listOrganizations()).filter((one) => !before.includes(one));
    await started.stop();
    const team = await startTeam(id);
    await team.service.openServeWorkspace({ demo: false });
    const response = await team.send('/v1/knowledge/documents', { headers: { 'X-API-Key': keys.admin } });
    expect(await response.text()).toContain('Tower');
    await team.stop();
    const exported = join(folder.path, 'encrypted.switchboard-backup');
    await exportTo(exported, org_id, passphrase);
    expect(readFileSync(exported, 'latin1')).toMatch(/^age-encryption/);
    await expect(exportTo(join(folder.path, 'none.switchboard-backup'), 'org_none')).rejects.toThrow('no organization');
  });

  /** Creates a small workspace with a document and an API key, and returns its data folder. */
  async function createWorkspace(name: string): Promise<string> {
    const dataDir = join(folder.path, name);
    const started = await startServiceWithWorkspace({ databases: files, dataDir });
    await uploadAndWait(started.v1, 'Tower', `The bell tower of ${name} is open on Sundays.`);
    await createTestApiKey(started, 'viewer', name);
    await started.stop();
    return dataDir;
  }

  const startImport = (path: string, variables: NodeJS.ProcessEnv = {}) =>
    spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', `--import=${killScript}`, importScript, server.url, teamDir, path],
      { env: { ...process.env, ...variables }, stdio: ['ignore', 'ignore', 'pipe'] },
    );

  async function runUntilKilled(path: string, step: string): Promise<void> {
    const killFile = join(folder.path, 'kill');
    writeFileSync(killFile, step);
    const child = startImport(path, { KILL_FILE: killFile });
    const [errors, [, signal]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(signal, `${step}: ${errors}`).toBe('SIGKILL');
  }

  function countWaiting(): number {
    observer.prepare('', 'SELECT count(*) FROM pg_locks WHERE NOT granted', []);
    return observer.query('', [], ({ readText }) => Number(readText(0, 0)));
  }
});

type ImportedWithKey = { readonly org_id: string; readonly keys: { readonly admin: string } };

const importScript = fileURLToPath(new URL('run-import.ts', import.meta.url));
const killScript = new URL('../../helpers/damage/kill-at-step.mjs', import.meta.url).href;

/** Copies the only workspace of a data folder to a new one, with changes of its database. */
function copyWorkspace(from: string, to: string, id: string, statements: readonly string[]): void {
  rmSync(to, { recursive: true, force: true });
  const [name = ''] = readdirSync(join(from, 'workspaces')).filter((one) => one.startsWith('wsp_'));
  cpSync(join(from, 'workspaces', name), join(to, 'workspaces', id), { recursive: true });
  const db = new SqliteDatabase(join(to, 'workspaces', id, databaseFile));
  for (const statement of statements) db.execute(statement);
  db.close();
}

async function waitUntilIdle({ v1 }: StartedService, ids: KnownIds): Promise<void> {
  for (const callId of ids['call_id'] ?? []) await waitForCall(v1, callId);
  for (const documentId of ids['document_id'] ?? []) await waitForDocument(v1, documentId);
}

function findDifferences(
  expected: ReadonlyMap<string, string>,
  actual: ReadonlyMap<string, string>,
  except: readonly string[],
): readonly object[] {
  return [...expected]
    .filter(([request, answer]) => actual.get(request) !== answer && !except.includes(request.split(' ')[0] ?? ''))
    .map(([request, answer]) => ({
      request,
      expected: answer.slice(0, 300),
      actual: actual.get(request)?.slice(0, 300),
    }));
}
