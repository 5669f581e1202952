import { afterAll, beforeAll, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import { dispositions } from '../../../shared/calls/dispositions.ts';
import type { FollowUpState } from '../../../shared/calls/follow-ups.ts';
import { startCallService, type CallService } from '../../helpers/service/start-call-service.ts';
import { subscribeToEvents } from '../../helpers/service/subscribe-to-events.ts';
import { waitForCall } from '../../helpers/service/wait-for-call.ts';

let service: CallService;
beforeAll(async () => {
  service = await startCallService();
});
afterAll(() => service.stop());

const list = async (state?: FollowUpState) =>
  (await service.v1(v1Routes.listFollowUps, { query: state ? { state } : {} })).data;

async function placeCall(persona: 'busy' | 'wrong_person' = 'wrong_person') {
  const call_id = await service.placeSimulatedCall({ persona, metadata: { first_name: 'Ada' } });
  await waitForCall(service.v1, call_id);
  return call_id;
}

const correct = (call_id: string, disposition: string) =>
  service.v1(v1Routes.correctCallOutcome, { params: { call_id }, json: { disposition } });

const findOfCall = async (call_id: string) => (await service.v1(v1Routes.listFollowUps, { query: { call_id } })).data;

test('a call that ends with a promise has a follow-up, with the recipient and what was said', async () => {
  const events = await subscribeToEvents(service.v1);
  let call_id = '';
  // A busy recipient asks for another time, unless the agent keeps them.
  for (
    let calls = 0;
    calls < 6 && (await findOfCall(call_id || (call_id = await placeCall('busy')))).length === 0;
    calls++
  )
    call_id = await placeCall('busy');
  const [followUp] = await findOfCall(call_id);
  expect(followUp).toMatchObject({ call_id, recipient_name: 'Ada', state: 'open', done_at: null, changed_by: null });
  expect(followUp?.reason).not.toBe('');
  await events.waitFor((event) => event.type === 'follow_ups.changed');
  await events.stop();
  expect(await list('open')).toContainEqual(followUp);
});

test('a correction to an outcome that needs a follow-up adds one, and the way back removes it', async () => {
  const call_id = await placeCall();
  expect(await findOfCall(call_id)).toEqual([]);
  await correct(call_id, dispositions.callback);
  expect(await findOfCall(call_id)).toMatchObject([{ kind: 'outcome', follow_up: 'outcome', due_at: null }]);
  await correct(call_id, dispositions.wrongPerson);
  expect(await findOfCall(call_id)).toEqual([]);
  await correct(call_id, dispositions.callback);
  await service.v1(v1Routes.updateFollowUp, { params: { call_id, follow_up: 'outcome' }, json: { is_done: true } });
  await correct(call_id, dispositions.wrongPerson);
  expect(await findOfCall(call_id), 'what somebody did is kept').toMatchObject([{ state: 'done' }]);
});

test('a follow-up is snoozed, done and opened again, by name', async () => {
  const call_id = await placeCall();
  await correct(call_id, dispositions.followUp);
  const params = { call_id, follow_up: 'outcome' };
  const update = (json: { is_done?: boolean; snoozed_until?: string | null }) =>
    service.v1(v1Routes.updateFollowUp, { params, json });
  const snoozed_until = new Date(Date.now() + 3_600_000).toISOString();
  expect(await update({ snoozed_until })).toMatchObject({
    state: 'snoozed',
    snoozed_until,
    changed_by: { id: 'window' },
  });
  const ids = async (state: FollowUpState) => (await list(state)).map((one) => one.call_id);
  expect(await ids('open')).not.toContain(call_id);
  expect(await ids('snoozed')).toContain(call_id);
  expect(await update({ snoozed_until: new Date(Date.now() - 1000).toISOString() })).toMatchObject({ state: 'open' });
  expect(await update({ is_done: true })).toMatchObject({ state: 'done' });
  expect(await ids('done')).toContain(call_id);
  expect(await update({ is_done: false })).toMatchObject({ state: 'open', done_at: null });
  expect(await service.v1(v1Routes.getFollowUp, { params })).toMatchObject({ state: 'open' });
  await expect(
    service.v1(v1Routes.getFollowUp, { params: { call_id, follow_up: 'field-missing' } }),
  ).rejects.toMatchObject({ code: 'follow_up_not_found' });
});

test('follow-ups are listed page by page, each once, while they are done and opened again', async () => {
  for (const { call_id, follow_up } of await list('done'))
    await service.v1(v1Routes.updateFollowUp, { params: { call_id, follow_up }, json: { is_done: false } });
  const missing = 3 - (await list('open')).length;
  for (let calls = 0; calls < missing; calls += 1) await correct(await placeCall(), dispositions.callback);
  const listAndChange = async (state: FollowUpState, is_done: boolean) => {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await service.v1(v1Routes.listFollowUps, { query: { state, limit: 1, ...(cursor && { cursor }) } });
      for (const { call_id, follow_up } of page.data) {
        found.push(call_id);
        await service.v1(v1Routes.updateFollowUp, { params: { call_id, follow_up }, json: { is_done } });
      }
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    return found;
  };
  const open = (await list('open')).map(({ call_id }) => call_id);
  expect(open.length).toBeGreaterThan(2);
  expect(await listAndChange('open', true)).toEqual(open);
  const done = (await list('done')).map(({ call_id }) => call_id);
  expect(await listAndChange('done', false)).toEqual(done);
  const wrong = { query: { cursor: Buffer.from('[1,2]').toString('base64url') } };
  await expect(service.v1(v1Routes.listFollowUps, wrong)).rejects.toMatchObject({ code: 'malformed' });
});

test('a practice call promises nothing', async () => {
  const agent_id = (await service.app(appRoutes.listAgentRecords, {})).data[0]?.agent_id ?? '';
  const { call_id } = await service.app(appRoutes.placeSimulatedCall, {
    json: { agent_id, recipient_number: '+15550188', mode: 'practice' },
  });
  await service.app(appRoutes.hangUp, { params: { call_id } }).catch(() => undefined);
  expect(await findOfCall(call_id)).toEqual([]);
});
