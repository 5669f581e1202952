import { join } from 'node:path';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../electron/service/platform/db/open-database.ts';
import { callSortFields, type CallRecord } from '../../shared/calls.ts';
import { appRoutes, v1Routes } from '../../shared/contract.ts';
import { Problem } from '../../shared/problems.ts';
import { startCallService, type CallService } from '../helpers/start-call-service.ts';
import { seedCalls } from '../helpers/seed-calls.ts';
import { createMemorySettings } from '../helpers/memory-settings.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/temporary-folder.ts';

const filled = 3_000;

/** Said in three calls of their own, which stand after the others. */
const said = [
  ['Your invoice “№ 7” <script>alert(1)</script> is overdue.', 'I cancelled the subscription in Zürich.'],
  ['Cancellations are free & easy', "He said: 'it's 100% *fine* OR NOT'"],
  ['Walruses sleep.', 'A walrus sleeps in the harbour.', 'The walrus of the harbour sleeps.'],
];

let folder: TemporaryFolder;
let room: CallService;

beforeAll(async () => {
  folder = await createTemporaryFolder();
  const settings = createMemorySettings();
  const empty = await startCallService({ dataDir: folder.path, settings });
  const { workspace, org_id } = await empty.app(appRoutes.getSession, {});
  await empty.stop();
  const db = openDatabase(join(folder.path, 'workspaces', workspace?.workspace_id ?? '', 'workspace.db'));
  const orgId = org_id ?? '';
  const agents = [{ agent_id: empty.agentId, name: 'Front desk' }];
  seedCalls(db, { orgId, agents, count: filled, turnsPerCall: 6, lastCallAtMs: Date.parse('2026-03-01T00:00:00Z') });
  for (const [at, texts] of said.entries()) {
    const { rowId } = db.run(
      `INSERT INTO call (call_id, org_id, agent_id, agent_name, recipient_number, mode, speed, placed_by,
         status, disposition, duration_seconds, created_at, metadata)
       VALUES (?, ?, ?, 'Front desk', '+15550001', 'simulated', 'fast', 'test', 'completed', ?, 60, ?, '{}')`,
      `call_said_${at}`,
      orgId,
      empty.agentId,
      at === 0 ? '=HYPERLINK("http://x")' : '-5',
      Date.parse('2026-04-01T00:00:00Z') + at,
    );
    for (const [position, text] of texts.entries()) {
      const startMs = 1_500 + position * 4_000;
      const turn = rowId * 4096 + position;
      db.run(`INSERT INTO turn VALUES (?, 'user', ?, ?, ?)`, turn, text, startMs, startMs + 3_000);
    }
    db.run('INSERT INTO call_fts (rowid, text) VALUES (?, ?)', rowId, texts.join('\n'));
  }
  db.close();
  room = await startCallService({ dataDir: folder.path, settings });
});
afterAll(async () => {
  await room.stop();
  await folder.remove();
});

type Query = NonNullable<Parameters<typeof list>[0]>;

function list(query: Record<string, string | number | boolean> = {}) {
  return room.app(appRoutes.listCallRecords, { query: query as never }); // as they stand in an address
}

const search = async (text: string) => {
  const { data, total } = await list({ text });
  expect(total).toBe(data.length);
  return data.map(({ call_id }) => call_id);
};

describe('searching what was said', () => {
  test('finds every word in any form, the last as the beginning of one, whatever marks stand between', async () => {
    expect(await search('invoice overdue')).toEqual(['call_said_0']);
    expect(await search('cancelling')).toEqual(['call_said_1', 'call_said_0']);
    expect(await search('zurich subscriptions')).toEqual(['call_said_0']);
    expect(await search('walr')).toEqual(['call_said_2']);
    expect(await search('walr sleeping')).toEqual([]);
    expect(await search('“№ 7” <script>')).toEqual(['call_said_0']);
    expect(await search("it's 100% *fine* OR NOT")).toEqual(['call_said_1']);
    expect(await search('invoice walrus')).toEqual([]);
  });

  test('takes nothing of a search for syntax', async () => {
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

  test('for marks alone matches nothing, for nothing everything', async () => {
    for (const text of ['!?', '"', '…', '*', '\u0301']) expect((await list({ text })).total, text).toBe(0);
    expect((await list({ text: '  ' })).total).toBe(filled + said.length);
  });

  test('shows the turn that holds most of the words, the first of such', async () => {
    const position = async (text: string) => (await list({ text })).data[0]?.match?.position;
    expect(await position('walrus')).toBe(0);
    expect(await position('sleeping walrus')).toBe(0);
    expect(await position('walrus in harbours')).toBe(1);
    expect(await position('sleeps walrus harb')).toBe(1);
    expect(await position('harbour walrus of')).toBe(2);
    expect(await position('hárbour \u0301')).toBe(1);
  });

  test('shows a turn that holds a word as it was said, with its moment', async () => {
    const hit = async (text: string) => (await list({ text })).data[0]?.match;
    expect(await hit('invoices')).toEqual({ speaker: 'user', text: said[0]?.[0], position: 0, start_seconds: 1.5 });
    expect(await hit('harb')).toMatchObject({ position: 1, start_seconds: 5.5 });
    expect((await list()).data.every((record) => record.match === null)).toBe(true);
    const common = await list({ text: 'koko', limit: 200 });
    expect(common.total).toBeGreaterThan(1_000);
    expect(common.data.every((record) => record.match?.text.includes('ko'))).toBe(true);
    expect((await list({ text: 'giraffe' })).data.every((record) => record.match?.text.includes('giraffes'))).toBe(
      true,
    );
  });

  test('narrows what the other filters let through, in every order', async () => {
    const filters: Query[] = [{ status: 'completed' }, { agent: room.agentId }, { disposition: 'interested' }];
    for (const filter of [...filters, { to: '2026-02-28T12:00:00Z' }]) {
      const { total } = await list({ text: 'koko', ...filter });
      expect(total).toBeGreaterThan(0);
      for (const order of callSortFields) {
        const { data } = await list({ text: 'koko', order, limit: 200, ...filter });
        expect(data.length).toBe(Math.min(200, total));
      }
    }
    expect((await list({ text: 'koko', status: 'busy' })).total).toBe(0);
    expect((await list({ text: 'koko', agent: 'agt_0' })).total).toBe(0);
  });
});

describe('the list', () => {
  const valueOf: Record<(typeof callSortFields)[number], (record: CallRecord) => string | number> = {
    created: (record) => record.created_at,
    agent: (record) => record.agent_name.toLowerCase(),
    recipient: (record) => record.recipient_number,
    status: (record) => record.status,
    disposition: (record) => record.disposition?.toLowerCase() ?? '',
    duration: (record) => record.duration_seconds,
  };

  test.each(callSortFields)('in the order %s has each call once, up and down', async (order) => {
    for (const descending of [true, false]) {
      const all: CallRecord[] = [];
      for (let offset = 0; offset < filled + said.length; offset += 200) {
        const page = await list({ order, descending, offset, limit: 200 });
        expect(page.total).toBe(filled + said.length);
        all.push(...page.data);
      }
      expect(new Set(all.map(({ call_id }) => call_id)).size).toBe(filled + said.length);
      const values = all.map(valueOf[order]);
      const isOrdered = values.every((value, at) => {
        const before = values[at - 1] ?? value;
        return descending ? before >= value : before <= value;
      });
      expect(isOrdered).toBe(true);
    }
  });

  test('is cut by each filter, and counted', async () => {
    const { total, data } = await list({ status: 'busy', from: '2026-02-28T00:00:00Z', limit: 200 });
    expect(total).toBeGreaterThan(100);
    expect(data.every(({ status, created_at }) => status === 'busy' && created_at >= '2026-02-28')).toBe(true);
    expect((await list({ from: '2026-04-01T00:00:00Z' })).total).toBe(3);
    expect((await list({ from: '2026-04-01T00:00:00Z', to: '2026-04-01T00:00:00.001Z' })).total).toBe(1);
    expect((await list({ disposition: '-5' })).total).toBe(2);
    const called = (await list({ number: '5550001' })).data;
    expect(called.filter(({ call_id }) => call_id.startsWith('call_said_'))).toHaveLength(said.length);
    for (const { recipient_number } of called) expect(recipient_number).toContain('5550001');
    await expect(list({ number: '+1' })).rejects.toMatchObject({ code: 'malformed' });
    expect((await list({ offset: 1_000_000 })).data).toEqual([]);
  });

  test('of the specification walks through the same calls by its cursor', async () => {
    const filter = { status: 'completed', text: 'koko' } as const;
    const { total } = await list(filter);
    const ids: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await room.v1(v1Routes.listCalls, { query: { ...filter, limit: 200, ...(cursor && { cursor }) } });
      ids.push(...page.data.map(({ call_id }) => call_id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(ids.length).toBe(total);
    expect(new Set(ids).size).toBe(total);
  });

  test('offers the dispositions that were had and the numbers called last', async () => {
    const { dispositions, recent_recipients } = await room.app(appRoutes.listCallFacets, {});
    expect(dispositions).toContain('Not interested');
    expect(new Set(dispositions).size).toBe(dispositions.length);
    expect(recent_recipients[0]).toEqual({
      recipient_number: '+15550001',
      agent_id: room.agentId,
      metadata: {},
      at: '2026-04-01T00:00:00.002Z',
    });
    expect(new Set(recent_recipients.map(({ recipient_number }) => recipient_number)).size).toBe(
      recent_recipients.length,
    );
  });
});

describe('the export', () => {
  const read = async (query: Record<string, string>) => {
    const answer = await room.app(appRoutes.exportCalls, { query: query as never }); // as they stand in an address
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/csv/);
    return answer.text();
  };

  test('has every call that the filter lets through, as CSV', async () => {
    const { data, errors } = Papa.parse<Record<string, string>>(await read({ status: 'busy' }), {
      header: true,
      skipEmptyLines: true,
    });
    expect(errors).toEqual([]);
    expect(data.length).toBe((await list({ status: 'busy' })).total);
    expect(new Set(data.map(({ call_id }) => call_id)).size).toBe(data.length);
    expect(data.every(({ status, rehearsal }) => status === 'busy' && rehearsal === 'true')).toBe(true);
    expect(data[0]?.['created_at']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/);
  });

  test('escapes formulas, and leaves phone numbers and negative numbers as they are', async () => {
    const lines = (await read({ text: 'invoice' })).split('\r\n');
    expect(lines[1]).toContain(`,+15550001,completed,"'=HYPERLINK(""http://x"")",60,`);
    expect(await read({ text: 'walrus' })).toContain(',+15550001,completed,-5,60,');
  });

  test('leaves others their turns while it is read', async () => {
    let turns = 0;
    const count = () => {
      turns += 1;
      counting = setImmediate(count);
    };
    const answer = await room.app(appRoutes.exportCalls, {});
    let counting = setImmediate(count);
    const lines = (await answer.text()).split('\r\n').length;
    clearImmediate(counting);
    expect(turns).toBeGreaterThanOrEqual(Math.floor(lines / 250));
  });

  test('of nothing is the line of names', async () => {
    expect((await read({ agent: 'agt_0' })).split('\r\n').length).toBe(2);
  });
});

test('queries that make no sense are refused', async () => {
  for (const query of [{ order: 'x' }, { offset: -1 }, { limit: 201 }, { status: 'gone' }, { from: 'today' }]) {
    const refused = await list(query as Query).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Problem);
    expect(refused).toMatchObject({ code: 'malformed' });
  }
});
