import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import yazl from 'yazl';
import { insertActivity } from '../../../electron/service/features/activity/activity-queries.ts';
import { windowActor } from '../../../electron/service/features/activity/create-audit-log.ts';
import { SqliteDatabase } from '../../../electron/service/platform/db/sqlite-database.ts';
import { getLatestVersion } from '../../../electron/service/platform/db/migrate.ts';
import { openDatabase } from '../../../electron/service/platform/db/open-database.ts';
import { firstVersion } from '../../../electron/service/platform/db/unreleased-version.ts';
import { migrations } from '../../../electron/service/workspaces/migrations.ts';
import { databaseFile } from '../../../electron/service/platform/db/workspace-databases.ts';
import { backupExtension } from '../../../shared/workspaces/backups.ts';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import { changeDatabase } from '../../helpers/damage/damage-database.ts';
import { nextMigration } from '../../helpers/service/next-migration.ts';
import { startService, type StartedService } from '../../helpers/service/start-service.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../helpers/service/temporary-folder.ts';
import { waitForDocument } from '../../helpers/service/wait-for-document.ts';

const original = Buffer.from('The bell tower is open on Sundays.');
const recording = Buffer.from('not read by a restore');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The versions of the application under test, which is one ahead of the code. */
const supported = [...migrations, nextMigration];
const createdAt = Date.UTC(2026, 0, 10);

let folder: TemporaryFolder;
let started: StartedService;

beforeAll(async () => {
  folder = await createTemporaryFolder();
  started = await startService({ migrations: supported });
});
afterAll(async () => {
  await started.stop();
  await folder.remove();
});

/** Creates a database of a version with one row of each kind. */
function createDatabase(version: number): Buffer {
  const path = join(folder.path, `schema-${version}.db`);
  rmSync(path, { force: true });
  const known = [...supported, futureMigration].filter((one) => one.version <= version);
  const db = openDatabase(path, known);
  db.execute(`
    INSERT INTO organization (org_id, name, industry, status, subscription_tier, created_at)
    VALUES ('org_1', 'Old Harbour', '', 'active', 'local', ${createdAt});
    INSERT INTO workspace (workspace_id, name, org_id, created_at, kind)
    VALUES ('wsp_1', 'Old Harbour', 'org_1', ${createdAt}, 'local');
    INSERT INTO plan VALUES ('org_1', ${createdAt}, 'Local', 0, 1000, 0, 1);
    INSERT INTO member (user_id, org_id, email, role, status, invited_at)
    VALUES ('usr_1', 'org_1', 'pilot@example.com', 'admin', 'active', ${createdAt});
    INSERT INTO api_key (key_id, org_id, name, role, sha256, hint, created_at)
    VALUES ('key_1', 'org_1', 'CRM sync', 'viewer', 'removed', 'abcd', ${createdAt});
    INSERT INTO document (document_id, org_id, title, kind, file_name, size_bytes, sha256, status, added_at)
    VALUES ('doc_1', 'org_1', 'Tower', 'txt', 'tower.txt', ${original.length}, '${sha256(original)}', 'processing', ${createdAt});
    INSERT INTO agent (agent_id, org_id, name, objective, audience, greeting, voice, status, created_at)
    VALUES ('agt_1', 'org_1', 'Pilot desk', '', '', '', 'slt', 'archived', ${createdAt});
    INSERT INTO call (id, call_id, org_id, agent_id, agent_name, recipient_number, mode, speed, placed_by,
      status, disposition, duration_seconds, created_at, ended_at, metadata)
    VALUES (1, 'call_1', 'org_1', 'agt_1', 'Pilot desk', '+15550100', 'practice', 'real_time', 'window', 'completed',
      'Do not call again', 60, ${createdAt}, ${createdAt}, '{}');
    INSERT INTO do_not_call (entry_id, org_id, recipient_number, reason, source, call_id, added_at)
    VALUES ('dnc_1', 'org_1', '+15550100', 'Asked not to be called again', 'call', 'call_1', ${createdAt});
    INSERT INTO turn VALUES (4096, 'agent', 'The ferry leaves at nine.', 0, 900);
    INSERT INTO recording VALUES (1, ${recording.length}, '${sha256(recording)}', 900, 1, x'00', x'00');
    INSERT INTO note (note_id, call, at_ms, text, created_at, key_id, version_id)
    VALUES ('note_1', 1, 100, 'Ask about the ferry', ${createdAt}, 'window', 'ntv_1');
    INSERT INTO saved_item VALUES ('sav_1', 'org_1', 'call_view', 'Long calls', '{"filter": {}, "sort": "duration", "descending": true}');`);
  insertActivity(db, {
    ...windowActor,
    at: createdAt,
    role: 'admin',
    operation: v1Routes.createApiKey.id,
    subject_id: 'key_1',
    subject_label: 'CRM sync',
    result: 'done',
    status: 201,
    code: null,
    request_id: 'req_1',
  });
  db.close();
  return readFileSync(path);
}

/** A version that the application under test does not know. */
const futureMigration = { version: nextMigration.version + 1, up: 'CREATE TABLE future (a INTEGER) STRICT;' };

/** Adds the backup that a version would write to the folder of backups, and returns its id. */
async function addBackup(
  version: number,
  database: Buffer = createDatabase(version),
): Promise<{ readonly backup_id: string }> {
  const content = [
    ['workspace.db', database],
    [`files/${sha256(original)}`, original],
    ['recordings/call_1.mp3', recording],
  ] as const;
  const manifest = {
    format: 1,
    app_version: `0.${version}.0`,
    schema_version: version,
    workspace_id: 'wsp_1',
    name: 'Old Harbour',
    kind: 'local',
    created_at: '2026-01-10T00:00:00.000Z',
    counts: { documents: 1, calls: 1, recordings: 1 },
    missing: [],
    is_activity_intact: true,
    entries: content.map(([name, bytes]) => ({ name, size_bytes: bytes.length, sha256: sha256(bytes) })),
  };
  const zip = new yazl.ZipFile();
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), 'manifest.json', { compress: false });
  for (const [name, bytes] of content) zip.addBuffer(bytes, name, { compress: false });
  zip.end();
  const { folder: backups, data: earlier } = await started.app(appRoutes.listBackups, {});
  const name = `Schema-${version}-${earlier.length}${backupExtension}`;
  mkdirSync(backups, { recursive: true });
  writeFileSync(join(backups, name), await buffer(zip.outputStream));
  const { data } = await started.app(appRoutes.listBackups, {});
  const backup = data.find(({ file_name }) => file_name === name);
  if (!backup) throw new Error(`${name} is not listed.`);
  return backup;
}

/** Expects that a backup is refused by all routes that read it, and that nothing is left of it in the data folder. */
async function expectRefusal(params: { readonly backup_id: string }, problem: { code: string; message: string }) {
  const { folder: backups } = await started.app(appRoutes.listBackups, {});
  const read = () => readdirSync(backups).map((name) => [name, sha256(readFileSync(join(backups, name)))]);
  const before = [readdirSync(join(started.dataDir, 'workspaces')), read()];
  for (const route of [appRoutes.previewBackup, appRoutes.verifyBackup, appRoutes.restoreBackup])
    await expect(started.app(route, { params, json: {} })).rejects.toMatchObject(problem);
  expect([readdirSync(join(started.dataDir, 'workspaces')), read()]).toEqual(before);
}

test.each([...new Set([firstVersion, getLatestVersion(migrations), nextMigration.version])])(
  'a backup of schema version %i is verified, restored and migrated without a loss',
  async (version) => {
    const params = await addBackup(version);
    const preview = await started.app(appRoutes.previewBackup, { params, json: {} });
    expect(preview).toMatchObject({ app_version: `0.${version}.0`, documents: 1, calls: 1, recordings: 1 });
    await started.app(appRoutes.verifyBackup, { params, json: {} });
    const { workspace_id, error } = await started.app(appRoutes.restoreBackup, { params, json: {} });
    expect(error).toBeNull();
    const dir = join(started.dataDir, 'workspaces', workspace_id);
    expect(readdirSync(dir).toSorted()).toEqual(['activity-head', 'files', 'invoices', 'recordings', databaseFile]);
    expect(readFileSync(join(dir, 'files', sha256(original)))).toEqual(original);
    expect(readFileSync(join(dir, 'recordings', 'call_1.mp3'))).toEqual(recording);
    const db = new SqliteDatabase(join(dir, databaseFile), { readOnly: true });
    expect(db.schemaVersion).toBe(nextMigration.version);
    expect(db.get('SELECT legal_name FROM organization')).toEqual({
      legal_name: version < nextMigration.version ? 'OLD HARBOUR' : '',
    });
    expect(db.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });
    db.close();

    await started.app(appRoutes.openWorkspace, { params: { workspace_id } });
    await waitForDocument(started.v1, 'doc_1');
    const found = await started.v1(v1Routes.searchKnowledge, { json: { query: 'When is the bell tower open?' } });
    expect(found.data[0]).toMatchObject({ title: 'Tower', text: original.toString() });
    const call = await started.v1(v1Routes.getCall, { params: { call_id: 'call_1' } });
    expect(call).toMatchObject({ transcript: [{ speaker: 'agent', text: 'The ferry leaves at nine.' }] });
    const { data: calls } = await started.app(appRoutes.listCallRecords, { query: { status: 'completed' } });
    expect(calls).toMatchObject([{ practice: true, agent_name: 'Pilot desk', recipient_number: '+15550100' }]);
    const { data: notes } = await started.v1(v1Routes.listNotes, { params: { call_id: 'call_1' } });
    expect(notes).toMatchObject([{ text: 'Ask about the ferry' }]);
    expect((await started.v1(v1Routes.listMembers, { params: { org_id: 'org_1' } })).data).toMatchObject([
      { email: 'pilot@example.com' },
    ]);
    expect((await started.v1(v1Routes.listDoNotCallEntries, {})).data).toMatchObject([
      { recipient_number: '+15550100' },
    ]);
    const { violation, gaps } = await started.v1(v1Routes.verifyActivity, {});
    expect([violation, gaps]).toEqual([null, []]);
    const { data: entries } = await started.v1(v1Routes.listActivity, {});
    expect(entries.at(-1)).toMatchObject({ summary: 'Created API key “CRM sync”' });
    const { data: keys } = await started.v1(v1Routes.listApiKeys, {});
    expect(keys).toMatchObject([{ name: 'CRM sync', revoked_at: expect.any(String) }]);
  },
);

test('a backup of a newer schema version is refused with a sentence that says what to do, and leaves nothing', async () => {
  const { version } = futureMigration;
  await expectRefusal(await addBackup(version), {
    code: 'backup_too_new',
    message: `This backup was made by a newer Switchboard (0.${version}.0). Update Switchboard, then restore it. Nothing was changed.`,
  });
});

test.each([1, 25, firstVersion - 1])(
  'a backup of the unreleased schema version %i is refused before its database is read, and leaves nothing',
  async (version) => {
    await expectRefusal(await addBackup(version, Buffer.from('not read')), {
      code: 'backup_invalid',
      message:
        'This backup was written by an unreleased version of Switchboard, which this one cannot read. Nothing was changed. Use that version, or choose another one.',
    });
  },
);

test('a backup whose database has an older version than its manifest says is refused', async () => {
  const params = await addBackup(nextMigration.version, createDatabase(firstVersion));
  for (const route of [appRoutes.verifyBackup, appRoutes.restoreBackup])
    await expect(started.app(route, { params, json: {} })).rejects.toMatchObject({
      code: 'backup_invalid',
      message: expect.stringContaining('was not written by Switchboard'),
    });
});

test('a snapshot of an unreleased version is refused, and changes nothing', async () => {
  const { workspace_id } = await started.app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Harbour' } });
  const params = { workspace_id };
  const { snapshot_id } = await started.app(appRoutes.createSnapshot, { params });
  const dir = join(started.dataDir, 'workspaces', workspace_id);
  const [name = ''] = readdirSync(join(dir, 'snapshots'));
  changeDatabase(join(dir, 'snapshots', name), 'PRAGMA user_version = 25');
  const before = [readdirSync(dir), readFileSync(join(dir, 'snapshots', name))];
  await expect(started.app(appRoutes.restoreSnapshot, { params, json: { snapshot_id } })).rejects.toMatchObject({
    code: 'workspace_unusable',
    message:
      'This snapshot was written by an unreleased version of Switchboard, which this one cannot read. Nothing was changed. Use that version, or choose another one.',
  });
  expect([readdirSync(dir), readFileSync(join(dir, 'snapshots', name))]).toEqual(before);
  expect((await started.app(appRoutes.getSession, {})).workspace).toMatchObject({ workspace_id, error: null });
});
