import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { statfsSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createRecorder,
  startRecorderWorker,
  type Recorder,
  type RecorderOptions,
} from '../../electron/service/features/speech/recorder.ts';
import { RecordingLimitError, recordingLimits } from '../../electron/service/features/speech/recorder-protocol.ts';
import { isStorageFull } from '../../electron/service/platform/http/to-problem.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';

/** Only root on Linux can mount a small file system. */
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

function openRecording(name: string, signal?: AbortSignal) {
  const path = join(folder.path, name);
  return recorder.openRecording({
    path,
    voices: { agent: 'kal16', user: 'kal16' },
    seed: '1',
    ...(signal && { signal }),
  });
}

const longText = 'This sentence is spoken again and again. '.repeat(60);

describe('an abandoned recording', () => {
  it('leaves no file, even in the middle of a turn', async () => {
    open();
    const recording = openRecording('a.mp3');
    await recording.ring(1);
    expect(await readdir(folder.path)).toEqual(['a.mp3.part']);
    const speaking = recording.speak('agent', longText, { gapSeconds: 0 });
    const waiting = recording.speak('user', 'Hello.', { gapSeconds: 0 });
    const rejected = Promise.all([
      expect(speaking).rejects.toThrow('The recording was abandoned.'),
      expect(waiting).rejects.toThrow('The recording was abandoned.'),
    ]);
    await recording.abandon();
    await rejected;
    expect(await readdir(folder.path)).toEqual([]);
    await expect(recording.finish()).rejects.toThrow('The recording was abandoned.');
    await recording.abandon();
  });

  it('rejects its steps with the reason of the signal', async () => {
    open();
    const controller = new AbortController();
    const recording = openRecording('a.mp3', controller.signal);
    await recording.ring(1);
    const speaking = recording.speak('agent', longText, { gapSeconds: 0 });
    const reason = new Error('The call was canceled.');
    controller.abort(reason);
    await expect(speaking).rejects.toBe(reason);
    await recording.abandon();
    expect(await readdir(folder.path)).toEqual([]);
    expect(() => openRecording('b.mp3', controller.signal)).toThrow(reason);
  });

  it('leaves no file if it is being finished', async () => {
    open();
    const recording = openRecording('a.mp3');
    await recording.ring(1);
    const finishing = expect(recording.finish()).rejects.toThrow('The recording was abandoned.');
    await recording.abandon();
    await finishing;
    expect(await readdir(folder.path)).toEqual([]);
  });

  it('keeps its file if it is finished', async () => {
    open();
    const recording = openRecording('a.mp3');
    await recording.ring(1);
    const finishing = recording.finish();
    await expect(recording.beep()).rejects.toThrow('is being finished');
    await finishing;
    await recording.abandon();
    await expect(recording.finish()).rejects.toThrow('is finished');
    expect(await readdir(folder.path)).toEqual(['a.mp3']);
  });

  it('is the result of closing the recorder', async () => {
    open({ maxWorkers: 2 });
    const recordings = [openRecording('a.mp3'), openRecording('b.mp3')];
    await Promise.all(recordings.map((recording) => recording.ring(1)));
    const speaking = recordings.map((recording) =>
      expect(recording.speak('agent', longText, { gapSeconds: 0 })).rejects.toThrow('closed'),
    );
    await recorder.close();
    await Promise.all(speaking);
    expect(await readdir(folder.path)).toEqual([]);
    expect(() => openRecording('c.mp3')).toThrow('closed');
  });
});

describe('a recording that cannot be written', () => {
  it('rejects with the system error if the folder is missing', async () => {
    open();
    const recording = openRecording('missing/a.mp3');
    await expect(recording.ring(1)).rejects.toMatchObject({
      message: expect.stringContaining('The recording failed: ENOENT'),
      cause: { code: 'ENOENT' },
    });
    await expect(recording.beep()).rejects.toThrow('ENOENT');
    await openRecording('b.mp3').ring(1);
  });

  it.runIf(canMount)('rejects and leaves no file if the disk is full', async () => {
    const disk = join(folder.path, 'disk');
    await mkdir(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]);
    try {
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(join(disk, 'filler'), Buffer.alloc(bavail * bsize - 64 * 1024));
      open();
      const full = openRecording('disk/a.mp3');
      const other = openRecording('b.mp3');
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

describe('a recorder worker', () => {
  it('that crashes fails its recordings, and the next recording gets another worker', async () => {
    open();
    const recording = openRecording('a.mp3');
    await recording.ring(1);
    const speaking = recording.speak('agent', longText, { gapSeconds: 0 });
    const rejected = expect(speaking).rejects.toThrow('The recording worker stopped.');
    await workers[0]?.terminate();
    await rejected;
    await recording.abandon();
    expect(await readdir(folder.path)).toEqual([]);
    const next = openRecording('a.mp3');
    await next.ring(1);
    await next.finish();
    expect(await readdir(folder.path)).toEqual(['a.mp3']);
    expect(workers.length).toBe(2);
  });

  it('stops after an idle timeout', async () => {
    open({ idleTimeoutMs: 20 });
    expect(workers.length).toBe(0);
    const recording = openRecording('a.mp3');
    const [worker] = workers;
    if (!worker) throw new Error('No worker was started.');
    const exited = once(worker, 'exit');
    await recording.ring(1);
    await recording.finish();
    await exited;
    await openRecording('b.mp3').ring(1);
    expect(workers.length).toBe(2);
  });

  it('is shared once the maximum number is running', async () => {
    open({ maxWorkers: 2 });
    for (let i = 0; i < 5; i++) openRecording(`${i}.mp3`);
    expect(workers.length).toBe(2);
  });
});

describe('a step that exceeds a limit', () => {
  it('is rejected, and the recording continues', async () => {
    open();
    const recording = openRecording('a.mp3');
    const tooLong = 'a '.repeat(recordingLimits.textLength);
    await expect(recording.speak('agent', tooLong, { gapSeconds: 0 })).rejects.toThrow('at most 4000 characters');
    for (const gapSeconds of [-1, Number.NaN, 61]) {
      await expect(recording.speak('agent', 'Hi.', { gapSeconds })).rejects.toThrow(RecordingLimitError);
    }
    for (const times of [0, 1.5, 21]) await expect(recording.ring(times)).rejects.toThrow(RecordingLimitError);
    await recording.speak('agent', 'Hi.', { gapSeconds: 0 });
    await recording.finish();
  });

  it('is rejected if two recordings write to one file, or if too many are open', () => {
    open();
    openRecording('0.mp3');
    expect(() => openRecording('0.mp3')).toThrow('same file');
    for (let i = 1; i < recordingLimits.recordingsPerWorker; i++) openRecording(`${i}.mp3`);
    expect(() => openRecording('more.mp3')).toThrow(RecordingLimitError);
  });

  it('is rejected if the recording would become too long, and the recording can still be finished', async () => {
    open();
    const options = { voices: { agent: 'kal16', user: 'kal16' }, seed: '1', maxDurationSeconds: 10 } as const;
    const recording = recorder.openRecording({ ...options, path: join(folder.path, 'a.mp3') });
    await recording.speak('agent', 'Hello.', { gapSeconds: 8 });
    await expect(recording.speak('agent', 'Hello.', { gapSeconds: 3 })).rejects.toThrow('at most 10 seconds');
    await expect(recording.ring(1)).rejects.toThrow(RecordingLimitError);
    expect((await recording.finish()).durationSeconds).toBeLessThan(10);
  });
});

it('a long recording is written continuously and needs little memory', async () => {
  open();
  const recording = openRecording('a.mp3');
  await recording.speak('agent', 'Hello.', { gapSeconds: 0 });
  const before = process.memoryUsage.rss();
  for (let i = 0; i < 10; i++) await recording.speak('agent', 'Yes.', { gapSeconds: 59 });
  // All but the last bytes are on disk. The samples of these ten minutes would need 77 MB.
  expect((await stat(join(folder.path, 'a.mp3.part'))).size).toBeGreaterThan(3_500_000);
  expect(process.memoryUsage.rss() - before).toBeLessThan(40_000_000);
  await recording.abandon();
});
