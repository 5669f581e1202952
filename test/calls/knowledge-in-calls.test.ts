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

/** What came of one rehearsal. */
async function rehearse(room: CallService, persona: Persona) {
  const id = await room.placeSimulatedCall({ persona, metadata });
  const call = await waitForCall(room.v1, id);
  const { turns } = await room.v1(v1Routes.getCallTimeline, { params: { call_id: id } });
  return { call, turns };
}

test(
  'an agent answers from the documents, says where from, and never quotes what was deleted',
  { timeout: 60_000 },
  async () => {
    const room = await startCallService();
    const { document_id } = await uploadAndWait(room.v1, 'Lighthouse rules', rules);
    const { turns, call } = await rehearse(room, 'interested');
    expect(call.transcript.some(({ text }) => text.includes('Wilhelmina'))).toBe(true);
    const passages = turns.flatMap((turn) => turn.passages);
    expect(passages.length).toBeGreaterThan(0);
    for (const passage of passages) {
      expect(passage).toMatchObject({ document_id, title: 'Lighthouse rules', page: null });
      expect(rules).toContain(passage.text.slice(0, 40));
    }
    expect(turns.filter(({ speaker }) => speaker === 'user').every((turn) => turn.passages.length === 0)).toBe(true);

    await room.v1(v1Routes.deleteDocument, { params: { document_id } });
    const later = await room.v1(v1Routes.getCallTimeline, { params: { call_id: call.call_id } });
    expect(later.turns.flatMap((turn) => turn.passages).every((passage) => passage.text === '')).toBe(true);
    const again = await rehearse(room, 'interested');
    expect(again.turns.flatMap((turn) => turn.passages)).toEqual([]);
    await room.stop();
  },
);

test('the same id gives the same call, byte for byte', { timeout: 60_000 }, async () => {
  const rehearseAs = async (call_id: string) => {
    let ids = 0;
    const newId = (prefix: string) => (prefix === 'call' ? call_id : `${prefix}_${(++ids).toString(16)}`);
    const room = await startCallService({ newId });
    await uploadAndWait(room.v1, 'Lighthouse rules', rules);
    const { call, turns } = await rehearse(room, 'busy');
    const recording = await room.send(call.recording_url ?? '');
    const sound = Buffer.from(await recording.arrayBuffer()).toString('base64');
    await room.stop();
    return { transcript: call.transcript, times: turns.map(({ start_seconds }) => start_seconds), sound };
  };
  const first = await rehearseAs('call_0123456789abcdef01234567');
  expect(await rehearseAs('call_0123456789abcdef01234567')).toEqual(first);
});
