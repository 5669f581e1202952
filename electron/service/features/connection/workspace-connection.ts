// Public: other features may import this file.
import {
  noCapabilities,
  type Capabilities,
  type Connection,
  type ConnectionCheck,
  type ConnectionSettings,
} from '../../../../shared/workspaces/connection.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Role } from '../../../../shared/contract/roles.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import { formatKeyHint } from '../../platform/keychain/format-key-hint.ts';
import type { WorkspaceSecrets } from '../../platform/keychain/keychain.ts';
import { RemoteError, type RemoteClient, type RemoteLink } from '../remote/remote-client.ts';
import { checkBaseUrl } from '../remote/base-url.ts';
import { resolveWithSystem } from '../remote/open-connection.ts';
import { guardWrites } from '../remote/guard-writes.ts';
import { findHttps } from './check-address.ts';
import { checkConnection, checkTimeouts } from './check-connection.ts';
import * as connections from './connection-queries.ts';

type ClientOptions = {
  readonly settings: ConnectionSettings;
  readonly apiKey: string;
  readonly capabilities: Capabilities;
};

type ConnectionOptions = {
  readonly orgId: string;
  readonly context: Pick<Context, 'now' | 'findProxies'>;
  readonly events: EventPublisher;
  readonly secrets: WorkspaceSecrets;
  readonly createClient: (options: ClientOptions) => RemoteClient;
};

const missingKey = 'No API key is stored for this workspace. Enter it in Settings under Connection.';

const unreadKey =
  'The API key is not available, because the keychain of this computer cannot be used. Enter the key again in Settings under Connection, or, if the keychain is locked, unlock it and choose Try again under Security.';

/** `address`: where requests are sent, or the API key. `findings`: what a check found. */
type ConnectionChange = 'address' | 'findings';

/** The connection of an open linked workspace: its address, its API key, and the client that uses them. */
export class WorkspaceConnection implements RemoteLink {
  readonly #db: Database;
  readonly #options: ConnectionOptions;
  readonly #listeners = new Set<(change: ConnectionChange) => void>();
  /** Includes replaced clients, which can still have running requests. */
  readonly #clients = new Set<RemoteClient>();
  #client: Promise<RemoteClient> | undefined;
  /** While the API key and the address are replaced, no client is created: the key of one must not be sent to the other. */
  #updating: Promise<void> | undefined;
  #stored: connections.StoredConnection;
  /** Whether the keychain could not be read when the API key was last needed. */
  #isKeyUnread = false;
  readonly #closing = new AbortController();

  /** Throws Problem `workspace_unusable` if the database has no connection. */
  constructor(db: Database, options: ConnectionOptions) {
    this.#db = db;
    this.#options = options;
    this.#stored = readConnection(db);
  }

  get remoteOrgId(): string {
    return this.#stored.settings.org_id;
  }

  get settings(): ConnectionSettings {
    return this.#stored.settings;
  }

  /** What the remote has, according to the last check. */
  get capabilities(): Capabilities {
    return this.#stored.capabilities;
  }

  /** The role of the API key; null until it is known. */
  get role(): Role | null {
    return this.#stored.role;
  }

  /** Whether its role and its capabilities were found with the current address and API key. */
  get isChecked(): boolean {
    return this.#stored.checkedAt !== null;
  }

  readonly getClient = (): Promise<RemoteClient> => {
    if (this.#closing.signal.aborted) return Promise.reject(createStoppedError());
    this.#client ??= this.#createClient();
    return this.#client;
  };

  async describe(): Promise<Connection> {
    return describeConnection(this.#stored, (await this.#readKey()) ?? null);
  }

  /**
   * Replaces the settings, which have been checked, and the API key unless it is undefined. `commit` receives the new
   * connection and runs the change in a transaction; the previous API key stays if it throws. What a check found is
   * forgotten, because another remote can lack what this one has.
   */
  async update<T>(
    settings: ConnectionSettings,
    apiKey: string | undefined,
    commit: (store: () => void, connection: Connection) => T,
  ): Promise<T> {
    while (this.#updating) await this.#updating;
    const update = this.#update(settings, apiKey, commit).finally(() => (this.#updating = undefined));
    this.#updating = waitFor(update);
    return update;
  }

  /** Checks the connection and stores what it finds. Throws Problem `connection_invalid` if no API key is stored. */
  async check(signal: AbortSignal): Promise<ConnectionCheck> {
    const { settings, apiKey } = await this.#readAddress().catch((error: unknown) => {
      if (error instanceof RemoteError) throw new Problem('connection_invalid', error.message, { cause: error });
      throw error;
    });
    const { now, findProxies } = this.#options.context;
    const check = await checkConnection(settings, apiKey, {
      signal: AbortSignal.any([signal, this.#closing.signal]),
      now,
      findProxies,
    });
    this.#storeCheck(check, settings);
    return check;
  }

  /** Returns what is wrong with the base URL, if requests get no usable answer because the remote expects HTTPS; otherwise null. */
  async explainAddress(): Promise<string | null> {
    const network = { resolve: resolveWithSystem, timeoutMs: checkTimeouts.connectMs };
    const { findProxies } = this.#options.context;
    const found = await findHttps(new URL(this.settings.base_url), { ...network, findProxies });
    return found && `${found.detail} In Settings under Connection, change the base URL to ${found.baseUrl}.`;
  }

  /** Call it when the keychain has become available. */
  retryKey(): void {
    if (this.#isKeyUnread) this.#applyChange('address');
  }

  onChange(listener: (change: ConnectionChange) => void): void {
    this.#listeners.add(listener);
  }

  /** Closes the connections that were kept alive. */
  closeIdle(): void {
    for (const client of this.#clients) client.closeIdle();
  }

  /** Ends all requests. */
  close(): void {
    this.#closing.abort();
    for (const client of this.#clients) client.close();
    this.#clients.clear();
  }

  async #update<T>(
    settings: ConnectionSettings,
    apiKey: string | undefined,
    commit: (store: () => void, connection: Connection) => T,
  ): Promise<T> {
    const { secrets } = this.#options;
    const previousKey = await secrets.read('remote-key');
    if (apiKey !== undefined) await secrets.set('remote-key', apiKey);
    try {
      const unchecked = { settings, role: null, capabilities: noCapabilities, checkedAt: null };
      const store = () => {
        connections.updateConnectionSettings(this.#db, settings);
        connections.clearFindings(this.#db);
        this.#db.afterCommit(() => this.#applyChange('address'));
      };
      return commit(store, describeConnection(unchecked, apiKey ?? previousKey ?? null));
    } catch (error) {
      if (apiKey !== undefined) await secrets.restore('remote-key', previousKey);
      throw error;
    }
  }

  /** A check with a failed step keeps what was known, because it did not find everything. */
  #storeCheck({ steps, role, capabilities }: ConnectionCheck, checkedSettings: ConnectionSettings): void {
    const isComplete = steps.every(({ result }) => result !== 'failed');
    // The settings can have changed during the check.
    if (this.#closing.signal.aborted || !isComplete || checkedSettings !== this.#stored.settings) return;
    const findings = { role: role ?? this.#stored.role, capabilities };
    this.#db.transaction(() => {
      connections.storeFindings(this.#db, findings, this.#options.context.now());
      this.#db.afterCommit(() => this.#applyChange('findings'));
    });
  }

  /** Reads the settings and the API key that belongs to them. Throws RemoteError `unauthorized`. */
  async #readAddress(): Promise<ClientOptions> {
    for (;;) {
      await this.#updating;
      const stored = this.#stored;
      const apiKey = await this.#readKey();
      if (this.#updating || this.#stored !== stored) continue;
      const { settings, capabilities } = stored;
      if (typeof apiKey === 'string') return { settings, apiKey, capabilities };
      this.#client = undefined; // the key can be stored or read later
      throw new RemoteError('unauthorized', apiKey === null ? missingKey : unreadKey, { wasSent: false });
    }
  }

  async #readKey(): Promise<string | null | undefined> {
    const apiKey = await this.#options.secrets.read('remote-key');
    this.#isKeyUnread = apiKey === undefined;
    return apiKey;
  }

  #applyChange(change: ConnectionChange): void {
    this.#isKeyUnread = false;
    const previousRole = this.#stored.role;
    this.#stored = readConnection(this.#db);
    this.#client = undefined;
    const { events, orgId } = this.#options;
    events.publish({ type: 'connection.changed' }, orgId);
    // Different roles see different data.
    if (this.#stored.role !== previousRole) events.publish({ type: 'reset' }, orgId);
    for (const listener of this.#listeners) listener(change);
  }

  async #createClient(): Promise<RemoteClient> {
    const { apiKey, settings, capabilities } = await this.#readAddress();
    if (this.#closing.signal.aborted) throw createStoppedError();
    const client = guardWrites(
      this.#options.createClient({ settings, apiKey, capabilities }),
      this.#options.context.now,
    );
    this.#clients.add(client);
    return client;
  }
}

function readConnection(db: Database): connections.StoredConnection {
  const stored = connections.findConnection(db);
  if (!stored)
    throw new Problem(
      'workspace_unusable',
      'Its connection is missing. Delete the workspace, and connect to the remote again.',
    );
  return stored;
}

function describeConnection(stored: connections.StoredConnection, apiKey: string | null): Connection {
  const { settings, role, capabilities, checkedAt } = stored;
  return {
    ...settings,
    key_hint: apiKey === null ? null : formatKeyHint(apiKey),
    role,
    capabilities: { ...capabilities },
    checked_at: checkedAt === null ? null : formatTimestamp(checkedAt),
  };
}

async function waitFor(work: Promise<unknown>): Promise<void> {
  await work.catch(() => {}); // the caller handles the error
}

function createStoppedError(): RemoteError {
  return new RemoteError('stopped', 'The workspace was closed.', { wasSent: false });
}

/** Which documents and build requests of a local workspace are sent to its remote. */
export type LinkChoice = {
  readonly settings: ConnectionSettings;
  readonly apiKey: string;
  readonly documentIds: readonly string[];
  readonly requestIds: readonly string[];
  readonly placedBy: string;
};

/**
 * Returns the settings with their base URL in one form. Throws Problem `connection_invalid`; `pointer` is where the base URL
 * is in the body of the request.
 */
export function checkSettings(settings: ConnectionSettings, pointer: string): ConnectionSettings {
  const checked = checkBaseUrl(settings);
  if ('baseUrl' in checked) return { ...settings, base_url: checked.baseUrl };
  throw new Problem('connection_invalid', checked.reason, { errors: [{ pointer, detail: checked.reason }] });
}
