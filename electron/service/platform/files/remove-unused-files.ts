import { readdir } from 'node:fs/promises';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Files per batch, so that a large folder does not block other requests. */
const filesPerBatch = 100;

export type RemoveUnusedFilesOptions = {
  /** Matches the names that this application gives its files here. */
  readonly ownNames: RegExp;
  /** Removes a file unless it is still in use. */
  readonly removeIfUnused: (name: string) => void | Promise<void>;
  /** Receives each error. The next file is tried nevertheless. */
  readonly onError: (error: unknown) => void;
};

/** Offers each regular file with one of our names for removal. Ignores folders, links and files of other programs. */
export async function removeUnusedFiles(
  folder: string,
  { ownNames, removeIfUnused, onError }: RemoveUnusedFilesOptions,
): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    onError(error);
    return [];
  });
  for (const [index, entry] of entries.entries()) {
    if (index % filesPerBatch === 0) await yieldToEventLoop();
    if (!entry.isFile() || !ownNames.test(entry.name)) continue;
    try {
      await removeIfUnused(entry.name);
    } catch (error) {
      onError(error);
    }
  }
}
