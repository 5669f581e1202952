import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolder } from '../files/sync-file.ts';
import { isStorageFull } from '../http/to-problem.ts';

/**
 * Remembers, in the name of an empty file, that a database can contain remnants of deleted text until it is rewritten. The file is
 * created in advance and then only renamed, because a full disk may have no space for another file.
 */
export class RewriteRequest {
  readonly #requestedPath: string;
  readonly #reservedPath: string;

  constructor(workspaceDir: string) {
    this.#requestedPath = join(workspaceDir, 'rewrite-requested');
    this.#reservedPath = join(workspaceDir, 'rewrite-not-requested');
  }

  get isSet(): boolean {
    return existsSync(this.#requestedPath);
  }

  /** Creates the file. A disk that is full now may have space when the workspace is next opened. */
  reserve(): void {
    if (this.isSet || existsSync(this.#reservedPath)) return;
    try {
      writeFileSync(this.#reservedPath, '', { mode: 0o600 });
    } catch (error) {
      if (!isStorageFull(error)) throw error;
    }
  }

  /** Does nothing if the file could not be reserved and still cannot be created: a deletion must be possible on a full disk. */
  set(): void {
    this.reserve();
    if (this.isSet || !existsSync(this.#reservedPath)) return;
    renameSync(this.#reservedPath, this.#requestedPath);
    syncFolder(dirname(this.#requestedPath));
  }

  clear(): void {
    if (this.isSet) renameSync(this.#requestedPath, this.#reservedPath);
  }
}
