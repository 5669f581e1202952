import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRecorder, type Recorder } from '../../electron/service/features/speech/recorder.ts';
import type { Voice } from '../../shared/agents/voices.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';

let folder: TemporaryFolder;
let recorder: Recorder;
let lastFile = 0;

beforeEach(async () => {
  folder = await createTemporaryFolder();
});
afterEach(async () => {
  await recorder.close();
  await folder.remove();
});

type Call = { readonly agent: Voice; readonly user: Voice; readonly seed: string };

async function record({ agent, user, seed }: Call): Promise<string> {
  const path = join(folder.path, `${++lastFile}.mp3`);
  const recording = recorder.openRecording({ path, voices: { agent, user }, seed });
  await recording.ring(1);
  await recording.speak('agent', 'Hello. Can I help you? We are open.', { gapSeconds: 0.5 });
  await recording.speak('user', 'No. Thanks. Bye.', { gapSeconds: 0.3 });
  return (await recording.finish()).sha256;
}

const call: Call = { agent: 'slt', user: 'kal16', seed: '42' };

describe('the same steps', () => {
  it('produce the same file with the same seed, in any worker and beside any other recording', async () => {
    recorder = createRecorder({ maxWorkers: 2 });
    const alone = await record(call);
    const others: readonly Call[] = [
      { agent: 'rms', user: 'awb', seed: '1' },
      { agent: 'awb', user: 'slt', seed: '2' },
    ];
    const together = await Promise.all([call, ...others, call, call].map(record));
    expect([together[0], together[3], together[4]]).toEqual([alone, alone, alone]);
    expect(new Set(together).size).toBe(3);
  });

  it('produce another file with another seed', async () => {
    recorder = createRecorder({ maxWorkers: 1 });
    expect(await record({ ...call, seed: '43' })).not.toBe(await record(call));
  });
});

describe('recordings that share a worker', () => {
  it('take turns, even if one of them sends many steps at once', async () => {
    recorder = createRecorder({ maxWorkers: 1 });
    const options = { voices: { agent: 'kal16', user: 'kal16' }, seed: '1' } as const;
    const greedy = recorder.openRecording({ ...options, path: join(folder.path, 'greedy.mp3') });
    const modest = recorder.openRecording({ ...options, path: join(folder.path, 'modest.mp3') });
    const done: string[] = [];
    const speak = async (name: string, recording: typeof greedy) => {
      await recording.speak('agent', 'One sentence.', { gapSeconds: 0.1 });
      done.push(name);
    };
    await Promise.all([
      ...Array.from({ length: 6 }, () => speak('greedy', greedy)),
      ...Array.from({ length: 3 }, () => speak('modest', modest)),
    ]);
    expect(done.lastIndexOf('modest')).toBeLessThanOrEqual(6);
    expect(done.at(-1)).toBe('greedy');
  });
});
