import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const WRITE_BYTES = 64 * 1024;

/** Where a recording stands until it is whole. */
export function partPath(path: string): string {
  return `${path}.part`;
}

/** A file that is written beside its place, hashed on the way, and moved there once all of it is on the disk. */
export class RecordingFile {
  readonly #path: string;
  readonly #hash = createHash('sha256');
  #fd: number | undefined;
  #sizeBytes = 0;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;

  constructor(path: string) {
    this.#path = path;
    this.#fd = openSync(partPath(path), 'w');
  }

  /** The bytes are copied. */
  write(bytes: Uint8Array): void {
    this.#waiting.push(bytes.slice());
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes >= WRITE_BYTES) this.#flush();
  }

  /** Puts the file in its place, and on the disk. */
  keep(): { readonly sizeBytes: number; readonly sha256: string } {
    this.#flush();
    fsyncSync(this.#open());
    this.#close();
    renameSync(partPath(this.#path), this.#path);
    syncFolder(dirname(this.#path));
    return { sizeBytes: this.#sizeBytes, sha256: this.#hash.digest('hex') };
  }

  discard(): void {
    this.#close();
    rmSync(partPath(this.#path), { force: true });
  }

  #flush(): void {
    const fd = this.#open();
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#hash.update(bytes);
    // A write may stop short, as where the disk is full; the next one then says why.
    for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
    this.#sizeBytes += bytes.length;
  }

  #open(): number {
    if (this.#fd === undefined) throw new Error('The file of this recording is closed.');
    return this.#fd;
  }

  #close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }
}

/** A rename is only safe from a power cut once its folder is on the disk; Windows has no such call. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
