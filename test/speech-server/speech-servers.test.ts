import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkSpeechServer } from '../../electron/service/features/speech-server/check-speech-server.ts';
import { createRecorder } from '../../electron/service/features/speech/recorder.ts';
import { findNoProxy } from '../../electron/service/platform/network/find-proxies.ts';
import { speechServerSettingsSchema, type SpeechServerStep } from '../../shared/agents/speech-server.ts';
import { appRoutes } from '../../shared/contract/contract.ts';
import { sendError } from '../helpers/answering/chat-server.ts';
import { startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import type { StartedService } from '../helpers/service/start-service.ts';
import { createMemorySecretStore, createTestKeychain } from '../helpers/service/test-keychain.ts';
import { startSpeechServer, type SpeechServer } from '../helpers/speech/speech-server.ts';

let service: StartedService;
let server: SpeechServer;
const secrets = createMemorySecretStore();

beforeEach(async () => {
  secrets.secrets.clear();
  server = await startSpeechServer({ apiKey: 'sk-secret-1234' });
  service = await startServiceWithWorkspace({ keychain: createTestKeychain(secrets) });
});
afterEach(async () => {
  await service.stop();
  await server.close();
});

const models = { speech_model: 'kokoro', voice: 'af_heart', transcription_model: 'whisper' };
const settings = (changes: object = {}) => ({ base_url: server.baseUrl, ...models, ...changes });
const getState = () => service.app(appRoutes.getSpeechServer, {});
const check = async (changes: object = {}, api_key: string | null = 'sk-secret-1234') =>
  (await service.app(appRoutes.checkSpeechServer, { json: { settings: settings(changes), api_key } })).steps;
const save = (changes: object = {}, api_key: string | null = 'sk-secret-1234') =>
  service.app(appRoutes.changeSpeechServer, { json: { settings: settings(changes), api_key } });
const listResults = (steps: readonly SpeechServerStep[]) => steps.map(({ id, result }) => `${id} ${result}`);

test('agents speak with built-in voices until a server is entered, and nothing is sent before', async () => {
  expect(await getState()).toEqual({ settings: null, key_hint: null });
  const json = { voice: 'kal16', speaking_rate_percent: 100, text: 'Hello.' } as const;
  await service.app(appRoutes.createVoiceSample, { json });
  expect(server.requests).toEqual([]);
});

test('settings are stored, and the key is in the keychain only', async () => {
  await save();
  expect(await getState()).toEqual({ settings: { ...settings(), allow_http: false }, key_hint: '1234' });
  expect([...secrets.secrets.values()].filter((secret) => secret === 'sk-secret-1234')).toHaveLength(1);
  await save({ base_url: 'http://127.0.0.1:9/v1' }, null);
  expect((await getState()).key_hint).toBeNull();
  await service.app(appRoutes.changeSpeechServer, { json: { settings: null } });
  expect(await getState()).toEqual({ settings: null, key_hint: null });
  expect([...secrets.secrets.values()]).not.toContain('sk-secret-1234');
});

test.each([
  ['neither model', { speech_model: '', transcription_model: '' }],
  ['a speech model without a voice', { voice: ' ' }],
])('settings with %s are refused', async (_, changes) => {
  await expect(save(changes)).rejects.toMatchObject({ code: 'malformed' });
});

test('a sample is what the server says, at the speed of the agent', async () => {
  await save();
  const json = { voice: 'kal16', speaking_rate_percent: 120, text: 'Hello there.' } as const;
  const response = await service.app(appRoutes.createVoiceSample, { json });
  expect((await response.arrayBuffer()).byteLength / 32_000).toBeCloseTo(12 * 0.06, 1);
  expect(server.requests.map(({ json: body }) => body)).toEqual([
    { model: 'kokoro', input: 'Hello there.', voice: 'af_heart', response_format: 'wav', speed: 1.2 },
  ]);
});

test('the models of a server are listed, also with the stored key', async () => {
  const list = (api_key: string | null) =>
    service.app(appRoutes.listSpeechModels, { json: { settings: { base_url: server.baseUrl }, api_key } });
  expect(await list('sk-secret-1234')).toEqual({ models: ['kokoro', 'whisper'] });
  await expect(list('sk-other')).rejects.toMatchObject({ code: 'speech_server_unusable' });
  await save();
  expect(await list(null)).toEqual({ models: ['kokoro', 'whisper'] });
});

describe('a check', () => {
  test('passes each step, and changes nothing', async () => {
    const steps = await check();
    expect(listResults(steps)).toEqual([
      'address passed',
      'key passed',
      'model passed',
      'speech passed',
      'speed passed',
      'transcription passed',
    ]);
    expect(steps[0]?.detail).toBe('The server is on this computer, so voice does not leave it.');
    expect((await getState()).settings).toBeNull();
  });

  test.each([
    ['transcription_model', ['speech passed', 'transcription skipped']],
    ['speech_model', ['speech skipped', 'transcription passed']],
  ])('skips what a server without %s does not do', async (field, results) => {
    expect(listResults(await check({ [field]: '' }))).toEqual(expect.arrayContaining(results));
  });

  test('warns of a transcript that says something else', async () => {
    server.hear = () => 'Thanks for watching!';
    expect((await check()).at(-1)).toMatchObject({
      result: 'warning',
      detail: 'It understands “Thanks for watching!” instead of “Please call me back on Monday.”',
    });
  });

  const only = (path: string) => (run: () => void) => (request: { readonly path: string }) =>
    request.path.endsWith(path) && (run(), true);
  const cases: readonly [name: string, failed: string, prepare: () => object][] = [
    ['an address of nothing', 'address', () => ({ base_url: 'http://127.0.0.1:9/v1' })],
    ['an address that is none', 'address', () => ({ base_url: 'http://example.com/v1' })],
    ['a model that the server does not have', 'model', () => ({ speech_model: 'huge' })],
    ['a transcription model that the server does not have', 'transcription', () => ({ transcription_model: 'huge' })],
    [
      'a server that fails',
      'speech',
      () => ((server.fault = (response) => (sendError(response, 500, 'no'), true)), {}),
    ],
    [
      'a sound that is none',
      'speech',
      () => ((server.speak = () => ({ bytes: Buffer.from('OggS'), type: 'audio/ogg' })), {}),
    ],
    [
      'a text instead of a sound',
      'speech',
      () => ((server.speak = () => ({ bytes: Buffer.from('{}'), type: 'application/json' })), {}),
    ],
    [
      'a transcript that is none',
      'transcription',
      () => (
        (server.fault = (response, request) => only('transcriptions')(() => response.end('{"words":[]}'))(request)),
        {}
      ),
    ],
  ];
  for (const [name, failed, prepare] of cases)
    test(`says what to do about ${name}`, async () => {
      const steps = await check(prepare());
      expect(steps.find(({ result }) => result === 'failed')).toMatchObject({
        id: failed,
        detail: expect.stringMatching(/\.$/),
        fix: expect.stringMatching(/\.$/),
      });
      expect(steps).toHaveLength(6);
    });

  test('says that the key is refused, without the key', async () => {
    const steps = await check({}, 'sk-wrong-9999');
    expect(listResults(steps).slice(0, 2)).toEqual(['address passed', 'key failed']);
    expect(JSON.stringify(steps)).not.toContain('sk-wrong');
  });

  test('ends if the server is silent', async () => {
    server.fault = () => true;
    const parsed = speechServerSettingsSchema.parse(settings());
    const recorder = createRecorder();
    const options = { findProxies: findNoProxy, recorder, signal: AbortSignal.timeout(10_000), timeoutMs: 300 };
    expect((await checkSpeechServer(parsed, '', options))[0]).toMatchObject({ id: 'address', result: 'failed' });
    await recorder.close();
  });
});
