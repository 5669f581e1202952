import { rename } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** The codes on Windows while a virus scanner or the program of a cloud folder reads the file. */
const lockedCodes = /^(EPERM|EACCES|EBUSY)$/;

const waitsMs = [10, 20, 50, 100, 200, 500, 1_000];

/** Renames a file, and waits up to two seconds if another program has it open. Rejects with the error of the file system. */
export async function renameWhenFree(
  from: string,
  to: string,
  move: (from: string, to: string) => Promise<void> = rename,
): Promise<void> {
  for (const waitMs of waitsMs) {
    try {
      return await move(from, to);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && lockedCodes.test(String(error.code)))) throw error;
    }
    await wait(waitMs);
  }
  await move(from, to);
}
