import { SAMPLE_RATE } from './audio-format.ts';

const HEADER_BYTES = 44;

/** A WAV file of 16-bit mono samples at SAMPLE_RATE. */
export function writeWav(parts: readonly Int16Array[]): Uint8Array<ArrayBuffer> {
  const dataBytes = 2 * parts.reduce((sum, part) => sum + part.length, 0);
  const file = new Uint8Array(HEADER_BYTES + dataBytes);
  const view = new DataView(file.buffer);
  const setText = (at: number, text: string) => new TextEncoder().encodeInto(text, file.subarray(at));
  setText(0, 'RIFF');
  view.setUint32(4, file.length - 8, true);
  setText(8, 'WAVEfmt ');
  view.setUint32(16, 16, true); // the length of what follows up to the data
  view.setUint16(20, 1, true); // PCM
  view.setUint16(22, 1, true); // channels
  view.setUint32(24, SAMPLE_RATE, true);
  view.setUint32(28, SAMPLE_RATE * 2, true);
  view.setUint16(32, 2, true); // bytes of a sample
  view.setUint16(34, 16, true); // bits of a sample
  setText(36, 'data');
  view.setUint32(40, dataBytes, true);
  let at = HEADER_BYTES;
  for (const part of parts) {
    for (const sample of part) {
      view.setInt16(at, sample, true);
      at += 2;
    }
  }
  return file;
}
