import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Writes a file to the disk, so that it survives a power failure. */
export function syncFile(path: string): void {
  syncPath(path, 'r+');
}

/** A rename survives a power failure only after the folder is synced. Windows has no such call. */
export function syncFolder(path: string): void {
  if (process.platform !== 'win32') syncPath(path, 'r');
}

function syncPath(path: string, mode: 'r' | 'r+'): void {
  const fd = openSync(path, mode);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
