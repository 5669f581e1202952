import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AgentDefinition } from '../../shared/agents/agent-definition.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { uploadAndWait } from '../helpers/service/upload.ts';
import { waitForCall, waitForTurns } from '../helpers/service/wait-for-call.ts';

let service: CallService;
let params: { agent_id: string };
beforeAll(async () => {
  service = await startCallService();
  params = { agent_id: service.agentId };
});
afterAll(() => service.stop());

const problem = (code: string) => expect.objectContaining({ code });
const getDetails = (call_id: string) => service.app(appRoutes.getCallDetails, { params: { call_id } });

async function save(values: Partial<AgentDefinition>): Promise<void> {
  const { definition, draft } = await service.v1(v1Routes.getAgent, { params });
  const base = draft?.definition ?? definition;
  if (!base) throw new Error('The agent has no definition.');
  await service.v1(v1Routes.saveAgentDraft, { params, json: { definition: { ...base, ...values } } });
}

const publish = () => service.v1(v1Routes.publishAgentVersion, { params, json: {} });

async function practise(text: string, input = {}): Promise<{ readonly callId: string; readonly reply: string }> {
  const callId = await service.placeSimulatedCall({ mode: 'practice', ...input });
  await waitForTurns(service.v1, callId, 1);
  const { turns } = await service.app(appRoutes.sendTurn, { params: { call_id: callId }, json: { text } });
  return { callId, reply: turns.at(-1)?.text ?? '' };
}

async function hangUp(call_id: string): Promise<void> {
  await service.app(appRoutes.hangUp, { params: { call_id } });
  await waitForCall(service.v1, call_id);
}

const toTime = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString();
const period = { from: toTime(-1), to: toTime(1), time_zone: 'UTC' };

const countEverything = async () => {
  const usage = await service.v1(v1Routes.getUsage, {});
  const insights = await service.v1(v1Routes.getCallInsights, { query: period });
  const { data: calls } = await service.v1(v1Routes.listCalls, {});
  const { data: gaps } = await service.v1(v1Routes.listKnowledgeGaps, { query: period });
  return { minutes: usage.minutes_used, insights, calls: calls.length, gaps: gaps.length };
};

test('a draft is tried in a simulation, and leaves nothing but the call', async () => {
  await expect(service.placeSimulatedCall({ trial: true })).rejects.toEqual(problem('agent_draft_missing'));
  await save({ greeting: 'Hello, this is the new desk.', voicemail_message: 'Please call {first_name} back' });
  const other = await service.placeSimulatedCall({ persona: 'no_answer' });
  await waitForCall(service.v1, other);
  const before = await countEverything();
  const input = {
    trial: true,
    persona: 'voicemail',
    recipient_number: '+15557000001',
    metadata: { first_name: 'Ada' },
  };
  const first = await service.placeSimulatedCall({ ...input, persona: 'voicemail' });
  const again = await service.placeSimulatedCall({ ...input, persona: 'voicemail' });
  const call = await waitForCall(service.v1, first);
  await waitForCall(service.v1, again);
  expect(call).toMatchObject({ status: 'completed', agent_version: null });
  expect(call.transcript.at(-1)?.text).toBe('Please call Ada back.');
  const details = await getDetails(first);
  expect(details).toMatchObject({
    trial: true,
    simulated: true,
    practice: false,
    tried: { draft_revision: 1, request_id: null, definition: { greeting: 'Hello, this is the new desk.' } },
  });
  expect(await countEverything()).toEqual(before);
  const latest = await service.v1(v1Routes.listCalls, { query: { limit: 1 } });
  expect(latest, 'trials take no places of a page').toMatchObject({ data: [{ call_id: other }], next_cursor: null });
  const listed = await service.v1(v1Routes.listCalls, { query: { mode: 'trial' } });
  expect(listed.data.map(({ call_id }) => call_id)).toEqual([again, first]);
  const changes = JSON.stringify(await service.v1(v1Routes.listChanges, { query: {} }));
  expect(changes).not.toContain(first);
  const { data } = await service.v1(v1Routes.listActivity, { query: { operation: 'placeSimulatedCall' } });
  expect(data[0]?.summary).toBe('Started trial of the draft of Front desk to +15557000001');
});

test('a draft is tried in practice', async () => {
  const before = await countEverything();
  const { callId } = await practise('Who painted the picture in your lobby?', { trial: true });
  const { transcript } = await service.v1(v1Routes.getCall, { params: { call_id: callId } });
  expect(transcript).toEqual([]);
  const { turns } = await service.v1(v1Routes.getCallTimeline, { params: { call_id: callId } });
  expect(turns[0]?.text).toBe('Hello, this is the new desk.');
  await hangUp(callId);
  expect(await getDetails(callId)).toMatchObject({ trial: true, practice: true, agent_version: null });
  expect(await countEverything()).toEqual(before);
});

test('an unfinished draft cannot be tried', async () => {
  await save({ greeting: 'Hello {first_name' });
  await expect(service.placeSimulatedCall({ trial: true })).rejects.toMatchObject({
    code: 'agent_definition_invalid',
    errors: [{ pointer: '/greeting' }],
  });
  await save({ greeting: 'Hello, this is the new desk.' });
});

test('a call names the version that spoke, and a live call keeps it', async () => {
  const live = await practise('Yes');
  await publish();
  await save({ greeting: 'Good evening, this is the third version.' });
  await publish();
  const next = await practise('Yes');
  await hangUp(live.callId);
  await hangUp(next.callId);
  expect(await getDetails(live.callId)).toMatchObject({ agent_version: 1, trial: false, tried: null });
  expect(await service.v1(v1Routes.getCall, { params: { call_id: next.callId } })).toMatchObject({ agent_version: 3 });
  const timeline = await service.v1(v1Routes.getCallTimeline, { params: { call_id: next.callId } });
  expect(timeline).toMatchObject({ agent_version: 3 });
  expect(timeline.turns[0]?.text).toBe('Good evening, this is the third version.');
  const csv = await (await service.app(appRoutes.exportCalls, { query: { mode: 'practice' } })).text();
  const [header = '', row = ''] = csv.replace('\u{feff}', '').split('\r\n');
  expect(row.split(',')[header.split(',').indexOf('agent_version')]).toBe('3');
});

test('an agent answers from the documents and sentences that it may use', async () => {
  const shown = await uploadAndWait(service.v1, 'Opening hours', 'We are open from 9 am to 5 pm on weekdays.');
  await uploadAndWait(service.v1, 'Returns', 'A return costs 4.50 dollars and takes three days.');
  const question = 'How much does a return cost?';
  const all = await practise(question);
  expect(all.reply).toContain('4.50');
  await save({
    documents: { scope: 'selected', document_ids: [shown.document_id], labels: [] },
    may_say: ['A return costs nothing this week.'],
    must_never_say: ['9 am'],
  });
  await publish();
  const some = await practise(question);
  expect(some.reply).toContain('A return costs nothing this week.');
  const hours = await practise('When are you open?');
  expect(hours.reply).not.toMatch(/9 am/i);
  for (const { callId } of [all, some, hours]) await hangUp(callId);
});

test('a call ends at the longest talk time, with an outcome of the agent', async () => {
  const outcomes = [{ name: 'Abandoned', is_success: false, needs_follow_up: false }];
  await save({ max_talk_minutes: 1, outcomes, speaking_rate_percent: 70 });
  await publish();
  const { callId } = await practise('Hello');
  let hasEnded = false;
  for (let turn = 0; turn < 30 && !hasEnded; turn += 1) {
    const text = 'How does it work for the people in the second building beside the river? '.repeat(5);
    ({ call_ended: hasEnded } = await service.app(appRoutes.sendTurn, { params: { call_id: callId }, json: { text } }));
  }
  const call = await waitForCall(service.v1, callId);
  expect(call).toMatchObject({ status: 'completed', disposition: 'Abandoned' });
  expect(call.transcript.at(-1)?.text).toContain('I have to end our call here.');
  expect(call.duration_seconds).toBeGreaterThan(59);
});

test('a voice sample is as long as the speed says', async () => {
  const sample = async (speaking_rate_percent: number) => {
    const json = { voice: 'kal16', speaking_rate_percent, text: 'Good morning, how can I help you today?' } as const;
    const response = await service.app(appRoutes.createVoiceSample, { json });
    expect(response.headers.get('Content-Type')).toBe('audio/wav');
    return (await response.arrayBuffer()).byteLength;
  };
  const [slow, fast] = [await sample(70), await sample(140)];
  expect(slow / fast).toBeGreaterThan(1.8);
  expect(slow / fast).toBeLessThan(2.2);
});
