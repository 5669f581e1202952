// Public: other features may import this file.
import { drawBackoffMs, type Timers, systemTimers } from '../../platform/timers.ts';
import type { Context } from '../../platform/context.ts';
import { RemoteError, type RemoteErrorKind, type RemoteLink } from '../remote/remote-client.ts';

/** The events after which members' work is fetched. */
const workEvents: ReadonlySet<string> = new Set([
  'call_review.changed',
  'notes.changed',
  'scorecard.changed',
  'scorecard_criteria.changed',
  'saved_items.changed',
  'reset',
]);

/** After these errors, the sync finds out when the remote can be used again. */
const waitsForConnection: readonly RemoteErrorKind[] = ['unreachable', 'unauthorized', 'wrong_organization'];

/** Between two connections, in milliseconds. */
const backoffMs = { base: 2_000, cap: 60_000 };

/** Many changes that arrive together are fetched once. */
const delayMs = 200;

type RemoteEventsOptions = {
  readonly context: Pick<Context, 'randomBytes'>;
  readonly link: RemoteLink;
  /** Called soon after other members changed something, and when the stream is opened again, because events can have been missed. */
  readonly onWork: () => void;
  readonly timers?: Timers;
};

/** Follows the event stream of a remote that has one, so that the work of other members arrives at once. */
export class RemoteEvents {
  readonly #options: RemoteEventsOptions;
  readonly #timers: Timers;
  #following = new AbortController();
  #cancelTimer: () => void = () => {};
  #cancelWork: (() => void) | undefined;
  #failures = 0;
  #isFollowing = false;

  constructor(options: RemoteEventsOptions) {
    this.#options = options;
    this.#timers = options.timers ?? systemTimers;
  }

  /** Opens the stream if it is closed. Call it when the remote can be reached. */
  ensure(): void {
    if (!this.#isFollowing) this.start();
  }

  /** Opens the stream, or opens it again. */
  start(): void {
    this.close();
    this.#isFollowing = true;
    this.#following = new AbortController();
    void this.#follow(this.#following.signal);
  }

  close(): void {
    this.#isFollowing = false;
    this.#following.abort();
    this.#cancelTimer();
    this.#cancelWork?.();
    this.#cancelWork = undefined;
  }

  async #follow(signal: AbortSignal): Promise<void> {
    try {
      const client = await this.#options.link.getClient();
      if (!client.capabilities.events || !client.capabilities.shared_work || signal.aborted) return;
      for await (const name of client.readEvents('/events', signal)) {
        this.#failures = 0;
        if (workEvents.has(name)) this.#announce();
      }
    } catch (error) {
      // Without the stream, the sync fetches changes at intervals. It shows when the remote can be reached again.
      if (signal.aborted) return;
      const isOut = error instanceof RemoteError && waitsForConnection.includes(error.kind);
      if (isOut) {
        this.#isFollowing = false;
        return;
      }
    }
    if (signal.aborted) return;
    const random = () => (this.#options.context.randomBytes(1)[0] ?? 0) / 255;
    const delay = drawBackoffMs(backoffMs, this.#failures, random);
    this.#failures += 1;
    this.#cancelTimer = this.#timers.set(() => {
      this.#announce();
      void this.#follow(signal);
    }, delay);
  }

  #announce(): void {
    this.#cancelWork ??= this.#timers.set(() => {
      this.#cancelWork = undefined;
      this.#options.onWork();
    }, delayMs);
  }
}
