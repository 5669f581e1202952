import * as fc from 'fast-check';
import { outboxKinds, type OutboxKind } from '../../shared/workspaces/sync.ts';
import { namedFates, otherStatusFates, statusFates, type Fate } from './fake-remote.ts';
import { storageFailures, type StorageFailure } from './outbox-world.ts';

/** A decision of the user about one of the open items. */
export const userActions = ['send', 'check', 'mark_done', 'cancel', 'cancel_unsent'] as const;

/** What happens next. `index` chooses one of the items or requests that there are. */
export type Step =
  | { readonly type: 'add'; readonly kind: OutboxKind; readonly subject: number; readonly isHeld: boolean }
  | { readonly type: 'answer'; readonly index: number; readonly fate: Fate }
  | { readonly type: 'advance'; readonly byMs: number }
  /** The computer sleeps. */
  | { readonly type: 'sleep'; readonly byMs: number }
  | { readonly type: 'set_clock'; readonly offsetMs: number }
  | { readonly type: 'crash' }
  | { readonly type: 'close' }
  | { readonly type: 'storage'; readonly failure: StorageFailure; readonly afterCommits: number }
  | { readonly type: 'user'; readonly action: (typeof userActions)[number]; readonly index: number }
  | { readonly type: 'retry_now' }
  /** The remote accepts another API key, or the user enters the one that it accepts. */
  | { readonly type: 'change_key'; readonly side: 'remote' | 'connection' | 'both' }
  | { readonly type: 'change_idempotency' };

const minuteMs = 60_000;

const index = fc.nat({ max: 7 });

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('add'),
      kind: fc.oneof({ weight: 3, arbitrary: fc.constant('place_call') }, fc.constantFrom(...outboxKinds)),
      subject: fc.nat({ max: 3 }),
      isHeld: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      type: fc.constant('answer'),
      index,
      fate: fc.oneof(
        fc.constant('answered'),
        fc.constantFrom(...namedFates),
        fc.constantFrom(...statusFates),
        fc.constantFrom(...otherStatusFates),
      ),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('advance'),
      byMs: fc.constantFrom(100, 3_000, 40_000, 6 * minuteMs, 16 * minuteMs),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('sleep'),
      byMs: fc.constantFrom(16 * minuteMs, 23.2 * 60 * minuteMs, 25 * 60 * minuteMs),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('set_clock'),
      offsetMs: fc.constantFrom(-28 * minuteMs, -10, 0, 28 * minuteMs),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('crash') }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('close') }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('storage'),
      failure: fc.constantFrom(...storageFailures),
      afterCommits: fc.nat({ max: 3 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ type: fc.constant('user'), action: fc.constantFrom(...userActions), index }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('retry_now') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('change_key'),
      side: fc.constantFrom('remote', 'connection', 'both'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('change_idempotency') }) },
);

export const stepLists = fc.array(steps, { minLength: 1, maxLength: 24, size: 'max' });
