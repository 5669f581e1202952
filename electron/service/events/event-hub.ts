import type { ServiceEvent } from '../../../shared/events.ts';

export type PublishedEvent = {
  /** `<run>-<number>`: the run tells apart ids of a service that has been started anew. */
  readonly id: string;
  readonly event: ServiceEvent;
  /** The organization whose keys may see it; null for all. */
  readonly orgId: string | null;
};

type Listener = (published: PublishedEvent) => void;

const keptEvents = 1_000;

/** Tells events to whoever listens and keeps the latest, so that a reconnecting listener misses none. */
export class EventHub {
  readonly #run: string;
  readonly #listeners = new Set<Listener>();
  #kept: PublishedEvent[] = [];
  #count = 0;

  constructor(run: string) {
    this.#run = run;
  }

  /** To be called after the transaction that made it true has been committed. */
  publish(event: ServiceEvent, orgId: string | null): void {
    const published = { id: `${this.#run}-${++this.#count}`, event, orgId };
    this.#kept.push(published);
    if (this.#kept.length > 2 * keptEvents) this.#kept = this.#kept.slice(-keptEvents);
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
    if (lastId === `${this.#run}-0` && this.#count === this.#kept.length) return this.#kept.forEach(listener);
    if (lastId === `${this.#run}-${this.#count}`) return;
    const place = this.#kept.findIndex(({ id }) => id === lastId);
    if (place >= 0) return this.#kept.slice(place + 1).forEach(listener);
    listener({ id: `${this.#run}-${this.#count}`, event: { type: 'reset' }, orgId: null });
  }

  /** The id to resume from for a listener that has seen everything so far. */
  get lastId(): string {
    return `${this.#run}-${this.#count}`;
  }
}
