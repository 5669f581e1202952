import { deepStrictEqual, ok } from 'node:assert/strict';
import type { OutboxRow } from '../../electron/service/features/outbox/outbox-queries.ts';
import { isStorageFull } from '../../electron/service/platform/http/to-problem.ts';
import { Problem } from '../../shared/contract/problems.ts';
import { decisionStates } from '../../shared/workspaces/sync.ts';
import { flush } from '../helpers/clock/virtual-clock.ts';
import { isClearFate, retryAfterMs, retryAfterStatuses, toStatus, type Fate } from './fake-remote.ts';
import { Intents } from './intents.ts';
import type { Step } from './outbox-steps.ts';
import { CrashError, type OutboxWorld } from './outbox-world.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Fates of a request that does not arrive in time. */
const lostFates: readonly Fate[] = ['unreachable', 'wrong_organization', 'unverified', 'request_lost', 'delayed'];

/** Runs steps in a world, and checks after each of them that the outbox keeps its promises. */
export async function runSteps(world: OutboxWorld, steps: readonly Step[]): Promise<void> {
  const runner = new StepRunner(world);
  for (const step of steps) await runner.run(step);
  await runner.drain();
}

class StepRunner {
  readonly #world: OutboxWorld;
  readonly #intents: Intents;
  #states = '[]';
  #violation: unknown;

  constructor(world: OutboxWorld) {
    this.#world = world;
    this.#intents = new Intents(world);
    world.check = async (item) => (world.remote.countExecutions(item.item_id) > 0 ? () => {} : null);
    world.onSend = (item) => {
      try {
        this.#intents.checkSend(item);
      } catch (error) {
        this.#violation ??= error;
      }
    };
  }

  async run(step: Step): Promise<void> {
    const events = this.#world.eventCount;
    await this.#perform(step);
    await flush();
    const states = JSON.stringify(this.#world.listStored().map(({ item_id, state }) => [item_id, state]));
    const hasCrashed = !this.#world.isRunning;
    if (!hasCrashed && states !== this.#states) ok(this.#world.eventCount > events, 'A change is announced.');
    if (hasCrashed) await this.#restart();
    this.#check();
  }

  /** Lets a healthy remote answer everything, and checks that each item is made or waits for a decision. */
  async drain(): Promise<void> {
    const world = this.#world;
    world.db.failures.length = 0;
    world.remote.deliverDelayed();
    if (world.apiKey !== world.remote.apiKey || this.#intents.isPaused) {
      world.apiKey = world.remote.apiKey;
      this.#retryNow();
    }
    for (let rounds = 0; rounds < 10; rounds++) {
      await this.#answerAll();
      if (this.#listStuck().length > 0) await world.clock.advance(70 * minuteMs, () => this.#answerAll());
      this.#check();
      deepStrictEqual(this.#listStuck(), [], 'Each item is made, or waits for a decision.');
      const asked = world.outbox.list().filter(isAsked);
      if (asked.length === 0) return;
      // The user decides, so that the changes behind can be sent.
      for (const row of asked) this.#cancel(row);
    }
    throw new Error('The outbox is not empty.');
  }

  #check(): void {
    if (this.#violation !== undefined) throw this.#violation;
    deepStrictEqual(this.#world.errors, [], 'Nothing unexpected is logged.');
    this.#states = JSON.stringify(this.#world.listStored().map(({ item_id, state }) => [item_id, state]));
    this.#intents.checkItems();
  }

  /** The items that wait for something other than a decision. */
  #listStuck(): readonly OutboxRow[] {
    const rows = this.#world.outbox.list();
    const isBlocked = (row: OutboxRow) =>
      rows.some((earlier) => isAsked(earlier) && earlier.subject_id === row.subject_id && earlier.id < row.id);
    return rows.filter((row) => !isAsked(row) && !isBlocked(row));
  }

  async #answerAll(): Promise<void> {
    await flush();
    while (this.#world.remote.pending.length > 0) await this.#answer(0, 'answered');
  }

  async #perform(step: Step): Promise<void> {
    const world = this.#world;
    switch (step.type) {
      case 'add':
        return this.#add(step);
      case 'answer':
        return this.#answer(step.index, step.fate);
      case 'advance':
        world.remote.deliverDelayed();
        return world.clock.advance(step.byMs);
      case 'sleep':
        world.remote.deliverDelayed();
        return world.clock.sleep(step.byMs);
      case 'set_clock':
        world.clock.offset = step.offsetMs;
        return this.#intents.allowAttempts();
      case 'crash':
        return world.end();
      case 'close':
        return world.close();
      case 'storage':
        world.db.failures.push(...Array.from({ length: step.afterCommits }, () => null), step.failure);
        return;
      case 'user':
        return this.#decide(step);
      case 'retry_now':
        return this.#retryNow();
      case 'change_key':
        if (step.side !== 'connection') world.remote.apiKey = toOtherKey(world.remote.apiKey);
        if (step.side === 'remote') return;
        world.apiKey = toOtherKey(world.apiKey);
        return this.#retryNow();
      case 'change_idempotency':
        world.knowsIdempotency = !world.knowsIdempotency;
    }
  }

  #add({ kind, subject, isHeld }: Extract<Step, { type: 'add' }>): void {
    const item = { kind, subjectId: `subject_${subject}`, ...(isHeld && { heldReason: 'It may be a duplicate.' }) };
    const add = () => (kind === 'place_call' ? this.#world.addCall(item) : this.#world.add(item));
    const itemId = this.#attempt(add);
    if (itemId !== undefined) this.#intents.add(itemId);
  }

  async #answer(index: number, fate: Fate): Promise<void> {
    const { remote } = this.#world;
    const request = remote.pending[index % remote.pending.length];
    if (!request) return;
    const attempt = this.#intents.findAttempt(request.item);
    const isKeyRefused = request.apiKey !== remote.apiKey && !lostFates.includes(fate);
    if (attempt && request.isSenderAlive()) {
      attempt.isClear = isKeyRefused || isClearFate(fate);
      if (!isKeyRefused && retryAfterStatuses.includes(toStatus(fate) ?? 0))
        attempt.waitsUntil = this.#world.clock.elapsed + retryAfterMs;
      const isPausing = isKeyRefused || fate === 'wrong_organization';
      if (isPausing && attempt.resets === this.#intents.resets) this.#intents.isPaused = true;
    }
    remote.handle(request, fate);
    await flush();
  }

  async #decide({ action, index }: Extract<Step, { type: 'user' }>): Promise<void> {
    const { outbox } = this.#world;
    const rows = outbox.list();
    const row = rows[index % rows.length];
    if (!row) return;
    switch (action) {
      case 'send':
        return this.#send(row);
      case 'check': {
        const prepared = await outbox.prepareCheck(row.item_id).catch((error: unknown) => error);
        const store = () => {
          if (typeof prepared !== 'function') throw prepared;
          return prepared();
        };
        this.#act(row, 'check', store);
        return;
      }
      case 'mark_done':
        this.#intents.get(row.item_id).mayBeCompleted ||= outbox.describe(row).actions.includes('mark_done');
        this.#act(row, 'mark_done', () => outbox.complete(row.item_id, null));
        return;
      case 'cancel':
        return this.#cancel(row);
      case 'cancel_unsent':
        for (const { item_id } of rows.filter(({ subject_id }) => subject_id === row.subject_id))
          this.#intents.get(item_id).mayBeCanceled = true;
        if (this.#attempt(() => outbox.cancelUnsent(row.subject_id)))
          for (const { item_id } of rows.filter(({ subject_id }) => subject_id === row.subject_id))
            deepStrictEqual(this.#world.remote.countExecutions(item_id), 0, 'What was sent is not canceled as unsent.');
    }
  }

  async #send(row: OutboxRow): Promise<void> {
    const intent = this.#intents.get(row.item_id);
    const store = await this.#world.outbox.prepareSend(row.item_id);
    // The request may run before the next line.
    const isDone = this.#act(row, 'send', () => {
      const stored = store();
      this.#intents.reset();
      intent.run = this.#intents.run;
      return stored;
    });
    const isAccepted = this.#world.find(row.item_id).is_repeat_accepted === 1 && row.is_repeat_accepted === 0;
    if (!isAccepted) return;
    ok(!isDone || !this.#isSafeToRepeat(row), 'What is safe needs no consent.');
    this.#intents.acceptRepeat(intent);
  }

  /** Not if the process ended before an attempt that it had stored, or if the clock that was set back hides its time. */
  #isSafeToRepeat(row: OutboxRow): boolean {
    const intent = this.#intents.get(row.item_id);
    const isKnown =
      intent.attempts.some(({ isClear }) => !isClear) && (row.first_sent_at ?? 0) <= this.#world.clock.now();
    return isKnown && this.#intents.isSafe(intent, 22 * hourMs);
  }

  #cancel(row: OutboxRow): void {
    const { outbox } = this.#world;
    this.#intents.get(row.item_id).mayBeCanceled ||= outbox.describe(row).actions.includes('cancel');
    this.#act(row, 'cancel', () => outbox.cancel(row.item_id));
  }

  #retryNow(): void {
    this.#intents.reset();
    this.#world.outbox.retryNow();
  }

  /** Runs an action of the user, which is refused unless it is offered. Returns whether it succeeded. */
  #act(row: OutboxRow, action: 'send' | 'check' | 'mark_done' | 'cancel', run: () => unknown): boolean {
    const isOffered = this.#world.outbox.describe(row).actions.includes(action);
    try {
      return this.#attempt(() => [run()]) !== undefined;
    } catch (error) {
      if (isOffered || !(error instanceof Problem) || error.code !== 'outbox_action_unavailable') throw error;
      return false;
    }
  }

  /** Runs a request of the user. It may fail if the disk is full or the process ends. */
  #attempt<T>(run: () => T): T | undefined {
    try {
      return run();
    } catch (error) {
      if (error instanceof CrashError || isStorageFull(error)) return undefined;
      throw error;
    }
  }

  async #restart(): Promise<void> {
    this.#intents.run++;
    for (const row of this.#world.listStored()) {
      // Its commit was the last thing that the process did.
      if (!this.#intents.has(row.item_id)) this.#intents.add(row.item_id);
      if (row.state === 'in_flight') this.#intents.interrupt(row);
    }
    this.#intents.reset();
    await this.#world.restart();
  }
}

const isAsked = (row: OutboxRow) => decisionStates.some((state) => state === row.state);

const toOtherKey = (apiKey: string | null) => (apiKey === 'key-1' ? 'key-2' : 'key-1');
