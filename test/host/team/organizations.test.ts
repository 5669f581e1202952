import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OpenOrganization } from '../../../electron/host/team/open-organization.ts';
import { Organizations } from '../../../electron/host/team/organizations.ts';

const wakeAfterSeconds = 24 * 60 * 60;

/** An organization whose state a test changes. */
function createOrganization(id: string, log: string[]) {
  const state = { isHeld: true, idleMs: 1, hasWork: false };
  const opened: OpenOrganization = {
    lock: {
      areOnServer: true,
      backendPid: 1,
      isHeld: () => state.isHeld,
      release: () => {},
      open: () => expect.unreachable(),
      inspect: () => expect.unreachable(),
    },
    fetch: () => new Response(id),
    getIdleMs: () => state.idleMs,
    measureWork: () => ({ calls: state.hasWork ? 1 : 0, documents: 0 }),
    close: () => Promise.resolve(void log.push(`close ${id}`)),
  };
  return { state, opened };
}

function createOrganizations(options: { readonly maxOpen?: number } = {}) {
  const log: string[] = [];
  const created = new Map<string, ReturnType<typeof createOrganization>>();
  const waiting: string[] = [];
  const [locked, broken] = [new Set<string>(), new Set<string>()];
  const organizations = new Organizations({
    ...options,
    directory: {
      release: (id, _, seconds) => Promise.resolve(void log.push(`release ${id} for ${seconds} s`)),
      listWaitingIds: () => Promise.resolve(waiting.splice(0)),
    },
    lock: (id) => {
      if (locked.has(id)) return Promise.resolve(null);
      const organization = createOrganization(id, log);
      created.set(id, organization);
      return Promise.resolve(organization.opened.lock);
    },
    open: (id) => {
      if (broken.has(id)) return Promise.reject(new Error('broken'));
      log.push(`open ${id}`);
      return Promise.resolve(created.get(id)?.opened ?? expect.unreachable());
    },
    onError: (error) => log.push(String(error)),
    idleMs: 60_000,
  });
  const getState = (id: string) => created.get(id)?.state ?? expect.unreachable();
  return { organizations, log, waiting, locked, broken, getState };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('an organization is opened once, and closed and opened again after its lock was lost', async () => {
  const { organizations, log, getState } = createOrganizations();
  const [one, other] = await Promise.all([organizations.open('a'), organizations.open('a')]);
  expect(one).toBe(other);
  getState('a').isHeld = false;
  expect(await organizations.find('a')).toBeNull();
  expect(await organizations.open('a')).not.toBe(one);
  expect(log).toEqual(['open a', 'close a', 'open a']);
});

test('an organization of another process is not opened', async () => {
  const { organizations, log, locked } = createOrganizations();
  locked.add('a');
  expect(await organizations.open('a')).toBeNull();
  locked.clear();
  expect(await organizations.open('a')).not.toBeNull();
  expect(log).toEqual(['open a']);
});

test('one that cannot be opened is tried again by the next request, or later', async () => {
  const { organizations, log, broken } = createOrganizations();
  broken.add('a');
  await expect(organizations.open('a')).rejects.toThrow('The database of this server cannot be reached now.');
  broken.clear();
  expect(await organizations.open('a')).not.toBeNull();
  expect(log).toEqual(['Error: broken', 'release a for 60 s', 'open a']);
});

test('organizations without requests and work are closed, and those that wait are opened', async () => {
  const { organizations, log, waiting, getState } = createOrganizations();
  await Promise.all(['idle', 'working', 'used'].map((id) => organizations.open(id)));
  Object.assign(getState('idle'), { idleMs: 60_001 });
  Object.assign(getState('working'), { idleMs: 60_001, hasWork: true });
  log.length = 0;
  waiting.push('left');
  organizations.start();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(log.toSorted()).toEqual(['close idle', 'open left', `release idle for ${wakeAfterSeconds} s`]);
});

test('the one that was used least recently makes room for another', async () => {
  const { organizations, log, getState } = createOrganizations({ maxOpen: 2 });
  await Promise.all(['a', 'b'].map((id) => organizations.open(id)));
  Object.assign(getState('a'), { idleMs: 10 });
  Object.assign(getState('b'), { idleMs: 20 });
  await organizations.open('c');
  expect(log.slice(2)).toEqual([`release b for ${wakeAfterSeconds} s`, 'close b', 'open c']);
  Object.assign(getState('a'), { hasWork: true });
  Object.assign(getState('c'), { idleMs: 0 });
  await expect(organizations.open('d')).rejects.toThrow('has no room for another organization');
});

test('at the end, work is finished or left to another process', async () => {
  const { organizations, log, getState } = createOrganizations();
  await Promise.all(['a', 'short', 'long'].map((id) => organizations.open(id)));
  Object.assign(getState('short'), { hasWork: true });
  Object.assign(getState('long'), { hasWork: true });
  log.length = 0;
  const closed = organizations.close();
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toEqual([`release a for ${wakeAfterSeconds} s`, 'close a']);
  Object.assign(getState('short'), { hasWork: false });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(log.slice(2)).toEqual([`release short for ${wakeAfterSeconds} s`, 'close short']);
  expect(await organizations.open('b')).toBeNull();
  await vi.advanceTimersByTimeAsync(20_000);
  await closed;
  expect(log.slice(4)).toEqual(['release long for 0 s', 'close long']);
});

test('at the end, a clock that is set back prolongs no wait', async () => {
  const { organizations, log, getState } = createOrganizations();
  await organizations.open('a');
  Object.assign(getState('a'), { hasWork: true });
  const closed = organizations.close();
  await vi.advanceTimersByTimeAsync(1_000);
  vi.setSystemTime(Date.now() - 3_600_000);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(log).toContain('close a');
  await closed;
});
