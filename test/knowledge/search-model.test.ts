import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import type { SearchModelSettings } from '../../shared/knowledge/search-model.ts';
import {
  embedWords,
  sendJson,
  startEmbeddingsServer,
  type EmbeddingsServer,
  type Fault,
} from '../helpers/knowledge/embeddings-server.ts';
import { waitFor } from '../helpers/clock/wait-for.ts';
import { startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import type { StartedService } from '../helpers/service/start-service.ts';
import { createMemorySecretStore, createTestKeychain } from '../helpers/service/test-keychain.ts';
import { upload, uploadAndWait } from '../helpers/service/upload.ts';
import { waitForDocument } from '../helpers/service/wait-for-document.ts';
import { testOnFile } from '../helpers/service/test-on-file.ts';

const dictionary = { wärmepumpe: 'pump', garantie: 'warranty', jahre: 'year', zehn: 'ten' };
const warranty = 'The warranty of the pump ends after ten years. It does not cover damage by frost.';
const parking = 'Visitors park behind the building. Parking is free on Sundays.';

let service: StartedService;
let server: EmbeddingsServer;
const secrets = createMemorySecretStore();

beforeEach(async () => {
  secrets.secrets.clear();
  server = await startEmbeddingsServer({ apiKey: 'sk-secret-1234', dictionary });
  service = await startServiceWithWorkspace({ keychain: createTestKeychain(secrets) });
});
afterEach(async () => {
  await service.stop();
  await server.close();
});

const encodeFloats = (vector: readonly number[]) => Buffer.from(Float32Array.from(vector).buffer).toString('base64');
const getState = () => service.app(appRoutes.getSearchModel, {});
const ask = (query: string) => service.app(appRoutes.askKnowledge, { json: { query, limit: 3 } });

const waitForReplacement = () => waitFor(async () => expect((await getState()).next).toBeNull());

function createServerSettings(changes: object = {}): SearchModelSettings {
  return {
    kind: 'server',
    base_url: server.baseUrl,
    model: 'words',
    allow_http: false,
    question_prefix: '',
    passage_prefix: '',
    ...changes,
  };
}

async function useServer(api_key: string | null = 'sk-secret-1234'): Promise<void> {
  await service.app(appRoutes.changeSearchModel, { json: { settings: createServerSettings(), api_key } });
  await waitForReplacement();
}

test('the built-in model is used first, and says which languages it understands', async () => {
  expect(await getState()).toEqual({
    settings: { kind: 'built_in' },
    dimensions: 384,
    languages: ['en'],
    key_hint: null,
    problem: null,
    next: null,
    next_problem: null,
  });
});

test('documents are embedded again with a server, and a German question then finds its English passage', async () => {
  await uploadAndWait(service.v1, 'Warranty', warranty);
  await uploadAndWait(service.v1, 'Parking', parking);
  await useServer();
  expect(await getState()).toMatchObject({
    settings: { kind: 'server', model: 'words' },
    dimensions: 64,
    languages: ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl'],
    key_hint: '1234',
    problem: null,
  });
  const { data } = await ask('Garantie Wärmepumpe zehn Jahre');
  expect(data[0]?.title).toBe('Warranty');
  expect(server.requests.every(({ authorization }) => authorization === 'Bearer sk-secret-1234')).toBe(true);
});

test('a document that is added afterwards is embedded with the server', async () => {
  await useServer();
  const before = server.requests.length;
  await uploadAndWait(service.v1, 'Warranty', warranty);
  expect(server.requests.slice(before).flatMap(({ input }) => input)).toContain(`Warranty\n${warranty}`);
  expect((await ask('Garantie Wärmepumpe')).data[0]?.title).toBe('Warranty');
});

test('while documents wait for the server, the built-in model answers; a cancellation keeps it', async () => {
  await uploadAndWait(service.v1, 'Warranty', warranty);
  server.fault = (response, { input }) =>
    input.some((text) => text.includes('frost')) && sendJson(response, 503, { error: 'starting' });
  await service.app(appRoutes.changeSearchModel, {
    json: { settings: createServerSettings(), api_key: 'sk-secret-1234' },
  });
  await waitFor(async () => expect((await getState()).next_problem).not.toBeNull());
  expect(await getState()).toMatchObject({
    settings: { kind: 'built_in' },
    problem: null,
    next: { done: 0, total: 1 },
    next_problem: 'The server is busy. Try again in a while.',
  });
  expect(await ask('How long is the pump guaranteed?')).toMatchObject({
    answer: 'likely',
    data: [{ title: 'Warranty' }],
  });
  await service.app(appRoutes.cancelSearchModelChange, {});
  expect(await getState()).toMatchObject({ settings: { kind: 'built_in' }, next: null });
  expect([...secrets.secrets.values()].join()).not.toContain('sk-secret');
});

test('a document that is added during the change is in both indexes', async () => {
  await uploadAndWait(service.v1, 'Parking', parking);
  let isOpen = false;
  server.fault = (response, { input }) =>
    !isOpen && input.some((text) => text.includes('Sundays')) && sendJson(response, 503, {});
  await service.app(appRoutes.changeSearchModel, {
    json: { settings: createServerSettings(), api_key: 'sk-secret-1234' },
  });
  await uploadAndWait(service.v1, 'Warranty', warranty);
  expect((await ask('How long is the pump guaranteed?')).data[0]?.title).toBe('Warranty');
  isOpen = true;
  await waitForReplacement();
  expect((await getState()).settings.kind).toBe('server');
  expect((await ask('Garantie Wärmepumpe')).data[0]?.title).toBe('Warranty');
});

test('if the server is away, searches find words only and say so, and documents wait and continue', async () => {
  await uploadAndWait(service.v1, 'Warranty', warranty);
  await useServer();
  server.fault = (response) => sendJson(response, 500, { error: { message: 'GPU lost' } });
  expect(await ask('pump warranty')).toMatchObject({
    answer: 'possible',
    is_answered: false,
    is_words_only: true,
    data: [{ title: 'Warranty', dense: 0 }],
  });
  expect((await ask('Garantie Wärmepumpe')).data).toEqual([]);
  expect((await getState()).problem).toBe('The server failed (HTTP 500). GPU lost. Try again in a while.');
  const id = await upload(service.v1, 'Parking', parking);
  await waitFor(() => expect(server.requests.flatMap(({ input }) => input).join()).toContain('Sundays'));
  expect((await service.v1(v1Routes.getDocument, { params: { document_id: id } })).status).toBe('processing');
  server.fault = null;
  expect((await waitForDocument(service.v1, id)).status).toBe('active');
  expect((await getState()).problem).toBeNull();
  expect(await ask('Garantie Wärmepumpe')).not.toHaveProperty('is_words_only');
});

test('going back to the built-in model brings back its answers', async () => {
  await uploadAndWait(service.v1, 'Warranty', warranty);
  const before = await ask('How long is the pump guaranteed?');
  await useServer();
  await service.app(appRoutes.changeSearchModel, { json: { settings: { kind: 'built_in' } } });
  await waitForReplacement();
  expect(await getState()).toMatchObject({ settings: { kind: 'built_in' }, key_hint: null });
  const after = await ask('How long is the pump guaranteed?');
  expect(after.answer).toBe(before.answer);
  expect(after.data.map(({ score }) => score.toFixed(3))).toEqual(before.data.map(({ score }) => score.toFixed(3)));
});

testOnFile('a restored workspace asks for the API key, and then uses the vectors that it has', async () => {
  await uploadAndWait(service.v1, 'Warranty', warranty);
  await useServer();
  const { path } = await service.app(appRoutes.createBackup, { json: {} });
  expect(readFileSync(path).includes('sk-secret')).toBe(false);
  const [backup] = (await service.app(appRoutes.listBackups, {})).data;
  const params = { backup_id: backup?.backup_id ?? '' };
  const { workspace_id } = await service.app(appRoutes.restoreBackup, { params, json: {} });
  await service.app(appRoutes.openWorkspace, { params: { workspace_id } });
  expect(await ask('pump warranty')).toMatchObject({ is_words_only: true, data: [{ title: 'Warranty' }] });
  expect((await getState()).problem).toBe(
    'The API key of the search model is not stored on this computer. Enter it again in Settings under Search model.',
  );
  const json = { settings: createServerSettings(), api_key: 'sk-secret-1234' };
  expect(await service.app(appRoutes.changeSearchModel, { json })).toEqual({ is_replacing: false });
  expect((await ask('Garantie Wärmepumpe')).data[0]?.title).toBe('Warranty');
  expect(await getState()).toMatchObject({ problem: null, key_hint: '1234' });
});

describe('a server that cannot be used', () => {
  const endless: Fault = (response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    const write = () => {
      while (!response.destroyed && response.write('[1,'.repeat(20_000)));
      if (!response.destroyed) response.once('drain', write);
    };
    response.write('{"data":[');
    write();
    return true;
  };
  const answer =
    (embed: (index: number) => unknown): Fault =>
    (response, { input }) =>
      sendJson(response, 200, { data: input.map((_, index) => ({ index, embedding: embed(index) })) });
  const html: Fault = (response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>Log in</html>');
    return true;
  };
  const cut: Fault = (response) => {
    response.writeHead(200, { 'Content-Length': '1000' }).write('{"data":');
    setTimeout(() => response.destroy(), 20);
    return true;
  };
  test.each<[string, Fault, RegExp]>([
    ['401', (response) => sendJson(response, 401, {}), /refuses the API key\./],
    ['403', (response) => sendJson(response, 403, {}), /may not use this model/],
    ['404', (response) => sendJson(response, 404, {}), /no such model, or offers no embeddings at this address/],
    ['429', (response) => sendJson(response, 429, {}, { 'Retry-After': '30' }), /asks to wait/],
    ['500', (response) => sendJson(response, 500, {}), /failed \(HTTP 500\)/],
    ['a redirect', (response) => (response.writeHead(302, { Location: '/other' }).end(), true), /redirects/],
    ['a page', html, /a web page instead of data/],
    ['a cut response', cut, /The connection broke before the server had responded/],
    ['an endless response', endless, /more than (8 MB|250,000 objects)/],
    [
      'an error',
      (response) => sendJson(response, 200, { error: { message: 'is loading' } }),
      /embeddings\. is loading\./,
    ],
    ['other JSON', (response) => sendJson(response, 200, { data: 'x' }), /something other than embeddings/],
    ['too few vectors', (response) => sendJson(response, 200, { data: [] }), /0 vectors for 32 texts/],
    ['vectors of several sizes', answer((index) => Array.from({ length: 16 + index }, () => 1)), /instead of/],
    ['null for NaN', answer(() => [null, ...Array.from({ length: 31 }, () => 1)]), /missing or infinite/],
    ['zeros', answer(() => Array.from({ length: 32 }, () => 0)), /missing or infinite/],
    [
      'numbers beyond a double',
      (response, { input }) => {
        const data = input.map((_, index) => `{"index":${index},"embedding":[1e999${',1'.repeat(31)}]}`);
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(`{"data":[${data.join()}]}`);
        return true;
      },
      /missing or infinite/,
    ],
    ['one vector for all texts', answer(() => Array.from({ length: 32 }, () => 1)), /as similar to every passage/],
    ['too small vectors', answer(() => [1, 2, 3]), /3 numbers/],
  ])('%s is one sentence with a fix, and nothing changes', async (_, fault, expected) => {
    server.fault = fault;
    const json = { settings: createServerSettings(), api_key: 'sk-secret-1234' };
    const { steps } = await service.app(appRoutes.checkSearchModel, { json });
    const failed = steps.find(({ result }) => result === 'failed');
    expect(failed?.detail).toMatch(expected);
    expect(failed?.fix).toMatch(/^[A-Z].*\.$/);
    await expect(service.app(appRoutes.changeSearchModel, { json })).rejects.toMatchObject({
      code: 'search_model_unusable',
      message: expect.stringMatching(expected),
    });
    expect(await getState()).toMatchObject({ settings: { kind: 'built_in' }, next: null });
    expect(JSON.stringify(steps)).not.toContain('sk-secret');
  });

  const other =
    (change: (vectors: readonly (readonly number[])[]) => unknown): Fault =>
    (response, { input }) =>
      sendJson(response, 200, change(input.map((text) => embedWords(text, 64, dictionary))));
  const limited =
    (status: number, error: unknown): Fault =>
    (response, { input }) =>
      input.length > 10 && sendJson(response, status, { error });
  test.each<[string, Fault]>([
    ['Base64', other((all) => ({ data: all.map((vector, index) => ({ index, embedding: encodeFloats(vector) })) }))],
    ['one index', other((all) => ({ data: all.map((embedding) => ({ index: 0, embedding })) }))],
    ['lists in lists', other((all) => all.map((embedding, index) => ({ index, embedding: [embedding] })))],
    ['only lists', other((all) => ({ model: 'small', embeddings: all }))],
    ['a limit of texts', limited(400, { message: 'batch size is invalid, it should not be larger than 10' })],
    ['a limit of bytes', limited(413, 'Payload Too Large')],
    [
      'no choice of the format',
      (response, request) => 'encoding_format' in request && sendJson(response, 400, { error: 'encoding_format?' }),
    ],
  ])('a server with %s can be used', async (_, fault) => {
    server.fault = fault;
    const { steps } = await service.app(appRoutes.checkSearchModel, {
      json: { settings: createServerSettings(), api_key: 'sk-secret-1234' },
    });
    expect(steps.filter(({ result }) => result === 'failed')).toEqual([]);
  });

  test('an address that cannot be reached or used is named', async () => {
    const check = (base_url: string) =>
      service.app(appRoutes.checkSearchModel, { json: { settings: createServerSettings({ base_url }) } });
    expect((await check('http://127.0.0.1:9/v1')).steps).toMatchObject([
      { id: 'address', result: 'failed', detail: '127.0.0.1 refuses connections on port 9.' },
    ]);
    expect((await check('http://example.com/v1')).steps).toMatchObject([
      { id: 'address', result: 'failed', fix: expect.stringContaining('Use https://') },
    ]);
  });
});

testOnFile('only an admin may change the model, and the key is nowhere but in the keychain', async () => {
  await useServer();
  await expect(
    service.app(appRoutes.checkSearchModel, { json: { settings: createServerSettings(), api_key: 'x'.repeat(2000) } }),
  ).rejects.toMatchObject({ code: 'malformed' });
  const { workspaces } = await service.app(appRoutes.measureStorage, {});
  const file = `${service.dataDir}/workspaces/${workspaces[0]?.workspace_id}/workspace.db`;
  for (const path of [file, `${file}-wal`]) expect(readFileSync(path).includes('sk-secret')).toBe(false);
  await service.app(appRoutes.changeRole, { json: { role: 'manager' } });
  await expect(
    service.app(appRoutes.changeSearchModel, { json: { settings: { kind: 'built_in' } } }),
  ).rejects.toMatchObject({ code: 'forbidden' });
  expect((await getState()).settings.kind).toBe('server');
});
