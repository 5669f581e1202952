import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createChatClient, type ChatClient } from '../../electron/service/features/language-model/chat-client.ts';
import { ModelServerError } from '../../electron/service/features/model-server/model-server-client.ts';
import { findNoProxy } from '../../electron/service/platform/network/find-proxies.ts';
import {
  sendError,
  startChatServer,
  startStream,
  type ChatFault,
  type ChatServer,
} from '../helpers/answering/chat-server.ts';

let server: ChatServer;
let client: ChatClient;

beforeEach(async () => {
  server = await startChatServer({ apiKey: 'sk-secret-1234' });
  client = openClient();
});
afterEach(async () => {
  client.close();
  await server.close();
});

function openClient({ apiKey = 'sk-secret-1234', model = 'small', timeouts = {} } = {}): ChatClient {
  const settings = { base_url: server.baseUrl, allow_http: false };
  return createChatClient({ settings, model, apiKey, findProxies: findNoProxy, timeouts });
}

const ask = (chat = client, onText?: (piece: string) => void) =>
  chat.ask({
    messages: [{ role: 'user', content: 'Hello?' }],
    maxTokens: 50,
    signal: AbortSignal.timeout(10_000),
    ...(onText && { onText }),
  });

test('an answer arrives in pieces, with the number of its tokens', async () => {
  const pieces: string[] = [];
  server.script = () => ({ text: 'We open at nine, every day – außer sonntags.' });
  const answer = await ask(client, (piece) => pieces.push(piece));
  expect(answer).toMatchObject({
    text: 'We open at nine, every day – außer sonntags.',
    toolCalls: [],
    tokens: { input: 1_000, output: 100 },
  });
  expect(pieces.length).toBeGreaterThan(10);
  expect(answer.firstTokenMs).toBeGreaterThanOrEqual(0);
});

test('the arguments of two tools are put together, wherever they were split', async () => {
  const args = { question: 'When does „it“ end?\n' };
  server.script = () => ({
    text: 'One moment.',
    tools: [
      { name: 'search', args },
      { name: 'note', args: {} },
    ],
  });
  const { text, toolCalls } = await ask();
  expect(text).toBe('One moment.');
  expect(toolCalls.map(({ function: { name, arguments: json } }) => [name, JSON.parse(json)])).toEqual([
    ['search', args],
    ['note', {}],
  ]);
});

const chunk = (content: string) => ({ choices: [{ delta: { content } }] });

const faults: Readonly<
  Record<string, { readonly fault: ChatFault; readonly failed: string; readonly message: string }>
> = {
  'a key that was revoked': {
    fault: (response) => (sendError(response, 401, 'Incorrect API key sk-secret-1234.'), true),
    failed: 'key',
    message: 'The server refuses the API key.',
  },
  'an unknown model': {
    fault: (response) => (sendError(response, 404, 'model not found'), true),
    failed: 'model',
    message: 'The server has no such model, or offers no chat completions at this address (HTTP 404).',
  },
  'too many requests': {
    fault: (response) => (sendError(response, 429, 'slow down', { 'Retry-After': '7' }), true),
    failed: 'answer',
    message: 'The server asks to wait, because it receives too many requests.',
  },
  'a failure': {
    fault: (response) => (sendError(response, 500, 'CUDA out of memory'), true),
    failed: 'answer',
    message: 'The server failed (HTTP 500). CUDA out of memory.',
  },
  'a stream that is cut': {
    fault: (response) => {
      startStream(response)(chunk('We open'));
      setTimeout(() => response.destroy(), 50);
      return true;
    },
    failed: 'answer',
    message: 'The connection broke before the server had responded.',
  },
  'something other than JSON': {
    fault: (response) => (startStream(response)('{"choices": ['), response.end(), true),
    failed: 'answer',
    message: 'The server sent something other than an answer.',
  },
  'an error in the stream': {
    fault: (response) => (startStream(response)({ error: { message: 'overloaded' } }), response.end(), true),
    failed: 'answer',
    message: 'The server failed in the middle of an answer. overloaded',
  },
  'an empty answer': {
    fault: (response) => (startStream(response)('[DONE]'), response.end(), true),
    failed: 'answer',
    message: 'The model sent an empty answer.',
  },
  'a filter': {
    fault: (response) => (
      startStream(response)({ choices: [{ delta: {}, finish_reason: 'content_filter' }] }),
      response.end(),
      true
    ),
    failed: 'answer',
    message: 'The filter of the server blocked the answer.',
  },
  'a page instead of a stream': {
    fault: (response) => (response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Welcome</h1>'), true),
    failed: 'answer',
    message: 'The server sent no stream of events.',
  },
};

describe('a fault is a sentence without the key:', () => {
  for (const [name, { fault, failed, message }] of Object.entries(faults))
    test(name, async () => {
      server.fault = fault;
      const error = await ask().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ModelServerError);
      expect(error).toMatchObject({ failed, message });
      expect(JSON.stringify([String(error), (error as ModelServerError).fix])).not.toContain('sk-secret');
    });
});

test('a server that is silent in the middle of an answer does not hold the call', async () => {
  server.fault = (response) => (startStream(response)(chunk('We')), true);
  const impatient = openClient({ timeouts: { idleMs: 300 } });
  await expect(ask(impatient)).rejects.toMatchObject({ failed: 'answer' });
  impatient.close();
});

test('an endless answer is read only as far as anyone would listen', async () => {
  server.fault = (response) => {
    const send = startStream(response);
    const timer = setInterval(() => send(chunk('and another thing '.repeat(20))), 1);
    response.on('close', () => clearInterval(timer));
    return true;
  };
  expect((await ask()).text).toHaveLength(2_000);
});

test('a piece of 100 kB is cut as well', async () => {
  server.fault = (response) => (startStream(response)(chunk('word '.repeat(20_000))), response.end(), true);
  expect((await ask()).text).toHaveLength(2_000);
});

test('a caller who stops waiting gets the reason, and the server sees the end', async () => {
  const ended = Promise.withResolvers<void>();
  server.fault = (response) => (response.on('close', () => ended.resolve()), startStream(response)(chunk('We')), true);
  const controller = new AbortController();
  const asked = client.ask({ messages: [], maxTokens: 5, signal: controller.signal });
  setTimeout(() => controller.abort(new Error('The call ended.')), 100);
  await expect(asked).rejects.toThrow('The call ended.');
  await ended.promise;
});
