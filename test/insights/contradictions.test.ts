import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertTurn } from '../../electron/service/features/calls/turn-queries.ts';
import type { Database } from '../../electron/service/platform/db/database.ts';
import { insertRow } from '../../electron/service/platform/db/insert-row.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import type { ContradictionList } from '../../shared/insights/contradictions.ts';
import { createMemorySettings } from '../helpers/service/memory-settings.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { readUntil, subscribeToEvents } from '../helpers/service/subscribe-to-events.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { uploadAndWait } from '../helpers/service/upload.ts';
import { connectToWorkspace } from '../helpers/service/test-database.ts';

const period = { from: '2026-05-01T00:00:00.000Z', to: '2026-06-01T00:00:00.000Z' };

let folder: TemporaryFolder;
let service: CallService;
let db: Database;
let orgId: string;
/** The IDs of the documents, by their titles. */
const documents = new Map<string, string>();

beforeAll(async () => {
  folder = await createTemporaryFolder();
  service = await startCallService({ dataDir: folder.path, settings: createMemorySettings() });
  const { workspace, org_id } = await service.app(appRoutes.getSession, {});
  orgId = org_id ?? '';
  db = connectToWorkspace(join(folder.path, 'workspaces', workspace?.workspace_id ?? ''));
  await upload('Terms', 'A late payment fee of $8.00 is charged. You can return the router to any of our shops.');
  await upload('Playbook', 'Tell the customer that the late payment fee is $10.00.');
  await upload('Visits', 'A technician arrives between 9:00 and 12:00. Visits on Sunday cost $45.00.');
  addCall('2026-05-02', 'Hello. How much is the late payment fee?', 'Terms');
  addCall('2026-05-03', 'How much is the late payment fee?', 'Terms');
  addCall('2026-05-04', 'When does the technician arrive?', 'Visits');
});
afterAll(async () => {
  db.close();
  await service.stop();
  await folder.remove();
});

async function upload(title: string, text: string): Promise<void> {
  documents.set(title, (await uploadAndWait(service.v1, title, text)).document_id);
}

/** A call in which the recipient asks one question, and the answer at 15 seconds cites the first passage of a document. */
function addCall(date: string, question: string, title: string): void {
  const rowId = insertRow(
    db,
    `INSERT INTO call (call_id, org_id, agent_id, agent_name, recipient_number, mode, speed, placed_by, status,
       disposition, duration_seconds, created_at, metadata)
     VALUES (?, ?, ?, 'Front desk', '+15550001', 'simulated', 'fast', 'test', 'completed', NULL, 45, ?, '{}')`,
    `call_${date}`,
    orgId,
    service.agentId,
    Date.parse(date),
  );
  const document_id = documents.get(title) ?? '';
  const citations = [{ document_id, title, page: null, version: 1, chunkPosition: 0 }];
  insertTurn(db, rowId, 3, { speaker: 'user', text: question, startSeconds: 12, endSeconds: 14, citations: [] });
  insertTurn(db, rowId, 4, { speaker: 'agent', text: 'Sure.', startSeconds: 15, endSeconds: 18, citations });
}

const list = (query: Partial<typeof period> & { readonly agent?: string } = {}) =>
  service.v1(v1Routes.listContradictions, { query: { ...period, ...query } });

/** Lists the contradictions when every question is checked. */
const listChecked = async (): Promise<ContradictionList> =>
  readUntil(
    await subscribeToEvents(service.v1),
    ({ type }) => type === 'contradictions.changed',
    () => list(),
    ({ pending_count }) => pending_count === 0,
  );

describe('contradictions', () => {
  test('are looked for in the background, and listed with both sentences and the latest question', async () => {
    expect(await list()).toEqual({ data: [], total: 0, pending_count: 2 });
    const { data, total } = await listChecked();
    expect(total).toBe(1);
    expect(data).toMatchObject([
      {
        kind: 'number',
        question: 'How much is the late payment fee?',
        call: { call_id: 'call_2026-05-03', called_at: '2026-05-03T00:00:00.000Z', position: 4, start_seconds: 15 },
        count: 2,
        cited: { document_id: documents.get('Terms'), title: 'Terms', part: '$8.00' },
        other: { document_id: documents.get('Playbook'), title: 'Playbook', part: '$10.00' },
      },
    ]);
    expect(data[0]?.cited.sentence).toBe('A late payment fee of $8.00 is charged.');
    expect(data[0]?.other.sentence).toBe('Tell the customer that the late payment fee is $10.00.');
  });

  test('belong to the period and the agent', async () => {
    await listChecked();
    expect(await list({ from: '2026-05-03T12:00:00.000Z' })).toEqual({ data: [], total: 0, pending_count: 0 });
    expect((await list({ agent: service.agentId })).total).toBe(1);
    expect((await list({ agent: 'agt_unknown' })).total).toBe(0);
  });

  test('appear when a document is added, keep their ID, and disappear with the document', async () => {
    const [before] = (await listChecked()).data;
    await upload('Returns', 'The router cannot be returned to our shops.');
    addCall('2026-05-05', 'Can I return the router to a shop?', 'Terms');
    const { data } = await listChecked();
    expect(data.map(({ contradiction_id }) => contradiction_id)).toContain(before?.contradiction_id);
    expect(data.find(({ kind }) => kind === 'negation')).toMatchObject({
      question: 'Can I return the router to a shop?',
      cited: { title: 'Terms', part: null },
      other: { title: 'Returns', part: 'cannot' },
    });
    for (const title of ['Returns', 'Playbook'])
      await service.v1(v1Routes.deleteDocument, { params: { document_id: documents.get(title) ?? '' } });
    expect(await listChecked()).toEqual({ data: [], total: 0, pending_count: 0 });
  });

  test('of a period without calls are none', async () => {
    const query = { from: '2020-01-01T00:00:00.000Z', to: '2020-02-01T00:00:00.000Z' };
    expect(await list(query)).toEqual({ data: [], total: 0, pending_count: 0 });
  });
});
