import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AgentDefinition, AgentQuestion } from '../../../shared/agents/agent-definition.ts';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import type { ServiceEvent } from '../../../shared/contract/events.ts';
import { sendError, startChatServer, startStream, type ChatServer } from '../../helpers/answering/chat-server.ts';
import { startCallService, type CallService } from '../../helpers/service/start-call-service.ts';
import { subscribeToEvents } from '../../helpers/service/subscribe-to-events.ts';
import { uploadAndWait } from '../../helpers/service/upload.ts';
import { waitForCall, waitForTurns } from '../../helpers/service/wait-for-call.ts';

let service: CallService;
let server: ChatServer;

beforeEach(async () => {
  server = await startChatServer();
  service = await startCallService();
  await publish({ engine: 'model', questions: [question] });
});
afterEach(async () => {
  await service.stop();
  await server.close();
});

const question: AgentQuestion = {
  field: 'day',
  text: 'Which day?',
  type: 'date',
  choices: [],
  required: true,
  needs_follow_up: false,
};

async function publish(values: Partial<AgentDefinition>): Promise<void> {
  const params = { agent_id: service.agentId };
  const { definition } = await service.v1(v1Routes.getAgent, { params });
  if (!definition) throw new Error('The agent has no definition.');
  const changed: AgentDefinition = { ...definition, ...values };
  await service.v1(v1Routes.saveAgentDraft, { params, json: { definition: changed } });
  await service.v1(v1Routes.publishAgentVersion, { params, json: {} });
}

const useModel = () =>
  service.app(appRoutes.changeLanguageModel, { json: { settings: { base_url: server.baseUrl, model: 'small' } } });

async function startPractice(): Promise<string> {
  const id = await service.placeSimulatedCall({ mode: 'practice' });
  await waitForTurns(service.v1, id, 1);
  return id;
}

const say = (call_id: string, text: string) => service.app(appRoutes.sendTurn, { params: { call_id }, json: { text } });

test('a practice call speaks, cites, captures and ends as the model decides', async () => {
  await useModel();
  const text = 'The course costs 1,200 euros and lasts ten weeks.';
  const { document_id } = await uploadAndWait(service.v1, 'Prices', text);
  const id = await startPractice();
  server.script = ({ messages }) =>
    messages.at(-1)?.role === 'user'
      ? { tools: [{ name: 'search_knowledge', args: { question: messages.at(-1)?.content } }] }
      : { text: 'It costs 1,200 euros. You get 20% off.' };
  const { turns } = await say(id, 'How much does the course cost?');
  expect(turns[1]).toMatchObject({
    text: 'It costs 1,200 euros. You get 20% off.',
    passages: [{ document_id, text }],
    model_turn: { model: 'small', fallback: null, unsupported: ['You get 20% off.'], cost_usd: null },
  });

  server.script = ({ messages }) =>
    messages.at(-1)?.role === 'user'
      ? { tools: [{ name: 'record_answer', args: { field: 'day', value: '2026-12-04' } }] }
      : { text: 'See you then. Goodbye.', tools: [{ name: 'end_call', args: { outcome: 'Confirmed' } }] };
  expect((await say(id, 'Friday is fine.')).call_ended).toBe(true);
  expect(await waitForCall(service.v1, id)).toMatchObject({ status: 'completed', disposition: 'Confirmed' });
  const { turns: stored } = await service.v1(v1Routes.getCallTimeline, { params: { call_id: id } });
  expect(stored.map(({ model_turn }) => model_turn?.unsupported.length)).toEqual([
    undefined,
    undefined,
    1,
    undefined,
    0,
  ]);
  const rule = { type: 'statements_supported' } as const;
  await service.v1(v1Routes.createCriterion, { json: { name: 'Supported', description: '', weight: 1, rule } });
  const { criteria } = await service.v1(v1Routes.getScorecard, { params: { call_id: id } });
  expect(criteria).toMatchObject([{ rule_answer: 'no', rule_turn: 2 }]);
});

test('a practice call plays the first sentence before the answer is complete', async () => {
  await useModel();
  const id = await startPractice();
  let continueAnswer = () => {};
  server.fault = (response) => {
    const send = startStream(response);
    send({ choices: [{ index: 0, delta: { content: 'The course is in the evening. You' } }] });
    continueAnswer = () => {
      response.write(`data: ${JSON.stringify({ choices: [{ delta: { content: ' can park here.' } }] })}\n\n`);
      response.end('data: [DONE]\n\n');
    };
    return true;
  };
  const events = await subscribeToEvents(service.v1);
  const answering = say(id, 'When is it?');
  const isSpeech = (event: ServiceEvent) => event.type === 'call.speech_added';
  expect(await events.waitFor(isSpeech)).toMatchObject({
    call_id: id,
    position: 2,
    sentence: 0,
    text: 'The course is in the evening.',
  });
  const getAudio = async (query: { readonly sentence?: number }) => {
    const response = await service.app(appRoutes.getTurnAudio, { params: { call_id: id, position: 2 }, query });
    return (await response.arrayBuffer()).byteLength;
  };
  const first = await getAudio({ sentence: 0 });
  expect(first).toBeGreaterThan(16_000);
  continueAnswer();
  const { turns } = await answering;
  expect(turns[1]?.text).toBe('The course is in the evening. You can park here.');
  expect(await events.waitForNext(isSpeech)).toMatchObject({ sentence: 1, text: turns[1]?.text });
  const headerBytes = 44;
  expect(await getAudio({})).toBe(first + (await getAudio({ sentence: 1 })) - headerBytes);
  await expect(getAudio({ sentence: 2 })).rejects.toMatchObject({ code: 'call_not_found' });
  await events.stop();
});

test('a question without a passage in a practice call is a knowledge gap, but not in a trial of a draft', async () => {
  await useModel();
  server.script = ({ messages }) =>
    messages.at(-1)?.role === 'user'
      ? { tools: [{ name: 'search_knowledge', args: { question: messages.at(-1)?.content } }] }
      : { text: "I'm sorry, I don't have that." };
  const query = {
    from: new Date(Date.now() - 86_400_000).toISOString(),
    to: new Date(Date.now() + 86_400_000).toISOString(),
  };
  const countGaps = async () => (await service.v1(v1Routes.listKnowledgeGaps, { query })).question_count;
  await say(await startPractice(), 'Who painted the picture in your lobby?');
  expect(await countGaps()).toBe(1);
  const { definition } = await service.v1(v1Routes.getAgent, { params: { agent_id: service.agentId } });
  if (!definition) throw new Error('The agent has no definition.');
  const params = { agent_id: service.agentId };
  await service.v1(v1Routes.saveAgentDraft, { params, json: { definition: { ...definition, greeting: 'Hi.' } } });
  const trial = await service.placeSimulatedCall({ mode: 'practice', trial: true });
  await waitForTurns(service.v1, trial, 1);
  await say(trial, 'Who painted the picture in your lobby?');
  expect(await countGaps()).toBe(1);
});

test('each turn but the first stores how long the recipient waited, in insights only if the call counts', async () => {
  await useModel();
  await uploadAndWait(service.v1, 'Prices', 'The course costs 1,200 euros and lasts ten weeks.');
  server.script = ({ messages }) =>
    messages.at(-1)?.role === 'user' && messages.length < 6
      ? { tools: [{ name: 'search_knowledge', args: { question: 'How much does the course cost?' } }] }
      : { text: 'It costs 1,200 euros. Goodbye.', tools: [{ name: 'end_call', args: { outcome: 'Interested' } }] };
  const practice = await startPractice();
  const { turns } = await say(practice, 'How much does the course cost?');
  expect(turns[0]?.latency).toBeUndefined();
  const latency = turns[1]?.latency;
  expect(latency?.first_token_ms).not.toBeNull();
  expect(latency?.retrieval_ms).toBeGreaterThanOrEqual(0);
  expect(latency?.response_ms).toBeGreaterThanOrEqual((latency?.retrieval_ms ?? 0) + (latency?.first_sound_ms ?? 0));
  await waitForCall(service.v1, practice);

  const query = {
    from: new Date(Date.now() - 86_400_000).toISOString(),
    to: new Date(Date.now() + 86_400_000).toISOString(),
  };
  const read = async (agent: string) =>
    (await service.v1(v1Routes.getCallInsights, { query: { ...query, agent } })).latency;
  expect(await read(service.agentId)).toEqual({
    response_ms: null,
    retrieval_ms: null,
    first_token_ms: null,
    first_sound_ms: null,
  });
  const simulated = await service.placeSimulatedCall({ persona: 'interested' });
  await waitForCall(service.v1, simulated);
  const { turns: spoken } = await service.v1(v1Routes.getCallTimeline, { params: { call_id: simulated } });
  const measured = spoken.filter((turn) => turn.latency !== undefined);
  expect(measured.map(({ speaker }) => speaker)).toEqual(measured.map(() => 'agent'));
  expect(measured).toHaveLength(spoken.filter(({ speaker }) => speaker === 'agent').length - 1);
  const { response_ms } = await read(service.agentId);
  expect(response_ms?.turns).toBe(measured.length);
  expect(response_ms?.p90_ms).toBeGreaterThanOrEqual(response_ms?.p50_ms ?? Infinity);
  expect((await read('agt_other')).response_ms).toBeNull();
});

test('a simulated call is led by the model to its end, and recorded', async () => {
  await useModel();
  server.script = () => ({
    text: 'Thank you. Goodbye.',
    tools: [{ name: 'end_call', args: { outcome: 'Interested' } }],
  });
  const id = await service.placeSimulatedCall({ persona: 'interested' });
  expect(await waitForCall(service.v1, id)).toMatchObject({
    status: 'completed',
    disposition: 'Interested',
    recording_url: expect.stringContaining(id),
  });
});

test('the model plays recipients only if the admin has chosen so, also with an agent that follows rules', async () => {
  await publish({ engine: 'rules' });
  await useModel();
  const first = await service.placeSimulatedCall({ persona: 'interested' });
  await waitForCall(service.v1, first);
  expect(server.requests).toEqual([]);

  const settings = { base_url: server.baseUrl, model: 'small', plays_recipients: true };
  await service.app(appRoutes.changeLanguageModel, { json: { settings } });
  server.script = ({ messages }) =>
    messages.length < 5
      ? { text: 'My dog likes the harbour.' }
      : { text: 'I must go now.', tools: [{ name: 'hang_up', args: {} }] };
  const id = await service.placeSimulatedCall({ persona: 'off_topic' });
  expect(await waitForCall(service.v1, id)).toMatchObject({ status: 'completed' });
  const { turns } = await service.v1(v1Routes.getCallTimeline, { params: { call_id: id } });
  const played = turns.filter(({ model_turn }) => model_turn);
  expect(played.map(({ speaker, text }) => [speaker, text])).toEqual([
    ['user', 'My dog likes the harbour.'],
    ['user', 'I must go now.'],
  ]);
  const rule = { type: 'statements_supported' } as const;
  await service.v1(v1Routes.createCriterion, { json: { name: 'Supported', description: '', weight: 1, rule } });
  const { criteria } = await service.v1(v1Routes.getScorecard, { params: { call_id: id } });
  expect(criteria).toMatchObject([{ rule_answer: 'not_applicable' }]);
});

test.each([
  ['no model is set up', async () => {}, 'No language model is set up.'],
  [
    'the server fails',
    async () => {
      await useModel();
      server.fault = (response) => (sendError(response, 500, ''), true);
    },
    'The server failed (HTTP 500).',
  ],
])('the rules answer while %s, and the call shows it', async (_, prepare, fallback) => {
  await prepare();
  const { turns } = await say(await startPractice(), 'Who is this?');
  expect(turns[1]?.text).not.toBe('');
  expect(turns[1]?.model_turn).toMatchObject({ fallback });
});
