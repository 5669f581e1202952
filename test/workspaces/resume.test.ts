import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { appRoutes } from '../../shared/contract/contract.ts';
import { dayMs } from '../../shared/text/duration.ts';
import { startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import type { StartedService } from '../helpers/service/start-service.ts';
import { openEventStream, type EventSubscription } from '../helpers/service/subscribe-to-events.ts';

let now: number;
let started: StartedService;
let events: EventSubscription;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  now = Date.UTC(2026, 2, 20, 12);
  started = await startServiceWithWorkspace({ now: () => now });
  events = openEventStream(await started.app(appRoutes.streamAppEvents, {}));
});
afterEach(async () => {
  vi.useRealTimers();
  await events.stop();
  await started.stop();
});

/** Starts the timers that are due now. No time passes for the others: the computer has slept. */
const runDueTimers = () => vi.advanceTimersByTimeAsync(0);

test('after the computer has slept, due work starts without waiting for its timer, and windows refetch', async () => {
  const { workspace } = await started.app(appRoutes.getSession, {});
  const params = { workspace_id: workspace?.workspace_id ?? '' };
  /** Counts the snapshots with one more, which waits for the work that was started before. */
  const countSnapshots = async () => {
    await started.app(appRoutes.createSnapshot, { params });
    return (await started.app(appRoutes.listSnapshots, { params })).data.length;
  };
  const backUp = async () => {
    await runDueTimers();
    await events.waitForNext(({ type }) => type === 'backups.changed');
    return (await started.app(appRoutes.listBackups, {})).schedule?.last_backup_at;
  };
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await countSnapshots()).toBe(2);
  await started.app(appRoutes.updateBackupSettings, { json: { interval: 'daily' } });
  expect(await backUp()).toBe('2026-03-20T12:00:00.000Z');

  now += 30 * dayMs;
  await runDueTimers();
  started.service.resume();
  await events.waitForNext(({ type }) => type === 'usage.changed');
  await events.waitForNext(({ type }) => type === 'reset');
  expect(await backUp()).toBe('2026-04-19T12:00:00.000Z');
  expect(await countSnapshots(), 'one that was due').toBe(4);
});
