import { rmSync } from 'node:fs';

/** A copy that was used this recently may be about to be opened. */
const keptMs = 60_000;

/** The copies on this node of files that are in the bucket. The least recently used ones are deleted above a total size. */
export class LocalCopies {
  readonly #maxBytes: number;
  /** By path, the least recently used first. */
  readonly #copies = new Map<string, { readonly sizeBytes: number; readonly usedAt: number }>();
  #totalBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Call it for each use of a copy, the first included. */
  use(path: string, sizeBytes: number): void {
    this.forget(path);
    this.#copies.set(path, { sizeBytes, usedAt: performance.now() });
    this.#totalBytes += sizeBytes;
    for (const [oldest, { usedAt }] of this.#copies) {
      if (this.#totalBytes <= this.#maxBytes || performance.now() - usedAt < keptMs) break;
      this.remove(oldest);
    }
  }

  /** Deletes a file, whether it is known as a copy or not. */
  remove(path: string): void {
    this.forget(path);
    rmSync(path, { force: true });
  }

  forget(path: string): void {
    this.#totalBytes -= this.#copies.get(path)?.sizeBytes ?? 0;
    this.#copies.delete(path);
  }

  /** Deletes the copies in a folder and its folders. */
  removeAll(folder: string): void {
    for (const path of this.#copies.keys()) if (path.startsWith(folder)) this.remove(path);
  }
}
