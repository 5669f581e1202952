import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countOpenQuestions, listOpenQuestions } from '../../electron/service/features/insights/gap-queries.ts';
import { insertRow } from '../../electron/service/platform/db/insert-row.ts';
import type { Database } from '../../electron/service/platform/db/database.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import type { KnowledgeGapList } from '../../shared/insights/knowledge-gaps.ts';
import { createIdCounter } from '../helpers/clock/id-counter.ts';
import { createMemorySettings } from '../helpers/service/memory-settings.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { readUntil, subscribeToEvents } from '../helpers/service/subscribe-to-events.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { uploadAndWait } from '../helpers/service/upload.ts';
import { waitForCall, waitForTurns } from '../helpers/service/wait-for-call.ts';
import { connectToWorkspace } from '../helpers/service/test-database.ts';

const period = { from: '2026-05-01T00:00:00.000Z', to: '2026-06-01T00:00:00.000Z' };

/** Each is asked in a call of its own, a day after the one before. */
const asked = [
  'Do you take bitcoin?',
  'Okay. One thing I was wondering: can I pay with bitcoin?',
  'Are dogs allowed in your store?',
  'Do you accept bitcoin for the installation?',
];

let folder: TemporaryFolder;
let service: CallService;
let db: Database;

beforeAll(async () => {
  folder = await createTemporaryFolder();
  service = await startCallService({
    dataDir: folder.path,
    settings: createMemorySettings(),
    newId: createIdCounter(), // the seed of the simulated call
  });
  const { workspace, org_id } = await service.app(appRoutes.getSession, {});
  db = connectToWorkspace(join(folder.path, 'workspaces', workspace?.workspace_id ?? ''));
  for (const [day, text] of asked.entries())
    addQuestion(org_id ?? '', Date.parse(period.from) + day * 86_400_000, text);
});
afterAll(async () => {
  db.close();
  await service.stop();
  await folder.remove();
});

function addQuestion(orgId: string, askedAt: number, text: string): void {
  const rowId = insertRow(
    db,
    `INSERT INTO call (call_id, org_id, agent_id, agent_name, recipient_number, mode, speed, placed_by, status,
       disposition, duration_seconds, created_at, metadata)
     VALUES (?, ?, ?, 'Front desk', '+15550001', 'simulated', 'fast', 'test', 'completed', NULL, 45, ?, '{}')`,
    `call_${askedAt}`,
    orgId,
    service.agentId,
    askedAt,
  );
  const [question, answer] = [rowId * 4096 + 3, rowId * 4096 + 4];
  db.run(`INSERT INTO turn VALUES (?, 'user', ?, 12500, 15000)`, question, text);
  db.run(`INSERT INTO turn VALUES (?, 'agent', 'I have nothing on that.', 15000, 18000)`, answer);
  db.run('INSERT INTO unanswered_question (turn, org_id, asked_at) VALUES (?, ?, ?)', question, orgId, askedAt);
}

const list = (query: Partial<typeof period> & { readonly agent?: string } = {}) =>
  service.v1(v1Routes.listKnowledgeGaps, { query: { ...period, ...query } });

/** Lists the gaps when every question is embedded. */
const listEmbedded = async (): Promise<KnowledgeGapList> =>
  readUntil(
    await subscribeToEvents(service.v1),
    ({ type }) => type === 'knowledge_gaps.changed',
    () => list(),
    ({ pending_count }) => pending_count === 0,
  );

const countMarks = () => db.get<{ readonly count: number }>('SELECT count(*) AS count FROM unanswered_question')?.count;

describe('knowledge gaps', () => {
  test('are counted at once, and grouped by meaning when their questions are embedded', async () => {
    expect(await list()).toEqual({ data: [], total: 0, question_count: 4, pending_count: 4 });
    const { data, total } = await listEmbedded();
    expect(total).toBe(2);
    expect(data.map(({ count }) => count)).toEqual([3, 1]);
    const [bitcoin, dogs] = data;
    expect(bitcoin?.question).toMatch(/bitcoin/);
    expect(bitcoin?.question_ids).toHaveLength(3);
    expect(bitcoin?.calls.map(({ question }) => question)).toEqual([
      'Do you accept bitcoin for the installation?',
      'Can I pay with bitcoin?',
      'Do you take bitcoin?',
    ]);
    expect(bitcoin?.calls[0]).toMatchObject({ asked_at: '2026-05-04T00:00:00.000Z', position: 3, start_seconds: 12.5 });
    expect(dogs?.question).toBe('Are dogs allowed in your store?');
  });

  test('list the calls of all their questions, latest first', async () => {
    const [bitcoin] = (await list()).data;
    const listCalls = async (question_ids: readonly string[], offset?: number) =>
      (
        await service.v1(v1Routes.listKnowledgeGapCalls, {
          json: { question_ids: [...question_ids], ...(offset !== undefined && { offset }) },
        })
      ).data;
    const ids = bitcoin?.question_ids ?? [];
    expect(await listCalls(ids)).toEqual(bitcoin?.calls);
    expect(await listCalls([...ids, ...ids], 1)).toEqual(bitcoin?.calls.slice(1));
    expect(await listCalls([...ids, 'qst_1', 'other'], 2)).toEqual(bitcoin?.calls.slice(2));
    expect(await listCalls(['qst_1', 'other'])).toEqual([]);
    expect(await listCalls(ids, 3)).toEqual([]);
  });

  test('are embedded once', async () => {
    const read = () => db.all('SELECT turn, model, embedding FROM unanswered_question');
    const before = read();
    db.run('UPDATE unanswered_question SET model = ? WHERE turn % 2 = 1', 'kept');
    const kept = read();
    expect(kept.every(({ model }) => model === 'kept')).toBe(true);
    expect((await list()).pending_count).toBe(4);
    await listEmbedded();
    expect(read(), 'embedded again by the current model').toEqual(before);
  });

  test('belong to the period and the agent', async () => {
    expect(await list({ from: '2026-05-03T00:00:00.000Z' })).toMatchObject({ total: 2, question_count: 2 });
    expect(await list({ agent: service.agentId })).toMatchObject({ question_count: 4 });
    expect(await list({ agent: 'agt_unknown' })).toEqual({ data: [], total: 0, question_count: 0, pending_count: 0 });
  });

  test('are counted if there are too many to be compared', () => {
    const orgId = String(db.get('SELECT org_id FROM organization')?.['org_id']);
    const [fromMs, toMs] = [Date.parse(period.from), Date.parse(period.to)];
    const count = (scope: object) => {
      const all = { orgId, fromMs, toMs, agent: undefined, timeZone: 'UTC', ...scope };
      expect(listOpenQuestions(db, all, 2).length).toBe(Math.min(2, countOpenQuestions(db, all)));
      return countOpenQuestions(db, all);
    };
    expect(count({})).toBe(4);
    expect(count({ fromMs: Date.parse('2026-05-03T00:00:00.000Z') })).toBe(2);
    expect(count({ agent: service.agentId })).toBe(4);
    expect(count({ agent: 'agt_unknown' })).toBe(0);
  });

  test('stay until the documents answer the question, and are resolved then', async () => {
    const [bitcoin, dogs] = (await listEmbedded()).data;
    const resolve = (question_ids: string[]) => service.v1(v1Routes.resolveKnowledgeGap, { json: { question_ids } });
    const refused = await resolve(bitcoin?.question_ids ?? []);
    expect(refused).toMatchObject({ is_resolved: false, resolved_count: 0, answer: null, passage: null });
    expect((await list()).total).toBe(2);

    await uploadAndWait(service.v1, 'Payment', 'You can pay with bitcoin. We accept bitcoin for every installation.');
    const resolved = await resolve(bitcoin?.question_ids ?? []);
    expect(resolved).toMatchObject({ is_resolved: true, resolved_count: 3, passage: { title: 'Payment' } });
    expect(resolved.answer).toMatch(/bitcoin/);
    expect((await list()).data).toEqual([dogs]);
    await expect(resolve(bitcoin?.question_ids ?? [])).rejects.toMatchObject({ code: 'knowledge_gap_not_found' });
    await expect(resolve(['qst_1', 'other'])).rejects.toMatchObject({ code: 'knowledge_gap_not_found' });
    const { data } = await service.v1(v1Routes.listActivity, { query: { limit: 50 } });
    const entries = data.filter(({ operation }) => operation === 'resolveKnowledgeGap');
    expect(entries.map(({ summary, result }) => [summary, result])).toEqual([
      expect.arrayContaining(['refused']),
      expect.arrayContaining(['refused']),
      [`Resolved the knowledge gap “${bitcoin?.question}”`, 'done'],
    ]);
  });

  test('are resolved once by two requests, and a repeated request gets the same response', async () => {
    const { org_id } = await service.app(appRoutes.getSession, {});
    for (const index of [0, 1])
      addQuestion(org_id ?? '', Date.parse(period.to) - 1 - index, 'Can I pay with bitcoin at the desk?');
    const { data } = await listEmbedded();
    const ids = data.find(({ question }) => question.includes('desk'))?.question_ids ?? [];
    expect(ids).toHaveLength(2);
    const resolve = (question_ids: readonly string[], key: string) =>
      service.v1(v1Routes.resolveKnowledgeGap, {
        json: { question_ids: [...question_ids] },
        headers: { 'Idempotency-Key': key },
      });
    const results = await Promise.all([resolve(ids, 'first'), resolve(ids, 'second')]);
    expect(results.map(({ resolved_count }) => resolved_count).toSorted()).toEqual([0, 2]);
    expect(await resolve(ids, 'first')).toEqual(results[0]);
    await expect(resolve(ids, 'third')).rejects.toMatchObject({ code: 'knowledge_gap_not_found' });
    const { data: entries } = await service.v1(v1Routes.listActivity, { query: { limit: 50 } });
    const summary = 'Resolved the knowledge gap “Can I pay with bitcoin at the desk?”';
    expect(entries.filter((entry) => entry.summary === summary && entry.result === 'done')).toHaveLength(1);
  });

  test('a deleted turn leaves no mark', () => {
    const before = countMarks() ?? 0;
    db.run('DELETE FROM turn WHERE id IN (SELECT turn FROM unanswered_question LIMIT 1)');
    expect(countMarks()).toBe(before - 1);
  });
});

describe('a question without an answer', () => {
  test('is marked in a simulated call, and in a practice call', async () => {
    db.run('DELETE FROM unanswered_question');
    const call_ids = await Promise.all(
      [1, 2, 3].map(() => service.placeSimulatedCall({ persona: 'interested', allow_duplicate: true })),
    );
    for (const call_id of call_ids) await waitForCall(service.v1, call_id);
    const marked = db.all<{ readonly speaker: string; readonly text: string; readonly org_id: string }>(
      `SELECT turn.speaker, turn.text, unanswered_question.org_id FROM unanswered_question JOIN turn ON turn.id = turn
       JOIN call ON call.id = turn.id / 4096 WHERE call.call_id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(call_ids),
    );
    expect(marked.length).toBeGreaterThan(0);
    expect(marked.every(({ speaker }) => speaker === 'user')).toBe(true);

    const practice = await service.placeSimulatedCall({ mode: 'practice' });
    await waitForTurns(service.v1, practice, 1);
    const json = { text: 'Who painted the picture in your lobby?' };
    await service.app(appRoutes.sendTurn, { params: { call_id: practice }, json });
    await service.app(appRoutes.hangUp, { params: { call_id: practice } });
    await waitForCall(service.v1, practice);
    const { text } =
      db.get<{ readonly text: string }>(
        `SELECT turn.text FROM unanswered_question JOIN turn ON turn.id = turn JOIN call ON call.id = turn.id / 4096
         WHERE call.call_id = ?`,
        practice,
      ) ?? {};
    expect(text).toBe(json.text);
  });
});
