import { deepStrictEqual, fail, ok } from 'node:assert/strict';
import type { OutboxRow } from '../../electron/service/features/outbox/outbox-queries.ts';
import type { OutboxKind } from '../../shared/workspaces/sync.ts';
import type { OutboxWorld } from './outbox-world.ts';

const hourMs = 60 * 60_000;

/** A request whose effect is not known unless `isClear`: then the remote has answered that it did nothing. */
export type Attempt = {
  readonly at: number;
  readonly apiKey: string | null;
  readonly hasIdempotencyKey: boolean;
  /** How often the waits and the pause of the outbox had been ended before. */
  readonly resets: number;
  isClear: boolean;
  /** The end of the wait that the remote has asked for with Retry-After. */
  waitsUntil: number;
};

/** What the test knows about an item. */
export type Intent = {
  /** The run of the process in which the user last asked for it. */
  run: number;
  attempts: Attempt[];
  /** How often the user chose to send it although the remote may have made the change. */
  acceptedRepeats: number;
  mayBeCanceled: boolean;
  mayBeCompleted: boolean;
  lastAttempt: Attempt | null;
  sendCount: number;
};

const repeatableKinds: readonly OutboxKind[] = [
  'delete_document',
  'change_document',
  'cancel_call',
  'update_reviews',
  'write_note',
  'correct_outcome',
  'update_follow_up',
  'score_call',
  'change_criterion',
  'change_saved_item',
];

/** The items that were accepted, with the promises that hold for each of them at any time. */
export class Intents {
  readonly #world: OutboxWorld;
  readonly #intents = new Map<string, Intent>();
  /** By the row that the sender received. */
  readonly #attempts = new Map<OutboxRow, Attempt>();
  run = 0;
  resets = 0;
  isPaused = false;
  /** An attempt after it need not wait. */
  #unboundAt = 0;

  constructor(world: OutboxWorld) {
    this.#world = world;
  }

  add(itemId: string): void {
    this.#intents.set(itemId, {
      run: this.run,
      attempts: [],
      acceptedRepeats: 0,
      mayBeCanceled: false,
      mayBeCompleted: false,
      lastAttempt: null,
      sendCount: 0,
    });
  }

  has(itemId: string): boolean {
    return this.#intents.has(itemId);
  }

  get(itemId: string): Intent {
    return this.#intents.get(itemId) ?? fail(`The item ${itemId} was not added.`);
  }

  findAttempt(item: OutboxRow): Attempt | undefined {
    return this.#attempts.get(item);
  }

  /** Waits and the pause have ended. */
  reset(): void {
    this.resets++;
    this.isPaused = false;
    this.allowAttempts();
  }

  allowAttempts(): void {
    this.#unboundAt = this.#world.clock.elapsed;
  }

  /** Forgets the earlier attempts: the user accepted that the change is made once more. */
  acceptRepeat(intent: Intent): void {
    intent.acceptedRepeats++;
    intent.attempts = [];
  }

  /** Whether the remote recognizes each attempt that may have arrived, so that another one is harmless. */
  isSafe({ attempts }: Intent, withinMs: number): boolean {
    const { apiKey, knowsIdempotency, clock } = this.#world;
    return attempts.every(
      (attempt) =>
        attempt.isClear ||
        (attempt.hasIdempotencyKey &&
          attempt.apiKey === apiKey &&
          knowsIdempotency &&
          clock.elapsed - attempt.at < withinMs),
    );
  }

  /** The process has ended while an item was in flight: whether an answer had arrived is forgotten. */
  interrupt(row: OutboxRow): void {
    const intent = this.get(row.item_id);
    // The process ended between the commit and the request.
    if (row.attempts > intent.sendCount) intent.attempts.push(this.#createAttempt());
    else if (intent.lastAttempt) intent.lastAttempt.isClear = false;
    intent.sendCount = row.attempts;
  }

  #createAttempt(): Attempt {
    const { clock, apiKey, knowsIdempotency } = this.#world;
    const key = { apiKey, hasIdempotencyKey: knowsIdempotency };
    return { ...key, at: clock.elapsed, resets: this.resets, isClear: false, waitsUntil: 0 };
  }

  /** Checks a request before its first byte is sent. */
  checkSend(item: OutboxRow): void {
    const { clock, remote } = this.#world;
    const intent = this.get(item.item_id);
    const stored = this.#world.find(item.item_id);
    deepStrictEqual([stored.state, stored.attempts], ['in_flight', item.attempts], 'It is stored as in flight.');
    ok(!this.isPaused, 'Nothing is sent while it is paused.');
    ok(
      repeatableKinds.includes(item.kind) || this.isSafe(intent, 24 * hourMs),
      'It is not repeated unless that is safe.',
    );
    const earlier = this.#world.outbox.list().filter((row) => row.subject_id === item.subject_id && row.id < item.id);
    deepStrictEqual(earlier, [], 'The changes of a subject are sent in order.');
    const running = remote.pending.filter((request) => request.isSenderAlive()).map((request) => request.item.kind);
    ok(running.length < 8, 'At most eight requests run at a time.');
    const uploads = running.filter((kind) => kind === 'upload_document').length;
    ok(item.kind !== 'upload_document' || uploads < 6, 'At most six uploads run at a time.');
    if (item.kind === 'place_call') {
      ok(!running.includes('place_call'), 'Calls are placed one at a time.');
      ok((item.send_not_after ?? 0) > clock.now(), 'A call is sent in time.');
      const isNew = intent.attempts.every(({ isClear }) => isClear);
      ok(!isNew || intent.run === this.run, 'A call is not placed by itself after a restart.');
    }
    const { lastAttempt } = intent;
    if (lastAttempt && lastAttempt.at > this.#unboundAt) {
      ok(clock.elapsed - lastAttempt.at >= 500, 'Attempts are never hot.');
      ok(clock.elapsed >= lastAttempt.waitsUntil, 'It waits as long as Retry-After says.');
    }
    const attempt = this.#createAttempt();
    this.#attempts.set(item, attempt);
    intent.attempts.push(attempt);
    intent.lastAttempt = attempt;
    intent.sendCount++;
  }

  /** Checks what is stored. */
  checkItems(): void {
    const { outbox, remote } = this.#world;
    const rows = this.#world.listStored();
    const byId = new Map(rows.map((row) => [row.item_id, row]));
    for (const [itemId, intent] of this.#intents) {
      const row = byId.get(itemId) ?? fail(`The item ${itemId} was lost.`);
      const executions = remote.countExecutions(itemId);
      if (!repeatableKinds.includes(row.kind))
        ok(executions <= 1 + intent.acceptedRepeats, `The item ${itemId} was made ${executions} times.`);
      if (row.first_sent_at === null) deepStrictEqual(executions, 0, `${itemId} was made, but counts as not sent.`);
      if (row.state === 'rejected' && !repeatableKinds.includes(row.kind))
        deepStrictEqual(executions, 0, `${itemId} was made, but counts as rejected.`);
      if (row.state === 'held') deepStrictEqual(row.first_sent_at, null, 'What is held was not sent.');
      const isDropped =
        executions === 0 && rows.some((other) => isDroppedPair(row, other) || isDroppedPair(other, row));
      if (row.state === 'done')
        ok(executions > 0 || intent.mayBeCompleted || isDropped, `${itemId} was not made, but is done.`);
      if (row.state === 'canceled') ok(intent.mayBeCanceled || isDropped, `${itemId} was canceled by nobody.`);
    }
    const count = (...states: readonly string[]) => rows.filter(({ state }) => states.includes(state)).length;
    const { waiting, needsYou, sending } = outbox.count();
    deepStrictEqual(
      { waiting, needsYou },
      { waiting: count('queued', 'in_flight'), needsYou: count('held', 'unknown', 'rejected') },
    );
    ok(sending >= count('in_flight') && sending <= waiting, 'What is sent is a part of what waits.');
    const open = rows.filter(({ state }) => state !== 'done' && state !== 'canceled').map((row) => row.item_id);
    deepStrictEqual(
      outbox.list().map((row) => row.item_id),
      open,
      'Everything that is open is listed.',
    );
  }
}

/** An upload that the remote never received, and its deletion. */
function isDroppedPair(upload: OutboxRow, deletion: OutboxRow): boolean {
  const isPair = upload.kind === 'upload_document' && deletion.kind === 'delete_document' && upload.id < deletion.id;
  const isSettled = upload.state === 'canceled' && deletion.state === 'done' && upload.first_sent_at === null;
  return isPair && isSettled && upload.subject_id === deletion.subject_id && upload.settled_at === deletion.settled_at;
}
