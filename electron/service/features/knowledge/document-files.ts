import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync, rmSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

export type ReceivedFile = { readonly path: string; readonly sizeBytes: number; readonly sha256: string };

/**
 * The original files of a workspace, one per content: `files/<sha256>`. Uploads are received in `incoming/`, which is
 * cleared at startup. A pinned file is never removed: an upload pins its file before moving it into place, and unpins it
 * when its document is stored.
 */
export class DocumentFiles {
  readonly #filesDir: string;
  readonly #incomingDir: string;
  readonly #pins = new Map<string, number>();

  constructor(workspaceDir: string) {
    this.#filesDir = join(workspaceDir, 'files');
    this.#incomingDir = join(workspaceDir, 'incoming');
    mkdirSync(this.#filesDir, { recursive: true });
    // Synchronous, because uploads may be received here from now on.
    rmSync(this.#incomingDir, { recursive: true, force: true });
    mkdirSync(this.#incomingDir, { recursive: true });
  }

  getPath(sha256: string): string {
    return join(this.#filesDir, sha256);
  }

  /** Writes and hashes a stream in `incoming/`. The file is on disk (fsync) when the promise resolves. */
  async receive(source: Readable): Promise<ReceivedFile> {
    const path = join(this.#incomingDir, randomUUID());
    const hash = createHash('sha256');
    let sizeBytes = 0;
    const file = await open(path, 'wx');
    try {
      for await (const part of source as AsyncIterable<Buffer>) {
        hash.update(part);
        sizeBytes += part.byteLength;
        await file.appendFile(part); // `write` may write only a part, for example on a full disk
      }
      await file.sync();
    } catch (error) {
      await file.close();
      await rm(path, { force: true });
      throw error;
    }
    await file.close();
    return { path, sizeBytes, sha256: hash.digest('hex') };
  }

  /** Moves a received file into place and pins it. Call `unpin` when its document is stored or discarded. */
  async store(received: ReceivedFile): Promise<void> {
    this.#pins.set(received.sha256, (this.#pins.get(received.sha256) ?? 0) + 1);
    try {
      await rename(received.path, this.getPath(received.sha256));
      await syncFolder(this.#filesDir);
    } catch (error) {
      this.unpin(received.sha256);
      throw error;
    }
  }

  unpin(sha256: string): void {
    const pins = (this.#pins.get(sha256) ?? 0) - 1;
    if (pins > 0) this.#pins.set(sha256, pins);
    else this.#pins.delete(sha256);
  }

  async discard(received: ReceivedFile): Promise<void> {
    await rm(received.path, { force: true });
  }

  /** Removes a file that no document uses, unless it is pinned. */
  removeIfUnused(sha256: string, isUsed: (sha256: string) => boolean): void {
    if (this.#pins.has(sha256) || isUsed(sha256)) return;
    // Synchronous, so that no upload of the same content can store its file between the check and the removal.
    rmSync(this.getPath(sha256), { force: true });
  }

  /** Removes files without a document, which an interrupted run leaves behind. */
  async removeOrphans(isUsed: (sha256: string) => boolean): Promise<void> {
    for (const name of await readdir(this.#filesDir)) this.removeIfUnused(name, isUsed);
  }

  /** Reads bytes `start` to `end`, both inclusive. */
  read(sha256: string, start: number, end: number): Readable {
    return createReadStream(this.getPath(sha256), { start, end });
  }
}

/** Makes a rename durable by syncing its folder. Windows does not support this. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
