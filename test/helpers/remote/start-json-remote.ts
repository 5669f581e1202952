import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { startLocalServer } from './start-local-server.ts';

/** A remote that answers each path with the JSON of the test. A path without an answer is 404. */
export type JsonRemote = {
  readonly baseUrl: string;
  readonly orgId: string;
  readonly apiKey: string;
  /**
   * By method and path below the base URL, such as `GET /agents`. A number is an error with this status; a function is called with the
   * URL of the request.
   */
  readonly answers: Map<string, unknown>;
  readonly close: () => Promise<void>;
};

/** Each response is `delayMs` late. */
export async function startJsonRemote({ delayMs = 0 } = {}): Promise<JsonRemote> {
  const answers = new Map<string, unknown>();
  const handle = async (message: IncomingMessage, response: ServerResponse) => {
    const url = new URL(message.url ?? '', 'http://remote');
    const key = `${message.method} ${url.pathname}`;
    const stored = answers.has(key) ? answers.get(key) : 404;
    message.resume();
    const answer: unknown = typeof stored === 'function' ? await stored(url) : stored;
    if (delayMs > 0) await setTimeout(delayMs);
    response.writeHead(typeof answer === 'number' ? answer : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(typeof answer === 'number' ? { detail: 'It was refused.' } : answer));
  };
  const { origin, close } = await startLocalServer(handle);
  return {
    baseUrl: origin,
    orgId: 'org_remote',
    apiKey: 'key',
    answers,
    close,
  };
}
