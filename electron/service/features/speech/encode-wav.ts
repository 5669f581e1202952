import { sampleRateHz } from './audio-format.ts';

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
