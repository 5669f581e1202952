import { randomBytes } from 'node:crypto';
import { createFileDatabases } from '../../electron/service/platform/db/workspace-databases.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureAgent } from '../../electron/service/features/agents/remote-agents.ts';
import { findCall, type CallRow } from '../../electron/service/features/calls/call-queries.ts';
import { listCallsInOrder } from '../../electron/service/features/calls/call-list-queries.ts';
import { cancelRemoteCall, queueRemoteCall } from '../../electron/service/features/calls/remote/routes.ts';
import { storeFetchedCall, type FetchedCall } from '../../electron/service/features/calls/remote/store-remote-call.ts';
import { RemoteCalls } from '../../electron/service/features/calls/remote/remote-calls.ts';
import { insertOrganization } from '../../electron/service/features/organizations/organization-queries.ts';
import type { OutboxRow } from '../../electron/service/features/outbox/outbox-queries.ts';
import { OutboxQueue } from '../../electron/service/features/outbox/outbox-queue.ts';
import type { Sender } from '../../electron/service/features/outbox/outbox.ts';
import { RecordingStore } from '../../electron/service/features/recordings/recording-store.ts';
import { createRemoteClient } from '../../electron/service/features/remote/create-remote-client.ts';
import type { RemoteClient } from '../../electron/service/features/remote/remote-client.ts';
import { migrations } from '../../electron/service/workspaces/migrations.ts';
import { EventHub } from '../../electron/service/platform/events/event-hub.ts';
import { EventPublisher } from '../../electron/service/platform/events/event-publisher.ts';
import { findNoProxy } from '../../electron/service/platform/network/find-proxies.ts';
import { noCapabilities, type Capabilities } from '../../shared/workspaces/connection.ts';
import type { OutboxState } from '../../shared/workspaces/sync.ts';
import { createIdCounter } from '../helpers/clock/id-counter.ts';
import { createMemorySettings } from '../helpers/service/memory-settings.ts';
import { createTestKeychain } from '../helpers/service/test-keychain.ts';
import { openTestDatabase } from '../helpers/service/test-database.ts';

const orgId = 'org_1';

type WorldOptions = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly remoteOrgId: string;
  readonly capabilities?: Partial<Capabilities>;
};

type PlaceInput = { readonly number?: string; readonly allowDuplicate?: boolean; readonly holdsDuplicate?: boolean };

/** The remote calls of one workspace, on a real database and with the real outbox and client, without the other features. */
export class RemoteCallWorld {
  readonly dir = mkdtempSync(join(tmpdir(), 'switchboard-remote-calls-'));
  readonly hub = new EventHub('run');
  readonly errors: unknown[] = [];
  readonly listed: string[] = [];
  readonly #options: WorldOptions;
  readonly #newId = createIdCounter();
  nowMs = Date.parse('2026-11-23T09:00:00.000Z');
  capabilities: Capabilities;
  db = openTestDatabase(this.dir);
  recordings!: RecordingStore; // set by #open
  remoteCalls!: RemoteCalls; // set by #open
  outbox!: OutboxQueue; // set by #open
  client!: RemoteClient; // set by #open
  agentId: string;

  constructor(options: WorldOptions, remoteAgentId = 'agt_remote') {
    this.#options = options;
    this.capabilities = { ...noCapabilities, ...options.capabilities };
    insertOrganization(this.db, { id: orgId, name: 'Acme', industry: '', subscription_tier: 'linked', createdAt: 1 });
    this.#open();
    this.agentId = this.db.transaction(() => ensureAgent(this.#storage, remoteAgentId));
  }

  get context() {
    return {
      dataDir: '',
      modelDir: '',
      version: '0',
      settings: createMemorySettings(),
      log: { error: (details: object, message: string) => void this.errors.push([message, details]) },
      now: () => this.nowMs,
      newId: this.#newId,
      randomBytes,
      rateLimitPerMinute: 0,
      keychain: createTestKeychain(),
      findProxies: findNoProxy,
      readLog: () => '',
      migrations,
      databases: createFileDatabases(migrations),
      passphraseWork: { windowLock: 1, backup: 1 },
    };
  }

  get #storage() {
    return { db: this.db, orgId, context: this.context, events: new EventPublisher(this.db, this.hub) };
  }

  #open(): void {
    const { baseUrl, apiKey, remoteOrgId } = this.#options;
    this.client = createRemoteClient({
      settings: {
        base_url: baseUrl,
        org_id: remoteOrgId,
        key_header: 'Authorization',
        allow_http: false,
        certificate_sha256: null,
      },
      apiKey,
      capabilities: this.capabilities,
      downloadLimits: { mp3: 2 * 1024 * 1024 },
    });
    const getClient = async () => this.client;
    this.recordings = new RecordingStore(this.dir);
    this.remoteCalls = new RemoteCalls({
      ...this.#storage,
      recordings: this.recordings,
      link: { getClient, remoteOrgId },
      getCapabilities: () => this.capabilities,
      onListed: () => undefined,
      onNumberListed: () => this.listed.push('listed'),
    });
    const unused: Sender = {
      isRepeatable: false,
      send: () => Promise.reject(new Error('This is not a call.')),
      complete: () => {},
    };
    this.outbox = new OutboxQueue(this.db, {
      context: this.context,
      events: new EventPublisher(this.db, this.hub),
      senders: {
        upload_document: unused,
        delete_document: unused,
        change_document: unused,
        replace_document: unused,
        submit_request: unused,
        update_reviews: unused,
        write_note: unused,
        correct_outcome: unused,
        update_follow_up: unused,
        score_call: unused,
        change_criterion: unused,
        change_saved_item: unused,
        ...this.remoteCalls.senders,
      },
      getClient,
    });
  }

  /** Ends the process without closing anything, and starts it again. */
  restart(): void {
    this.db.close();
    this.client.close();
    this.db = openTestDatabase(this.dir);
    this.#open();
    this.outbox.start();
  }

  start(): this {
    this.outbox.start();
    return this;
  }

  place({ number = '+15550100', allowDuplicate = false, holdsDuplicate = false }: PlaceInput = {}): string {
    const input = { agent_id: this.agentId, recipient_number: number, metadata: { first_name: 'Ada' } };
    const { body } = this.db.transaction(() =>
      queueRemoteCall(this.#requestContext, this.outbox, { ...input, allow_duplicate: allowDuplicate, holdsDuplicate }),
    );
    return body.call_id;
  }

  /** Stores a call as it was fetched from the remote. */
  store(callId: string, fetched: FetchedCall): void {
    const storage = { ...this.#storage, recordings: this.recordings, onNumberListed: () => {} };
    this.db.transaction(() => storeFetchedCall(storage, callId, fetched));
  }

  cancel(callId: string): void {
    const services = { outbox: this.outbox, remoteCalls: this.remoteCalls };
    this.db.transaction(() => cancelRemoteCall(this.#requestContext, services, this.call(callId)));
  }

  get #requestContext() {
    const principal = { orgId, role: 'admin', keyId: 'window', memberId: null } as const;
    return { ...this.#storage, principal, setAuditSubject: () => {} };
  }

  call(callId: string): CallRow {
    const call = findCall(this.db, orgId, callId);
    if (!call) throw new Error(`There is no call ${callId}.`);
    return call;
  }

  /** All calls, the latest first. */
  get calls(): readonly CallRow[] {
    return listCallsInOrder(this.db, orgId, {}, { sort: 'created', descending: true, offset: 0, limit: 200 });
  }

  item(callId: string): OutboxRow {
    const row = this.db.get<OutboxRow>('SELECT * FROM outbox_item WHERE subject_id = ? ORDER BY id DESC', callId);
    if (!row) throw new Error(`${callId} has no change.`);
    return row;
  }

  /** Resolves when the latest change of a call has a state. */
  waitForState(callId: string, ...states: readonly OutboxState[]): Promise<OutboxRow> {
    return this.waitFor(() => {
      const item = this.item(callId);
      return states.includes(item.state) ? item : undefined;
    });
  }

  /** Resolves with the first result that is not undefined, after an event. */
  waitFor<T>(find: () => T | undefined): Promise<T> {
    return new Promise((resolve) => {
      let unsubscribe = () => {};
      const check = () => {
        const found = find();
        if (found === undefined) return;
        unsubscribe();
        resolve(found);
      };
      unsubscribe = this.hub.subscribe(null, check);
      check();
    });
  }

  /** Refreshes once, with the time that has passed since. Resolves to a sentence about the calls that could not be read. */
  async refresh(elapsedMs = 20_000, isManual = false): Promise<string | null> {
    this.nowMs += elapsedMs;
    const leftOut = await this.remoteCalls.refreshPart.refresh(new AbortController().signal, isManual);
    return leftOut?.reason ?? null;
  }

  async close(): Promise<void> {
    await this.outbox.close();
    await this.remoteCalls.close();
    this.client.close();
    this.db.close();
    rmSync(this.dir, { recursive: true, force: true });
  }
}
