import type { Context } from '../../platform/context.ts';

/** Work of a workspace in the background: at most one run at a time, until the workspace is closed. */
export class BackgroundTask {
  readonly #log: Context['log'];
  readonly #failure: string;
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;

  /** `failure` is logged with an error of a run: `failed to embed unanswered questions`. */
  constructor(log: Context['log'], failure: string) {
    this.#log = log;
    this.#failure = failure;
  }

  /** Aborted when the workspace is closed. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  /** Does nothing while an earlier run continues, or once the workspace is closed. */
  start(run: () => Promise<void>): void {
    if (this.#running || this.signal.aborted) return;
    this.#running = run()
      .catch((error: unknown) => {
        if (!this.signal.aborted) this.#log.error({ err: error }, this.#failure);
      })
      .finally(() => (this.#running = undefined));
  }

  /** Resolves when nothing runs. */
  async whenIdle(): Promise<void> {
    await this.#running;
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The workspace was closed.'));
    await this.#running;
  }
}
