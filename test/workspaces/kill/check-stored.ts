import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { removeDeletedWords } from '../../../electron/service/features/knowledge/document-text-queries.ts';
import { SqliteDatabase } from '../../../electron/service/platform/db/sqlite-database.ts';
import { isCallEnded, type CallStatus } from '../../../shared/calls/call-status.ts';
import { databaseFile } from '../../../electron/service/platform/db/workspace-databases.ts';
import { isKept, listItems, type Expectations, type ExpectedWorkspace, type ItemKind } from './expectations.ts';

type Stored = { readonly id: string; readonly name: string; readonly hasEnded: number };

type ItemTable = {
  /** Selects the items with their state. */
  readonly sql: string;
  readonly create: string;
  readonly end: string;
  /** The end deletes the row. */
  readonly isDeleted?: true;
};

const callSql = `SELECT call_id AS id, recipient_number AS name, status = 'canceled' AS hasEnded FROM call`;

const tables: Readonly<Record<ItemKind, ItemTable>> = {
  document: {
    sql: `SELECT document_id AS id, title AS name, status = 'deleting' AS hasEnded FROM document`,
    create: 'uploadDocument',
    end: 'deleteDocument',
    isDeleted: true,
  },
  call: { sql: `${callSql} WHERE mode = 'simulated'`, create: 'placeCall', end: 'cancelCall' },
  practice: { sql: `${callSql} WHERE mode = 'practice'`, create: 'placeSimulatedCall', end: 'cancelCall' },
  note: {
    sql: 'SELECT note_id AS id, text AS name, 0 AS hasEnded FROM note',
    create: 'createNote',
    end: 'deleteNote',
    isDeleted: true,
  },
  key: {
    sql: 'SELECT key_id AS id, name, revoked_at IS NOT NULL AS hasEnded FROM api_key',
    create: 'createApiKey',
    end: 'revokeApiKey',
  },
  request: {
    sql: `SELECT request_id AS id, name, status = 'delivered' AS hasEnded FROM agent_request`,
    create: 'submitAgentRequest',
    end: 'deliverAgentRequest',
  },
  number: {
    sql: 'SELECT entry_id AS id, recipient_number AS name, 0 AS hasEnded FROM do_not_call',
    create: 'addDoNotCallEntry',
    end: 'removeDoNotCallEntry',
    isDeleted: true,
  },
};

/** Checks the files that a kill left, or a clean end, before any program opens them again. */
export function checkStored(expected: Expectations, { wasKilled = true } = {}): void {
  const requests = new Map<string, string>();
  for (const workspace of expected.workspaces) {
    const copyDir = mkdtempSync(join(tmpdir(), 'switchboard-killed-'));
    for (const suffix of ['', '-wal'])
      if (existsSync(join(workspace.dir, databaseFile + suffix)))
        cpSync(join(workspace.dir, databaseFile + suffix), join(copyDir, databaseFile + suffix));
    const db = new DatabaseSync(join(copyDir, databaseFile));
    try {
      checkWorkspace(db, workspace, expected);
      const path = join(copyDir, databaseFile);
      if (wasKilled) rewrite(path);
      checkDeletedText(db, workspace, wasKilled ? path : join(workspace.dir, databaseFile));
      for (const { request_id, operation } of listActivity(db)) {
        expect(requests.has(request_id), `${request_id} is recorded twice`).toBe(false);
        requests.set(request_id, operation);
      }
    } finally {
      db.close();
      rmSync(copyDir, { recursive: true });
    }
  }
  for (const [requestId, { operation, refusal }] of expected.acknowledged)
    expect(requests.get(requestId), `the entry of ${operation} (${requestId}, ${refusal ?? 'done'})`).toBe(operation);
}

/** Rewrites a copy of a database as the service does when it closes after a deletion. */
function rewrite(path: string): void {
  const copy = new SqliteDatabase(path);
  removeDeletedWords(copy);
  copy.rewrite();
  copy.close();
}

function checkWorkspace(db: DatabaseSync, workspace: ExpectedWorkspace, expected: Expectations): void {
  expect(db.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  checkItems(db, workspace);
  checkDocuments(db, workspace);
  checkCalls(db, workspace);
  checkKeys(db, workspace);
  checkInvoices(db, expected);
  checkSnapshots(workspace);
  const { name } = get<{ name: string }>(db, 'SELECT name FROM workspace');
  expect(workspace.names).toContain(name);
  workspace.names = [name];
}

/** Every item exists once, and has one entry in the activity for its creation and one for its end. */
function checkItems(db: DatabaseSync, workspace: ExpectedWorkspace): void {
  const activity = listActivity(db);
  expect(activity.map(({ number }) => number)).toEqual(activity.map((_, at) => at + 1));
  expect(all(db, 'SELECT * FROM activity_gap')).toEqual([]);
  const recorded = new Map<string, number>();
  for (const { operation, subject_id, result } of activity) {
    const key = `${operation} ${subject_id}`;
    if (result === 'done') recorded.set(key, (recorded.get(key) ?? 0) + 1);
  }
  for (const kind of Object.keys(tables) as ItemKind[]) {
    const { sql, create, end, isDeleted } = tables[kind];
    const stored = new Map<string, Stored[]>();
    for (const row of all<Stored>(db, sql)) stored.set(row.name, [...(stored.get(row.name) ?? []), row]);
    for (const item of listItems(workspace, kind)) {
      const rows = stored.get(item.name) ?? [];
      const [row] = rows;
      expect(rows.length, `${item.name} is stored more than once`).toBeLessThan(2);
      if (item.creation === 'refused') expect(rows, `${item.name} was refused: ${item.refusal}`).toEqual([]);
      if (isKept(item)) expect(rows, `${item.name} is kept`).toEqual([{ id: item.id, name: item.name, hasEnded: 0 }]);
      if (item.end === 'acknowledged')
        expect(rows, `${item.name} has ended`).toEqual(
          isDeleted ? [] : [{ id: item.id, name: item.name, hasEnded: 1 }],
        );
      if (row && item.creation === 'sent') Object.assign(item, { creation: 'acknowledged', id: row.id });
      if (item.creation !== 'acknowledged') continue;
      const hasEnded = isDeleted ? !row || row.hasEnded === 1 : row?.hasEnded === 1;
      const countRecorded = (operation: string) => recorded.get(`${operation} ${item.id}`) ?? 0;
      expect(countRecorded(create), `entries of ${create} ${item.name}`).toBe(1);
      if (item.isListed) continue;
      expect(countRecorded(end), `entries of ${end} ${item.name}`).toBe(hasEnded ? 1 : 0);
      // The next start finishes a deletion that was interrupted.
      if (item.end === 'sent' && !(row && isDeleted && hasEnded)) item.end = hasEnded ? 'acknowledged' : 'none';
    }
  }
  checkRequests(db, workspace);
}

function checkRequests(db: DatabaseSync, workspace: ExpectedWorkspace): void {
  const order = ['pending_review', 'in_development', 'uat', 'delivered'] as const;
  type Row = { request_id: string; status: (typeof order)[number]; agents: number };
  const rows = all<Row>(
    db,
    `SELECT request_id, status, (SELECT count(*) FROM agent WHERE agent.name = agent_request.name AND agent.status <> 'uat') AS agents
     FROM agent_request`,
  );
  for (const item of listItems(workspace, 'request')) {
    const row = rows.find(({ request_id }) => request_id === item.id);
    if (!row || !item.status) continue;
    expect(order.indexOf(row.status), `${item.name} was ${item.status}`).toBeGreaterThanOrEqual(
      order.indexOf(item.status),
    );
    expect(row.agents, `agents of ${item.name}`).toBe(row.status === 'delivered' ? 1 : 0);
    if (row.status !== 'delivered') item.status = row.status;
  }
}

/** Documents have their original file; active ones have all chunks with their vectors. */
function checkDocuments(db: DatabaseSync, { dir }: ExpectedWorkspace): void {
  type Row = {
    id: number;
    title: string;
    status: string;
    failure: string | null;
    chunk_count: number;
    sha256: string;
    size_bytes: number;
  };
  for (const row of all<Row>(db, `SELECT * FROM document WHERE status <> 'deleting'`)) {
    expect(statSync(join(dir, 'files', row.sha256)).size, `the file of ${row.title}`).toBe(row.size_bytes);
    if (row.status === 'failed') expect(['interrupted', 'unreadable'], row.title).toContain(row.failure);
    if (row.status !== 'active') continue;
    const sql = `SELECT position, (SELECT count(*) FROM vector WHERE chunk = chunk.id) AS vectors
      FROM chunk WHERE document = ${row.id} ORDER BY position`;
    const chunks = Array.from({ length: row.chunk_count }, (_, position) => ({ position, vectors: 1 }));
    expect(all(db, sql), `the chunks of ${row.title}`).toEqual(chunks);
  }
  const orphans = `SELECT count(*) AS orphans FROM chunk WHERE document NOT IN (SELECT id FROM document)`;
  expect(get(db, orphans)).toEqual({ orphans: 0 });
}

const markerPattern = /zqm\d{7}/g;

/**
 * No file contains text of a document that is erased, unless a call quotes it. A database can contain remnants of it until the
 * workspace is closed, so after a kill `databasePath` is a rewritten copy.
 */
function checkDeletedText(db: DatabaseSync, workspace: ExpectedWorkspace, databasePath: string): void {
  const kept = new Set<string>();
  const deleted = new Set<string>();
  for (const { document, isErased } of listItems(workspace, 'document'))
    if (document) (isErased ? deleted : kept).add(document.marker);
  for (const { text } of all<{ text: string }>(db, 'SELECT text FROM turn'))
    for (const [marker] of text.matchAll(markerPattern)) kept.add(marker);
  const others = listFiles(workspace.dir).filter((file) => file !== join(workspace.dir, databaseFile));
  for (const file of [databasePath, ...others]) {
    // The next start removes what an interrupted snapshot left.
    if (/\.mp3$|[\\/]\.(copy|new)\.db/.test(file)) continue;
    const markers = new Set(readFileSync(file, 'latin1').match(markerPattern));
    const left = [...markers].filter((marker) => deleted.has(marker) && !kept.has(marker));
    expect(left, `deleted text in ${file}`).toEqual([]);
  }
}

/** A call that has ended stays as it is. Completed calls have their recording and, unless they are practice, their minutes. */
function checkCalls(db: DatabaseSync, { dir, endedCalls }: ExpectedWorkspace): void {
  type Row = {
    call_id: string;
    status: CallStatus;
    mode: string;
    duration_seconds: number;
    minutes: number | null;
    sha256: string | null;
  };
  const sql = `SELECT call_id, status, mode, duration_seconds, minutes, sha256 FROM call
    LEFT JOIN usage_entry ON usage_entry.call = call.id LEFT JOIN recording ON recording.call = call.id`;
  for (const { call_id, status, mode, duration_seconds, minutes, sha256 } of all<Row>(db, sql)) {
    const isBilled = status === 'completed' && mode === 'simulated';
    expect(minutes, `minutes of ${call_id}`).toBe(isBilled ? Math.ceil(duration_seconds / 60) : null);
    expect(sha256 !== null, `recording of ${call_id}`).toBe(status === 'completed');
    const outcome = `${status} ${duration_seconds}`;
    const known = endedCalls.get(call_id);
    if (known !== undefined) expect(outcome, call_id).toBe(known);
    else if (isCallEnded(status)) endedCalls.set(call_id, outcome);
    if (known === undefined && sha256 !== null)
      expect(hashFile(join(dir, 'recordings', `${call_id}.mp3`)), `recording of ${call_id}`).toBe(sha256);
  }
}

function checkKeys(db: DatabaseSync, workspace: ExpectedWorkspace): void {
  const hashes = new Map(
    all<{ key_id: string; sha256: string }>(db, 'SELECT * FROM api_key').map((row) => [row.key_id, row.sha256]),
  );
  for (const { id, name, secret } of listItems(workspace, 'key'))
    if (id !== null && secret) expect(hashes.get(id), name).toBe(createHash('sha256').update(secret).digest('hex'));
}

/** Invoices are numbered and follow each other without gaps, and each contains the minutes of its calls and their price. */
function checkInvoices(db: DatabaseSync, { invoiceChanges }: Expectations): void {
  type Row = {
    invoice_id: string;
    number: number;
    cycle_start: number;
    cycle_end: number;
    fee_cents: number;
    minutes_included: number;
    overage_cents_per_minute: number;
    minutes_used: number;
    amount_cents: number;
    status: string;
    credit_note_number: number | null;
    minutes: number;
  };
  const rows = all<Row>(
    db,
    `SELECT *, (SELECT coalesce(sum(minutes), 0) FROM usage_entry WHERE usage_entry.invoice_id = invoice.invoice_id) AS minutes
     FROM invoice ORDER BY number`,
  );
  for (const [at, row] of rows.entries()) {
    const overage = Math.max(0, row.minutes_used - row.minutes_included) * row.overage_cents_per_minute;
    expect(row).toMatchObject({ number: at + 1, amount_cents: row.fee_cents + overage, minutes_used: row.minutes });
    if (at > 0) expect(row.cycle_start).toBe(rows[at - 1]?.cycle_end);
    const change = invoiceChanges.get(row.invoice_id);
    if (change === 'credited') expect(row.credit_note_number).not.toBeNull();
    else if (change) expect(row.status).toBe(change);
  }
  const closedUntil = rows.at(-1)?.cycle_end ?? 0;
  const unbilled = `SELECT count(*) AS calls FROM usage_entry WHERE invoice_id IS NULL AND cycle_start < ${closedUntil}`;
  expect(get(db, unbilled)).toEqual({ calls: 0 });
}

const keptSnapshots = 7;

function checkSnapshots({ dir, snapshotIds }: ExpectedWorkspace): void {
  if (snapshotIds.length === 0) return;
  const files = readdirSync(join(dir, 'snapshots')).filter((name) => !name.startsWith('.'));
  const oldest = Math.max(...files.map((name) => Number.parseInt(name, 10))) - keptSnapshots + 1;
  for (const id of snapshotIds) {
    const count = id.slice('snp_'.length);
    if (Number(count) < oldest) continue;
    const file = files.find((name) => name.startsWith(`${count}-`));
    expect(file, id).not.toMatch(/tampered/);
    const db = new DatabaseSync(join(dir, 'snapshots', file ?? ''), { readOnly: true });
    expect(db.prepare('PRAGMA quick_check').all()).toEqual([{ quick_check: 'ok' }]);
    db.close();
  }
}

type ActivityRow = { number: number; request_id: string; operation: string; subject_id: string | null; result: string };

function listActivity(db: DatabaseSync): readonly ActivityRow[] {
  return all(db, 'SELECT number, request_id, operation, subject_id, result FROM activity ORDER BY number');
}

/** Rows of the schema of this version. */
function all<Row>(db: DatabaseSync, sql: string): readonly Row[] {
  return db.prepare(sql).all() as unknown as readonly Row[];
}

function get<Row>(db: DatabaseSync, sql: string): Row {
  return db.prepare(sql).get() as unknown as Row;
}

function hashFile(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

function listFiles(dir: string): readonly string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
