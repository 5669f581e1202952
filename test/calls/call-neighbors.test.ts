import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listCallsInOrder } from '../../electron/service/features/calls/call-list-queries.ts';
import { findCallNeighbors } from '../../electron/service/features/calls/call-neighbor-queries.ts';
import type { CallRow } from '../../electron/service/features/calls/call-queries.ts';
import type { Database } from '../../electron/service/platform/db/database.ts';
import type { CallFilter } from '../../shared/calls/call-filter.ts';
import { callSortFields, type CallSortField } from '../../shared/calls/calls.ts';
import { appRoutes } from '../../shared/contract/contract.ts';
import { seedCalls } from '../helpers/data/seed-calls.ts';
import { startCallService } from '../helpers/service/start-call-service.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { openTestDatabase } from '../helpers/service/test-database.ts';

const callCount = 100;

let folder: TemporaryFolder;
let db: Database;
beforeAll(async () => {
  folder = await createTemporaryFolder();
  db = openTestDatabase(folder.path);
  db.execute(`INSERT INTO organization VALUES ('org_1', 'Harbour', '', 'active', 'local', 0)`);
  const agents = ['agt_1', 'agt_2'].map((agent_id) => ({ agent_id, name: `Desk ${agent_id}` }));
  for (const { agent_id, name } of agents)
    db.run(
      `INSERT INTO agent (agent_id, org_id, name, objective, audience, greeting, voice, created_at)
       VALUES (?, 'org_1', ?, '', '', '', 'slt', 0)`,
      agent_id,
      name,
    );
  seedCalls(db, { orgId: 'org_1', agents, count: callCount, turnsPerCall: 4, lastCallAtMs: Date.parse('2026-03-01') });
  db.searchIndex.run(`INSERT INTO call_metadata_fts (rowid, text) VALUES (7, 'koko')`);
});
afterAll(async () => {
  db.close();
  await folder.remove();
});

const list = (filter: CallFilter, sort: CallSortField, descending: boolean) =>
  listCallsInOrder(db, 'org_1', filter, { sort, descending, offset: 0, limit: callCount });
const find = (filter: CallFilter, sort: CallSortField, descending: boolean, call: CallRow) =>
  findCallNeighbors(db, 'org_1', filter, { sort, descending }, call);

const filters: readonly CallFilter[] = [
  {},
  { status: 'completed' },
  { agent: 'agt_2', status: 'busy' },
  { text: 'koko' },
  { text: 'koko', disposition: 'Interested' },
];

describe.each(filters)('with the filter %j', (filter) => {
  test.each(callSortFields)('sorted by %s, each call has the neighbors that the list shows', (sort) => {
    for (const descending of [true, false]) {
      const calls = list(filter, sort, descending);
      expect(calls.length).toBeGreaterThan(0);
      for (const [index, call] of calls.entries())
        expect(find(filter, sort, descending, call), `${sort} ${descending} ${index}`).toEqual({
          previous: calls[index - 1]?.id ?? null,
          next: calls[index + 1]?.id ?? null,
          index,
          isMatch: true,
        });
    }
  });
});

test('a call that does not match has the neighbors between which it would be', () => {
  const filter = { status: 'busy' } as const;
  for (const sort of ['created', 'agent', 'recipient', 'duration'] as const) {
    const all = list({}, sort, true);
    const busy = list(filter, sort, true).map(({ id }) => id);
    for (const [position, call] of all.entries()) {
      if (call.status === 'busy') continue;
      const before = all.slice(0, position).filter(({ status }) => status === 'busy').length;
      expect(find(filter, sort, true, call)).toEqual({
        previous: busy[before - 1] ?? null,
        next: busy[before] ?? null,
        index: before,
        isMatch: false,
      });
    }
  }
});

test('the only call has no neighbors, and an unknown call is not found', async () => {
  const service = await startCallService();
  const call_id = await service.placeSimulatedCall({ persona: 'no_answer' });
  const read = (id: string) => service.app(appRoutes.getCallNeighbors, { params: { call_id: id } });
  expect(await read(call_id)).toEqual({ previous: null, next: null, index: 0, is_match: true, total: 1 });
  const later = await service.placeSimulatedCall({ persona: 'no_answer' });
  expect(await read(call_id)).toMatchObject({ previous: later, next: null, index: 1, total: 2 });
  await expect(read('call_0')).rejects.toMatchObject({ code: 'call_not_found' });
  await service.stop();
});
