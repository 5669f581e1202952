// Public: other features may import this file.
import type { ServiceEvent } from '../../../../shared/contract/events.ts';
import type { SyncPartId, SyncStatus } from '../../../../shared/workspaces/sync.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import { drawBackoffMs, systemTimers, waitAtMost, type Timers } from '../../platform/timers.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { OutboxQueue } from '../outbox/outbox-queue.ts';
import { fetchOrganization } from '../remote/guard-writes.ts';
import { RemoteError, type RemoteLink } from '../remote/remote-client.ts';
import { describeLocalFailure, buildSyncStatus } from './build-sync-status.ts';
import { type RefreshPart, RefreshTask } from './refresh-task.ts';
import { findRefreshRow, storeRefreshRow } from './refresh-queries.ts';
import type { RemoteHealth, RemoteState } from './remote-health.ts';

export type SyncOptions = {
  readonly db: Database;
  readonly orgId: string;
  readonly context: Pick<Context, 'now' | 'log' | 'randomBytes'>;
  readonly events: EventPublisher;
  /** A link that `health` observes. The parts and the outbox use the same. */
  readonly link: RemoteLink;
  readonly health: RemoteHealth;
  /** In the order of the first refresh. */
  readonly parts: readonly RefreshPart[];
  readonly outbox: Pick<OutboxQueue, 'count' | 'retryNow' | 'onChange'>;
  /** Whether it is known what the remote offers. Without that, lists that it may have are not fetched. */
  readonly getCheckState?: () => 'missing' | 'running' | 'done';
  /** Returns what is wrong with the base URL, after a request that got no usable answer; null if nothing is known to be wrong. */
  readonly explainAddress?: () => Promise<string | null>;
  /** Called when the remote answers after the start, a failure or a request of the user. */
  readonly onReached?: () => void;
  readonly timers?: Timers;
};

/** Parts that are refreshed at the same time. */
const concurrency = 3;

/** The time between two requests to a remote that cannot be reached, in milliseconds. */
const probeBackoffMs = { base: 2_000, cap: 60_000 };

/** The outbox can change hundreds of times a second. */
const updateDelayMs = 100;

/** After the state of the sync could not be read, for example because the disk failed. */
const retryUpdateMs = 5_000;

const closeTimeoutMs = 900;

/** Whether nothing is sent or fetched until a probe shows that the remote can be used again. */
const isOutage = (state: RemoteState) => state === 'unreachable' || state === 'wrong_organization';

/**
 * Keeps the mirror of a linked workspace up to date. Each part is refreshed at its own interval. While the remote cannot be
 * reached, only one small request is sent, at growing intervals; while it refuses the API key, none is sent.
 */
export class Sync {
  readonly #options: SyncOptions;
  readonly #timers: Timers;
  readonly #tasks: readonly RefreshTask[];
  readonly #running = new Set<Promise<void>>();
  /** Parts are refreshed only while `connected`. `waiting`: for the next probe. `paused`: until the connection changes. */
  #connection: 'disconnected' | 'probing' | 'waiting' | 'paused' | 'connected' = 'disconnected';
  #probeFailures = 0;
  /** Whether the outbox sends everything as soon as the remote is connected: the user asked for it, or the remote can be reached again. */
  #shouldRetryOutbox = false;
  #stopping = new AbortController();
  #cancelProbe: (() => void) | undefined;
  #cancelStaleCheck: (() => void) | undefined;
  #cancelUpdate: (() => void) | undefined;
  #state: SyncStatus['state'] | undefined;
  #since: number;
  #published = '';
  #closed: Promise<void> | undefined;

  constructor(options: SyncOptions) {
    this.#options = options;
    this.#timers = options.timers ?? systemTimers;
    const { now } = options.context;
    this.#since = now();
    this.#tasks = options.parts.map(
      (part) =>
        new RefreshTask(part, {
          row: findRefreshRow(options.db, part.name),
          now,
          random: this.#random,
          timers: this.#timers,
          onDue: () => this.update(),
        }),
    );
    options.health.onChange((change) => this.#onHealthChange(change));
    options.outbox.onChange(() => (this.#cancelUpdate ??= this.#timers.set(() => this.update(), updateDelayMs)));
  }

  /** Starts refreshing, beginning with everything. */
  start(): void {
    this.#requestAll(false);
  }

  /** Sends everything that waits and refreshes everything now. Sends a refused API key again, which the remote may accept by now. */
  syncNow(): void {
    this.#requestAll(true);
  }

  /** Refreshes one part soon, because the remote announced a change of it. */
  refreshPart(name: SyncPartId): void {
    if (this.#isClosed || this.#options.db.isReadOnly) return;
    for (const task of this.#tasks) if (task.part.name === name) task.expedite();
    this.update();
  }

  /** Sends all requests again after the computer slept or its network changed, because their connections may be dead. */
  resume(): void {
    if (this.#connection === 'disconnected' || this.#connection === 'paused') return;
    this.#disconnect();
    this.#requestAll(false);
  }

  /** Starts again with the new address or API key. */
  reconnect(): void {
    if (this.#isClosed || this.#options.db.isReadOnly) return;
    this.#disconnect();
    this.#options.health.reset();
    this.#requestAll(false);
  }

  describeStatus(): SyncStatus {
    const status = this.#describe();
    if (status.state !== this.#state) {
      this.#state = status.state;
      this.#since = this.#options.context.now();
    }
    return { ...status, since: formatTimestamp(this.#since) };
  }

  /** Starts the tasks that are due, and publishes the status if it changed. Never throws, because timers call it. */
  update(): void {
    if (this.#isClosed) return;
    this.#cancelUpdate?.();
    this.#cancelUpdate = undefined;
    try {
      this.#update();
    } catch (error) {
      this.#options.context.log.error({ err: error }, 'the sync status is unknown');
      this.#cancelUpdate = this.#timers.set(() => this.update(), retryUpdateMs);
    }
  }

  #update(): void {
    // Before the check has ended, a list that the remote has would seem to be missing.
    const canStart = this.#connection === 'connected' && this.#checkState !== 'running';
    for (const task of this.#tasks) {
      task.shortenWait();
      if (canStart && task.canStart && this.#runningTasks < concurrency) this.#startTask(task);
    }
    this.#publishChange();
  }

  /** Aborts running requests. Resolves within a second. */
  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    this.#disconnect();
    this.#cancelStaleCheck?.();
    this.#cancelUpdate?.();
    for (const task of this.#tasks) task.cancel();
    await waitAtMost(closeTimeoutMs, Promise.all(this.#running), this.#timers);
  }

  get #isClosed(): boolean {
    return this.#closed !== undefined;
  }

  #disconnect(): void {
    this.#stopping.abort();
    this.#stopping = new AbortController();
    this.#cancelProbe?.();
    this.#connection = 'disconnected';
    this.#probeFailures = 0;
  }

  /** Asks the remote for the organization, unless it is being asked. */
  #probe(): void {
    if (this.#connection === 'probing') return;
    this.#cancelProbe?.();
    this.#connection = 'probing';
    this.#track(this.#runProbe(this.#stopping.signal));
    this.update();
  }

  async #runProbe(signal: AbortSignal): Promise<void> {
    const { link, health, context, explainAddress } = this.#options;
    try {
      const client = await link.getClient();
      await fetchOrganization(client, link.remoteOrgId, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof RemoteError)) {
        context.log.error({ err: error }, 'could not ask the remote whether it can be reached');
        return this.#waitForProbe(null);
      }
      if (error.kind === 'unauthorized') return this.#pause();
      if (error.kind === 'busy') return this.#waitForProbe(error.retryAfterMs);
      if (error.kind === 'wrong_organization') {
        health.recordError(error);
        return this.#waitForProbe(null);
      }
      const isAnswered = error.kind !== 'no_answer' && error.kind !== 'invalid';
      const hint = isAnswered && error.status !== 400 ? null : ((await explainAddress?.()) ?? null);
      if (signal.aborted) return;
      if (hint !== null || !isAnswered || error.kind === 'unreachable') {
        health.markUnreachable(hint ?? error.message);
        return this.#waitForProbe(null);
      }
      // It can be reached, but refused this request: the role may not be allowed to read the organization.
    }
    if (!signal.aborted) this.#markConnected();
  }

  #markConnected(): void {
    this.#connection = 'connected';
    this.#probeFailures = 0;
    this.#options.health.markProbed();
    if (this.#shouldRetryOutbox) this.#options.outbox.retryNow();
    this.#shouldRetryOutbox = false;
    this.#options.onReached?.();
    this.update();
  }

  #pause(): void {
    this.#connection = 'paused';
    this.#cancelProbe?.();
    for (const task of this.#tasks) task.dropRequest();
    this.update();
  }

  #waitForProbe(retryAfterMs: number | null): void {
    this.#connection = 'waiting';
    this.#shouldRetryOutbox ||= isOutage(this.#options.health.state);
    this.#cancelProbe?.();
    const backoffMs = drawBackoffMs(probeBackoffMs, this.#probeFailures, this.#random);
    const delayMs = Math.max(retryAfterMs ?? 0, backoffMs);
    this.#probeFailures += 1;
    this.#cancelProbe = this.#timers.set(() => {
      this.#connection = 'disconnected';
      this.#probe();
    }, delayMs);
    for (const task of this.#tasks) task.dropRequest();
    this.update();
  }

  #onHealthChange(change: 'state' | 'doubted'): void {
    if (this.#isClosed || this.#connection === 'disconnected') return;
    const { state } = this.#options.health;
    if (change === 'doubted') {
      if (this.#connection === 'connected') this.#probe();
      return;
    }
    if (this.#connection === 'connected' && isOutage(state)) this.#waitForProbe(null);
    else if (this.#connection !== 'paused' && state === 'unauthorized') this.#pause();
    // A request of another feature was answered.
    else if (this.#connection === 'waiting' && state === 'reached') this.#probe();
    else this.update();
  }

  get #checkState(): 'missing' | 'running' | 'done' {
    return this.#options.getCheckState?.() ?? 'done';
  }

  get #runningTasks(): number {
    return this.#tasks.filter(({ isRunning }) => isRunning).length;
  }

  #startTask(task: RefreshTask): void {
    task.markRunning();
    this.#track(this.#runTask(task, this.#stopping.signal).then(() => this.update()));
  }

  #requestAll(isManual: boolean): void {
    if (this.#isClosed || this.#options.db.isReadOnly) return;
    for (const task of this.#tasks) task.request(isManual);
    this.#shouldRetryOutbox = true;
    if (this.#connection === 'paused') this.#options.health.reset();
    this.#probe();
  }

  async #runTask(task: RefreshTask, signal: AbortSignal): Promise<void> {
    try {
      const leftOut = (await task.part.refresh(signal, task.isManual)) ?? null;
      if (!this.#isClosed) this.#store(() => task.markRefreshed(leftOut));
    } catch (error) {
      if (this.#isClosed) return;
      if (signal.aborted) return task.markInterrupted();
      if (error instanceof RemoteError) return this.#handleFailure(task, error);
      this.#options.context.log.error({ err: error, part: task.part.name }, 'could not refresh a part of the mirror');
      this.#store(() => task.markFailed(describeLocalFailure(error)));
    }
  }

  #handleFailure(task: RefreshTask, error: RemoteError): void {
    const { kind, status, message, retryAfterMs } = error;
    // These failures concern the whole remote, so the status shows them for the remote.
    if (kind === 'unreachable' || kind === 'unauthorized' || kind === 'wrong_organization') task.markInterrupted();
    else this.#store(() => (status === 403 ? task.markRefused() : task.markFailed(message, retryAfterMs)));
    this.#options.health.recordError(error);
    if (kind === 'busy' && this.#connection === 'connected') this.#waitForProbe(retryAfterMs);
  }

  /** Stores the time of a refresh. A failure is only logged: the next start then shows an older time. */
  #store(finish: () => Parameters<typeof storeRefreshRow>[1]): void {
    const row = finish();
    try {
      storeRefreshRow(this.#options.db, row);
    } catch (error) {
      this.#options.context.log.error({ err: error, part: row.part }, 'could not store the time of a refresh');
    }
  }

  #track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => this.#options.context.log.error({ err: error }, 'the sync status is unknown'))
      .finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
  }

  #publishChange(): void {
    const previous = this.#state;
    const status = this.describeStatus();
    this.#checkWhenStale(status);
    const isRefused = status.state === 'paused' || status.state === 'wrong_organization';
    if (isRefused && status.state !== previous) this.#publish({ type: 'connection.refused' });
    const { reached_at: _, parts, ...rest } = status;
    const signature = JSON.stringify([
      rest,
      parts.map((part) => [part.error, part.is_permitted, part.refreshed_at === null]),
    ]);
    if (signature === this.#published) return;
    this.#published = signature;
    this.#publish({ type: 'sync.changed' });
  }

  #publish(event: ServiceEvent): void {
    this.#options.events.publish(event, this.#options.orgId);
  }

  /** Publishes the status again when it becomes out of date without an event, for example because a refresh hangs. */
  #checkWhenStale({ state }: SyncStatus): void {
    this.#cancelStaleCheck?.();
    if (state !== 'up_to_date') return;
    const delayMs = Math.min(...this.#tasks.map(({ freshForMs }) => freshForMs));
    this.#cancelStaleCheck = this.#timers.set(() => this.update(), delayMs + 1);
  }

  #describe(): Omit<SyncStatus, 'since'> {
    const { health, outbox } = this.#options;
    const checkState = this.#checkState;
    const isBlocked = this.#connection === 'waiting' || this.#connection === 'paused';
    return buildSyncStatus({
      remote: health,
      isConnecting: (this.#connection === 'probing' && health.state === 'unknown') || checkState === 'running',
      isChecked: checkState === 'done',
      outbox: outbox.count(),
      parts: this.#tasks.map((task) => {
        const facts = task.describe();
        return { ...facts, isCatchingUp: facts.isCatchingUp && !isBlocked };
      }),
    });
  }

  readonly #random = () => (this.#options.context.randomBytes(1)[0] ?? 0) / 255;
}
