import type { Stats } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export type FolderUsage = { readonly count: number; readonly size_bytes: number };

/** Files asked about at a time: between two such slices, everything else has its turn. */
const filesPerBatch = 64;

/**
 * How many files a folder has and what they take up, from the disk itself, so that it is true whatever a database says.
 * A folder that is not there holds nothing, and a file that goes meanwhile does not count.
 */
export async function measureFolder(folder: string): Promise<FolderUsage> {
  let [count, size_bytes] = [0, 0];
  const measure = async (names: readonly string[]) => {
    for (const found of await Promise.all(names.map((name) => statIfExists(join(folder, name))))) {
      if (!found?.isFile()) continue;
      count += 1;
      size_bytes += found.size;
    }
  };
  let slice: string[] = [];
  for await (const name of listFileNames(folder)) {
    slice.push(name);
    if (slice.length < filesPerBatch) continue;
    await measure(slice);
    slice = [];
  }
  await measure(slice);
  return { count, size_bytes };
}

export async function getFileSize(path: string): Promise<number> {
  return (await statIfExists(path))?.size ?? 0;
}

async function* listFileNames(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch(ignoreMissingFile);
  for await (const { name } of entries ?? []) yield name;
}

function statIfExists(path: string): Promise<Stats | undefined> {
  return stat(path).catch(ignoreMissingFile);
}

function ignoreMissingFile(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
