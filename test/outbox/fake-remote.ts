import type { OutboxRow } from '../../electron/service/features/outbox/outbox-queries.ts';
import { RemoteError, type RemoteClient } from '../../electron/service/features/remote/remote-client.ts';
import { noCapabilities } from '../../shared/workspaces/connection.ts';

/** What happens to a request. */
export const fates = [
  /** The remote makes the change, and its answer arrives. */
  'answered',
  /** The connection could not be opened. */
  'unreachable',
  'request_lost',
  'answer_lost',
  /** The connection breaks, and the request arrives later. */
  'delayed',
  /** The network delivers the request twice. */
  'duplicated',
  'busy',
  'busy_for_minutes',
  'failed_before',
  'failed_after',
  'invalid_answer',
  /** For the role of the API key, without a look at the Idempotency-Key. */
  'refused',
] as const;

export type Fate = (typeof fates)[number];

export type PendingRequest = {
  readonly item: OutboxRow;
  readonly apiKey: string;
  readonly idempotencyKey: string | null;
  /** Whether the process that sent it still runs. */
  readonly isSenderAlive: () => boolean;
  /** Settles the promise of the sender. Does nothing after a crash. */
  readonly resolve: (effect: () => void) => void;
  readonly reject: (error: unknown) => void;
};

const idempotencyMs = 24 * 60 * 60_000;

/** A remote that counts how often it makes each change. */
export class FakeRemote {
  readonly #elapsed: () => number;
  readonly #executions = new Map<string, number>();
  readonly #remembered = new Map<string, number>();
  #delayed: PendingRequest[] = [];
  readonly pending: PendingRequest[] = [];
  apiKey = 'key-1';

  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  countExecutions(itemId: string): number {
    return this.#executions.get(itemId) ?? 0;
  }

  /** Decides the fate of a pending request, and settles the promise of its sender. */
  handle(request: PendingRequest, fate: Fate, effect: () => void = () => {}): void {
    const index = this.pending.indexOf(request);
    if (index === -1) return;
    this.pending.splice(index, 1);
    const fail = (...args: ConstructorParameters<typeof RemoteError>) => request.reject(new RemoteError(...args));
    if (fate === 'unreachable') return fail('unreachable', 'The remote cannot be reached.', { wasSent: false });
    if (fate === 'request_lost') return fail('no_answer', 'The connection broke.', { wasSent: true });
    if (fate === 'delayed') {
      this.#delayed.push(request);
      return fail('no_answer', 'The connection broke.', { wasSent: true });
    }
    if (request.apiKey !== this.apiKey)
      return fail('unauthorized', 'The API key was refused.', { wasSent: true, status: 401 });
    if (fate === 'busy') return fail('busy', 'The remote is busy.', { wasSent: true, status: 503 });
    if (fate === 'busy_for_minutes')
      return fail('busy', 'Too many requests.', { wasSent: true, status: 429, retryAfterMs: 7 * 60_000 });
    if (fate === 'failed_before') return fail('failed', 'The remote failed.', { wasSent: true, status: 500 });
    if (fate === 'refused') return fail('rejected', 'The remote refused it.', { wasSent: true, status: 403 });
    this.#execute(request);
    if (fate === 'duplicated' && request.idempotencyKey !== null) this.#execute(request);
    if (fate === 'answer_lost') return fail('no_answer', 'The connection broke.', { wasSent: true });
    if (fate === 'failed_after') return fail('failed', 'The remote failed.', { wasSent: true, status: 500 });
    if (fate === 'invalid_answer') return fail('invalid', 'The answer is no JSON.', { wasSent: true, status: 200 });
    request.resolve(effect);
  }

  /** Delivers the requests that were delayed, and those of processes that have ended. */
  deliverDelayed(): void {
    for (const request of this.pending.filter(({ isSenderAlive }) => !isSenderAlive()))
      this.handle(request, 'answered');
    for (const request of this.#delayed.splice(0)) if (request.apiKey === this.apiKey) this.#execute(request);
  }

  #remembers({ apiKey, idempotencyKey }: PendingRequest): boolean {
    const at = this.#remembered.get(`${apiKey} ${idempotencyKey}`);
    return idempotencyKey !== null && at !== undefined && this.#elapsed() - at < idempotencyMs;
  }

  #execute(request: PendingRequest): void {
    const { item, apiKey, idempotencyKey } = request;
    if (this.#remembers(request)) return;
    if (idempotencyKey !== null) this.#remembered.set(`${apiKey} ${idempotencyKey}`, this.#elapsed());
    this.#executions.set(item.item_id, this.countExecutions(item.item_id) + 1);
  }
}

/** A client that only identifies itself: the senders of these tests talk to the fake remote directly. */
export function createFakeClient(apiKey: string, idempotency: boolean): RemoteClient {
  return {
    settings: {
      base_url: 'https://voice.example/v1',
      org_id: 'org_1',
      key_header: 'Authorization',
      allow_http: false,
      certificate_sha256: null,
    },
    capabilities: { ...noCapabilities, idempotency },
    keyHash: `hash of ${apiKey}`,
    request: () => Promise.reject(new Error('Not used.')),
    download: () => Promise.reject(new Error('Not used.')),
    closeIdle: () => {},
    close: () => {},
  };
}
