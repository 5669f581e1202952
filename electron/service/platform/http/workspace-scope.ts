import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import type { EventPublisher } from '../events/event-publisher.ts';
import type { ResponseHeaders } from './build-response.ts';
import type { IdempotencyStore } from './idempotency-store.ts';
import type { Principal } from './principal.ts';

/** The open workspace as requests see it. `Services` are the parts that features add. */
export type WorkspaceScope<Services = unknown> = {
  readonly id: string;
  readonly orgId: string;
  readonly db: Database;
  readonly context: Context;
  readonly events: EventPublisher;
  readonly idempotency: IdempotencyStore;
  readonly inFlightRequests: InFlightRequests;
  readonly services: Services;
};

/** A request that has passed authentication and the rate limit. */
export type AuthenticatedRequest<Services = unknown> = {
  readonly principal: Principal;
  readonly workspace: WorkspaceScope<Services> | undefined;
  /** Sent with every response to the request. */
  readonly headers: ResponseHeaders;
  /** Throws 401 if the API key of the request has been revoked or rotated since the request started. */
  readonly requireActiveKey: () => void;
};

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
