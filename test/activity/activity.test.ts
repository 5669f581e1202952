import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../electron/service/platform/db/database.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import type { ActivityEntry } from '../../shared/organization/activity.ts';
import { createTestApiKey, startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import type { StartedService } from '../helpers/service/start-service.ts';
import { upload } from '../helpers/service/upload.ts';
import { ignoreChecks, rejectRows, useWorkspaceDatabase } from '../helpers/service/test-database.ts';

let started: StartedService;
let now: number;

beforeEach(async () => {
  now = Date.UTC(2026, 2, 1);
  started = await startServiceWithWorkspace({ now: () => (now += 1_000) });
});
afterEach(() => started.stop());

const list = async (query = {}): Promise<readonly ActivityEntry[]> =>
  (await started.v1(v1Routes.listActivity, { query: { limit: 200, ...query } })).data;

const verify = () => started.v1(v1Routes.verifyActivity, {});

/** Changes the database as another program would. */
function changeDatabase(change: (db: Database) => void): void {
  const [id = ''] = readdirSync(join(started.dataDir, 'workspaces'));
  useWorkspaceDatabase(join(started.dataDir, 'workspaces', id), change);
}

function tamper(...statements: readonly string[]): void {
  changeDatabase((db) => {
    ignoreChecks(db, 'activity');
    for (const sql of statements) db.execute(sql);
  });
}

const template = (name: string) => ({ kind: 'metadata_template', name, value: { metadata: { a: 'b' } } }) as const;

const unchecked = (change: string) => `UPDATE activity SET ${change} WHERE number = 4`;

async function createEntries(count: number): Promise<void> {
  for (let index = 0; index < count; index++) await started.v1(v1Routes.saveItem, { json: template(`t${index % 50}`) });
}

describe('a write request', () => {
  it('adds one entry with actor, action, subject and result', async () => {
    const key = await createTestApiKey(started, 'manager', 'Deploy');
    const body = new FormData();
    body.set('title', 'Lamp rota');
    body.set('file', new File(['The lamp is trimmed at dusk.'], 'rota.txt'));
    const response = await started.send('/v1/knowledge/documents', { method: 'POST', body, headers: key.headers });
    expect(response.status).toBe(202);
    const { document_id } = (await response.json()) as { document_id: string }; // 202 has this body
    const [newest, created, opened] = await list();
    expect(newest).toMatchObject({
      actor_id: key.key_id,
      actor_name: 'Deploy',
      actor_hint: key.hint,
      role: 'manager',
      operation: 'uploadDocument',
      summary: 'Uploaded document “Lamp rota”',
      subject_id: document_id,
      subject_label: 'Lamp rota',
      result: 'done',
      status: 202,
      code: null,
      request_id: response.headers.get('X-Request-Id'),
    });
    expect(created).toMatchObject({ actor_name: 'Window', operation: 'createApiKey', subject_label: 'Deploy' });
    expect(opened).toMatchObject({ number: 1, operation: 'createWorkspace', subject_label: 'Harbour Office' });
  });

  it('adds one entry if it is refused by role, input or state', async () => {
    const key = await createTestApiKey(started, 'viewer');
    const before = (await list()).length;
    const json = { ...key.headers, 'Content-Type': 'application/json' };
    await started.send('/v1/calls/outbound', { method: 'POST', body: '{}', headers: json });
    await started.send('/v1/keys', { method: 'POST', body: '{"name":1}', headers: json });
    await started.send('/v1/knowledge/documents/doc_0', { method: 'DELETE' }, 'window');
    await started.send('/v1/nowhere', { method: 'POST', headers: key.headers });
    await started.send('/v1/keys', { method: 'POST', headers: { Authorization: 'Bearer unknown' } });
    await started.send('/v1/knowledge/search', { method: 'POST', body: '{"query":"lamp"}', headers: json });
    const rows = await list();
    expect(rows.length - before).toBe(3);
    expect(rows.slice(0, 3).map(({ operation, code, result }) => [operation, code, result])).toEqual([
      ['deleteDocument', 'document_not_found', 'refused'],
      ['createApiKey', 'forbidden', 'refused'],
      ['placeCall', 'forbidden', 'refused'],
    ]);
    expect(rows[0]?.subject_id).toBe('doc_0');
    expect(rows[0]?.summary).toBe('Tried to delete document');
  });

  it('adds one entry with the title of a deleted document', async () => {
    const id = await upload(started.v1, 'Lamp rota', 'The lamp is trimmed at dusk.');
    await started.v1(v1Routes.deleteDocument, { params: { document_id: id } });
    const rows = await list({ operation: 'deleteDocument' });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ subject_id: id, subject_label: 'Lamp rota', result: 'done', status: 200 });
  });

  it('that cannot be recorded is reported as made but not recorded', async () => {
    changeDatabase((db) => rejectRows(db, 'activity', 'TRUE'));
    const refused = await started
      .app(appRoutes.changeRole, { json: { role: 'viewer' } })
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'internal', message: expect.stringMatching(/^The change was made, but/) });
    expect((await started.app(appRoutes.getSession, {})).role).toBe('viewer');
  });

  it('adds no second entry for a replay', async () => {
    const save = () =>
      started.v1(v1Routes.saveItem, {
        json: template('once'),
        headers: { 'Idempotency-Key': 'k' },
      });
    await save();
    const before = await list();
    await save();
    expect(await list()).toEqual(before);
  });

  it('adds one entry for a draft, regardless of the number of autosaves', async () => {
    const save = (objective: string, name = '') =>
      started.v1(v1Routes.saveItem, {
        json: {
          kind: 'request_draft',
          name: 'brief',
          value: {
            name,
            objective,
            target_audience: '',
            required_integrations: [],
            saved_at: '2026-03-01T10:00:00.000Z',
          },
        },
      });
    for (const objective of ['Rem', 'Remind', 'Remind customers']) await save(objective);
    expect(await list({ operation: 'saveItem' })).toMatchObject([{ subject_label: 'Untitled draft' }]);
    const { data } = await started.v1(v1Routes.listSavedItems, {});
    expect(data).toMatchObject([{ value: { objective: 'Remind customers' } }]);

    await save('Remind them', 'Reminders');
    await started.v1(v1Routes.deleteSavedItem, { params: { saved_id: data[0]?.saved_id ?? '' } });
    expect(await list({ operation: 'deleteSavedItem' })).toMatchObject([{ subject_label: 'Reminders' }]);
  });

  it('can be filtered by operation, actor, result and time, and listed by page', async () => {
    const key = await createTestApiKey(started, 'viewer');
    await started.send('/v1/knowledge/documents/doc_0', { method: 'DELETE', headers: key.headers });
    await createEntries(3);
    expect(await list({ actor: key.key_id })).toHaveLength(1);
    expect(await list({ operation: 'saveItem' })).toHaveLength(3);
    expect(await list({ result: 'refused' })).toHaveLength(1);
    const all = await list();
    const third = all[2];
    expect(await list({ from: third?.at })).toHaveLength(3);
    expect(await list({ from: '2001-01-01T00:00:00+00:00', to: '2001-01-01T00:00:00Z' })).toEqual([]);
    expect(await list({ to: third?.at })).toHaveLength(all.length - 3);
    const first = await started.v1(v1Routes.listActivity, { query: { limit: 4 } });
    const rest = await started.v1(v1Routes.listActivity, { query: { cursor: first.next_cursor ?? '' } });
    expect([...first.data, ...rest.data]).toEqual(all);
    const range = await started.app(appRoutes.listActivityEntries, { query: { offset: 1, limit: 2 } });
    const data = all.slice(1, 3).map((entry) => ({ ...entry, entries: 1 }));
    expect(range).toEqual({ data, total: all.length, total_entries: all.length });
    const facets = await started.app(appRoutes.listActivityFacets, {});
    expect(facets.actors.map(({ actor_name }) => actor_name)).toEqual(['Window', 'viewer key']);
    expect(facets.operations.map(({ operation }) => operation)).toContain('deleteDocument');
  });

  it('lists the turns of a practice call as one entry, and exports each', async () => {
    const insert = (operation: string, subject: string | null, count: number) => {
      for (let at = 0; at < count; at++)
        tamper(
          `INSERT INTO activity SELECT (SELECT max(number) + 1 FROM activity), at, actor_id, actor_name, actor_hint, role,
             '${operation}', ${subject === null ? 'NULL' : `'${subject}'`}, 'Front desk', 'done', 200, NULL, request_id, hash
           FROM activity WHERE number = 1`,
        );
    };
    await createEntries(1);
    const before = await list();
    insert('sendTurn', 'call_1', 3);
    insert('saveItem', 'call_1', 2);
    insert('sendTurn', 'call_1', 1);
    insert('sendTurn', 'call_2', 2);
    const { data, total, total_entries } = await started.app(appRoutes.listActivityEntries, { query: {} });
    expect(data.slice(0, 5).map(({ summary, entries }) => [summary, entries])).toEqual([
      ['Sent 2 turns in practice call “Front desk”', 2],
      ['Sent turn in practice call “Front desk”', 1],
      ['Saved “Front desk”', 1],
      ['Saved “Front desk”', 1],
      ['Sent 3 turns in practice call “Front desk”', 3],
    ]);
    expect([total, total_entries]).toEqual([before.length + 5, before.length + 8]);
    const paged = await started.app(appRoutes.listActivityEntries, { query: { offset: 4, limit: 2 } });
    expect(paged.data).toEqual(data.slice(4, 6));
    const turns = await started.app(appRoutes.listActivityEntries, { query: { operation: 'sendTurn' } });
    expect(turns.data.map(({ entries }) => entries)).toEqual([2, 1, 3]);
    expect(await list({ operation: 'sendTurn' })).toHaveLength(6);
  });

  it('is visible to admins only', async () => {
    const key = await createTestApiKey(started, 'manager');
    for (const path of ['/v1/activity', '/v1/activity/verification', '/v1/activity/export'])
      expect((await started.send(path, { headers: key.headers })).status).toBe(403);
  });
});

/** Inserts a copy of the fourth row with another number. */
const addRow = (number: number | string) =>
  `INSERT INTO activity SELECT ${number}, at, actor_id, actor_name, actor_hint, role, operation, subject_id, subject_label,
     result, status, code, request_id, hash FROM activity WHERE number = 4`;

describe('the chain', () => {
  it('is intact after normal use, with any characters in a label', async () => {
    await createEntries(5);
    await started.send('/v1/keys/%E2%80%AEgnp%E2%81%A6/revoke', { method: 'POST' }, 'window');
    expect((await list())[0]?.subject_id).toBe(' gnp ');
    for (const name of ['\u0000nul', '\ud800 half', 'é\u0301😀'.repeat(9), 'line\nfeed'])
      await started.v1(v1Routes.createApiKey, { json: { name, role: 'viewer' } });
    const [last] = await list();
    expect(await verify()).toEqual({ entries: last?.number, head: last?.hash, violation: null, gaps: [] });
  });

  it.each([
    [
      'a changed row',
      "UPDATE activity SET actor_name = 'Another actor' WHERE number = 4",
      { kind: 'changed', number: 4 },
    ],
    ['a changed time', 'UPDATE activity SET at = 9e18 WHERE number = 4', { kind: 'changed', number: 4 }],
    ['a time before the range', 'UPDATE activity SET at = -9e18 WHERE number = 4', { kind: 'changed', number: 4 }],
    ['a status below the range', 'UPDATE activity SET status = -9e18 WHERE number = 4', { kind: 'changed', number: 4 }],
    ['a changed hash', "UPDATE activity SET hash = 'x' WHERE number = 4", { kind: 'changed', number: 4 }],
    ['a deleted row', 'DELETE FROM activity WHERE number = 4', { kind: 'missing', number: 4 }],
    ['a deleted first row', 'DELETE FROM activity WHERE number = 1', { kind: 'missing', number: 1 }],
    ['a deleted end', 'DELETE FROM activity WHERE number > 4', { kind: 'truncated', number: 5 }],
    ['all rows deleted', 'DELETE FROM activity', { kind: 'truncated', number: 1 }],
    ['an invalid role', unchecked("role = 'owner'"), { kind: 'changed', number: 4 }],
    ['an invalid result', unchecked("result = 'fine'"), { kind: 'changed', number: 4 }],
    ['a row added at the end', addRow(99), { kind: 'added', number: 99 }],
    ['a row added before the first', addRow(0), { kind: 'added', number: 0 }],
    ['a row added below the range', addRow('-9e18'), { kind: 'added', number: -999_999_999_999_999 }],
    ['a deleted head', 'DELETE FROM activity_head', { kind: 'truncated', number: 9 }],
    ['a head beyond all rows', 'UPDATE activity_head SET rows = 9e18', { kind: 'truncated', number: 9 }],
  ])('detects %s and still lists the other entries', async (_, sql, violation) => {
    await createEntries(7);
    tamper(sql);
    expect((await verify()).violation).toMatchObject(violation);
    const { data, total } = await started.app(appRoutes.listActivityEntries, { query: {} });
    expect(data).toHaveLength(total);
    expect((await list()).length).toBeGreaterThanOrEqual(Math.min(7, total - 1));
    await started.app(appRoutes.getOverview, {});
  });

  it.each([
    ['a row has the next number', addRow(9), { kind: 'changed', number: 9 }],
    ['several rows follow the end', `${addRow(9)};${addRow(10)};${addRow('9e18')}`, { kind: 'changed', number: 9 }],
    ['the head was deleted', 'DELETE FROM activity_head', { kind: 'missing', number: 9 }],
    [
      'the head and the end were deleted',
      'DELETE FROM activity_head; DELETE FROM activity WHERE number > 4',
      { number: 5 },
    ],
    ['the head is beyond all rows', 'UPDATE activity_head SET rows = 9e18', { kind: 'missing', number: 9 }],
  ])('continues if %s, and verification keeps reporting it', async (_, sql, violation) => {
    await createEntries(7);
    tamper(sql);
    await createEntries(3);
    expect((await list())[sql.includes('9e18') && sql.includes('INSERT') ? 1 : 0]).toMatchObject({
      operation: 'saveItem',
    });
    expect((await verify()).violation).toMatchObject(violation);
  });

  it('detects a deleted end with a changed count', async () => {
    await createEntries(7);
    tamper('DELETE FROM activity WHERE number > 4', 'UPDATE activity_head SET rows = 4');
    expect((await verify()).violation).toMatchObject({ kind: 'changed', number: 4 });
  });

  it('can be verified while entries are added', async () => {
    await createEntries(3);
    const [verified] = await Promise.all([verify(), createEntries(3)]);
    expect(verified.violation).toBeNull();
    expect((await verify()).violation).toBeNull();
  });
});

describe('the export', () => {
  it('can be verified independently', async () => {
    await createEntries(300);
    const response = await started.send('/v1/activity/export?format=json', {}, 'window');
    const rows = (await response.json()) as readonly ActivityEntry[]; // checked by the loop
    expect(rows.length).toBeGreaterThan(300);
    let previousHash = '0'.repeat(64);
    for (const { hash, summary: _, ...row } of rows) {
      const canonical = JSON.stringify(
        Object.fromEntries(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      );
      expect(createHash('sha256').update(`${previousHash}\n${canonical}`).digest('hex')).toBe(hash);
      previousHash = hash;
    }
    expect((await verify()).head).toBe(previousHash);
  });

  it('is CSV of the matching entries with escaped formulas', async () => {
    await started.v1(v1Routes.createApiKey, { json: { name: '=HYPERLINK("http://evil")', role: 'viewer' } });
    const response = await started.send('/v1/activity/export?operation=createApiKey', {}, 'window');
    expect(response.headers.get('Content-Type')).toContain('text/csv');
    const lines = (await response.text()).trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^number,at,actor_name/);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil"")"`);
  });

  it('contains the entries that existed at the time of the request', async () => {
    await createEntries(4);
    const last = (await list()).length;
    const response = await started.send('/v1/activity/export?format=json', {}, 'window');
    await createEntries(3);
    expect((await response.json()) as readonly ActivityEntry[]).toHaveLength(last); // only the length is used
  });

  it('ends if another program added rows with very large numbers', async () => {
    await createEntries(4);
    tamper(`WITH RECURSIVE more (number) AS (SELECT 2000000000000000 UNION ALL SELECT number + 1 FROM more WHERE number < 2000000000000599)
      ${addRow('more.number').replace('FROM activity', 'FROM activity, more').replace('WHERE number', 'WHERE activity.number')}`);
    const response = await started.send('/v1/activity/export', {}, 'window');
    expect((await response.text()).split('\r\n').length).toBeLessThan(600);
  });

  it('does not block other requests', async () => {
    await createEntries(4);
    tamper(`WITH RECURSIVE more (number) AS (SELECT 100 UNION ALL SELECT number + 1 FROM more WHERE number < 2100)
      ${addRow('more.number').replace('FROM activity', 'FROM activity, more').replace('WHERE number', 'WHERE activity.number')}`);
    const response = await started.send('/v1/activity/export?format=json', {}, 'window');
    let turns = 0;
    const count = () => {
      turns += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    expect((await response.text()).split('\n').length).toBeGreaterThan(2000);
    clearImmediate(counting);
    expect(turns).toBeGreaterThanOrEqual(8);
  });
});
