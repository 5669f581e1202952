import { copyFileSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SqliteDatabase } from '../../../electron/service/platform/db/sqlite-database.ts';
import { databaseFile } from '../../../electron/service/platform/db/workspace-databases.ts';
import { backupExtension, type Backup } from '../../../shared/workspaces/backups.ts';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import type { Workspace } from '../../../shared/workspaces/workspaces.ts';
import { startDemoService } from '../../helpers/data/demo-keys.ts';
import { createLocalWorkspace } from '../../helpers/service/start-call-service.ts';
import { createTestApiKey } from '../../helpers/service/start-service-with-workspace.ts';
import type { StartedService } from '../../helpers/service/start-service.ts';
import { createMemorySecretStore, createTestKeychain } from '../../helpers/service/test-keychain.ts';
import { uploadAndWait } from '../../helpers/service/upload.ts';
import { readZip } from './zip-entries.ts';

const passphrase = 'correct horse battery staple';
// The work of the application takes seconds: `work-factor` checks it.
const passphraseWork = { windowLock: 10, backup: 10 };

const secrets = createMemorySecretStore();
let started: StartedService;
let original: string;
let key: Awaited<ReturnType<typeof createTestApiKey>>;
let backup: Backup;
/** The next tests use it too. */
let restored: Workspace;

beforeAll(async () => {
  started = await startDemoService({ keychain: createTestKeychain(secrets), passphraseWork }, 'recorded');
  original = (await started.app(appRoutes.getSession, {})).workspace?.workspace_id ?? '';
  key = await createTestApiKey(started, 'admin', 'CRM sync');
  await started.v1(v1Routes.searchKnowledge, {
    json: { query: 'a query that is stored with its response' },
    headers: { 'Idempotency-Key': 'one' },
  });
  backup = await started.app(appRoutes.createBackup, { json: {} });
});
afterAll(() => started.stop());

const getDir = (workspaceId: string) => join(started.dataDir, 'workspaces', workspaceId);
const open = (workspace_id: string) => started.app(appRoutes.openWorkspace, { params: { workspace_id } });
const restore = ({ backup_id }: Backup, json = {}) =>
  started.app(appRoutes.restoreBackup, { params: { backup_id }, json });

/** Reads all tables of a closed workspace, without derived data. */
function readTables(workspaceId: string): Readonly<Record<string, readonly object[]>> {
  const db = new SqliteDatabase(join(getDir(workspaceId), databaseFile), { readOnly: true });
  const tables = db
    .all<{ readonly name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%fts%'`)
    .map(({ name }) => [name, db.all(`SELECT * FROM "${name}"`)] as const);
  db.close();
  return Object.fromEntries(tables);
}

test('a backup is one private file, which the list shows as verified', async () => {
  expect(backup).toMatchObject({
    file_name: expect.stringMatching(/^Northwind-Broadband-\d{8}T\d{6}Z\.switchboard-backup$/),
    is_encrypted: false,
    check: { workspace_name: 'Northwind Broadband', error: null },
  });
  expect(backup.path).toBe(join(started.dataDir, 'backups', backup.file_name));
  expect(statSync(backup.path)).toMatchObject({ size: backup.size_bytes, mode: 0o100600 });
  expect(statSync(join(started.dataDir, 'backups')).mode & 0o777).toBe(0o700);
  const { data, folder, folder_error, task } = await started.app(appRoutes.listBackups, {});
  expect(data.map(({ file_name, check }) => [file_name, check])).toEqual([[backup.file_name, backup.check]]);
  expect({ folder, folder_error, task }).toEqual({
    folder: join(started.dataDir, 'backups'),
    folder_error: null,
    task: null,
  });
  expect(readdirSync(join(started.dataDir, 'workspaces'))).toEqual([original]);
});

test('the file is a ZIP with a manifest of all hashes, and contains no secret', async () => {
  const entries = await readZip(readFileSync(backup.path));
  const manifest = JSON.parse(entries.get('manifest.json')?.toString() ?? '') as Record<string, unknown>;
  expect(manifest).toMatchObject({
    format: 1,
    app_version: '0.0.0-test',
    workspace_id: original,
    name: 'Northwind Broadband',
    kind: 'demo',
    counts: { documents: 9, calls: expect.any(Number), recordings: expect.any(Number) },
    is_activity_intact: true,
    missing: [],
  });
  expect([...entries.keys()]).toEqual([
    'manifest.json',
    ...(manifest['entries'] as { readonly name: string }[]).map(({ name }) => name),
  ]);
  expect([...entries.keys()].filter((name) => name.startsWith('files/'))).toHaveLength(9);
  const database = entries.get('workspace.db') ?? Buffer.alloc(0);
  expect(database.includes('CRM sync')).toBe(true);
  const stored = readStoredSecrets();
  expect(stored.length).toBeGreaterThan(0);
  for (const secret of [key.secret, ...stored, ...secrets.secrets.values()])
    expect([...entries.values()].some((content) => content.includes(secret))).toBe(false);
});

/** The hashes of API keys, and the quotes of stored responses. */
function readStoredSecrets(): readonly string[] {
  const db = new SqliteDatabase(join(getDir(original), databaseFile), { readOnly: true });
  const hashes = db.all<{ readonly sha256: string }>('SELECT sha256 FROM api_key').map(({ sha256 }) => sha256);
  expect(db.all('SELECT 1 FROM idempotency_record')).toHaveLength(1);
  db.close();
  return hashes;
}

test('a restored workspace has the same documents, calls, recordings and invoices, and an id of its own', async () => {
  const preview = await started.app(appRoutes.previewBackup, { params: backup, json: {} });
  expect(preview).toMatchObject({ workspace_name: 'Northwind Broadband', documents: 9, missing_files: 0 });
  restored = await restore(backup);
  const date = new Date().toISOString().slice(0, 10);
  expect(restored).toMatchObject({ name: `Northwind Broadband (restored ${date})`, kind: 'demo', error: null });
  expect(restored.workspace_id).not.toBe(original);
  expect((await started.app(appRoutes.getSession, {})).workspace?.workspace_id, 'is not opened').toBe(original);
  const excluded = ['workspace', 'api_key', 'activity', 'activity_head', 'idempotency_record'];
  const withoutExcluded = (tables: ReturnType<typeof readTables>) =>
    Object.entries(tables).filter(([name]) => !excluded.includes(name));
  expect(withoutExcluded(readTables(restored.workspace_id))).toEqual(withoutExcluded(readTables(original)));
  for (const folder of ['files', 'recordings']) {
    const names = readdirSync(join(getDir(original), folder));
    expect(readdirSync(join(getDir(restored.workspace_id), folder))).toEqual(names);
    for (const name of names) {
      const [before, after] = [original, restored.workspace_id].map((id) =>
        readFileSync(join(getDir(id), folder, name)),
      );
      expect(after?.equals(before ?? Buffer.alloc(0)), name).toBe(true);
    }
  }

  await open(restored.workspace_id);
  const found = await started.v1(v1Routes.searchKnowledge, {
    json: { query: 'How often does the router update its software?' },
  });
  expect(found.data[0]?.title).toMatch(/router/i);
  const { data: calls } = await started.v1(v1Routes.listCalls, { query: { status: 'completed' } });
  const call = await started.v1(v1Routes.getCall, { params: { call_id: calls[0]?.call_id ?? '' } });
  expect(
    (await started.send(new URL(call.recording_url ?? '').pathname + new URL(call.recording_url ?? '').search)).status,
  ).toBe(200);
  const { data: invoices } = await started.v1(v1Routes.listInvoices, {});
  expect(invoices.length).toBeGreaterThan(0);
  await open(original);
});

test('its activity verifies without a gap, names the restore, and continues the original', async () => {
  await open(restored.workspace_id);
  const report = await started.v1(v1Routes.verifyActivity, {});
  expect([report.violation, report.gaps]).toEqual([null, []]);
  const { data } = await started.v1(v1Routes.listActivity, { query: { limit: 10 } });
  expect(data.map(({ summary }) => summary)).toEqual(
    expect.arrayContaining([
      `Restored workspace “${restored.name}” from a backup`,
      'Revoked API key “CRM sync”',
      'Created API key “CRM sync”',
    ]),
  );
  const { attention } = await started.app(appRoutes.getOverview, {});
  expect(attention.filter(({ kind }) => kind.startsWith('activity'))).toEqual([]);
  await open(original);
  await open(restored.workspace_id);
  expect((await started.v1(v1Routes.verifyActivity, {})).gaps).toEqual([]);
  await open(original);
  const [entry] = (await started.v1(v1Routes.listActivity, { query: { operation: 'restoreBackup' } })).data;
  expect(entry).toMatchObject({
    actor_name: 'ines.albrecht@northwind.example',
    subject_label: restored.name,
    result: 'done',
  });
});

test('the keys of the original do not work in a restored workspace, where they are revoked', async () => {
  const { status } = await started.send('/v1/agents', { headers: key.headers });
  expect(status).toBe(200);
  await open(restored.workspace_id);
  expect((await started.send('/v1/agents', { headers: key.headers })).status).toBe(401);
  const { data } = await started.v1(v1Routes.listApiKeys, {});
  expect(data.find(({ name }) => name === 'CRM sync')?.revoked_at).not.toBeNull();
  expect(data.filter(({ revoked_at }) => revoked_at === null)).toEqual([]);
  await open(original);
});

test('an encrypted backup is a file of the age format, and opens with its passphrase only', async () => {
  await createLocalWorkspace(started, 'Harbour Office'); // encrypting the demo takes seconds
  await uploadAndWait(started.v1, 'Tower', 'The bell tower is open on Sundays.');
  const created = await started.app(appRoutes.createBackup, { json: { passphrase } });
  await open(original);
  expect(created).toMatchObject({ is_encrypted: true, check: { error: null } });
  const bytes = readFileSync(created.path);
  expect(bytes.toString('latin1', 0, 200)).toMatch(
    new RegExp(String.raw`^age-encryption\.org/v1\n-> scrypt \S{22} ${passphraseWork.backup}\n`),
  );
  expect(bytes.includes('Harbour')).toBe(false);

  const path = join(started.dataDir, 'backups', `Copied${backupExtension}`);
  copyFileSync(created.path, path);
  const { data } = await started.app(appRoutes.listBackups, {});
  const encrypted = data.find((listed) => listed.path === path);
  if (!encrypted) throw new Error('The encrypted backup is not listed.');
  expect(encrypted).toMatchObject({ is_encrypted: true, check: null });
  const preview = (json: object) => started.app(appRoutes.previewBackup, { params: encrypted, json });
  await expect(preview({})).rejects.toMatchObject({ code: 'passphrase_required' });
  for (const use of [preview, (json: object) => restore(encrypted, json)])
    await expect(use({ passphrase: 'correct horse' })).rejects.toMatchObject({ code: 'passphrase_wrong' });
  expect(await preview({ passphrase })).toMatchObject({ workspace_name: 'Harbour Office', documents: 1 });
  expect((await restore(encrypted, { passphrase })).error).toBeNull();
  expect(readdirSync(join(started.dataDir, 'workspaces')).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('an uploaded file is restored in the same way, and removed afterwards', async () => {
  const upload = (bytes: Buffer, name: string) =>
    started.app(appRoutes.uploadBackup, { form: { file: new File([new Uint8Array(bytes)], name) } });
  const uploaded = await upload(readFileSync(backup.path), `Copy${backupExtension}`);
  expect(uploaded).toMatchObject({ file_name: `Copy${backupExtension}`, is_encrypted: false, check: null });
  expect((await started.app(appRoutes.listBackups, {})).data.map(({ file_name }) => file_name)).not.toContain(
    uploaded.file_name,
  );
  await restore(uploaded);
  await expect(restore(uploaded)).rejects.toMatchObject({ code: 'backup_not_found' });
  await expect(upload(Buffer.from('x'), 'notes.txt')).rejects.toMatchObject({ code: 'backup_invalid' });
  const broken = await upload(Buffer.from('not a backup at all, but long enough'), `Broken${backupExtension}`);
  await expect(restore(broken)).rejects.toMatchObject({ code: 'backup_invalid' });
  expect(readdirSync(join(started.dataDir, 'workspaces')).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('a backup can be verified, downloaded and deleted, by admins only', async () => {
  const { backup_id } = backup;
  expect(await started.app(appRoutes.verifyBackup, { params: { backup_id }, json: {} })).toMatchObject({
    documents: 9,
  });
  const response = await started.app(appRoutes.downloadBackup, { params: { backup_id } });
  expect(Buffer.from(await response.arrayBuffer()).equals(readFileSync(backup.path))).toBe(true);
  await started.app(appRoutes.changeRole, { json: { role: 'manager' } });
  for (const request of [
    () => started.app(appRoutes.listBackups, {}),
    () => started.app(appRoutes.createBackup, { json: {} }),
    () => restore(backup),
    () => started.app(appRoutes.deleteBackup, { params: { backup_id } }),
    () => started.app(appRoutes.updateBackupSettings, { json: { interval: 'daily' } }),
  ])
    await expect(request()).rejects.toMatchObject({ code: 'forbidden' });
  await started.app(appRoutes.changeRole, { json: { role: 'admin' } });
  await started.app(appRoutes.deleteBackup, { params: { backup_id } });
  await expect(restore(backup)).rejects.toMatchObject({ code: 'backup_not_found' });
  expect((await started.app(appRoutes.listBackups, {})).data).not.toContainEqual(
    expect.objectContaining({ backup_id }),
  );
});
