import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appRoutes } from '../../shared/contract/contract.ts';
import { createTestKeychain } from '../helpers/service/test-keychain.ts';
import { startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import type { StartedService } from '../helpers/service/start-service.ts';

let started: StartedService;

beforeEach(async () => {
  started = await startServiceWithWorkspace({
    keychain: createTestKeychain(),
    passphraseWork: { windowLock: 10, backup: 10 },
  });
});
afterEach(() => started.stop());

const keep = (page_id: string, version: number, state: string) =>
  started.app(appRoutes.keepPage, { json: { page_id, version, state } });
const read = async (page_id: string, version: number) =>
  (await started.app(appRoutes.getKeptPage, { params: { page_id }, query: { version } })).state;

/** Requests a version and returns its state, with all that arrives while the request waits. */
async function readEarly(version: number, arrive: () => Promise<unknown>): Promise<string> {
  const state = read('page', version);
  await sleep(100);
  await arrive();
  return await state;
}

test('a page keeps its text while the window is unlocked, and the latest 20 pages are kept', async () => {
  for (let page = 1; page <= 20; page++) await keep(`page-${page}`, 1, 'first');
  await keep('page-1', 2, 'second');
  await keep('page-21', 1, 'first');
  const states = [await read('page-1', 2), await read('page-3', 1), await read('page-21', 1)];
  expect(states).toEqual(['second', 'first', 'first']);
  await expect(read('page-2', 1)).rejects.toMatchObject({ code: 'kept_page_not_found' });
});

test('the next page gets what the last page kept, also if it asks before that has arrived', async () => {
  expect(await readEarly(1, () => keep('page', 1, 'first'))).toBe('first');
  const arrive = async () => {
    await keep('page', 2, 'second');
    await keep('another page', 3, 'other text');
    await keep('page', 3, 'third');
  };
  expect(await readEarly(3, arrive)).toBe('third');
});

test('a version that never arrives delays the next page for a second, and an overtaken one changes nothing', async () => {
  await keep('page', 2, 'second');
  await keep('page', 1, 'first');
  expect(await read('page', 1)).toBe('second');
  const start = performance.now();
  expect(await read('page', 3)).toBe('second');
  expect(performance.now() - start).toBeGreaterThan(900);
});

test('a page that waits for its text does not get it after the window was locked', async () => {
  await started.app(appRoutes.updateWindowLock, { json: { passphrase: 'seven brass lanterns' } });
  const state = readEarly(1, async () => {
    started.service.windowLock.lockBySystem('suspend');
    await keep('page', 1, 'typed text');
  });
  await expect(state).rejects.toMatchObject({ code: 'locked' });
});
