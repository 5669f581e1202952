import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Only root on Linux can mount a small file system. */
export const canMountDisk = process.platform === 'linux' && process.getuid?.() === 0;

const diskBytes = 8 * 1024 * 1024;
const diskFiles = 500;

export type SmallDisk = {
  readonly path: string;
  readonly freeBytes: () => number;
  /** Writes until no byte fits, as a full disk of a user. */
  readonly fill: () => void;
  /** Writes until this many bytes are left. */
  readonly fillUpTo: (freeBytes: number) => void;
  /** Deletes what filled the disk. */
  readonly clear: () => void;
  readonly unmount: () => void;
};

/** Mounts a disk of 8 MB. */
export function mountSmallDisk(): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'switchboard-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes},nr_inodes=${diskFiles}`, 'tmpfs', path]);
  const filler = join(path, 'filler');
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  };
  return {
    path,
    freeBytes,
    fill: () => {
      for (const size of [1024 * 1024, 4096]) {
        try {
          for (;;) appendFileSync(filler, Buffer.alloc(size));
        } catch (error) {
          if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
        }
      }
    },
    fillUpTo: (bytes) => writeFileSync(filler, Buffer.alloc(freeBytes() - bytes)),
    clear: () => rmSync(filler),
    unmount: () => {
      execFileSync('umount', [path]);
      rmSync(path, { recursive: true });
    },
  };
}
