// Public: other features may import this file.
import { RemoteError, type RemoteClient, type RemoteLink } from '../remote/remote-client.ts';

/** `unauthorized`: the remote refused the API key, or none is stored. `wrong_organization`: it does not have the organization. */
export type RemoteState = 'unknown' | 'reached' | 'unreachable' | 'unauthorized' | 'wrong_organization';

/** Only a change of the connection, or a probe that finds the organization, ends these states: other requests may be answered. */
const lastingStates: readonly RemoteState[] = ['unauthorized', 'wrong_organization'];

/** `doubted`: a request got no valid response, so the remote may be unreachable. */
type HealthListener = (change: 'state' | 'doubted') => void;

/** Whether the remote can be used, derived from the results of all requests to it. */
export class RemoteHealth {
  readonly #now: () => number;
  readonly #listeners = new Set<HealthListener>();
  readonly #observed = new WeakMap<RemoteClient, RemoteClient>();
  #state: RemoteState = 'unknown';
  #reason: string | null = null;
  #reachedAt: number | null = null;
  /** Increased when the connection changes, because requests with the previous API key can still fail afterwards. */
  #generation = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  get state(): RemoteState {
    return this.#state;
  }

  /** Why the remote cannot be used, as a sentence. */
  get reason(): string | null {
    return this.#reason;
  }

  /** When the remote last answered, since the workspace was opened. */
  get reachedAt(): number | null {
    return this.#reachedAt;
  }

  /** Returns a link to the same remote whose requests are observed. */
  observe(link: RemoteLink): RemoteLink {
    return {
      get remoteOrgId() {
        return link.remoteOrgId;
      },
      getClient: async () => {
        const client = await this.#watch(link.getClient());
        return this.#observed.get(client) ?? this.#observeClient(client);
      },
    };
  }

  /** Records a failed request. The requests of an observed link are recorded automatically. */
  recordError({ kind, message }: RemoteError): void {
    if (kind === 'stopped') return;
    if (kind === 'unreachable' || kind === 'unauthorized' || kind === 'wrong_organization') this.#change(kind, message);
    else if (kind === 'no_answer' || kind === 'invalid') for (const listener of this.#listeners) listener('doubted');
    else this.#markReached();
  }

  /** Marks the remote as unreachable: a probe got no valid response. */
  markUnreachable(reason: string): void {
    this.#change('unreachable', reason);
  }

  /** Forgets what was observed, because the connection changed. */
  reset(): void {
    this.#generation += 1;
    this.#change('unknown', null);
  }

  onChange(listener: HealthListener): void {
    this.#listeners.add(listener);
  }

  /** A download can be from another host, so it shows nothing about the remote. */
  #observeClient(client: RemoteClient): RemoteClient {
    const observed: RemoteClient = {
      settings: client.settings,
      get capabilities() {
        return client.capabilities;
      },
      keyHash: client.keyHash,
      request: async (request) => {
        const generation = this.#generation;
        const response = await this.#watch(client.request(request));
        if (generation === this.#generation) this.#markReached();
        return response;
      },
      download: (options) => client.download(options),
      readEvents: (path, signal) => client.readEvents(path, signal),
      closeIdle: () => client.closeIdle(),
      close: () => client.close(),
    };
    this.#observed.set(client, observed);
    return observed;
  }

  async #watch<T>(promise: Promise<T>): Promise<T> {
    const generation = this.#generation;
    try {
      return await promise;
    } catch (error) {
      if (error instanceof RemoteError && generation === this.#generation) this.recordError(error);
      throw error;
    }
  }

  /** Ends `wrong_organization`: a probe was answered. */
  markProbed(): void {
    if (this.#state === 'wrong_organization') this.#change('reached', null);
  }

  #markReached(): void {
    this.#reachedAt = this.#now();
    if (!lastingStates.includes(this.#state)) this.#change('reached', null);
  }

  #change(state: RemoteState, reason: string | null): void {
    if (state === this.#state && reason === this.#reason) return;
    this.#state = state;
    this.#reason = reason;
    for (const listener of this.#listeners) listener('state');
  }
}
