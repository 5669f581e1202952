import { Readable } from 'node:stream';
import { readEventStream } from './read-event-stream.ts';
import { RemoteError } from './remote-client.ts';
import { readBody, type HttpResponse } from './send-request.ts';

const maxEventLength = 128 * 1024;
const maxJsonBytes = 1024 * 1024;

/**
 * Yields the data of each event of a response, whichever type of text it is said to be, or the JSON that a server sends at once
 * because it does not stream. Rejects with RemoteError if it is something else.
 */
export async function* readStreamData(response: HttpResponse): AsyncGenerator<string, void, undefined> {
  const { status, message, body } = response;
  const mediaType = (message.headers['content-type'] ?? '').toLowerCase();
  let count = 0;
  try {
    for await (const data of mediaType.startsWith('application/json') ? readJson(response) : readData(body)) {
      count += 1;
      yield data;
    }
  } catch (error) {
    throw response.toError(error);
  } finally {
    message.destroy();
  }
  if (count === 0) throw new RemoteError('invalid', 'The remote sent no stream of events.', { wasSent: true, status });
}

async function* readData(body: Readable): AsyncGenerator<string, void, undefined> {
  for await (const { data } of readEventStream(body, maxEventLength)) if (data.trim() !== '') yield data;
}

async function* readJson(response: HttpResponse): AsyncGenerator<string, void, undefined> {
  const { bytes } = await readBody(response, maxJsonBytes);
  const text = bytes.toString();
  if (/^\s*[{[]/.test(text)) yield text;
  else yield* readData(Readable.from([bytes]));
}
