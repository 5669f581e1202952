import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  findNextTime,
  isAttemptInFlight,
  listExpiredItems,
  listItemsToSend,
} from '../../electron/service/features/outbox/outbox-queries.ts';
import { migrate } from '../../electron/service/platform/db/migrate.ts';
import { migrations } from '../../electron/service/workspaces/migrations.ts';
import { ExplainingDatabase } from '../helpers/service/explaining-database.ts';

let db: ExplainingDatabase;
beforeEach(() => {
  db = new ExplainingDatabase(':memory:');
  migrate(db, ':memory:', migrations);
  db.plans.length = 0;
});
afterEach(() => db.close());

test('the search for the next items reads no items of kinds that cannot be sent', () => {
  const rows = [
    ['item_1', 'delete_document', 'done'],
    ['item_2', 'place_call', 'queued'],
    ['item_3', 'submit_request', 'queued'],
  ];
  db.run(
    `INSERT INTO organization (org_id, name, industry, status, subscription_tier, created_at)
     VALUES ('org_1', 'Harbour', '', 'active', '', 0)`,
  );
  for (const row of rows)
    db.run(
      `INSERT INTO outbox_item (item_id, kind, state, org_id, subject_id, label, payload, placed_by, attempts, created_at)
       VALUES (?, ?, ?, 'org_1', 'subject_1', '', '{}', 'key_1', 0, 0)`,
      ...row,
    );
  const counts = new Map([['place_call', 1] as const, ['delete_document', 4] as const]);
  const found = listItemsToSend(db, { now: 1, latestPlan: 2, counts });
  expect(found.map(({ item_id }) => item_id)).toEqual(['item_2']);
  const [queuedKinds, ...ofKinds] = db.plans;
  expect(queuedKinds).not.toContain('SCAN outbox_item');
  expect(queuedKinds).toContain('USING COVERING INDEX outbox_item_queued (kind=?)');
  expect(ofKinds.length, 'only one of the kinds is queued').toBe(1);
  expect(ofKinds[0]).toMatch(/^SEARCH item USING INDEX outbox_item_queued \(kind=\?/);
});

test('the times of attempts and expiry are found without reading items that have none', () => {
  findNextTime(db, 1);
  expect(db.plans[0]).toContain('SEARCH outbox_item USING COVERING INDEX outbox_item_retry (next_attempt_at>?)');
  expect(db.plans[0]).toContain('SEARCH outbox_item USING COVERING INDEX outbox_item_expiry (send_not_after>?)');
  listExpiredItems(db, 1, 2);
  expect(db.plans[1]).toContain('USING INDEX outbox_item_expiry');
  isAttemptInFlight(db, { id: 1, attempts: 1 });
  expect(db.plans[2]).toBe('SEARCH outbox_item USING INTEGER PRIMARY KEY (rowid=?)');
});
