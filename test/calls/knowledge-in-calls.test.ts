import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateId } from '../../electron/service/platform/context.ts';
import type { Call, CallTimeline } from '../../shared/calls/calls.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { waitForCall, waitForTurns } from '../helpers/service/wait-for-call.ts';
import { createLocalWorkspace, startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { uploadAndWait } from '../helpers/service/upload.ts';

const rules = [
  'The harbour lamp is lit at six in the evening by the keeper on duty.',
  'Visitors may climb the tower on Sundays, in groups of at most eight people.',
  'The foghorn is tested on the first Monday of each month at noon.',
  'Lost property is kept in the blue cabinet for ninety days.',
].join('\n\n');

type SimulatedCall = {
  readonly agent_id: string;
  readonly call: Call;
  readonly turns: CallTimeline['turns'];
  readonly audio: string;
};

/** With these ids, the busy recipient asks a question that the document answers. */
const seeds: Readonly<Record<string, string>> = { call: 'call_0123456789abcdef01234567', doc: 'doc_1' };
let hasFixedIds = false;
let service: CallService;
/** The call of the first test. */
let first: SimulatedCall;

beforeAll(async () => {
  const newId = (prefix: string) => (hasFixedIds ? seeds[prefix] : undefined) ?? generateId(prefix);
  service = await startCallService({ newId });
});
afterAll(() => service.stop());

/** Runs a simulated call in a new workspace with one document, with the same ids each time, and returns its result. */
async function simulateCall(workspaceName: string): Promise<SimulatedCall> {
  await createLocalWorkspace(service, workspaceName);
  const { data: agents } = await service.app(appRoutes.listAgentRecords, {});
  hasFixedIds = true;
  await uploadAndWait(service.v1, 'Lighthouse rules', rules);
  const agent_id = agents[0]?.agent_id ?? '';
  const call_id = await service.placeSimulatedCall({
    agent_id,
    persona: 'busy',
    metadata: { first_name: 'Wilhelmina' },
  });
  hasFixedIds = false;
  const call = await waitForCall(service.v1, call_id);
  const { turns } = await service.v1(v1Routes.getCallTimeline, { params: { call_id } });
  const recording = await service.send(call.recording_url ?? '');
  const audio = Buffer.from(await recording.arrayBuffer()).toString('base64');
  return { agent_id, call, turns, audio };
}

/** Asks a question in a practice call and returns the passages of the answer. */
async function askInPracticeCall(agent_id: string, text = 'When is the foghorn tested?') {
  const call_id = await service.placeSimulatedCall({ agent_id, mode: 'practice' });
  await waitForTurns(service.v1, call_id, 1);
  const { turns } = await service.app(appRoutes.sendTurn, { params: { call_id }, json: { text } });
  await service.app(appRoutes.hangUp, { params: { call_id } });
  await waitForCall(service.v1, call_id);
  return turns.flatMap(({ passages }) => passages);
}

test('an agent answers from the documents, cites them, and never quotes a deleted document', async () => {
  first = await simulateCall('Lighthouse');
  const { agent_id, turns, call } = first;
  const document_id = seeds['doc'] ?? '';
  expect(call.transcript.some(({ text }) => text.includes('Wilhelmina'))).toBe(true);
  const passages = turns.flatMap((turn) => turn.passages);
  expect(passages.length).toBeGreaterThan(0);
  for (const passage of passages) {
    expect(passage).toMatchObject({ document_id, title: 'Lighthouse rules', page: null });
    expect(rules).toContain(passage.text.slice(0, 40));
  }
  expect(turns.filter(({ speaker }) => speaker === 'user').every((turn) => turn.passages.length === 0)).toBe(true);

  expect(await askInPracticeCall(agent_id)).toMatchObject([{ document_id }]);
  await service.v1(v1Routes.deleteDocument, { params: { document_id } });
  const later = await service.v1(v1Routes.getCallTimeline, { params: { call_id: call.call_id } });
  expect(later.turns.flatMap((turn) => turn.passages).every((passage) => passage.text === '')).toBe(true);
  expect(await askInPracticeCall(agent_id)).toEqual([]);
});

test('the same ids of call and documents produce the same call, byte for byte', async () => {
  const describeCall = ({ call, turns, audio }: SimulatedCall) => ({
    transcript: call.transcript,
    times: turns.map(({ start_seconds }) => start_seconds),
    audio,
  });
  expect(describeCall(await simulateCall('Second'))).toEqual(describeCall(first));
});

test('an agent does not say what a document for employees says', async () => {
  await createLocalWorkspace(service, 'Staff');
  const { data: agents } = await service.app(appRoutes.listAgentRecords, {});
  const agent_id = agents[0]?.agent_id ?? '';
  const question = 'How long is lost property kept?';
  const guide = 'Lost property is kept in the blue cabinet for ninety days.';
  await uploadAndWait(service.v1, 'Phone guide', `INTERNAL – PHONE TEAM GUIDE\n\n${guide}`);
  expect(await service.app(appRoutes.askKnowledge, { json: { query: question } })).toMatchObject({
    data: [{ text: expect.stringContaining('blue cabinet') }],
    answer: 'none',
    is_for_staff: true,
  });
  expect(await askInPracticeCall(agent_id, question)).toEqual([]);
  await uploadAndWait(service.v1, 'Terms', guide);
  expect(await askInPracticeCall(agent_id, question)).toMatchObject([{ title: 'Terms' }]);
});
