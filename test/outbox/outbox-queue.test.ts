import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RemoteError } from '../../electron/service/features/remote/remote-client.ts';
import { flush } from '../helpers/clock/virtual-clock.ts';
import { retryAfterMs, statusFates, toStatus } from './fake-remote.ts';
import { openSharedDatabase, OutboxWorld } from './outbox-world.ts';

const minuteMs = 60_000;

const database = openSharedDatabase();
let world: OutboxWorld;

beforeEach(async () => {
  world = await new OutboxWorld(database).start();
});
afterEach(() => world.end());
afterAll(() => database.close());

const honourIdempotency = () => {
  world.knowsIdempotency = true;
};

const unclearFates = statusFates.filter((fate) => fate !== '429_before');

const describeItem = (itemId: string) => world.outbox.describe(world.find(itemId));

const send = async (itemId: string) => {
  (await world.outbox.prepareSend(itemId))();
  await flush();
};

describe('sending', () => {
  test('sends an item and applies its effect', async () => {
    const id = world.add();
    await flush();
    expect(world.find(id)).toMatchObject({ state: 'in_flight', attempts: 1 });
    await world.answer();
    expect(world.find(id)).toMatchObject({ state: 'done', reason: null, settled_at: world.clock.now() });
    expect(world.outbox.count()).toEqual({ waiting: 0, sending: 0, needsYou: 0 });
  });

  test('commits that an item is in flight before it is sent', async () => {
    const states: string[] = [];
    world.onSend = (item) => states.push(world.find(item.item_id).state);
    world.add();
    await flush();
    expect(states).toEqual(['in_flight']);
  });

  test('sends nothing for a transaction that is rolled back', async () => {
    expect(() =>
      world.db.transaction(() => {
        world.add();
        throw new Error('The document cannot be stored.');
      }),
    ).toThrow('cannot be stored');
    await flush();
    expect(world.sent).toEqual([]);
    expect(world.outbox.list()).toEqual([]);
  });

  test('sends the changes of a subject in order, and changes of eight subjects at the same time', async () => {
    const first = world.add({ kind: 'submit_request', subjectId: 'req_1' });
    const second = world.add({ kind: 'submit_request', subjectId: 'req_1' });
    for (let number = 2; number <= 10; number++) world.add({ kind: 'submit_request', subjectId: `req_${number}` });
    await flush();
    const firstEight = Array.from({ length: 8 }, (_, index) => `req_${index + 1}`);
    expect(world.remote.pending.map(({ item }) => item.subject_id)).toEqual(firstEight);
    expect(world.find(second).state).toBe('queued');
    expect(describeItem(second)).toMatchObject({ reason: 'An earlier change must be sent first.' });
    await world.answer();
    expect(world.find(first).state).toBe('done');
    expect(world.remote.pending.map(({ item }) => item.item_id)).toContain(second);
  });

  /** Returns the first upload, and one for which there is no slot. */
  const addUploadsBeyondSlots = () => {
    const ids = Array.from({ length: 7 }, (_, index) => world.add({ subjectId: `doc_${index + 1}` }));
    return [ids.at(0) ?? '', ids.at(-1) ?? ''] as const;
  };

  test('stores an outcome and what is sent next in one commit', async () => {
    const [first, last] = addUploadsBeyondSlots();
    await flush();
    expect(world.find(last).state).toBe('queued');
    const announced = world.eventCount;
    await world.answer();
    expect([world.find(first).state, world.find(last).state]).toEqual(['done', 'in_flight']);
    expect(world.eventCount).toBe(announced + 1);
  });

  test('stores an outcome while the API key is being read', async () => {
    const [first, last] = addUploadsBeyondSlots();
    await flush();
    world.isKeyRead = new Promise(() => {});
    await world.answer();
    expect([world.find(first).state, world.find(last).state]).toEqual(['done', 'queued']);
  });

  test('places one call at a time', async () => {
    world.addCall();
    world.addCall({ subjectId: 'call_2' });
    world.add();
    await flush();
    expect(world.remote.pending.map(({ item }) => item.subject_id)).toEqual(['call_1', 'doc_1']);
    await world.answer();
    expect(world.remote.pending.map(({ item }) => item.subject_id)).toEqual(['doc_1', 'call_2']);
  });

  test('keeps two slots free of uploads, which can take minutes', async () => {
    for (let number = 1; number <= 8; number++) world.add({ subjectId: `doc_${number}` });
    const call = world.addCall();
    await flush();
    expect(world.remote.pending.filter(({ item }) => item.kind === 'upload_document').length).toBe(6);
    expect(world.find(call).state).toBe('in_flight');
  });

  test.each(['refused', 'answer_lost'] as const)(
    'a change that is %s blocks only the later ones of its subject',
    async (fate) => {
      world.addCall({ subjectId: 'call_1' });
      const later = world.add({ kind: 'cancel_call', subjectId: 'call_1' });
      await flush();
      await world.answer(fate);
      const other = world.add({ subjectId: 'doc_2' });
      await flush();
      await world.clock.advance(60_000);
      expect(world.find(later).state).toBe('queued');
      expect(world.find(other).state).toBe('in_flight');
    },
  );
});

describe('a failed attempt', () => {
  test('is repeated if the request never left', async () => {
    const id = world.addCall();
    await flush();
    await world.answer('unreachable');
    expect(world.find(id)).toMatchObject({
      state: 'queued',
      reason: 'The remote cannot be reached.',
      first_sent_at: null,
    });
    expect(world.outbox.failureReason).toBe('The remote cannot be reached.');
    await world.clock.advance(minuteMs);
    expect(world.find(id)).toMatchObject({ state: 'in_flight', attempts: 2 });
    await world.answer();
    expect(world.remote.countExecutions(id)).toBe(1);
    expect(world.outbox.failureReason).toBeNull();
  });

  test.each(['request_lost', 'answer_lost', 'invalid_answer', ...unclearFates] as const)(
    'waits for a decision after %s, because the remote may have placed the call',
    async (fate) => {
      const id = world.addCall();
      await flush();
      await world.answer(fate);
      expect(world.find(id).state).toBe('unknown');
      expect(describeItem(id).reason).toMatch(/The remote may have placed this call\.$/);
      await world.clock.advance(24 * 60 * minuteMs);
      expect(world.sent.length).toBe(1);
    },
  );

  test.each(['request_lost', 'answer_lost', 'invalid_answer', 'delayed', ...unclearFates] as const)(
    'is repeated with the same key after %s, if the remote honours it',
    async (fate) => {
      honourIdempotency();
      const id = world.addCall();
      await flush();
      await world.answer(fate);
      expect(world.find(id).state).toBe('queued');
      await world.clock.advance(retryAfterMs + minuteMs);
      world.remote.deliverDelayed();
      await world.answer();
      expect(world.find(id).state).toBe('done');
      expect(world.remote.countExecutions(id)).toBe(1);
    },
  );

  test.each(['upload_document', 'submit_request'] as const)(
    'with any error status makes the outcome of %s unknown, and the other changes are sent',
    async (kind) => {
      for (const fate of unclearFates) {
        const id = world.add({ kind, subjectId: fate });
        await flush();
        await world.answer(fate);
        expect(world.find(id).state, fate).toBe('unknown');
        expect(describeItem(id).reason).toContain(
          `The remote responded with HTTP ${toStatus(fate)}, which does not prove that nothing happened.`,
        );
        const later = world.add({ subjectId: `after ${fate}` });
        await world.clock.advance(retryAfterMs);
        await world.answer();
        expect(world.find(later).state, fate).toBe('done');
        expect(world.remote.countExecutions(id), fate).toBe(fate.endsWith('_after') ? 1 : 0);
      }
    },
  );

  test('with any error status is repeated for a change that may arrive twice', async () => {
    for (const fate of statusFates) {
      const id = world.add({ kind: 'delete_document', subjectId: fate });
      await flush();
      await world.answer(fate);
      expect(world.find(id).state, fate).toBe('queued');
      await world.clock.advance(retryAfterMs);
      await world.answer();
      expect(world.find(id).state, fate).toBe('done');
    }
  });

  test.each(['unreachable', '429_before', 'refused'] as const)(
    'that is %s ends an upload that was deleted meanwhile, and its deletion',
    async (fate) => {
      const upload = world.add();
      await flush();
      const deletion = world.add({ kind: 'delete_document' });
      await world.answer(fate);
      expect(world.outbox.list()).toEqual([]);
      expect(world.states).toEqual([`${upload} in_flight`, `${upload} canceled`, `${deletion} completed null`]);
      expect(world.undecidedIds).toEqual([]);
      await world.clock.advance(60 * minuteMs);
      expect(world.sent.length).toBe(1);
    },
  );

  test('whose response was lost keeps the deletion behind the upload', async () => {
    const upload = world.add();
    await flush();
    const deletion = world.add({ kind: 'delete_document' });
    await world.answer('answer_lost');
    expect([upload, deletion].map((id) => world.find(id).state)).toEqual(['unknown', 'queued']);
  });

  test('is repeated for a change that may arrive twice', async () => {
    const id = world.add({ kind: 'delete_document' });
    await flush();
    await world.answer('answer_lost');
    expect(world.find(id).state).toBe('queued');
  });

  test('waits as long as Retry-After says, also for other subjects', async () => {
    const id = world.add();
    await flush();
    await world.answer('429_before');
    world.add({ subjectId: 'doc_2' });
    await world.clock.advance(7 * minuteMs - 1);
    expect(world.sent.length).toBe(1);
    expect(Date.parse(describeItem(id).next_attempt_at ?? '')).toBe(world.clock.now() + 1);
    await world.clock.advance(minuteMs);
    expect(world.sent.length).toBe(2);
  });

  test('waits as long as Retry-After says, also if another connection breaks meanwhile', async () => {
    honourIdempotency();
    world.add();
    world.add({ subjectId: 'doc_2' });
    await flush();
    await world.answer('503_before');
    await world.answer('request_lost');
    await world.clock.advance(retryAfterMs - 1);
    expect(world.sent.length).toBe(2);
  });

  test('waits longer each time, between half a second and five minutes', async () => {
    honourIdempotency();
    const id = world.add();
    await flush();
    const waits: number[] = [];
    while (waits.length < 30) {
      await world.answer('500_before');
      waits.push((world.find(id).next_attempt_at ?? 0) - world.clock.now());
      await world.clock.advance(5 * minuteMs);
    }
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(500);
    expect(Math.max(...waits)).toBeLessThanOrEqual(5 * minuteMs);
    expect(Math.max(...waits.slice(10))).toBeGreaterThan(2 * minuteMs);
    expect(new Set(waits).size).toBeGreaterThan(20);
  });

  test('is repeated at its time, also if a timer runs early', async () => {
    // The time is reached while the items that are due are searched, at any of the readings of the clock.
    for (let readings = 0; readings < 12; readings++) {
      const id = world.add({ subjectId: `doc_${readings}` });
      await flush();
      await world.answer('unreachable');
      const planned = Date.parse(describeItem(id).next_attempt_at ?? '') - world.clock.now();
      let left = readings;
      Object.defineProperty(world.clock, 'offset', { get: () => (left-- > 0 ? -1 : 0), configurable: true });
      await world.clock.advance(planned);
      await world.clock.advance(10);
      expect(world.remote.pending.map(({ item }) => item.item_id)).toEqual([id]);
      await world.answer();
    }
  });

  test('a remote that cannot be reached gets one request at a time', async () => {
    for (let number = 1; number <= 9; number++) world.add({ kind: 'submit_request', subjectId: `req_${number}` });
    await flush();
    for (let answered = 0; answered < 8; answered++) await world.answer('unreachable');
    await world.clock.advance(10_000);
    expect(world.remote.pending.length).toBe(1);
    await world.answer();
    expect(world.remote.pending.length).toBe(8);
  });

  test('a rejected change leaves the queue with its problem', async () => {
    const id = world.addCall();
    await flush();
    await world.answer('refused');
    expect(world.find(id)).toMatchObject({ state: 'rejected', reason: 'The remote refused it.' });
    expect(world.outbox.count()).toEqual({ waiting: 0, sending: 0, needsYou: 1 });
    expect(world.undecidedIds).toEqual([id]);
  });

  test('a refusal does not answer an earlier attempt whose response was lost', async () => {
    honourIdempotency();
    const id = world.addCall();
    await flush();
    await world.answer('request_lost');
    await world.clock.advance(minuteMs);
    await world.answer('refused');
    expect(world.find(id).state).toBe('unknown');
  });

  test('a refused API key pauses everything until the connection changes', async () => {
    const id = world.addCall();
    await flush();
    world.remote.apiKey = 'key-2';
    await world.answer();
    world.add({ subjectId: 'doc_2' });
    await world.clock.advance(10 * minuteMs);
    expect(world.sent.length).toBe(1);
    expect(world.outbox.pauseReason).toBe('The API key was refused.');
    expect(describeItem(id)).toMatchObject({ state: 'queued', reason: 'The API key was refused.' });
    world.apiKey = 'key-2';
    world.outbox.retryNow();
    await flush();
    expect(world.outbox.pauseReason).toBeNull();
    expect(world.sent.length).toBe(3);
  });

  test('a remote without the organization pauses everything until the connection changes', async () => {
    const id = world.addCall();
    await flush();
    await world.answer('wrong_organization');
    world.add({ subjectId: 'doc_2' });
    await world.clock.advance(10 * minuteMs);
    expect(world.sent.length).toBe(1);
    const reason = 'The remote has no organization org_1.';
    expect(world.outbox.pauseReason).toBe(reason);
    expect(describeItem(id)).toMatchObject({ state: 'queued', reason });
    expect(world.find(id).first_sent_at).toBeNull();
    world.outbox.retryNow();
    await flush();
    expect(world.sent.length).toBe(3);
  });

  test('everything waits while the organization cannot be verified', async () => {
    const id = world.addCall();
    await flush();
    await world.answer('unverified');
    world.add({ subjectId: 'doc_2' });
    await flush();
    expect(world.sent.length).toBe(1);
    expect(world.outbox.failureReason).toBe('The remote failed.');
    await world.clock.advance(minuteMs);
    while (world.remote.pending.length > 0) await world.answer();
    expect(world.remote.countExecutions(id)).toBe(1);
  });

  test('an answer to an earlier request does not end the wait', async () => {
    for (let number = 1; number <= 4; number++) world.add({ kind: 'submit_request', subjectId: `req_${number}` });
    await flush();
    await world.answer('429_before');
    await world.answer();
    world.add({ subjectId: 'doc_1' });
    await world.clock.advance(7 * minuteMs - 1);
    expect(world.sent.length).toBe(4);
  });

  test('a refusal of the previous API key does not pause the new connection', async () => {
    const id = world.add();
    await flush();
    world.remote.apiKey = 'key-2';
    world.apiKey = 'key-2';
    world.outbox.retryNow();
    await world.answer();
    expect(world.outbox.pauseReason).toBeNull();
    await world.answer();
    expect(world.find(id).state).toBe('done');
  });

  test('nothing is sent without an API key', async () => {
    world.apiKey = null;
    world.add();
    await flush();
    expect(world.outbox.pauseReason).toBe('No API key is stored.');
    expect(world.sent).toEqual([]);
  });
});

describe('a call', () => {
  test('that was not sent in time is held', async () => {
    const id = world.addCall();
    await flush();
    await world.answer('unreachable');
    while (world.find(id).state !== 'held') {
      await world.clock.advance(minuteMs);
      if (world.remote.pending.length > 0) await world.answer('unreachable');
    }
    expect(world.clock.now()).toBe((world.find(id).send_not_after ?? 0) + 0);
    expect(describeItem(id)).toMatchObject({ reason: 'It was not sent in time.', actions: ['send', 'edit', 'cancel'] });
    const attempts = world.sent.length;
    await world.clock.advance(60 * minuteMs);
    expect(world.sent.length).toBe(attempts);
    await send(id);
    expect(world.sent.length).toBe(attempts + 1);
  });

  test('whose response was lost is not repeated after its time, also if the remote would recognize it', async () => {
    honourIdempotency();
    const id = world.addCall({ sendNotAfter: world.clock.now() + 100 });
    await flush();
    await world.answer('answer_lost');
    await world.clock.advance(minuteMs);
    expect(world.find(id)).toMatchObject({ state: 'unknown' });
    expect(world.sent.length).toBe(1);
  });

  test('that is queued is held after a restart, and other changes are not', async () => {
    world.apiKey = null;
    const call = world.addCall();
    const upload = world.add();
    world.apiKey = 'key-1';
    await world.crash();
    expect(world.find(call)).toMatchObject({ state: 'held', reason: 'Switchboard was restarted before it was sent.' });
    expect(world.find(upload).state).toBe('in_flight');
  });

  test('can be held from the start', async () => {
    const id = world.addCall({ heldReason: 'You called this number 4 minutes ago.' });
    await world.clock.advance(minuteMs);
    expect(world.find(id)).toMatchObject({ state: 'held', reason: 'You called this number 4 minutes ago.' });
    expect(world.sent).toEqual([]);
  });
});

describe('a crash in flight', () => {
  test('makes the outcome unknown, because the remote may have made the change', async () => {
    const id = world.addCall();
    await flush();
    await world.crash();
    expect(world.find(id).state).toBe('unknown');
    expect(describeItem(id)).toMatchObject({
      reason: 'Switchboard quit before the response arrived. The remote may have placed this call.',
      actions: ['mark_done', 'send', 'cancel'],
    });
  });

  test('repeats with the same key if the remote honours it and the same API key sent it', async () => {
    honourIdempotency();
    const id = world.addCall();
    await flush();
    await world.crash();
    await world.answer();
    await world.answer();
    expect(world.sent.map(({ item }) => item.item_id)).toEqual([id, id]);
    expect(world.find(id).state).toBe('done');
    expect(world.remote.countExecutions(id)).toBe(1);
  });

  test.each([
    ['another API key is used', (changed: OutboxWorld) => void (changed.apiKey = 'key-2')],
    ['no API key is stored', (changed: OutboxWorld) => void (changed.apiKey = null)],
    ['the remote has forgotten the key', ({ clock }: OutboxWorld) => void (clock.offset = 23 * 60 * minuteMs)],
    ['the clock was set back', ({ clock }: OutboxWorld) => void (clock.offset = -6 * minuteMs)],
    ['the remote does not honour the key any more', (changed: OutboxWorld) => void (changed.knowsIdempotency = false)],
  ])('asks if %s', async (_name, change) => {
    honourIdempotency();
    const id = world.add();
    await flush();
    change(world);
    await world.crash();
    expect(world.find(id).state).toBe('unknown');
  });

  test('makes the outcome unknown if the remote began to honour the key only after the change was sent', async () => {
    const id = world.addCall();
    await flush();
    honourIdempotency();
    await world.crash();
    expect(world.find(id).state).toBe('unknown');
  });

  test('repeats a change that may arrive twice', async () => {
    const id = world.add({ kind: 'delete_document' });
    await flush();
    await world.crash();
    expect(world.find(id).state).toBe('in_flight');
  });
});

describe('a decision of the user', () => {
  const loseAnswer = async () => {
    const id = world.addCall();
    await flush();
    await world.answer('answer_lost');
    return id;
  };

  test('sends an unknown item again with the same key, as it was accepted', async () => {
    const id = await loseAnswer();
    await send(id);
    expect(world.find(id)).toMatchObject({ state: 'in_flight', is_repeat_accepted: 0 });
    expect(world.sent.map(({ item }) => item.item_id)).toEqual([id, id]);
    await world.answer();
    expect(world.find(id).state).toBe('done');
    expect(world.remote.countExecutions(id)).toBe(2);
  });

  test('sends it without a second call if the remote honours the key', async () => {
    honourIdempotency();
    const id = await loseAnswer();
    await world.clock.sleep(16 * minuteMs);
    expect(world.find(id).state).toBe('unknown');
    await send(id);
    await world.answer();
    expect(world.find(id).state).toBe('done');
    expect(world.remote.countExecutions(id)).toBe(1);
  });

  test('applies to one attempt only: a call that was queued again waits for another decision after a restart', async () => {
    const id = await loseAnswer();
    world.remote.apiKey = 'key-2';
    await send(id);
    await world.answer();
    expect(world.find(id)).toMatchObject({ state: 'queued', is_repeat_accepted: 1 });
    await world.crash();
    expect(world.find(id)).toMatchObject({ state: 'unknown', is_repeat_accepted: 0 });
  });

  test('gives a held call the full time to be sent again', async () => {
    const id = world.addCall({ heldReason: 'It may be a duplicate.' });
    await world.clock.advance(60 * minuteMs);
    await send(id);
    expect(world.find(id)).toMatchObject({ state: 'in_flight', send_not_after: world.clock.now() + 15 * minuteMs });
  });

  test('sends a waiting item at once', async () => {
    const id = world.add({ kind: 'delete_document' });
    await flush();
    await world.answer('429_before');
    await send(id);
    expect(world.sent.length).toBe(2);
  });

  test('cancels an item unless it is in flight', async () => {
    const id = world.add();
    await flush();
    expect(() => world.outbox.cancel(id)).toThrow('This change is being sent.');
    await world.answer('refused');
    expect(world.outbox.cancel(id)).toMatchObject({ state: 'canceled', actions: [] });
    expect(world.outbox.findOpen('doc_1')).toBeUndefined();
  });

  test('marks an item as done only if its outcome is unknown', async () => {
    const id = await loseAnswer();
    expect(world.outbox.complete(id, 'call_9')).toMatchObject({ state: 'done' });
    expect(world.states).toContain(`${id} completed call_9`);
    expect(() => world.outbox.complete(id, null)).toThrow('This change was already made.');
  });

  type Check = NonNullable<OutboxWorld['check']>;
  const noConnection = new RemoteError('unreachable', 'No connection.', { wasSent: false });

  test.each<[string, Check, string, RegExp | null]>([
    ['made', () => Promise.resolve(() => {}), 'done', null],
    ['not known', () => Promise.resolve(null), 'unknown', /does not report/],
    ['not reached', () => Promise.reject(noConnection), 'unknown', /The check failed: No connection\./],
  ])('checks an item whose outcome is %s', async (_name, check, state, reason) => {
    await world.end();
    world.check = check;
    await world.restart();
    const id = await loseAnswer();
    expect(describeItem(id).actions).toContain('check');
    const item = (await world.outbox.prepareCheck(id))();
    expect(item.state).toBe(state);
    if (reason) expect(item.reason).toMatch(reason);
  });

  test('a transaction that is rolled back leaves the item as it was', async () => {
    const id = await loseAnswer();
    const store = await world.outbox.prepareSend(id);
    expect(() =>
      world.db.transaction(() => {
        store();
        throw new Error('The activity cannot be recorded.');
      }),
    ).toThrow('cannot be recorded');
    await world.clock.advance(minuteMs);
    expect(world.find(id).state).toBe('unknown');
    expect(world.sent.length).toBe(1);
  });

  test.each([
    ['queued', 'place_call', ['send', 'edit', 'cancel']],
    ['queued', 'upload_document', ['send', 'cancel']],
    ['held', 'submit_request', ['send', 'edit', 'cancel']],
    ['rejected', 'place_call', ['edit', 'send', 'cancel']],
    ['rejected', 'delete_document', ['send', 'cancel']],
    ['unknown', 'place_call', ['mark_done', 'send', 'cancel']],
    ['in_flight', 'place_call', []],
    ['done', 'place_call', []],
    ['canceled', 'place_call', []],
  ] as const)('is offered for %s of %s', async (state, kind, actions) => {
    const id = world.add({ kind, heldReason: 'Wait.' });
    const row = world.find(id);
    expect(world.outbox.describe({ ...row, state, first_sent_at: state === 'unknown' ? 1 : null }).actions).toEqual(
      actions,
    );
  });

  test('cannot edit a call that the remote may have placed', async () => {
    honourIdempotency();
    const id = await loseAnswer();
    expect(describeItem(id)).toMatchObject({ state: 'queued', actions: ['send', 'cancel'] });
  });
});

describe('cancelUnsent', () => {
  test('cancels an upload and the deletion behind it, if the upload was never sent', async () => {
    world.apiKey = null;
    const upload = world.add();
    const deletion = world.add({ kind: 'delete_document' });
    expect(world.outbox.cancelUnsent('doc_1')).toBe(true);
    expect([upload, deletion].map((id) => world.find(id).state)).toEqual(['canceled', 'canceled']);
    expect(world.states).toEqual([`${upload} canceled`, `${deletion} canceled`]);
  });

  test.each(['in_flight', 'unknown'] as const)('cancels nothing if one is %s', async (state) => {
    const upload = world.add();
    world.add({ kind: 'delete_document' });
    await flush();
    if (state === 'unknown') await world.answer('answer_lost');
    expect(world.outbox.cancelUnsent('doc_1')).toBe(false);
    expect(world.find(upload).state).toBe(state);
    expect(world.outbox.cancelUnsent('doc_2')).toBe(false);
  });

  test('cancels nothing while an accepted repeat waits', async () => {
    const id = world.add();
    await flush();
    await world.answer('answer_lost');
    world.apiKey = null;
    await send(id);
    expect(world.find(id)).toMatchObject({ state: 'queued', is_repeat_accepted: 1 });
    expect(world.outbox.cancelUnsent('doc_1')).toBe(false);
  });
});

describe('the storage', () => {
  test('a full disk before the request sends nothing', async () => {
    world.db.failures.push(null, 'disk_full');
    const id = world.add();
    await flush();
    expect(world.find(id).state).toBe('queued');
    expect(world.sent).toEqual([]);
    expect(describeItem(id).reason).toBe('The disk of this computer is full. The changes are kept. Free some space.');
    await world.clock.advance(minuteMs);
    expect(world.sent.length).toBe(1);
  });

  test('a full disk after the answer neither sends it again nor loses the answer', async () => {
    const id = world.add();
    await flush();
    world.db.failures.push('disk_full', 'disk_full');
    await world.answer();
    expect(world.find(id).state).toBe('in_flight');
    await world.clock.advance(minuteMs);
    expect(world.find(id).state).toBe('done');
    expect(world.sent.length).toBe(1);
  });

  test('a full disk when an answer is stored and another item is sent again loses neither', async () => {
    const again = world.add({ subjectId: 'doc_1' });
    const made = world.add({ subjectId: 'doc_2' });
    await flush();
    world.outbox.retryNow(); // an error of the previous connection has no effect
    await flush();
    const [first, second] = world.remote.pending;
    if (!first || !second) throw new Error('Two requests are pending.');
    world.db.failures.push('disk_full');
    world.remote.handle(first, 'unreachable');
    world.remote.handle(second, 'answered');
    await flush();
    expect(world.find(made).state).toBe('done');
    expect(world.find(again)).toMatchObject({ state: 'in_flight', attempts: 2 });
    expect(world.remote.pending).toHaveLength(1);
  });

  test('if the disk stays full until the end, the next start makes the outcome unknown', async () => {
    const id = world.addCall();
    await flush();
    world.db.failures.push(...Array.from({ length: 20 }, () => 'disk_full' as const));
    await world.answer();
    await world.close();
    await world.restart();
    expect(world.find(id).state).toBe('unknown');
  });

  test('if the effect of an answer cannot be stored, the outcome is unknown', async () => {
    const id = world.add();
    await flush();
    const [request] = world.remote.pending;
    if (!request) throw new Error('No request is pending.');
    world.remote.handle(request, 'answered', () => {
      throw new Error('Another document has this ID.');
    });
    await flush();
    expect(world.find(id)).toMatchObject({ state: 'unknown' });
    expect(describeItem(id).reason).toMatch(/^The remote sent an unusable response\./);
    expect(world.errors).toMatchObject([{ message: 'Another document has this ID.' }]);
  });

  test('keeps settled items for a month', async () => {
    const id = world.add();
    await flush();
    await world.answer();
    await world.clock.sleep(29 * 24 * 60 * minuteMs);
    await world.crash();
    expect(world.find(id).state).toBe('done');
    await world.clock.sleep(2 * 24 * 60 * minuteMs);
    await world.crash();
    expect(world.listStored()).toEqual([]);
  });
});

describe('closing', () => {
  test('waits for the answer of a running request', async () => {
    const id = world.addCall();
    await flush();
    const closed = world.outbox.close();
    await world.answer();
    await closed;
    expect(world.find(id).state).toBe('done');
  });

  test('stops a request that takes longer, whose outcome is then unknown', async () => {
    const id = world.addCall();
    await flush();
    await world.close();
    expect(world.find(id).state).toBe('unknown');
    expect(world.sent.length).toBe(1);
  });

  test.each([
    [false, 'unknown'],
    [true, 'queued'],
  ] as const)('takes at most a second if the remote does not answer (idempotent: %s)', async (isIdempotent, state) => {
    world.knowsIdempotency = isIdempotent;
    const id = world.addCall();
    await flush();
    let isClosed = false;
    const closed = world.outbox.close().then(() => (isClosed = true));
    await world.clock.advance(700);
    expect(isClosed, 'the answer can still arrive').toBe(false);
    await world.clock.advance(300);
    expect(isClosed).toBe(true);
    await closed;
    expect(world.find(id).state).toBe(state);
    expect(world.sent.length).toBe(1);
  });

  test('sends nothing any more', async () => {
    await world.outbox.close();
    world.add();
    await world.clock.advance(minuteMs);
    expect(world.sent).toEqual([]);
  });
});

test('the clock of the computer is set back: nothing waits for it, and no call is sent late', async () => {
  const upload = world.add();
  const call = world.addCall();
  await flush();
  await world.answer('unreachable');
  await world.answer('unreachable');
  world.clock.offset = -365 * 24 * 60 * minuteMs;
  await world.clock.advance(minuteMs);
  expect(world.find(upload).state).toBe('in_flight');
  expect(world.find(call).state).toBe('held');
});

test('each change is announced, with the counts', async () => {
  const counts: unknown[] = [];
  world.outbox.onChange(() => counts.push(world.outbox.count()));
  const id = world.add();
  await flush();
  await world.answer('answer_lost');
  expect(counts).toEqual([
    { waiting: 1, sending: 1, needsYou: 0 },
    { waiting: 1, sending: 1, needsYou: 0 },
    { waiting: 0, sending: 0, needsYou: 1 },
  ]);
  expect(world.undecidedIds).toEqual([id]);
  expect(world.eventCount).toBe(counts.length + 1);
});
