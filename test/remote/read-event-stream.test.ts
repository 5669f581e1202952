import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { readEventStream } from '../../electron/service/features/remote/read-event-stream.ts';

async function readAll(...chunks: readonly string[]) {
  const body = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  const events: { readonly name: string; readonly data: string }[] = [];
  for await (const event of readEventStream(body, 1_000)) events.push(event);
  return events;
}

it('ends a line with CR, LF or CR LF, also between two chunks', async () => {
  const event = { name: 'a', data: 'x\ny' };
  expect(await readAll('event: a\ndata: x\ndata: y\n\n')).toEqual([event]);
  expect(await readAll('event: a\rdata: x\rdata: y\r\r')).toEqual([event]);
  expect(await readAll('event: a\r', '\ndata: x\r', '\ndata: y\r', '\n\r', '\n')).toEqual([event]);
  expect(await readAll('event: a\r', 'data: x\r', 'data: y\r', '\r')).toEqual([event]);
});

it('leaves out a byte order mark at the start', async () => {
  expect(await readAll('\ufeffevent: a\ndata: \ufeffx\n\n')).toEqual([{ name: 'a', data: '\ufeffx' }]);
});

it('reads a line without a colon as an empty field', async () => {
  expect(await readAll('data: x\ndata\ndata:y\ndatabase: z\n\n')).toEqual([{ name: '', data: 'x\n\ny' }]);
});
