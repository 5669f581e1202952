import type { ServiceEvent } from '../../../../shared/contract/events.ts';
import type { Database } from '../db/database.ts';
import type { EventHub } from './event-hub.ts';

/** Publishes the events of one workspace, each after the commit of the transaction that it describes. */
export class EventPublisher {
  readonly #db: Database;
  readonly #hub: EventHub;
  #closing = new AbortController();
  #divert: ((event: ServiceEvent) => void) | null = null;

  constructor(db: Database, hub: EventHub) {
    this.#db = db;
    this.#hub = hub;
  }

  /** Publishes an event when the open transaction commits, or immediately outside one. A rollback drops it. */
  publish(event: ServiceEvent, orgId: string | null): void {
    this.#db.afterCommit(() => {
      if (this.#divert) this.#divert(event);
      else this.#hub.publish(event, orgId);
    });
  }

  /** Aborted when the workspace closes. A stream of its events ends then. */
  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  /** Ends the streams of its events, and publishes none until `resume`: `divert` receives them while no window reads them. */
  pause(divert: (event: ServiceEvent) => void): void {
    this.#divert = divert;
    this.#closing.abort();
  }

  resume(): void {
    this.#divert = null;
    this.#closing = new AbortController();
  }

  close(): void {
    this.#closing.abort();
  }
}
