import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';

type Vectors = ReadonlyMap<string, Float32Array>;

const root = fileURLToPath(new URL('../../..', import.meta.url));
const cacheDir = join(root, '.cache', 'vectors');
const knowledgeDir = join(root, 'electron', 'service', 'features', 'knowledge');

/** Returns the vectors of texts that an earlier run embedded with the same code, model and packages. */
export function readStoredVectors(): Vectors {
  return readVectors(getFilePath());
}

/** Adds vectors to those that later runs read. Those of other code are deleted. */
export function storeVectors(vectors: Vectors): void {
  const path = getFilePath();
  mkdirSync(cacheDir, { recursive: true });
  const unfinished = `${path}.unfinished-${process.pid}`;
  // Another worker may have stored some meanwhile.
  writeFileSync(unfinished, serialize(new Map([...readVectors(path), ...vectors])));
  renameSync(unfinished, path);
  const outdated = readdirSync(cacheDir).filter((name) => !name.startsWith(basename(path)));
  for (const name of outdated) rmSync(join(cacheDir, name), { force: true });
}

function readVectors(path: string): Vectors {
  try {
    return deserialize(readFileSync(path)) as Vectors; // as `storeVectors` writes them
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Map();
    throw error;
  }
}

/** The name contains a hash of all that vectors depend on. */
function getFilePath(): string {
  const embeddingDir = join(knowledgeDir, 'embedding');
  const names = readdirSync(embeddingDir).toSorted();
  const paths = names.map((name) => join(embeddingDir, name));
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${process.version}`);
  for (const path of [...paths, join(knowledgeDir, 'tokenizer.ts'), join(root, 'package-lock.json')])
    hash.update('\0').update(basename(path)).update('\0').update(readFileSync(path));
  return join(cacheDir, hash.digest('hex').slice(0, 16));
}
