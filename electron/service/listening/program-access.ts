import { trees } from '../../../shared/contract.ts';
import { defaultPort, listeningSchema, type Listening } from '../../../shared/listening.ts';
import { Problem } from '../../../shared/problems.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { ListenForPrograms, ProgramListener } from './listen-for-programs.ts';
import { PortError } from './port-error.ts';

const storeKey = 'listening';
const storedSchema = listeningSchema.pick({ is_on: true, port: true });

/** How long running answers may take when it is switched off, and when the program ends. */
const lastAnswersMs = 5_000;
const lastAnswersAtEndMs = 500;

type ProgramAccessParts = {
  readonly settings: SettingsStore;
  readonly listen: ListenForPrograms;
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly onError: (error: unknown) => void;
  readonly onChange: () => void;
};

/** Whether other programs of this machine may use the service: off until somebody says so, and remembered. */
export class ProgramAccess {
  readonly #parts: ProgramAccessParts;
  #listener: ProgramListener | undefined;
  #trouble: string | null = null;
  /** Listeners that answer their last requests. */
  readonly #ending = new Set<Promise<void>>();
  /** Changes happen one after the other. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(parts: ProgramAccessParts) {
    this.#parts = parts;
  }

  describe(): Listening {
    const base_url = this.#listener ? this.#listener.origin + trees.v1 : null;
    return { ...this.#stored(), base_url, trouble: this.#trouble };
  }

  /** Listens again where it did when the program ended. A port that has gone meanwhile is told, and nothing else. */
  resume(): Promise<void> {
    return this.#inTurn(async () => {
      const { is_on, port } = this.#stored();
      if (!is_on) return;
      try {
        this.#listener = await this.#listen(port);
      } catch (error) {
        if (!(error instanceof PortError)) throw error;
        this.#trouble = error.message;
      }
    });
  }

  /** Throws Problem `port_unavailable`; everything is then as it was. */
  change(wanted: { readonly is_on?: boolean | undefined; readonly port?: number | undefined }): Promise<Listening> {
    return this.#inTurn(async () => {
      const before = this.#stored();
      const next = { is_on: wanted.is_on ?? before.is_on, port: wanted.port ?? before.port };
      const isListening = this.#listener !== undefined && next.port === before.port;
      const opened = next.is_on && !isListening ? await this.#open(next.port) : undefined;
      try {
        this.#parts.settings.set(storeKey, next);
      } catch (error) {
        // What could not be remembered is not done either: nobody would know of an open port that is said to be closed.
        await opened?.close(0);
        throw error;
      }
      if (opened || !next.is_on) this.#end(lastAnswersMs);
      this.#listener = opened ?? this.#listener;
      this.#trouble = null;
      this.#parts.onChange();
      return this.describe();
    });
  }

  close(): Promise<void> {
    return this.#inTurn(async () => {
      this.#end(lastAnswersAtEndMs);
      await Promise.all(this.#ending);
    });
  }

  async #open(port: number): Promise<ProgramListener> {
    try {
      return await this.#listen(port);
    } catch (error) {
      if (!(error instanceof PortError)) throw error;
      throw new Problem('port_unavailable', `${error.message} Nothing was changed; choose another port.`, {
        errors: [{ pointer: '/port', detail: error.message }],
        cause: error,
      });
    }
  }

  #listen(port: number): Promise<ProgramListener> {
    const { listen, fetch, onError } = this.#parts;
    return listen({ port, fetch, onError });
  }

  /** The port is free at once; nobody waits for the last answers but the end of the program. */
  #end(patienceMs: number): void {
    const ending = this.#listener?.close(patienceMs);
    this.#listener = undefined;
    if (!ending) return;
    this.#ending.add(ending);
    void ending.finally(() => this.#ending.delete(ending));
  }

  #stored(): Pick<Listening, 'is_on' | 'port'> {
    const off = { is_on: false, port: defaultPort };
    return storedSchema.catch(off).parse(this.#parts.settings.get(storeKey) ?? off);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined); // whoever asked for it sees the failure
    return result;
  }
}
