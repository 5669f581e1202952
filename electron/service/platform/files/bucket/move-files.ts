import { randomUUID } from 'node:crypto';
import { globSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashFile } from '../hash-file.ts';
import type { BucketClient } from './bucket-client.ts';
import { BucketError } from './bucket-error.ts';
import type { ObjectRow } from './object-queries.ts';

/** Uploads the files in the folder of a workspace that is imported. Returns the rows to store with it. */
export async function uploadFiles(
  client: BucketClient,
  workspaceId: string,
  dir: string,
): Promise<readonly ObjectRow[]> {
  const objects: ObjectRow[] = [];
  for (const name of globSync('{files,recordings}/*', { cwd: dir })) {
    const path = join(dir, name);
    const content = { sha256: await hashFile(path), sizeBytes: statSync(path).size };
    const key = `${workspaceId}/${name}/${randomUUID()}`;
    await client.putFile(key, path, content);
    objects.push({ key, name, sha256: content.sha256, size_bytes: content.sizeBytes });
  }
  return objects;
}

/** Downloads files to the folder of a workspace that is exported, except those that were deleted meanwhile. */
export async function downloadFiles(client: BucketClient, objects: readonly ObjectRow[], dir: string): Promise<void> {
  for (const { key, name, sha256, size_bytes } of objects) {
    const path = join(dir, name);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    try {
      await client.download(key, path, { sha256, sizeBytes: size_bytes });
    } catch (error) {
      if (!(error instanceof BucketError && error.kind === 'missing')) throw error;
    }
  }
}
