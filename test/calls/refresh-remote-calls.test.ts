import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findRecording, readPeaks } from '../../electron/service/features/recordings/recording-queries.ts';
import { RecordingAnalyzer } from '../../electron/service/features/recordings/recording-analyzer.ts';
import {
  findRemoteCall,
  insertSeenCalls,
  listCallsWithoutRecording,
  updateRemoteCall,
} from '../../electron/service/features/calls/remote/remote-call-queries.ts';
import { listFollowUpsOfCall } from '../../electron/service/features/calls/follow-ups/follow-up-queries.ts';
import { listTimedTurns } from '../../electron/service/features/calls/turn-queries.ts';
import { findRemoteItem } from '../../electron/service/features/remote/remote-item-queries.ts';
import { callReader, timelineReader } from '../../electron/service/features/remote/remote-schemas.ts';
import { dayMs } from '../../shared/text/duration.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { createTestApiKey } from '../helpers/service/start-service-with-workspace.ts';
import type { Persona } from '../../shared/agents/personas.ts';
import { createCallId } from '../helpers/data/call-ids.ts';
import { createIdCounter } from '../helpers/clock/id-counter.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { serveInProcess, type ServedService } from '../helpers/service/serve-in-process.ts';
import { startStrictRemote, type Fault, type RemoteCall, type StrictRemote } from '../helpers/remote/strict-remote.ts';
import { createTestKeychain } from '../helpers/service/test-keychain.ts';
import { waitForCall } from '../helpers/service/wait-for-call.ts';
import { RemoteCallWorld } from './remote-call-world.ts';

describe('a remote that offers only the specification', () => {
  let remote: StrictRemote;
  let world: RemoteCallWorld;
  beforeEach(async () => {
    remote = await startStrictRemote();
    world = new RemoteCallWorld({
      baseUrl: remote.baseUrl,
      apiKey: remote.keys.admin,
      remoteOrgId: remote.orgId,
    }).start();
  });
  afterEach(async () => {
    await world.close();
    await remote.close();
  });

  const transcript = [
    { speaker: 'agent', text: 'Hello, this is the front desk.' },
    { speaker: 'user', text: 'Hello.' },
  ];
  const emptyCall: RemoteCall = {
    call_id: '',
    agent_id: 'agt_9',
    status: 'no_answer',
    duration_seconds: 0,
    disposition: null,
    recording_url: null,
    transcript: [],
  };
  const placeCall = async (changes: Partial<RemoteCall> = {}) => {
    const callId = world.place();
    await world.waitForState(callId, 'done');
    const call = remote.state.calls.get('call_1');
    if (!call) throw new Error('The remote has no call.');
    Object.assign(call, changes);
    return { callId, call };
  };

  test('is asked about a live call at growing intervals, and about a completed one once', async () => {
    const { callId, call } = await placeCall({ status: 'ringing' });
    await world.refresh(0);
    expect(world.call(callId).status).toBe('ringing');
    expect(world.remoteCalls.refreshPart.isActive()).toBe(true);
    await world.refresh(2_000);
    expect(remote.countRequests('getCall')).toBe(1);
    await world.refresh(1_000);
    expect(remote.countRequests('getCall')).toBe(2);
    world.nowMs += 40 * 60_000;
    await world.refresh();
    await world.refresh(60_000);
    expect(remote.countRequests('getCall')).toBe(3);
    Object.assign(call, { status: 'completed', duration_seconds: 61, disposition: 'Interested', transcript });
    Object.assign(call, { recording_url: `${remote.origin}/audio/call_1.mp3` });
    await world.refresh(600_000);
    expect(world.call(callId)).toMatchObject({ status: 'completed', duration_seconds: 61, disposition: 'Interested' });
    expect(listTimedTurns(world.db, world.call(callId).id).map(({ speaker, text }) => ({ speaker, text }))).toEqual(
      transcript,
    );
    await world.refresh(600_000);
    expect(remote.countRequests('getCall')).toBe(4);
    expect(world.remoteCalls.refreshPart.isActive()).toBe(false);
  });

  test('can add a transcript after the end of the call', async () => {
    const { callId, call } = await placeCall({ status: 'ringing' });
    await world.refresh();
    Object.assign(call, { status: 'completed', duration_seconds: 5 });
    await world.refresh();
    expect(world.call(callId).status).toBe('completed');
    Object.assign(call, { transcript, recording_url: `${remote.origin}/audio/call_1.mp3` });
    await world.refresh();
    expect(listTimedTurns(world.db, world.call(callId).id)).toHaveLength(2);
    expect(world.remoteCalls.refreshPart.isActive()).toBe(false);
  });

  test('that failed after a promise has a follow-up', async () => {
    const promise = [
      { speaker: 'user', text: 'Can you call me back tomorrow at nine?' },
      { speaker: 'agent', text: 'Of course. I will call you back tomorrow at nine.' },
    ];
    const { callId } = await placeCall({ status: 'failed', duration_seconds: 40, transcript: promise });
    await world.refresh();
    const call = world.call(callId);
    expect(call.status).toBe('failed');
    expect(listFollowUpsOfCall(world.db, call.id)).toMatchObject([
      { kind: 'callback', reason: 'I will call you back tomorrow at nine.' },
    ]);
  });

  test('can have statuses that are not known', async () => {
    const { callId, call } = await placeCall({ status: 'dialing_2nd_leg' });
    await world.refresh();
    expect(world.call(callId).status).toBe('in_progress');
    expect(findRemoteItem(world.db, 'call', callId)?.remote_status).toBe('dialing_2nd_leg');
    Object.assign(call, { status: 'wrapped up', disposition: 'Interested', transcript });
    await world.refresh();
    expect(world.call(callId)).toMatchObject({ status: 'completed', disposition: 'Interested' });
    expect(findRemoteItem(world.db, 'call', callId)?.remote_status).toBe('wrapped up');
  });

  test('that sends an unusable response, or no longer has the call, leaves the call unchanged', async () => {
    const { callId } = await placeCall({ status: 'ringing' });
    await world.refresh();
    remote.setFault('getCall', { change: (body) => ({ ...body, status: ['completed'] }) });
    await world.refresh();
    expect(world.call(callId).status).toBe('ringing');
    expect(findRemoteItem(world.db, 'call', callId)?.error).toContain('“status”');
    remote.setFault('getCall', { change: (body) => ({ ...body, org_id: 'org_other', status: 'completed' }) });
    await world.refresh();
    expect(findRemoteItem(world.db, 'call', callId)?.error).toContain('another organization');
    expect(world.call(callId).status).toBe('ringing');
    remote.setFault('getCall', null);
    remote.state.calls.clear();
    await world.refresh();
    expect(findRemoteItem(world.db, 'call', callId)?.error).toBe('The remote does not have this call.');
    expect(world.call(callId).status).toBe('ringing');
  });

  test.each<[string, Fault, string]>([
    ['500', { status: 500, message: 'It broke.' }, 'It broke.'],
    ['404', { status: 404 }, 'The remote does not have this call.'],
    ['a web page', { body: '<html></html>' }, 'The remote sent a web page instead of data.'],
    [
      'a wrong type',
      { change: (body) => ({ ...body, status: {} }) },
      'an unusable call: the field “status” is not text.',
    ],
    ['an error', { change: () => ({ error: 'It broke.' }) }, 'The remote sent an error instead of a call.'],
    ['another object', { change: (body) => ({ data: body }) }, 'The remote sent no call.'],
  ])('that answers %s for a call reports its number until it can be read', async (_, fault, reason) => {
    const { callId } = await placeCall({ status: 'no_answer' });
    const others = ['call_8', 'call_9'].map((call_id) => ({ ...emptyCall, call_id, status: 'ringing' }));
    for (const other of others) remote.state.calls.set(other.call_id, other);
    await world.remoteCalls.importCalls(['call_8', 'call_9'], AbortSignal.timeout(9_000));
    remote.setFault('getCall', ({ path }) => (path.endsWith('call_1') ? fault : undefined));
    const sentence = await world.refresh(2 * 60_000);
    expect(sentence).toMatch(/^1 call could not be read\. /);
    expect(sentence).toContain(reason);
    expect(world.call(callId).status).toBe('queued');
    expect(await world.refresh(), 'also while it is not fetched').toBe(sentence);
    remote.setFault('getCall', null);
    if (fault.status === 404) return;
    expect(await world.refresh(dayMs)).toBeNull();
    expect(world.call(callId).status).toBe('no_answer');
  });

  test('may not have a call yet that it accepted less than a minute ago', async () => {
    const { callId, call } = await placeCall({ status: 'ringing' });
    remote.setFault('getCall', { status: 404 });
    expect(await world.refresh(30_000)).toBeNull();
    expect(findRemoteItem(world.db, 'call', callId)?.error).toBeNull();
    expect(world.remoteCalls.refreshPart.isActive()).toBe(true);
    remote.setFault('getCall', null);
    Object.assign(call, { status: 'completed', transcript });
    expect(await world.refresh(3_000)).toBeNull();
    expect(world.call(callId).status).toBe('completed');
  });

  test('sends a call with a wrong field, which keeps everything else, and is fetched again', async () => {
    const recording_url = `${remote.origin}/audio/call_1.mp3`;
    const { callId, call } = await placeCall({ status: 'completed', duration_seconds: 61, transcript, recording_url });
    remote.setFault('getCall', { change: (body) => ({ ...body, disposition: 7, duration_seconds: '61' }) });
    const error =
      'The remote sent a call with unusable fields, which were left out: “duration_seconds”, “disposition”.';
    expect(await world.refresh()).toBe(`1 call could not be read. ${error}`);
    const { id } = world.call(callId);
    expect(world.call(callId)).toMatchObject({ status: 'completed', disposition: null });
    expect(listTimedTurns(world.db, id)).toHaveLength(2);
    expect(findRemoteCall(world.db, id)?.recording_url).toBe(recording_url);
    expect(findRemoteItem(world.db, 'call', callId)?.error).toBe(error);
    expect(world.remoteCalls.refreshPart.isActive()).toBe(false);
    remote.setFault('getCall', null);
    Object.assign(call, { disposition: 'Interested' });
    expect(await world.refresh(dayMs)).toBeNull();
    expect(world.call(callId)).toMatchObject({ disposition: 'Interested', duration_seconds: 61 });
  });

  test('reveals calls that were made elsewhere by their IDs', async () => {
    const elsewhere = {
      call_id: '../x',
      agent_id: 'agt_9',
      duration_seconds: 9,
      disposition: 'Busy',
      recording_url: null,
    };
    remote.state.calls.set('../x', { ...elsewhere, status: 'completed', transcript });
    const imported = await world.remoteCalls.importCalls(['../x', 'nope', '../x'], AbortSignal.timeout(9_000));
    expect(imported).toEqual({ added: 1, known: 0, not_found: ['nope'], failed: [] });
    const [call] = world.calls;
    expect(call).toMatchObject({ recipient_number: '', status: 'completed', agent_name: 'agt_9', duration_seconds: 9 });
    expect(call?.call_id).toMatch(/^call_\w+$/);
    expect(call).toMatchObject({ created_at: null, ended_at: null });
    expect((await world.remoteCalls.importCalls(['../x'], AbortSignal.timeout(9_000))).known).toBe(1);
    remote.state.calls.set('call_9', { ...emptyCall, call_id: 'call_9' });
    for (const answer of [{ error: 'It broke.' }, { data: elsewhere }, { success: false }, {}]) {
      remote.setFault('getCall', { change: () => answer });
      const result = await world.remoteCalls.importCalls(['call_9'], AbortSignal.timeout(9_000));
      expect(result, JSON.stringify(answer)).toMatchObject({ added: 0, failed: [{ id: 'call_9' }] });
    }
    expect(world.calls).toHaveLength(1);
  });

  describe('a recording', () => {
    const complete = async (recording_url: string) => {
      const { callId } = await placeCall({ status: 'completed', duration_seconds: 9, transcript, recording_url });
      const settled = world.waitFor(() => {
        const { id, has_recording } = world.call(callId);
        const error = findRemoteCall(world.db, id)?.recording_error ?? null;
        return has_recording === 1 || error !== null ? { error, id, callId } : undefined;
      });
      await world.refresh();
      return settled;
    };
    const addFile = (path: string, bytes: Buffer, type = 'audio/mpeg') => remote.state.files.set(path, { type, bytes });

    test('is fetched for the newest calls, also if there are free row ids between them', () => {
      const call = {
        agent_id: world.agentId,
        agent_name: 'Front desk',
        status: 'completed',
        disposition: null,
      } as const;
      const rowIds = [1, 1_000_000, 2_000_000];
      const recorded = { ...call, duration_seconds: 9, recording_url: 'https://storage.example/1.mp3' };
      const calls = rowIds.map((id) => ({ ...recorded, id, call_id: `call_${id}` }));
      insertSeenCalls(world.db, 'org_1', world.nowMs, calls);
      expect(listCallsWithoutRecording(world.db, 2).map(({ id }) => id)).toEqual([2_000_000, 1_000_000]);
      expect(listCallsWithoutRecording(world.db, 9)).toHaveLength(3);
    });

    test('that is HTML is refused, and can be fetched again', async () => {
      addFile('/audio/call_1.mp3', Buffer.from('<html>Sign in</html>'));
      const { error, id, callId } = await complete(`${remote.origin}/audio/call_1.mp3`);
      expect(error).toBe('The file is not an MP3.');
      expect(existsSync(world.recordings.getPath(callId))).toBe(false);
      const { path } = await recorded;
      addFile('/audio/call_1.mp3', path);
      world.remoteCalls.fetchRecording(world.call(callId));
      expect(world.remoteCalls.isFetchingRecording(callId)).toBe(true);
      await world.waitFor(() => (world.call(callId).has_recording === 1 ? true : undefined));
      expect(findRemoteCall(world.db, id)).toMatchObject({ recording_error: null, times: 'estimated' });
    });

    test('that starts like an MP3 but has no audio is refused', async () => {
      addFile('/audio/call_1.mp3', Buffer.from('ID3 is not enough, and neither is this.'));
      expect((await complete(`${remote.origin}/audio/call_1.mp3`)).error).toBe(
        'The remote sent a recording that cannot be decoded.',
      );
    });

    test('that is too large is refused', async () => {
      addFile('/audio/call_1.mp3', Buffer.concat([Buffer.from('ID3'), Buffer.alloc(3 * 1024 * 1024)]));
      expect((await complete(`${remote.origin}/audio/call_1.mp3`)).error).toBe('The file is larger than 2 MB.');
    });

    test('on another host is fetched without the API key', async () => {
      const storage = await startStrictRemote();
      const { path } = await recorded;
      storage.state.files.set('/call_1.mp3', { type: 'audio/mpeg', bytes: path });
      const { error, id } = await complete(`${storage.origin}/call_1.mp3`);
      expect(error).toBeNull();
      const [request] = storage.requests;
      expect(JSON.stringify(request?.headers)).not.toContain(remote.keys.admin);
      const recording = findRecording(world.db, id);
      expect(recording?.size_bytes).toBe(path.length);
      expect(recording?.duration_ms).toBeGreaterThan(3_000);
      expect(readPeaks(world.db, id).channels[0].length).toBeGreaterThan(100);
      await storage.close();
    });

    test('whose URL has expired is fetched with a new one', async () => {
      const { path } = await recorded;
      addFile('/audio/new.mp3', path);
      const { callId } = await placeCall({
        status: 'completed',
        transcript,
        recording_url: `${remote.origin}/old.mp3`,
      });
      remote.setFault('getCall', (_, number) =>
        number < 2 ? undefined : { change: (body) => ({ ...body, recording_url: `${remote.origin}/audio/new.mp3` }) },
      );
      await world.refresh();
      await world.waitFor(() => (world.call(callId).has_recording === 1 ? true : undefined));
    });

    test('does not replace exact times that arrive while it is analyzed', async () => {
      addFile('/audio/call_1.mp3', (await recorded).path);
      const { callId, call } = await placeCall({ status: 'completed', duration_seconds: 9, transcript });
      await world.refresh();
      const { id } = world.call(callId);
      // As if the remote's list had it, which has no transcripts.
      updateRemoteCall(world.db, id, { recording_url: `${remote.origin}/audio/call_1.mp3` });
      const timeline = timelineReader.schema.parse({
        simulated: false,
        turns: transcript.map((turn, index) => ({ ...turn, start_seconds: index + 0.125, end_seconds: index + 1 })),
      });
      const { analyze } = RecordingAnalyzer.prototype;
      vi.spyOn(RecordingAnalyzer.prototype, 'analyze').mockImplementationOnce(function (
        this: RecordingAnalyzer,
        input,
      ) {
        world.store(callId, { remote: callReader.schema.parse(call), etag: null, timeline, error: null });
        return analyze.call(this, input);
      });
      world.remoteCalls.fetchRecording(world.call(callId));
      await world.waitFor(() => (world.call(callId).has_recording === 1 ? true : undefined));
      expect(findRemoteCall(world.db, id)?.times).toBe('exact');
      expect(listTimedTurns(world.db, id).map(({ start_seconds }) => start_seconds)).toEqual([0.125, 1.125]);
    });

    test('has times that are estimated, and can be shifted', async () => {
      const { path } = await recorded;
      addFile('/audio/call_1.mp3', path);
      const { id, callId } = await complete(`${remote.origin}/audio/call_1.mp3`);
      const [, second] = listTimedTurns(world.db, id);
      expect(second?.start_seconds).toBeGreaterThan(0);
      expect(world.remoteCalls.shiftTurnTimes(world.call(callId), 0.5)).toBe(true);
      expect(listTimedTurns(world.db, id)[1]?.start_seconds).toBeCloseTo((second?.start_seconds ?? 0) + 0.5);
    });
  });
});

/** The file of a simulated call. */
const recorded = (async () => {
  const service = await startCallService();
  const call_id = await service.placeSimulatedCall({ persona: 'wrong_person' });
  await waitForCall(service.v1, call_id);
  const { recording } = await service.app(appRoutes.getCallDetails, { params: { call_id } });
  const path = Buffer.from(await (await service.send(recording?.url ?? '')).arrayBuffer());
  await service.stop();
  return { path };
})();

describe('a remote with the extensions', () => {
  let service: CallService;
  let server: ServedService;
  let world: RemoteCallWorld;
  /** Who receives the next call. */
  let recipient: Persona;
  beforeEach(async () => {
    recipient = 'no_answer';
    const countIds = createIdCounter();
    const newId = (prefix: string) => (prefix === 'call' ? createCallId(recipient) : countIds(prefix));
    service = await startCallService({ keychain: createTestKeychain(), newId });
    server = await serveInProcess(service);
    const { secret } = await createTestApiKey(service, 'admin');
    const { org_id } = await service.app(appRoutes.getSession, {});
    const capabilities = { idempotency: true, etag: true, call_list: true, timeline: true, cancel_call: true };
    const options = { baseUrl: `${server.origin}/v1`, apiKey: secret, remoteOrgId: org_id ?? '', capabilities };
    world = new RemoteCallWorld(options, service.agentId).start();
  });
  afterEach(async () => {
    await world.close();
    await server.close();
    await service.stop();
  });
  const remoteIdOf = (callId: string) => findRemoteItem(world.db, 'call', callId)?.remote_id ?? '';

  test('places a call once although a response is lost, and follows it to its recording', async () => {
    recipient = 'wrong_person';
    server.dropNextAnswer();
    const callId = world.place();
    await world.waitFor(() => (world.item(callId).attempts === 1 && world.item(callId).reason ? true : undefined));
    world.outbox.retryNow();
    expect((await world.waitForState(callId, 'done')).attempts).toBe(2);
    expect((await service.v1(v1Routes.listCalls, {})).data).toHaveLength(1);
    await waitForCall(service.v1, remoteIdOf(callId));
    await world.refresh();
    const call = world.call(callId);
    expect(call).toMatchObject({ status: 'completed', is_simulated: 1, recipient_number: '+15550100' });
    const { turns } = await service.v1(v1Routes.getCallTimeline, { params: { call_id: remoteIdOf(callId) } });
    expect(listTimedTurns(world.db, call.id).map(({ text, start_seconds }) => ({ text, start_seconds }))).toEqual(
      turns.map(({ text, start_seconds }) => ({ text, start_seconds })),
    );
    expect(findRemoteCall(world.db, call.id)?.times).toBe('exact');
    await world.waitFor(() => (world.call(callId).has_recording === 1 ? true : undefined));
    expect(world.calls).toHaveLength(1);
  });

  test('lists calls that were made elsewhere, in their order', async () => {
    const placed: string[] = [];
    for (const persona of ['no_answer', 'no_answer', 'no_answer'] as const) {
      placed.push(await service.placeSimulatedCall({ persona }));
      await waitForCall(service.v1, placed.at(-1) ?? '');
    }
    await world.refresh();
    expect(world.calls.map(({ call_id }) => remoteIdOf(call_id))).toEqual(placed.toReversed());
    expect(world.calls.every(({ status }) => status === 'no_answer')).toBe(true);
    placed.push(await service.placeSimulatedCall({ persona: 'no_answer' }));
    await world.refresh();
    expect(world.calls.map(({ call_id }) => remoteIdOf(call_id))).toEqual(placed.toReversed());
  });

  test('replaces the copy of a call that the list revealed before the response arrived', async () => {
    await world.refresh();
    const callId = world.place();
    await world.waitForState(callId, 'done');
    // As if the list had been read while the call was sent.
    const { call_id: remoteId } = { call_id: remoteIdOf(callId) };
    world.db.run(`DELETE FROM remote_item WHERE kind = 'call'`);
    await world.refresh();
    expect(world.calls).toHaveLength(2);
    const item = world.item(callId);
    world.db.transaction(() => world.remoteCalls.senders.place_call.complete(item, remoteId));
    expect(world.calls.map(({ call_id }) => call_id)).toEqual([callId]);
  });

  test('says whether it placed a call whose response was lost', async () => {
    await world.refresh();
    const callId = world.place();
    await world.waitForState(callId, 'done');
    const remoteId = remoteIdOf(callId);
    world.db.run(`DELETE FROM remote_item WHERE kind = 'call'`);
    const check = () => world.remoteCalls.senders.place_call.check?.(world.item(callId), AbortSignal.timeout(9_000));
    const effect = await check();
    world.db.transaction(() => effect?.());
    expect(remoteIdOf(callId)).toBe(remoteId);
    // Another call of the same agent: they cannot be told apart.
    world.db.run(`DELETE FROM remote_item WHERE kind = 'call'`);
    await service.placeSimulatedCall({ persona: 'no_answer' });
    expect(await check()).toBeNull();
  });

  test('cancels a call that it has', async () => {
    const { call_id } = await service.app(appRoutes.placeSimulatedCall, {
      json: { agent_id: service.agentId, recipient_number: '+15550111', speed: 'real_time', persona: 'interested' },
    });
    await world.refresh();
    const [call] = world.calls;
    world.cancel(call?.call_id ?? '');
    await world.waitForState(call?.call_id ?? '', 'done');
    expect((await waitForCall(service.v1, call_id)).status).toBe('canceled');
    expect(world.calls[0]?.status).toBe('canceled');
  });
});
