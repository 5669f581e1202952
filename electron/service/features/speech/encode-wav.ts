import { sampleRateHz } from './audio-format.ts';

const wavHeaderBytes = 44;

/** A WAV file of 16-bit mono samples at SAMPLE_RATE. */
export function encodeWav(parts: readonly Int16Array[]): Uint8Array<ArrayBuffer> {
  const dataBytes = 2 * parts.reduce((sum, part) => sum + part.length, 0);
  const file = new Uint8Array(wavHeaderBytes + dataBytes);
  const view = new DataView(file.buffer);
  const setText = (at: number, text: string) => new TextEncoder().encodeInto(text, file.subarray(at));
  setText(0, 'RIFF');
  view.setUint32(4, file.length - 8, true);
  setText(8, 'WAVEfmt ');
  view.setUint32(16, 16, true); // the length of what follows up to the data
  view.setUint16(20, 1, true); // PCM
  view.setUint16(22, 1, true); // channels
  view.setUint32(24, sampleRateHz, true);
  view.setUint32(28, sampleRateHz * 2, true);
  view.setUint16(32, 2, true); // bytes of a sample
  view.setUint16(34, 16, true); // bits of a sample
  setText(36, 'data');
  view.setUint32(40, dataBytes, true);
  let at = wavHeaderBytes;
  for (const part of parts) {
    for (const sample of part) {
      view.setInt16(at, sample, true);
      at += 2;
    }
  }
  return file;
}
