import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { fileRoutes } from '../../../../shared/contract.ts';
import { Problem } from '../../../../shared/problems.ts';
import type { UrlSigner } from '../../platform/http/url-signer.ts';

export { findRecording, hasRecording, insertRecording, readPeaks, readWaveform } from './recording-queries.ts';

const recordingExtension = '.mp3';

/** Files per batch, so that a large folder does not block other requests. */
const filesPerBatch = 100;

/** The recordings of a workspace, one file per call: `recordings/<call_id>.mp3`. */
export class RecordingStore {
  readonly #folder: string;
  /** The version of each file whose content matched the recording. */
  readonly #verified = new Map<string, string>();

  constructor(workspaceDir: string) {
    this.#folder = join(workspaceDir, 'recordings');
    this.#ensureFolder();
  }

  /** Returns the path for a new recording, and creates the folder if it is missing. */
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

  /** Deletes files without a recording, which an interrupted run can leave. */
  async removeOrphans(isRecorded: (callId: string) => boolean): Promise<void> {
    for (const [index, name] of (await readdir(this.#folder)).entries()) {
      if (index % filesPerBatch === 0) await yieldToEventLoop();
      const isKept = name.endsWith(recordingExtension) && isRecorded(name.slice(0, -recordingExtension.length));
      if (!isKept) await rm(join(this.#folder, name), { recursive: true, force: true });
    }
  }

  /**
   * Checks that the file is the one that was recorded. Reads its content once per version of the file.
   * Throws Problem `recording_missing` or `recording_damaged`.
   */
  async verify(callId: string, recorded: { readonly size_bytes: number; readonly sha256: string }): Promise<void> {
    const path = this.getPath(callId);
    const stats = await stat(path).catch(rethrowAsProblem);
    // Copy programs can restore the modification time, but not the change time.
    const version = `${stats.ino} ${stats.mtimeMs} ${stats.ctimeMs} ${stats.size} ${recorded.sha256}`;
    if (this.#verified.get(callId) === version) return;
    const isIntact =
      stats.size === recorded.size_bytes && (await hashFile(path).catch(rethrowAsProblem)) === recorded.sha256;
    if (!isIntact) throw new Problem('recording_damaged', 'The recording file was modified after the call.');
    this.#verified.set(callId, version);
  }

  /** Returns whether the file is missing or has another size than the recording, or null. Does not read its content. */
  async checkFile(callId: string, recorded: { readonly size_bytes: number }): Promise<'missing' | 'damaged' | null> {
    try {
      const { size } = await stat(this.getPath(callId));
      return size === recorded.size_bytes ? null : 'damaged';
    } catch (error) {
      return isFileMissing(error) ? 'missing' : 'damaged';
    }
  }

  /** Reads the bytes from `start` to `end`, both inclusive. */
  read(callId: string, start: number, end: number): Readable {
    return createReadStream(this.getPath(callId), { start, end });
  }

  #ensureFolder(): void {
    mkdirSync(this.#folder, { recursive: true });
  }
}

/** Returns a URL relative to the origin that opens the recording of a call for one hour. */
export function signRecordingUrl(signer: UrlSigner, callId: string): string {
  return signer.sign(fileRoutes.getRecording, `${callId}.mp3`);
}

function rethrowAsProblem(cause: unknown): never {
  if (isFileMissing(cause))
    throw new Problem('recording_missing', 'The recording file is missing from the workspace folder.', {
      cause,
    });
  throw new Problem('recording_damaged', 'The recording file cannot be read.', { cause });
}

function isFileMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}
