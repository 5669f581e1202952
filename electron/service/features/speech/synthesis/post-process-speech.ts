import type { Voice } from '../../../../../shared/voices.ts';
import { toSamples } from '../audio-format.ts';

/** What brings each voice to the same loudness: an RMS of -20 dBFS where it sounds. Measured over the test's sentences. */
const voiceGains: Readonly<Record<Voice, number>> = { slt: 0.49, rms: 0.95, awb: 0.85, kal16: 2 };

/** Up to the knee a sample is left as it is; from there it bends towards the ceiling, which it never reaches (-3 dBFS). */
const limiterKnee = 0.5;
const limiterCeiling = 0.7;

/** The synthesizer's rest before and after a sentence is cut off where this RMS of a step is first and last reached. */
const audibleRms = 0.006;
const stepSamples = toSamples(0.005);
const marginSamples = toSamples(0.01);
const fadeSamples = toSamples(0.005);

/** Of the filter that takes away a voice's constant offset, at about 13 Hz. */
const dcFilterPole = 0.995;

/** A spoken sentence evened in loudness (peak below -3 dBFS), cut to where it sounds, and faded at both ends. */
export function postProcessSpeech(voice: Voice, spoken: Int16Array): Float32Array {
  const loud = normalizeLoudness(spoken, voiceGains[voice]);
  const { start, end } = findAudibleRange(loud);
  const cut = loud.subarray(start, end);
  fadeEnds(cut, fadeSamples);
  return cut;
}

function normalizeLoudness(spoken: Int16Array, gain: number): Float32Array {
  const levelled = new Float32Array(spoken.length);
  let before = 0;
  let filtered = 0;
  for (let i = 0; i < spoken.length; i++) {
    const sample = ((spoken[i] ?? 0) / 32768) * gain;
    filtered = sample - before + dcFilterPole * filtered;
    before = sample;
    levelled[i] = limitSample(filtered);
  }
  return levelled;
}

function limitSample(sample: number): number {
  const size = Math.abs(sample);
  if (size <= limiterKnee) return sample;
  const room = limiterCeiling - limiterKnee;
  return Math.sign(sample) * (limiterKnee + room * Math.tanh((size - limiterKnee) / room));
}

function findAudibleRange(samples: Float32Array): { readonly start: number; readonly end: number } {
  let first = -1;
  let last = -1;
  for (let at = 0; at < samples.length; at += stepSamples) {
    if (computeRms(samples.subarray(at, at + stepSamples)) < audibleRms) continue;
    if (first < 0) first = at;
    last = at + stepSamples;
  }
  if (first < 0) return { start: 0, end: 0 };
  return { start: Math.max(0, first - marginSamples), end: Math.min(samples.length, last + marginSamples) };
}

function computeRms(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / samples.length);
}

/** Fades the first and last samples in place, so that nothing clicks. */
export function fadeEnds(samples: Float32Array, fade: number): void {
  const length = Math.min(fade, samples.length >> 1);
  for (let i = 0; i < length; i++) {
    const share = i / length;
    const mirrored = samples.length - 1 - i;
    samples[i] = (samples[i] ?? 0) * share;
    samples[mirrored] = (samples[mirrored] ?? 0) * share;
  }
}
