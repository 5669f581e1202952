import type { Voice } from '../../../../../shared/agents/voices.ts';
import { toSamples, sampleRateHz } from '../audio-format.ts';

/** The gain that gives each voice an RMS of -20 dBFS while it is audible, measured on the sentences of the tests. */
const voiceGains: Readonly<Record<Voice, number>> = { slt: 0.49, rms: 0.95, awb: 0.85, kal16: 2 };

/** -20 dBFS. */
const audibleTargetRms = 0.1;
/** More would amplify the noise of a voice that is hardly audible. */
const maxVoiceGain = 8;

/** Samples below the knee are unchanged. Above it, they are compressed towards the ceiling (-3 dBFS) without reaching it. */
const limiterKnee = 0.5;
const limiterCeiling = 0.7;

/** Leading and trailing steps with a lower RMS are silence, which is trimmed. */
const audibleRms = 0.006;
const stepSamples = toSamples(0.005);
const marginSamples = toSamples(0.01);
const fadeSamples = toSamples(0.005);

/** The pole of the filter that removes the DC offset of a voice, at about 13 Hz. */
const dcFilterPole = 0.995;

/** Normalizes the loudness of a sentence (peak below -3 dBFS), trims the silence around it, and fades both ends. */
export function postProcessSpeech(voice: Voice, speech: Int16Array): Float32Array {
  return finishSpeech(normalizeLoudness(speech, voiceGains[voice] / 32768));
}

/** Does the same with the voice of a server, whose loudness is measured. */
export function postProcessVoice(speech: Float32Array): Float32Array {
  const { start, end } = findAudibleRange(speech);
  const rms = computeRms(speech.subarray(start, end));
  return finishSpeech(normalizeLoudness(speech, rms > 0 ? Math.min(maxVoiceGain, audibleTargetRms / rms) : 1));
}

function finishSpeech(normalized: Float32Array): Float32Array {
  const { start, end } = findAudibleRange(normalized);
  const trimmed = normalized.subarray(start, end);
  fadeEnds(trimmed, fadeSamples);
  return trimmed;
}

function normalizeLoudness(speech: Int16Array | Float32Array, gain: number): Float32Array {
  const normalized = new Float32Array(speech.length);
  let previous = 0;
  let filtered = 0;
  for (let i = 0; i < speech.length; i++) {
    const sample = (speech[i] ?? 0) * gain;
    filtered = sample - previous + dcFilterPole * filtered;
    previous = sample;
    normalized[i] = limitSample(filtered);
  }
  return normalized;
}

function limitSample(sample: number): number {
  const amplitude = Math.abs(sample);
  if (amplitude <= limiterKnee) return sample;
  const headroom = limiterCeiling - limiterKnee;
  return Math.sign(sample) * (limiterKnee + headroom * Math.tanh((amplitude - limiterKnee) / headroom));
}

function findAudibleRange(samples: Float32Array): { readonly start: number; readonly end: number } {
  let first = -1;
  let last = -1;
  for (let start = 0; start < samples.length; start += stepSamples) {
    if (computeRms(samples.subarray(start, start + stepSamples)) < audibleRms) continue;
    if (first < 0) first = start;
    last = start + stepSamples;
  }
  if (first < 0) return { start: 0, end: 0 };
  return { start: Math.max(0, first - marginSamples), end: Math.min(samples.length, last + marginSamples) };
}

function computeRms(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / samples.length);
}

/** Fades the first and last samples in place to prevent clicks. */
export function fadeEnds(samples: Float32Array, fade: number): void {
  const length = Math.min(fade, samples.length >> 1);
  for (let i = 0; i < length; i++) {
    const gain = i / length;
    const mirrored = samples.length - 1 - i;
    samples[i] = (samples[i] ?? 0) * gain;
    samples[mirrored] = (samples[mirrored] ?? 0) * gain;
  }
}

/** North American ring-back tone (440 and 480 Hz): two seconds of tone, four seconds of silence. */
const ringSeconds = 2;
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
