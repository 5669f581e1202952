import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '../../../../../shared/contract/problems.ts';
import type { Database } from '../../db/database.ts';
import { hashFile } from '../hash-file.ts';
import { getFileVersion } from '../read-file-range.ts';
import type { ObjectContent, OpenedWorkspace, WorkspaceObjects } from '../workspace-objects.ts';
import type { BucketClient } from './bucket-client.ts';
import { BucketError } from './bucket-error.ts';
import type { LocalCopies } from './local-copies.ts';
import * as queries from './object-queries.ts';
import type { ObjectRow } from './object-queries.ts';

/** Waits between attempts. The last one is repeated. */
const retryMs = [500, 1_000, 2_000, 5_000] as const;

const retryAfterSeconds = 5;

const removalsPerBatch = 100;

type ObjectsOptions = OpenedWorkspace & { readonly client: BucketClient; readonly copies: LocalCopies };

/** The files of one workspace in a bucket. */
export class BucketObjects implements WorkspaceObjects {
  readonly #db: Database;
  readonly #options: ObjectsOptions;
  readonly #closing = new AbortController();
  /** By name. */
  readonly #fetching = new Map<string, Promise<void>>();
  /** The version of each copy whose content was checked, by name. */
  readonly #verified = new Map<string, string>();
  readonly #unknownRemoval: Promise<void>;
  #removing: Promise<void> = Promise.resolve();
  #lastIssue: string | null = null;

  constructor(db: Database, options: ObjectsOptions) {
    this.#db = db;
    this.#options = options;
    queries.abandonAllUploads(db);
    this.#unknownRemoval = this.#removeUnknown().catch((error: unknown) => this.#reportUnlessClosed(error));
  }

  has(name: string): boolean {
    return queries.findStoredObject(this.#db, name) !== undefined;
  }

  async upload(name: string, { sha256, sizeBytes }: ObjectContent, signal?: AbortSignal): Promise<void> {
    const path = this.#getPath(name);
    if (queries.findStoredObject(this.#db, name)?.sha256 === sha256) return this.#options.copies.use(path, sizeBytes);
    const object: ObjectRow = {
      key: `${this.#options.id}/${name}/${randomUUID()}`,
      name,
      sha256,
      size_bytes: sizeBytes,
    };
    queries.insertObject(this.#db, object, 'uploading');
    try {
      const { client } = this.#options;
      await this.#try((stop) => client.putFile(object.key, path, { sha256, sizeBytes }, stop), signal);
      this.#db.transaction(() => queries.storeObject(this.#db, object));
    } catch (error) {
      await this.#abandon(object.key);
      throw error;
    }
    this.#startRemoving(); // the object that it replaces
    this.#options.copies.use(path, sizeBytes);
  }

  async fetch(name: string, signal?: AbortSignal): Promise<string | null> {
    const object = queries.findStoredObject(this.#db, name);
    if (!object) return null;
    if (!(await this.#isIntact(object))) {
      // Simultaneous requests share a download. Each retries on its own.
      const download = () => {
        const running = this.#fetching.get(name) ?? this.#download(object);
        this.#fetching.set(name, running);
        return running.finally(() => this.#fetching.delete(name));
      };
      await this.#try(download, signal);
    }
    this.#options.copies.use(this.#getPath(name), object.size_bytes);
    return object.sha256;
  }

  remove(name: string): void {
    this.#db.transaction(() => {
      queries.startRemoval(this.#db, name);
      this.#db.afterCommit(() => {
        this.#options.copies.forget(this.#getPath(name));
        this.#verified.delete(name);
        this.#startRemoving();
      });
    });
  }

  removeUnused(folder: string, isUsed: (fileName: string) => boolean): void {
    for (const name of queries.listStoredNames(this.#db, folder))
      if (!isUsed(name.slice(folder.length + 1))) this.remove(name);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([this.#unknownRemoval, this.#removing]);
    await Promise.allSettled(this.#fetching.values());
    this.#options.copies.removeAll(join(this.#options.dir, '/'));
  }

  async #download({ key, name, sha256, size_bytes }: ObjectRow): Promise<void> {
    const path = this.#getPath(name);
    const incoming = join(this.#options.dir, 'incoming', randomUUID());
    for (const target of [path, incoming]) mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    const content = { sha256, sizeBytes: size_bytes };
    await this.#options.client.download(key, incoming, content, this.#closing.signal);
    renameSync(incoming, path);
    this.#verified.set(name, getFileVersion(statSync(path)));
    // The file can have been deleted meanwhile. Synchronous, so that no other copy is.
    if (queries.findStoredObject(this.#db, name)?.key !== key) this.#options.copies.remove(path);
  }

  /** Reads the content once for each version of the copy. */
  async #isIntact({ name, sha256, size_bytes }: ObjectRow): Promise<boolean> {
    const path = this.#getPath(name);
    try {
      const stats = statSync(path);
      if (stats.size !== size_bytes) return false;
      const version = getFileVersion(stats);
      if (this.#verified.get(name) === version) return true;
      if ((await hashFile(path)) !== sha256) return false;
      this.#verified.set(name, version);
      return true;
    } catch {
      return false; // a download replaces the copy, or fails, too
    }
  }

  /** A process that has lost its database deletes the object that it has just written, which no row names then. */
  async #abandon(key: string): Promise<void> {
    try {
      queries.abandonObject(this.#db, key);
      this.#startRemoving();
    } catch {
      await this.#options.client.delete(key).catch(() => undefined); // the process that serves the workspace finds it
    }
  }

  /** Requests without a signal fail with Problem `unavailable` after the second attempt. */
  async #try<T>(request: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const stop = signal ? AbortSignal.any([signal, this.#closing.signal]) : this.#closing.signal;
    for (let attempt = 0; ; attempt++) {
      try {
        const result = await request(stop);
        this.#lastIssue = null;
        return result;
      } catch (error) {
        stop.throwIfAborted();
        if (!(error instanceof BucketError)) throw error;
        this.#report(error);
        const isLast = attempt > 0 && (!signal || error.kind === 'missing' || error.kind === 'damaged');
        if (isLast) throw toRequestError(error);
        await delay(retryMs[attempt] ?? retryMs.at(-1), undefined, { signal: stop });
      }
    }
  }

  #startRemoving(): void {
    if (this.#closing.signal.aborted) return;
    this.#removing = this.#removing
      .then(() => this.#removeAll(this.#closing.signal))
      .catch((error) => this.#reportUnlessClosed(error));
  }

  async #removeAll(signal: AbortSignal): Promise<void> {
    for (;;) {
      const keys = queries.listRemovingKeys(this.#db, removalsPerBatch);
      if (keys.length === 0) return;
      for (const key of keys) {
        await this.#try((stop) => this.#options.client.delete(key, stop), signal);
        queries.deleteObjectRow(this.#db, key);
      }
    }
  }

  /** Deletes objects that no row names, written by a process that had lost its database, or after the backup that was restored. */
  async #removeUnknown(): Promise<void> {
    const { client, id } = this.#options;
    const { signal } = this.#closing;
    this.#startRemoving();
    for (let token: string | null = null; ;) {
      const page = await this.#try((stop) => client.list(`${id}/`, token, stop), signal);
      queries.addUnknownObjects(this.#db, page.keys);
      if (page.next === null || page.next === token) break;
      token = page.next;
    }
    this.#startRemoving();
  }

  #reportUnlessClosed(error: unknown): void {
    if (this.#closing.signal.aborted) return;
    if (error instanceof BucketError) this.#report(error);
    else
      this.#options.log.error({ err: error }, 'failed to update the files in the bucket; the next start tries again');
  }

  /** Reports an issue once, until a request succeeds. */
  #report({ message }: BucketError): void {
    if (message === this.#lastIssue) return;
    this.#lastIssue = message;
    this.#options.log.error({ issue: message }, 'the bucket cannot be used');
  }

  #getPath(name: string): string {
    return join(this.#options.dir, name);
  }
}

function toRequestError(error: BucketError): Error {
  if (error.kind === 'missing' || error.kind === 'damaged') return error;
  const detail =
    'The files of this organization cannot be reached now. Nothing was changed; try again in some seconds.';
  return new Problem('unavailable', detail, { headers: { 'Retry-After': String(retryAfterSeconds) }, cause: error });
}
