import type { Readable } from 'node:stream';
import { EventLines } from '../../../../shared/contract/event-lines.ts';
import { RemoteError } from './remote-client.ts';

/** A longer line is not one of an event stream. */
const lineMax = 256 * 1024;

type StreamEvent = {
  /** Empty if the stream does not name it. */
  readonly name: string;
  /** Empty unless it was asked for. */
  readonly data: string;
};

/**
 * Reads server-sent events (WHATWG HTML, section 9.2). Rejects with a RemoteError if the stream contains something else, or an
 * event whose data is longer than `maxDataLength`. With 0, the default, the data is left out. Otherwise, the last event counts also
 * without the empty line after it, and so does the field `error` of llama.cpp, which some servers of language models send.
 */
export async function* readEventStream(
  body: Readable,
  maxDataLength = 0,
): AsyncGenerator<StreamEvent, void, undefined> {
  const lines = new EventLines();
  let name = '';
  let data: string[] = [];
  let length = 0;
  for await (const text of decodeText(body, maxDataLength > 0 ? '\n\n' : '')) {
    const ended = lines.add(text);
    if (lines.rest.length > lineMax) throw new RemoteError('invalid', 'The remote sent no events.', { wasSent: true });
    for (const line of ended) {
      if (line.startsWith('event:')) name = line.slice('event:'.length).trim();
      if (maxDataLength > 0 && /^(?:data|error)(?::|$)/.test(line)) {
        data.push(line.replace(/^[a-z]+:? ?/, ''));
        length += line.length;
      }
      if (length > maxDataLength)
        throw new RemoteError('invalid', 'The remote sent too long an event.', { wasSent: true });
      if (line !== '' || (name === '' && data.length === 0)) continue;
      yield { name, data: data.join('\n') };
      name = '';
      data = [];
      length = 0;
    }
  }
}

async function* decodeText(body: Readable, end: string): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder(); // leaves out a byte order mark at the start
  // A stream without an encoding emits buffers.
  for await (const chunk of body as AsyncIterable<Buffer>) yield decoder.decode(chunk, { stream: true });
  yield end;
}
