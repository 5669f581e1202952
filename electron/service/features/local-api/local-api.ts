import PQueue from 'p-queue';
import { routeTreePaths } from '../../../../shared/contract/contract.ts';
import { localApiStatusSchema, type LocalApiStatus } from '../../../../shared/window/local-api.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { SettingsStore } from '../../platform/settings/settings-store.ts';
import type { StartLocalApiServer, LocalApiServer } from './start-local-api-server.ts';
import { PortError } from '../../platform/http/loopback-hosts.ts';

const defaultPort = 4747;
const settingsKey = 'localApi';
const storedSettingsSchema = localApiStatusSchema.pick({ enabled: true, port: true });

/** How long running requests may take when the local API is disabled, and when the application quits. */
const drainTimeoutMs = 5_000;
const shutdownDrainTimeoutMs = 500;

type LocalApiDependencies = {
  readonly settings: SettingsStore;
  /** Loads the server by default, when the local API is enabled. */
  readonly startServer?: StartLocalApiServer | undefined;
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly onError: (error: unknown) => void;
  readonly onChange: () => void;
};

/** The service on a local port, for other programs on this computer. Disabled by default. */
export class LocalApi {
  readonly #dependencies: LocalApiDependencies;
  #server: LocalApiServer | undefined;
  #error: string | null = null;
  /** Servers that still answer their last requests. */
  readonly #closingServers = new Set<Promise<void>>();
  /** Changes run one at a time. */
  readonly #queue = new PQueue({ concurrency: 1 });

  constructor(dependencies: LocalApiDependencies) {
    this.#dependencies = dependencies;
  }

  getStatus(): LocalApiStatus {
    const base_url = this.#server ? this.#server.origin + routeTreePaths.v1 : null;
    return { ...this.#readSettings(), base_url, error: this.#error };
  }

  /** Starts the server if it is enabled. If its port is unavailable, the status contains the error. */
  resume(): Promise<void> {
    return this.#queue.add(async () => {
      const { enabled, port } = this.#readSettings();
      if (!enabled) return;
      try {
        this.#server = await this.#startServer(port);
      } catch (error) {
        if (!(error instanceof PortError)) throw error;
        this.#error = error.message;
      }
    });
  }

  /** Throws Problem `port_unavailable` without changing anything. */
  update(changes: {
    readonly enabled?: boolean | undefined;
    readonly port?: number | undefined;
  }): Promise<LocalApiStatus> {
    return this.#queue.add(async () => {
      const previous = this.#readSettings();
      const next = { enabled: changes.enabled ?? previous.enabled, port: changes.port ?? previous.port };
      const isRunning = this.#server !== undefined && next.port === previous.port;
      const server = next.enabled && !isRunning ? await this.#startServerOrThrow(next.port) : undefined;
      try {
        this.#dependencies.settings.set(settingsKey, next);
      } catch (error) {
        // Without this, the port would be open while the settings say that it is closed.
        await server?.close(0);
        throw error;
      }
      if (server || !next.enabled) this.#closeServer(drainTimeoutMs);
      this.#server = server ?? this.#server;
      this.#error = null;
      this.#dependencies.onChange();
      return this.getStatus();
    });
  }

  close(): Promise<void> {
    return this.#queue.add(async () => {
      this.#closeServer(shutdownDrainTimeoutMs);
      await Promise.all(this.#closingServers);
    });
  }

  async #startServerOrThrow(port: number): Promise<LocalApiServer> {
    try {
      return await this.#startServer(port);
    } catch (error) {
      if (!(error instanceof PortError)) throw error;
      throw new Problem('port_unavailable', `${error.message} Nothing was changed. Choose another port.`, {
        errors: [{ pointer: '/port', detail: error.message }],
        cause: error,
      });
    }
  }

  async #startServer(port: number): Promise<LocalApiServer> {
    const { fetch, onError } = this.#dependencies;
    const startServer = this.#dependencies.startServer ?? (await loadServer());
    return startServer({ port, fetch, onError });
  }

  /** Frees the port immediately. Only `close` waits for the last responses. */
  #closeServer(timeoutMs: number): void {
    const closing = this.#server?.close(timeoutMs);
    this.#server = undefined;
    if (!closing) return;
    this.#closingServers.add(closing);
    void closing.finally(() => this.#closingServers.delete(closing));
  }

  #readSettings(): Pick<LocalApiStatus, 'enabled' | 'port'> {
    const defaults = { enabled: false, port: defaultPort };
    return storedSettingsSchema.catch(defaults).parse(this.#dependencies.settings.get(settingsKey));
  }
}

/** The code of the server is needed only if the local API is enabled. */
async function loadServer(): Promise<StartLocalApiServer> {
  const { startLocalApiServer } = await import('./start-local-api-server.ts');
  return startLocalApiServer;
}
