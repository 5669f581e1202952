import assert from 'node:assert/strict';
import type { ActivityEntry, VerificationReport } from '../../shared/organization/activity.ts';
import type { ContractCase } from './contract-cases.ts';
import type { ContractSession } from './contract-session.ts';

type Page = { readonly data: readonly ActivityEntry[]; readonly next_cursor: string | null };

const list = async ({ ask }: ContractSession, query: string) =>
  (await ask('admin', 'GET', `/v1/activity?${query}`)).body as Page;

/** A write request that is rejected for a viewer. */
const beRefused = ({ ask }: ContractSession) => ask('viewer', 'DELETE', '/v1/knowledge/documents/doc_0');

export const activityCases: readonly ContractCase[] = [
  {
    name: 'a write request adds an activity entry with its request id, and a read-only request adds none',
    run: async (session) => {
      const refused = await beRefused(session);
      await session.ask('viewer', 'GET', '/v1/agents');
      const [newest] = (await list(session, 'limit=1')).data;
      assert.deepEqual(newest, {
        ...newest,
        role: 'viewer',
        operation: 'deleteDocument',
        subject_id: 'doc_0',
        result: 'refused',
        status: 403,
        code: 'forbidden',
        request_id: refused.headers.get('X-Request-Id'),
      });
    },
  },
  {
    name: 'activity is listed by page, newest first, and filtered by operation, actor, result and time',
    run: async (session) => {
      for (let at = 0; at < 3; at++) await beRefused(session);
      const first = await list(session, 'limit=2');
      const second = await list(session, `limit=2&cursor=${first.next_cursor}`);
      const numbers = [...first.data, ...second.data].map(({ number }) => number);
      const [newest] = first.data;
      assert.deepEqual(
        numbers,
        [0, 1, 2, 3].map((before) => (newest?.number ?? 0) - before),
      );
      const same = `operation=deleteDocument&actor=${newest?.actor_id}&result=refused&from=${newest?.at}`;
      assert.deepEqual((await list(session, same)).data[0], newest);
      assert.deepEqual((await list(session, `${same}&to=${newest?.at}`)).data, []);
      for (const wrong of ['result=gone', 'from=2026-01-01', 'limit=201', 'cursor=x'])
        assert.equal((await session.ask('admin', 'GET', `/v1/activity?${wrong}`)).status, 400, wrong);
    },
  },
  {
    name: 'activity is exported as JSON or CSV with an intact hash chain',
    needsPackage: true,
    run: async (session) => {
      await beRefused(session);
      const json = (await session.ask('admin', 'GET', '/v1/activity/export?format=json')).response;
      const rows = (await json.json()) as readonly ActivityEntry[]; // compared below
      const csv = (await session.ask('admin', 'GET', '/v1/activity/export')).response;
      assert.match(csv.headers.get('Content-Type') ?? '', /^text\/csv/);
      assert.equal((await csv.text()).trimEnd().split('\r\n').length, rows.length + 1);
      assert.deepEqual((await list(session, 'limit=1')).data[0], rows.at(-1));
      const { body } = await session.ask('admin', 'GET', '/v1/activity/verification');
      assert.deepEqual(body as VerificationReport, {
        entries: rows.length,
        head: rows.at(-1)?.hash,
        violation: null,
        gaps: [],
      });
      assert.equal((await session.ask('admin', 'GET', '/v1/activity/export?format=xml')).status, 400);
    },
  },
];
