import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { sendError } from '../helpers/answering/chat-server.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { waitForCall, waitForTurns } from '../helpers/service/wait-for-call.ts';
import { startSpeechServer, type SpeechServer } from '../helpers/speech/speech-server.ts';

let service: CallService;
let server: SpeechServer;

const apiKey = 'sk-never-stored-1234';

beforeEach(async () => {
  server = await startSpeechServer({ apiKey });
  service = await startCallService();
  const settings = { base_url: server.baseUrl, speech_model: 'kokoro', voice: 'af_heart' };
  await service.app(appRoutes.changeSpeechServer, { json: { settings, api_key: apiKey } });
});
afterEach(async () => {
  await service.stop();
  await server.close();
});

async function startPractice(): Promise<string> {
  const id = await service.placeSimulatedCall({ mode: 'practice' });
  await waitForTurns(service.v1, id, 1);
  return id;
}

const say = (call_id: string, text: string) => service.app(appRoutes.sendTurn, { params: { call_id }, json: { text } });
const listSpoken = () => server.requests.flatMap(({ json }) => json.input ?? []);

test('the server speaks for the agent of a simulated call, and not for the recipient', async () => {
  const id = await service.placeSimulatedCall({ persona: 'interested' });
  expect(await waitForCall(service.v1, id)).toMatchObject({ status: 'completed', recording_url: expect.any(String) });
  const { turns } = await service.v1(v1Routes.getCallTimeline, { params: { call_id: id } });
  const host = new URL(server.baseUrl).host;
  for (const { speaker, speech } of turns)
    expect(speech).toEqual(speaker === 'agent' ? { model: 'kokoro', host, fallback: null } : undefined);
  const agentText = turns.flatMap(({ speaker, text }) => (speaker === 'agent' ? text : [])).join(' ');
  expect(listSpoken().toSorted().join(' ').length).toBe(agentText.length);
});

test('while the server fails, the built-in voice speaks, and the turn says why', async () => {
  const id = await startPractice();
  server.fault = (response) => (sendError(response, 500, 'out of memory'), true);
  const failed = (await say(id, 'Who is this?')).turns[1];
  expect(failed?.speech?.fallback).toBe('The server failed (HTTP 500). out of memory.');
  expect((failed?.end_seconds ?? 0) - (failed?.start_seconds ?? 0)).toBeGreaterThan(1);
  server.fault = null;
  server.speak = () => ({ bytes: Buffer.from('OggS'), type: 'audio/ogg' });
  const unreadable = (await say(id, 'Could you repeat that?')).turns[1];
  expect(unreadable?.speech?.fallback).toMatch(/^The server sent audio that cannot be used|will not be asked again/);
  await service.app(appRoutes.hangUp, { params: { call_id: id } });
  expect(await waitForCall(service.v1, id)).toMatchObject({ status: 'completed', recording_url: expect.any(String) });
});

test('a server that fails twice in a row is not asked again in that call, but in the next one', async () => {
  server.fault = (response) => (response.destroy(), true);
  const id = await startPractice();
  await say(id, 'Who is this?');
  const asked = listSpoken().length;
  const { turns } = await say(id, 'Could you repeat that?');
  expect(turns[1]?.speech?.fallback).toMatch(/It will not be asked again in this call\.$/);
  expect(listSpoken()).toHaveLength(asked);
  server.fault = null;
  const next = await startPractice();
  const timeline = await service.v1(v1Routes.getCallTimeline, { params: { call_id: next } });
  expect(timeline.turns[0]?.speech).toMatchObject({ fallback: null });
});

test('the key is in no file of the data folder', async () => {
  await startPractice();
  const files = readdirSync(service.dataDir, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(files.length).toBeGreaterThan(1);
  for (const { parentPath, name } of files)
    expect(readFileSync(join(parentPath, name)).includes(apiKey), name).toBe(false);
});
