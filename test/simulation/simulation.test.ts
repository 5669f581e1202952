import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { Problem } from '../../shared/contract/problems.ts';
import { chooseFuzzRuns } from '../helpers/processes/fuzz-runs.ts';
import { waitForCall, waitForStatus, waitForTurns } from '../helpers/service/wait-for-call.ts';
import { createLocalWorkspace, startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { createMemorySettings } from '../helpers/service/memory-settings.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Problem ? error.code : error),
  );

describe('simulated calls', () => {
  let service: CallService;
  beforeAll(async () => {
    service = await startCallService();
  });
  afterAll(() => service.stop());

  const timeline = (call_id: string) => service.v1(v1Routes.getCallTimeline, { params: { call_id } });
  const details = (call_id: string) => service.app(appRoutes.getCallDetails, { params: { call_id } });

  test('calling a number again with the same agent needs allow_duplicate, unless the earlier call failed to connect', async () => {
    const json = { agent_id: service.agentId, recipient_number: '+15550001', persona: 'no_answer' } as const;
    const place = (more: object = {}) => service.app(appRoutes.placeSimulatedCall, { json: { ...json, ...more } });
    const { call_id } = await place({ persona: 'interested', speed: 'real_time' });
    expect(await codeOf(place())).toBe('duplicate_call');
    await service.v1(v1Routes.cancelCall, { params: { call_id } });
    await place();
    expect(await codeOf(place())).toBe('duplicate_call');
    await place({ allow_duplicate: true });
    await place({ recipient_number: '+15550002' });
  });

  test('an idempotency key places one call, even if its second request is a duplicate', async () => {
    const json = { agent_id: service.agentId, recipient_number: '+15550003', persona: 'no_answer' } as const;
    const headers = { 'Idempotency-Key': 'once' };
    const first = await service.app(appRoutes.placeSimulatedCall, { json, headers });
    expect(await service.app(appRoutes.placeSimulatedCall, { json, headers })).toEqual(first);
  });

  test('a call that is not answered has the reason', async () => {
    const id = await service.placeSimulatedCall({ persona: 'no_answer' });
    await waitForCall(service.v1, id);
    const call = await details(id);
    expect(call).toMatchObject({ status: 'no_answer', duration_seconds: 0, answered_at: null, recording: null });
    expect(call.reason).toMatch(/^No answer after \d rings\.$/);
    expect(await timeline(id)).toMatchObject({ simulated: true, turns: [], peaks: { channels: [[], []] } });
  });

  test('many calls placed at once all end, each once', { timeout: 180_000 }, async () => {
    const personas = Array.from({ length: chooseFuzzRuns({ perCommit: 12, long: 100 }) }, (_, at) =>
      at % 8 === 0 ? 'wrong_person' : 'no_answer',
    );
    const ids = await Promise.all(personas.map((persona) => service.placeSimulatedCall({ persona })));
    const calls = await Promise.all(ids.map((id) => waitForCall(service.v1, id)));
    expect(calls.map(({ status }) => status)).toEqual(
      personas.map((persona) => (persona === 'wrong_person' ? 'completed' : 'no_answer')),
    );
    const recordings = calls.flatMap(({ recording_url }) => recording_url ?? []);
    expect(new Set(recordings).size).toBe(personas.filter((persona) => persona === 'wrong_person').length);
  });

  describe('practice calls', () => {
    let id: string;
    beforeEach(async () => {
      id = await service.placeSimulatedCall({ mode: 'practice' });
      await waitForTurns(service.v1, id, 1);
    });
    const say = (text: string, call_id = id) =>
      service.app(appRoutes.sendTurn, { params: { call_id }, json: { text } });

    test('each turn is answered, one at a time, with times and audio, and the result is a completed call', async () => {
      const answer = await say('Hello, what do you want?');
      expect(answer.turns.map(({ speaker }) => speaker)).toEqual(['user', 'agent']);
      expect(answer.turns[0]?.text).toBe('Hello, what do you want?');
      expect(answer.turns[1]?.start_seconds).toBeGreaterThan(answer.turns[0]?.end_seconds ?? Infinity);
      const both = await Promise.all([codeOf(say('Tell me more.')), codeOf(say('And hurry up.'))]);
      expect(both).toEqual([null, 'turn_in_flight']);

      const sound = (position: number) =>
        service.app(appRoutes.getTurnAudio, { params: { call_id: id, position: String(position) } as never }); // as in a path
      const wav = Buffer.from(await (await sound(2)).arrayBuffer());
      expect(wav.subarray(0, 4).toString('latin1')).toBe('RIFF');
      expect((await sound(0)).headers.get('Content-Type')).toBe('audio/wav');
      expect(await codeOf(sound(99))).toBe('call_not_found');

      await service.app(appRoutes.hangUp, { params: { call_id: id } });
      const call = await waitForCall(service.v1, id);
      expect(call).toMatchObject({ status: 'completed', disposition: 'Ended early' });
      expect(call.transcript.length).toBe(5);
      const { recording, practice } = await details(id);
      expect(practice).toBe(true);
      expect(recording?.duration_seconds).toBeGreaterThan(call.duration_seconds);
      expect((await service.send(recording?.url ?? '')).status).toBe(200);
      for (const late of [say('Hello?'), service.app(appRoutes.hangUp, { params: { call_id: id } })])
        expect(await codeOf(late)).toBe('call_not_in_progress');
    });

    test('are practice calls in the activity', async () => {
      const { data } = await service.v1(v1Routes.listActivity, {
        query: { operation: 'placeSimulatedCall', limit: 1 },
      });
      expect(data[0]?.summary).toMatch(/^Started practice call from Front desk to \+\d+$/);
      expect(data[0]?.subject_id).toBe(id);
    });

    test('end when the agent says goodbye, which can still be heard', async () => {
      for (let turn = 0; turn < 30; turn++) {
        const answer = await say('No, thank you. I am not interested. Please stop calling me. Goodbye.');
        if (answer.call_ended) break;
      }
      const call = await waitForCall(service.v1, id);
      const params = { call_id: id, position: String(call.transcript.length - 1) } as never; // as in a path
      expect((await service.app(appRoutes.getTurnAudio, { params })).status).toBe(200);
      expect(call.status).toBe('completed');
      expect(call.disposition).not.toBe('Ended early');
    });

    test('can be canceled during a turn', async () => {
      await say('Hello?');
      const answering = codeOf(say('Tell me everything that you know, and take your time.'));
      expect(await codeOf(say('Well?'))).toBe('turn_in_flight');
      await service.v1(v1Routes.cancelCall, { params: { call_id: id } });
      expect(await answering).toBe('call_not_in_progress');
      expect((await details(id)).status).toBe('canceled');
      expect(await codeOf(say('Hello?'))).toBe('call_not_in_progress');
    });
  });

  test('turns of missing calls and of simulated calls are rejected', async () => {
    const say = (call_id: string, text = 'Hello') =>
      codeOf(service.app(appRoutes.sendTurn, { params: { call_id }, json: { text } }));
    expect(await say('call_0')).toBe('call_not_found');
    expect(await say(await service.placeSimulatedCall({ persona: 'no_answer' }))).toBe('call_not_in_progress');
    expect(await say(await service.placeSimulatedCall({ persona: 'no_answer' }), ' ')).toBe('malformed');
    expect(await say(await service.placeSimulatedCall({ persona: 'no_answer' }), 'x'.repeat(501))).toBe('malformed');
  });
});

test('a real-time call adds its turns when they are spoken', async () => {
  let ids = 0;
  // The call of this id rings once before it is answered.
  const newId = (prefix: string) => (prefix === 'call' ? 'call_0' : `${prefix}_${(++ids).toString(16)}`);
  const service = await startCallService({ newId });
  const startedAt = performance.now();
  const call_id = await service.placeSimulatedCall({ persona: 'wrong_person', speed: 'real_time' });
  for (const count of [1, 2]) {
    const turn = (await waitForTurns(service.v1, call_id, count)).at(-1);
    expect((performance.now() - startedAt) / 1000).toBeGreaterThanOrEqual(turn?.start_seconds ?? Infinity);
  }
  const { status, transcript } = await service.v1(v1Routes.getCall, { params: { call_id } });
  expect([status, transcript]).toEqual(['in_progress', []]);
  await service.v1(v1Routes.cancelCall, { params: { call_id } });
  const { turns } = await service.v1(v1Routes.getCallTimeline, { params: { call_id } });
  expect(turns.length).toBeGreaterThanOrEqual(2);
  await service.stop();
});

test('a call in progress fails when another workspace opens; a queued one runs later', async () => {
  const folder = await createTemporaryFolder();
  const settings = createMemorySettings();
  const first = await startCallService({ dataDir: folder.path, settings });
  const { workspace } = await first.app(appRoutes.getSession, {});
  const live = await first.placeSimulatedCall({ persona: 'interested', speed: 'real_time' });
  const typed = await first.placeSimulatedCall({ mode: 'practice' });
  await waitForStatus(first.v1, live, (status) => status !== 'queued');
  await waitForStatus(first.v1, typed, (status) => status === 'in_progress');
  const waiting = await Promise.all(
    Array.from({ length: 6 }, () => first.placeSimulatedCall({ persona: 'wrong_person' })),
  );
  await createLocalWorkspace(first, 'Another');
  expect((await first.app(appRoutes.listCallRecords, {})).total).toBe(0);

  await first.app(appRoutes.openWorkspace, { params: { workspace_id: workspace?.workspace_id ?? '' } });
  for (const call_id of [live, typed]) {
    const call = await first.app(appRoutes.getCallDetails, { params: { call_id } });
    expect(call).toMatchObject({ status: 'failed', reason: 'Switchboard was closed during this call.' });
  }
  const ends = await Promise.all(waiting.map((id) => waitForCall(first.v1, id)));
  const completed = ends.filter((call) => call.status === 'completed').length;
  // At most four of them were running when the other workspace was opened.
  expect(completed).toBeGreaterThanOrEqual(2);
  expect(ends.every((call) => call.status === 'completed' || call.status === 'failed')).toBe(true);
  await first.stop();

  const again = await startCallService({ dataDir: folder.path, settings });
  expect((await again.app(appRoutes.listCallRecords, { query: { status: 'completed' } })).total).toBe(completed);
  await again.stop();
  await folder.remove();
});
