import { describe, expect, it } from 'vitest';
import {
  fetchPages,
  listLimits,
  readAcceptedId,
  readList,
  readObject,
  type ListLimits,
  type Reading,
} from '../../electron/service/features/remote/read-remote.ts';
import {
  agentRequestReader,
  callReader,
  documentReader,
  invoiceReader,
  listedCallReader,
  memberReader,
  organizationReader,
  timelineReader,
  usageReader,
} from '../../electron/service/features/remote/remote-schemas.ts';
import { ListProblems } from '../../electron/service/features/remote/list-problems.ts';
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

const unknownFile = { kind: null, file_name: null, size_bytes: null, pages: null, added_at: null };

describe('an object of a remote', () => {
  it('keeps the fields that are known and ignores the others', () => {
    expect(expectValid(readDocument({ ...documentWithId('d1'), tags: [1], owner: { a: null } }))).toEqual({
      document_id: 'd1',
      title: 'Prices',
      status: { known: 'active', word: null },
      chunks_created: 3,
      error: null,
      ...unknownFile,
      labels: null,
      version: null,
      next_version: null,
      similar: null,
    });
  });

  it('has null for missing fields, and the requested ID if it has none', () => {
    expect(expectValid(readDocument({ title: 'Prices' }, { requestedId: 'd1' }))).toEqual({
      document_id: 'd1',
      title: 'Prices',
      status: null,
      chunks_created: null,
      error: null,
      ...unknownFile,
      labels: null,
      version: null,
      next_version: null,
      similar: null,
    });
  });

  it('has the kind of the file in any case, and no kind that is not known', () => {
    const readKind = (kind: unknown) => expectValid(readDocument({ ...documentWithId('d1'), kind })).kind;
    expect(['PDF', 'docx', 'pptx'].map(readKind)).toEqual(['pdf', 'docx', null]);
  });

  it.each([null, 'text', 7, [], [{}], undefined])('is refused if it is %j', (body) => {
    expect(expectInvalid(readDocument(body))).toBe('The remote sent no document.');
  });

  it('is refused with a sentence about the field of another type', () => {
    const error = expectInvalid(readDocument({ ...documentWithId('d1'), title: ['Prices'], status: ['active'] }));
    expect(error).toBe('The remote sent an unusable document: the field “status” is not text.');
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

describe('an optional field that cannot be used', () => {
  const turns = [
    { speaker: 'agent', text: 'Hello' },
    { speaker: 7, text: 'Hi' },
    'Hm',
    { speaker: 'user', text: {} },
    { speaker: 'user', text: 'Bye' },
  ];

  it('is left out, and everything else is kept', () => {
    const sent = {
      call_id: 'c1',
      status: 'completed',
      duration_seconds: '12',
      recording_url: 'https://x.example/1.mp3',
    };
    const reading = readObject(callReader, { ...sent, transcript: turns });
    expect(expectValid(reading)).toMatchObject({
      status: { known: 'completed' },
      duration_seconds: null,
      recording_url: sent.recording_url,
      transcript: [
        { speaker: 'agent', text: 'Hello' },
        { speaker: 'user', text: 'Hi' },
        { speaker: 'user', text: '' },
        { speaker: 'user', text: 'Bye' },
      ],
    });
    expect(reading).toHaveProperty(
      'leftOut',
      'The remote sent a call with unusable fields, which were left out: “duration_seconds”, “transcript.1.speaker”, “transcript.2”, 1 more.',
    );
    expect(readObject(callReader, { ...sent, duration_seconds: 12 })).toHaveProperty('leftOut', null);
  });

  it.each(['agent_id', 'duration_seconds', 'disposition', 'recording_url', 'transcript'] as const)(
    'can be %s of a call',
    (field) => {
      const sent = { call_id: 'c1', status: 'completed', [field]: true };
      const { [field]: value, ...others } = expectValid(readObject(callReader, sent));
      expect([value, others.status?.known]).toEqual([null, 'completed']);
    },
  );

  it('leaves the rest of a usage report and of an organization', () => {
    const sent = {
      billing_period: {},
      minutes_used: 3,
      minutes_included: 5,
      estimated_cost_usd: 'free',
      overage_minutes: [],
    };
    const usage = readObject(usageReader, sent);
    expect(expectValid(usage)).toMatchObject({ minutes_used: 3, estimated_cost_usd: null, overage_minutes: null });
    expect(usage).toHaveProperty('leftOut', expect.stringContaining('“overage_minutes”, “estimated_cost_usd”'));
    const organization = readObject(organizationReader, { id: 'o1', name: 'Acme', created_at: 1_772_357_400 });
    expect(expectValid(organization)).toMatchObject({ name: 'Acme', created_at: null });
    expect(organization).toHaveProperty('leftOut', expect.stringContaining('“created_at”'));
  });

  it('leaves a timeline, but a turn without its times makes that unusable', () => {
    const turn = { speaker: 'agent', text: 'Hello', start_seconds: 0, end_seconds: 1 };
    const passages = [{ document_id: 'd1', page: 'two' }, 7];
    const reading = readObject(timelineReader, { simulated: false, turns: [{ ...turn, passages }] });
    expect(expectValid(reading).turns[0]?.passages).toEqual([
      { document_id: 'd1', title: null, page: null, text: null },
    ]);
    const error = expectInvalid(
      readObject(timelineReader, { simulated: false, turns: [turn, { ...turn, end_seconds: 'later' }] }),
    );
    expect(error).toBe('The remote sent an unusable timeline: the field “turns.1.end_seconds” is not a number.');
  });

  it('names the ID if that cannot be used either', () => {
    expect(expectInvalid(readDocument({ title: 7, document_id: 8 }))).toContain('“document_id”');
  });
});

describe('a response without the ID that was asked for', () => {
  it.each([
    [{ error: 'Not found' }, 'The remote sent an error instead of a document.'],
    [{ error: { code: 404 }, status: 'failed' }, 'The remote sent an error instead of a document.'],
    [{ errors: ['Not found'], title: 'Prices' }, 'The remote sent an error instead of a document.'],
    [{ success: false, title: 'Prices' }, 'The remote sent an error instead of a document.'],
    [{ data: documentWithId('d1') }, 'The remote sent no document.'],
    [{ status: 'success', data: documentWithId('d1') }, 'The remote sent no document.'],
    [{ status: 'error', message: 'Not found' }, 'The remote sent no document.'],
    [
      { type: 'about:blank', title: 'Not Found', status: 404 },
      'The remote sent an unusable document: the field “status” is not text.',
    ],
    [{}, 'The remote sent no document.'],
  ])('is no object: %j', (body, error) => {
    expect(expectInvalid(readDocument(body, { requestedId: 'd1' }))).toBe(error);
  });
});

describe('an ID of a remote', () => {
  it.each(['../../etc/passwd', '<b>7</b>', '7', 'a'.repeat(128), 'Ünï-✓', '%2e%2e'])('can be %j', (id) => {
    expect(expectValid(readDocument(documentWithId(id))).document_id).toBe(id);
  });

  it.each(['', '.', '..', 'a b', 'a\u0000', 'a\u202eb', 'a\u200bb', '\ud800', 'a'.repeat(129), 7, {}, null])(
    'cannot be %j',
    (id) => {
      expect(expectInvalid(readDocument(documentWithId(id)))).toMatch(
        /^The remote sent an unusable document: the field “document_id” (cannot be used as an ID|is (empty|too long|not text|missing))\.$/,
      );
    },
  );

  it('is read from the response to a change', () => {
    expect(readAcceptedId({ document_id: 'd1', status: 7 }, 'document_id')).toBe('d1');
    expect(() => readAcceptedId({ id: 'd1' }, 'document_id')).toThrow('sent no usable document ID');
    expect(() => readAcceptedId({ document_id: '..' }, 'document_id')).toThrow('sent no usable document ID');
    expect(() => readAcceptedId(null, 'call_id')).toThrow('sent no usable call ID');
    expect(() => readAcceptedId({ data: { call_id: 'c1' } }, 'call_id')).toThrow('sent no usable call ID');
    expect(() => readAcceptedId({ error: 'No credit' }, 'call_id')).toThrow('sent an error with a status of success');
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
    const member = expectValid(readObject(memberReader, { user_id: 'u1', role: 'auditor', status: 'on leave' }));
    expect(member).toMatchObject({
      role: { known: 'viewer', word: 'auditor' },
      status: { known: 'active', word: 'on leave' },
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

  it.each([
    [49.1, 4910],
    [1.005, 101],
    [8.165, 817],
    [10.075, 1008],
    [1_000_000.014, 100_000_001],
  ])('of %d dollars becomes %d cents', (amount_due_usd, cents) => {
    const invoice = expectValid(readObject(invoiceReader, { invoice_id: 'i1', amount_due_usd }));
    expect(invoice.amount_due_usd).toBe(cents);
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
    ['2026-03-01 09:30:00+00', '2026-03-01T09:30:00.000Z'],
    ['2026-03-01T09:30:00,5-07', '2026-03-01T16:30:00.500Z'],
    ['2026-03-01T09:30:00\u221203:30', '2026-03-01T13:00:00.000Z'],
    ['2026-03-01 09:30:00 UTC', '2026-03-01T09:30:00.000Z'],
    ['2026-03-01 09:30:00 +0100', '2026-03-01T08:30:00.000Z'],
    ['2026-03-01T09:30:00+01:00[Europe/Berlin]', '2026-03-01T08:30:00.000Z'],
    ['2026-12-31T23:59:60Z', '2027-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('%s is %s', (given, stored) => {
    expect(new Date(readTime(given) ?? Number.NaN).toISOString()).toBe(stored);
  });

  it.each([
    '+010000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-01:00',
    '0000-01-01T00:00:00Z',
    '2026-02-30T12:00:00Z',
    '2025-02-29',
    '2026-02-31T00:00:61Z',
    '2026-03-01T09:30:00[Europe/Berlin]',
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
  it.each([
    { error: 'Maintenance', data: [] },
    { error: { code: 503 }, data: [], next_cursor: null },
    { errors: [{ message: 'Timed out' }], data: [documentWithId('d1')] },
    { success: false, data: [] },
    { ok: false, data: [] },
    { status: 'error', data: [] },
    { status: 'FAIL', data: [] },
  ])('is none beside an error: %j', (body) => {
    expect(expectInvalid(readList(documentReader, body))).toBe(
      'The remote sent an error instead of a list of documents.',
    );
  });

  it.each([
    { error: null },
    { error: '' },
    { error: false },
    { errors: [] },
    { errors: {} },
    { status: 'success' },
    {},
  ])('can be beside %j', (fields) => {
    expect(expectValid(readList(documentReader, { ...fields, data: [documentWithId('d1')] })).items).toHaveLength(1);
  });

  it('leaves out the items that cannot be used, each with a sentence', () => {
    const body = {
      data: [documentWithId('d1'), 7, { ...documentWithId('d2'), status: 5 }, documentWithId('..')],
      next_cursor: 'n',
    };
    const { items, invalid, incomplete, nextCursor, cut } = expectValid(readList(documentReader, body));
    expect([incomplete, cut]).toEqual([[], null]);
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

  it('keeps the items of which a field is left out, each with a sentence', () => {
    const { items, incomplete } = expectValid(readList(documentReader, [{ ...documentWithId('d1'), title: 7 }]));
    expect(items).toMatchObject([{ document_id: 'd1', title: null }]);
    const error = 'The remote sent a document with an unusable field, which was left out: “title”.';
    expect(incomplete).toEqual([{ remoteId: 'd1', error, itemsBefore: 0 }]);
  });

  it('is read up to a number of items, and of items that cannot be used', () => {
    const maxima = { items: 2, invalid: 3, bytes: 1 };
    const read = (data: readonly unknown[]) => expectValid(readList(documentReader, data, { maxima }));
    const valid = [documentWithId('d1'), documentWithId('d2')];
    expect(read(valid).cut).toBeNull();
    const long = read([...valid, documentWithId('d3')]);
    expect(long.items).toHaveLength(2);
    expect(long.cut).toBe('Only the first 2 documents of the remote’s list were read.');
    const wrong = read([1, 2, 3, 4, 5, documentWithId('d1')]);
    expect([wrong.items.length, wrong.invalid.length]).toEqual([0, 3]);
    expect(wrong.cut).toBe(
      'The remote’s list of documents was not read to its end, because 3 of its items cannot be used as they are.',
    );
  });

  it('of calls has no transcripts', () => {
    const sent = { call_id: 'c1', status: 'completed', transcript: [{ speaker: 'agent', text: 'Hello' }] };
    expect(expectValid(readList(listedCallReader, [sent])).items[0]).not.toHaveProperty('transcript');
  });

  it('can be an array', () => {
    expect(expectValid(readList(documentReader, [documentWithId('d1')]))).toMatchObject({ nextCursor: null });
  });

  it.each([null, {}, { data: {} }, '<html>'])('is refused if it is %j', (body) => {
    expect(expectInvalid(readList(documentReader, body))).toBe('The remote sent no list of documents.');
  });

  it.each(['', 0, 'x'.repeat(5_000)])('ends at the cursor %j', (next_cursor) => {
    expect(expectValid(readList(documentReader, { data: [], next_cursor })).nextCursor).toBeNull();
  });
});

/** Answers each request with the page of its cursor. */
function createClient(findPage: (cursor: string) => unknown, bytes = 0): Pick<RemoteClient, 'request'> {
  return {
    request: ({ query }) =>
      Promise.resolve({ status: 200, body: findPage(String(query?.['cursor'] ?? '')), etag: null, bytes }),
  };
}

async function fetchList(client: Pick<RemoteClient, 'request'>, maxima = listLimits) {
  const ids: string[] = [];
  const problems = new ListProblems(documentReader);
  const { signal } = new AbortController();
  const request = { reader: documentReader, path: '/knowledge/documents', remoteOrgId: 'org_1', signal, maxima };
  for await (const page of fetchPages(client, request)) {
    ids.push(...page.items.map(({ document_id }) => document_id));
    problems.add(page);
  }
  return { ids, problems };
}

const fetchIds = async (client: Pick<RemoteClient, 'request'>) => (await fetchList(client)).ids;

const toPage = (ids: readonly string[], next_cursor: string | null) => ({
  data: ids.map((document_id) => ({ document_id })),
  next_cursor,
});

it('fetches every page', async () => {
  const client = createClient((cursor) => (cursor === '' ? toPage(['a', 'b'], 'n1') : toPage(['c'], null)));
  await expect(fetchIds(client)).resolves.toEqual(['a', 'b', 'c']);
});

it('continues at a cursor that is a number, and ends at 0', async () => {
  const pages: Readonly<Record<string, object>> = {
    '': { ...toPage(['a'], null), next_cursor: 200 },
    200: { ...toPage(['b'], null), next_cursor: 0 },
  };
  await expect(fetchIds(createClient((cursor) => pages[cursor]))).resolves.toEqual(['a', 'b']);
});

it.each([
  { next_cursor: { after: 'a' } },
  { next_cursor: 'x'.repeat(5000) },
  { next_cursor: true },
  { has_more: true },
])('does not take a list for complete whose next page cannot be named: %j', async (end) => {
  const { ids, problems } = await fetchList(createClient(() => ({ data: [{ document_id: 'a' }], ...end })));
  expect(ids).toEqual(['a']);
  expect(problems.isEachKnown).toBe(false);
  expect(problems.describe()?.reason).toBe(
    'The remote’s list of documents was not read to its end, because it does not say where it continues.',
  );
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

describe('a list with ever more pages', () => {
  const readEndless = async (data: readonly unknown[], maxima: ListLimits, bytes = 0) => {
    let pages = 0;
    const client = createClient(() => ({ data, next_cursor: `n${(pages += 1)}` }), bytes);
    const { ids, problems } = await fetchList(client, maxima);
    return { ids, problems, pages };
  };
  const maxima: ListLimits = { items: 50, invalid: 20, bytes: 1024 * 1024 };

  it('is read up to a number of items', async () => {
    const { ids, problems, pages } = await readEndless(['a', 'b'].map(documentWithId), maxima);
    expect([ids.length, pages]).toEqual([50, 25]);
    expect(problems.describe()).toEqual({
      items: 0,
      reason: 'Only the first 50 documents of the remote’s list were read.',
    });
    expect(problems.isEachKnown).toBe(false);
  });

  it('is read up to a number of items that cannot be used, which are counted', async () => {
    const { ids, problems, pages } = await readEndless([documentWithId('a'), 7, documentWithId('..')], maxima);
    expect([ids.length, pages]).toEqual([10, 10]);
    expect(problems.describe()).toEqual({
      items: 20,
      reason:
        '20 documents in the remote’s list could not be read. The remote sent no document. The remote’s list of documents was not read to its end, because 20 of its items cannot be used as they are.',
    });
  });

  it('is read up to a number of bytes', async () => {
    const { problems, pages } = await readEndless([documentWithId('a')], maxima, 300_000);
    expect(pages).toBe(4);
    expect(problems.describe()).toEqual({
      items: 0,
      reason: 'The remote’s list of documents was not read to its end, because it is larger than 1 MB.',
    });
  });

  it('that ends exactly at a limit is complete', async () => {
    const { problems } = await fetchList(
      createClient(() => toPage(['a', 'b'], null)),
      { ...maxima, items: 2 },
    );
    expect([problems.describe(), problems.isEachKnown]).toEqual([null, true]);
  });
});

it('refuses a page that is no list', async () => {
  await expect(fetchIds(createClient(() => '<html>'))).rejects.toMatchObject({
    kind: 'invalid',
    message: 'The remote sent no list of documents.',
  });
});
