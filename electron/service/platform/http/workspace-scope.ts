import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import type { EventPublisher } from '../events/event-publisher.ts';
import type { IdempotencyStore } from './idempotency-store.ts';
import type { InFlightRequests } from './in-flight-requests.ts';
import type { Principal } from './principal.ts';
import type { ResponseHeaders } from './build-response.ts';

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
