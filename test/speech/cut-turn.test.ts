import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRecorder, type Recorder } from '../../electron/service/features/speech/recorder.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { encodeTone, encodeWavFile } from '../helpers/speech/wav-file.ts';
import { cutTimeRange, decodeRecording, findSound, peakOf } from './decoded-recording.ts';

let folder: TemporaryFolder;
let recorder: Recorder;

beforeEach(async () => {
  folder = await createTemporaryFolder();
  recorder = createRecorder({ maxWorkers: 1 });
});
afterEach(async () => {
  await recorder.close();
  await folder.remove();
});

const voices = { agent: 'kal16', user: 'kal16' } as const;

test('a turn that was interrupted ends where it was, and the recipient follows', async () => {
  const path = join(folder.path, 'call.mp3');
  const recording = recorder.openRecording({ path, voices, holdsAgent: true, seed: '1' });
  await recording.ring(1);
  const first = await recording.speak('agent', 'Hello, this is Nora from Northwind.', { gapSeconds: 0.5 });
  const rest = await recording.speak('agent', 'I am calling about your plan.', { gapSeconds: null });
  const cut = await recording.cut(first.endSeconds - 0.5);
  expect(cut.endSeconds).toBeCloseTo(first.endSeconds - 0.5, 3);
  const audio = { bytes: encodeWavFile([encodeTone(1, 16_000)], 16_000), mediaType: 'audio/wav' };
  const user = await recording.speak('user', 'Stop.', { gapSeconds: 0.2, audio });
  expect(user.startSeconds).toBeCloseTo(cut.endSeconds + 0.2, 3);
  expect(user.endSeconds - user.startSeconds).toBeCloseTo(1, 1);
  const last = await recording.speak('agent', 'Goodbye.', { gapSeconds: 0.5 });
  const { durationSeconds } = await recording.finish();
  const decoded = await decodeRecording(path);
  expect(findSound(decoded, 0, first.startSeconds, user.endSeconds).endSeconds).toBeLessThan(cut.endSeconds + 0.05);
  expect(findSound(decoded, 1, 2.5, durationSeconds).startSeconds).toBeCloseTo(user.startSeconds, 1);
  expect(findSound(decoded, 0, user.endSeconds, durationSeconds).startSeconds).toBeCloseTo(last.startSeconds, 1);
  expect(durationSeconds).toBeLessThan(last.endSeconds + 0.6);
  expect(rest.endSeconds).toBeGreaterThan(cut.endSeconds);
});

describe('a recipient who begins before the agent falls silent', () => {
  const speakOver = async (seconds: number) => {
    const path = join(folder.path, 'call.mp3');
    const recording = recorder.openRecording({ path, voices, holdsAgent: true, seed: '1' });
    const agent = await recording.speak('agent', 'Hello, this is Nora from Northwind, about your plan.', {
      gapSeconds: 0.5,
    });
    const cut = await recording.cut(agent.endSeconds - 0.5);
    const audio = { bytes: encodeWavFile([encodeTone(seconds, 16_000)], 16_000), mediaType: 'audio/wav' };
    const user = await recording.speak('user', 'Stop.', { gapSeconds: -0.8, audio });
    const last = await recording.speak('agent', 'Goodbye.', { gapSeconds: 0.5 });
    const finished = await recording.finish();
    const decoded = await decodeRecording(path);
    return { agent, cut, user, last, finished, decoded };
  };

  test('is heard together with it', async () => {
    const { agent, cut, user, last, finished, decoded } = await speakOver(2);
    expect(user.startSeconds).toBeCloseTo(cut.endSeconds - 0.8, 3);
    expect(user.endSeconds - user.startSeconds).toBeCloseTo(2, 1);
    const heard = [0, 1].map((channel) => findSound(decoded, channel === 0 ? 0 : 1, 0.2, last.startSeconds - 0.1));
    expect(heard[0]?.startSeconds).toBeCloseTo(agent.startSeconds, 1);
    expect(heard[0]?.endSeconds).toBeCloseTo(cut.endSeconds, 1);
    expect(heard[1]?.startSeconds).toBeCloseTo(user.startSeconds, 1);
    expect(heard[1]?.endSeconds).toBeCloseTo(user.endSeconds, 1);
    for (const channel of [0, 1] as const)
      expect(peakOf(cutTimeRange(decoded, channel, user.startSeconds + 0.1, cut.endSeconds - 0.1))).toBeGreaterThan(
        0.03,
      );
    expect(last.startSeconds).toBeCloseTo(user.endSeconds + 0.5, 3);
    expect(finished.durationSeconds).toBeCloseTo(decoded.durationSeconds, 1);
    expect(finished.peaks.channels[0].length).toBe(finished.peaks.channels[1].length);
  });

  test('is heard to the end, and so is the agent, if the recipient says less', async () => {
    const { cut, user, last, decoded } = await speakOver(0.3);
    expect(user.endSeconds).toBeLessThan(cut.endSeconds - 0.4);
    expect(findSound(decoded, 0, 0.2, last.startSeconds - 0.1).endSeconds).toBeCloseTo(cut.endSeconds, 1);
    expect(last.startSeconds).toBeCloseTo(cut.endSeconds + 0.5, 3);
  });
});

test('a turn of which nothing was heard leaves nothing, and what was not interrupted is whole', async () => {
  const path = join(folder.path, 'call.mp3');
  const recording = recorder.openRecording({ path, voices, holdsAgent: true, seed: '1' });
  const first = await recording.speak('agent', 'Hello.', { gapSeconds: 0.5 });
  const user = await recording.speak('user', 'Hi.', { gapSeconds: 0.5 });
  await recording.speak('agent', 'I am calling about your plan.', { gapSeconds: 0.5 });
  const cut = await recording.cut(0);
  expect(cut.endSeconds).toBeCloseTo(user.endSeconds, 3);
  await recording.finish();
  const decoded = await decodeRecording(path);
  expect(findSound(decoded, 0, 0, decoded.durationSeconds).endSeconds).toBeLessThan(first.endSeconds + 0.05);
});

test('without the option, and after the next step, nothing can be cut', async () => {
  const recording = recorder.openRecording({ path: join(folder.path, 'a.mp3'), voices, seed: '1' });
  await recording.speak('agent', 'Hello.', { gapSeconds: 0 });
  await expect(recording.cut(0)).rejects.toThrow('cannot be cut');
});
