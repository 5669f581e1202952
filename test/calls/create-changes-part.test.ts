import { afterEach, beforeEach, expect, test } from 'vitest';
import { createChangesPart } from '../../electron/service/features/calls/remote/create-changes-part.ts';
import { findPosition, storeCursor } from '../../electron/service/features/sync/refresh-queries.ts';
import type { Database } from '../../electron/service/platform/db/database.ts';
import { noCapabilities } from '../../shared/workspaces/connection.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { openTestDatabase } from '../helpers/service/test-database.ts';
import { createFakeClient } from '../outbox/fake-remote.ts';

let folder: TemporaryFolder;
let db: Database;

beforeEach(async () => {
  folder = await createTemporaryFolder();
  db = openTestDatabase(folder.path);
});
afterEach(async () => {
  db.close();
  await folder.remove();
});

const changes = [1, 2, 3].map((position) => ({ position }));
const client = { ...createFakeClient('key-1', false), capabilities: { ...noCapabilities, shared_work: true } };

/** Creates a part that reads the changes after its position; the change at `heldAt`, if there is one, cannot be stored yet. */
function createPart(state: { heldAt: number | null; onRead?: () => void }) {
  return createChangesPart({
    name: 'call_details',
    idleMs: 60_000,
    db,
    link: { getClient: async () => client },
    read: async (_, position) => {
      const listed = changes.filter((change) => change.position > position.since);
      state.onRead?.();
      position.advance(
        listed,
        listed.findIndex((change) => change.position === state.heldAt),
      );
      return listed.length === 0 ? null : { items: 1, reason: 'It could not be read.' };
    },
  });
}

const refresh = (part: ReturnType<typeof createPart>) => part.refresh(new AbortController().signal);

test('a change that cannot be stored yet is read again, and unreadable items after it are counted once', async () => {
  const state: { heldAt: number | null } = { heldAt: 2 };
  const part = createPart(state);
  for (let count = 0; count < 3; count++) {
    expect(await refresh(part)).toMatchObject({ items: 1 });
    expect(findPosition(db, 'call_details')).toBe(1);
    expect(part.isActive()).toBe(true);
  }
  state.heldAt = null;
  expect(await refresh(part)).toMatchObject({ items: 1 });
  expect(findPosition(db, 'call_details')).toBe(3);
  expect(part.isActive()).toBe(false);
  expect(await refresh(part), 'still reported').toMatchObject({ items: 1 });
});

test('a position that is reset while changes are read stays reset', async () => {
  storeCursor(db, 'call_details', '2');
  await refresh(createPart({ heldAt: null, onRead: () => storeCursor(db, 'call_details', '0') }));
  expect(findPosition(db, 'call_details')).toBe(0);
});
