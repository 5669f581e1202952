import { sampleRateHz } from '../audio-format.ts';
import type { SpeechAudio } from '../voice-server.ts';
import { resample } from './resample.ts';

/** A sentence that takes longer to speak is not plausible. */
const maxSeconds = 60;

/** That long at the highest bitrate. */
const maxMp3Bytes = maxSeconds * 40_000;

const minRateHz = 8_000;
const maxRateHz = 192_000;

/** The rate of PCM that names none, as in the OpenAI API. */
const defaultPcmRateHz = 24_000;

type Samples = { readonly channels: readonly Float32Array[]; readonly rateHz: number };

/**
 * Decodes a sentence that a server spoke, as mono samples at `sampleRateHz`: WAV with integers or floating-point numbers, MP3, or PCM
 * of 16 bits. Rejects with a sentence if it is anything else.
 */
export async function decodeSpeech({ bytes, mediaType }: SpeechAudio): Promise<Float32Array> {
  const { channels, rateHz } = await decodeSamples(bytes, mediaType);
  const length = channels[0]?.length ?? 0;
  if (rateHz < minRateHz || rateHz > maxRateHz) throw new Error(`The sample rate is ${rateHz} Hz.`);
  if (length === 0) throw new Error('The audio is empty.');
  if (length > maxSeconds * rateHz) throw new Error(`The audio is longer than ${maxSeconds} seconds.`);
  return resample(mixDown(channels), rateHz, sampleRateHz);
}

function decodeSamples(bytes: Uint8Array, mediaType: string): Samples | Promise<Samples> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = readText(view, 0);
  if (/^(?:RIFF|RF64|BW64)$/.test(start) && readText(view, 8) === 'WAVE') return decodeWav(view);
  if (start.startsWith('ID3') || isMp3Frame(bytes)) return decodeMp3(bytes);
  if (/^audio\/(x-)?(pcm|l16)\b/.test(mediaType)) {
    const rateHz = Number(/\brate=(\d{1,6})\b/.exec(mediaType)?.[1] ?? defaultPcmRateHz);
    return { channels: splitChannels(view, 1, 2, (offset) => view.getInt16(offset, true) / 32768), rateHz };
  }
  throw new Error('It is neither WAV nor MP3.');
}

/** The header of a frame of MPEG audio, layer III. */
function isMp3Frame([first = 0, second = 0]: Uint8Array): boolean {
  return first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) === 0x02;
}

const pcmFormat = 1;
const floatFormat = 3;
/** The format is at the beginning of a longer description. */
const extensibleFormat = 0xfffe;

/** A server that streams the file does not know the size of its data, and writes zero or the largest one. */
function decodeWav(view: DataView): Samples {
  let format: WavFormat | null = null;
  for (let offset = 12; offset + 8 <= view.byteLength;) {
    const id = readText(view, offset);
    const size = view.getUint32(offset + 4, true);
    const start = offset + 8;
    const end = Math.min(start + size, view.byteLength);
    if (id === 'fmt ' && end - start >= 16) {
      const code = view.getUint16(start, true);
      format = {
        code: code === extensibleFormat && end - start >= 26 ? view.getUint16(start + 24, true) : code,
        channels: view.getUint16(start + 2, true),
        rateHz: view.getUint32(start + 4, true),
        bits: view.getUint16(start + 14, true),
      };
    }
    if (id === 'data' && format) {
      const bytes = (size === 0 ? view.byteLength : end) - start;
      return decodeWavData(new DataView(view.buffer, view.byteOffset + start, bytes), format);
    }
    offset = start + size + (size % 2);
  }
  throw new Error('The WAV file has no audio.');
}

type WavFormat = { readonly code: number; readonly channels: number; readonly rateHz: number; readonly bits: number };

function decodeWavData(data: DataView, { code, channels, rateHz, bits }: WavFormat): Samples {
  if (channels < 1 || channels > 2) throw new Error(`The audio has ${channels} channels.`);
  const read = sampleReaders.get(`${code}/${bits}`);
  if (!read) throw new Error(`The format ${code} with ${bits} bits is not supported.`);
  return { rateHz, channels: splitChannels(data, channels, bits / 8, (offset) => read(data, offset)) };
}

type ReadSample = (data: DataView, offset: number) => number;

/** By the format and the bits of a sample. */
const sampleReaders: ReadonlyMap<string, ReadSample> = new Map<string, ReadSample>([
  [`${pcmFormat}/8`, (data, offset) => (data.getUint8(offset) - 128) / 128],
  [`${pcmFormat}/16`, (data, offset) => data.getInt16(offset, true) / 32768],
  // The lowest byte is not audible.
  [`${pcmFormat}/24`, (data, offset) => data.getInt16(offset + 1, true) / 32768],
  [`${pcmFormat}/32`, (data, offset) => data.getInt32(offset, true) / 2 ** 31],
  [`${floatFormat}/32`, (data, offset) => toFinite(data.getFloat32(offset, true))],
  [`${floatFormat}/64`, (data, offset) => toFinite(data.getFloat64(offset, true))],
]);

const toFinite = (sample: number) => (Number.isFinite(sample) ? Math.max(-1, Math.min(1, sample)) : 0);

function splitChannels(
  { byteLength }: DataView,
  channels: number,
  sampleBytes: number,
  read: (offset: number) => number,
): readonly Float32Array[] {
  const length = Math.floor(byteLength / (channels * sampleBytes));
  return Array.from({ length: channels }, (_, channel) =>
    Float32Array.from({ length }, (_sample, index) => read((index * channels + channel) * sampleBytes)),
  );
}

async function decodeMp3(bytes: Uint8Array): Promise<Samples> {
  if (bytes.length > maxMp3Bytes) throw new Error(`The audio is longer than ${maxSeconds} seconds.`);
  const { MPEGDecoder } = await import('mpg123-decoder');
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    const { channelData, sampleRate } = decoder.decode(bytes);
    return { channels: channelData, rateHz: sampleRate };
  } finally {
    decoder.free();
  }
}

function mixDown([left = new Float32Array(), right]: readonly Float32Array[]): Float32Array {
  return right ? left.map((sample, index) => (sample + (right[index] ?? 0)) / 2) : left;
}

function readText(view: DataView, offset: number): string {
  if (offset + 4 > view.byteLength) return '';
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(offset + index)));
}
