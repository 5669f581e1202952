import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AgentDefinition } from '../../shared/agents/agent-definition.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { waitFor } from '../helpers/clock/wait-for.ts';
import { startChatServer, type ChatServer } from '../helpers/answering/chat-server.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { waitForCall, waitForTurns } from '../helpers/service/wait-for-call.ts';

let service: CallService;

beforeEach(async () => {
  service = await startCallService();
});
afterEach(() => service.stop());

async function startPractice(): Promise<string> {
  const id = await service.placeSimulatedCall({ mode: 'practice' });
  await waitForTurns(service.v1, id, 1);
  return id;
}

const listTurns = async (call_id: string) =>
  (await service.v1(v1Routes.getCallTimeline, { params: { call_id } })).turns;

const say = (call_id: string, text: string, heard: { position: number; seconds: number } | null = null) =>
  service.app(appRoutes.sendTurn, { params: { call_id }, json: { text, heard } });

const hangUp = async (call_id: string) => {
  await service.app(appRoutes.hangUp, { params: { call_id } });
  return waitForCall(service.v1, call_id);
};

test('a turn that was interrupted keeps what was heard, in the transcript and in the recording', async () => {
  const id = await startPractice();
  const [greeting] = await listTurns(id);
  if (!greeting) throw new Error('There is no greeting.');
  const seconds = (greeting.end_seconds - greeting.start_seconds) / 2;
  const { position } = await say(id, 'Stop, who is this?', { position: 0, seconds });
  expect(position).toBe(1);
  const [heard, user] = await listTurns(id);
  expect(heard).toMatchObject({ interrupted: true });
  expect(greeting.text.startsWith(heard?.text ?? 'x')).toBe(true);
  expect(heard?.text.length).toBeGreaterThan(5);
  expect(heard?.text.length).toBeLessThan(0.7 * greeting.text.length);
  expect(heard?.end_seconds).toBeCloseTo(greeting.start_seconds + seconds, 1);
  expect(user?.start_seconds).toBeCloseTo((heard?.end_seconds ?? 0) + 0.1, 1);
  const call = await hangUp(id);
  expect(call.status).toBe('completed');
  const turns = await listTurns(id);
  expect(turns[1]).not.toHaveProperty('interrupted');
  expect(turns.at(-1)?.end_seconds).toBeLessThan((call.duration_seconds ?? 0) + 5);
});

test('a turn of which nothing was heard is not in the transcript', async () => {
  const id = await startPractice();
  const { position, turns } = await say(id, 'Hello?', { position: 0, seconds: 0 });
  expect(position).toBe(0);
  expect(turns.map(({ speaker }) => speaker)).toEqual(['user', 'agent']);
  expect((await listTurns(id)).map(({ text }) => text)[0]).toBe('Hello?');
});

test('a reply that is sent before the greeting is complete follows it', async () => {
  const id = await service.placeSimulatedCall({ mode: 'practice' });
  const sent = await waitFor(() => say(id, 'Who is this?'), 5);
  expect(sent.position).toBe(1);
  const turns = await listTurns(id);
  expect(turns.map(({ speaker }) => speaker)).toEqual(['agent', 'user', 'agent']);
  expect(turns[1]?.text).toBe('Who is this?');
});

test.each([
  ['was heard to its end', { position: 0, seconds: 3_000 }],
  ['is another one', { position: 7, seconds: 0.1 }],
])('a turn that %s stays as it is', async (_, heard) => {
  const id = await startPractice();
  const [greeting] = await listTurns(id);
  await say(id, 'Hello?', heard);
  expect((await listTurns(id))[0]).toEqual(greeting);
});

describe('while a model composes its answer', () => {
  let server: ChatServer;
  beforeEach(async () => {
    server = await startChatServer({ delayMs: 20 });
    const params = { agent_id: service.agentId };
    const { definition } = await service.v1(v1Routes.getAgent, { params });
    if (!definition) throw new Error('The agent has no definition.');
    const changed: AgentDefinition = { ...definition, engine: 'model' };
    await service.v1(v1Routes.saveAgentDraft, { params, json: { definition: changed } });
    await service.v1(v1Routes.publishAgentVersion, { params, json: {} });
    const settings = { base_url: server.baseUrl, model: 'small' };
    await service.app(appRoutes.changeLanguageModel, { json: { settings } });
  });
  afterEach(() => server.close());

  test('the recipient can go on: the model stops, and knows what was heard', async () => {
    const id = await startPractice();
    const asked = Promise.withResolvers<void>();
    server.script = ({ messages }) => {
      asked.resolve();
      return messages.at(-1)?.content === 'Wait!'
        ? { text: 'Of course.' }
        : { text: 'This is a very long answer that nobody wants to hear to its end. '.repeat(20) };
    };
    const first = say(id, 'Tell me everything.');
    await asked.promise;
    await expect(say(id, 'Without an interruption')).rejects.toMatchObject({ code: 'turn_in_flight' });
    const second = await say(id, 'Wait!', { position: 2, seconds: 0 });
    expect((await first).call_ended).toBe(false);
    expect(second.turns.map(({ text }) => text)).toEqual(['Wait!', 'Of course.']);
    const texts = (await listTurns(id)).slice(1).map(({ text }) => text);
    expect(texts).toEqual(['Tell me everything.', 'Wait!', 'Of course.']);
    expect(
      server.requests
        .at(-1)
        ?.messages.map(({ content }) => content)
        .join(),
    ).not.toContain('very long answer');
  });
});
