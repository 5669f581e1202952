import type { ChildProcess, StartProcess } from './start-process.ts';

/** Receives the messages of a process while it works on one task. */
export type TaskListener<Message> = {
  readonly onMessage: (message: Message) => void;
  /** The process has ended. */
  readonly onExit: (reason: Error) => void;
};

/** One process. It works on one task after another. */
export class PooledProcess<Request, Message> {
  readonly #child: ChildProcess;
  readonly #exited: Promise<void>;
  #exitReason: Error | undefined;
  #listener: TaskListener<Message> | undefined;

  constructor(
    { startProcess, ...options }: ProcessPoolOptions,
    onExit: (process: PooledProcess<Request, Message>) => void,
  ) {
    let resolveExited: () => void;
    this.#exited = new Promise((resolve) => (resolveExited = resolve));
    this.#child = startProcess({
      ...options,
      onMessage: (message) => this.#listener?.onMessage(message as Message), // the pool's module sends nothing else
      onExit: (reason) => {
        this.#exitReason = reason;
        resolveExited();
        onExit(this);
        this.#listener?.onExit(reason);
      },
    });
    this.#child.unref();
  }

  /** Sends the messages of the next task to the listener. */
  listen(listener: TaskListener<Message>): void {
    this.#listener = listener;
    this.#child.ref();
    if (this.#exitReason) listener.onExit(this.#exitReason);
  }

  send(request: Request): void {
    this.#child.send(request);
  }

  /** Stops listening to the process until the next task, so that it does not keep the application running. */
  release(): void {
    this.#listener = undefined;
    this.#child.unref();
  }

  /** Ends the process at once. Resolves when it has ended. */
  async kill(): Promise<void> {
    this.#listener = undefined;
    this.#child.ref();
    this.#child.kill();
    await this.#exited;
  }
}

export type TaskOutcome<Result> = {
  readonly result: Result;
  /** Whether the process should not work on another task. */
  readonly needsReplacement: boolean;
};

export type ProcessPool<Request, Message> = {
  /**
   * Gives a process to a task, and keeps it for the next one afterwards. If the task rejects, the process is ended first, so that it
   * no longer reads the files of the task.
   */
  readonly run: <Result>(
    task: (process: PooledProcess<Request, Message>) => Promise<TaskOutcome<Result>>,
  ) => Promise<Result>;
  /** Ends all processes. */
  readonly close: () => Promise<void>;
};

export type ProcessPoolOptions = {
  readonly startProcess: StartProcess;
  readonly name: string;
  readonly entry: URL;
  readonly args: readonly string[];
};

/** One idle process is kept for the next task. The others end soon, because each needs about 100 MB. */
const idleTimeoutMs = { first: 60_000, others: 5_000 };

/** Runs tasks in child processes, each of which has one task at a time. Starting a process takes longer than a short task. */
export function createProcessPool<Request, Message>(options: ProcessPoolOptions): ProcessPool<Request, Message> {
  type Process = PooledProcess<Request, Message>;
  const running = new Set<Process>();
  const idle = new Map<Process, NodeJS.Timeout>();
  let isClosed = false;

  const stopIdling = (process: Process) => {
    clearTimeout(idle.get(process));
    idle.delete(process);
  };

  const start = () => {
    const started: Process = new PooledProcess(options, (process) => {
      running.delete(process);
      stopIdling(process);
    });
    running.add(started);
    return started;
  };

  const take = () => {
    const [process = start()] = idle.keys();
    stopIdling(process);
    return process;
  };

  const keepIdle = (process: Process) => {
    process.release();
    const timeoutMs = idle.size === 0 ? idleTimeoutMs.first : idleTimeoutMs.others;
    const timer = setTimeout(() => void process.kill(), timeoutMs);
    timer.unref();
    idle.set(process, timer);
  };

  /** Ends a process. Starts another one if it was the last, so that the next task does not wait for it. */
  const replace = async (process: Process) => {
    await process.kill();
    if (!isClosed && running.size === 0) keepIdle(start());
  };

  return {
    async run(task) {
      const process = take();
      try {
        const { result, needsReplacement } = await task(process);
        if (needsReplacement || isClosed || !running.has(process)) void replace(process);
        else keepIdle(process);
        return result;
      } catch (error) {
        await replace(process);
        throw error;
      }
    },
    async close() {
      isClosed = true;
      await Promise.all([...running].map((process) => process.kill()));
    },
  };
}
