import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from '../../platform/files/sync-file.ts';

const writeBufferBytes = 64 * 1024;

/** Returns the path of an incomplete file. */
export function getPartialPath(path: string): string {
  return `${path}.part`;
}

/** Writes a file under its partial path, computes its hash, and renames it when all bytes are on disk. */
export class AtomicFileWriter {
  readonly #path: string;
  readonly #hash = createHash('sha256');
  #fd: number | undefined;
  #sizeBytes = 0;
  #buffered: Uint8Array[] = [];
  #bufferedBytes = 0;

  constructor(path: string) {
    this.#path = path;
    this.#fd = openSync(getPartialPath(path), 'w');
  }

  /** Copies the bytes; the caller can reuse the array. */
  write(bytes: Uint8Array): void {
    this.#buffered.push(bytes.slice());
    this.#bufferedBytes += bytes.length;
    if (this.#bufferedBytes >= writeBufferBytes) this.#flush();
  }

  /** Flushes the file to disk and renames it to its path. */
  commit(): { readonly sizeBytes: number; readonly sha256: string } {
    this.#flush();
    fsyncSync(this.#requireOpen());
    this.#close();
    renameSync(getPartialPath(this.#path), this.#path);
    syncFolder(dirname(this.#path));
    return { sizeBytes: this.#sizeBytes, sha256: this.#hash.digest('hex') };
  }

  discard(): void {
    this.#close();
    rmSync(getPartialPath(this.#path), { force: true });
  }

  #flush(): void {
    const fd = this.#requireOpen();
    const bytes = Buffer.concat(this.#buffered);
    this.#buffered = [];
    this.#bufferedBytes = 0;
    this.#hash.update(bytes);
    // A write can be partial, for example if the disk is full; the next write then throws the reason.
    for (let offset = 0; offset < bytes.length;) offset += writeSync(fd, bytes, offset);
    this.#sizeBytes += bytes.length;
  }

  #requireOpen(): number {
    if (this.#fd === undefined) throw new Error('The recording file is closed.');
    return this.#fd;
  }

  #close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }
}
