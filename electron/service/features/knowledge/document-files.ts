import { createHash, randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Problem } from '../../../../shared/contract/problems.ts';
import { isFileMissing, openFileRange, statFile } from '../../platform/files/read-file-range.ts';
import { removeUnusedFiles } from '../../platform/files/remove-unused-files.ts';
import { getStoredFilePath, isStoredName } from '../../platform/files/stored-file-path.ts';
import type { WorkspaceObjects } from '../../platform/files/workspace-objects.ts';

/** The names of the files in `files/` and `incoming/`. */
const storedName = /^[0-9a-f]{64}$/;
const incomingName = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export type ReceivedFile = { readonly path: string; readonly sizeBytes: number; readonly sha256: string };

const folderName = 'files';

/**
 * The original files of a workspace, one per content: `files/<sha256>`. Uploads are received in `incoming/`, which is
 * cleared at startup unless the workspace is read-only; files with other names are left alone. A pinned file is never removed:
 * an upload pins its file before moving it into place, and unpins it when its document is stored. With a bucket, these are
 * copies of its objects.
 */
export class DocumentFiles {
  readonly #filesDir: string;
  readonly #incomingDir: string;
  readonly #pins = new Map<string, number>();
  readonly #objects: WorkspaceObjects | null;

  constructor(workspaceDir: string, { isReadOnly = false } = {}, objects: WorkspaceObjects | null = null) {
    this.#objects = objects;
    this.#filesDir = join(workspaceDir, folderName);
    this.#incomingDir = join(workspaceDir, 'incoming');
    if (isReadOnly) return;
    mkdirSync(this.#filesDir, { recursive: true, mode: 0o700 });
    mkdirSync(this.#incomingDir, { recursive: true, mode: 0o700 });
    // Synchronous, because uploads may be received here from now on.
    for (const entry of readdirSync(this.#incomingDir, { withFileTypes: true }))
      if (entry.isFile() && incomingName.test(entry.name)) rmSync(join(this.#incomingDir, entry.name));
  }

  /** Throws the error of a missing file if the value is not a SHA-256. */
  getPath(sha256: string): string {
    return getStoredFilePath(this.#filesDir, sha256);
  }

  /** Writes and hashes a stream in `incoming/`. The file is on disk (fsync) when the promise resolves. */
  async receive(source: Readable): Promise<ReceivedFile> {
    const path = join(this.#incomingDir, randomUUID());
    const hash = createHash('sha256');
    let sizeBytes = 0;
    const file = await open(path, 'wx', 0o600);
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

  /** Resolves when the bucket, if there is one, has a stored file. Throws Problem `unavailable`. */
  async upload({ sha256, sizeBytes }: ReceivedFile): Promise<void> {
    await this.#objects?.upload(getObjectName(sha256), { sha256, sizeBytes });
  }

  /** Gets a file that has no copy here from the bucket, if there is one. Waits for the bucket until the signal is aborted. */
  async fetch(sha256: string, signal?: AbortSignal): Promise<void> {
    if (isStoredName(sha256)) await this.#objects?.fetch(getObjectName(sha256), signal);
  }

  unpin(sha256: string): void {
    const pins = (this.#pins.get(sha256) ?? 0) - 1;
    if (pins > 0) this.#pins.set(sha256, pins);
    else this.#pins.delete(sha256);
  }

  async discard(received: ReceivedFile): Promise<void> {
    await rm(received.path, { force: true });
  }

  /** Removes a file that no document uses, unless it is pinned. A value that is not a SHA-256 has no file. */
  removeIfUnused(sha256: string, isUsed: (sha256: string) => boolean): void {
    if (!isStoredName(sha256) || this.#pins.has(sha256) || isUsed(sha256)) return;
    // Synchronous, so that no upload of the same content can store its file between the check and the removal.
    const path = this.getPath(sha256);
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile()) rmSync(path);
    this.#objects?.remove(getObjectName(sha256));
  }

  /** Removes files without a document, which an interrupted run leaves behind. */
  async removeOrphans(isUsed: (sha256: string) => boolean, onError: (error: unknown) => void): Promise<void> {
    this.#objects?.removeUnused(folderName, (sha256) => this.#pins.has(sha256) || isUsed(sha256));
    const removeIfUnused = (sha256: string) => this.removeIfUnused(sha256, isUsed);
    await removeUnusedFiles(this.#filesDir, { ownNames: storedName, removeIfUnused, onError });
  }

  /** Throws Problem `document_file_missing` or `document_file_damaged` if the original cannot be served. */
  async verify({ sha256, size_bytes }: { readonly sha256: string; readonly size_bytes: number }): Promise<void> {
    await this.#withPath(sha256, () => this.fetch(sha256));
    const { size } = await this.#withPath(sha256, statFile);
    if (size !== size_bytes)
      throw new Problem('document_file_damaged', `The original file was changed or damaged. ${keptText}`);
  }

  /** Reads bytes `start` to `end`, both inclusive. Throws the problems of `verify`. */
  async read(sha256: string, start: number, end: number): Promise<Readable> {
    return this.#withPath(sha256, (path) => openFileRange(path, start, end));
  }

  async #withPath<Result>(sha256: string, use: (path: string) => Promise<Result>): Promise<Result> {
    try {
      return await use(this.getPath(sha256));
    } catch (error) {
      throw toFileProblem(error);
    }
  }
}

const keptText = 'Its text is kept and agents still use it. To restore the original, upload the file again.';

const getObjectName = (sha256: string) => `${folderName}/${sha256}`;

function toFileProblem(cause: unknown): Problem {
  if (cause instanceof Problem) return cause; // the bucket cannot be reached
  if (isFileMissing(cause))
    return new Problem('document_file_missing', `The original file is missing from the workspace folder. ${keptText}`, {
      cause,
    });
  return new Problem('document_file_damaged', `The original file cannot be read. ${keptText}`, { cause });
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
