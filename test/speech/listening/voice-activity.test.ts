import { afterEach, expect, test, vi } from 'vitest';
import {
  createVoiceActivity,
  frameSamples,
  startVoiceActivityWorker,
} from '../../../electron/service/features/speech/listening/voice-activity.ts';
import { speakSound } from '../../helpers/speech/spoken-sound.ts';

const startWorker = vi.fn(startVoiceActivityWorker);
const activity = createVoiceActivity(startWorker);
afterEach(() => activity.close());

test('the thread with the model starts when a sound is measured, and not for a microphone that only a button ends', async () => {
  activity.openStream().close();
  expect(startWorker).not.toHaveBeenCalled();

  const stream = activity.openStream();
  const sound = await speakSound('Please call me back on Monday.');
  const probabilities = await stream.measure(sound);
  stream.close();
  expect(startWorker).toHaveBeenCalledOnce();
  expect(probabilities).toHaveLength(Math.floor(sound.length / frameSamples));
  expect(Math.max(...probabilities)).toBeGreaterThan(0.9);
});
