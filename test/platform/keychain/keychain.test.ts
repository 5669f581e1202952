import { expect, onTestFinished, test, vi } from 'vitest';
import { Keychain, createPendingRemovals } from '../../../electron/service/platform/keychain/keychain.ts';
import type { SecretStore } from '../../../electron/service/platform/keychain/secret-store.ts';
import { createMemorySettings } from '../../helpers/service/memory-settings.ts';
import { createLockableSecretStore, createMemorySecretStore } from '../../helpers/service/test-keychain.ts';

const openWith = async (store: SecretStore) => {
  const keychain = new Keychain(async () => store);
  await keychain.check();
  return keychain;
};

test('secrets are stored per workspace, replaced and removed', async () => {
  const store = createMemorySecretStore();
  const keychain = await openWith(store);
  const [first, second] = [keychain.forWorkspace('wsp_1'), keychain.forWorkspace('wsp_2')];
  await first.set('url-signing-secret', 'one');
  await first.set('url-signing-secret', 'two');
  await first.set('activity-head', 'head');
  await second.set('url-signing-secret', 'other');
  expect(await first.read('url-signing-secret')).toBe('two');
  expect(await second.read('activity-head')).toBeNull();
  expect(await first.list()).toEqual(['url-signing-secret', 'activity-head']);
  await keychain.removeWorkspace('wsp_1');
  expect(await first.read('url-signing-secret')).toBeNull();
  expect(await first.list()).toEqual([]);
  expect([...store.secrets]).toEqual([['wsp_2/url-signing-secret', 'other']]);
});

test('the check is a round trip that leaves nothing, and requests wait for it', async () => {
  const store = createMemorySecretStore();
  store.secrets.set('wsp_1/activity-head', 'head');
  const keychain = new Keychain(async () => store);
  const checking = keychain.check();
  expect(await keychain.forWorkspace('wsp_1').read('activity-head')).toBe('head');
  expect(await checking).toEqual({ kept_in: 'keychain' });
  expect([...store.secrets.keys()]).toEqual(['wsp_1/activity-head']);
});

test('without a keychain, secrets stay in memory and move to it once it works', async () => {
  const store = createMemorySecretStore();
  let isAvailable = false;
  const keychain = new Keychain(async () => {
    if (!isAvailable) throw new Error('No Secret Service is running');
    return store;
  });
  expect(await keychain.check()).toEqual({ kept_in: 'memory', reason: 'No Secret Service is running.' });
  const secrets = keychain.forWorkspace('wsp_1');
  await secrets.set('url-signing-secret', 'mine');
  expect(await secrets.read('url-signing-secret')).toBe('mine');
  expect(store.secrets.size).toBe(0);
  isAvailable = true;
  expect(await keychain.check()).toEqual({ kept_in: 'keychain' });
  expect([...store.secrets]).toEqual([['wsp_1/url-signing-secret', 'mine']]);
  expect(await secrets.read('url-signing-secret')).toBe('mine');
});

test('what is removed while the keychain cannot be used is removed from it once it works', async () => {
  const store = createMemorySecretStore();
  for (const account of ['wsp_1/remote-key', 'wsp_1/activity-head', 'wsp_2/remote-key', 'wsp_2/activity-head'])
    store.secrets.set(account, 'stored');
  store.secrets.set('wsp_3/remote-key', 'stored');
  let isAvailable = false;
  const keychain = new Keychain(async () => {
    if (!isAvailable) throw new Error('No Secret Service is running');
    return store;
  });
  await keychain.check();
  await keychain.removeWorkspace('wsp_1');
  await keychain.forWorkspace('wsp_2').remove('remote-key');
  expect(await keychain.forWorkspace('wsp_2').read('remote-key')).toBeNull();
  const kept = keychain.forWorkspace('wsp_3');
  const previous = await kept.read('remote-key');
  expect(previous, 'cannot be read').toBeUndefined();
  await kept.set('remote-key', 'new');
  await kept.restore('remote-key', previous);
  isAvailable = true;
  await keychain.check();
  expect([...store.secrets.keys()]).toEqual(['wsp_2/activity-head', 'wsp_3/remote-key']);
  expect(await kept.read('remote-key')).toBe('stored');
});

test('what could not be removed before the application quits is removed at a later start', async () => {
  const store = createMemorySecretStore();
  for (const account of ['wsp_1/remote-key', 'wsp_2/remote-key']) store.secrets.set(account, 'stored');
  const settings = createMemorySettings();
  const open = (openStore: () => Promise<SecretStore>) => new Keychain(openStore, createPendingRemovals(settings));
  const locked = open(() => Promise.reject(new Error('The keychain is locked')));
  await locked.removeWorkspace('wsp_1');
  await locked.forWorkspace('wsp_2').set('url-signing-secret', 'in memory only');
  const next = open(async () => store);
  expect(await next.check()).toEqual({ kept_in: 'keychain' });
  expect([...store.secrets]).toEqual([['wsp_2/remote-key', 'stored']]);
  expect(settings.get('keychainRemovals')).toEqual([]);
  expect(createPendingRemovals({ ...settings, get: () => 'of another version' }).read()).toEqual([]);
});

test('a keychain that is locked later does not lose what is set', async () => {
  const store = createLockableSecretStore();
  const keychain = await openWith(store);
  const secrets = keychain.forWorkspace('wsp_1');
  store.setLocked(true);
  await secrets.set('activity-head', 'later');
  expect(await secrets.read('activity-head')).toBe('later');
  expect(await keychain.check()).toEqual({
    kept_in: 'memory',
    reason: 'Cannot create an item in a locked collection.',
  });
  store.setLocked(false);
  await keychain.check();
  expect(store.secrets.get('wsp_1/activity-head')).toBe('later');
});

test('a keychain that is locked later cannot be read, which is not the same as having no secret', async () => {
  const store = createLockableSecretStore();
  const keychain = await openWith(store);
  const secrets = keychain.forWorkspace('wsp_1');
  await secrets.set('remote-key', 'stored');
  expect(await secrets.read('activity-head'), 'not stored').toBeNull();
  expect(await keychain.check()).toEqual({ kept_in: 'keychain' });
  store.setLocked(true);
  const previous = await secrets.read('remote-key');
  expect(previous).toBeUndefined();
  expect(await secrets.list()).toBeUndefined();
  expect(await keychain.check()).toMatchObject({ kept_in: 'memory' });
  await secrets.set('remote-key', 'new');
  await secrets.restore('remote-key', previous);
  store.setLocked(false);
  expect(await keychain.check()).toEqual({ kept_in: 'keychain' });
  expect(await secrets.read('remote-key')).toBe('stored');
  expect([...store.secrets.keys()]).toEqual(['wsp_1/remote-key']);
});

test('what is removed from a keychain that is locked later is removed once it is unlocked', async () => {
  const store = createLockableSecretStore();
  const keychain = await openWith(store);
  const names = ['url-signing-secret', 'activity-head', 'backup-passphrase', 'remote-key'] as const;
  for (const id of ['wsp_1', 'wsp_2']) for (const name of names) await keychain.forWorkspace(id).set(name, 'stored');
  store.setLocked(true);
  await keychain.forWorkspace('wsp_1').remove('remote-key');
  await keychain.removeWorkspace('wsp_2');
  store.setLocked(false);
  expect(await keychain.check()).toEqual({ kept_in: 'keychain' });
  expect([...store.secrets.keys()]).toEqual(names.slice(0, 3).map((name) => `wsp_1/${name}`));
});

test('a keychain whose secrets cannot be read back is not used', async () => {
  const keychain = await openWith({ ...createMemorySecretStore(), get: async () => null });
  expect(await keychain.check()).toEqual({ kept_in: 'memory', reason: 'The keychain is locked.' });
});

test('a keychain that does not answer is given up after five seconds', async () => {
  vi.useFakeTimers();
  try {
    const keychain = new Keychain(async () => ({ ...createMemorySecretStore(), get: () => new Promise(() => {}) }));
    const checking = keychain.check();
    const secret = keychain.forWorkspace('wsp_1').read('activity-head');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await checking).toEqual({ kept_in: 'memory', reason: 'The keychain did not answer.' });
    expect(await secret).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});

test('a keychain that does not answer has one call at a time, and a late write does not replace a newer secret', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const store = createMemorySecretStore();
  let answer = Promise.withResolvers<void>();
  answer.resolve();
  let [running, mostRunning] = [0, 0];
  const run = async <T>(call: () => Promise<T>) => {
    mostRunning = Math.max(mostRunning, ++running);
    await answer.promise;
    running--;
    return call();
  };
  const keychain = await openWith({
    get: (account) => run(() => store.get(account)),
    set: (account, secret) => run(() => store.set(account, secret)),
    remove: (account) => run(() => store.remove(account)),
  });
  const secrets = keychain.forWorkspace('wsp_1');
  answer = Promise.withResolvers();
  const requests = [
    secrets.set('remote-key', 'older'),
    secrets.read('activity-head'),
    keychain.forWorkspace('wsp_2').read('remote-key'),
  ];
  await vi.advanceTimersByTimeAsync(5_000);
  await Promise.all(requests);
  await secrets.set('remote-key', 'newer');
  for (let count = 0; count < 4; count++) {
    const checking = keychain.check();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await checking).toEqual({ kept_in: 'memory', reason: 'The keychain did not answer.' });
  }
  expect(mostRunning).toBe(1);
  const checking = keychain.check();
  answer.resolve();
  expect(await checking).toEqual({ kept_in: 'keychain' });
  expect([...store.secrets]).toEqual([['wsp_1/remote-key', 'newer']]);
  expect(mostRunning).toBe(1);
});
