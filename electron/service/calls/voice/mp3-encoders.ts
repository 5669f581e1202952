import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createEncoder } from 'wasm-media-encoders';
import { BITRATE_KBITS, SAMPLE_RATE } from './audio-format.ts';

/** What it gives lies in its own memory, until it is called again. */
export type Mp3Encoder = Awaited<ReturnType<typeof createEncoder<'audio/mpeg'>>>;

/** LAME's encoders, one for each recording under way; each is used again by a later recording. */
export class Mp3Encoders {
  readonly #idle: Mp3Encoder[] = [];
  #wasm: Promise<Uint8Array> | undefined;

  async take(): Promise<Mp3Encoder> {
    const encoder = this.#idle.pop() ?? (await createEncoder('audio/mpeg', await this.#readWasm()));
    encoder.configure({
      channels: 2,
      sampleRate: SAMPLE_RATE,
      outputSampleRate: SAMPLE_RATE,
      bitrate: BITRATE_KBITS, // constant: with a variable one, players seek to the wrong place
    });
    return encoder;
  }

  giveBack(encoder: Mp3Encoder): void {
    this.#idle.push(encoder);
  }

  #readWasm(): Promise<Uint8Array> {
    this.#wasm ??= readFile(createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/mp3'));
    return this.#wasm;
  }
}
