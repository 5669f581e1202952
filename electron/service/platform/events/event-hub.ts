import type { ServiceEvent } from '../../../../shared/contract/events.ts';

export type PublishedEvent = {
  /** `<run>-<number>`: the run makes ids differ between starts of the service. */
  readonly id: string;
  readonly event: ServiceEvent;
  /** The organization whose keys receive the event; null for all. */
  readonly orgId: string | null;
};

type Listener = (published: PublishedEvent) => void;

const retainedEventCount = 1_000;

/** Delivers events to listeners, and retains the latest so that a reconnecting listener misses none. */
export class EventHub {
  readonly #runId: string;
  readonly #listeners = new Set<Listener>();
  #recentEvents: PublishedEvent[] = [];
  #eventCount = 0;

  constructor(runId: string) {
    this.#runId = runId;
  }

  /** Call it only after the transaction of the change has been committed. */
  publish(event: ServiceEvent, orgId: string | null): void {
    const published = { id: `${this.#runId}-${++this.#eventCount}`, event, orgId };
    this.#recentEvents.push(published);
    if (this.#recentEvents.length > 2 * retainedEventCount)
      this.#recentEvents = this.#recentEvents.slice(-retainedEventCount);
    for (const listener of this.#listeners) listener(published);
  }

  /**
   * Calls the listener with every event after `lastId` and every future one. If events after `lastId` are no longer
   * retained, calls it with a `reset` event first. Returns a function that unsubscribes the listener.
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
    const index = this.#recentEvents.findIndex(({ id }) => id === lastId);
    if (index >= 0) return this.#recentEvents.slice(index + 1).forEach(listener);
    listener({ id: `${this.#runId}-${this.#eventCount}`, event: { type: 'reset' }, orgId: null });
  }

  /** The id of the latest event, from which a listener that has received all events can resume. */
  get lastId(): string {
    return `${this.#runId}-${this.#eventCount}`;
  }
}
