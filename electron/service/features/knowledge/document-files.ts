import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync, rmSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

export type ReceivedFile = { readonly path: string; readonly sizeBytes: number; readonly sha256: string };

/**
 * The originals of a workspace, one file for each content: `files/<sha256>`. What is still being received stands in
 * `incoming/`; what an earlier run has left there is thrown away. A pinned content is never removed: an upload holds its pin from
 * before the file is in place until its document is stored.
 */
export class DocumentFiles {
  readonly #filesDir: string;
  readonly #incomingDir: string;
  readonly #pins = new Map<string, number>();

  constructor(workspaceDir: string) {
    this.#filesDir = join(workspaceDir, 'files');
    this.#incomingDir = join(workspaceDir, 'incoming');
    mkdirSync(this.#filesDir, { recursive: true });
    // At once: from now on, what stands there is being received.
    rmSync(this.#incomingDir, { recursive: true, force: true });
    mkdirSync(this.#incomingDir, { recursive: true });
  }

  getPath(sha256: string): string {
    return join(this.#filesDir, sha256);
  }

  /** Writes a stream to `incoming/`, hashing it, and has it on the disk (fsync) before it resolves. */
  async receive(source: Readable): Promise<ReceivedFile> {
    const path = join(this.#incomingDir, randomUUID());
    const hash = createHash('sha256');
    let sizeBytes = 0;
    const file = await open(path, 'wx');
    try {
      for await (const part of source as AsyncIterable<Buffer>) {
        hash.update(part);
        sizeBytes += part.byteLength;
        await file.appendFile(part); // `write` may stop short, as where the disk is full
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

  /** Moves a received file to its place, pinned; the caller calls `unpin` once its document is stored or given up. */
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

  /** Removes a content that no document uses, unless it is pinned. */
  removeIfUnused(sha256: string, isUsed: (sha256: string) => boolean): void {
    if (this.#pins.has(sha256) || isUsed(sha256)) return;
    // In the same turn: an upload of this content may put its file in place at any other time.
    rmSync(this.getPath(sha256), { force: true });
  }

  /** Clears contents without a document, as an interrupted run leaves them. */
  async removeOrphans(isUsed: (sha256: string) => boolean): Promise<void> {
    for (const name of await readdir(this.#filesDir)) this.removeIfUnused(name, isUsed);
  }

  /** Bytes `start` to `end`, both included. */
  read(sha256: string, start: number, end: number): Readable {
    return createReadStream(this.getPath(sha256), { start, end });
  }
}

/** A rename is only safe from a power cut once its folder is on the disk; Windows has no such call. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
