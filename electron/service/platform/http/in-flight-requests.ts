/** A longer request, such as a slow upload, does not delay a change of workspace any further. */
const drainTimeoutMs = 5_000;

/** Tracks the running requests of a workspace, so that its database stays open for them. */
export class InFlightRequests {
  readonly #running = new Set<Promise<unknown>>();

  track(response: Promise<unknown>): void {
    this.#running.add(response);
    const remove = () => this.#running.delete(response);
    response.then(remove, remove);
  }

  get isEmpty(): boolean {
    return this.#running.size === 0;
  }

  /** Resolves when all running requests have ended, or after five seconds. */
  async drain(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise((resolve) => (timer = setTimeout(resolve, drainTimeoutMs)));
    await Promise.race([Promise.allSettled(this.#running), timeout]);
    clearTimeout(timer);
  }
}
