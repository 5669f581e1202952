import { scryptSync } from 'node:crypto';
import { globSync, readFileSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import Conf from 'conf';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { AttemptLimiter } from '../../electron/service/features/window-lock/passphrase-verifier.ts';
import { WindowLock } from '../../electron/service/features/window-lock/window-lock.ts';
import { Keychain } from '../../electron/service/platform/keychain/keychain.ts';
import { appRoutes, routeTreePaths, v1Routes } from '../../shared/contract/contract.ts';
import { Problem } from '../../shared/contract/problems.ts';
import { fillPath, type Route } from '../../shared/contract/route.ts';
import { createMemorySettings } from '../helpers/service/memory-settings.ts';
import { createTestApiKey, startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import { startService, type StartedService } from '../helpers/service/start-service.ts';
import { openEventStream } from '../helpers/service/subscribe-to-events.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';
import {
  createMemorySecretStore,
  createTestKeychain,
  type MemorySecretStore,
} from '../helpers/service/test-keychain.ts';

const passphrase = 'seven brass lanterns';

let folder: TemporaryFolder;
let store: MemorySecretStore;
let now: number;
let started: StartedService;

const getOptions = (keychain = createTestKeychain(store)) => ({
  dataDir: folder.path,
  settings: new Conf<Record<string, unknown>>({ cwd: folder.path, configName: 'settings' }),
  keychain,
  now: () => now,
  passphraseWork: { windowLock: 10, backup: 10 },
});

beforeEach(async () => {
  folder = await createTemporaryFolder();
  store = createMemorySecretStore();
  now = Date.now();
  started = await startServiceWithWorkspace(getOptions());
});
afterEach(async () => {
  await started.stop();
  await folder.remove();
});

const setUp = () => started.app(appRoutes.updateWindowLock, { json: { passphrase, idle_minutes: 1 } });
const unlock = (tried: string) => started.app(appRoutes.unlockWindow, { json: { passphrase: tried } });
const getLock = () => started.app(appRoutes.getWindowLock, {});

/** Ends the time in which a page that was just locked can save its text. */
const leave = () => (now += 5_000);

async function restart(keychain?: Keychain): Promise<void> {
  await started.stop();
  started = await startService(getOptions(keychain));
}

test('a locked window can request nothing except to unlock it, and API keys continue', async () => {
  const key = await createTestApiKey(started, 'viewer');
  await setUp();
  await started.app(appRoutes.lockWindow, {});
  leave();
  const unlocking: readonly Route[] = [appRoutes.getWindowLock, appRoutes.unlockWindow];
  const answers = await Promise.all(
    (['v1', 'app'] as const).flatMap((tree) =>
      Object.values<Route>(tree === 'v1' ? v1Routes : appRoutes).map(async (route) => {
        const params = Object.fromEntries([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'x']));
        const path = routeTreePaths[tree] + fillPath(route.path, params);
        const { status } = await started.send(path, { method: route.method.toUpperCase() }, 'window');
        return { id: route.id, isRefused: status === 423 };
      }),
    ),
  );
  expect(answers.length).toBeGreaterThan(100);
  expect(answers.filter(({ isRefused }) => !isRefused).map(({ id }) => id)).toEqual(unlocking.map(({ id }) => id));
  expect((await started.send('/audio/call_1.mp3', {}, 'window')).status, 'a signed URL').toBe(423);
  expect((await started.send('/v1/agents', { headers: key.headers }, 'window')).status, 'a key in the window').toBe(
    423,
  );
  expect((await started.send('/app//agents', {}, 'window')).status, 'a path that no route has').toBe(423);
  expect((await started.send('/v1/agents', { headers: key.headers })).status, 'another program').toBe(200);
  await unlock(passphrase);
  expect((await started.v1(v1Routes.listAgents, {})).data).not.toEqual([]);
});

test('the last event of the window says that it is locked; streams of API keys stay open', async () => {
  const key = await createTestApiKey(started, 'viewer');
  await setUp();
  const window = openEventStream(await started.app(appRoutes.streamAppEvents, {}));
  const program = openEventStream(await started.send('/v1/events', { headers: key.headers }));
  started.service.windowLock.lockBySystem('suspend');
  await window.waitForNext(({ type }) => type === 'window.locked');
  started.service.windowLock.unlockBySystem('Touch ID');
  await expect(window.waitForNext(() => true)).rejects.toThrow('The event stream ended.');
  await started.v1(v1Routes.saveItem, { json: { kind: 'metadata_template', name: 'Lead', value: { metadata: {} } } });
  await program.waitForNext(({ type }) => type === 'saved_items.changed');
  await program.stop();
});

test('the passphrase unlocks the window in each form in which keyboards write it', async () => {
  const [composed, decomposed] = (['NFC', 'NFD'] as const).map((form) => 'Überprüfung-Zoë 한국어 ﬁ'.normalize(form));
  const change = (json: { passphrase: string; current_passphrase?: string }) =>
    started.app(appRoutes.updateWindowLock, { json });
  await change({ passphrase: decomposed ?? '' });
  for (const typed of [composed, decomposed, 'Überprüfung-Zoë 한국어 fi', `\u2068${composed}\u2069`]) {
    await started.app(appRoutes.lockWindow, {});
    expect(await unlock(typed ?? '')).toMatchObject({ is_locked: false });
  }
  await change({ passphrase: composed ?? '', current_passphrase: decomposed ?? '' });
});

test('a wrong passphrase delays the next one, also many at the same time and after a restart of the window', async () => {
  await setUp();
  started.service.windowLock.lockBySystem('suspend');
  const attempts = await Promise.allSettled(['a', 'b', 'c'].map(unlock));
  expect(attempts.map((attempt) => attempt.status === 'rejected' && (attempt.reason as { code: string }).code)).toEqual(
    ['passphrase_wrong', 'rate_limited', 'rate_limited'],
  );
  expect(await getLock()).toMatchObject({ is_locked: true, retry_after_seconds: 1 });
  now += 999;
  await expect(unlock(passphrase), 'the right one is not checked either').rejects.toMatchObject({
    code: 'rate_limited',
    message: 'Wait 1 second, then try again.',
  });
  now += 1;
  expect(await unlock(passphrase)).toMatchObject({ is_locked: false, retry_after_seconds: 0 });
});

test('delays are 1, 2, 4, 8, 16 and then 30 seconds, and a clock that is set back does not lock out', async () => {
  const limiter = new AttemptLimiter(() => now);
  const delays: number[] = [];
  for (let count = 0; count < 7; count++) {
    expect(await limiter.run(async () => false)).toBe(false);
    delays.push(limiter.delaySeconds);
    now += limiter.delayMs;
  }
  expect(delays).toEqual([1, 2, 4, 8, 16, 30, 30]);
  await expect(limiter.run(() => Promise.reject(new Error('no keychain')))).rejects.toThrow('no keychain');
  expect(limiter.delayMs, 'nothing was checked').toBe(0);
  await limiter.run(async () => false);
  now -= 86_400_000;
  expect(await limiter.run(async () => true)).toBe(true);
  await limiter.run(async () => false);
  expect(limiter.delaySeconds, 'the right passphrase starts again').toBe(1);
});

test('the keychain has a hash of the passphrase that costs half a second, and no file has either', async () => {
  await started.stop();
  const { passphraseWork: _testWork, ...options } = getOptions();
  started = await startService(options);
  await setUp();
  const [account, verifier] = [...store.secrets].find(([name]) => name.endsWith('/window-lock')) ?? [];
  expect(account).toMatch(/^folder-[0-9a-f]{24}\/window-lock$/);
  expect(verifier).toMatch(/^scrypt:[\w+/=]{24}:[\w+/=]{44}$/);
  await started.service.close();
  const files = globSync('**/*', { cwd: folder.path, withFileTypes: true }).filter((entry) => entry.isFile());
  const [, salt = '', hash = ''] = verifier?.split(':') ?? [];
  const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 192 * 1024 ** 2 };
  expect(scryptSync(passphrase, Buffer.from(salt, 'base64'), 32, cost).toString('base64')).toBe(hash);
  const secrets = [passphrase, salt, hash, Buffer.from(salt, 'base64'), Buffer.from(hash, 'base64')];
  const found = files.filter(({ parentPath, name }) => {
    const bytes = readFileSync(join(parentPath, name));
    return secrets.some((secret) => bytes.includes(secret));
  });
  expect(files.length).toBeGreaterThan(2);
  expect(found.map(({ name }) => name)).toEqual([]);
});

test('the application starts locked, also if the keychain cannot be read or the settings are lost', async () => {
  await setUp();
  await restart();
  expect(await getLock()).toMatchObject({ is_set_up: true, is_locked: true, idle_minutes: 1 });
  await expect(started.app(appRoutes.getSession, {})).rejects.toMatchObject({ code: 'locked' });

  let isAvailable = false;
  const openStore = async () => {
    if (!isAvailable) throw new Error('The keychain is locked');
    return store;
  };
  await restart(new Keychain(openStore));
  expect(await getLock()).toMatchObject({ is_set_up: true, is_locked: true });
  await expect(unlock(passphrase)).rejects.toMatchObject({
    code: 'lock_unavailable',
    message:
      'The passphrase cannot be checked, because the keychain of this computer cannot be used. The keychain is locked.',
  });
  isAvailable = true;
  expect(await unlock(passphrase)).toMatchObject({ is_locked: false });

  getOptions().settings.clear();
  await restart();
  expect(await getLock()).toMatchObject({ is_set_up: true, is_locked: true });
});

test('the application starts locked if only the entry in the keychain cannot be read, and stays set up', async () => {
  await setUp();
  const get = (account: string) =>
    account.endsWith('/window-lock') ? Promise.reject(new Error('The entry is locked')) : store.get(account);
  await restart(createTestKeychain({ ...store, get }));
  expect(await getLock()).toMatchObject({ is_set_up: true, is_locked: true });
  await expect(unlock(passphrase)).rejects.toMatchObject({
    code: 'lock_unavailable',
    message: expect.stringMatching(
      /^The keychain of this computer did not return .* Unlock the keychain and try again/,
    ),
  });
  await restart();
  expect(await getLock()).toMatchObject({ is_set_up: true, is_locked: true, idle_minutes: 1 });
  expect(await unlock(passphrase)).toMatchObject({ is_locked: false });
});

test('a lock whose hash is missing in the keychain stays locked until it is removed from the settings, too', async () => {
  await setUp();
  for (const account of store.secrets.keys()) if (account.endsWith('window-lock')) store.secrets.delete(account);
  started.service.windowLock.lockBySystem('suspend');
  const problem = {
    code: 'lock_unavailable',
    message: `The keychain of this computer does not contain the hash of the passphrase. To turn off the lock, quit Switchboard, remove “windowLock” from ${join(folder.path, 'settings.json')}, and start Switchboard again.`,
  };
  await expect(unlock(passphrase)).rejects.toMatchObject(problem);
  await restart();
  expect(await getLock()).toMatchObject({ is_set_up: true, is_locked: true });
  await expect(unlock(passphrase)).rejects.toMatchObject(problem);
  getOptions().settings.delete('windowLock');
  await restart();
  expect(await getLock()).toMatchObject({ is_set_up: false, is_locked: false });
});

test('a data folder has one lock, however its path is written', async () => {
  await setUp();
  await started.stop();
  const link = join(folder.path, 'link');
  symlinkSync(folder.path, link, 'junction');
  for (const dataDir of [link, relative(process.cwd(), folder.path), `${folder.path}/`]) {
    started = await startService({ ...getOptions(), dataDir });
    expect(await getLock(), dataDir).toMatchObject({ is_set_up: true, is_locked: true });
    expect(await unlock(passphrase)).toMatchObject({ is_locked: false });
    await started.stop();
  }
  started = await startService({ ...getOptions(), settings: createMemorySettings(), dataDir: link });
  expect(await getLock(), 'without the settings').toMatchObject({ is_set_up: true, is_locked: true });
});

test('a lock needs a keychain, and changing it needs the current passphrase', async () => {
  started.service.windowLock.lockBySystem('suspend');
  expect(await getLock(), 'without a lock').toMatchObject({ is_locked: false });
  await expect(started.app(appRoutes.lockWindow, {})).rejects.toMatchObject({ code: 'lock_not_set_up' });
  await setUp();
  const change = (json: { passphrase: string | null; current_passphrase?: string }) =>
    started.app(appRoutes.updateWindowLock, { json });
  await expect(change({ passphrase: null })).rejects.toMatchObject({ code: 'passphrase_required' });
  await expect(change({ passphrase: null, current_passphrase: 'wrong' })).rejects.toMatchObject({
    code: 'passphrase_wrong',
    errors: [{ pointer: '/current_passphrase' }],
  });
  now += 1000;
  await change({ passphrase: 'a new passphrase', current_passphrase: passphrase });
  expect(await change({ passphrase: null, current_passphrase: 'a new passphrase' })).toMatchObject({
    is_set_up: false,
  });
  expect([...store.secrets.keys()].filter((account) => account.endsWith('window-lock'))).toEqual([]);

  await restart(new Keychain(() => Promise.reject(new Error('There is none'))));
  await expect(change({ passphrase })).rejects.toMatchObject({ code: 'lock_unavailable' });
  expect(await getLock()).toMatchObject({ is_set_up: false });
});

test('if the settings cannot be written, neither the passphrase nor the lock changes', async () => {
  await started.stop();
  const settings = createMemorySettings();
  let isFull = true;
  const set = (key: string, value: unknown) => {
    if (isFull && key === 'windowLock') throw new Problem('storage_full', 'The disk is full.');
    settings.set(key, value);
  };
  started = await startServiceWithWorkspace({ ...getOptions(), settings: { ...settings, set } });
  const listVerifiers = () => [...store.secrets].filter(([account]) => account.endsWith('window-lock'));
  await expect(setUp()).rejects.toMatchObject({ code: 'storage_full' });
  expect([listVerifiers(), await getLock()]).toMatchObject([[], { is_set_up: false }]);
  isFull = false;
  await setUp();
  const verifiers = listVerifiers();
  isFull = true;
  for (const next of ['a new passphrase', null]) {
    const json = { passphrase: next, current_passphrase: passphrase };
    await expect(started.app(appRoutes.updateWindowLock, { json })).rejects.toMatchObject({ code: 'storage_full' });
    expect([listVerifiers(), await getLock()]).toMatchObject([verifiers, { is_set_up: true }]);
  }
});

test('a page saves its draft and keeps its text for five seconds, and gets the text back after unlocking', async () => {
  await setUp();
  started.service.windowLock.lockBySystem('suspend');
  const keep = () => started.app(appRoutes.keepPage, { json: { page_id: 'page', version: 1, state: 'typed text' } });
  const draft = { name: '', objective: 'Remind', target_audience: '', required_integrations: [] };
  await started.v1(v1Routes.saveItem, {
    json: { kind: 'request_draft', name: 'key', value: { ...draft, saved_at: new Date(now).toISOString() } },
  });
  await keep();
  const read = () => started.app(appRoutes.getKeptPage, { params: { page_id: 'page' }, query: { version: 0 } });
  await expect(read()).rejects.toMatchObject({ code: 'locked' });
  leave();
  await expect(keep()).rejects.toMatchObject({ code: 'locked' });
  started.service.windowLock.unlockBySystem('Touch ID');
  expect(await read()).toEqual({ state: 'typed text' });
  expect((await started.v1(v1Routes.listSavedItems, {})).data).toHaveLength(1);
  started.service.windowLock.lockBySystem('suspend');
  started.service.windowLock.unlockBySystem('Touch ID');
  await expect(read()).rejects.toMatchObject({ code: 'kept_page_not_found' });
});

/** Returns a lock that is set up and locks after a minute without input. */
async function createIdleLock(measureIdleMs?: () => number, onLock = () => {}): Promise<WindowLock> {
  const lock = new WindowLock({
    context: {
      settings: createMemorySettings(),
      keychain: createTestKeychain(),
      dataDir: folder.path,
      now: Date.now,
      passphraseWork: { windowLock: 10, backup: 10 },
    },
    measureIdleMs,
    onLock,
    onActivity: () => {},
  });
  await lock.update({ passphrase, idle_minutes: 1 });
  return lock;
}

test('locks when there has been no input for the chosen time, measured by the system or reported by the window', async () => {
  vi.useFakeTimers();
  try {
    for (const isMeasured of [true, false]) {
      let lastInputAt = Date.now();
      const onLock = vi.fn();
      const lock = await createIdleLock(isMeasured ? () => Date.now() - lastInputAt : undefined, onLock);
      await vi.advanceTimersByTimeAsync(59_000);
      lastInputAt = Date.now();
      lock.reportInput();
      await vi.advanceTimersByTimeAsync(59_000);
      expect(lock.isLocked).toBe(false);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(lock.isLocked).toBe(true);
      expect(onLock).toHaveBeenCalledOnce();
      lock.unlockBySystem('Touch ID');
      await vi.advanceTimersByTimeAsync(1_000);
      expect(lock.isLocked, 'a fingerprint is no input').toBe(false);
      await lock.update({ idle_minutes: null });
      await vi.advanceTimersByTimeAsync(3_600_000);
      expect(lock.isLocked).toBe(false);
    }
  } finally {
    vi.useRealTimers();
  }
});

test('a system that always measures 0 does not prevent the lock', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lock = await createIdleLock(() => 0);
  await vi.advanceTimersByTimeAsync(59_000);
  lock.reportInput();
  await vi.advanceTimersByTimeAsync(59_000);
  expect(lock.isLocked).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(lock.isLocked).toBe(true);
});

test('input in another application keeps the window open as soon as the system has measured an idle time', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let idleMs = 0;
  const lock = await createIdleLock(() => idleMs);
  await vi.advanceTimersByTimeAsync(30_000);
  idleMs = 1_000;
  await vi.advanceTimersByTimeAsync(5_000);
  idleMs = 0;
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(lock.isLocked).toBe(false);
  idleMs = 60_000;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(lock.isLocked).toBe(true);
});

test('the time in which the computer sleeps is idle time, also if the first input comes before the timer', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const sleep = () => vi.setSystemTime(Date.now() + 8 * 3_600_000); // timers stand still
  const lock = await createIdleLock();
  sleep();
  lock.reportInput();
  expect(lock.isLocked).toBe(true);
  await lock.unlockWithPassphrase(passphrase);
  expect(lock.isLocked).toBe(false);
  sleep();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(lock.isLocked, 'without input').toBe(true);
});

test('the activity says when the window locked by itself and why, and that the system unlocked it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await setUp();
  const { windowLock } = started.service;
  now += 60_000;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(windowLock.isLocked).toBe(true);
  windowLock.lockBySystem('screen'); // is locked already
  windowLock.unlockBySystem('Touch ID');
  windowLock.unlockBySystem('Touch ID');
  windowLock.lockBySystem('suspend');
  await unlock(passphrase);
  windowLock.lockBySystem('screen');
  windowLock.unlockBySystem('Touch ID');
  const { data } = await started.v1(v1Routes.listActivity, { query: { limit: 6 } });
  expect(data.map(({ summary }) => summary)).toEqual([
    'Unlocked window with Touch ID',
    'Locked window together with the screen',
    'Unlocked window with the passphrase',
    'Locked window when the computer went to sleep',
    'Unlocked window with Touch ID',
    'Locked window after 1 minute without input',
  ]);
  expect(new Set(data.map(({ actor_name, role, result }) => `${actor_name}, ${role}, ${result}`))).toEqual(
    new Set(['Window, admin, done']),
  );
  const { operations } = await started.app(appRoutes.listActivityFacets, {});
  const names = operations.map(({ summary }) => summary);
  expect(names).toContain('Locked window automatically');
  expect(new Set(names).size).toBe(names.length);
});

test('a signed URL stops at the lock, also after a restart, and others are valid after it is unlocked', async () => {
  const sign = async () => {
    const { data } = await started.v1(v1Routes.listInvoices, {});
    return new URL(data[0]?.pdf_url ?? '').pathname + new URL(data[0]?.pdf_url ?? '').search;
  };
  const open = async (url: string) => (await started.send(url)).status;
  now += 40 * 24 * 60 * 60 * 1000; // the first cycle has an invoice then
  await setUp();
  await restart();
  await unlock(passphrase);
  const first = await sign();
  expect(await open(first)).toBe(200);
  await started.app(appRoutes.lockWindow, {});
  expect(await open(first), 'while it is locked').toBe(403);
  await unlock(passphrase);
  const second = await sign();
  expect([await open(first), await open(second)], 'after it is unlocked').toEqual([403, 200]);
  await restart();
  expect(await open(second), 'after a start, which locks the window').toBe(403);
});
