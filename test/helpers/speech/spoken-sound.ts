import { loadSynthesizer } from '../../../electron/service/features/speech/synthesis/synthesizer.ts';
import type { Voice } from '../../../shared/agents/voices.ts';

const rateHz = 16_000;

/** Returns a sentence as a built-in voice speaks it, at 16 kHz. */
export async function speakSound(text: string, voice: Voice = 'slt'): Promise<Float32Array> {
  const synthesizer = await loadSynthesizer();
  return Float32Array.from(synthesizer.synthesize(voice, text), (sample) => sample / 32_768);
}

/** Returns the noise of a quiet room. */
export function createRoomNoise(seconds: number, amplitude = 0.003): Float32Array {
  let seed = 1;
  return Float32Array.from({ length: Math.round(seconds * rateHz) }, () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return (seed / 2_147_483_647 - 0.5) * 2 * amplitude;
  });
}

/** Returns a burst of noise that fades, like a cough. */
export function createCough(seconds = 0.3): Float32Array {
  return createRoomNoise(seconds, 0.6).map((sample, index) => sample * Math.exp(-index / 1_500));
}

export function joinSounds(...sounds: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(sounds.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const sound of sounds) {
    joined.set(sound, offset);
    offset += sound.length;
  }
  return joined;
}

/** Adds a second sound, which begins with the first. */
export function mixSounds(first: Float32Array, second: Float32Array, gain = 1): Float32Array {
  return first.map((sample, index) => sample + (second[index] ?? 0) * gain);
}
