import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createEncoder } from 'wasm-media-encoders';
import { bitrateKbps, sampleRateHz } from './audio-format.ts';

/** What it gives lies in its own memory, until it is called again. */
export type Mp3Encoder = Awaited<ReturnType<typeof createEncoder<'audio/mpeg'>>>;

/** LAME's encoders, one for each recording under way; each is used again by a later recording. */
export class Mp3EncoderPool {
  readonly #idle: Mp3Encoder[] = [];
  #wasm: Promise<Uint8Array> | undefined;

  async acquire(): Promise<Mp3Encoder> {
    const encoder = this.#idle.pop() ?? (await createEncoder('audio/mpeg', await this.#readWasm()));
    encoder.configure({
      channels: 2,
      sampleRate: sampleRateHz,
      outputSampleRate: sampleRateHz,
      bitrate: bitrateKbps, // constant: with a variable one, players seek to the wrong place
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
