import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { createRecorder } from '../../electron/service/features/speech/recorder.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';

test('Chromium plays a recording with the duration, seek positions and turn times that the service reports', async ({
  page,
}) => {
  const folder = await createTemporaryFolder();
  const recorder = createRecorder({ maxWorkers: 1 });
  const path = join(folder.path, 'call.mp3');
  const session = recorder.openRecording({ path, voices: { agent: 'rms', user: 'slt' }, seed: '3' });
  const ring = await session.ring(1);
  const first = await session.speak('agent', 'Hello. How can I help you?', { gapSeconds: 1 });
  const second = await session.speak('user', 'Tell me what it costs.', { gapSeconds: 1 });
  const { durationSeconds } = await session.finish();
  const base64 = (await readFile(path)).toString('base64');
  await recorder.close();
  await folder.remove();

  const measured = await page.evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    const audio = new Audio(URL.createObjectURL(new Blob([bytes], { type: 'audio/mpeg' })));
    await new Promise((resolve) => audio.addEventListener('loadedmetadata', resolve, { once: true }));
    const seeked = new Promise((resolve) => audio.addEventListener('seeked', resolve, { once: true }));
    audio.currentTime = 4;
    await seeked;
    const decoded = await new OfflineAudioContext(2, 1, 16_000).decodeAudioData(bytes.buffer);
    const soundingSeconds = [0, 1].map((channel) => {
      const samples = decoded.getChannelData(channel);
      const loud: number[] = [];
      samples.forEach((sample, i) => Math.abs(sample) > 0.01 && loud.push(i / decoded.sampleRate));
      return loud;
    });
    return {
      mediaSeconds: audio.duration,
      decodedSeconds: decoded.duration,
      positionSeconds: audio.currentTime,
      soundingSeconds,
    };
  }, base64);

  const [left = [], right = []] = measured.soundingSeconds;
  const afterRing = left.filter((seconds) => seconds > ring.endSeconds + 0.5);
  const user = right.filter((seconds) => seconds > ring.endSeconds + 0.5);
  for (const [actual, expected] of [
    [measured.mediaSeconds, durationSeconds],
    [measured.decodedSeconds, durationSeconds],
    [measured.positionSeconds, 4],
    [left[0], ring.startSeconds],
    [right[0], ring.startSeconds],
    [afterRing[0], first.startSeconds],
    [afterRing.at(-1), first.endSeconds],
    [user[0], second.startSeconds],
    [user.at(-1), second.endSeconds],
  ] as const) {
    expect(Math.abs((actual ?? Number.NaN) - expected)).toBeLessThan(0.05);
  }
});
