import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const writeBufferBytes = 64 * 1024;

/** Where a recording stands until it is whole. */
export function getPartialPath(path: string): string {
  return `${path}.part`;
}

/** A file that is written beside its place, hashed on the way, and moved there once all of it is on the disk. */
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

  /** The bytes are copied. */
  write(bytes: Uint8Array): void {
    this.#buffered.push(bytes.slice());
    this.#bufferedBytes += bytes.length;
    if (this.#bufferedBytes >= writeBufferBytes) this.#flush();
  }

  /** Puts the file in its place, and on the disk. */
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
    // A write may stop short, as where the disk is full; the next one then says why.
    for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
    this.#sizeBytes += bytes.length;
  }

  #requireOpen(): number {
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
