import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRecorder, type Recorder } from '../../electron/service/features/speech/recorder.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { encodeTone, encodeWavFile } from '../helpers/speech/wav-file.ts';
import { decodeRecording, findSound } from './decoded-recording.ts';

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
