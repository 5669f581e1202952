import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertTurn } from '../../electron/service/features/calls/turn-queries.ts';
import type { Database } from '../../electron/service/platform/db/database.ts';
import { insertRow } from '../../electron/service/platform/db/insert-row.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { citationsMax } from '../../shared/insights/document-insights.ts';
import { createMemorySettings } from '../helpers/service/memory-settings.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { connectToWorkspace } from '../helpers/service/test-database.ts';

const period = { from: '2026-05-01T00:00:00.000Z', to: '2026-06-01T00:00:00.000Z' };

let folder: TemporaryFolder;
let service: CallService;
let db: Database;
let orgId: string;

beforeAll(async () => {
  folder = await createTemporaryFolder();
  service = await startCallService({ dataDir: folder.path, settings: createMemorySettings() });
  const { workspace, org_id } = await service.app(appRoutes.getSession, {});
  orgId = org_id ?? '';
  db = connectToWorkspace(join(folder.path, 'workspaces', workspace?.workspace_id ?? ''));
  for (const [document, at] of [
    ['terms', '2026-04-01'],
    ['prices', '2026-04-02'],
    ['unread', '2026-04-03'],
    ['later', '2026-07-01'],
  ] as const)
    addDocument(document, Date.parse(at));
  // Seven calls cite the first passage of the terms, one of them its second passage too.
  for (let day = 1; day <= 7; day++) addCall(`2026-05-0${day}`, day === 4 ? ['terms 0', 'terms 1'] : ['terms 0']);
  addCall('2026-05-20', ['terms 0'], { mode: 'practice' });
  addCall('2026-06-01', ['prices 0']); // after the period
});
afterAll(async () => {
  db.close();
  await service.stop();
  await folder.remove();
});

function addDocument(id: string, addedAt: number): void {
  const rowId = insertRow(
    db,
    `INSERT INTO document (document_id, org_id, title, kind, file_name, size_bytes, sha256, status, added_at, chunk_count)
     VALUES (?1, ?2, ?1, 'txt', 'file.txt', 1, ?1, 'active', ?3, 2)`,
    id,
    orgId,
    addedAt,
  );
  for (const position of [0, 1])
    db.run(
      'INSERT INTO chunk (document, position, page, text) VALUES (?, ?, 3, ?)',
      rowId,
      position,
      `${id} ${position}`,
    );
}

/** Each passage, such as `terms 0`, is a document and a position. The answer is at 12.5 seconds. */
function addCall(date: string, passages: readonly string[], { mode = 'simulated' } = {}): void {
  const rowId = insertRow(
    db,
    `INSERT INTO call (call_id, org_id, agent_id, agent_name, recipient_number, mode, speed, placed_by, status,
       disposition, duration_seconds, created_at, metadata)
     VALUES (?, ?, ?, 'Front desk', '+15550001', ?, 'fast', 'test', 'completed', NULL, 45, ?, '{}')`,
    `call_${date}`,
    orgId,
    service.agentId,
    mode,
    Date.parse(date),
  );
  const citations = passages.map((passage) => {
    const [document_id = '', position] = passage.split(' ');
    return { document_id, title: document_id, page: 3, version: 1, chunkPosition: Number(position) };
  });
  insertTurn(db, rowId, 2, { speaker: 'agent', text: 'As it says.', startSeconds: 12.5, endSeconds: 15, citations });
}

const read = (query: Partial<typeof period> & { readonly agent?: string } = {}) =>
  service.v1(v1Routes.getDocumentInsights, { query: { ...period, ...query } });

describe('document insights', () => {
  test('have the passages cited most, with the latest answers that cite them', async () => {
    const { cited_passages, cited_passage_count, citation_count } = await read();
    expect([cited_passage_count, citation_count]).toEqual([2, 8]);
    expect(cited_passages.map(({ text, count, page }) => [text, count, page])).toEqual([
      ['terms 0', 7, 3],
      ['terms 1', 1, 3],
    ]);
    const [first] = cited_passages;
    expect(first?.citations).toHaveLength(citationsMax);
    expect(first?.citations[0]).toEqual({
      call_id: 'call_2026-05-07',
      agent_name: 'Front desk',
      agent_version: null,
      recipient_number: '+15550001',
      called_at: '2026-05-07T00:00:00.000Z',
      position: 2,
      start_seconds: 12.5,
    });
    const { data } = await service.v1(v1Routes.listChunks, { params: { document_id: 'terms' }, query: {} });
    expect(data[0]?.chunk_id).toBe(first?.chunk_id);
  });

  test('have the latest calls that cite a document, each once, without practice calls', async () => {
    const params = { document_id: 'terms' };
    const { citations, calls, latest_calls } = await service.v1(v1Routes.getDocumentUsage, { params });
    expect([citations, calls]).toEqual([7, 7]);
    expect(latest_calls.map(({ call_id }) => call_id)).toEqual(
      [7, 6, 5, 4, 3, 2, 1].map((day) => `call_2026-05-0${day}`),
    );
    expect(latest_calls[0]).toMatchObject({ agent_name: 'Front desk', position: 2, start_seconds: 12.5 });
  });

  test('have the documents that no answer of the period cites', async () => {
    const { uncited_documents, uncited_document_count, document_count } = await read();
    expect([uncited_document_count, document_count], 'without the one that was added later').toEqual([2, 3]);
    expect(uncited_documents[0]).toEqual({
      document_id: 'prices',
      title: 'prices',
      chunks_created: 2,
      added_at: '2026-04-02T00:00:00.000Z',
    });
    const next = await read({ from: period.to, to: '2026-06-02T00:00:00.000Z' });
    expect(next.uncited_documents.map(({ title }) => title)).toEqual(['terms', 'unread']);
  });

  test('belong to one agent', async () => {
    expect(await read({ agent: service.agentId })).toEqual(await read());
    expect(await read({ agent: 'agt_unknown' })).toMatchObject({ cited_passages: [], uncited_document_count: 3 });
  });

  test('leave out documents and calls that were deleted', async () => {
    db.run(`UPDATE document SET status = 'deleting' WHERE document_id = 'terms'`);
    expect(await read()).toMatchObject({ cited_passages: [], citation_count: 0, document_count: 2 });
    db.run(`UPDATE document SET status = 'active' WHERE document_id = 'terms'`);
  });

  test('refuse a period that ends before it begins', async () => {
    await expect(read({ to: period.from })).rejects.toMatchObject({ code: 'malformed', errors: [{ pointer: '/to' }] });
  });
});
