import type { ServiceEvent } from '../../../../shared/events.ts';

export type PublishedEvent = {
  /** `<run>-<number>`: the run tells apart ids of a service that has been started anew. */
  readonly id: string;
  readonly event: ServiceEvent;
  /** The organization whose keys may see it; null for all. */
  readonly orgId: string | null;
};

type Listener = (published: PublishedEvent) => void;

const retainedEventCount = 1_000;

/** Tells events to whoever listens and keeps the latest, so that a reconnecting listener misses none. */
export class EventHub {
  readonly #runId: string;
  readonly #listeners = new Set<Listener>();
  #recentEvents: PublishedEvent[] = [];
  #eventCount = 0;

  constructor(run: string) {
    this.#runId = run;
  }

  /** To be called after the transaction that made it true has been committed. */
  publish(event: ServiceEvent, orgId: string | null): void {
    const published = { id: `${this.#runId}-${++this.#eventCount}`, event, orgId };
    this.#recentEvents.push(published);
    if (this.#recentEvents.length > 2 * retainedEventCount)
      this.#recentEvents = this.#recentEvents.slice(-retainedEventCount);
    for (const listener of this.#listeners) listener(published);
  }

  /**
   * Calls the listener with everything after `lastId`, then with what comes; a `reset` event first where that cannot
   * be told any more. Gives the function that ends it.
   */
  subscribe(lastId: string | null, listener: Listener): () => void {
    if (lastId !== null) this.#replay(lastId, listener);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #replay(lastId: string, listener: Listener): void {
    if (lastId === `${this.#runId}-0` && this.#eventCount === this.#recentEvents.length)
      return this.#recentEvents.forEach(listener);
    if (lastId === `${this.#runId}-${this.#eventCount}`) return;
    const place = this.#recentEvents.findIndex(({ id }) => id === lastId);
    if (place >= 0) return this.#recentEvents.slice(place + 1).forEach(listener);
    listener({ id: `${this.#runId}-${this.#eventCount}`, event: { type: 'reset' }, orgId: null });
  }

  /** The id to resume from for a listener that has seen everything so far. */
  get lastId(): string {
    return `${this.#runId}-${this.#eventCount}`;
  }
}
