import { sampleRateHz, toSamples } from './audio-format.ts';
import { fadeEnds } from './synthesis/post-process-speech.ts';

/** North American ring-back tone (440 and 480 Hz): two seconds of tone, four seconds of silence. */
export const ringSeconds = 2;
export const ringPauseSeconds = 4;

const beepSeconds = 0.4;

export function createRingTone(): Float32Array {
  return createTone([440, 480], ringSeconds, 0.06);
}

/** Creates the beep that an answering machine plays before it records. */
export function createBeepTone(): Float32Array {
  return createTone([1000], beepSeconds, 0.2);
}

/** @param amplitude Of each frequency; 1 is full scale. */
function createTone(frequencies: readonly number[], seconds: number, amplitude: number): Float32Array {
  const samples = Float32Array.from({ length: toSamples(seconds) }, (_, i) =>
    frequencies.reduce((sum, hertz) => sum + amplitude * Math.sin((2 * Math.PI * hertz * i) / sampleRateHz), 0),
  );
  fadeEnds(samples, toSamples(0.01));
  return samples;
}
