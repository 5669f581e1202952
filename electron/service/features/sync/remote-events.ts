// Public: other features may import this file.
import { drawBackoffMs, type Timers, systemTimers } from '../../platform/timers.ts';
import type { Context } from '../../platform/context.ts';
import { RemoteError, type RemoteErrorKind, type RemoteLink } from '../remote/remote-client.ts';

/** The parts of the mirror that the remote's events announce. */
const followedParts = ['call_details', 'shared_work'] as const;

type FollowedPart = (typeof followedParts)[number];

const partsOfEvents: ReadonlyMap<string, readonly FollowedPart[]> = new Map([
  ['call.changed', ['call_details']],
  ['call_review.changed', ['shared_work']],
  ['call_outcome.changed', ['shared_work']],
  ['follow_ups.changed', ['shared_work']],
  ['notes.changed', ['shared_work']],
  ['scorecard.changed', ['shared_work']],
  ['scorecard_criteria.changed', ['shared_work']],
  ['saved_items.changed', ['shared_work']],
  ['reset', [...followedParts]],
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
  /** Called soon after the remote changed a part, and when the stream is opened again, because events can have been missed. */
  readonly onChange: (part: FollowedPart) => void;
  readonly timers?: Timers;
};

/** Follows the event stream of a remote that has one, so that the work of other members arrives at once. */
export class RemoteEvents {
  readonly #options: RemoteEventsOptions;
  readonly #timers: Timers;
  #following = new AbortController();
  #cancelTimer: () => void = () => {};
  readonly #cancelChanges = new Map<FollowedPart, () => void>();
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
    for (const cancel of this.#cancelChanges.values()) cancel();
    this.#cancelChanges.clear();
  }

  async #follow(signal: AbortSignal): Promise<void> {
    try {
      const client = await this.#options.link.getClient();
      if (!client.capabilities.events || !client.capabilities.shared_work || signal.aborted) return;
      for await (const name of client.readEvents('/events', signal)) {
        this.#failures = 0;
        for (const part of partsOfEvents.get(name) ?? []) this.#announce(part);
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
      for (const part of followedParts) this.#announce(part);
      void this.#follow(signal);
    }, delay);
  }

  #announce(part: FollowedPart): void {
    if (this.#cancelChanges.has(part)) return;
    const cancel = this.#timers.set(() => {
      this.#cancelChanges.delete(part);
      this.#options.onChange(part);
    }, delayMs);
    this.#cancelChanges.set(part, cancel);
  }
}
