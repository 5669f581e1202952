import { isWrite } from '../../../shared/contract/route.ts';
import { createClient, type Client } from '../../../shared/contract/client.ts';
import { routeTreePaths } from '../../../shared/contract/contract.ts';
import { Problem, type ProblemCode } from '../../../shared/contract/problems.ts';
import type { Acknowledged } from './expectations.ts';

/** The process was killed before the response had arrived. */
export class KilledError extends Error {
  override readonly name = 'KilledError';
}

type SenderOptions = {
  readonly origin: string;
  readonly windowHeaders: Readonly<Record<string, string>>;
  readonly acknowledged: Map<string, Acknowledged>;
};

/** Refused before anything is recorded, for example because another workspace is open. */
const unrecordedCodes: readonly ProblemCode[] = ['unauthorized', 'rate_limited', 'no_workspace'];

/** Sends requests to one run of the process, and records those that change something and are acknowledged. */
export class Sender {
  /** The clients of the window. */
  readonly app: Client;
  readonly v1: Client;
  readonly #options: SenderOptions;
  readonly #responseListeners: (() => void)[] = [];
  #responses = 0;
  #isKilled = false;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.app = this.#createClient(routeTreePaths.app, options.windowHeaders);
    this.v1 = this.#createClient(routeTreePaths.v1, options.windowHeaders);
  }

  get responses(): number {
    return this.#responses;
  }

  /** Resolves as soon as so many responses have arrived. */
  waitForResponses(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#responseListeners.push(() => this.#responses >= count && resolve());
    });
  }

  /** From now on, a request that fails throws a KilledError. */
  markKilled(): void {
    this.#isKilled = true;
  }

  /** Returns a client with an API key. */
  withKey(secret: string): Client {
    return this.#createClient(routeTreePaths.v1, { Authorization: `Bearer ${secret}` });
  }

  #createClient(path: string, headers: Readonly<Record<string, string>>): Client {
    return async (route, input) => {
      let response: Response | undefined;
      const client = createClient(this.#options.origin + path, async (url, init) => {
        response = await fetch(url, {
          ...init,
          headers: { ...Object.fromEntries(new Headers(init.headers)), ...headers },
        });
        return response;
      });
      const record = (refusal: ProblemCode | null) => {
        if (response && isWrite(route) && !response.headers.has('Idempotency-Replayed')) {
          const requestId = response.headers.get('X-Request-Id') ?? '';
          this.#options.acknowledged.set(requestId, { operation: route.id, refusal });
        }
        this.#responses += 1;
        for (const listener of this.#responseListeners) listener();
      };
      try {
        const body = await client(route, input);
        record(null);
        return body;
      } catch (error) {
        if (this.#isKilled) throw new KilledError(undefined, { cause: error });
        if (!(error instanceof Problem) || error.status >= 500) throw error;
        if (!unrecordedCodes.includes(error.code)) record(error.code);
        throw error;
      }
    };
  }
}
