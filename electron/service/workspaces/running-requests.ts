/** A request that takes longer, a slow upload say, does not hold up the switch to another workspace for ever. */
const patienceMs = 5_000;

/** The requests that a workspace is answering, so that its database is not closed under them. */
export class RunningRequests {
  readonly #running = new Set<Promise<unknown>>();

  track(answer: Promise<unknown>): void {
    this.#running.add(answer);
    const forget = () => this.#running.delete(answer);
    answer.then(forget, forget);
  }

  /** Resolves when all that are running now have been answered, or after a while. */
  async settle(): Promise<void> {
    let impatience: NodeJS.Timeout | undefined;
    const patience = new Promise((resolve) => (impatience = setTimeout(resolve, patienceMs)));
    await Promise.race([Promise.allSettled(this.#running), patience]);
    clearTimeout(impatience);
  }
}
