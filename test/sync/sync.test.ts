import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Unread } from '../../electron/service/features/remote/list-problems.ts';
import type { RefreshPart } from '../../electron/service/features/sync/refresh-task.ts';
import { RemoteHealth } from '../../electron/service/features/sync/remote-health.ts';
import { Sync } from '../../electron/service/features/sync/sync.ts';
import {
  RemoteError,
  type RemoteClient,
  type RemoteErrorKind,
} from '../../electron/service/features/remote/remote-client.ts';
import type { Database } from '../../electron/service/platform/db/database.ts';
import { EventHub } from '../../electron/service/platform/events/event-hub.ts';
import { EventPublisher } from '../../electron/service/platform/events/event-publisher.ts';
import { bearerHeader, noCapabilities } from '../../shared/workspaces/connection.ts';
import { syncStatusSchema, type SyncPartId, type SyncState } from '../../shared/workspaces/sync.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { flush, VirtualClock } from '../helpers/clock/virtual-clock.ts';
import { openTestDatabase } from '../helpers/service/test-database.ts';

const second = 1_000;
const minute = 60 * second;

let folder: TemporaryFolder;
let db: Database;
let clock: VirtualClock;
let sync: Sync;
/** What the remote answers to the next requests; null for success. */
let network: RemoteErrorKind | null;
let retryAfterMs: number | null;
let requests: string[];
let outbox: { waiting: number; sending: number; needsYou: number };
let outboxCounts = 0;
let outboxRetries: number;
let changeOutbox: () => void;
let published: SyncState[];
let refusals: number;
let checkState: 'missing' | 'running' | 'done';
let logged: string[];
let answeringOrgId: string;

const error = (kind: RemoteErrorKind) =>
  new RemoteError(kind, `The remote: ${kind}.`, { wasSent: kind !== 'unreachable', retryAfterMs });

const client: RemoteClient = {
  settings: {
    base_url: 'http://remote.test',
    org_id: 'org_far',
    key_header: bearerHeader,
    allow_http: true,
    certificate_sha256: null,
  },
  capabilities: noCapabilities,
  keyHash: 'k',
  request: async ({ path }) => {
    requests.push(path);
    if (network) throw error(network);
    return { status: 200, body: { id: answeringOrgId }, etag: null };
  },
  download: () => Promise.reject(new Error('not used')),
  readEvents: async function* () {},
  closeIdle: () => {},
  close: () => {},
};

type FakePart = RefreshPart & {
  active: boolean;
  fail: RemoteErrorKind | Error | null;
  hang: boolean | 'for_ever';
  isBroken: boolean;
  leftOut: Unread | null;
  count: number;
  /** Whether the user asked for the last refresh. */
  isManual: boolean | undefined;
};

function createPart(name: SyncPartId, link: { getClient: () => Promise<RemoteClient> }): FakePart {
  const part: FakePart = {
    name,
    activeMs: 2 * second,
    idleMs: 5 * minute,
    active: false,
    fail: null,
    hang: false,
    isBroken: false,
    leftOut: null,
    count: 0,
    isManual: undefined,
    isActive: () => {
      if (part.isBroken) throw new Error('disk I/O error');
      return part.active;
    },
    refresh: async (signal, isManual) => {
      part.count += 1;
      part.isManual = isManual;
      if (part.hang)
        await new Promise((_, reject) => {
          if (part.hang === true) signal.addEventListener('abort', () => reject(error('stopped')));
        });
      const observed = await link.getClient();
      await observed.request({ method: 'GET', path: `/${name}`, signal });
      if (part.fail instanceof Error) throw part.fail;
      if (part.fail) throw error(part.fail);
      return part.leftOut;
    },
  };
  return part;
}

let parts: { readonly organization: FakePart; readonly calls: FakePart; readonly documents: FakePart };

function createSync(): Sync {
  const health = new RemoteHealth(clock.now);
  const link = health.observe({ remoteOrgId: 'org_far', getClient: () => Promise.resolve(client) });
  parts = {
    organization: createPart('organization', link),
    calls: createPart('calls', link),
    documents: createPart('documents', link),
  };
  const hub = new EventHub('run_1');
  const created: Sync = new Sync({
    db,
    orgId: 'org_1',
    context: {
      now: clock.now,
      log: { error: (_, message) => logged.push(message) },
      randomBytes: () => Uint8Array.of(255),
    },
    events: new EventPublisher(db, hub),
    link,
    health,
    parts: Object.values(parts),
    outbox: {
      count: () => {
        outboxCounts += 1;
        return outbox;
      },
      retryNow: () => (outboxRetries += 1),
      onChange: (listener) => (changeOutbox = listener),
    },
    getCheckState: () => checkState,
    timers: clock.timers,
  });
  hub.subscribe(null, ({ event }) => {
    if (event.type === 'connection.refused') refusals += 1;
    if (event.type === 'sync.changed') published.push(created.describeStatus().state);
  });
  return created;
}

const getStatus = () => syncStatusSchema.parse(sync.describeStatus());
const getState = () => getStatus().state;
const countRefreshes = () => Object.values(parts).map(({ count }) => count);

beforeEach(async () => {
  folder = await createTemporaryFolder();
  db = openTestDatabase(folder.path);
  clock = new VirtualClock();
  network = null;
  retryAfterMs = null;
  answeringOrgId = 'org_far';
  requests = [];
  outbox = { waiting: 0, sending: 0, needsYou: 0 };
  outboxRetries = 0;
  published = [];
  refusals = 0;
  checkState = 'done';
  logged = [];
  sync = createSync();
});
afterEach(async () => {
  await sync.close();
  db.close();
  await folder.remove();
});

describe('the intervals', () => {
  test('asks for the organization first, then refreshes every part', async () => {
    expect(getState()).toBe('out_of_date');
    sync.start();
    expect(getState()).toBe('syncing');
    await flush();
    expect(requests).toEqual(['/organizations/org_far', '/organization', '/calls', '/documents']);
    expect(getStatus()).toMatchObject({
      state: 'up_to_date',
      since: '2026-03-01T12:00:00.000Z',
      reached_at: '2026-03-01T12:00:00.000Z',
      parts: [
        { name: 'organization', refreshed_at: '2026-03-01T12:00:00.000Z', error: null },
        { name: 'calls', error: null },
        { name: 'documents', error: null },
      ],
    });
  });

  test('a part learns whether the user asked for its refresh, also during another one', async () => {
    sync.start();
    await flush();
    expect(parts.calls.isManual).toBe(false);
    sync.syncNow();
    sync.syncNow();
    await flush();
    expect(parts.calls.isManual).toBe(true);
    await clock.advance(5 * minute);
    expect(parts.calls).toMatchObject({ isManual: false });
  });

  test('refreshes each part at its own interval: shorter while something is expected to change', async () => {
    parts.calls.active = true;
    sync.start();
    await clock.advance(10 * second);
    expect(countRefreshes()).toEqual([1, 6, 1]);
    parts.calls.active = false;
    await clock.advance(5 * minute);
    expect(countRefreshes()).toEqual([2, 7, 2]);
  });

  test('shortens a wait that has begun when a change makes a part active', async () => {
    sync.start();
    await clock.advance(minute);
    parts.calls.active = true;
    changeOutbox();
    await clock.advance(second);
    expect(countRefreshes()).toEqual([1, 2, 1]);
  });

  test('publishes a change of the status, and not every refresh', async () => {
    parts.calls.active = true;
    sync.start();
    await clock.advance(second);
    expect(published.at(-1)).toBe('up_to_date');
    const count = published.length;
    await clock.advance(minute);
    expect(countRefreshes()[1]).toBeGreaterThan(20);
    expect(published).toHaveLength(count);
  });

  test('refreshes everything at once when the user asks for it, also a part that is being refreshed', async () => {
    sync.start();
    await flush();
    sync.syncNow();
    expect(getState()).toBe('syncing');
    await flush();
    expect(countRefreshes()).toEqual([2, 2, 2]);
    expect(getState()).toBe('up_to_date');
    expect(outboxRetries).toBe(2);
  });

  test('shows the first refresh part by part', async () => {
    parts.documents.hang = true;
    sync.start();
    await flush();
    expect(getStatus()).toMatchObject({
      state: 'syncing',
      parts: [{ refreshed_at: expect.any(String) }, { refreshed_at: expect.any(String) }, { refreshed_at: null }],
    });
  });
});

test('a part with unreadable items reports them, and is refreshed as often as before', async () => {
  sync.start();
  await flush();
  parts.calls.leftOut = { items: 2, reason: '2 calls could not be read.' };
  parts.calls.active = true;
  sync.update();
  await clock.advance(2 * second);
  const refreshedAt = getStatus().parts.find(({ name }) => name === 'calls')?.refreshed_at;
  expect(Date.parse(refreshedAt ?? '')).toBe(clock.now());
  expect(getStatus()).toMatchObject({
    state: 'out_of_date',
    reason: parts.calls.leftOut.reason,
    parts: [{ unread_items: 0 }, { name: 'calls', unread_items: 2 }, { unread_items: 0 }],
  });
  const count = parts.calls.count;
  await clock.advance(2 * second);
  await clock.advance(2 * second);
  expect(parts.calls.count).toBe(count + 2);
  parts.calls.fail = 'failed';
  await clock.advance(2 * second);
  expect(getStatus().parts[1], 'a refresh that failed as a whole').toMatchObject({ unread_items: 0 });
  Object.assign(parts.calls, { leftOut: null, fail: null });
  await clock.advance(10 * second);
  expect(getState()).toBe('up_to_date');
});

test('a timer that cannot read the state throws nothing, and tries again', async () => {
  parts.calls.active = true;
  sync.start();
  await flush();
  const { count } = parts.calls;
  parts.documents.isBroken = true;
  await clock.advance(4 * second);
  expect(logged).toContain('the sync status is unknown');
  parts.documents.isBroken = false;
  await clock.advance(minute);
  expect(parts.calls.count).toBeGreaterThan(count + 20);
  expect(getState()).toBe('up_to_date');
});

describe('a part that fails', () => {
  test('is tried again at growing intervals while the others stay up to date', async () => {
    parts.calls.fail = 'failed';
    sync.start();
    await clock.advance(4 * minute);
    expect(getStatus()).toMatchObject({
      state: 'out_of_date',
      reason: 'The remote: failed.',
      parts: [{ error: null }, { error: 'The remote: failed.', refreshed_at: null }, { error: null }],
    });
    // At 0, 5, 15, 35, 75 and 155 seconds.
    expect(countRefreshes()).toEqual([1, 6, 1]);
    parts.calls.fail = null;
    await clock.advance(2 * minute);
    expect(getState()).toBe('up_to_date');
    expect(published.filter((state) => state === 'syncing').length).toBeLessThan(5);
  });

  test('waits as long as Retry-After says', async () => {
    retryAfterMs = 7 * minute;
    parts.calls.fail = 'failed';
    sync.start();
    await clock.advance(7 * minute - 1);
    expect(countRefreshes()[1]).toBe(1);
    await clock.advance(1);
    expect(countRefreshes()[1]).toBe(2);
  });

  test('is remembered by the next start', async () => {
    parts.calls.fail = 'rejected';
    sync.start();
    await flush();
    await sync.close();
    sync = createSync();
    expect(getStatus()).toMatchObject({
      state: 'out_of_date',
      reached_at: '2026-03-01T12:00:00.000Z',
      parts: [
        { refreshed_at: '2026-03-01T12:00:00.000Z', error: null },
        { refreshed_at: null, error: 'The remote: rejected.' },
        {},
      ],
    });
  });

  test('because the API key may not read it is refused, which is no failure and is remembered', async () => {
    parts.calls.fail = new RemoteError('rejected', 'Your role is not allowed to do this.', {
      wasSent: true,
      status: 403,
    });
    sync.start();
    await flush();
    const refused = { name: 'calls', refreshed_at: null, error: null, unread_items: 0, is_permitted: false };
    expect(getStatus()).toMatchObject({ state: 'up_to_date', parts: [{ is_permitted: true }, refused, {}] });
    await clock.advance(5 * minute);
    expect(countRefreshes()).toEqual([2, 2, 2]);
    await sync.close();
    sync = createSync();
    expect(getStatus().parts[1]).toEqual(refused);
    sync.start();
    await flush();
    expect(getStatus().parts[1]).toMatchObject({ error: null, is_permitted: true });
    await sync.close();
    sync = createSync();
    expect(getStatus().parts[1]).toMatchObject({ is_permitted: true });
  });

  test('because the disk is full says so', async () => {
    parts.calls.fail = Object.assign(new Error('database or disk is full'), { errcode: 13 });
    sync.start();
    await flush();
    expect(getStatus().parts[1]?.error).toBe('The disk of this computer is full. Free some space.');
    expect(countRefreshes()).toEqual([1, 1, 1]);
  });

  test('by an error of this application is logged, and stops nothing', async () => {
    parts.calls.fail = new Error('bug');
    sync.start();
    await flush();
    expect(logged).toEqual(['could not refresh a part of the mirror']);
    expect(getStatus().parts[1]?.error).toBe('Something went wrong on this computer. Switchboard tries again.');
    expect(countRefreshes()).toEqual([1, 1, 1]);
  });

  test('because it was asked too often makes all of them wait as long as the remote says', async () => {
    sync.start();
    await flush();
    retryAfterMs = 7 * minute;
    parts.calls.fail = 'busy';
    await clock.advance(5 * minute);
    parts.calls.fail = null;
    retryAfterMs = null;
    const count = requests.length;
    await clock.advance(6 * minute);
    expect(requests).toHaveLength(count);
    expect(getState()).toBe('out_of_date');
    await clock.advance(2 * minute);
    expect(getState()).toBe('up_to_date');
  });
});

describe('a remote without the organization', () => {
  const reason =
    'The remote sent the organization org_other instead of org_far. Another service may answer at this address. Check the base URL in Settings under Connection.';

  test('is named, and nothing is fetched or sent until it has the organization again', async () => {
    sync.start();
    await flush();
    const refreshes = countRefreshes();
    answeringOrgId = 'org_other';
    sync.syncNow();
    await flush();
    expect(getStatus()).toMatchObject({ state: 'wrong_organization', reason });
    expect(refusals).toBe(1);
    await clock.advance(10 * minute);
    expect(getStatus()).toMatchObject({ state: 'wrong_organization', reason });
    expect(countRefreshes()).toEqual(refreshes);
    expect(outboxRetries).toBe(1);
    answeringOrgId = 'org_far';
    await clock.advance(minute);
    expect(getState()).toBe('up_to_date');
    expect(outboxRetries).toBe(2);
  });

  test('can be found by a part or a change', async () => {
    sync.start();
    await flush();
    answeringOrgId = 'org_other';
    parts.calls.fail = 'wrong_organization';
    await clock.advance(5 * minute);
    expect(getStatus()).toMatchObject({ state: 'wrong_organization', reason: 'The remote: wrong_organization.' });
    await clock.advance(minute);
    expect(getStatus()).toMatchObject({ state: 'wrong_organization', reason });
    expect(getStatus().parts.map((part) => part.error)).toEqual([null, null, null]);
  });
});

describe('a remote that cannot be reached', () => {
  test('is asked with one request at growing intervals, and everything continues when it answers', async () => {
    sync.start();
    await flush();
    network = 'unreachable';
    requests.length = 0;
    await clock.advance(5 * minute);
    expect(getStatus()).toMatchObject({ state: 'offline', reason: 'The remote: unreachable.' });
    requests.length = 0;
    const refreshes = countRefreshes();
    await clock.advance(10 * minute);
    expect(new Set(requests)).toEqual(new Set(['/organizations/org_far']));
    expect(requests.length).toBeLessThanOrEqual(15);
    expect(requests.length).toBeGreaterThanOrEqual(9);
    expect(countRefreshes()).toEqual(refreshes);
    network = null;
    await clock.advance(minute);
    expect(getState()).toBe('up_to_date');
    expect(outboxRetries).toBe(2);
    expect(countRefreshes()).toEqual(refreshes.map((count) => count + 1));
  });

  test('at the start is offline, and says since when', async () => {
    network = 'unreachable';
    sync.start();
    await clock.advance(3 * second);
    expect(getStatus()).toMatchObject({ state: 'offline', since: '2026-03-01T12:00:00.000Z', reached_at: null });
    expect(countRefreshes()).toEqual([0, 0, 0]);
  });

  test('is offline only if it does not answer the next request either', async () => {
    sync.start();
    await flush();
    parts.calls.fail = 'no_answer';
    await clock.advance(5 * minute);
    expect(getState()).toBe('out_of_date');
    network = 'no_answer';
    await clock.advance(5 * minute);
    expect(getStatus()).toMatchObject({ state: 'offline', reason: 'The remote: no_answer.' });
  });

  test('is asked at once after the computer slept', async () => {
    sync.start();
    await flush();
    network = 'unreachable';
    await clock.advance(10 * minute);
    network = null;
    clock.offset += 60 * minute;
    sync.resume();
    await flush();
    expect(getState()).toBe('up_to_date');
  });

  test('sends requests again that hang when the network changes', async () => {
    sync.start();
    await flush();
    parts.calls.hang = true;
    sync.syncNow();
    await flush();
    expect(getState()).toBe('syncing');
    parts.calls.hang = false;
    sync.resume();
    await flush();
    expect(getState()).toBe('up_to_date');
  });

  test('does not make the outbox try again without a pause if only its requests get no answer', async () => {
    sync.start();
    await flush();
    parts.calls.fail = 'no_answer';
    await clock.advance(20 * minute);
    expect(outboxRetries).toBe(1);
  });
});

describe('a refused API key', () => {
  test('pauses everything until the connection changes', async () => {
    sync.start();
    await flush();
    network = 'unauthorized';
    await clock.advance(5 * minute);
    expect(getStatus()).toMatchObject({ state: 'paused', reason: 'The remote: unauthorized.' });
    expect(refusals).toBe(1);
    requests.length = 0;
    await clock.advance(60 * minute);
    sync.resume();
    await flush();
    expect(requests).toEqual([]);
    network = null;
    sync.reconnect();
    expect(getState()).toBe('syncing');
    await flush();
    expect(getState()).toBe('up_to_date');
  });

  test('is tried again if the user asks for it', async () => {
    network = 'unauthorized';
    sync.start();
    await flush();
    expect(getState()).toBe('paused');
    sync.syncNow();
    await flush();
    expect(getState()).toBe('paused');
    network = null;
    sync.syncNow();
    await flush();
    expect(getState()).toBe('up_to_date');
  });

  test('that was replaced while a request was running stays replaced', async () => {
    sync.start();
    await flush();
    parts.calls.hang = true;
    sync.syncNow();
    await flush();
    parts.calls.hang = false;
    sync.reconnect();
    await flush();
    expect(getState()).toBe('up_to_date');
    expect(parts.calls.count).toBe(3);
  });
});

describe('the status', () => {
  test.each([
    ['needs_you', { waiting: 2, sending: 1, needsYou: 1 }],
    ['syncing', { waiting: 2, sending: 1, needsYou: 0 }],
    ['waiting', { waiting: 2, sending: 0, needsYou: 0 }],
  ] as const)('is %s if the outbox has %j', async (state, counts) => {
    sync.start();
    await flush();
    published.length = 0;
    outbox = counts;
    changeOutbox();
    expect(getStatus()).toMatchObject({ state, waiting: counts.waiting, needs_you: counts.needsYou });
    await clock.advance(second);
    expect(published).toEqual([state]);
  });

  test('is published once for many changes of the outbox in a short time', async () => {
    sync.start();
    await flush();
    outboxCounts = 0;
    for (let number = 0; number < 100; number++) changeOutbox();
    await clock.advance(second);
    expect(outboxCounts).toBe(1);
  });

  test('stops being up to date when a refresh hangs for longer than twice the interval', async () => {
    sync.start();
    await flush();
    parts.documents.hang = true;
    await clock.advance(9 * minute);
    expect(getState()).toBe('up_to_date');
    published.length = 0;
    await clock.advance(2 * minute);
    expect(getState()).toBe('syncing');
    expect(published).toContain('syncing');
  });

  test('is not up to date before it is known what the remote offers', async () => {
    checkState = 'running';
    sync.start();
    await flush();
    expect(getState()).toBe('syncing');
    expect(countRefreshes(), 'a list would seem to be missing').toEqual([0, 0, 0]);
    checkState = 'missing';
    sync.update();
    await flush();
    expect(getState()).toBe('out_of_date');
    expect(countRefreshes()).toEqual([1, 1, 1]);
    checkState = 'done';
    published.length = 0;
    sync.update();
    expect(published).toEqual(['up_to_date']);
  });

  test('is not up to date by a refresh in the future', async () => {
    sync.start();
    await flush();
    clock.offset -= 60 * minute;
    expect(getState()).not.toBe('up_to_date');
    await clock.advance(5 * minute);
    expect(getState()).toBe('up_to_date');
  });
});

test('closing aborts what runs and leaves no timer', async () => {
  sync.start();
  await flush();
  parts.calls.hang = true;
  sync.syncNow();
  await flush();
  await sync.close();
  expect(clock.hasTimers).toBe(false);
  expect(logged).toEqual([]);
});

test('closing does not wait longer than a second for a part that ignores it', async () => {
  sync.start();
  await flush();
  parts.calls.hang = 'for_ever';
  sync.syncNow();
  await flush();
  let isClosed = false;
  const closed = sync.close().then(() => (isClosed = true));
  await flush();
  expect(isClosed).toBe(false);
  await clock.advance(second);
  await closed;
});
