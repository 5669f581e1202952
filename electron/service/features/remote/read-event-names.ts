import type { Readable } from 'node:stream';
import { RemoteError } from './remote-client.ts';

/** A longer line is not one of an event stream. */
const lineMax = 64 * 1024;

/**
 * Reads the names of server-sent events (WHATWG HTML, section 9.2), without their data. Rejects with a RemoteError if the stream
 * contains something else.
 */
export async function* readEventNames(body: Readable): AsyncGenerator<string, void, undefined> {
  let rest = '';
  let name = '';
  // A stream without an encoding emits buffers.
  for await (const chunk of body as AsyncIterable<Buffer>) {
    const lines = (rest + chunk.toString('latin1')).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    if (rest.length > lineMax) throw new RemoteError('invalid', 'The remote sent no events.', { wasSent: true });
    for (const line of lines) {
      if (line.startsWith('event:')) name = line.slice('event:'.length).trim();
      if (line !== '' || name === '') continue;
      yield name;
      name = '';
    }
  }
}
