import PQueue from 'p-queue';
import { readObject } from '../../remote/read-remote.ts';
import { RemoteError, type DownloadedFile, type RemoteErrorKind, type RemoteLink } from '../../remote/remote-client.ts';
import { findRemoteItem } from '../../remote/remote-item-queries.ts';
import { callReader } from '../../remote/remote-schemas.ts';
import { RecordingAnalyzer, type RecordingAnalysis } from '../../recordings/recording-analyzer.ts';
import { hasRecording, insertRecording } from '../../recordings/recording-store.ts';
import { findCall, type CallRow } from '../call-queries.ts';
import { storeTalk, listTurns } from '../turn-queries.ts';
import {
  findRemoteCall,
  listCallsWithoutRecording,
  updateRemoteCall,
  updateTurnTimes,
  type RemoteCallRow,
} from './remote-call-queries.ts';
import { publishCallChange, type RemoteCallStorage } from './store-remote-call.ts';

const concurrentDownloads = 2;

/** Older recordings are fetched when their call is opened. */
const newestCalls = 500;

/** After this many failures in a row, the reason is shown, and the user decides when to fetch it again. */
const maxAttempts = 3;

const retryMs = 60_000;

/** Failures that can end by themselves. */
const temporary: readonly RemoteErrorKind[] = ['unreachable', 'no_answer', 'busy', 'failed'];

type FetcherDependencies = RemoteCallStorage & { readonly link: RemoteLink };

/** Fetches the recordings of calls that the remote has made, in the background. */
export class RecordingFetcher {
  readonly #dependencies: FetcherDependencies;
  readonly #analyzer = new RecordingAnalyzer();
  readonly #queue = new PQueue({ concurrency: concurrentDownloads });
  readonly #closing = new AbortController();
  readonly #fetching = new Set<string>();
  /** Temporary failures by call ID. */
  readonly #failures = new Map<string, { readonly count: number; readonly retryAt: number }>();

  constructor(dependencies: FetcherDependencies) {
    this.#dependencies = dependencies;
  }

  /** Starts to fetch the recordings of the newest calls. */
  fetchNewest(): void {
    const { db, context } = this.#dependencies;
    for (const call of listCallsWithoutRecording(db, newestCalls))
      if ((this.#failures.get(call.call_id)?.retryAt ?? 0) <= context.now()) this.#add(call, 0);
  }

  /** Starts to fetch the recording of a call, before the others. */
  fetch(call: CallRow): void {
    this.#failures.delete(call.call_id);
    const { db } = this.#dependencies;
    db.transaction(() => updateRemoteCall(db, call.id, { recording_error: null }));
    this.#add(call, 1);
    publishCallChange(this.#dependencies, call);
  }

  isFetching(callId: string): boolean {
    return this.#fetching.has(callId);
  }

  /** Stops running downloads. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#queue.onIdle();
    await this.#analyzer.close();
  }

  #add(call: CallRow, priority: number): void {
    if (this.#closing.signal.aborted || this.#fetching.has(call.call_id)) return;
    this.#fetching.add(call.call_id);
    this.#queue
      .add(() => this.#fetch(call), { priority })
      .catch((error: unknown) => {
        const { log } = this.#dependencies.context;
        log.error({ err: error, call: call.call_id }, 'cannot store why a recording was not fetched');
      });
  }

  async #fetch({ call_id }: CallRow): Promise<void> {
    const { db, orgId, recordings, context } = this.#dependencies;
    const { signal } = this.#closing;
    try {
      await recordings.waitForOrphanRemoval();
      const call = findCall(db, orgId, call_id);
      const remote = call && findRemoteCall(db, call.id);
      if (signal.aborted || !call || !remote?.recording_url || hasRecording(db, call_id)) return;
      const path = recordings.prepareWritePath(call_id);
      const file = await this.#download(call, remote, path);
      const turns = remote.times === 'unknown' ? listTurns(db, call.id) : [];
      const analysis = await this.#analyzer.analyze({ path, turns }, signal).catch((error: unknown) => {
        throw signal.aborted ? error : new UnreadableRecordingError(error);
      });
      this.#store(call_id, file, analysis);
    } catch (error) {
      await recordings.remove(call_id).catch(() => undefined); // if this fails, the next start removes it
      if (!signal.aborted) this.#storeFailure(call_id, error);
      if (!(error instanceof RemoteError) && !(error instanceof UnreadableRecordingError) && !signal.aborted)
        context.log.error({ err: error, call: call_id }, 'cannot fetch a recording');
    } finally {
      this.#fetching.delete(call_id);
      const call = signal.aborted ? undefined : findCall(db, orgId, call_id);
      if (call) publishCallChange(this.#dependencies, call);
    }
  }

  /** Downloads a recording. If its URL has expired, fetches the current URL of the call and tries once more. */
  async #download(call: CallRow, { recording_url }: RemoteCallRow, path: string): Promise<DownloadedFile> {
    const { link } = this.#dependencies;
    const { signal } = this.#closing;
    const client = await link.getClient();
    try {
      return await client.download({ url: recording_url ?? '', type: 'mp3', path, signal });
    } catch (error) {
      const isRefused = error instanceof RemoteError && (error.kind === 'rejected' || error.kind === 'unauthorized');
      const url = isRefused ? await this.#fetchUrl(call) : null;
      if (url === null || url === recording_url) throw error;
      return client.download({ url, type: 'mp3', path, signal });
    }
  }

  async #fetchUrl({ id, call_id }: CallRow): Promise<string | null> {
    const { db, link } = this.#dependencies;
    const requestedId = findRemoteItem(db, 'call', call_id)?.remote_id;
    if (requestedId === undefined) return null;
    const client = await link.getClient();
    const path = `/calls/${encodeURIComponent(requestedId)}`;
    const { body } = await client.request({ method: 'GET', path, signal: this.#closing.signal });
    const reading = readObject(callReader, body, { requestedId, remoteOrgId: link.remoteOrgId });
    const url = reading.isValid ? reading.value.recording_url : null;
    if (url !== null) db.transaction(() => updateRemoteCall(db, id, { recording_url: url }));
    return url;
  }

  #store(callId: string, file: DownloadedFile, { durationSeconds, peaks, turnTimes }: RecordingAnalysis): void {
    const { db, orgId } = this.#dependencies;
    const call = findCall(db, orgId, callId);
    if (!call) throw new Error(`${callId} was deleted while its recording was fetched.`);
    db.transaction(() => {
      const { sizeBytes, sha256 } = file;
      insertRecording(db, call.id, { durationSeconds, sizeBytes, sha256, peaks });
      updateRemoteCall(db, call.id, { recording_error: null });
      // Exact times can arrive during the analysis.
      if (turnTimes.length === 0 || findRemoteCall(db, call.id)?.times !== 'unknown') return;
      updateTurnTimes(db, call.id, turnTimes);
      updateRemoteCall(db, call.id, { times: 'estimated' });
      storeTalk(db, call.id);
    });
    this.#failures.delete(callId);
  }

  #storeFailure(callId: string, error: unknown): void {
    const { db, orgId, context } = this.#dependencies;
    const count = (this.#failures.get(callId)?.count ?? 0) + 1;
    this.#failures.set(callId, { count, retryAt: context.now() + count * retryMs });
    const isTemporary = error instanceof RemoteError && temporary.includes(error.kind);
    if (isTemporary && count < maxAttempts) return;
    const call = findCall(db, orgId, callId);
    const isExplained = error instanceof RemoteError || error instanceof UnreadableRecordingError;
    const reason = isExplained ? error.message : 'The recording could not be stored.';
    if (call) db.transaction(() => updateRemoteCall(db, call.id, { recording_error: reason }));
  }
}

class UnreadableRecordingError extends Error {
  override readonly name = 'UnreadableRecordingError';

  constructor(cause: unknown) {
    super('The remote sent a recording that cannot be decoded.', { cause });
  }
}
