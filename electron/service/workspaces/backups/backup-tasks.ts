import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { backupTaskSteps, type BackupTask } from '../../../../shared/workspaces/backups.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { EventHub } from '../../platform/events/event-hub.ts';
import { resolveWorkerUrl } from '../../platform/workers/worker-protocol.ts';
import { WorkerClient } from '../../platform/workers/worker-client.ts';
import { toProblemOrError } from '../../platform/workers/worker-problems.ts';
import type { BackupProgress, BackupProtocol } from './backup-protocol.ts';

type TaskKind = 'write' | 'verify' | 'restore';

/** What a running task can use. */
export type TaskContext = {
  /** Runs a part of the task in its worker thread. */
  readonly request: <Kind extends TaskKind>(
    kind: Kind,
    input: BackupProtocol[Kind]['input'],
  ) => Promise<BackupProtocol[Kind]['result']>;
  readonly report: (progress: BackupProgress) => void;
  readonly signal: AbortSignal;
};

export type TaskOptions = Pick<BackupTask, 'kind' | 'subject'> & {
  /** The workspace whose files the task reads. */
  readonly workspaceId?: string;
};

type RunningTask = {
  task: BackupTask;
  readonly workspaceId: string | undefined;
  readonly canceling: AbortController;
  ended: Promise<unknown>;
};

/** Runs one task at a time, each in a worker thread of its own, so that a task can be ended at any moment. */
export class BackupTasks {
  readonly #hub: EventHub;
  /** One at a time, because each can need much memory. */
  readonly #previews = new PQueue({ concurrency: 1 });
  #previewClient: WorkerClient<BackupProtocol> | undefined;
  #running: RunningTask | undefined;
  #isClosed = false;

  constructor(hub: EventHub) {
    this.#hub = hub;
  }

  get current(): BackupTask | null {
    return this.#running?.task ?? null;
  }

  /** Throws Problem `backup_task_running`, and `backup_canceled` after `cancel`. Resolves when the worker has ended. */
  async run<Result>(
    { kind, subject, workspaceId }: TaskOptions,
    work: (context: TaskContext) => Promise<Result>,
  ): Promise<Result> {
    if (this.#isClosed) throw createCanceledProblem();
    if (this.#running)
      throw new Problem(
        'backup_task_running',
        'Another backup task is running. Wait until it has finished, or cancel it.',
      );
    const task: BackupTask = { kind, subject, step: backupTaskSteps[kind][0], done_bytes: 0, total_bytes: 0 };
    const running: RunningTask = { task, workspaceId, canceling: new AbortController(), ended: Promise.resolve() };
    this.#running = running;
    const result = this.#run(running, work);
    running.ended = result.catch(() => {}); // the caller handles the error
    return result;
  }

  /** Reads the manifest of a backup. Throws the problems of `previewBackup`. */
  preview(input: BackupProtocol['preview']['input']): Promise<BackupProtocol['preview']['result']> {
    return this.#previews.add(async () => {
      if (this.#isClosed) throw createCanceledProblem();
      const client = (this.#previewClient = createClient());
      try {
        return await client.request('preview', input);
      } finally {
        await client.close(createCanceledProblem());
      }
    });
  }

  /** Cancels the running task and returns it. It has not ended yet. */
  cancel(): BackupTask | null {
    this.#running?.canceling.abort(createCanceledProblem());
    return this.current;
  }

  /** Cancels a task that reads the files of a workspace, and waits until it has ended. */
  async stop(workspaceId: string): Promise<void> {
    const running = this.#running;
    if (running?.workspaceId !== workspaceId) return;
    this.cancel();
    await running.ended;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.cancel();
    await this.#running?.ended;
    await this.#previewClient?.close(createCanceledProblem());
  }

  async #run<Result>(running: RunningTask, work: (context: TaskContext) => Promise<Result>): Promise<Result> {
    const client = createClient();
    const { signal } = running.canceling;
    signal.addEventListener('abort', () => void client.close(signal.reason));
    const report = (progress: BackupProgress) => {
      running.task = { ...running.task, ...progress };
      this.#hub.publish({ type: 'backup.progress', task: running.task }, null);
    };
    report(running.task);
    try {
      const result = await work({
        signal,
        report,
        request: (kind, input) => client.request(kind, input, { onProgress: report }),
      });
      signal.throwIfAborted();
      return result;
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      await client.close(createCanceledProblem());
      this.#running = undefined;
      this.#hub.publish({ type: 'backups.changed' }, null);
    }
  }
}

function createClient(): WorkerClient<BackupProtocol> {
  return new WorkerClient<BackupProtocol>({
    label: 'backup worker',
    startWorker: () => new Worker(resolveWorkerUrl('backup-worker', import.meta.url), { name: 'backup' }),
    toError: toProblemOrError,
  });
}

function createCanceledProblem(): Problem {
  return new Problem('backup_canceled', 'The task was canceled. Its files were deleted.');
}
