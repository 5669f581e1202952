// Public: other features may import this file.
import type * as z from 'zod';
import { Problem, type ProblemCode } from '../../../../shared/contract/problems.ts';
import type { ModelServerAddress } from '../../../../shared/workspaces/model-server.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import { formatKeyHint } from '../../platform/keychain/format-key-hint.ts';
import type { SecretName, WorkspaceSecrets } from '../../platform/keychain/keychain.ts';
import { checkBaseUrl } from '../remote/base-url.ts';
import { createModelServerClient, ModelServerError } from './model-server-client.ts';
import { findServer, storeServer, type ModelServerTable } from './model-server-queries.ts';

export type StoredModelServerOptions = {
  readonly orgId: string;
  readonly secrets: Pick<WorkspaceSecrets, 'read' | 'set' | 'remove' | 'restore'>;
  readonly events: EventPublisher;
  readonly context: Pick<Context, 'findProxies'>;
  /** False in a linked workspace, whose remote runs the calls. */
  readonly isLocal: boolean;
};

/** What the servers of one purpose are called in the parts of the application. */
type ServerKind<Settings> = {
  /** As in "language model". */
  readonly name: string;
  readonly schema: z.ZodType<Settings>;
  readonly table: ModelServerTable;
  readonly secret: SecretName;
  readonly unusable: ProblemCode;
  readonly changed: `${ModelServerTable}.changed`;
};

/** The server of an open workspace for one purpose, whose API key is in the keychain. */
export class StoredModelServer<Settings extends ModelServerAddress> {
  readonly #db: Database;
  readonly #kind: ServerKind<Settings>;
  readonly #options: StoredModelServerOptions;

  constructor(db: Database, kind: ServerKind<Settings>, options: StoredModelServerOptions) {
    this.#db = db;
    this.#kind = kind;
    this.#options = options;
  }

  /** Null if no server is entered. */
  get settings(): Settings | null {
    return this.#find()?.settings ?? null;
  }

  async describe(): Promise<{ readonly settings: Settings | null; readonly key_hint: string | null }> {
    const stored = this.#find();
    const key = stored?.hasKey ? await this.#options.secrets.read(this.#kind.secret) : null;
    return { settings: stored?.settings ?? null, key_hint: key ? formatKeyHint(key) : null };
  }

  /** Returns null if no server is entered. Throws ModelServerError if the keychain cannot be read. */
  protected async read(): Promise<{ readonly settings: Settings; readonly apiKey: string } | null> {
    const stored = this.#find();
    if (!stored) return null;
    const { settings, hasKey } = stored;
    const apiKey = hasKey ? await this.#options.secrets.read(this.#kind.secret) : '';
    if (typeof apiKey === 'string') return { settings, apiKey };
    throw new ModelServerError(
      `The API key of the ${this.#kind.name} cannot be read from the keychain.`,
      'Unlock the keychain, or enter the key again.',
      'key',
    );
  }

  /** Lists the models of a server. Rejects with the problem of an unusable server, and `not_available_on_remote` in a linked workspace. */
  async list(settings: ModelServerAddress, apiKey: string | null, signal: AbortSignal): Promise<readonly string[]> {
    this.requireLocal();
    const { findProxies } = this.#options.context;
    const key = await this.findKey(settings, apiKey);
    try {
      const client = createModelServerClient({ settings, apiKey: key, findProxies, operation: 'list of models' });
      try {
        return await client.listModels(signal);
      } finally {
        client.close();
      }
    } catch (error) {
      if (!(error instanceof ModelServerError)) throw error;
      const detail = `${error.message} ${error.fix}`;
      const errors = error.failed === 'address' ? [{ pointer: '/settings/base_url', detail }] : [];
      throw new Problem(this.#kind.unusable, detail, { errors, cause: error });
    }
  }

  /** Stores the settings in the transaction that `commit` runs, and returns its result. Rejects with the problems of `list`. */
  async change<Result>(
    settings: Settings | null,
    apiKey: string | null,
    commit: (store: () => void) => Result,
  ): Promise<Result> {
    this.requireLocal();
    const { table, secret, unusable, changed } = this.#kind;
    const checked = settings && checkBaseUrl(settings);
    if (checked && 'reason' in checked) throw new Problem(unusable, checked.reason);
    const { secrets, orgId, events } = this.#options;
    const previous = await secrets.read(secret);
    const key = settings ? await this.findKey(settings, apiKey) : '';
    if (key !== '') await secrets.set(secret, key);
    else if (previous) await secrets.remove(secret);
    const row = settings && { settings: JSON.stringify(settings), has_key: key === '' ? 0 : 1 };
    try {
      return commit(() => {
        storeServer(this.#db, table, orgId, row);
        events.publish({ type: changed }, orgId);
      });
    } catch (error) {
      await secrets.restore(secret, previous);
      throw error;
    }
  }

  /** Throws Problem `not_available_on_remote` in a linked workspace. */
  protected requireLocal(): void {
    if (this.#options.isLocal) return;
    throw new Problem('not_available_on_remote', `The remote of a linked workspace has its own ${this.#kind.name}.`);
  }

  /** Returns the stored key if none is given, and the address is the stored one; otherwise the given one, or an empty text. */
  protected async findKey({ base_url }: Pick<ModelServerAddress, 'base_url'>, apiKey: string | null): Promise<string> {
    if (apiKey !== null) return apiKey;
    const stored = this.#find();
    if (!stored?.hasKey || stored.settings.base_url !== base_url) return '';
    return (await this.#options.secrets.read(this.#kind.secret)) ?? '';
  }

  #find(): { readonly settings: Settings; readonly hasKey: boolean } | null {
    const row = findServer(this.#db, this.#kind.table, this.#options.orgId);
    return row ? { settings: this.#kind.schema.parse(JSON.parse(row.settings)), hasKey: row.has_key === 1 } : null;
  }
}
