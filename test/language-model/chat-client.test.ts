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

const chunk = (content: unknown, more = {}) => ({ choices: [{ delta: { content } }], ...more });

/** Answers with a text, or with a stream of events. */
function respond(body: string | readonly unknown[], type = 'text/event-stream'): ChatFault {
  const text = typeof body === 'string' ? body : body.map((data) => `data: ${JSON.stringify(data)}\n\n`).join('');
  return (response) => (response.writeHead(200, { 'Content-Type': type }).end(text), true);
}

const hello = chunk('Hello.');
const line = `data: ${JSON.stringify(hello)}`;
const unstreamed = { choices: [{ message: { role: 'assistant', content: 'Hello.' } }] };

describe('an answer is read:', () => {
  const answers: Readonly<Record<string, ChatFault>> = {
    'with comments, and without spaces': respond(`: wait\n\ndata:${JSON.stringify(hello)}\n\ndata:[DONE]\n\n`),
    'without an empty line at the end': respond(line),
    'without empty lines between its pieces': respond(
      `data: ${JSON.stringify(chunk('Hel'))}\ndata: ${JSON.stringify(chunk('lo.'))}\ndata: [DONE]\n\n`,
    ),
    'with an end that is written as JSON': respond(`${line}\n\ndata: "[DONE]"\n\n`),
    'as plain text': respond([hello], 'text/plain; charset=utf-8'),
    'as a stream that is said to be JSON': respond(`${line}\n\n`, 'application/json'),
    'as JSON, because the server does not stream': respond(JSON.stringify(unstreamed, null, 2), 'application/json'),
    'as messages in a stream': respond([unstreamed]),
    'in parts, without the thoughts': respond([
      chunk([{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }]),
      chunk([{ type: 'text', text: 'Hello.' }, { type: 'reference' }]),
    ]),
    'with nulls, and pieces without a choice': respond([null, { choices: null }, { type: 'ping' }, hello]),
    'with an odd reason for its end': respond([{ choices: [{ delta: { content: 'Hello.' }, finish_reason: false }] }]),
  };
  for (const [name, fault] of Object.entries(answers))
    test(name, async () => {
      server.fault = fault;
      expect((await ask()).text).toBe('Hello.');
    });
});

test('the number of tokens is the last complete one', async () => {
  const tokens = async (...usages: readonly unknown[]) => {
    server.fault = respond([hello, ...usages.map((usage) => ({ choices: [], usage }))]);
    return (await ask()).tokens;
  };
  expect(
    await tokens({ prompt_tokens: 11, total_tokens: 11 }, { prompt_tokens: 11, completion_tokens: 3 }, {}),
  ).toEqual({ input: 11, output: 3 });
  expect(await tokens({ prompt_tokens: null, completion_tokens: null })).toBeNull();
});

describe('two tool calls stay apart:', () => {
  const first = (more = {}) => ({ function: { name: 'a', arguments: '{"x":1}' }, ...more });
  const second = (more = {}) => ({ function: { name: 'b', arguments: '{"y":2}' }, ...more });
  const piece = (...tool_calls: readonly unknown[]) => ({ choices: [{ delta: { tool_calls } }] });
  const calls: Readonly<Record<string, readonly unknown[]>> = {
    'with one index': [piece(first({ index: 0, id: 'c1' })), piece(second({ index: 0, id: 'c2' }))],
    'without an index': [piece(first({ id: 'c1' }), second({ id: 'c2' }))],
    'without an index and an ID': [piece(first()), piece(second())],
    'with an index as text': [piece(first({ index: '0', id: 'c1' })), piece(second({ index: '1', id: 'c2' }))],
    'with arguments as objects': [
      piece({ function: { name: 'a', arguments: { x: 1 } } }, { function: { name: 'b', arguments: { y: 2 } } }),
    ],
    'with a repeated name': [
      piece({ index: 0, id: 'c1', function: { name: 'a', arguments: '{"x"' } }),
      piece({ index: 0, id: 'c1', function: { name: 'a', arguments: ':1}' } }),
      piece(second({ index: 1, id: 'c2' })),
    ],
    'with an ID for each piece': [
      piece({ index: 0, id: 'c1', function: { name: 'a', arguments: '{"x"' } }),
      piece({ index: 0, id: 'c3', function: { arguments: ':1}' } }),
      piece(second({ index: 1, id: 4 })),
    ],
    'with pieces that have neither an index nor an ID': [
      piece({ id: 'c1', function: { name: 'a', arguments: '{"x"' } }),
      piece({ function: { arguments: ':1}' } }),
      piece(second({ id: 'c2' })),
    ],
    'with one call at two indexes': [
      piece({ index: 0, id: 'c1', function: { name: 'a', arguments: '' } }),
      piece(first({ index: 1, id: 'c1' })),
      piece(second({ index: 2, id: 'c2' })),
    ],
  };
  for (const [name, chunks] of Object.entries(calls))
    test(name, async () => {
      server.fault = respond(chunks);
      const { toolCalls } = await ask();
      const parts = toolCalls.map(({ function: { name: tool, arguments: json } }) => `${tool} ${json}`);
      expect(parts).toEqual(['a {"x":1}', 'b {"y":2}']);
      expect(new Set(toolCalls.map(({ id }) => id)).size).toBe(2);
    });
});

test('a parameter that the server refuses is left out, or gets its new name', async () => {
  const bodies: object[] = [];
  server.fault = (response, request) => {
    bodies.push(request);
    const refused = ['stream_options', 'max_tokens'].find((name) => name in request);
    if (refused) sendError(response, 400, `Unsupported parameter: '${refused}'.`);
    else respond([hello])(response, request);
    return true;
  };
  expect((await ask()).text).toBe('Hello.');
  expect(bodies).toHaveLength(3);
  expect(bodies.at(-1)).toMatchObject({ max_completion_tokens: 50 });
  await ask();
  expect(bodies).toHaveLength(4);
});

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
    message: 'The server failed in the middle of an answer. overloaded.',
  },
  'an error that repeats the key': {
    fault: respond([{ error: { message: 'sk-secret-1234 has no credit' } }]),
    failed: 'answer',
    message: 'The server failed in the middle of an answer. ••• has no credit.',
  },
  'an error without that name': {
    fault: respond([{ object: 'error', message: 'the context is too long', code: 400 }]),
    failed: 'answer',
    message: 'The server failed in the middle of an answer. the context is too long.',
  },
  'an error in a field of its own': {
    fault: respond('error: {"code":500,"message":"no slot"}\n\n'),
    failed: 'answer',
    message: 'The server failed in the middle of an answer. no slot.',
  },
  'an error as JSON': {
    fault: respond('{"detail":[{"msg":"model crashed"}]}', 'application/json'),
    failed: 'answer',
    message: 'The server failed in the middle of an answer. model crashed.',
  },
  'an account without credit': {
    fault: (response) => (
      response
        .writeHead(429, { 'Content-Type': 'application/json' })
        .end('{"error":{"message":"You exceeded your quota.","code":"insufficient_quota"}}'),
      true
    ),
    failed: 'answer',
    message: 'The server refuses the request (HTTP 429). You exceeded your quota.',
  },
  'a context that is too short': {
    fault: (response) => (
      response
        .writeHead(400, { 'Content-Type': 'application/json' })
        .end(
          '{"error":{"message":"request (1930 tokens) exceeds the available context size (512 tokens)","code":400}}',
        ),
      true
    ),
    failed: 'answer',
    message:
      'The text is longer than the context of the model (HTTP 400). request (1930 tokens) exceeds the available context size (512 tokens).',
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
