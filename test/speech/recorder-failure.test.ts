import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { statfsSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createRecorder,
  type Recorder,
  type RecorderOptions,
} from '../../electron/service/features/speech/recorder.ts';
import { RecordingLimitError, recordingLimits } from '../../electron/service/features/speech/recorder.ts';
import { startRecorderWorker } from '../../electron/service/features/speech/recorder.ts';
import { isStorageFull } from '../../electron/service/platform/http/to-problem.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/temporary-folder.ts';

/** A small file system of its own can be made by root on Linux only. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0;

let folder: TemporaryFolder;
let recorder: Recorder;
let workers: Worker[];

beforeEach(async () => {
  folder = await createTemporaryFolder();
});
afterEach(async () => {
  await recorder.close();
  await folder.remove();
});

function open(options: RecorderOptions = {}) {
  workers = [];
  const startWorker = () => {
    const worker = startRecorderWorker();
    workers.push(worker);
    return worker;
  };
  recorder = createRecorder({ maxWorkers: 1, startWorker, ...options });
}

function openSession(name: string, signal?: AbortSignal) {
  const path = join(folder.path, name);
  return recorder.openRecording({
    path,
    voices: { agent: 'kal16', user: 'kal16' },
    seed: '1',
    ...(signal && { signal }),
  });
}

const long = 'This sentence is spoken again and again. '.repeat(60);

describe('a recording that is given up', () => {
  it('leaves nothing, in the middle of a turn too', async () => {
    open();
    const session = openSession('a.mp3');
    await session.ring(1);
    expect(await readdir(folder.path)).toEqual(['a.mp3.part']);
    const saying = session.speak('agent', long, { gapSeconds: 0 });
    const waiting = session.speak('user', 'Hello.', { gapSeconds: 0 });
    const rejected = Promise.all([
      expect(saying).rejects.toThrow('The recording was abandoned.'),
      expect(waiting).rejects.toThrow('The recording was abandoned.'),
    ]);
    await session.abandon();
    await rejected;
    expect(await readdir(folder.path)).toEqual([]);
    await expect(session.finish()).rejects.toThrow('The recording was abandoned.');
    await session.abandon();
  });

  it('rejects with the reason of the signal that ended it', async () => {
    open();
    const controller = new AbortController();
    const session = openSession('a.mp3', controller.signal);
    await session.ring(1);
    const saying = session.speak('agent', long, { gapSeconds: 0 });
    const reason = new Error('The call was cancelled.');
    controller.abort(reason);
    await expect(saying).rejects.toBe(reason);
    await session.abandon();
    expect(await readdir(folder.path)).toEqual([]);
    expect(() => openSession('b.mp3', controller.signal)).toThrow(reason);
  });

  it('leaves nothing either when it was about to be finished', async () => {
    open();
    const session = openSession('a.mp3');
    await session.ring(1);
    const finishing = expect(session.finish()).rejects.toThrow('The recording was abandoned.');
    await session.abandon();
    await finishing;
    expect(await readdir(folder.path)).toEqual([]);
  });

  it('stays when it was finished', async () => {
    open();
    const session = openSession('a.mp3');
    await session.ring(1);
    const finishing = session.finish();
    await expect(session.beep()).rejects.toThrow('is being finished');
    await finishing;
    await session.abandon();
    await expect(session.finish()).rejects.toThrow('is finished');
    expect(await readdir(folder.path)).toEqual(['a.mp3']);
  });

  it('is what closing the recorder does to all of them', async () => {
    open({ maxWorkers: 2 });
    const sessions = [openSession('a.mp3'), openSession('b.mp3')];
    await Promise.all(sessions.map((session) => session.ring(1)));
    const saying = sessions.map((session) =>
      expect(session.speak('agent', long, { gapSeconds: 0 })).rejects.toThrow('closed'),
    );
    await recorder.close();
    await Promise.all(saying);
    expect(await readdir(folder.path)).toEqual([]);
    expect(() => openSession('c.mp3')).toThrow('closed');
  });
});

describe('a recording that cannot be written', () => {
  it('says so where the folder is missing', async () => {
    open();
    const session = openSession('missing/a.mp3');
    await expect(session.ring(1)).rejects.toMatchObject({
      message: expect.stringContaining('The recording failed: ENOENT'),
      cause: { code: 'ENOENT' },
    });
    await expect(session.beep()).rejects.toThrow('ENOENT');
    await openSession('b.mp3').ring(1);
  });

  it.runIf(canMount)('says so where the disk is full, and leaves nothing', async () => {
    const disk = join(folder.path, 'disk');
    await mkdir(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]);
    try {
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(join(disk, 'filler'), Buffer.alloc(bavail * bsize - 64 * 1024));
      open();
      const full = openSession('disk/a.mp3');
      const other = openSession('b.mp3');
      await other.ring(1);
      const error: unknown = await full.ring(10).then(
        () => full.finish(),
        (reason: unknown) => reason,
      );
      expect(isStorageFull(error)).toBe(true);
      expect(await readdir(disk)).toEqual(['filler']);
      await other.finish();
    } finally {
      execFileSync('umount', [disk]);
    }
  });
});

describe('a worker', () => {
  it('that dies fails its recordings, and the next one gets another worker', async () => {
    open();
    const session = openSession('a.mp3');
    await session.ring(1);
    const saying = session.speak('agent', long, { gapSeconds: 0 });
    const rejected = expect(saying).rejects.toThrow('The recording worker stopped.');
    await workers[0]?.terminate();
    await rejected;
    await session.abandon();
    expect(await readdir(folder.path)).toEqual([]);
    const next = openSession('a.mp3');
    await next.ring(1);
    await next.finish();
    expect(await readdir(folder.path)).toEqual(['a.mp3']);
    expect(workers.length).toBe(2);
  });

  it('ends when it has had nothing to do for a while', async () => {
    open({ idleTimeoutMs: 20 });
    expect(workers.length).toBe(0);
    const session = openSession('a.mp3');
    const [worker] = workers;
    if (!worker) throw new Error('No worker was started.');
    const exited = once(worker, 'exit');
    await session.ring(1);
    await session.finish();
    await exited;
    await openSession('b.mp3').ring(1);
    expect(workers.length).toBe(2);
  });

  it('is shared once there are as many as allowed', async () => {
    open({ maxWorkers: 2 });
    for (let i = 0; i < 5; i++) openSession(`${i}.mp3`);
    expect(workers.length).toBe(2);
  });
});

describe('what asks for too much', () => {
  it('is refused, and the recording goes on', async () => {
    open();
    const session = openSession('a.mp3');
    const tooLong = 'a '.repeat(recordingLimits.textLength);
    await expect(session.speak('agent', tooLong, { gapSeconds: 0 })).rejects.toThrow('at most 4000 characters');
    for (const gapSeconds of [-1, Number.NaN, 61]) {
      await expect(session.speak('agent', 'Hi.', { gapSeconds })).rejects.toThrow(RecordingLimitError);
    }
    for (const times of [0, 1.5, 21]) await expect(session.ring(times)).rejects.toThrow(RecordingLimitError);
    await session.speak('agent', 'Hi.', { gapSeconds: 0 });
    await session.finish();
  });

  it('is refused when two write to one file, or too many are open', () => {
    open();
    openSession('0.mp3');
    expect(() => openSession('0.mp3')).toThrow('same file');
    for (let i = 1; i < recordingLimits.recordingsPerWorker; i++) openSession(`${i}.mp3`);
    expect(() => openSession('more.mp3')).toThrow(RecordingLimitError);
  });

  it('is refused when it would make the recording too long, which can still be finished', async () => {
    open();
    const options = { voices: { agent: 'kal16', user: 'kal16' }, seed: '1', maxDurationSeconds: 10 } as const;
    const session = recorder.openRecording({ ...options, path: join(folder.path, 'a.mp3') });
    await session.speak('agent', 'Hello.', { gapSeconds: 8 });
    await expect(session.speak('agent', 'Hello.', { gapSeconds: 3 })).rejects.toThrow('10 seconds at most');
    await expect(session.ring(1)).rejects.toThrow(RecordingLimitError);
    expect((await session.finish()).durationSeconds).toBeLessThan(10);
  });
});

it('a long recording is written all along, in little memory', async () => {
  open();
  const session = openSession('a.mp3');
  await session.speak('agent', 'Hello.', { gapSeconds: 0 });
  const before = process.memoryUsage.rss();
  for (let i = 0; i < 20; i++) await session.speak('agent', 'Yes.', { gapSeconds: 59 });
  // All but the last bytes are on the disk. The samples of these twenty minutes would take up 154 MB.
  expect((await stat(join(folder.path, 'a.mp3.part'))).size).toBeGreaterThan(7_000_000);
  expect(process.memoryUsage.rss() - before).toBeLessThan(50_000_000);
  await session.abandon();
});
