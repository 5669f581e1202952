import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { upsertCapturedField } from '../../../electron/service/features/calls/outcome/captured-field-queries.ts';
import type { QuestionType } from '../../../shared/agents/agent-definition.ts';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import { dispositions } from '../../../shared/calls/dispositions.ts';
import type { OutcomeCorrection } from '../../../shared/calls/call-outcomes.ts';
import { startCallService, type CallService } from '../../helpers/service/start-call-service.ts';
import { subscribeToEvents } from '../../helpers/service/subscribe-to-events.ts';
import { useWorkspaceDatabase } from '../../helpers/service/test-database.ts';
import { waitForCall } from '../../helpers/service/wait-for-call.ts';

const email = 'lea@example.com';

let service: CallService;
let author_id = '';
let call_id = '';
let agent_id = '';

beforeAll(async () => {
  service = await startCallService();
  await service.app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Harbour', industry: '', email } });
  await service.app(appRoutes.chooseWindowMember, { json: { user_id: null } });
  author_id = (await service.v1(v1Routes.listAssignees, {})).data[0]?.user_id ?? '';
  agent_id = (await service.app(appRoutes.listAgentRecords, {})).data[0]?.agent_id ?? '';
});
afterAll(() => service.stop());

beforeEach(async () => {
  call_id = await service.placeSimulatedCall({ agent_id, persona: 'wrong_person' });
  await waitForCall(service.v1, call_id);
  await capture('budget', 'number', 'about twelve hundred', '1200');
});

/** Stores an answer as a call does. */
async function capture(
  field: string,
  type: QuestionType,
  spoken: string,
  value: string | null,
  choices: string[] = [],
) {
  const { workspace } = await service.app(appRoutes.getSession, {});
  useWorkspaceDatabase(join(service.dataDir, 'workspaces', workspace?.workspace_id ?? ''), (db) => {
    const call = db.get<{ readonly id: number }>('SELECT id FROM call WHERE call_id = ?', call_id);
    const question = { field, text: `What about ${field}?`, type, choices, needs_follow_up: false };
    upsertCapturedField(db, call?.id ?? 0, question, { spoken, value, answered_in: 2 });
  });
}

const read = () => service.v1(v1Routes.getCallOutcome, { params: { call_id } });
const correct = (json: OutcomeCorrection) => service.v1(v1Routes.correctCallOutcome, { params: { call_id }, json });

test('a call has its outcome, its captured fields, and the outcomes from which a reviewer chooses', async () => {
  const outcome = await read();
  expect(outcome).toMatchObject({
    disposition: dispositions.wrongPerson,
    is_success: false,
    fields: [{ field: 'budget', type: 'number', spoken: 'about twelve hundred', value: '1200', answered_in: 2 }],
    corrections: [],
  });
  expect(outcome.choices).toContainEqual({ name: dispositions.confirmed, is_success: true, needs_follow_up: false });
});

test('a correction keeps the old value, the person and the time', async () => {
  const corrected = await correct({ disposition: 'confirmed', fields: { budget: '1,500' }, author_id });
  expect(corrected).toMatchObject({
    disposition: dispositions.confirmed,
    is_success: true,
    fields: [{ value: '1500', spoken: 'about twelve hundred' }],
    corrections: [
      { field: null, old_value: dispositions.wrongPerson, new_value: dispositions.confirmed, by: { name: email } },
      { field: 'budget', old_value: '1200', new_value: '1500', by: { id: author_id, name: email } },
    ],
  });
  expect(await correct({ disposition: dispositions.confirmed }), 'the same value is no correction').toEqual(corrected);
  const restored = await correct({ disposition: dispositions.wrongPerson, fields: { budget: null } });
  expect(restored).toMatchObject({
    disposition: dispositions.wrongPerson,
    is_success: false,
    fields: [{ value: null }],
  });
  expect(restored.corrections).toHaveLength(4);
  expect(restored.corrections[2]?.by).toMatchObject({ id: 'window' });
});

test('the specification, lists, filters, insights and exports use the corrected outcome', async () => {
  const range = {
    from: new Date(Date.now() - 86_400_000).toISOString(),
    to: new Date(Date.now() + 1000).toISOString(),
  };
  const countSuccessful = async () => {
    const query = { ...range, agent: agent_id, time_zone: 'UTC' };
    return (await service.v1(v1Routes.getCallInsights, { query })).totals.successful;
  };
  const listSuccessful = async () =>
    (await service.v1(v1Routes.listCalls, { query: { outcome_group: 'successful' } })).data.map((call) => call.call_id);
  const before = await countSuccessful();
  expect(await listSuccessful()).not.toContain(call_id);
  await correct({ disposition: dispositions.interested });
  expect(await service.v1(v1Routes.getCall, { params: { call_id } })).toMatchObject({ disposition: 'Interested' });
  expect(await listSuccessful()).toContain(call_id);
  const { data } = await service.app(appRoutes.listCallRecords, { query: { disposition: 'interested' } });
  expect(data[0]).toMatchObject({ call_id, disposition: 'Interested', is_success: true });
  expect(await countSuccessful()).toBe(before + 1);
  const download = async (format: 'csv' | 'json') =>
    (await service.app(appRoutes.exportCalls, { query: { format } })).text();
  const calls: readonly { call_id: string }[] = JSON.parse(await download('json'));
  expect(calls.find((call) => call.call_id === call_id)).toMatchObject({
    disposition: 'Interested',
    captured_fields: [{ field: 'budget', value: '1200' }],
    corrections: [{ field: null, old_value: 'Wrong person', new_value: 'Interested' }],
  });
  expect(await download('csv')).toContain('outcome: Wrong person → Interested');
  await correct({ disposition: dispositions.wrongPerson });
  expect(await countSuccessful()).toBe(before);
});

test('a correction publishes an event, and a repeated request changes nothing', async () => {
  const events = await subscribeToEvents(service.v1);
  const json = { disposition: dispositions.interested, correction_id: 'cor_chosen' };
  const first = await correct(json);
  await events.waitFor((event) => event.type === 'call_outcome.changed' && event.call_id === call_id);
  await events.stop();
  await correct({ disposition: dispositions.answered });
  expect((await correct(json)).disposition, 'the later correction stays').toBe(dispositions.answered);
  expect(first.corrections[0]?.correction_id).toBe('cor_chosen');
});

test('a correction to an outcome that lists the number adds it to the do-not-call list, where it stays', async () => {
  const recipient_number = '+15552000471';
  call_id = await service.placeSimulatedCall({ agent_id, recipient_number, persona: 'wrong_person' });
  await waitForCall(service.v1, call_id);
  const find = async () =>
    (await service.v1(v1Routes.listDoNotCallEntries, { query: { number: recipient_number } })).data;
  expect(await find()).toEqual([]);
  // All slots for calls in real time are taken, so the next one stays queued.
  const place = (input: object) => service.placeSimulatedCall({ agent_id, speed: 'real_time', ...input });
  const live = await Promise.all(Array.from({ length: 8 }, () => place({ persona: 'no_answer' })));
  const queued = await place({ recipient_number, allow_duplicate: true });
  await correct({ disposition: 'do not call again' });
  const entry = { recipient_number, call_id, source: 'call', reason: 'Asked not to be called again' };
  expect(await find()).toMatchObject([entry]);
  const canceled = await service.app(appRoutes.getCallDetails, { params: { call_id: queued } });
  expect(canceled).toMatchObject({ status: 'canceled', reason: expect.stringContaining(recipient_number) });
  await correct({ disposition: dispositions.wrongPerson });
  expect(await find()).toMatchObject([entry]);
  for (const id of live) await service.v1(v1Routes.cancelCall, { params: { call_id: id } });
});

describe('a value that cannot be used', () => {
  test.each([
    [{ disposition: 'Sold the moon' }, 'outcome_unknown', '/disposition'],
    [{ fields: { color: 'red' } }, 'field_unknown', '/fields/color'],
    [{ fields: { budget: 'a lot' } }, 'field_value_invalid', '/fields/budget'],
  ] as const)('%o is refused', async (json, code, pointer) => {
    const before = await read();
    await expect(correct({ disposition: dispositions.confirmed, ...json })).rejects.toMatchObject({
      code,
      errors: [{ pointer }],
    });
    expect(await read(), 'nothing is half done').toEqual(before);
  });

  test('a call that was not answered has no outcome to correct', async () => {
    call_id = await service.placeSimulatedCall({ agent_id, persona: 'no_answer' });
    await waitForCall(service.v1, call_id);
    await expect(correct({ disposition: dispositions.confirmed })).rejects.toMatchObject({
      code: 'call_not_completed',
    });
  });

  test('answers have the form of their question', async () => {
    await capture('plan', 'choice', 'the big one', null, ['Basic', 'Größer']);
    await capture('day', 'date', 'Friday', null);
    expect((await correct({ fields: { plan: 'größer'.normalize('NFD'), day: '2026-12-04' } })).fields).toMatchObject([
      {},
      { value: 'Größer' },
      { value: '2026-12-04' },
    ]);
    await expect(correct({ fields: { day: '2026-02-30' } })).rejects.toMatchObject({ code: 'field_value_invalid' });
  });
});

test('an outcome that the agent no longer has stays on its calls, which can still be corrected to it', async () => {
  const params = { agent_id };
  const { definition } = await service.v1(v1Routes.getAgent, { params });
  if (!definition) throw new Error('The agent has no definition.');
  const outcomes = definition.outcomes.filter(({ name }) => name !== dispositions.wrongPerson);
  expect(outcomes).toHaveLength(definition.outcomes.length - 1);
  await service.v1(v1Routes.saveAgentDraft, { params, json: { definition: { ...definition, outcomes } } });
  await service.v1(v1Routes.publishAgentVersion, { params, json: { note: '' } });
  expect(await read()).toMatchObject({ disposition: dispositions.wrongPerson });
  await correct({ disposition: dispositions.interested });
  expect(await correct({ disposition: dispositions.wrongPerson })).toMatchObject({
    disposition: dispositions.wrongPerson,
    choices: definition.outcomes,
  });
  const { data } = await service.app(appRoutes.listCallRecords, { query: { disposition: dispositions.wrongPerson } });
  expect(data[0]).toMatchObject({ call_id, disposition: dispositions.wrongPerson });
});

test('an outcome is found in any case and form of its letters', async () => {
  const params = { agent_id };
  const { definition } = await service.v1(v1Routes.getAgent, { params });
  if (!definition) throw new Error('The agent has no definition.');
  const name = 'Rückruf später';
  const outcomes = [...definition.outcomes, { name, is_success: true, needs_follow_up: false }];
  await service.v1(v1Routes.saveAgentDraft, { params, json: { definition: { ...definition, outcomes } } });
  await service.v1(v1Routes.publishAgentVersion, { params, json: { note: '' } });
  call_id = await service.placeSimulatedCall({ agent_id, persona: 'wrong_person' });
  await waitForCall(service.v1, call_id);
  const other = name.toUpperCase().normalize('NFD');
  expect(await correct({ disposition: other })).toMatchObject({ disposition: name });
  const { data } = await service.app(appRoutes.listCallRecords, { query: { disposition: other } });
  expect(data).toMatchObject([{ call_id }]);
});
