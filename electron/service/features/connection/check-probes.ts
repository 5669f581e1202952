import type { IncomingHttpHeaders } from 'node:http';
import { noCapabilities, type ConnectionSettings } from '../../../../shared/workspaces/connection.ts';
import { createRemoteClient, type RemoteClientOptions } from '../remote/create-remote-client.ts';
import { RemoteError, type RemoteRequest } from '../remote/remote-client.ts';

/** The response to a GET. `error` is null if it succeeded. */
export type Probe = {
  readonly status: number | null;
  readonly headers: IncomingHttpHeaders;
  /** The URL that responded, after redirects. */
  readonly url: URL | null;
  readonly body: unknown;
  readonly error: RemoteError | null;
};

export type Prober = {
  /** The path of the base URL, without a slash at its end. */
  readonly basePath: string;
  /** Sends a GET. Never rejects. */
  readonly probe: (path: string, query?: RemoteRequest['query']) => Promise<Probe>;
  readonly close: () => void;
};

/** Creates a client that sends nothing but GET requests. */
export function createProber(
  settings: ConnectionSettings,
  apiKey: string,
  options: Pick<RemoteClientOptions, 'resolve' | 'findProxies' | 'timeouts'> & { readonly signal: AbortSignal },
): Prober {
  const { signal, ...others } = options;
  const responses = new Map<string, Pick<Probe, 'status' | 'headers' | 'url'>>();
  const client = createRemoteClient({
    ...others,
    settings,
    apiKey,
    capabilities: noCapabilities,
    onResponse: (path, response) => responses.set(path, response),
  });
  const probe: Prober['probe'] = async (path, query = {}) => {
    const answer = await client.request({ method: 'GET', path, query, signal }).then(
      ({ body }) => ({ body, error: null }),
      (error: unknown) => {
        if (!(error instanceof RemoteError)) throw error;
        return { body: null, error };
      },
    );
    return { status: null, headers: {}, url: null, ...responses.get(path), ...answer };
  };
  const basePath = new URL(settings.base_url).pathname.replace(/\/+$/, '');
  return { basePath, probe, close: client.close };
}
