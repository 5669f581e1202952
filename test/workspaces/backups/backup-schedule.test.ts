import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as z from 'zod';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import { dayMs } from '../../../shared/text/duration.ts';
import { Problem } from '../../../shared/contract/problems.ts';
import { createMemorySettings } from '../../helpers/service/memory-settings.ts';
import { startServiceWithWorkspace } from '../../helpers/service/start-service-with-workspace.ts';
import { startService, type StartedService } from '../../helpers/service/start-service.ts';
import { openEventStream, type EventSubscription } from '../../helpers/service/subscribe-to-events.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../helpers/service/temporary-folder.ts';
import { createLockableSecretStore, createTestKeychain } from '../../helpers/service/test-keychain.ts';

let now: number;
let folder: TemporaryFolder;
let started: StartedService;
let events: EventSubscription;
let logged: string[];
const settings = createMemorySettings();
const secrets = createLockableSecretStore();

const getOptions = () => ({
  dataDir: folder.path,
  settings,
  now: () => now,
  keychain: createTestKeychain(secrets),
  passphraseWork: { windowLock: 10, backup: 10 },
  log: { error: (_: object, message: string) => logged.push(message) },
});

beforeEach(async () => {
  now = Date.UTC(2026, 2, 1, 12);
  logged = [];
  folder = await createTemporaryFolder();
  started = await startServiceWithWorkspace(getOptions());
  events = openEventStream(await started.app(appRoutes.streamAppEvents, {}));
});
afterEach(async () => {
  vi.useRealTimers();
  await started.stop();
  await folder.remove();
});

const list = () => started.app(appRoutes.listBackups, {});
const getSchedule = async () => (await list()).schedule;
const listFiles = () => (existsSync(join(folder.path, 'backups')) ? readdirSync(join(folder.path, 'backups')) : []);

/** Changes the schedule, which checks at once whether a backup is due, and waits for its result. */
async function update(json: z.input<typeof appRoutes.updateBackupSettings.json>): Promise<void> {
  await started.app(appRoutes.updateBackupSettings, { json });
  await waitForResult();
}

/** Waits until a backup succeeded or failed at the present time. */
async function waitForResult(): Promise<void> {
  for (;;) {
    const { schedule, task } = await list();
    const isTried = [schedule?.last_backup_at, schedule?.failure?.at].includes(new Date(now).toISOString());
    if (isTried && task === null) return;
    await events.waitForNext(({ type }) => type === 'backups.changed');
  }
}

test('backs up the open workspace daily, keeps the last ones, and records each in the activity', async () => {
  expect(await getSchedule()).toEqual({
    interval: 'off',
    keep: 7,
    is_encrypted: false,
    last_backup_at: null,
    failure: null,
  });
  await update({ interval: 'daily', keep: 2 });
  expect(await getSchedule()).toMatchObject({ last_backup_at: '2026-03-01T12:00:00.000Z', failure: null });
  const [first] = listFiles();
  const byHand = await started.app(appRoutes.createBackup, { json: {} });
  for (let day = 1; day <= 2; day++) {
    now += dayMs;
    await update({ interval: 'daily' });
  }
  await expect.poll(listFiles).toHaveLength(3); // old ones are deleted after the new one is recorded
  expect(listFiles()).not.toContain(first);
  expect(listFiles()).toContain(byHand.file_name);
  const listEntries = async () => {
    const { data } = await started.v1(v1Routes.listActivity, { query: { operation: 'createBackup' } });
    return data.map(({ actor_name, summary }) => `${actor_name}: ${summary}`);
  };
  await expect
    .poll(listEntries)
    .toEqual([
      'Schedule: Backed up workspace “Harbour Office”',
      'Schedule: Backed up workspace “Harbour Office”',
      'Window: Backed up workspace “Harbour Office”',
      'Schedule: Backed up workspace “Harbour Office”',
    ]);
  expect((await started.v1(v1Routes.verifyActivity, {})).violation).toBeNull();
  expect(logged).toEqual([]);
});

test('a backup is stored although an old one cannot be deleted now, which is tried again after the next one', async () => {
  await update({ interval: 'daily', keep: 1 });
  const [first = ''] = listFiles();
  const path = join(folder.path, 'backups', first);
  rmSync(path);
  mkdirSync(path); // a folder, which is not deleted like a file
  now += dayMs;
  await update({ interval: 'daily' });
  expect(await getSchedule()).toMatchObject({ last_backup_at: '2026-03-02T12:00:00.000Z', failure: null });
  await expect.poll(() => logged).toEqual(['an old automatic backup could not be deleted']);
  expect(listFiles()).toHaveLength(2);
  await update({ interval: 'daily' });
  expect(listFiles(), 'none is due').toHaveLength(2);
  rmSync(path, { recursive: true });
  writeFileSync(path, '');
  now += dayMs;
  await update({ interval: 'daily' });
  await expect.poll(listFiles).toHaveLength(1);
  expect(listFiles()).not.toContain(first);
});

test('values of a newer version are ignored and kept, without an effect on other schedules', async () => {
  await update({ interval: 'weekly', keep: 3 });
  const { workspace } = await started.app(appRoutes.getSession, {});
  const id = workspace?.workspace_id ?? '';
  const stored = settings.get('backups') as { readonly schedules: Readonly<Record<string, object>> };
  const schedule = { ...stored.schedules[id], interval: 'hourly', pause: 'at night' };
  const other = { interval: 'hourly', keep: 2 };
  settings.set('backups', { ...stored, schedules: { [id]: schedule, wsp_other: other }, compression: 'zstd' });
  expect(await getSchedule()).toMatchObject({ interval: 'off', keep: 3, last_backup_at: '2026-03-01T12:00:00.000Z' });
  await started.app(appRoutes.updateBackupSettings, { json: { keep: 4 } });
  await started.app(appRoutes.createBackup, { json: {} });
  const kept = { ...schedule, keep: 4 };
  expect(settings.get('backups')).toMatchObject({ schedules: { [id]: kept, wsp_other: other }, compression: 'zstd' });
  settings.set('backups', { ...stored, schedules: { [id]: stored.schedules[id], wsp_other: other } });
  expect(await getSchedule()).toMatchObject({ interval: 'weekly' });
  settings.set('backups', { schedules: { [id]: { ...schedule, is_encrypted: 'with a key file' } } });
  expect(await getSchedule(), 'never turns off encryption').toMatchObject({ is_encrypted: true });
});

test('a timer starts a backup that is due, and none that is not', async () => {
  await update({ interval: 'weekly' });
  await started.service.close();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  now += 6 * dayMs;
  started = await startService(getOptions());
  await vi.advanceTimersByTimeAsync(3 * 60_000);
  expect((await list()).task).toBeNull();
  now += dayMs;
  const isMade = openEventStream(await started.app(appRoutes.streamAppEvents, {})).waitFor(
    ({ type }) => type === 'backups.changed',
  );
  await vi.advanceTimersByTimeAsync(15 * 60_000);
  await isMade;
  expect(listFiles()).toHaveLength(2);
});

test('backups are encrypted with the passphrase in the keychain, and none is made without it', async () => {
  const passphrase = 'correct horse battery staple';
  await update({ interval: 'daily', passphrase });
  const account = [...secrets.secrets].find(([, secret]) => secret === passphrase)?.[0] ?? '';
  expect(account).toMatch(/\/backup-passphrase$/);
  const { data, schedule } = await list();
  expect([data.map(({ is_encrypted }) => is_encrypted), schedule?.is_encrypted]).toEqual([[true], true]);
  expect(JSON.stringify(settings.get('backups'))).not.toContain(passphrase);
  expect(readFileSync(data[0]?.path ?? '').includes('Harbour')).toBe(false);

  secrets.secrets.delete(account);
  now += dayMs;
  await update({ keep: 7 });
  const detail = 'The passphrase of automatic backups is not in the keychain. Enter it again in Settings.';
  expect((await getSchedule())?.failure).toEqual({ at: '2026-03-02T12:00:00.000Z', detail });
  expect(listFiles()).toHaveLength(1);
  const { attention } = await started.app(appRoutes.getOverview, {});
  expect(attention).toContainEqual({ kind: 'backup_failed', at: '2026-03-02T12:00:00.000Z', detail });
  secrets.setLocked(true);
  now += 1000;
  await update({ keep: 6 });
  expect((await getSchedule())?.failure?.detail).toMatch(/is not available, .* unlock it and choose Try again/);
  secrets.setLocked(false);
  await started.app(appRoutes.getKeychainStatus, {});
  await started.app(appRoutes.updateBackupSettings, { json: { passphrase: null, interval: 'off' } });
  expect(await getSchedule()).toMatchObject({ is_encrypted: false, failure: null });
  expect((await started.app(appRoutes.getOverview, {})).attention).toEqual([]);
});

test('a passphrase is kept or taken back if the settings cannot be stored', async () => {
  const set = (json: object) => started.app(appRoutes.updateBackupSettings, { json });
  const passphrase = 'correct horse battery staple';
  await update({ interval: 'daily', passphrase });
  const before = [...secrets.secrets];
  const detail = 'settings.json cannot be used by your account. Nothing was changed.';
  const failing = vi.spyOn(settings, 'set').mockImplementation(() => {
    throw new Problem('settings_not_saved', detail);
  });
  for (const changed of [null, 'another passphrase, not stored'])
    await expect(set({ passphrase: changed })).rejects.toMatchObject({ code: 'settings_not_saved' });
  failing.mockRestore();
  expect([...secrets.secrets]).toEqual(before);
  now += dayMs;
  await update({ interval: 'daily' });
  expect(await getSchedule()).toMatchObject({ is_encrypted: true, failure: null });
});

test('a failure is kept with its reason until a later backup succeeds, and is recorded once', async () => {
  const other = join(folder.path, 'usb');
  await started.app(appRoutes.updateBackupSettings, { json: { folder: folder.path } });
  rmSync(other, { recursive: true, force: true });
  settings.set('backups', { ...(settings.get('backups') as object), folder: other });
  await update({ interval: 'daily' });
  now += 1000;
  await update({ interval: 'daily' });
  expect((await getSchedule())?.failure?.detail).toContain('does not exist, or its disk is not connected');
  expect(logged).toEqual(['a scheduled backup failed', 'a scheduled backup failed']);
  const { data } = await started.v1(v1Routes.listActivity, { query: { result: 'refused' } });
  expect(data.map(({ summary }) => summary)).toContain('Tried to back up workspace “Harbour Office”');
  await started.app(appRoutes.updateBackupSettings, { json: { folder: null } });
  now += 1000;
  await update({ interval: 'daily' });
  expect(await getSchedule()).toMatchObject({ failure: null, last_backup_at: '2026-03-01T12:00:02.000Z' });
});

test('quitting during a scheduled backup is no failure, and a deleted workspace leaves no schedule', async () => {
  const isRunning = events.waitForNext(({ type }) => type === 'backup.progress');
  await started.app(appRoutes.updateBackupSettings, { json: { interval: 'daily' } });
  await isRunning;
  await started.service.close();
  expect(listFiles()).toEqual([]);
  started = await startService(getOptions());
  expect(await getSchedule()).toMatchObject({ interval: 'daily', failure: null, last_backup_at: null });
  const { workspace } = await started.app(appRoutes.getSession, {});
  await started.app(appRoutes.deleteWorkspace, { params: { workspace_id: workspace?.workspace_id ?? '' } });
  expect(settings.get('backups')).toMatchObject({ schedules: {} });
  await expect(started.app(appRoutes.updateBackupSettings, { json: { interval: 'daily' } })).rejects.toMatchObject({
    code: 'no_workspace',
  });
});
