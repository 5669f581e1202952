import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { SqlValue } from '../../../electron/service/platform/db/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import yazl from 'yazl';
import { SqliteDatabase } from '../../../electron/service/platform/db/sqlite-database.ts';
import { createRandom, type Random } from '../../../electron/service/platform/seeded-random.ts';
import { countContent, listExpectedFiles } from '../../../electron/service/workspaces/backups/backup-queries.ts';
import type { BackupManifest } from '../../../electron/service/workspaces/backups/backup-manifest.ts';
import { findForeignValue } from '../../../electron/service/workspaces/backups/stored-value-queries.ts';
import { backupExtension } from '../../../shared/workspaces/backups.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { copyDemoFolder } from '../../helpers/data/demo-folder.ts';
import { chooseFuzzRuns, chooseRuns, chooseSeed } from '../../helpers/processes/fuzz-runs.ts';
import { requestEveryView } from '../../helpers/service/request-every-view.ts';
import { startService } from '../../helpers/service/start-service.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../helpers/service/temporary-folder.ts';
import { readZip } from './zip-entries.ts';

const rounds = chooseRuns({ perCommit: 1, long: 20 });
const seed = chooseSeed('1');
const mutationsPerRound = chooseFuzzRuns({ perCommit: 100, long: 800 });

let folder: TemporaryFolder;
let entries: ReadonlyMap<string, Buffer>;
let manifest: BackupManifest;

beforeAll(async () => {
  folder = await createTemporaryFolder();
  const dataDir = join(folder.path, 'source');
  copyDemoFolder(dataDir, 'recorded');
  const started = await startService({ dataDir });
  const { data } = await started.app(appRoutes.listWorkspaces, {});
  await started.app(appRoutes.openWorkspace, { params: { workspace_id: data[0]?.workspace_id ?? '' } });
  const backup = await started.app(appRoutes.createBackup, { json: {} });
  entries = await readZip(readFileSync(backup.path));
  manifest = JSON.parse(entries.get('manifest.json')?.toString() ?? '') as BackupManifest;
  await started.stop();
});
afterAll(() => folder.remove());

/** Rows of the tables that are empty in the demo. */
const otherRows = `
  INSERT INTO usage_snapshot VALUES (1750000000000, 1750000100000, 1748736000000, 1751328000000, 10, 100, 0, 0);
  INSERT INTO remote_invoice VALUES ('inv_a1', 100, 'open', 1750000000000, '', NULL, NULL, NULL, NULL);
  INSERT INTO remote_item SELECT 'document', document_id, 'remote-' || id, NULL, NULL, NULL, NULL FROM document;
  INSERT INTO remote_item VALUES ('invoice', 'inv_a1', 'remote-a1', NULL, NULL, NULL, NULL);
  INSERT INTO outbox_item (item_id, org_id, kind, state, subject_id, label, payload, placed_by, created_at)
    SELECT 'out_a' || id, org_id, 'delete_document', 'held', document_id, title, '{}', 'window', added_at FROM document;
  INSERT INTO refresh VALUES ('documents', 1750000000000, '1750000000000', NULL);
  INSERT INTO invitation SELECT '${'0'.repeat(64)}', user_id, 1750000000000, 1750000100000, NULL FROM member LIMIT 1;
  INSERT INTO activity_gap VALUES (1, 'missing', 3, 1, NULL, 1750000000000, 1750000000000);
  INSERT INTO call_setting SELECT org_id, '[["name"]]' FROM organization;
  INSERT INTO note (note_id, call, at_ms, text, created_at, key_id, version_id)
  SELECT 'note_a' || id, id, 5, 'A note', created_at, 'window', 'ntv_' || id FROM call;
  INSERT INTO note_version (version_id, note_id, text, written_at, key_id, is_open)
  SELECT 'ntv_b' || id, 'note_a' || id, 'Another text', created_at, 'window', 1 FROM call;
  INSERT INTO agent_draft SELECT agent, definition, 1, version, published_at, NULL, 'window', NULL, NULL FROM agent_version;
  INSERT INTO trial_call SELECT id, (SELECT definition FROM agent_version LIMIT 1), NULL, 1 FROM call;
  INSERT INTO acceptance_decision SELECT id, 0, 'Remind customers', 'accepted', '', created_at, NULL, 'window', NULL FROM agent_request;
  INSERT INTO document_label SELECT document_id, 'Prices' FROM document;
  INSERT INTO document_sketch SELECT id, zeroblob(80) FROM document;
  INSERT INTO similar_document SELECT max(document_id), min(document_id), 0 FROM document;
  INSERT INTO call_tag SELECT id, 'vip' FROM call;
  INSERT INTO review_author SELECT id, 'tag', 'vip', NULL, 'window', NULL, 1750000000000 FROM call;
  INSERT INTO call_field SELECT id, 0, 'budget', 'How much?', 'choice', '["Low"]', 1, 'low', 'Low', 0 FROM call;
  INSERT INTO call_correction SELECT id, 'cor_' || id, id, '', 'Interested', disposition, 1750000000000, NULL, 'window', NULL FROM call;
  INSERT INTO follow_up SELECT id, 'callback', '', org_id, 'Call me', 'tomorrow', 1750000000000, 0, created_at, NULL, NULL, NULL, '', NULL FROM call
    WHERE TRUE ON CONFLICT DO NOTHING;
  INSERT INTO connection VALUES (1, 'http://127.0.0.1:9/v1', 'org_remote', 'Authorization', 0, NULL, NULL, '{}', NULL, '[]');
  INSERT INTO usage_notice SELECT 'ntc_a1', org_id, cycle_start, 'used_50', at, 10 FROM usage_entry LIMIT 1;
  INSERT INTO remote_call (call, seen_at, recording_url) SELECT id, created_at, 'http://127.0.0.1:9/a' FROM call LIMIT 9;
  INSERT INTO document_label SELECT document_id, 'Shop' FROM document;
  INSERT INTO remote_passage SELECT turn, position, document_id, 'A passage' FROM turn_passage;
  INSERT INTO search_model VALUES ('next', 'server:a1', '{"settings":{"kind":"server","base_url":"http://127.0.0.1:9/v1","model":"m","allow_http":false,"question_prefix":"","passage_prefix":""},"dimensions":16,"similarity":{"scale":1,"offset":0},"languages":["en"],"has_key":false,"files":[]}');
  INSERT INTO language_model SELECT org_id, '{"base_url":"http://127.0.0.1:9/v1","model":"m"}', 1 FROM organization;
  INSERT INTO model_turn SELECT id, '{"model":"m","host":"127.0.0.1:9","fallback":null,"cut":null,"unsupported":["It is free."],"total_ms":20,"cost_usd":0.01}' FROM turn;
  INSERT INTO turn_latency SELECT id, 900, 20, 300, 100, 1750000000000, 1 FROM turn WHERE TRUE ON CONFLICT DO NOTHING;
  INSERT INTO speech_server SELECT org_id, '{"base_url":"http://127.0.0.1:9/v1","speech_model":"m","voice":"v","transcription_model":"t"}', 1 FROM organization;
  INSERT INTO interrupted_turn SELECT id FROM turn;
  INSERT INTO turn_speech SELECT id, '{"model":"m","host":"127.0.0.1:9","fallback":null}' FROM turn;
  INSERT INTO omission SELECT document, position, 'image', 1 FROM section;
  INSERT INTO call_total SELECT id, org_id, 1, 50 FROM call;
  UPDATE document SET omissions = '[{"kind": "image", "count": 1, "pages": []}]' WHERE pages IS NOT NULL;`;

const hostileValues: readonly SqlValue[] = [
  null,
  '',
  '../../outside',
  '/etc/passwd',
  'inv_0',
  'call_1/../../../outside',
  'a\u0000b',
  'a\r\nX-Injected: 1',
  '"; filename="x',
  'x'.repeat(100_000),
  '\ud7ff\u{10ffff}\u202e',
  '{',
  'null',
  '[]',
  '{}',
  '[null]',
  '{"__proto__": 1}',
  '['.repeat(5_000) + ']'.repeat(5_000),
  '{"filter": {}, "sort": "x"}',
  -1,
  0,
  1,
  4_096,
  2 ** 31,
  2 ** 40,
  2 ** 50,
  2 ** 52,
  -62_167_219_200_000,
  253_402_300_799_999,
  -8.64e15,
  8.64e15,
  253_402_300_800_000,
  9_007_199_254_740_993n,
  9_223_372_036_854_775_807n,
  -9_223_372_036_854_775_808n,
  1.5,
  1e308,
  new Uint8Array(0),
  new Uint8Array([0xff, 0xff, 0xff, 0x7f]),
  new Uint8Array(1_536).fill(0xff),
];

/** Replaces one value inside of stored JSON. Returns undefined if there is none. */
function mutateJson(stored: SqlValue, random: Random): string | undefined {
  if (typeof stored !== 'string' || !/^[[{]/.test(stored)) return undefined;
  const hostile = random.pick<unknown>([null, -1, 0, 1.5, 1e308, '', 'x', '../x', [], {}, true]);
  try {
    return JSON.stringify(
      JSON.parse(stored, (key, value: unknown) => (key !== '' && random.chance(0.3) ? hostile : value)),
    );
  } catch {
    return undefined;
  }
}

/** Changes one value of a row, as another program would. Returns false if SQLite refuses it. */
function mutate(db: SqliteDatabase, random: Random): boolean {
  const { table, column } = random.pick(
    db.all<{ readonly table: string; readonly column: string }>(
      `SELECT t.name AS "table", c.name AS "column" FROM pragma_table_list AS t, pragma_table_info(t.name) AS c
       WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT IN ('sqlite_schema', 'sqlite_stat1')`,
    ),
  );
  const count = Number(db.get(`SELECT count(*) AS count FROM "${table}"`)?.['count']);
  if (count === 0) return false;
  const offset = Math.floor(random.next() * count);
  const other = db.get(
    `SELECT "${column}" AS value FROM "${table}" LIMIT 1 OFFSET ${Math.floor(random.next() * count)}`,
  );
  const stored = other?.['value'] as SqlValue; // as SQLite returned it
  const mutated = random.chance(0.5) ? mutateJson(stored, random) : undefined;
  const value = mutated ?? (random.chance(0.15) ? stored : random.pick(hostileValues));
  const key = db.get(`SELECT name FROM pragma_table_list WHERE name = '${table}' AND wr = 1`)
    ? db.all<{ readonly name: string }>(`SELECT name FROM pragma_table_info('${table}') WHERE pk > 0`)
    : [{ name: 'rowid' }];
  const keys = key.map(({ name }) => name).join(', ');
  try {
    db.run(
      `UPDATE "${table}" SET "${column}" = ? WHERE (${keys}) = (SELECT ${keys} FROM "${table}" LIMIT 1 OFFSET ${offset})`,
      value,
    );
    return true;
  } catch {
    return false;
  }
}

/** Changes many values, and keeps the changes that verification accepts one by one. */
function mutateDatabase(path: string, random: Random): { readonly refused: number; readonly accepted: number } {
  const db = new SqliteDatabase(path);
  db.sqlite.enableDefensive(false);
  db.execute('PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF;');
  const counts = { refused: 0, accepted: 0 };
  for (let run = 0; run < mutationsPerRound; run++) {
    db.execute('BEGIN');
    if (mutate(db, random)) {
      const isAccepted = findForeignValue(db) === null;
      counts[isAccepted ? 'accepted' : 'refused'] += 1;
      db.execute(isAccepted ? 'COMMIT' : 'ROLLBACK');
    } else db.execute('ROLLBACK');
  }
  db.close();
  return counts;
}

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function buildBackup(databasePath: string): Promise<Buffer> {
  const db = new SqliteDatabase(databasePath, { readOnly: true });
  const files = listExpectedFiles(db);
  const { workspace_id } = db.get<{ readonly workspace_id: string }>('SELECT workspace_id FROM workspace') ?? {
    workspace_id: '',
  };
  const counts = countContent(db);
  db.close();
  const database = readFileSync(databasePath);
  const contained = files.filter(({ name, size_bytes, sha256 }) => {
    const bytes = entries.get(name);
    return bytes?.length === size_bytes && hash(bytes) === sha256;
  });
  const changed: BackupManifest = {
    ...manifest,
    workspace_id,
    counts,
    is_activity_intact: false,
    missing: files.filter((file) => !contained.includes(file)).map(({ name }) => name),
    entries: [{ name: 'workspace.db', size_bytes: database.length, sha256: hash(database) }, ...contained],
  };
  const zip = new yazl.ZipFile();
  zip.addBuffer(Buffer.from(JSON.stringify(changed)), 'manifest.json', { compress: false });
  zip.addBuffer(database, 'workspace.db', { compress: false });
  for (const { name } of contained) zip.addBuffer(entries.get(name) ?? Buffer.alloc(0), name, { compress: false });
  zip.end();
  return buffer(zip.outputStream);
}

const listTables = (db: SqliteDatabase): readonly string[] =>
  db
    .all<{ readonly name: string }>(
      `SELECT name FROM pragma_table_list
       WHERE schema = 'main' AND type = 'table' AND name NOT IN ('sqlite_schema', 'sqlite_stat1')`,
    )
    .map(({ name }) => name);

const listEmptyTables = (db: SqliteDatabase) => listTables(db).filter((name) => !db.get(`SELECT 1 FROM "${name}"`));

/** Describes every file outside of the workspaces. */
function describeOutside(dir: string): readonly string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('data'))
    .map((name) => `${name} ${lstatSync(join(dir, name)).mtimeMs} ${lstatSync(join(dir, name)).size}`);
}

test.each(Array.from({ length: rounds }, (_, round) => [`${seed}.${round}`]))(
  'a backup whose rows were changed is refused, or shows every view and touches no other file (seed %s)',
  async (roundSeed) => {
    const random = createRandom(roundSeed);
    const root = mkdtempSync(join(folder.path, 'round-'));
    for (const name of ['outside', 'outside.mp3', 'outside.pdf', 'outside.part']) writeFileSync(join(root, name), name);
    const databasePath = join(root, 'mutated.db');
    writeFileSync(databasePath, entries.get('workspace.db') ?? '');
    const prepared = new SqliteDatabase(databasePath);
    prepared.execute(otherRows);
    expect(listEmptyTables(prepared)).toEqual(['idempotency_record']);
    prepared.close();
    const { refused, accepted } = mutateDatabase(databasePath, random);
    expect(refused).toBeGreaterThan(10);
    expect(accepted).toBeGreaterThan(3);
    const dataDir = join(root, 'data');
    mkdirSync(join(dataDir, 'backups'), { recursive: true });
    writeFileSync(join(dataDir, 'backups', `changed${backupExtension}`), await buildBackup(databasePath));
    const before = describeOutside(root);
    const errors: unknown[] = [];
    const started = await startService({ dataDir, log: { error: (details) => errors.push(details) } });
    const [backup] = (await started.app(appRoutes.listBackups, {})).data;
    const params = { backup_id: backup?.backup_id ?? '' };
    const restored = await started.app(appRoutes.restoreBackup, { params, json: {} });
    await started.app(appRoutes.openWorkspace, { params: { workspace_id: restored.workspace_id } });
    const db = new SqliteDatabase(join(dataDir, 'workspaces', restored.workspace_id, 'workspace.db'), {
      readOnly: true,
    });
    const { shown, failures } = await requestEveryView(started, db);
    db.close();
    await started.stop();
    expect({ failures, errors }).toEqual({ failures: [], errors: [] });
    expect(shown).toBeGreaterThan(150);
    expect(describeOutside(root)).toEqual(before);
    rmSync(root, { recursive: true });
  },
  900_000,
);
