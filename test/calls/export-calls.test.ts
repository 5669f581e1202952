import Papa from 'papaparse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { analyzeCall } from '../../shared/calls/call-analysis.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { waitForCall } from '../helpers/service/wait-for-call.ts';

const email = 'lea@example.com';
const metadata = { first_name: 'Ada', last_name: 'Quist', plan: { speed: 300 } };

let service: CallService;
let reviewer_id = '';
/** The first call has a transcript and a complete review, the second one has nothing. */
let ids: readonly [string, string];

beforeAll(async () => {
  service = await startCallService();
  await service.app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Harbour', industry: '', email } });
  await service.app(appRoutes.chooseWindowMember, { json: { user_id: null } });
  const agent_id = (await service.app(appRoutes.listAgentRecords, {})).data[0]?.agent_id ?? '';
  reviewer_id = (await service.v1(v1Routes.listAssignees, {})).data[0]?.user_id ?? '';
  const call_id = await service.placeSimulatedCall({ agent_id, persona: 'interested', metadata });
  const empty = await service.placeSimulatedCall({ agent_id, persona: 'no_answer' });
  for (const id of [call_id, empty]) await waitForCall(service.v1, id);
  ids = [call_id, empty];
  await service.v1(v1Routes.updateCallReview, {
    params: { call_id },
    json: { add_tags: ['Price', 'VIP'], review_state: 'reviewed', assignee_id: reviewer_id },
  });
  for (const [at_seconds, text] of [
    [62.5, 'Ask again'],
    [3, '=A1'],
  ] as const)
    // prettier-ignore
    await service.v1(v1Routes.createNote, { params: { call_id }, json: { at_seconds, text } });
  const addCriterion = async (
    name: string,
    weight: number,
    rule: { type: 'monologue'; max_seconds: number } | null,
  ) => {
    const json = { name, description: '', weight, rule };
    return (await service.v1(v1Routes.createCriterion, { json })).criterion_id;
  };
  await addCriterion('Short', 2, { type: 'monologue', max_seconds: 3_600 });
  const polite = await addCriterion('Polite', 3, null);
  await addCriterion('Open', 1, null);
  const greeting = await addCriterion('Greeting', 1, null);
  for (const [criterion_id, answer] of [
    [polite, 'no'],
    [greeting, 'not_applicable'],
  ] as const)
    // prettier-ignore
    await service.v1(v1Routes.scoreCriterion, { params: { call_id, criterion_id }, json: { answer, reviewer_id } });
  await service.v1(v1Routes.deleteCriterion, { params: { criterion_id: greeting } });
});
afterAll(() => service.stop());

/** Exports the calls by their IDs and by a filter, and returns the text, which is the same. */
async function exportCalls(format: 'csv' | 'json'): Promise<string> {
  const all = await (await service.app(appRoutes.exportCalls, { query: { format } })).text();
  const json = { ids: [...ids], format };
  expect(await (await service.app(appRoutes.exportSelectedCalls, { json })).text()).toBe(all);
  return all;
}

async function analyze() {
  const timeline = await service.v1(v1Routes.getCallTimeline, { params: { call_id: ids[0] } });
  return analyzeCall(timeline.turns, { hasTimes: true });
}

test('CSV has the metadata, the review, the scorecard and the analysis of each call', async () => {
  const { data, errors, meta } = Papa.parse<Record<string, string>>(await exportCalls('csv'), {
    header: true,
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  expect(meta.fields?.slice(0, 12)).toContain('reason');
  expect(meta.fields?.slice(12).join(' ')).toBe(
    'simulated practice trial recipient_name tags review_state assignee agent_talk_percent longest_monologue_speaker ' +
      'longest_monologue_seconds interruptions_by_agent interruptions_by_recipient questions_by_agent ' +
      'questions_by_recipient response_p50_ms response_p90_ms score_percent scores notes summary concerns next_steps topics is_success ' +
      'captured_fields corrections metadata',
  );
  const { summary, concerns, next_steps, topics, key_moments, latency } = await analyze();
  expect(summary.length, 'the call has a summary').toBeGreaterThan(1);
  expect(topics.length).toBeGreaterThan(1);
  expect(key_moments.questions?.user).toBeGreaterThan(0);
  const [empty, call] = data;
  expect(call).toMatchObject({
    call_id: ids[0],
    recipient_name: 'Ada Quist',
    metadata: JSON.stringify(metadata),
    tags: 'Price; VIP',
    review_state: 'reviewed',
    assignee: email,
    score_percent: '40',
    scores: [
      'Short: yes (weight 2, by rule)',
      `Polite: no (weight 3, by ${email})`,
      'Open: not decided (weight 1)',
      `Greeting: not applicable (deleted criterion, by ${email})`,
    ].join('\n'),
    notes: '[3 s] =A1\n[62.5 s] Ask again',
    summary: summary.map(({ text }) => text).join('\n'),
    concerns: concerns.map(({ text }) => text).join('\n'),
    next_steps: next_steps.map(({ text }) => text).join('\n'),
    topics: topics.map(({ label }) => label).join('; '),
    agent_talk_percent: String(key_moments.agent_talk_percent),
    longest_monologue_speaker: key_moments.longest_monologue?.speaker === 'agent' ? 'agent' : 'recipient',
    longest_monologue_seconds: String(key_moments.longest_monologue?.duration_seconds),
    interruptions_by_agent: String(key_moments.interruptions?.agent),
    questions_by_recipient: String(key_moments.questions?.user),
    response_p50_ms: String(latency.response_ms?.p50_ms),
    response_p90_ms: String(latency.response_ms?.p90_ms),
  });
  expect(empty).toMatchObject({ call_id: ids[1], tags: '', notes: '', summary: '', topics: '', metadata: '' });
  expect(empty).toMatchObject({
    agent_talk_percent: '',
    interruptions_by_agent: '',
    questions_by_agent: '',
    response_p50_ms: '',
  });
});

test('JSON has the same, with the times of the quotes and of the notes', async () => {
  const [empty, call] = JSON.parse(await exportCalls('json'));
  const scorecard = await service.v1(v1Routes.getScorecard, { params: { call_id: ids[0] } });
  expect(call).toMatchObject({
    call_id: ids[0],
    recipient_name: 'Ada Quist',
    metadata,
    tags: ['Price', 'VIP'],
    review_state: 'reviewed',
    assignee: { user_id: reviewer_id, email },
    notes: [
      { at_seconds: 3, text: '=A1' },
      { at_seconds: 62.5, text: 'Ask again' },
    ],
    scorecard,
    ...(await analyze()),
  });
  const noMoments = { agent_talk_percent: null, longest_monologue: null, interruptions: null, questions: null };
  expect(empty).toMatchObject({
    call_id: ids[1],
    summary: [],
    concerns: [],
    next_steps: [],
    topics: [],
    key_moments: noMoments,
  });
});
