import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSyncFieldsReader, describeSyncFields } from '../../electron/service/features/outbox/outbox.ts';
import { storeRemoteItem } from '../../electron/service/features/remote/remote-item-queries.ts';
import { migrate } from '../../electron/service/platform/db/migrate.ts';
import { migrations } from '../../electron/service/workspaces/migrations.ts';
import { noSyncFields } from '../../shared/workspaces/sync.ts';
import { ExplainingDatabase } from '../helpers/service/explaining-database.ts';
import { flush } from '../helpers/clock/virtual-clock.ts';
import { openSharedDatabase, OutboxWorld } from './outbox-world.ts';

let db: ExplainingDatabase;
let world: OutboxWorld;
const shared = openSharedDatabase();
beforeAll(() => {
  db = new ExplainingDatabase(':memory:');
  migrate(db, ':memory:', migrations);
  for (const number of [1, 2])
    storeRemoteItem(db, { kind: 'document', local_id: `doc_${number}`, remote_id: `d${number}`, fetched_at: 5 });
  storeRemoteItem(db, { kind: 'call', local_id: 'call_1', remote_id: 'c1' });
});
beforeEach(async () => {
  world = await new OutboxWorld(shared).start();
});
afterAll(async () => {
  await world.end();
  shared.close();
  db.close();
});

const ids = ['doc_1', 'doc_2', 'doc_3', 'call_1'];

test('a list has the same fields as single items, with one query for all', async () => {
  world.apiKey = null;
  const first = world.add({ subjectId: 'doc_2', kind: 'delete_document' });
  world.add({ subjectId: 'doc_2', kind: 'delete_document' });
  world.add({ subjectId: 'doc_3' });
  await flush();
  db.plans.length = 0;
  const read = createSyncFieldsReader(db, world.outbox, 'document');
  const fields = ids.map(read);
  expect(db.plans).toHaveLength(1);
  expect(fields).toEqual(ids.map((id) => describeSyncFields(db, world.outbox, 'document', id)));
  expect(fields[1]).toMatchObject({ remote: { id: 'd2' }, pending: { item_id: first, actions: ['send', 'cancel'] } });
  expect(fields[3]).toMatchObject({ remote: { id: null }, pending: null });
});

test('a workspace that is not linked has none', () => {
  expect(createSyncFieldsReader(db, null, 'document')('doc_1')).toEqual(noSyncFields);
});
