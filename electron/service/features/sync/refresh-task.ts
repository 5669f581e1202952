// Public: other features may import this file.
import type { SyncPartId } from '../../../../shared/workspaces/sync.ts';
import { drawBackoffMs, type Timers } from '../../platform/timers.ts';
import type { Unread } from '../remote/list-problems.ts';
import type { PartFacts } from './build-sync-status.ts';
import type { RefreshRow } from './refresh-queries.ts';

/** A part of the mirror. It is refreshed separately, so that its failure leaves the other parts up to date. Features create the parts. */
export type RefreshPart = {
  /** The key of its row in the table `refresh`, and its name in the sync status. */
  readonly name: SyncPartId;
  /** Milliseconds between two refreshes while something is expected to change, such as a live call. */
  readonly activeMs: number;
  readonly idleMs: number;
  readonly isActive: () => boolean;
  /**
   * Fetches and stores the part: each batch in one transaction, with its events. Rejects with RemoteError, whose status is 403 if the
   * API key may not read the part. Resolves to the items that could not be read, if there are any: everything else is up to date.
   * `isManual` says that the user asked for it, so that items which could not be read are read again.
   */
  readonly refresh: (signal: AbortSignal, isManual?: boolean) => Promise<Unread | null | void>;
};

const backoffMs = { base: 5_000, cap: 5 * 60_000 };

type RefreshTaskOptions = {
  readonly row: RefreshRow | undefined;
  readonly now: () => number;
  readonly random: () => number;
  readonly timers: Timers;
  readonly onDue: () => void;
};

/** Tracks when a part of the mirror must be refreshed next, and how its latest refresh ended. */
export class RefreshTask {
  readonly part: RefreshPart;
  readonly #options: RefreshTaskOptions;
  #refreshedAt: number | null;
  #error: string | null;
  /** 0 until the first refresh since the start: only the error is stored. */
  #unreadItems = 0;
  #refusedAt: number | null;
  #failures = 0;
  /** True until it starts. A task that becomes due while it is running starts again afterwards. */
  #isDue = false;
  #isRequested = false;
  #isManual = false;
  #isRunning = false;
  #intervalMs = 0;
  #cancelTimer: (() => void) | undefined;

  constructor(part: RefreshPart, options: RefreshTaskOptions) {
    this.part = part;
    this.#options = options;
    this.#refreshedAt = options.row?.refreshed_at ?? null;
    this.#error = options.row?.error ?? null;
    this.#refusedAt = options.row?.refused_at ?? null;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  get canStart(): boolean {
    return this.#isDue && !this.#isRunning;
  }

  /** Whether the user asked for the next refresh, or for the running one. */
  get isManual(): boolean {
    return this.#isManual;
  }

  /** Makes it due now. A requested refresh is shown as syncing until it ends. */
  request(isManual: boolean): void {
    this.cancel();
    this.#isManual ||= isManual;
    this.#isDue = true;
    this.#isRequested = true;
  }

  /** Makes it due now, without showing it as syncing while it is fresh. */
  expedite(): void {
    this.cancel();
    this.#isDue = true;
  }

  markRunning(): void {
    this.#isDue = false;
    this.#isRunning = true;
  }

  /** Returns the row to store. `leftOut` has the items that could not be read. */
  markRefreshed(leftOut: Unread | null): RefreshRow {
    this.#refreshedAt = this.#options.now();
    this.#refusedAt = null;
    return this.#markAnswered(leftOut);
  }

  /** Called if the API key is not allowed to read this part. Returns the effect to store. */
  markRefused(): RefreshRow {
    this.#refusedAt = this.#options.now();
    return this.#markAnswered(null);
  }

  #markAnswered(leftOut: Unread | null): RefreshRow {
    this.#isRunning = false;
    this.#failures = 0;
    this.#error = leftOut?.reason ?? null;
    this.#unreadItems = leftOut?.items ?? 0;
    this.#endRequest();
    this.#scheduleAfter(this.#currentIntervalMs);
    return this.#row;
  }

  /** Returns the row to store. `retryAfterMs` is the shortest wait that the remote asked for. */
  markFailed(error: string, retryAfterMs: number | null = null): RefreshRow {
    this.#isRunning = false;
    this.#error = error;
    this.#unreadItems = 0;
    this.#endRequest();
    const delayMs = drawBackoffMs(backoffMs, this.#failures, this.#options.random);
    this.#scheduleAfter(Math.max(delayMs, retryAfterMs ?? 0));
    this.#failures += 1;
    return this.#row;
  }

  /** Keeps it due, because it was not the part that failed. */
  markInterrupted(): void {
    this.#isRunning = false;
    this.#isDue = true;
  }

  /** Ends the request of the user, if it cannot be fulfilled now. */
  dropRequest(): void {
    this.#isRequested = false;
  }

  /** Waits less if something is now expected to change, such as a call that was placed since. */
  shortenWait(): void {
    const intervalMs = this.#currentIntervalMs;
    if (!this.#cancelTimer || this.#failures > 0 || intervalMs >= this.#intervalMs) return;
    this.#scheduleAfter(Math.max(0, intervalMs - this.#ageMs));
    this.#intervalMs = intervalMs;
  }

  cancel(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  describe(): PartFacts {
    const isFresh = this.freshForMs > 0;
    return {
      name: this.part.name,
      refreshedAt: this.#refreshedAt,
      error: this.#error,
      unreadItems: this.#unreadItems,
      isPermitted: this.#refusedAt === null,
      isFresh,
      // A part that failed is refreshed again and again: only its success changes the status.
      isCatchingUp: (this.#isRunning || this.#isDue) && (this.#isRequested || (!isFresh && this.#error === null)),
    };
  }

  /** Milliseconds until it is no longer fresh; 0 if it is not. A refresh in the future is not fresh: the clock was wrong. */
  get freshForMs(): number {
    return this.#error === null ? Math.max(0, 2 * this.#currentIntervalMs - this.#ageMs) : 0;
  }

  get #ageMs(): number {
    const answeredAt = this.#refusedAt ?? this.#refreshedAt;
    return answeredAt === null ? Infinity : Math.abs(this.#options.now() - answeredAt);
  }

  get #currentIntervalMs(): number {
    return this.part.isActive() ? this.part.activeMs : this.part.idleMs;
  }

  get #row(): RefreshRow {
    const row = { part: this.part.name, refreshed_at: this.#refreshedAt, error: this.#error };
    return { ...row, refused_at: this.#refusedAt };
  }

  #endRequest(): void {
    // A request that arrived during the refresh is fulfilled by the next refresh.
    if (this.#isDue) return;
    this.#isRequested = false;
    this.#isManual = false;
  }

  #scheduleAfter(delayMs: number): void {
    this.cancel();
    if (this.#isDue) return;
    this.#intervalMs = delayMs;
    this.#cancelTimer = this.#options.timers.set(() => {
      this.#cancelTimer = undefined;
      this.#isDue = true;
      this.#options.onDue();
    }, delayMs);
  }
}
