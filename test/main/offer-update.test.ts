import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { offerUpdate, type UpdateOptions } from '../../electron/main/offer-update.ts';

type Step = 'check' | 'download' | 'install' | `ask: ${string}`;

type RunOptions = {
  readonly canVerify?: boolean;
  readonly knownVersion?: string;
  readonly downloadError?: Error;
  /** How often work is running when the user accepts the installation. */
  readonly busyTimes?: number;
};

/** Runs one check against a feed whose newest version is `newest`, with the user's answers, and returns what happened. */
async function run(
  newest: string,
  answers: readonly boolean[],
  { canVerify = true, busyTimes = 0, ...options }: RunOptions = {},
) {
  const steps: Step[] = [];
  const pending = [...answers];
  const events = new EventEmitter();
  const updater: unknown = Object.assign(events, {
    checkForUpdates: () => {
      steps.push('check');
      const updateInfo = { version: newest, files: [], path: '', sha512: '', releaseDate: '' };
      return Promise.resolve({ isUpdateAvailable: newest !== '1.0.0', updateInfo, versionInfo: updateInfo });
    },
    downloadUpdate: () => {
      steps.push('download');
      return options.downloadError ? Promise.reject(options.downloadError) : Promise.resolve([]);
    },
    quitAndInstall: () => void steps.push('install'),
  });
  let busyAnswers = busyTimes;
  const isBusy = () => busyAnswers-- > 0;
  const ask: UpdateOptions['ask'] = ({ message, accept, decline }) => {
    steps.push(`ask: ${message} [${[accept, decline].filter(Boolean).join('|')}]`);
    return Promise.resolve(pending.shift() ?? false);
  };
  const updateOptions = {
    updater: updater as UpdateOptions['updater'],
    currentVersion: '1.0.0',
    canVerify,
    isBusy,
    ask,
  };
  const found = await offerUpdate(updateOptions, options.knownVersion);
  return { found, steps, events };
}

const available = 'ask: Switchboard 1.1.0 is available [Download|Later]';
const ready = 'ask: Switchboard 1.1.0 is ready to install [Install and restart|Later]';

describe('offerUpdate', () => {
  it('asks nothing if there is no update', async () => {
    expect(await run('1.0.0', [])).toMatchObject({ found: undefined, steps: ['check'] });
  });

  it('downloads nothing unless the user agrees', async () => {
    expect((await run('1.1.0', [false])).steps).toEqual(['check', available]);
  });

  it('installs nothing unless the user agrees again', async () => {
    expect((await run('1.1.0', [true, false])).steps).toEqual(['check', available, 'download', ready]);
  });

  it('downloads and installs an update that the user accepts', async () => {
    const { found, steps } = await run('1.1.0', [true, true]);
    expect(steps).toEqual(['check', available, 'download', ready, 'install']);
    expect(found).toBe('1.1.0');
  });

  it('installs nothing if the download or its signature is invalid, and offers the update again', async () => {
    const downloadError = new Error('1.1.0 is not signed by the application owner.');
    const { found, steps } = await run('1.1.0', [true, true], { downloadError });
    expect(steps).toEqual(['check', available, 'download', 'ask: The update was not downloaded [OK]']);
    expect(found).toBeUndefined();
  });

  it('installs nothing while work is running, and asks again', async () => {
    const { steps } = await run('1.1.0', [true, true, true, true], { busyTimes: 2 });
    expect(steps).toEqual(['check', available, 'download', ready, ready, ready, 'install']);
    expect((await run('1.1.0', [true, true, false], { busyTimes: 1 })).steps).not.toContain('install');
  });

  it('says why an update was not installed, because macOS checks its signature late', async () => {
    const { steps, events } = await run('1.1.0', [true, true]);
    events.emit('error', new Error('The signature is invalid.'));
    expect(steps.slice(-2)).toEqual(['install', 'ask: The update was not installed [OK]']);
  });

  it('does not show the failure of a later check as a failure of the installation', async () => {
    const { steps, events } = await run('1.1.0', [true, true]);
    events.emit('checking-for-update');
    expect(events.listenerCount('error')).toBe(0);
    expect(steps.at(-1)).toBe('install');
  });

  it('only announces an update whose signature cannot be checked', async () => {
    const { steps } = await run('1.1.0', [true, true], { canVerify: false });
    expect(steps).toEqual(['check', 'ask: Switchboard 1.1.0 is available [OK]']);
  });

  it('does not ask again about a version that the user has declined', async () => {
    expect((await run('1.1.0', [true], { knownVersion: '1.1.0' })).steps).toEqual(['check']);
    expect((await run('1.1.0', [false], { knownVersion: '1.0.9' })).steps).toEqual(['check', available]);
  });
});
