import type { OutboxRow } from '../../electron/service/features/outbox/outbox-queries.ts';
import { createStatusError, describeStatus } from '../../electron/service/features/remote/create-status-error.ts';
import { RemoteError, type RemoteClient } from '../../electron/service/features/remote/remote-client.ts';
import { noCapabilities } from '../../shared/workspaces/connection.ts';

/** What happens to a request, unless it is answered with an error status. */
export const namedFates = [
  /** The remote makes the change, and its answer arrives. */
  'answered',
  /** The connection could not be opened. */
  'unreachable',
  /** Nothing was sent, because the remote does not have the organization, or failed when it was asked for it. */
  'wrong_organization',
  'unverified',
  'request_lost',
  'answer_lost',
  /** The connection breaks, and the request arrives later. */
  'delayed',
  /** The network delivers the request twice. */
  'duplicated',
  'invalid_answer',
  /** For the role of the API key, without a look at the Idempotency-Key. */
  'refused',
] as const;

const clearFates: readonly Fate[] = ['unreachable', 'wrong_organization', 'unverified', 'refused'];

/** The error statuses with which a remote or its gateway responds before or after the remote has made the change. */
const unclearStatuses = [408, 425, 460, 499, 500, 501, 502, 503, 504, 507, 508, 520, 521, 522, 523, 524] as const;

/** A remote responds with 429 only before the change. */
export const statusFates: readonly StatusFate[] = [
  '429_before',
  ...unclearStatuses.flatMap((status) => [`${status}_before`, `${status}_after`] as const),
];

export type StatusFate = `${number}_before` | `${number}_after`;

/** Whether a status says that the remote has not made the change: a refusal (4xx), or the limit of its rate (429). */
const isRefusal = (status: number) =>
  status >= 400 && status < 500 && !unclearStatuses.some((unclear) => unclear === status);

/** Every other status but 401, which depends on the API key. A remote refuses a change only before it has made it. */
export const otherStatusFates: readonly StatusFate[] = Array.from({ length: 300 }, (_, at) => 300 + at)
  .filter((status) => status !== 401 && !statusFates.some((fate) => toStatus(fate) === status))
  .flatMap((status): StatusFate[] =>
    isRefusal(status) ? [`${status}_before`] : [`${status}_before`, `${status}_after`],
  );

/** Whether a fate shows that the remote has not made the change, or cannot have received it. */
export function isClearFate(fate: Fate): boolean {
  return clearFates.some((clear) => clear === fate) || isRefusal(toStatus(fate) ?? 0);
}

export type Fate = (typeof namedFates)[number] | StatusFate;

/** The statuses with which the remote sends Retry-After. */
export const retryAfterStatuses: readonly number[] = [429, 503];

export const retryAfterMs = 7 * 60_000;

/** Returns the status of a response; null if it is not an error status, or there is no response. */
export function toStatus(fate: Fate): number | null {
  const [, status] = /^(\d+)_/.exec(fate) ?? [];
  return status === undefined ? null : Number(status);
}

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
    if (fate === 'wrong_organization')
      return fail('wrong_organization', 'The remote has no organization org_1.', { wasSent: false });
    if (fate === 'unverified') return fail('failed', 'The remote failed.', { wasSent: false });
    if (fate === 'request_lost') return fail('no_answer', 'The connection broke.', { wasSent: true });
    if (fate === 'delayed') {
      this.#delayed.push(request);
      return fail('no_answer', 'The connection broke.', { wasSent: true });
    }
    if (request.apiKey !== this.apiKey)
      return fail('unauthorized', 'The API key was refused.', { wasSent: true, status: 401 });
    const status = toStatus(fate);
    if (status !== null) {
      if (fate.endsWith('_after')) this.#execute(request);
      return request.reject(createResponseError(status));
    }
    if (fate === 'refused') return fail('rejected', 'The remote refused it.', { wasSent: true, status: 403 });
    this.#execute(request);
    if (fate === 'duplicated' && request.idempotencyKey !== null) this.#execute(request);
    if (fate === 'answer_lost') return fail('no_answer', 'The connection broke.', { wasSent: true });
    if (fate === 'invalid_answer') return fail('invalid', 'The answer is no JSON.', { wasSent: true, status: 200 });
    request.resolve(effect);
  }

  /** Delivers the requests that were delayed, and the requests of processes that have ended. */
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

function createResponseError(status: number): RemoteError {
  const headers = retryAfterStatuses.includes(status) ? { 'retry-after': String(retryAfterMs / 1000) } : {};
  const response = { status, message: { headers } };
  return createStatusError(response, { message: describeStatus(status), code: null, now: 0 });
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
    readEvents: async function* () {},
    closeIdle: () => {},
    close: () => {},
  };
}
