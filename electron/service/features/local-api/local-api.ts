import { routeTreePaths } from '../../../../shared/contract.ts';
import { defaultLocalApiPort, localApiStatusSchema, type LocalApiStatus } from '../../../../shared/local-api.ts';
import { Problem } from '../../../../shared/problems.ts';
import type { SettingsStore } from '../../platform/settings/settings-store.ts';
import type { StartLocalApiServer, LocalApiServer } from './start-local-api-server.ts';
import { PortError } from './port-error.ts';

const localApiSettingsKey = 'listening';
const storedSettingsSchema = localApiStatusSchema.pick({ enabled: true, port: true });

/** How long running answers may take when it is switched off, and when the program ends. */
const drainTimeoutMs = 5_000;
const shutdownDrainTimeoutMs = 500;

type LocalApiDependencies = {
  readonly settings: SettingsStore;
  readonly startServer: StartLocalApiServer;
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly onError: (error: unknown) => void;
  readonly onChange: () => void;
};

/** Whether other programs of this machine may use the service: off until somebody says so, and remembered. */
export class LocalApi {
  readonly #dependencies: LocalApiDependencies;
  #server: LocalApiServer | undefined;
  #error: string | null = null;
  /** Listeners that answer their last requests. */
  readonly #closingServers = new Set<Promise<void>>();
  /** Changes happen one after the other. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(parts: LocalApiDependencies) {
    this.#dependencies = parts;
  }

  getStatus(): LocalApiStatus {
    const base_url = this.#server ? this.#server.origin + routeTreePaths.v1 : null;
    return { ...this.#readSettings(), base_url, error: this.#error };
  }

  /** Listens again where it did when the program ended. A port that has gone meanwhile is told, and nothing else. */
  resume(): Promise<void> {
    return this.#enqueue(async () => {
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

  /** Throws Problem `port_unavailable`; everything is then as it was. */
  update(wanted: {
    readonly enabled?: boolean | undefined;
    readonly port?: number | undefined;
  }): Promise<LocalApiStatus> {
    return this.#enqueue(async () => {
      const before = this.#readSettings();
      const next = { enabled: wanted.enabled ?? before.enabled, port: wanted.port ?? before.port };
      const isListening = this.#server !== undefined && next.port === before.port;
      const opened = next.enabled && !isListening ? await this.#startServerOrThrow(next.port) : undefined;
      try {
        this.#dependencies.settings.set(localApiSettingsKey, next);
      } catch (error) {
        // What could not be remembered is not done either: nobody would know of an open port that is said to be closed.
        await opened?.close(0);
        throw error;
      }
      if (opened || !next.enabled) this.#closeServer(drainTimeoutMs);
      this.#server = opened ?? this.#server;
      this.#error = null;
      this.#dependencies.onChange();
      return this.getStatus();
    });
  }

  close(): Promise<void> {
    return this.#enqueue(async () => {
      this.#closeServer(shutdownDrainTimeoutMs);
      await Promise.all(this.#closingServers);
    });
  }

  async #startServerOrThrow(port: number): Promise<LocalApiServer> {
    try {
      return await this.#startServer(port);
    } catch (error) {
      if (!(error instanceof PortError)) throw error;
      throw new Problem('port_unavailable', `${error.message} Nothing was changed; choose another port.`, {
        errors: [{ pointer: '/port', detail: error.message }],
        cause: error,
      });
    }
  }

  #startServer(port: number): Promise<LocalApiServer> {
    const { startServer, fetch, onError } = this.#dependencies;
    return startServer({ port, fetch, onError });
  }

  /** The port is free at once; nobody waits for the last answers but the end of the program. */
  #closeServer(patienceMs: number): void {
    const ending = this.#server?.close(patienceMs);
    this.#server = undefined;
    if (!ending) return;
    this.#closingServers.add(ending);
    void ending.finally(() => this.#closingServers.delete(ending));
  }

  #readSettings(): Pick<LocalApiStatus, 'enabled' | 'port'> {
    const off = { enabled: false, port: defaultLocalApiPort };
    return storedSettingsSchema.catch(off).parse(this.#dependencies.settings.get(localApiSettingsKey) ?? off);
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined); // whoever asked for it sees the failure
    return result;
  }
}
