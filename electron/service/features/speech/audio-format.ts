// Public: other features may import this file.
/** The sample rate of the synthesizer's voices and of recordings. */
export const sampleRateHz = 16_000;

/** The bitrate of the MP3 with both channels: the lowest at which LAME keeps frequencies above 5.5 kHz, which an “s” needs. */
export const bitrateKbps = 48;

/** MPEG-2 Layer III at this sample rate and bitrate: all frames have the same size, without padding. */
export const samplesPerFrame = 576;
export const bytesPerFrame = (samplesPerFrame / 8) * ((bitrateKbps * 1000) / sampleRateHz);

/**
 * The delay of a decoded sample: 576 samples of the encoder and 529 of the decoder. The file has no header that lets a
 * decoder remove the delay, so all decoders agree.
 */
export const decoderDelaySamples = 1105;

export function toSamples(seconds: number): number {
  return Math.round(seconds * sampleRateHz);
}

/** Returns the time of an encoded sample in the decoded recording. */
export function toDecodedSeconds(sample: number): number {
  return (sample + decoderDelaySamples) / sampleRateHz;
}

const wavHeaderBytes = 44;

/** Encodes 16-bit mono samples at `sampleRateHz` as a WAV file. */
export function encodeWav(parts: readonly Int16Array[]): Uint8Array<ArrayBuffer> {
  const dataBytes = 2 * parts.reduce((sum, part) => sum + part.length, 0);
  const file = new Uint8Array(wavHeaderBytes + dataBytes);
  const view = new DataView(file.buffer);
  const setText = (offset: number, text: string) => new TextEncoder().encodeInto(text, file.subarray(offset));
  setText(0, 'RIFF');
  view.setUint32(4, file.length - 8, true);
  setText(8, 'WAVEfmt ');
  view.setUint32(16, 16, true); // length of the format chunk
  view.setUint16(20, 1, true); // PCM
  view.setUint16(22, 1, true); // channels
  view.setUint32(24, sampleRateHz, true);
  view.setUint32(28, sampleRateHz * 2, true);
  view.setUint16(32, 2, true); // bytes per sample
  view.setUint16(34, 16, true); // bits per sample
  setText(36, 'data');
  view.setUint32(40, dataBytes, true);
  let offset = wavHeaderBytes;
  for (const part of parts) {
    for (const sample of part) {
      view.setInt16(offset, sample, true);
      offset += 2;
    }
  }
  return file;
}

/** Joins files of `encodeWav` to one. */
export function joinWavs(files: readonly Uint8Array[]): Uint8Array {
  const [file = encodeWav([])] = files;
  if (files.length < 2) return file;
  return encodeWav(
    files.map(({ buffer, byteOffset, byteLength }) => {
      const start = byteOffset + wavHeaderBytes;
      return new Int16Array(buffer.slice(start, byteOffset + byteLength));
    }),
  );
}

/** Returns how long a file of `encodeWav` is. */
export function measureWavSeconds({ byteLength }: Uint8Array): number {
  return Math.max(0, byteLength - wavHeaderBytes) / (2 * sampleRateHz);
}
