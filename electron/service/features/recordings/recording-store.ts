import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { Problem } from '../../../../shared/problems.ts';

const recordingExtension = '.mp3';

/** Files looked at in one go, so that many of them hold nobody up. */
const filesPerBatch = 100;

/** The recordings of a workspace, one file for each call: `recordings/<call_id>.mp3`. */
export class RecordingStore {
  readonly #folder: string;
  /** Files that were found to hold what was recorded, by what a change of theirs would change. */
  readonly #verified = new Map<string, string>();

  constructor(workspaceDir: string) {
    this.#folder = join(workspaceDir, 'recordings');
    this.#ensureFolder();
  }

  /** Where a recording is to be written to, also after somebody has removed the folder. */
  prepareWritePath(callId: string): string {
    this.#ensureFolder();
    return this.getPath(callId);
  }

  getPath(callId: string): string {
    return join(this.#folder, `${callId}${recordingExtension}`);
  }

  async remove(callId: string): Promise<void> {
    await rm(this.getPath(callId), { force: true });
  }

  /** Clears what is not the file of a recording, as an interrupted run leaves it. */
  async removeOrphans(isRecorded: (callId: string) => boolean): Promise<void> {
    for (const [at, name] of (await readdir(this.#folder)).entries()) {
      if (at % filesPerBatch === 0) await nextTurn();
      const isKept = name.endsWith(recordingExtension) && isRecorded(name.slice(0, -recordingExtension.length));
      if (!isKept) await rm(join(this.#folder, name), { recursive: true, force: true });
    }
  }

  /**
   * Makes sure that a file is the one that was recorded. Its content is read once for each version of the file.
   * Throws Problem `recording_missing` or `recording_damaged`.
   */
  async verify(callId: string, recorded: { readonly size_bytes: number; readonly sha256: string }): Promise<void> {
    const path = this.getPath(callId);
    const found = await stat(path).catch(rethrowAsProblem);
    // The time of the last write can be put back, as a copying program does; that of the last change cannot.
    const version = `${found.ino} ${found.mtimeMs} ${found.ctimeMs} ${found.size} ${recorded.sha256}`;
    if (this.#verified.get(callId) === version) return;
    const isSound =
      found.size === recorded.size_bytes && (await hashFile(path).catch(rethrowAsProblem)) === recorded.sha256;
    if (!isSound) {
      const detail = 'The file of this recording was cut, changed or replaced after the call.';
      throw new Problem('recording_damaged', detail);
    }
    this.#verified.set(callId, version);
  }

  /** Whether a file is gone or of another size than what was recorded; null where it looks sound. Its content is not read. */
  async checkFile(callId: string, recorded: { readonly size_bytes: number }): Promise<'missing' | 'damaged' | null> {
    try {
      const { size } = await stat(this.getPath(callId));
      return size === recorded.size_bytes ? null : 'damaged';
    } catch (error) {
      return isFileMissing(error) ? 'missing' : 'damaged';
    }
  }

  /** Bytes `start` to `end`, both included. */
  read(callId: string, start: number, end: number): Readable {
    return createReadStream(this.getPath(callId), { start, end });
  }

  #ensureFolder(): void {
    mkdirSync(this.#folder, { recursive: true });
  }
}

function rethrowAsProblem(cause: unknown): never {
  if (isFileMissing(cause))
    throw new Problem('recording_missing', 'The file of this recording is no longer in the workspace’s folder.', {
      cause,
    });
  throw new Problem('recording_damaged', 'The file of this recording cannot be read.', { cause });
}

function isFileMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path) as AsyncIterable<Buffer>) hash.update(part);
  return hash.digest('hex');
}
