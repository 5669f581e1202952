import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkLanguageModel } from '../../electron/service/features/language-model/check-language-model.ts';
import { findNoProxy } from '../../electron/service/platform/network/find-proxies.ts';
import { languageModelSettingsSchema, type LanguageModelStep } from '../../shared/agents/language-model.ts';
import { appRoutes } from '../../shared/contract/contract.ts';
import {
  sendError,
  startChatServer,
  startStream,
  type ChatFault,
  type ChatServer,
} from '../helpers/answering/chat-server.ts';
import { startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import type { StartedService } from '../helpers/service/start-service.ts';
import { createMemorySecretStore, createTestKeychain } from '../helpers/service/test-keychain.ts';

let service: StartedService;
let server: ChatServer;
const secrets = createMemorySecretStore();

beforeEach(async () => {
  secrets.secrets.clear();
  server = await startChatServer({ apiKey: 'sk-secret-1234' });
  service = await startServiceWithWorkspace({ keychain: createTestKeychain(secrets) });
});
afterEach(async () => {
  await service.stop();
  await server.close();
});

const getState = () => service.app(appRoutes.getLanguageModel, {});
const settings = (changes: object = {}) => ({ base_url: server.baseUrl, model: 'small', ...changes });
const check = async (changes: object = {}, api_key: string | null = 'sk-secret-1234') =>
  (await service.app(appRoutes.checkLanguageModel, { json: { settings: settings(changes), api_key } })).steps;
const save = (changes: object = {}, api_key: string | null = 'sk-secret-1234') =>
  service.app(appRoutes.changeLanguageModel, { json: { settings: settings(changes), api_key } });
const listResults = (steps: readonly LanguageModelStep[]) => steps.map(({ id, result }) => `${id} ${result}`);

test('agents follow rules until a server is entered, and nothing is sent before', async () => {
  expect(await getState()).toEqual({ settings: null, key_hint: null });
  expect(server.requests).toEqual([]);
});

test('settings are stored, and the key is in the keychain only', async () => {
  await save({ input_price_usd: 0.15, output_price_usd: 0.6 });
  const state = await getState();
  expect(state).toEqual({
    settings: {
      ...settings(),
      allow_http: false,
      input_price_usd: 0.15,
      output_price_usd: 0.6,
      corrects_itself: true,
      plays_recipients: false,
    },
    key_hint: '1234',
  });
  expect([...secrets.secrets.values()].filter((secret) => secret === 'sk-secret-1234')).toHaveLength(1);

  await save({ model: 'large' }, null);
  expect(await getState()).toMatchObject({ settings: { model: 'large' }, key_hint: '1234' });
  await save({ base_url: 'http://127.0.0.1:9/v1' }, null);
  expect((await getState()).key_hint).toBeNull();
  await service.app(appRoutes.changeLanguageModel, { json: { settings: null } });
  expect(await getState()).toEqual({ settings: null, key_hint: null });
  expect([...secrets.secrets.values()]).not.toContain('sk-secret-1234');
});

test('the models of a server are listed, also with the stored key', async () => {
  const list = (api_key: string | null) =>
    service.app(appRoutes.listLanguageModels, { json: { settings: { base_url: server.baseUrl }, api_key } });
  expect(await list('sk-secret-1234')).toEqual({ models: ['large', 'small'] });
  await expect(list('sk-other')).rejects.toMatchObject({
    code: 'language_model_unusable',
    message: 'The server refuses the API key. Enter the API key again.',
  });
  await save();
  expect(await list(null)).toEqual({ models: ['large', 'small'] });
  await expect(list('Bearer sk-secret-1234')).rejects.toMatchObject({ errors: [{ pointer: '/api_key' }] });
});

test('the address of an operation is taken for its base URL', async () => {
  for (const operation of ['/chat/completions', '/models/', '/embeddings', '/audio/speech'])
    expect((await check({ base_url: `${server.baseUrl}${operation}` })).map(({ result }) => result)).not.toContain(
      'failed',
    );
});

test('the lists of other servers are read', async () => {
  const list = async (body: unknown) => {
    server.fault = (response) => (
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body)),
      true
    );
    const { models } = await service.app(appRoutes.listLanguageModels, {
      json: { settings: { base_url: server.baseUrl }, api_key: '' },
    });
    return models;
  };
  expect(await list([{ id: 'b' }, { id: 'a' }])).toEqual(['a', 'b']);
  expect(
    await list({
      models: [
        { name: 'One', model: 'one:8b' },
        { key: 'two', display_name: 'Two' },
      ],
    }),
  ).toEqual(['one:8b', 'two']);
  expect(await list({ models: [{ name: 'x.gguf' }], data: [{ id: 'x' }] })).toEqual(['x']);
  expect(await list({ object: 'list', data: null })).toEqual([]);
  expect(await list({ data: [{ id: 'a' }, { object: 'model' }, { id: null }, { id: 'z'.repeat(400) }] })).toEqual([
    'a',
  ]);
});

describe('a check', () => {
  test('passes each step, and changes nothing', async () => {
    const steps = await check();
    expect(listResults(steps)).toEqual([
      'address passed',
      'key passed',
      'model passed',
      'stream passed',
      'tool passed',
      'speed passed',
    ]);
    expect(steps[0]?.detail).toBe('The server is on this computer, so text does not leave it.');
    expect((await getState()).settings).toBeNull();
  });

  test('warns of a model that uses no tools', async () => {
    server.script = () => ({ text: 'We open at nine.' });
    expect(listResults(await check())).toContain('tool warning');
  });

  const chunk = (content: string) => ({ choices: [{ delta: { content } }] });
  const cut: ChatFault = (response) => (
    startStream(response)(chunk('I am')),
    setTimeout(() => response.destroy(), 20),
    true
  );
  const cases: readonly [name: string, failed: string, prepare: () => object][] = [
    ['an address of nothing', 'address', () => ({ base_url: 'http://127.0.0.1:9/v1' })],
    ['an address that is none', 'address', () => ({ base_url: 'http://example.com/v1' })],
    ['a model that the server does not have', 'model', () => ({ model: 'huge' })],
    [
      'a server that fails',
      'stream',
      () => ((server.fault = (response) => (sendError(response, 500, 'no'), true)), {}),
    ],
    ['a stream that is cut', 'stream', () => ((server.fault = cut), {})],
  ];
  for (const [name, failed, prepare] of cases)
    test(`says what to do about ${name}`, async () => {
      const steps = await check(prepare());
      const step = steps.find(({ result }) => result === 'failed');
      expect(step).toMatchObject({ id: failed, fix: expect.stringMatching(/\.$/) });
      expect(steps).toHaveLength(6);
      expect(listResults(steps.slice(steps.findIndex(({ id }) => id === failed) + 1)).join()).not.toMatch(
        /passed|failed/,
      );
    });

  test('ends if the server is silent', async () => {
    server.fault = () => true;
    const parsed = languageModelSettingsSchema.parse(settings());
    const options = { findProxies: findNoProxy, signal: AbortSignal.timeout(10_000), timeoutMs: 300 };
    expect((await checkLanguageModel(parsed, '', options))[0]).toMatchObject({
      id: 'address',
      result: 'failed',
      fix: 'Try again, or use a smaller model.',
    });
  });

  test('says that the key is refused, without the key', async () => {
    const steps = await check({}, 'sk-wrong-9999');
    expect(listResults(steps).slice(0, 2)).toEqual(['address passed', 'key failed']);
    expect(JSON.stringify(steps)).not.toContain('sk-wrong');
  });
});
