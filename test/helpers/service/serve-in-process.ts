import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { startLocalServer } from '../remote/start-local-server.ts';
import type { StartedService } from './start-service.ts';

export type ServedService = {
  readonly origin: string;
  /** Executes the next request, and then breaks its connection instead of answering. */
  readonly dropNextAnswer: () => void;
  readonly close: () => Promise<void>;
};

/** Serves a service to API clients over HTTP, so that another one can be linked to it. */
export async function serveInProcess({ service }: StartedService): Promise<ServedService> {
  let dropsNext = false;
  const { origin, close } = await startLocalServer((message, response) => {
    const { method = 'GET', url = '/', headers } = message;
    const answer = async () => {
      const drops = dropsNext;
      dropsNext = false;
      const body = method === 'GET' || method === 'HEAD' ? null : await buffer(message);
      const request = new Request(`${origin}${url}`, {
        method,
        body,
        headers: Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]),
      });
      const { status, headers: answered, body: content } = await service.fetch(request, 'api');
      if (drops) return void message.socket.resetAndDestroy();
      response.writeHead(status, Object.fromEntries(answered));
      if (content) await pipeline(Readable.fromWeb(content as ReadableStream), response); // the type of Node
      else response.end();
    };
    answer().catch(() => message.socket.destroy());
  });
  return {
    origin,
    dropNextAnswer: () => (dropsNext = true),
    close,
  };
}
