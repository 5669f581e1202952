/** A request that takes longer, a slow upload say, does not hold up the switch to another workspace for ever. */
const drainTimeoutMs = 5_000;

/** The requests that a workspace is answering, so that its database is not closed under them. */
export class InFlightRequests {
  readonly #running = new Set<Promise<unknown>>();

  track(answer: Promise<unknown>): void {
    this.#running.add(answer);
    const forget = () => this.#running.delete(answer);
    answer.then(forget, forget);
  }

  /** Resolves when all that are running now have been answered, or after a while. */
  async drain(): Promise<void> {
    let impatience: NodeJS.Timeout | undefined;
    const patience = new Promise((resolve) => (impatience = setTimeout(resolve, drainTimeoutMs)));
    await Promise.race([Promise.allSettled(this.#running), patience]);
    clearTimeout(impatience);
  }
}
