import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { limits } from '../../shared/contract/limits.ts';
import type { ScoreAnswer } from '../../shared/calls/score-answers.ts';
import type { NewCriterion } from '../../shared/calls/scorecards.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { subscribeToEvents } from '../helpers/service/subscribe-to-events.ts';
import { waitForCall } from '../helpers/service/wait-for-call.ts';

const email = 'lea@example.com';

let service: CallService;
let call_id = '';
let reviewer_id = '';

beforeAll(async () => {
  service = await startCallService();
  await service.app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Harbour', industry: '', email } });
  await service.app(appRoutes.chooseWindowMember, { json: { user_id: null } });
  reviewer_id = (await service.v1(v1Routes.listAssignees, {})).data[0]?.user_id ?? '';
  const agent_id = (await service.app(appRoutes.listAgentRecords, {})).data[0]?.agent_id ?? '';
  call_id = await service.placeSimulatedCall({ agent_id, persona: 'wrong_person' });
  await waitForCall(service.v1, call_id);
});
afterAll(() => service.stop());

beforeEach(async () => {
  for (const { criterion_id } of (await service.v1(v1Routes.listCriteria, {})).data)
    await service.v1(v1Routes.deleteCriterion, { params: { criterion_id } });
});

const add = async (fields: Partial<NewCriterion> = {}) => {
  const json = { name: 'Polite', description: '', weight: 1, rule: null, ...fields };
  return (await service.v1(v1Routes.createCriterion, { json })).criterion_id;
};
const remove = (criterion_id: string) => service.v1(v1Routes.deleteCriterion, { params: { criterion_id } });
const score = (criterion_id: string, answer: ScoreAnswer | null, reviewer?: string) =>
  service.v1(v1Routes.scoreCriterion, {
    params: { call_id, criterion_id },
    json: { answer, ...(reviewer !== undefined && { reviewer_id: reviewer }) },
  });
const read = () => service.v1(v1Routes.getScorecard, { params: { call_id } });
const listNames = async () => (await service.v1(v1Routes.listCriteria, {})).data.map(({ name }) => name);

const met: NewCriterion['rule'] = { type: 'monologue', max_seconds: 3_600 };

describe('the total', () => {
  test('is the weight of what was met, in percent of what applies', async () => {
    const [polite, helpful, offer] = [await add({ weight: 3 }), await add({ weight: 1 }), await add({ weight: 10 })];
    expect(await read()).toMatchObject({ total_percent: null });
    expect(await score(polite, 'yes')).toMatchObject({ total_percent: 100 });
    expect(await score(helpful, 'no')).toMatchObject({ total_percent: 75 });
    expect(await score(offer, 'not_applicable')).toMatchObject({ total_percent: 75 });
    expect(await score(polite, null)).toMatchObject({ total_percent: 0 });
  });

  test('contains the answers of rules, until a reviewer changes them', async () => {
    const criterion_id = await add({ rule: met });
    expect(await read()).toMatchObject({ total_percent: 100, criteria: [{ answer: 'yes', decision: null }] });
    expect(await score(criterion_id, 'no')).toMatchObject({
      total_percent: 0,
      criteria: [{ answer: 'no', rule_answer: 'yes' }],
    });
    expect(await score(criterion_id, null)).toMatchObject({ total_percent: 100, criteria: [{ decision: null }] });
  });
});

test('a decision names the member, or else what sent it', async () => {
  const criterion_id = await add();
  const byWindow = await score(criterion_id, 'yes');
  expect(byWindow.criteria[0]?.decision).toMatchObject({ by: { id: 'window', name: null } });
  const byMember = await score(criterion_id, 'yes', reviewer_id);
  expect(byMember.criteria[0]?.decision).toMatchObject({ by: { id: reviewer_id, name: email } });
  await expect(score(criterion_id, 'no', 'usr_0')).rejects.toMatchObject({ code: 'reviewer_unknown' });
  expect((await read()).criteria[0]).toMatchObject({ answer: 'yes' });
});

test('two reviewers of one call keep each other’s decisions about other criteria', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, (_, index) => add({ name: `Criterion ${index}` })));
  await Promise.all(ids.map((id, index) => score(id, index % 2 === 0 ? 'yes' : 'no')));
  const { criteria, total_percent } = await read();
  expect(criteria.filter(({ answer }) => answer === 'yes')).toHaveLength(4);
  expect(total_percent).toBe(50);
});

test('of two windows that score one criterion, the later one decides, and both learn it', async () => {
  const criterion_id = await add();
  const windows = await Promise.all([subscribeToEvents(service.v1), subscribeToEvents(service.v1)]);
  expect((await score(criterion_id, 'yes')).criteria[0]).toMatchObject({ answer: 'yes' });
  expect((await score(criterion_id, 'no', reviewer_id)).criteria[0]).toMatchObject({ answer: 'no' });
  for (const events of windows) {
    await events.waitForNext(({ type }) => type === 'scorecard.changed');
    await events.waitForNext(({ type }) => type === 'scorecard.changed');
    await events.stop();
  }
  const { criteria, total_percent } = await read();
  expect(criteria).toMatchObject([{ answer: 'no', decision: { by: { id: reviewer_id } } }]);
  expect(total_percent).toBe(0);
});

test('a call of an archived agent is still reviewed and scored', async () => {
  const criterion_id = await add();
  const { agent_id } = await service.app(appRoutes.getCallDetails, { params: { call_id } });
  const setStatus = (status: 'active' | 'archived') =>
    service.app(appRoutes.updateAgent, { params: { agent_id }, json: { status } });
  await setStatus('archived');
  expect(await score(criterion_id, 'yes')).toMatchObject({ total_percent: 100 });
  const json = { review_state: 'reviewed' } as const;
  expect(await service.v1(v1Routes.updateCallReview, { params: { call_id }, json })).toMatchObject(json);
  const { data } = await service.app(appRoutes.listCallRecords, { query: { agent: agent_id, score_state: 'scored' } });
  expect(data).toMatchObject([{ call_id, review_state: 'reviewed' }]);
  await setStatus('active');
});

test('the list is filtered by score, reviewer and notes', async () => {
  const unscored = await service.placeSimulatedCall({
    agent_id: (await service.app(appRoutes.getCallDetails, { params: { call_id } })).agent_id,
    persona: 'no_answer',
  });
  const list = async (query: Record<string, string>) => {
    const { data, total } = await service.app(appRoutes.listCallRecords, { query: query as never }); // strings, as in a URL
    expect(total).toBe(data.length);
    return data.map((call) => call.call_id);
  };
  const [criterion_id, gone] = [await add(), await add({ name: 'Gone' })];
  await score(gone, 'yes', reviewer_id);
  await score(criterion_id, 'no');
  expect(await list({ score_state: 'scored' })).toEqual([call_id]);
  expect(await list({ score_state: 'not_scored' })).toEqual([unscored]);
  expect([await list({ reviewer: 'window' }), await list({ reviewer: reviewer_id })]).toEqual([[call_id], [call_id]]);
  expect((await service.app(appRoutes.listCallFacets, {})).reviewers).toEqual([
    { id: 'window', name: null },
    { id: reviewer_id, name: email },
  ]);
  await remove(gone);
  expect(await list({ reviewer: reviewer_id }), 'a deleted criterion does not count').toEqual([]);
  await remove(criterion_id);
  expect(await list({ score_state: 'scored' })).toEqual([]);
  expect(await list({ notes: 'with_notes' })).toEqual([]);
  const note = { params: { call_id }, json: { at_seconds: 1, text: 'Good' } };
  const { note_id } = await service.v1(v1Routes.createNote, note);
  expect(await list({ notes: 'with_notes', sort: 'status' })).toEqual([call_id]);
  expect(await list({ notes: 'without_notes' })).toEqual([unscored]);
  await service.v1(v1Routes.deleteNote, { params: { call_id, note_id } });
  await expect(list({ score_state: 'maybe' })).rejects.toMatchObject({ code: 'malformed' });
});

test('a decision is published as an event', async () => {
  const criterion_id = await add();
  const events = await subscribeToEvents(service.v1);
  await score(criterion_id, 'yes');
  await events.waitFor((event) => event.type === 'scorecard.changed' && event.call_id === call_id);
  await remove(criterion_id);
  await events.waitFor(({ type }) => type === 'scorecard_criteria.changed');
  await events.stop();
});

describe('a deleted criterion', () => {
  test('cannot be scored by another window, which learns why; earlier decisions stay outside the total', async () => {
    const [gone, kept] = [await add({ name: 'Gone', weight: 9 }), await add({ name: 'Kept' })];
    await score(gone, 'no');
    await score(kept, 'yes');
    await remove(gone);
    await expect(score(gone, 'yes')).rejects.toMatchObject({
      code: 'criterion_deleted',
      message: expect.stringContaining('“Gone”'),
    });
    const scorecard = await read();
    expect(scorecard).toMatchObject({ total_percent: 100, criteria: [{ name: 'Kept' }] });
    expect(scorecard.deleted_criteria).toContainEqual(expect.objectContaining({ criterion_id: gone, answer: 'no' }));
    await expect(remove(gone)).rejects.toMatchObject({ code: 'criterion_deleted' });
  });

  test('comes back with its decisions', async () => {
    const criterion_id = await add();
    await score(criterion_id, 'yes');
    await remove(criterion_id);
    await service.v1(v1Routes.updateCriterion, { params: { criterion_id }, json: { is_deleted: false } });
    expect(await read()).toMatchObject({ total_percent: 100, criteria: [{ criterion_id, answer: 'yes' }] });
  });
});

test('criteria are changed and moved', async () => {
  const first = await add({ name: 'First' });
  await add({ name: 'Second' });
  const params = { criterion_id: first };
  const json = { name: '  Polite \n greeting ', weight: 5, rule: met, position: 1 };
  expect(await service.v1(v1Routes.updateCriterion, { params, json })).toMatchObject({
    name: 'Polite greeting',
    weight: 5,
    rule: met,
    description: '',
  });
  expect(await listNames()).toEqual(['Second', 'Polite greeting']);
  await service.v1(v1Routes.updateCriterion, { params, json: { rule: null, position: 0 } });
  expect((await service.v1(v1Routes.listCriteria, {})).data[0]).toMatchObject({
    name: 'Polite greeting',
    rule: null,
  });
});

test('there are at most as many criteria as the limit, also after one comes back', async () => {
  const deleted = await add();
  await remove(deleted);
  for (let index = 0; index < limits.criteria; index++) await add({ name: `Criterion ${index}` });
  await expect(add()).rejects.toMatchObject({ code: 'too_many_criteria' });
  await expect(
    service.v1(v1Routes.updateCriterion, { params: { criterion_id: deleted }, json: { is_deleted: false } }),
  ).rejects.toMatchObject({ code: 'too_many_criteria' });
  expect(await listNames()).toHaveLength(limits.criteria);
});

test('invalid criteria and unknown ids are rejected', async () => {
  for (const fields of [
    { name: ' ' },
    { name: '\u200B\u202E' },
    { name: 'x'.repeat(81) },
    { weight: 0 },
    { weight: 11 },
    { weight: 1.5 },
  ])
    await expect(add(fields)).rejects.toMatchObject({ code: 'malformed' });
  await expect(add({ rule: { type: 'agent_never_says', text: ' ' } })).rejects.toMatchObject({ code: 'malformed' });
  await expect(score('crt_0', 'yes')).rejects.toMatchObject({ code: 'criterion_not_found' });
  const params = { call_id: 'call_0' };
  await expect(service.v1(v1Routes.getScorecard, { params })).rejects.toMatchObject({ code: 'call_not_found' });
});

test('managers score, and only admins change the criteria', async () => {
  const criterion_id = await add();
  await service.app(appRoutes.changeRole, { json: { role: 'manager' } });
  await expect(add()).rejects.toMatchObject({ code: 'forbidden' });
  await expect(remove(criterion_id)).rejects.toMatchObject({ code: 'forbidden' });
  await service.app(appRoutes.changeRole, { json: { role: 'admin' } });
});
