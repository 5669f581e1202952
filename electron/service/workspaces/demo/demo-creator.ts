import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Context } from '../../platform/context.ts';
import type { Migration } from '../../platform/db/migrate.ts';
import { resolveWorkerUrl } from '../../platform/workers/worker-protocol.ts';
import { WorkerClient } from '../../platform/workers/worker-client.ts';
import { toProblemOrError } from '../../platform/workers/worker-problems.ts';
import { databaseFile } from '../../platform/db/workspace-databases.ts';
import { fillSearchIndex } from '../fill-search-index.ts';
import type { WorkspaceFolders } from '../workspace-folders.ts';

export type DemoProtocol = {
  /** Fills the folder of a new workspace with the demo, with dates relative to `now`. */
  readonly seed: {
    readonly input: {
      readonly databasePath: string;
      readonly dir: string;
      readonly workspaceId: string;
      readonly now: number;
      readonly migrations: readonly Migration[];
    };
    readonly result: null;
  };
};

/** The dates of the demo are relative to its creation. A user does not notice that they are a few minutes older. */
const maxAgeMs = 10 * 60_000;

type NewDemo = Pick<DemoProtocol['seed']['input'], 'dir' | 'workspaceId' | 'now'>;

type PreparedDemo = { readonly createdAt: number; readonly id: Promise<string>; readonly canceling: AbortController };

/** Creates demos in a worker thread. One can be prepared before the user asks for it, so that it opens at once. */
export class DemoCreator {
  readonly #folders: WorkspaceFolders;
  readonly #context: Context;
  #prepared: PreparedDemo | undefined;
  #isClosed = false;

  constructor(folders: WorkspaceFolders, context: Context) {
    this.#folders = folders;
    this.#context = context;
  }

  /** Starts to prepare a demo, unless there is one. If that fails, `create` tries again and throws the error. */
  prepare(): void {
    if (this.#isClosed || this.#isCurrent()) return;
    void this.discard();
    const createdAt = this.#context.now();
    const canceling = new AbortController();
    const id = this.#folders.prepare((dir, workspaceId) =>
      this.#seed({ dir, workspaceId, now: createdAt }, canceling.signal),
    );
    const prepared = { createdAt, id, canceling };
    this.#prepared = prepared;
    id.catch((error: unknown) => {
      if (this.#prepared !== prepared) return;
      this.#prepared = undefined;
      this.#logFailure(error);
    });
  }

  /** Adds the folder of a new demo, the prepared one if it is not too old. Returns its ID. */
  async create(): Promise<string> {
    if (!this.#isCurrent()) await this.discard();
    const prepared = await this.#take();
    if (prepared !== undefined) {
      try {
        await this.#folders.addPrepared(prepared);
        return prepared;
      } catch (error) {
        this.#logFailure(error); // its folder is gone, for example
      }
    }
    return this.#folders.add((dir, workspaceId) => this.#seed({ dir, workspaceId, now: this.#context.now() }));
  }

  /** Deletes the prepared demo. If that fails, the next start deletes it. */
  async discard(): Promise<void> {
    this.#prepared?.canceling.abort();
    const id = await this.#take();
    if (id !== undefined) await this.#folders.discardPrepared(id).catch((error: unknown) => this.#logFailure(error));
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.discard();
  }

  /** Fills a workspace, which takes about a second: in a worker thread if its database is a file. */
  async #seed({ dir, workspaceId, now }: NewDemo, signal?: AbortSignal): Promise<void> {
    const { databases, migrations, newId } = this.#context;
    if (!databases.areOnServer) return seedInWorker({ dir, workspaceId, now, migrations }, signal);
    const { seedDemo } = await import('./seed-demo.ts'); // not needed at the start
    const db = databases.open({ id: workspaceId, dir }, { fillSearchIndex });
    try {
      seedDemo(db, dir, workspaceId, { now: () => now, newId });
    } finally {
      db.close();
    }
  }

  async #take(): Promise<string | undefined> {
    const prepared = this.#prepared;
    this.#prepared = undefined;
    return prepared?.id.catch(() => undefined);
  }

  #isCurrent(): boolean {
    if (!this.#prepared) return false;
    const ageMs = this.#context.now() - this.#prepared.createdAt;
    return ageMs >= 0 && ageMs < maxAgeMs;
  }

  #logFailure(error: unknown): void {
    this.#context.log.error({ err: error }, 'could not prepare or discard a demo');
  }
}

/** Longer than a demo takes: a thread that is ended inside the driver of the database could end the process, too. */
const closeTimeoutMs = 5_000;

async function seedInWorker(
  input: Omit<DemoProtocol['seed']['input'], 'databasePath'>,
  signal?: AbortSignal,
): Promise<void> {
  const client = new WorkerClient<DemoProtocol>({
    label: 'demo worker',
    startWorker: () => new Worker(resolveWorkerUrl('demo-worker', import.meta.url), { name: 'demo' }),
    closeTimeoutMs,
    toError: toProblemOrError,
  });
  try {
    await client.request('seed', { ...input, databasePath: join(input.dir, databaseFile) }, signal && { signal });
  } finally {
    await client.close(new Error('The demo worker is done.'));
  }
}
