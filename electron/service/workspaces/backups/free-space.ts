import { statfs } from 'node:fs/promises';
import { Problem } from '../../../../shared/contract/problems.ts';

const megabyte = 1024 ** 2;

/** Space that is left free for the file system and for other programs. */
const reserveBytes = 32 * megabyte;

/** Throws Problem `storage_full` if a folder's disk has less space than a task needs. */
export async function requireFreeSpace(folder: string, neededBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  if (freeBytes >= neededBytes + reserveBytes) return;
  const [needed, free] = [neededBytes + reserveBytes, freeBytes].map((bytes) => Math.ceil(bytes / megabyte));
  throw new Problem(
    'storage_full',
    `This needs ${needed} MB of disk space, and ${free} MB are free. Nothing was changed; free some space and try again.`,
  );
}
