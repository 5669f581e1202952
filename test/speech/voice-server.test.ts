import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRecorder, type Recorder } from '../../electron/service/features/speech/recorder.ts';
import type { VoiceServer } from '../../electron/service/features/speech/voice-server.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { encodeTone, encodeWavFile } from '../helpers/speech/wav-file.ts';
import { cutTimeRange, decodeRecording } from './decoded-recording.ts';

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

/** A server that says a tone of one second for each sentence, quietly, and answers when the test lets it. */
function createToneServer() {
  const waiting: (() => void)[] = [];
  const sentences: string[] = [];
  const bytes = encodeWavFile([encodeTone(1, 24_000, 0.02)], 24_000);
  const server: VoiceServer = {
    model: 'tone',
    host: '127.0.0.1:9',
    speak: (sentence, { signal }) => {
      sentences.push(sentence);
      const { promise, resolve, reject } = Promise.withResolvers<{ bytes: Uint8Array; mediaType: string }>();
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      waiting.push(() => resolve({ bytes, mediaType: 'audio/wav' }));
      return promise;
    },
  };
  return { server, sentences, answer: () => waiting.splice(0).forEach((resolve) => resolve()) };
}

test('steps keep their order while a server speaks, and every voice has the same loudness', async () => {
  const { server, sentences, answer } = createToneServer();
  const path = join(folder.path, 'call.mp3');
  const recording = recorder.openRecording({ path, voices, agentVoice: server, seed: '1' });
  const ring = recording.ring(1);
  const greeting = recording.speak('agent', 'Hello, Dr. Ames. How are you?', { gapSeconds: 0.2, withClip: true });
  const reply = recording.speak('user', 'Fine.', { gapSeconds: 0.2 });
  const beep = recording.beep();
  await ring;
  expect(sentences).toEqual(['Hello, Dr. Ames.', 'How are you?']);
  answer();
  const turn = await greeting;
  expect(turn.speech).toEqual({ model: 'tone', host: '127.0.0.1:9', fallback: null });
  expect(turn.endSeconds - turn.startSeconds).toBeGreaterThan(2.1);
  expect(turn.startSeconds).toBeGreaterThan((await ring).endSeconds);
  expect((await reply).speech).toBeUndefined();
  expect((await reply).startSeconds).toBeGreaterThan(turn.endSeconds);
  expect((await beep).startSeconds).toBeGreaterThan((await reply).endSeconds);
  await recording.finish();
  const decoded = await decodeRecording(path);
  const tone = cutTimeRange(decoded, 0, turn.startSeconds + 0.1, turn.startSeconds + 0.9);
  const rms = Math.sqrt(tone.reduce((sum, sample) => sum + sample * sample, 0) / tone.length);
  expect(rms).toBeGreaterThan(0.07);
  expect(rms).toBeLessThan(0.13);
});

test('a recording that ends while a server speaks ends every waiting step, and leaves no file', async () => {
  const { server } = createToneServer();
  const recording = recorder.openRecording({ path: join(folder.path, 'a.mp3'), voices, agentVoice: server, seed: '1' });
  const steps = [
    recording.speak('agent', 'Hello.', { gapSeconds: 0 }),
    recording.speak('user', 'Hi.', { gapSeconds: 0 }),
  ];
  const outcomes = Promise.allSettled(steps);
  const reason = new Error('The call was canceled.');
  await recording.abandon(reason);
  expect(await outcomes).toEqual(steps.map(() => ({ status: 'rejected', reason })));
});

test('a text in which there is nothing to pronounce is not sent', async () => {
  const { server, sentences } = createToneServer();
  const recording = recorder.openRecording({ path: join(folder.path, 'a.mp3'), voices, agentVoice: server, seed: '1' });
  await recording.speak('agent', '… !', { gapSeconds: 0 });
  expect(sentences).toEqual([]);
});
