// Public: other features may import this file.
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileRoutes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { hashFile } from '../../platform/files/hash-file.ts';
import { getFileVersion, isFileMissing, openFileRange, statFile } from '../../platform/files/read-file-range.ts';
import { removeUnusedFiles } from '../../platform/files/remove-unused-files.ts';
import { getStoredFilePath, isStoredName } from '../../platform/files/stored-file-path.ts';
import type { ObjectContent, WorkspaceObjects } from '../../platform/files/workspace-objects.ts';
import type { UrlSigner } from '../../platform/http/url-signer.ts';

export { findRecording, hasRecording, insertRecording, readPeaks, readWaveform } from './recording-queries.ts';

const recordingExtension = '.mp3';

/** `call_1a2b.mp3`, and `call_1a2b.mp3.part` while it is written. */
const recordingName = /^call_\w+\.mp3(\.part)?$/;

const folderName = 'recordings';

/** The recordings of a workspace, one file per call: `recordings/<call_id>.mp3`. With a bucket, these are copies of its objects. */
export class RecordingStore {
  readonly #folder: string;
  /** The version of each file whose content matched the recording. */
  readonly #verified = new Map<string, string>();
  readonly #objects: WorkspaceObjects | null;
  #orphanRemoval: Promise<void> = Promise.resolve();

  constructor(workspaceDir: string, { isReadOnly = false } = {}, objects: WorkspaceObjects | null = null) {
    this.#objects = objects;
    this.#folder = join(workspaceDir, folderName);
    if (!isReadOnly) this.#ensureFolder();
  }

  /** Returns the path for a new recording, and creates the folder if it is missing. */
  prepareWritePath(callId: string): string {
    this.#ensureFolder();
    return this.getPath(callId);
  }

  /** Throws the error of a missing file if the value is not an ID. */
  getPath(callId: string): string {
    return getStoredFilePath(this.#folder, callId, recordingExtension);
  }

  /** Resolves when the bucket, if there is one, has a recording. Waits for the bucket until the signal is aborted. */
  async upload(callId: string, recording: ObjectContent, signal: AbortSignal): Promise<void> {
    await this.#objects?.upload(getObjectName(callId), recording, signal);
  }

  async remove(callId: string): Promise<void> {
    if (!isStoredName(callId)) return;
    await rm(this.getPath(callId), { force: true });
    this.#objects?.remove(getObjectName(callId));
  }

  /** Deletes files without a recording, which an interrupted run can leave. */
  removeOrphans(isRecorded: (callId: string) => boolean, onError: (error: unknown) => void): Promise<void> {
    this.#orphanRemoval = this.#removeOrphans(isRecorded, onError);
    return this.#orphanRemoval;
  }

  /** Resolves when `removeOrphans` has ended. A file that is created before that could be deleted as an orphan. */
  async waitForOrphanRemoval(): Promise<void> {
    await this.#orphanRemoval.catch(() => undefined); // the caller of `removeOrphans` handles it
  }

  async #removeOrphans(isRecorded: (callId: string) => boolean, onError: (error: unknown) => void): Promise<void> {
    const isKept = (name: string) =>
      name.endsWith(recordingExtension) && isRecorded(name.slice(0, -recordingExtension.length));
    this.#objects?.removeUnused(folderName, isKept);
    const removeIfUnused = async (name: string) => {
      if (!isKept(name)) await rm(join(this.#folder, name), { force: true });
    };
    await removeUnusedFiles(this.#folder, { ownNames: recordingName, removeIfUnused, onError });
  }

  /**
   * Checks that the file is the one that was recorded. Reads its content once per version of the file, unless the bucket has done so.
   * Throws Problem `recording_missing` or `recording_damaged`.
   */
  async verify(callId: string, recorded: { readonly size_bytes: number; readonly sha256: string }): Promise<void> {
    const fetch = () => this.#objects?.fetch(getObjectName(callId)) ?? Promise.resolve(null);
    if ((await this.#withPath(callId, fetch)) === recorded.sha256) return;
    const stats = await this.#withPath(callId, statFile);
    const version = `${getFileVersion(stats)} ${recorded.sha256}`;
    if (this.#verified.get(callId) === version) return;
    const isIntact = stats.size === recorded.size_bytes && (await this.#withPath(callId, hashFile)) === recorded.sha256;
    if (!isIntact) throw new Problem('recording_damaged', 'The recording file was modified after the call.');
    this.#verified.set(callId, version);
  }

  /** Returns null if the file has the size of the recording, otherwise what is wrong with it. Does not read its content. */
  async checkFile(callId: string, recorded: { readonly size_bytes: number }): Promise<'missing' | 'damaged' | null> {
    if (this.#objects?.has(getObjectName(callId))) return null;
    try {
      const { size } = await statFile(this.getPath(callId));
      return size === recorded.size_bytes ? null : 'damaged';
    } catch (error) {
      return isFileMissing(error) ? 'missing' : 'damaged';
    }
  }

  /** Reads the bytes from `start` to `end`, both inclusive. Throws the problems of `verify`. */
  read(callId: string, start: number, end: number): Promise<Readable> {
    return this.#withPath(callId, (path) => openFileRange(path, start, end));
  }

  async #withPath<Result>(callId: string, use: (path: string) => Promise<Result>): Promise<Result> {
    try {
      return await use(this.getPath(callId));
    } catch (error) {
      throw toFileProblem(error);
    }
  }

  #ensureFolder(): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
  }
}

/** Returns a URL path, valid for one hour, that opens the recording of a call. */
export function signRecordingUrl(signer: UrlSigner, callId: string): string {
  return signer.sign(fileRoutes.getRecording, `${callId}.mp3`);
}

const getObjectName = (callId: string) => `${folderName}/${callId}${recordingExtension}`;

function toFileProblem(cause: unknown): Problem {
  if (cause instanceof Problem) return cause; // the bucket cannot be reached
  if (isFileMissing(cause))
    return new Problem('recording_missing', 'The recording file is missing from the workspace folder.', {
      cause,
    });
  return new Problem('recording_damaged', 'The recording file cannot be read.', { cause });
}
