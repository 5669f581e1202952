import { expect, test } from 'vitest';
import { v1Routes } from '../../shared/contract.ts';
import type { Persona } from '../../shared/personas.ts';
import { waitForCall } from '../helpers/wait-for-call.ts';
import { startCallService, type CallService } from '../helpers/start-call-service.ts';
import { uploadAndWait } from '../helpers/upload.ts';

const rules = [
  'The harbour lamp is lit at six in the evening by the keeper on duty.',
  'Visitors may climb the tower on Sundays, in groups of at most eight people.',
  'The foghorn is tested on the first Monday of each month at noon.',
  'Lost property is kept in the blue cabinet for ninety days.',
].join('\n\n');

const metadata = { first_name: 'Wilhelmina' };

/** Runs a simulated call and returns its result. */
async function simulateCall(service: CallService, persona: Persona) {
  const id = await service.placeSimulatedCall({ persona, metadata });
  const call = await waitForCall(service.v1, id);
  const { turns } = await service.v1(v1Routes.getCallTimeline, { params: { call_id: id } });
  return { call, turns };
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

    await service.v1(v1Routes.deleteDocument, { params: { document_id } });
    const later = await service.v1(v1Routes.getCallTimeline, { params: { call_id: call.call_id } });
    expect(later.turns.flatMap((turn) => turn.passages).every((passage) => passage.text === '')).toBe(true);
    const again = await simulateCall(service, 'interested');
    expect(again.turns.flatMap((turn) => turn.passages)).toEqual([]);
    await service.stop();
  },
);

test('the same call id produces the same call, byte for byte', { timeout: 60_000 }, async () => {
  const simulateWithId = async (call_id: string) => {
    let ids = 0;
    const newId = (prefix: string) => (prefix === 'call' ? call_id : `${prefix}_${(++ids).toString(16)}`);
    const service = await startCallService({ newId });
    await uploadAndWait(service.v1, 'Lighthouse rules', rules);
    const { call, turns } = await simulateCall(service, 'busy');
    const recording = await service.send(call.recording_url ?? '');
    const audio = Buffer.from(await recording.arrayBuffer()).toString('base64');
    await service.stop();
    return { transcript: call.transcript, times: turns.map(({ start_seconds }) => start_seconds), audio };
  };
  const first = await simulateWithId('call_0123456789abcdef01234567');
  expect(await simulateWithId('call_0123456789abcdef01234567')).toEqual(first);
});
