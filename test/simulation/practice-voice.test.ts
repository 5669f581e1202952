import { globSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HeardEvent } from '../../shared/calls/practice-voice.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { waitForCall, waitForTurns } from '../helpers/service/wait-for-call.ts';
import { encodeSamples } from '../helpers/speech/encode-samples.ts';
import { startSpeechServer, type SpeechServer } from '../helpers/speech/speech-server.ts';
import { decodeRecording, findSound } from '../speech/decoded-recording.ts';
import { createRoomNoise, joinSounds, speakSound } from '../helpers/speech/spoken-sound.ts';

let service: CallService;
let server: SpeechServer;

beforeEach(async () => {
  server = await startSpeechServer();
  service = await startCallService();
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

const useTranscription = () =>
  service.app(appRoutes.changeSpeechServer, {
    json: { settings: { base_url: server.baseUrl, transcription_model: 'whisper' } },
  });

const sendVoice = (call_id: string, samples: Float32Array, mode: 'open' | 'push' = 'open', ends = false) =>
  service.app(appRoutes.sendVoice, { params: { call_id }, json: { samples: encodeSamples(samples), mode, ends } });

/** Sends a sound in pieces of 100 ms until a turn was heard. */
async function speak(callId: string, sound: Float32Array): Promise<HeardEvent[]> {
  const heard: HeardEvent[] = [];
  for (let start = 0; start < sound.length; start += 1_600)
    heard.push(...(await sendVoice(callId, sound.slice(start, start + 1_600))).events);
  while (!heard.some(({ kind }) => kind === 'turn' || kind === 'failed'))
    heard.push(...(await sendVoice(callId, createRoomNoise(0.1))).events);
  return heard;
}

test('without a transcription model, nothing is heard, and typing works', async () => {
  const id = await startPractice();
  await expect(sendVoice(id, createRoomNoise(0.1))).rejects.toMatchObject({ code: 'speech_server_unusable' });
  const json = { text: 'Hello?' };
  expect((await service.app(appRoutes.sendTurn, { params: { call_id: id }, json })).turns).toHaveLength(2);
});

test('a spoken turn is transcribed, answered, and recorded with the real voice', async () => {
  await useTranscription();
  server.hear = () => 'Who is calling, please?';
  const id = await startPractice();
  const sentence = await speakSound('Please call me back on Monday.', 'rms');
  const heard = await speak(id, joinSounds(createRoomNoise(0.5), sentence, createRoomNoise(1.5)));
  expect(heard[0]).toEqual({ kind: 'interruption' });
  const turn = heard.at(-1);
  if (turn?.kind !== 'turn') throw new Error('No turn was heard.');
  expect(turn.text).toBe('Who is calling, please?');
  const json = { text: turn.text, voice_turn: turn.id };
  const { turns } = await service.app(appRoutes.sendTurn, { params: { call_id: id }, json });
  const host = new URL(server.baseUrl).host;
  expect(turns[0]).toMatchObject({ text: turn.text, speech: { model: 'whisper', host, fallback: null } });
  expect((turns[0]?.end_seconds ?? 0) - (turns[0]?.start_seconds ?? 0)).toBeCloseTo(sentence.length / 16_000, 0);
  expect(turns[1]?.speech).toBeUndefined();
  await service.app(appRoutes.hangUp, { params: { call_id: id } });
  expect(await waitForCall(service.v1, id)).toMatchObject({ status: 'completed', recording_url: expect.any(String) });
  await expect(sendVoice(id, createRoomNoise(0.1))).rejects.toMatchObject({ code: 'call_not_in_progress' });
  const { turns: stored } = await service.v1(v1Routes.getCallTimeline, { params: { call_id: id } });
  expect(stored[1]?.speech).toMatchObject({ model: 'whisper' });
});

test('a recipient who speaks while the agent does is recorded together with it', async () => {
  await useTranscription();
  server.hear = () => 'Stop, who is calling, please?';
  const id = await startPractice();
  const listTurns = async () => (await service.v1(v1Routes.getCallTimeline, { params: { call_id: id } })).turns;
  const [greeting] = await listTurns();
  if (!greeting) throw new Error('There is no greeting.');
  const sentence = await speakSound('Please call me back on Monday.', 'rms');
  const turn = (await speak(id, joinSounds(createRoomNoise(0.5), sentence, createRoomNoise(1.5)))).at(-1);
  if (turn?.kind !== 'turn') throw new Error('No turn was heard.');
  const heard = { position: 0, seconds: 2 };
  const json = { text: turn.text, voice_turn: turn.id, heard };
  await service.app(appRoutes.sendTurn, { params: { call_id: id }, json });
  await service.app(appRoutes.hangUp, { params: { call_id: id } });
  await waitForCall(service.v1, id);
  const [agent, user, answer] = await listTurns();
  if (!agent || !user || !answer) throw new Error('The call is not complete.');
  expect(agent).toMatchObject({ interrupted: true, start_seconds: greeting.start_seconds });
  expect(agent.end_seconds).toBeCloseTo(greeting.start_seconds + 2, 1);
  const overlapSeconds = agent.end_seconds - user.start_seconds;
  expect(overlapSeconds).toBeGreaterThan(0.7);
  expect(overlapSeconds).toBeLessThan(1.1);
  expect(answer.start_seconds).toBeCloseTo(user.end_seconds + 0.5, 1);

  const [path = ''] = globSync(join(service.dataDir, 'workspaces', '*', 'recordings', '*.mp3'));
  const decoded = await decodeRecording(path);
  const agentSound = findSound(decoded, 0, agent.start_seconds - 0.2, answer.start_seconds - 0.1);
  const userSound = findSound(decoded, 1, agent.start_seconds, answer.start_seconds);
  expect(agentSound.endSeconds).toBeCloseTo(agent.end_seconds, 0);
  expect(userSound.startSeconds).toBeGreaterThan(user.start_seconds);
  expect(agentSound.endSeconds - userSound.startSeconds).toBeGreaterThan(0.3);
});

test('the sound of a request is bounded', async () => {
  await useTranscription();
  const id = await startPractice();
  await expect(sendVoice(id, createRoomNoise(4))).rejects.toMatchObject({ code: 'malformed' });
});
