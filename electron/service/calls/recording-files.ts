import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { Problem } from '../../../shared/problems.ts';

const ending = '.mp3';

/** Files looked at in one go, so that many of them hold nobody up. */
const sweptAtOnce = 100;

/** The recordings of a workspace, one file for each call: `recordings/<call_id>.mp3`. */
export class RecordingFiles {
  readonly #folder: string;
  /** Files that were found to hold what was recorded, by what a change of theirs would change. */
  readonly #verified = new Map<string, string>();

  constructor(workspaceDir: string) {
    this.#folder = join(workspaceDir, 'recordings');
    this.#makeFolder();
  }

  /** Where a recording is to be written to, also after somebody has removed the folder. */
  placeFor(callId: string): string {
    this.#makeFolder();
    return this.pathOf(callId);
  }

  pathOf(callId: string): string {
    return join(this.#folder, `${callId}${ending}`);
  }

  async remove(callId: string): Promise<void> {
    await rm(this.pathOf(callId), { force: true });
  }

  /** Clears what is not the file of a recording, as an interrupted run leaves it. */
  async sweep(isRecorded: (callId: string) => boolean): Promise<void> {
    for (const [at, name] of (await readdir(this.#folder)).entries()) {
      if (at % sweptAtOnce === 0) await nextTurn();
      const isKept = name.endsWith(ending) && isRecorded(name.slice(0, -ending.length));
      if (!isKept) await rm(join(this.#folder, name), { recursive: true, force: true });
    }
  }

  /**
   * Makes sure that a file is the one that was recorded. Its content is read once for each version of the file.
   * Throws Problem `recording_missing` or `recording_damaged`.
   */
  async verify(callId: string, recorded: { readonly size_bytes: number; readonly sha256: string }): Promise<void> {
    const path = this.pathOf(callId);
    const found = await stat(path).catch(refuseUnreadable);
    // The time of the last write can be put back, as a copying program does; that of the last change cannot.
    const version = `${found.ino} ${found.mtimeMs} ${found.ctimeMs} ${found.size} ${recorded.sha256}`;
    if (this.#verified.get(callId) === version) return;
    const isSound =
      found.size === recorded.size_bytes && (await hashFile(path).catch(refuseUnreadable)) === recorded.sha256;
    if (!isSound) {
      const detail = 'The file of this recording was cut, changed or replaced after the call.';
      throw new Problem('recording_damaged', detail);
    }
    this.#verified.set(callId, version);
  }

  /** Whether a file is gone or of another size than what was recorded; null where it looks sound. Its content is not read. */
  async glance(callId: string, recorded: { readonly size_bytes: number }): Promise<'missing' | 'damaged' | null> {
    try {
      const { size } = await stat(this.pathOf(callId));
      return size === recorded.size_bytes ? null : 'damaged';
    } catch (error) {
      return isMissing(error) ? 'missing' : 'damaged';
    }
  }

  /** Bytes `start` to `end`, both included. */
  read(callId: string, start: number, end: number): Readable {
    return createReadStream(this.pathOf(callId), { start, end });
  }

  #makeFolder(): void {
    mkdirSync(this.#folder, { recursive: true });
  }
}

function refuseUnreadable(cause: unknown): never {
  if (isMissing(cause))
    throw new Problem('recording_missing', 'The file of this recording is no longer in the workspace’s folder.', {
      cause,
    });
  throw new Problem('recording_damaged', 'The file of this recording cannot be read.', { cause });
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path) as AsyncIterable<Buffer>) hash.update(part);
  return hash.digest('hex');
}
