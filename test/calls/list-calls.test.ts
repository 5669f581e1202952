import { join } from 'node:path';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertRow } from '../../electron/service/platform/db/insert-row.ts';
import { callSortFields, type CallRecord } from '../../shared/calls/calls.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { Problem } from '../../shared/contract/problems.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { seedCalls } from '../helpers/data/seed-calls.ts';
import { createMemorySettings } from '../helpers/service/memory-settings.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { connectToWorkspace } from '../helpers/service/test-database.ts';

const seededCount = 3_000;

/** The turns of three further calls, which are later than the seeded ones. */
const transcripts = [
  ['Your invoice “№ 7” <script>alert(1)</script> is overdue.', 'I cancelled the subscription in Zürich.'],
  ['Cancellations are free & easy', "He said: 'it's 100% *fine* OR NOT'"],
  ['Walruses sleep.', 'A walrus sleeps in the harbour.', 'The walrus of the harbour sleeps.'],
];

let folder: TemporaryFolder;
let service: CallService;

beforeAll(async () => {
  folder = await createTemporaryFolder();
  const settings = createMemorySettings();
  const empty = await startCallService({ dataDir: folder.path, settings });
  const { workspace, org_id } = await empty.app(appRoutes.getSession, {});
  await empty.stop();
  const db = connectToWorkspace(join(folder.path, 'workspaces', workspace?.workspace_id ?? ''));
  const orgId = org_id ?? '';
  const agents = [{ agent_id: empty.agentId, name: 'Front desk' }];
  seedCalls(db, {
    orgId,
    agents,
    count: seededCount,
    turnsPerCall: 6,
    lastCallAtMs: Date.parse('2026-03-01T00:00:00Z'),
  });
  for (const [index, texts] of transcripts.entries()) {
    const rowId = insertRow(
      db,
      `INSERT INTO call (call_id, org_id, agent_id, agent_name, recipient_number, mode, speed, placed_by,
         status, disposition, duration_seconds, created_at, metadata)
       VALUES (?, ?, ?, 'Front desk', '+15550001', ?, 'fast', 'test', 'completed', ?, 60, ?, '{}')`,
      `call_said_${index}`,
      orgId,
      empty.agentId,
      index === 2 ? 'practice' : 'simulated',
      index === 0 ? '=HYPERLINK("http://x")' : '-5',
      Date.parse('2026-04-01T00:00:00Z') + index,
    );
    for (const [position, text] of texts.entries()) {
      const startMs = 1_500 + position * 4_000;
      const turn = rowId * 4096 + position;
      db.run(`INSERT INTO turn VALUES (?, 'user', ?, ?, ?)`, turn, text, startMs, startMs + 3_000);
    }
    db.searchIndex.run('INSERT INTO call_fts (rowid, text) VALUES (?, ?)', rowId, texts.join('\n'));
  }
  db.close();
  service = await startCallService({ dataDir: folder.path, settings });
});
afterAll(async () => {
  await service.stop();
  await folder.remove();
});

type Query = NonNullable<Parameters<typeof list>[0]>;

function list(query: Record<string, string | number | boolean> = {}) {
  return service.app(appRoutes.listCallRecords, { query: query as never }); // strings, as in a URL
}

const search = async (text: string) => {
  const { data, total } = await list({ text });
  expect(total).toBe(data.length);
  return data.map(({ call_id }) => call_id);
};

describe('the transcript search', () => {
  test('finds all words in any form, the last as a prefix, and ignores punctuation', async () => {
    expect(await search('invoice overdue')).toEqual(['call_said_0']);
    expect(await search('cancelling')).toEqual(['call_said_1', 'call_said_0']);
    expect(await search('zurich subscriptions')).toEqual(['call_said_0']);
    expect(await search('walr')).toEqual(['call_said_2']);
    expect(await search('walr sleeping')).toEqual([]);
    expect(await search('“№ 7” <script>')).toEqual(['call_said_0']);
    expect(await search("it's 100% *fine* OR NOT")).toEqual(['call_said_1']);
    expect(await search('invoice walrus')).toEqual([]);
  });

  test('treats query syntax as text', async () => {
    const syntax = [
      '"',
      "'",
      '"walrus',
      'walrus"',
      'text:walrus',
      'walrus NEAR(',
      '^walrus',
      '-walrus',
      '{text}: walrus',
      '*',
    ];
    for (const text of [...syntax, 'walrus AND', '\u0000walrus', 'a\u{1e900}b', 'x'.repeat(2_000)]) {
      const found = await search(text);
      expect(
        found.every((id) => id === 'call_said_2'),
        text,
      ).toBe(true);
    }
    expect(await search('^walrus')).toEqual(['call_said_2']);
    expect(await search("' OR 1=1 --")).toEqual(['call_said_1']);
  });

  test('matches nothing for punctuation alone, and everything for an empty search', async () => {
    for (const text of ['!?', '"', '…', '*', '\u0301']) expect((await list({ text })).total, text).toBe(0);
    for (const text of ['  ', '\u200b'])
      expect((await list({ text })).total, text).toBe(seededCount + transcripts.length);
  });

  test('returns the turn with the most words, or the first of several', async () => {
    const position = async (text: string) => {
      const match = (await list({ text })).data[0]?.match;
      return match?.kind === 'turn' ? match.position : null;
    };
    expect(await position('walrus')).toBe(0);
    expect(await position('sleeping walrus')).toBe(0);
    expect(await position('walrus in harbours')).toBe(1);
    expect(await position('sleeps walrus harb')).toBe(1);
    expect(await position('harbour walrus of')).toBe(2);
    expect(await position('hárbour \u0301')).toBe(1);
  });

  test('returns the matching turn with its text and time', async () => {
    const findMatch = async (text: string) => (await list({ text })).data[0]?.match;
    expect(await findMatch('invoices')).toEqual({
      kind: 'turn',
      speaker: 'user',
      text: transcripts[0]?.[0],
      position: 0,
      start_seconds: 1.5,
    });
    expect(await findMatch('harb')).toMatchObject({ position: 1, start_seconds: 5.5 });
    expect((await list()).data.every((record) => record.match === null)).toBe(true);
    const common = await list({ text: 'koko', limit: 200 });
    expect(common.total).toBeGreaterThan(1_000);
    expect(common.data.every((record) => record.match?.text.includes('ko'))).toBe(true);
    expect((await list({ text: 'giraffe' })).data.every((record) => record.match?.text.includes('giraffes'))).toBe(
      true,
    );
  });

  test('combines with the other filters, in every order', async () => {
    const filters: Query[] = [{ status: 'completed' }, { agent: service.agentId }, { disposition: 'interested' }];
    for (const filter of [...filters, { to: '2026-02-28T12:00:00Z' }]) {
      const { total } = await list({ text: 'koko', ...filter });
      expect(total).toBeGreaterThan(0);
      for (const sort of callSortFields) {
        const { data } = await list({ text: 'koko', sort, limit: 200, ...filter });
        expect(data.length).toBe(Math.min(200, total));
      }
    }
    expect((await list({ text: 'koko', status: 'busy' })).total).toBe(0);
    expect((await list({ text: 'koko', agent: 'agt_0' })).total).toBe(0);
  });
});

describe('the list', () => {
  const valueOf: Record<(typeof callSortFields)[number], (record: CallRecord) => string | number> = {
    created: (record) => record.created_at ?? '',
    agent: (record) => record.agent_name.toLowerCase(),
    recipient: (record) => record.recipient_number,
    status: (record) => record.status,
    disposition: (record) => record.disposition?.toLowerCase() ?? '',
    duration: (record) => record.duration_seconds,
  };

  test.each(callSortFields)('sorted by %s contains each call once, in both directions', async (sort) => {
    for (const descending of [true, false]) {
      const all: CallRecord[] = [];
      for (let offset = 0; offset < seededCount + transcripts.length; offset += 200) {
        const page = await list({ sort, descending, offset, limit: 200 });
        expect(page.total).toBe(seededCount + transcripts.length);
        all.push(...page.data);
      }
      expect(new Set(all.map(({ call_id }) => call_id)).size).toBe(seededCount + transcripts.length);
      const values = all.map(valueOf[sort]);
      const isOrdered = values.every((value, index) => {
        const previous = values[index - 1] ?? value;
        return descending ? previous >= value : previous <= value;
      });
      expect(isOrdered).toBe(true);
    }
  });

  test('applies each filter and counts the results', async () => {
    const { total, data } = await list({ status: 'busy', from: '2026-02-28T00:00:00Z', limit: 200 });
    expect(total).toBeGreaterThan(100);
    expect(data.every(({ status, created_at }) => status === 'busy' && (created_at ?? '') >= '2026-02-28')).toBe(true);
    expect((await list({ from: '2026-04-01T00:00:00Z' })).total).toBe(3);
    expect((await list({ from: '2026-04-01T00:00:00Z', to: '2026-04-01T00:00:00.001Z' })).total).toBe(1);
    expect((await list({ from: '2026-04-01T02:00:00+02:00', to: '2026-04-01T05:45:00.001+05:45' })).total).toBe(1);
    await expect(list({ from: '2026-04-01T00:00:00' })).rejects.toThrow('a time with its time zone');
    expect((await list({ disposition: '-5' })).total).toBe(2);
    const successful = await list({ outcome_group: 'successful', limit: 200 });
    expect(successful.total).toBe((await list({ disposition: 'Interested' })).total);
    expect((await list({ mode: 'practice' })).data).toMatchObject([{ call_id: 'call_said_2', practice: true }]);
    expect((await list({ mode: 'simulated' })).total).toBe((await list()).total - 1);
    expect((await list({ mode: 'not_practice' })).total).toBe((await list()).total - 1);
    const called = (await list({ number: '5550001' })).data;
    expect(called.filter(({ call_id }) => call_id.startsWith('call_said_'))).toHaveLength(transcripts.length);
    for (const { recipient_number } of called) expect(recipient_number).toContain('5550001');
    await expect(list({ number: '+1' })).rejects.toMatchObject({ code: 'malformed' });
    expect((await list({ offset: 1_000_000 })).data).toEqual([]);
  });

  test('of the specification returns the same calls in pages with a cursor', async () => {
    const filter = { status: 'completed', text: 'koko' } as const;
    const { total } = await list(filter);
    const ids: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await service.v1(v1Routes.listCalls, {
        query: { ...filter, limit: 200, ...(cursor && { cursor }) },
      });
      ids.push(...page.data.map(({ call_id }) => call_id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(ids.length).toBe(total);
    expect(new Set(ids).size).toBe(total);
  });

  test('returns the existing dispositions and the most recent recipients', async () => {
    const { dispositions, recent_recipients } = await service.app(appRoutes.listCallFacets, {});
    expect(dispositions).toContain('Not interested');
    expect(new Set(dispositions).size).toBe(dispositions.length);
    expect(recent_recipients[0]).toEqual({
      recipient_number: '+15550001',
      recipient_name: '',
      agent_id: service.agentId,
      metadata: {},
      placed_at: '2026-04-01T00:00:00.002Z',
    });
    expect(new Set(recent_recipients.map(({ recipient_number }) => recipient_number)).size).toBe(
      recent_recipients.length,
    );
  });
});

describe('the export', () => {
  const read = async (query: Record<string, string>) => {
    const response = await service.app(appRoutes.exportCalls, { query: query as never }); // strings, as in a URL
    expect(response.headers.get('Content-Type')).toMatch(/^text\/csv/);
    return response.text();
  };

  test('contains every call that matches the filter, as CSV', async () => {
    const { data, errors } = Papa.parse<Record<string, string>>(await read({ status: 'busy' }), {
      header: true,
      skipEmptyLines: true,
    });
    expect(errors).toEqual([]);
    expect(data.length).toBe((await list({ status: 'busy' })).total);
    expect(new Set(data.map(({ call_id }) => call_id)).size).toBe(data.length);
    expect(data.every(({ status, simulated }) => status === 'busy' && simulated === 'true')).toBe(true);
    expect(data[0]?.['created_at']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/);
  });

  test('escapes formulas, but not phone numbers and negative numbers', async () => {
    const lines = (await read({ text: 'invoice' })).split('\r\n');
    expect(lines[1]).toContain(`,+15550001,completed,"'=HYPERLINK(""http://x"")",60,`);
    expect(await read({ text: 'walrus' })).toContain(',+15550001,completed,-5,60,');
  });

  test('yields to the event loop while it is read', async () => {
    let turns = 0;
    const count = () => {
      turns += 1;
      counting = setImmediate(count);
    };
    const response = await service.app(appRoutes.exportCalls, {});
    let counting = setImmediate(count);
    const lines = (await response.text()).split('\r\n').length;
    clearImmediate(counting);
    expect(turns).toBeGreaterThanOrEqual(Math.floor(lines / 250));
  });

  test('contains only the header if no call matches', async () => {
    expect((await read({ agent: 'agt_0' })).split('\r\n').length).toBe(2);
  });
});

test('invalid queries are rejected', async () => {
  for (const query of [{ sort: 'x' }, { offset: -1 }, { limit: 201 }, { status: 'gone' }, { from: 'today' }]) {
    const error = await list(query as Query).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Problem);
    expect(error).toMatchObject({ code: 'malformed' });
  }
});
