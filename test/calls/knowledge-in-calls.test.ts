import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract.ts';
import type { Persona } from '../../shared/personas.ts';
import { waitForCall, waitForTurns } from '../helpers/wait-for-call.ts';
import { createLocalWorkspace, startCallService, type CallService } from '../helpers/start-call-service.ts';
import { uploadAndWait } from '../helpers/upload.ts';

const rules = [
  'The harbour lamp is lit at six in the evening by the keeper on duty.',
  'Visitors may climb the tower on Sundays, in groups of at most eight people.',
  'The foghorn is tested on the first Monday of each month at noon.',
  'Lost property is kept in the blue cabinet for ninety days.',
].join('\n\n');

const metadata = { first_name: 'Wilhelmina' };

/** Runs a simulated call and returns its result. */
async function simulateCall(service: CallService, persona: Persona, agent_id = service.agentId) {
  const id = await service.placeSimulatedCall({ agent_id, persona, metadata });
  const call = await waitForCall(service.v1, id);
  const { turns } = await service.v1(v1Routes.getCallTimeline, { params: { call_id: id } });
  return { call, turns };
}

/** Asks a question in a practice call and returns the passages of the answer. */
async function askInPracticeCall(service: CallService) {
  const call_id = await service.placeSimulatedCall({ mode: 'practice' });
  await waitForTurns(service.v1, call_id, 1);
  const json = { text: 'When is the foghorn tested?' };
  const { turns } = await service.app(appRoutes.sendTurn, { params: { call_id }, json });
  await service.app(appRoutes.hangUp, { params: { call_id } });
  await waitForCall(service.v1, call_id);
  return turns.flatMap(({ passages }) => passages);
}

test(
  'an agent answers from the documents, cites them, and never quotes a deleted document',
  { timeout: 60_000 },
  async () => {
    const service = await startCallService();
    const { document_id } = await uploadAndWait(service.v1, 'Lighthouse rules', rules);
    const { turns, call } = await simulateCall(service, 'interested');
    expect(call.transcript.some(({ text }) => text.includes('Wilhelmina'))).toBe(true);
    const passages = turns.flatMap((turn) => turn.passages);
    expect(passages.length).toBeGreaterThan(0);
    for (const passage of passages) {
      expect(passage).toMatchObject({ document_id, title: 'Lighthouse rules', page: null });
      expect(rules).toContain(passage.text.slice(0, 40));
    }
    expect(turns.filter(({ speaker }) => speaker === 'user').every((turn) => turn.passages.length === 0)).toBe(true);

    expect(await askInPracticeCall(service)).toMatchObject([{ document_id }]);
    await service.v1(v1Routes.deleteDocument, { params: { document_id } });
    const later = await service.v1(v1Routes.getCallTimeline, { params: { call_id: call.call_id } });
    expect(later.turns.flatMap((turn) => turn.passages).every((passage) => passage.text === '')).toBe(true);
    expect(await askInPracticeCall(service)).toEqual([]);
    await service.stop();
  },
);

test('the same call id produces the same call, byte for byte, in every workspace with the same documents', async () => {
  const seeds: Readonly<Record<string, string>> = { call: 'call_0123456789abcdef01234567', doc: 'doc_1' };
  const newId = (prefix: string) => seeds[prefix] ?? `${prefix}_${randomUUID()}`;
  const service = await startCallService({ newId });
  const simulateInWorkspace = async () => {
    await uploadAndWait(service.v1, 'Lighthouse rules', rules);
    const { data: agents } = await service.app(appRoutes.listAgentRecords, {});
    const { call, turns } = await simulateCall(service, 'busy', agents[0]?.agent_id);
    const recording = await service.send(call.recording_url ?? '');
    const audio = Buffer.from(await recording.arrayBuffer()).toString('base64');
    return { transcript: call.transcript, times: turns.map(({ start_seconds }) => start_seconds), audio };
  };
  const first = await simulateInWorkspace();
  await createLocalWorkspace(service, 'Another workspace');
  expect(await simulateInWorkspace()).toEqual(first);
  await service.stop();
});
