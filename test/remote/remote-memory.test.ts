import { afterEach, describe, expect, it } from 'vitest';
import { ListProblems } from '../../electron/service/features/remote/list-problems.ts';
import {
  fetchPages,
  keptListLimits,
  listLimits,
  readObject,
  type ListLimits,
  type ObjectReader,
} from '../../electron/service/features/remote/read-remote.ts';
import {
  callReader,
  documentReader,
  listedCallReader,
  timelineReader,
} from '../../electron/service/features/remote/remote-schemas.ts';
import { collectGarbage } from '../helpers/processes/collect-garbage.ts';
import { closeOpened, createClient, fail, serve, usage } from './remote-requests.ts';

afterEach(closeOpened);

const megabyte = 1024 * 1024;

function measureHeap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Reads a list with ever new cursors, whose pages all have the same items, and keeps what is read. Resolves to its size in memory. */
async function readEndless<T extends object>(reader: ObjectReader<T>, items: string, maxima: ListLimits) {
  const { baseUrl, requests } = await serve((_, response) => {
    response.end(`{"data":[${items}],"next_cursor":"c${requests.length}"}`);
  });
  const before = measureHeap();
  const kept: T[] = [];
  const problems = new ListProblems(reader);
  const { signal } = new AbortController();
  const request = { reader, path: '/items', remoteOrgId: 'org_remote', signal, maxima };
  for await (const page of fetchPages(createClient(baseUrl), request)) {
    kept.push(...page.items);
    problems.add(page);
  }
  const bytes = measureHeap() - before;
  return { pages: requests.length, count: kept.length, sentence: problems.describe()?.reason, bytes };
}

describe('a list that never ends', () => {
  it('of unusable items is read up to 10,000 of them, which are counted', async () => {
    const items = Array.from({ length: 4_000 }, () => '{"document_id":7}').join(',');
    for (const maxima of [listLimits, keptListLimits]) {
      const { pages, count, sentence, bytes } = await readEndless(documentReader, items, maxima);
      expect([pages, count]).toEqual([3, 0]);
      expect(sentence).toMatch(
        /^10,000 documents in the remote’s list could not be read\..*10,000 of its items cannot/,
      );
      expect(bytes).toBeLessThan(4 * megabyte);
    }
  });

  it('of calls with long transcripts keeps none of their text', async () => {
    const transcript = Array.from({ length: 300 }, () => `{"speaker":"agent","text":"${'x'.repeat(19_000)}"}`).join(
      ',',
    );
    const items = `{"call_id":"c","status":"completed","transcript":[${transcript}]}`;
    const maxima = { ...listLimits, bytes: 32 * megabyte };
    const { pages, count, sentence, bytes } = await readEndless(listedCallReader, items, maxima);
    expect([pages, count]).toEqual([6, 6]);
    expect(sentence).toContain('because it is larger than 32 MB');
    expect(bytes).toBeLessThan(4 * megabyte);
  });
});

describe('one response', () => {
  it('that never ends is not read beyond its limit', async () => {
    let sentBytes = 0;
    const { baseUrl } = await serve((_, response) => {
      const chunk = Buffer.alloc(65_536, ' ');
      const write = () => {
        while (!response.destroyed && response.write(chunk)) sentBytes += chunk.length;
      };
      response.on('drain', write);
      write();
    });
    const before = measureHeap();
    expect((await fail(createClient(baseUrl).request(usage))).message).toBe('The remote sent more than 8 MB.');
    expect((await fail(createClient(baseUrl).request({ ...usage, maxBytes: 65_536 }))).message).toBe(
      'The remote sent more than 64 KB.',
    );
    // The rest is in the buffers of the system.
    expect(sentBytes).toBeLessThan(40 * megabyte);
    expect(measureHeap() - before).toBeLessThan(4 * megabyte);
  });

  it('of more objects and lists than any real one has is refused before it is read', async () => {
    let item = '{}';
    const { baseUrl } = await serve((_, response) => {
      response.end(`[${Array.from({ length: 250_000 }, () => item).join(',')}]`);
    });
    const client = createClient(baseUrl);
    const error = await fail(client.request(usage));
    expect(error).toMatchObject({ kind: 'invalid', status: 200 });
    expect(error.message).toBe('The remote sent more than 250,000 objects and lists at once.');
    item = '7';
    expect((await client.request(usage)).body).toHaveLength(250_000);
  });

  it('can be deep', () => {
    const depth = 100_000;
    const deep: unknown = JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
    const reading = readObject(callReader, { call_id: 'c1', duration_seconds: '9', transcript: [deep], deep });
    expect(reading).toMatchObject({
      isValid: true,
      value: { call_id: 'c1', duration_seconds: null, transcript: [] },
      leftOut: expect.stringContaining('“duration_seconds”, “transcript.0”'),
    });
  });

  it('is read up to 10,000 turns of a call', () => {
    const turn = { speaker: 'agent', text: 'Hello', start_seconds: 0, end_seconds: 1 };
    const turns = Array.from({ length: 100_000 }, (_, index) => (index < 10_000 ? turn : {}));
    const timeline = readObject(timelineReader, { simulated: false, turns });
    expect(timeline).toMatchObject({ isValid: true, leftOut: null });
    expect(timeline.isValid && timeline.value.turns).toHaveLength(10_000);
    const call = readObject(callReader, { call_id: 'c1', transcript: turns });
    expect(call.isValid && call.value.transcript).toHaveLength(10_000);
  });

  it('keeps its values when fields of a copy are left out', () => {
    const body = { call_id: 'c1', transcript: [{ speaker: 7, text: 'Hello' }] };
    expect(readObject(callReader, body)).toMatchObject({ isValid: true, value: { transcript: [{ text: 'Hello' }] } });
    expect(body).toEqual({ call_id: 'c1', transcript: [{ speaker: 7, text: 'Hello' }] });
  });
});
