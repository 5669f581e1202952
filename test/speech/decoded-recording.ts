import { readFile } from 'node:fs/promises';
import { MPEGDecoder } from 'mpg123-decoder';

export type DecodedRecording = {
  readonly sampleRate: number;
  readonly durationSeconds: number;
  /** Left, then right. */
  readonly channels: readonly [Float32Array, Float32Array];
};

/** Decodes a file with the decoder for recordings of a remote, which shares no code with the encoder. Throws if a frame is invalid. */
export async function decodeRecording(path: string): Promise<DecodedRecording> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { channelData, samplesDecoded, sampleRate, errors } = decoder.decode(await readFile(path));
  decoder.free();
  const [left, right] = channelData;
  if (!left || !right || errors.length > 0) throw new Error(`Not a valid stereo file: ${JSON.stringify(errors)}`);
  return { sampleRate, durationSeconds: samplesDecoded / sampleRate, channels: [left, right] };
}

export function peakOf(samples: Float32Array): number {
  return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
}

/** Decibels relative to full scale. */
export function toDecibels(amplitude: number): number {
  return 20 * Math.log10(amplitude);
}

export function cutTimeRange(
  { sampleRate, channels }: DecodedRecording,
  channel: 0 | 1,
  startSeconds: number,
  endSeconds: number,
): Float32Array {
  return channels[channel].subarray(Math.round(startSeconds * sampleRate), Math.round(endSeconds * sampleRate));
}

/** Finds the first and last sound of a channel within a time range, by the energy of steps of 5 ms. */
export function findSound(
  decoded: DecodedRecording,
  channel: 0 | 1,
  fromSeconds: number,
  toSeconds: number,
): { readonly startSeconds: number; readonly endSeconds: number } {
  const samples = cutTimeRange(decoded, channel, fromSeconds, toSeconds);
  const step = decoded.sampleRate / 200;
  const loud: number[] = [];
  for (let start = 0; start + step <= samples.length; start += step) {
    const energy = samples.subarray(start, start + step).reduce((sum, sample) => sum + sample * sample, 0) / step;
    if (Math.sqrt(energy) > 0.006) loud.push(start);
  }
  const first = loud[0];
  const last = loud.at(-1);
  if (first === undefined || last === undefined) throw new Error('This time range is silent.');
  return {
    startSeconds: fromSeconds + first / decoded.sampleRate,
    endSeconds: fromSeconds + (last + step) / decoded.sampleRate,
  };
}
