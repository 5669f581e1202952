import { EventEmitter } from 'node:events';
import { dirname, resolve } from 'node:path';
import type { App } from 'electron';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeServiceOnQuit } from '../../electron/main/close-service-on-quit.ts';
import { limits } from '../../shared/contract/limits.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** The parts of Electron's application that end it. */
function createApp() {
  const exits: number[] = [];
  const starts: object[] = [];
  const app = Object.assign(new EventEmitter(), {
    exit: (code: number) => exits.push(code),
    relaunch: (options: object) => starts.push(options),
  });
  return { app: app as unknown as App, exits, starts, quit: () => app.emit('will-quit', { preventDefault: () => {} }) };
}

test('ends the process when the service is closed, which is asked once', async () => {
  const { app, exits, quit } = createApp();
  const close = vi.fn(() => Promise.resolve());
  closeServiceOnQuit(app, close, () => {});
  quit();
  quit();
  expect(exits).toEqual([]);
  await vi.advanceTimersByTimeAsync(0);
  expect([exits, close.mock.calls.length]).toEqual([[0], 1]);
});

test('ends the process with code 1 if closing fails, and logs why', async () => {
  const { app, exits, quit } = createApp();
  const error = new Error('The disk is gone.');
  const logError = vi.fn();
  closeServiceOnQuit(app, () => Promise.reject(error), logError);
  quit();
  await vi.advanceTimersByTimeAsync(0);
  expect([exits, logError.mock.calls]).toEqual([[1], [[error]]]);
});

test('ends the process with code 1 if closing takes too long', async () => {
  const { app, exits, quit } = createApp();
  closeServiceOnQuit(
    app,
    () => Promise.race([]),
    () => {},
  );
  quit();
  await vi.advanceTimersByTimeAsync(limits.closeMs - 1);
  expect(exits).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(exits).toEqual([1]);
});

test('starts again, with the arguments of the second process, if the user opens the application while it closes', () => {
  const { app, starts, quit } = createApp();
  closeServiceOnQuit(
    app,
    () => Promise.race([]),
    () => {},
  );
  const second = ['switchboard', '--force', 'switchboard://team', 'contract.pdf'];
  const open = () => app.emit('second-instance', {}, second, resolve('/home/alice'), null);
  open();
  expect(starts, 'before closing, the window shows it').toEqual([]);
  quit();
  open();
  vi.stubEnv('APPIMAGE', '/apps/Switchboard.AppImage');
  open();
  vi.stubEnv('APPDIR', dirname(process.execPath));
  open();
  const args = ['--force', 'switchboard://team', resolve('/home/alice/contract.pdf')];
  expect(starts).toEqual([
    { args, execPath: process.execPath },
    { args, execPath: process.execPath }, // the terminal of another AppImage started it
    { args, execPath: '/apps/Switchboard.AppImage' },
  ]);
});
