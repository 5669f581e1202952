import { describe, expect, it } from 'vitest';
import {
  readAcceptedId,
  readList,
  readObject,
  type Reading,
  fetchPages,
} from '../../electron/service/features/remote/read-remote.ts';
import {
  agentRequestReader,
  callReader,
  documentReader,
  invoiceReader,
  memberReader,
  organizationReader,
  usageReader,
} from '../../electron/service/features/remote/remote-schemas.ts';
import type { RemoteClient } from '../../electron/service/features/remote/remote-client.ts';

function expectValid<T>(reading: Reading<T>): T {
  if (!reading.isValid) throw new Error(reading.error);
  return reading.value;
}

function expectInvalid(reading: Reading<unknown>): string {
  if (reading.isValid) throw new Error(`accepted ${JSON.stringify(reading.value)}`);
  return reading.error;
}

const readDocument = (body: unknown, expected = {}) => readObject(documentReader, body, expected);

const documentWithId = (id: unknown) => ({ document_id: id, title: 'Prices', status: 'active', chunks_created: 3 });

describe('an object of a remote', () => {
  it('keeps the fields that are known and ignores the others', () => {
    expect(expectValid(readDocument({ ...documentWithId('d1'), tags: [1], owner: { a: null } }))).toEqual({
      document_id: 'd1',
      title: 'Prices',
      status: { known: 'active', word: null },
      chunks_created: 3,
      error: null,
    });
  });

  it('has null for missing fields, and the requested ID if it has none', () => {
    expect(expectValid(readDocument({}, { requestedId: 'd1' }))).toEqual({
      document_id: 'd1',
      title: null,
      status: null,
      chunks_created: null,
      error: null,
    });
  });

  it.each([null, 'text', 7, [], [{}], undefined])('is refused if it is %j', (body) => {
    expect(expectInvalid(readDocument(body))).toBe('The remote sent no document.');
  });

  it('is refused with a sentence about the field of another type', () => {
    const error = expectInvalid(readDocument({ ...documentWithId('d1'), title: ['Prices'] }));
    expect(error).toBe('The remote sent an unusable document: the field “title” is not text.');
    expect(expectInvalid(readObject(usageReader, { minutes_used: 'many', billing_period: {} }))).toBe(
      'The remote sent an unusable usage report: the field “minutes_used” is not a number.',
    );
    expect(expectInvalid(readObject(usageReader, { minutes_used: 1 }))).toBe(
      'The remote sent an unusable usage report: the field “billing_period” is missing.',
    );
  });

  it('is refused if it has another ID than requested, or belongs to another organization', () => {
    expect(expectInvalid(readDocument(documentWithId('d2'), { requestedId: 'd1' }))).toBe(
      'The remote sent a different document from the one requested.',
    );
    const foreign = { ...documentWithId('d1'), org_id: 'org_theirs' };
    expect(expectInvalid(readDocument(foreign, { remoteOrgId: 'org_ours' }))).toBe(
      'The remote sent a document of another organization.',
    );
    expect(expectValid(readDocument(foreign, { remoteOrgId: 'org_theirs' })).document_id).toBe('d1');
  });
});

describe('an ID of a remote', () => {
  it.each(['../../etc/passwd', '<b>7</b>', '7', 'a'.repeat(128), 'Ünï-✓', '%2e%2e'])('can be %j', (id) => {
    expect(expectValid(readDocument(documentWithId(id))).document_id).toBe(id);
  });

  it.each(['', '.', '..', 'a b', 'a\u0000', '\ud800', 'a'.repeat(129), 7, {}, null])('cannot be %j', (id) => {
    expect(expectInvalid(readDocument(documentWithId(id)))).toMatch(
      /^The remote sent an unusable document: the field “document_id” (cannot be used as an ID|is (empty|too long|not text|missing))\.$/,
    );
  });

  it('is read from the response to a change', () => {
    expect(readAcceptedId({ document_id: 'd1', status: 7 }, 'document_id')).toBe('d1');
    expect(() => readAcceptedId({ id: 'd1' }, 'document_id')).toThrow('sent no usable document ID');
    expect(() => readAcceptedId({ document_id: '..' }, 'document_id')).toThrow('sent no usable document ID');
    expect(() => readAcceptedId(null, 'call_id')).toThrow('sent no usable call ID');
  });
});

describe('a status of a remote', () => {
  const readStatus = (status: unknown) => expectValid(readDocument({ ...documentWithId('d1'), status })).status;

  it('is known in any case and with any separator', () => {
    expect(readStatus('Active')).toEqual({ known: 'active', word: null });
    const { status } = expectValid(readObject(callReader, { call_id: 'c1', status: 'In-Progress' }));
    expect(status).toEqual({ known: 'in_progress', word: null });
  });

  it('that is not known has the nearest known one, and keeps its word', () => {
    expect(readStatus('Indexing 40%')).toEqual({ known: 'processing', word: 'Indexing 40%' });
    const request = expectValid(readObject(agentRequestReader, { request_id: 'r1', status: 'triage' }));
    expect(request.status).toEqual({ known: 'pending_review', word: 'triage' });
    const member = expectValid(readObject(memberReader, { user_id: 'u1', role: 'auditor', status: 'suspended' }));
    expect(member).toMatchObject({
      role: { known: 'viewer', word: 'auditor' },
      status: { known: 'active', word: 'suspended' },
    });
  });

  it('is bounded', () => {
    expect(readStatus('x'.repeat(9_999))?.word).toHaveLength(60);
    expect(readStatus('')).toBeNull();
  });
});

describe('text of a remote', () => {
  it('has no control characters and no direction marks', () => {
    const title = 'A\u202eB\u0000C\u200fD\u0007\nE';
    expect(expectValid(readDocument({ ...documentWithId('d1'), title })).title).toBe('AB CD E');
  });

  it('is cut, also between the halves of a character', () => {
    expect(expectValid(readDocument({ ...documentWithId('d1'), title: 'x'.repeat(1e6) })).title).toHaveLength(300);
    const title = expectValid(readDocument({ ...documentWithId('d1'), title: `${'x'.repeat(299)}😀` })).title;
    expect(title).toBe(`${'x'.repeat(299)}\ufffd`);
  });

  it('of an error is its detail, or the error itself', () => {
    const readError = (error: unknown) => expectValid(readDocument({ ...documentWithId('d1'), error })).error;
    expect(readError({ code: 'no_text', detail: 'No text.' })).toBe('No text.');
    expect(readError('No text.')).toBe('No text.');
    expect(readError(7)).toBeNull();
    expect(readError({})).toBeNull();
  });
});

describe('a number of a remote', () => {
  it.each([
    [-4, 0],
    [2.6, 3],
    [1e308, 1_000_000_000],
    [JSON.parse('1e999'), 1_000_000_000],
    [null, null],
  ])('%d becomes %d', (given, stored) => {
    expect(expectValid(readDocument({ ...documentWithId('d1'), chunks_created: given })).chunks_created).toBe(stored);
  });

  it('of dollars becomes cents', () => {
    const invoice = expectValid(readObject(invoiceReader, { invoice_id: 'i1', amount_due_usd: 49.1 }));
    expect(invoice.amount_due_usd).toBe(4910);
  });
});

describe('a time of a remote', () => {
  const readTime = (created_at: unknown) =>
    expectValid(readObject(organizationReader, { id: 'o1', created_at })).created_at;

  it.each([
    ['2026-03-01T09:30:00.000Z', '2026-03-01T09:30:00.000Z'],
    ['2026-03-01T09:30:00', '2026-03-01T09:30:00.000Z'],
    ['2026-03-01 09:30', '2026-03-01T09:30:00.000Z'],
    ['2026-03-01T09:30:00.123456+0200', '2026-03-01T07:30:00.123Z'],
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('%s is %s', (given, stored) => {
    expect(new Date(readTime(given) ?? Number.NaN).toISOString()).toBe(stored);
  });

  it.each([
    '+010000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-01:00',
    '0000-01-01T00:00:00Z',
    '2026-02-31T00:00:61Z',
    'yesterday',
    'Mon, 01 Mar 2026 09:30:00 GMT',
    '1772357400',
    '',
    null,
  ])('%j is unknown', (given) => {
    expect(readTime(given)).toBeNull();
  });
});

describe('a call of a remote', () => {
  it('has turns of the agent and of the recipient', () => {
    const transcript = [
      { speaker: 'agent', text: 'Hello' },
      { speaker: 'Assistant', text: 'A\u0000B' },
      { speaker: 'user', text: 'Hi' },
      { speaker: 'customer' },
    ];
    expect(expectValid(readObject(callReader, { call_id: 'c1', transcript })).transcript).toEqual([
      { speaker: 'agent', text: 'Hello' },
      { speaker: 'agent', text: 'AB' },
      { speaker: 'user', text: 'Hi' },
      { speaker: 'user', text: '' },
    ]);
  });

  it('keeps its recording URL as the remote sent it', () => {
    const readUrl = (recording_url: unknown) =>
      expectValid(readObject(callReader, { call_id: 'c1', recording_url })).recording_url;
    expect(readUrl('https://storage.example/a b.mp3?x=1')).toBe('https://storage.example/a b.mp3?x=1');
    expect(readUrl(`https://storage.example/${'x'.repeat(3_000)}`)).toBeNull();
    expect(readUrl(null)).toBeNull();
  });
});

describe('a list of a remote', () => {
  it('leaves out the items that cannot be used, each with a sentence', () => {
    const body = {
      data: [documentWithId('d1'), 7, { ...documentWithId('d2'), status: 5 }, documentWithId('..')],
      next_cursor: 'n',
    };
    const { items, invalid, nextCursor } = expectValid(readList(documentReader, body));
    expect(items.map(({ document_id }) => document_id)).toEqual(['d1']);
    expect(invalid).toEqual([
      { remoteId: null, error: 'The remote sent no document.', itemsBefore: 1 },
      {
        remoteId: 'd2',
        error: 'The remote sent an unusable document: the field “status” is not text.',
        itemsBefore: 1,
      },
      {
        remoteId: null,
        error: 'The remote sent an unusable document: the field “document_id” cannot be used as an ID.',
        itemsBefore: 1,
      },
    ]);
    expect(nextCursor).toBe('n');
  });

  it('can be an array', () => {
    expect(expectValid(readList(documentReader, [documentWithId('d1')]))).toMatchObject({ nextCursor: null });
  });

  it.each([null, {}, { data: {} }, '<html>'])('is refused if it is %j', (body) => {
    expect(expectInvalid(readList(documentReader, body))).toBe('The remote sent no list of documents.');
  });

  it.each(['', 7, 'x'.repeat(5_000)])('ends at the cursor %j', (next_cursor) => {
    expect(expectValid(readList(documentReader, { data: [], next_cursor })).nextCursor).toBeNull();
  });
});

/** Answers each request with the page of its cursor. */
function createClient(findPage: (cursor: string) => unknown): Pick<RemoteClient, 'request'> {
  return {
    request: ({ query }) =>
      Promise.resolve({ status: 200, body: findPage(String(query?.['cursor'] ?? '')), etag: null }),
  };
}

async function fetchIds(client: Pick<RemoteClient, 'request'>): Promise<string[]> {
  const ids: string[] = [];
  const { signal } = new AbortController();
  const request = { reader: documentReader, path: '/knowledge/documents', remoteOrgId: 'org_1', signal };
  for await (const { items } of fetchPages(client, request)) ids.push(...items.map(({ document_id }) => document_id));
  return ids;
}

const toPage = (ids: readonly string[], next_cursor: string | null) => ({
  data: ids.map((document_id) => ({ document_id })),
  next_cursor,
});

it('fetches every page', async () => {
  const client = createClient((cursor) => (cursor === '' ? toPage(['a', 'b'], 'n1') : toPage(['c'], null)));
  await expect(fetchIds(client)).resolves.toEqual(['a', 'b', 'c']);
});

it('stops at a cursor that repeats', async () => {
  const client = createClient((cursor) => toPage(['a'], cursor === 'n1' ? 'n2' : 'n1'));
  await expect(fetchIds(client)).rejects.toMatchObject({
    kind: 'invalid',
    message: "The remote's list of documents does not end.",
  });
});

it('stops at a list with too many pages', async () => {
  let pages = 0;
  const client = createClient(() => toPage([], `n${(pages += 1)}`));
  await expect(fetchIds(client)).rejects.toMatchObject({ kind: 'invalid' });
  expect(pages).toBeLessThan(20_000);
});

it('refuses a page that is no list', async () => {
  await expect(fetchIds(createClient(() => '<html>'))).rejects.toMatchObject({
    kind: 'invalid',
    message: 'The remote sent no list of documents.',
  });
});
