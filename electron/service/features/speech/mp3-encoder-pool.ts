import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createEncoder } from 'wasm-media-encoders';
import { bitrateKbps, sampleRateHz } from './audio-format.ts';

/** Returns views of its own memory, which are valid until the next call. */
export type Mp3Encoder = Awaited<ReturnType<typeof createEncoder<'audio/mpeg'>>>;

/** LAME encoders, one per open recording. Later recordings reuse them. */
export class Mp3EncoderPool {
  readonly #idle: Mp3Encoder[] = [];
  #wasm: Promise<Uint8Array> | undefined;

  async acquire(): Promise<Mp3Encoder> {
    const encoder = this.#idle.pop() ?? (await createEncoder('audio/mpeg', await this.#readWasm()));
    encoder.configure({
      channels: 2,
      sampleRate: sampleRateHz,
      outputSampleRate: sampleRateHz,
      bitrate: bitrateKbps, // constant, because players cannot seek exactly with a variable bitrate
    });
    return encoder;
  }

  release(encoder: Mp3Encoder): void {
    this.#idle.push(encoder);
  }

  #readWasm(): Promise<Uint8Array> {
    this.#wasm ??= readFile(createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/mp3'));
    return this.#wasm;
  }
}
