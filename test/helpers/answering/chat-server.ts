import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { startLocalServer } from '../remote/start-local-server.ts';

export type ChatServerRequest = {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly tools: readonly { readonly function: { readonly name: string } }[];
};

/** What the model says, and the tools that it uses, with their arguments. */
export type ScriptedAnswer = {
  readonly text?: string;
  readonly tools?: readonly { readonly name: string; readonly args: unknown }[];
};

/** Answers instead of the server. Returns false if the server is to answer. */
export type ChatFault = (response: ServerResponse, request: ChatServerRequest) => boolean;

/** A server with `POST /chat/completions` and `GET /models` of the OpenAI API. */
export type ChatServer = {
  readonly baseUrl: string;
  readonly requests: ChatServerRequest[];
  /** Decides what the model answers. */
  script: (request: ChatServerRequest) => ScriptedAnswer;
  /** Null while it works. */
  fault: ChatFault | null;
  readonly close: () => Promise<void>;
};

type ChatServerOptions = {
  readonly apiKey?: string;
  readonly models?: readonly string[];
  /** Between two pieces of an answer. */
  readonly delayMs?: number;
};

/** Starts a server that streams its answers in pieces of three characters, and splits the arguments of tools anywhere. */
export async function startChatServer(options: ChatServerOptions = {}): Promise<ChatServer> {
  const { apiKey = '', models = ['small', 'large'], delayMs = 0 } = options;
  const requests: ChatServerRequest[] = [];
  const answer = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    let text = '';
    for await (const part of message) text += String(part);
    const path = message.url ?? '';
    const { authorization } = message.headers;
    const body = text === '' ? {} : (JSON.parse(text) as Partial<ChatServerRequest>); // sent by the service
    const request = { path, authorization, model: '', messages: [], tools: [], ...body };
    requests.push(request);
    if (started.fault?.(response, request)) return;
    if (apiKey !== '' && authorization !== `Bearer ${apiKey}`) return sendError(response, 401, 'Incorrect API key.');
    if (path === '/v1/models')
      return void response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ object: 'list', data: models.map((id) => ({ id, object: 'model' })) }));
    if (path !== '/v1/chat/completions') return sendError(response, 404, 'No such operation.');
    if (!models.includes(request.model)) return sendError(response, 404, 'No such model.');
    await streamAnswer(response, started.script(request), delayMs);
  };
  const { origin, close } = await startLocalServer(answer);
  const started: ChatServer = {
    baseUrl: `${origin}/v1`,
    requests,
    script: ({ tools }) =>
      tools.length > 0
        ? { tools: [{ name: tools[0]?.function.name ?? '', args: { day: 'Monday' } }] }
        : { text: 'I am ready.' },
    fault: null,
    close,
  };
  return started;
}

export function sendError(response: ServerResponse, status: number, message: string, headers = {}): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json', ...headers })
    .end(JSON.stringify({ error: { message } }));
}

export function startStream(response: ServerResponse): (chunk: unknown) => void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  return (chunk) => void response.write(`data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`);
}

export async function streamAnswer(response: ServerResponse, { text = '', tools = [] }: ScriptedAnswer, delayMs = 0) {
  const send = startStream(response);
  const sendDelta = async (delta: unknown) => {
    send({ choices: [{ index: 0, delta }] });
    if (delayMs > 0) await wait(delayMs);
  };
  await sendDelta({ role: 'assistant', content: '' });
  for (const piece of text.match(/[\s\S]{1,3}/g) ?? []) await sendDelta({ content: piece });
  for (const [index, { name, args }] of tools.entries()) {
    await sendDelta({
      tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name, arguments: '' } }],
    });
    for (const piece of JSON.stringify(args).match(/[\s\S]{1,3}/g) ?? [])
      await sendDelta({ tool_calls: [{ index, function: { arguments: piece } }] });
  }
  send({ choices: [{ index: 0, delta: {}, finish_reason: tools.length > 0 ? 'tool_calls' : 'stop' }] });
  send({ choices: [], usage: { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 } });
  send('[DONE]');
  response.end();
}
