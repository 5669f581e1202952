/** The part of the AudioWorkletGlobalScope that is used here. TypeScript's types for pages do not contain it. */
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/** 64 ms at 16 kHz. */
const chunkSamples = 1_024;

/** Posts the sound of a microphone in pieces of 64 ms, as 16-bit samples. */
class CaptureProcessor extends AudioWorkletProcessor {
  #chunk = new Int16Array(chunkSamples);
  #length = 0;

  process([input]: readonly (readonly Float32Array[])[]): boolean {
    for (const sample of input?.[0] ?? []) {
      this.#chunk[this.#length++] = Math.max(-1, Math.min(1, sample)) * 32_767;
      if (this.#length < chunkSamples) continue;
      this.port.postMessage(this.#chunk, [this.#chunk.buffer]);
      this.#chunk = new Int16Array(chunkSamples);
      this.#length = 0;
    }
    return true;
  }
}

registerProcessor('capture', CaptureProcessor);
