import assert from 'node:assert/strict';
import type { Usage } from '../../shared/billing/billing.ts';
import type { Call, CallTimeline } from '../../shared/calls/calls.ts';
import type { CallInsights } from '../../shared/insights/insights.ts';
import { isCallEnded } from '../../shared/calls/call-status.ts';
import { openEventStream, readUntil } from '../helpers/service/subscribe-to-events.ts';
import type { ContractCase } from './contract-cases.ts';
import type { Answer, ContractSession } from './contract-session.ts';

type ProblemBody = { readonly code: string; readonly errors?: readonly { readonly pointer: string }[] };

async function firstAgent({ ask }: ContractSession): Promise<string> {
  const { body } = await ask('viewer', 'GET', '/v1/agents?limit=1');
  const { data } = body as { data: readonly { agent_id: string }[] };
  assert.ok(data[0], 'the demo has an agent');
  return data[0].agent_id;
}

const post = ({ ask }: ContractSession, path: string, body: unknown, headers: Record<string, string> = {}) =>
  ask('manager', 'POST', path, {
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  });

const place = (session: ContractSession, body: unknown, headers?: Record<string, string>) =>
  post(session, '/v1/calls/outbound', body, headers);

const idOf = ({ body }: Answer) => (body as { call_id: string }).call_id;

const getCall = async ({ ask }: ContractSession, id: string) =>
  (await ask('viewer', 'GET', `/v1/calls/${id}`)).body as Call;

async function waitForEnd(session: ContractSession, id: string): Promise<Call> {
  const { response } = await session.ask('viewer', 'GET', '/v1/events');
  return readUntil(
    openEventStream(response),
    (event) => event.type === 'call.changed' && event.call_id === id,
    async () => {
      const call = await getCall(session, id);
      const results = [call.duration_seconds, call.disposition, call.recording_url, call.transcript];
      if (!isCallEnded(call.status))
        assert.deepEqual(results, [0, null, null, []], 'the results are empty before the call is completed');
      return call;
    },
    (call) => isCallEnded(call.status),
  );
}

/** Places calls until a recipient answers. */
async function completeCall(session: ContractSession): Promise<Call> {
  const agent_id = await firstAgent(session);
  for (;;) {
    const metadata = { first_name: 'Wilhelmina' };
    const accepted = await place(session, { agent_id, recipient_number: '+15550142', metadata });
    assert.equal(accepted.status, 202);
    assert.equal(accepted.headers.get('Location'), `/v1/calls/${idOf(accepted)}`);
    assert.match((accepted.body as { message: string }).message, /Simulated: no real call is placed/);
    const call = await waitForEnd(session, idOf(accepted));
    if (call.status === 'completed') return call;
    assert.ok(call.status === 'no_answer' || call.status === 'busy', call.status);
  }
}

/** Returns path and query of a recording URL. */
const pathOf = (url: string | null) => {
  const { pathname, search } = new URL(url ?? '');
  return pathname + search;
};

export const callCases: readonly ContractCase[] = [
  {
    name: 'a placed call results in a transcript, a timeline and a recording, and its minutes are metered',
    needsPackage: true,
    run: async (session) => {
      const { ask } = session;
      const readMinutesUsed = async () => ((await ask('admin', 'GET', '/v1/billing/usage')).body as Usage).minutes_used;
      const minutesBefore = await readMinutesUsed();
      const call = await completeCall(session);
      assert.ok(call.duration_seconds > 0);
      assert.equal(await readMinutesUsed(), minutesBefore + Math.ceil(call.duration_seconds / 60));
      assert.ok(call.disposition);
      assert.equal(call.transcript[0] !== undefined, true);

      const { body } = await ask('viewer', 'GET', `/v1/calls/${call.call_id}/timeline`);
      const { turns, peaks, simulated } = body as CallTimeline;
      assert.equal(simulated, true);
      assert.deepEqual(
        turns.map(({ speaker, text }) => ({ speaker, text })),
        call.transcript,
      );
      for (const [index, { start_seconds, end_seconds }] of turns.entries()) {
        assert.ok(start_seconds < end_seconds);
        assert.ok(start_seconds >= (turns[index - 1]?.end_seconds ?? 0), 'turns do not overlap');
      }
      assert.ok(peaks.channels[0].length / peaks.per_second >= (turns.at(-1)?.end_seconds ?? 0) - 1);
      assert.ok(peaks.channels.flat().every((peak) => peak >= 0 && peak <= 1));

      const path = pathOf(call.recording_url);
      const whole = (await ask(null, 'GET', path)).response;
      assert.equal(whole.headers.get('Content-Type'), 'audio/mpeg');
      const bytes = Buffer.from(await whole.arrayBuffer());
      assert.equal(whole.headers.get('Content-Length'), String(bytes.byteLength));
      const etag = whole.headers.get('ETag') ?? '';
      assert.match(etag, /^"[\da-f]{64}"$/);
      const part = (await ask(null, 'GET', path, { headers: { Range: 'bytes=100-199' } })).response;
      assert.equal(part.status, 206);
      assert.equal(part.headers.get('Content-Range'), `bytes 100-199/${bytes.byteLength}`);
      assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(100, 200));
      const past = await ask(null, 'GET', path, { headers: { Range: `bytes=${bytes.byteLength}-` } });
      assert.equal(past.status, 416);
      assert.equal(past.headers.get('Content-Range'), `bytes */${bytes.byteLength}`);
      assert.equal((await ask(null, 'GET', path, { headers: { 'If-None-Match': etag } })).status, 304);
      const resume = async (tag: string) =>
        (await ask(null, 'GET', path, { headers: { Range: 'bytes=100-', 'If-Match': tag } })).status;
      assert.deepEqual([await resume(etag), await resume(`W/${etag}`), await resume('"other"')], [206, 412, 412]);
      const head = (await ask(null, 'HEAD', path)).response;
      assert.equal(head.headers.get('Content-Length'), String(bytes.byteLength));
      const headOfPart = (await ask(null, 'HEAD', path, { headers: { Range: 'bytes=0-9' } })).response;
      assert.equal(headOfPart.status, 200, 'Range applies only to GET (RFC 9110, section 14.2)');

      const forged = path.replace(/signature=./, (start) => `signature=${start.endsWith('A') ? 'B' : 'A'}`);
      const later = path.replace(/expires=\d+/, 'expires=9999999999');
      for (const invalid of [forged, later, path.split('?')[0] ?? '', `/audio/call_0.mp3?${path.split('?')[1]}`]) {
        assert.equal(((await ask(null, 'GET', invalid)).body as ProblemBody).code, 'signature_invalid', invalid);
      }
    },
  },
  {
    name: 'an invalid request to place a call is rejected with the first problem in the order of the specification',
    run: async (session) => {
      const agent_id = await firstAgent(session);
      const recipient_number = '+15550100';
      const deep = { a: { b: { c: { d: 1 } } } };
      const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field_${index}`, index]));
      const table: readonly (readonly [unknown, number, string?, string?])[] = [
        ['{', 400, 'malformed'],
        [{}, 400, 'malformed', '/agent_id'],
        [{ agent_id, recipient_number: 15550100 }, 400, 'malformed', '/recipient_number'],
        [{ agent_id, recipient_number, metadata: [] }, 400, 'malformed', '/metadata'],
        [{ agent_id: 5, recipient_number: 'x' }, 400, 'malformed', '/agent_id'],
        [{ agent_id: 'agt_0', recipient_number: '0800 123' }, 422, 'recipient_number_invalid', '/recipient_number'],
        ...['+0155501000', '+123456', '+1234567890123456', '15550100', '+1 555 0100', '', '+१२३४५६७८'].map(
          (number) =>
            [{ agent_id, recipient_number: number }, 422, 'recipient_number_invalid', '/recipient_number'] as const,
        ),
        [{ agent_id: 'agt_0', recipient_number, metadata: deep }, 422, 'agent_unknown', '/agent_id'],
        [{ agent_id, recipient_number, metadata: { a: deep } }, 422, 'metadata_invalid', '/metadata/a/a/b/c'],
        [{ agent_id, recipient_number, metadata: { '': 1 } }, 422, 'metadata_invalid', '/metadata/'],
        [{ agent_id, recipient_number, metadata: many }, 422, 'metadata_invalid', '/metadata'],
        [{ agent_id, recipient_number, metadata: { a: 'x'.repeat(1_001) } }, 422, 'metadata_invalid', '/metadata/a'],
        [{ agent_id, recipient_number, metadata: { a: 'x'.repeat(1024 * 1024) } }, 413, 'too_large'],
        [
          `{"agent_id":"${agent_id}","recipient_number":"${recipient_number}","metadata":{"__proto__":{"admin":true}}}`,
          422,
          'metadata_invalid',
          '/metadata/__proto__',
        ],
        [
          `{"agent_id":"${agent_id}","recipient_number":"${recipient_number}","metadata":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`,
          422,
          'metadata_invalid',
          '/metadata/a/0/0/0',
        ],
      ];
      for (const [body, status, code, pointer] of table) {
        const { body: problem, status: actualStatus } = await place(session, body);
        const request = JSON.stringify(body).slice(0, 100);
        assert.equal(actualStatus, status, request);
        assert.equal((problem as ProblemBody).code, code, request);
        if (pointer !== undefined) assert.equal((problem as ProblemBody).errors?.[0]?.pointer, pointer, request);
      }
      const form = await place(session, 'agent_id=x', { 'Content-Type': 'application/x-www-form-urlencoded' });
      assert.equal(form.status, 415);
    },
  },
  {
    name: 'a viewer can read calls and cannot place them',
    run: async (session) => {
      const { ask } = session;
      const agent_id = await firstAgent(session);
      const body = JSON.stringify({ agent_id, recipient_number: '+15550100' });
      const headers = { 'Content-Type': 'application/json' };
      assert.equal((await ask('viewer', 'POST', '/v1/calls/outbound', { body, headers })).status, 403);
      // The window is authenticated without a key; an invalid key is rejected everywhere.
      const invalidKey = { Authorization: 'Bearer swb_unknown' };
      const withInvalidKey = { body, headers: { ...headers, ...invalidKey } };
      assert.equal((await ask(null, 'POST', '/v1/calls/outbound', withInvalidKey)).status, 401);
      assert.equal((await ask('viewer', 'POST', '/v1/calls/call_0/cancel')).status, 403);
      for (const path of ['/v1/calls/call_0', '/v1/calls/call_0/timeline']) {
        assert.equal((await ask('viewer', 'GET', path)).status, 404);
        assert.equal((await ask(null, 'GET', path, { headers: invalidKey })).status, 401);
      }
      assert.equal((await ask('manager', 'POST', '/v1/calls/call_0/cancel')).status, 404);
      assert.equal((await ask('viewer', 'GET', '/v1/calls')).status, 200);
    },
  },
  {
    name: 'a canceled call stays canceled, and cannot be canceled again',
    run: async (session) => {
      const agent_id = await firstAgent(session);
      // The last of so many calls is still queued when it is canceled.
      const ids: string[] = [];
      for (let count = 0; count < 10; count++) {
        ids.push(idOf(await place(session, { agent_id, recipient_number: '+15550177' })));
      }
      const id = ids.pop() ?? '';
      const canceled = await post(session, `/v1/calls/${id}/cancel`, '');
      assert.equal(canceled.status, 200);
      assert.equal((canceled.body as Call).status, 'canceled');
      assert.equal((await getCall(session, id)).status, 'canceled');
      const again = await post(session, `/v1/calls/${id}/cancel`, '');
      assert.equal((again.body as ProblemBody).code, 'not_cancelable');
      for (const other of ids) await post(session, `/v1/calls/${other}/cancel`, '');
    },
  },
  {
    name: 'one Idempotency-Key places one call, and rejects a different request',
    run: async (session) => {
      const agent_id = await firstAgent(session);
      const json = { agent_id, recipient_number: '+15550188', metadata: { lead: 7 } };
      const key = { 'Idempotency-Key': `place-${crypto.randomUUID()}` };
      const first = await place(session, json, key);
      const second = await place(session, json, key);
      assert.deepEqual(second.body, first.body);
      assert.equal(second.headers.get('Idempotency-Replayed'), 'true');
      assert.equal(second.headers.get('Location'), first.headers.get('Location'));
      const other = await place(session, { ...json, metadata: { lead: 8 } }, key);
      assert.equal((other.body as ProblemBody).code, 'idempotency_mismatch');
      await post(session, `/v1/calls/${idOf(first)}/cancel`, '');
    },
  },
  {
    name: 'calls are listed newest first, in pages, and filtered',
    run: async (session) => {
      const { ask } = session;
      const agent_id = await firstAgent(session);
      const ids: string[] = [];
      for (let index = 0; index < 3; index++) {
        ids.unshift(idOf(await place(session, { agent_id, recipient_number: `+1555020${index}` })));
      }
      type Page = { data: readonly { call_id: string; status: string }[]; next_cursor: string | null };
      const list = async (query: string) => (await ask('viewer', 'GET', `/v1/calls?${query}`)).body as Page;
      const filter = `agent=${agent_id}&from=2000-01-01T00:00:00Z`;
      const first = await list(`${filter}&limit=2`);
      assert.deepEqual(
        first.data.map(({ call_id }) => call_id),
        ids.slice(0, 2),
      );
      const second = await list(`${filter}&limit=2&cursor=${first.next_cursor}`);
      assert.equal(second.data[0]?.call_id, ids[2]);
      for (const id of ids) await post(session, `/v1/calls/${id}/cancel`, '');
      const canceled = await list('status=canceled');
      assert.ok(canceled.data.length > 0 && canceled.data.every(({ status }) => status === 'canceled'));
      assert.deepEqual((await list('agent=agt_0')).data, []);
      const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
      const insights = await ask('viewer', 'GET', `/v1/insights/calls?agent=${agent_id}&from=${at(-24)}&to=${at(1)}`);
      assert.equal(insights.status, 200);
      const { totals, by_agent } = insights.body as CallInsights;
      assert.ok(totals.placed >= ids.length, 'the figures count the calls');
      assert.deepEqual([by_agent[0]?.agent_id, by_agent[0]?.placed], [agent_id, totals.placed]);
      assert.deepEqual((await list('to=2000-01-01T00:00:00Z')).data, []);
      for (const wrong of ['status=gone', 'from=yesterday', 'cursor=x']) {
        assert.equal((await ask('viewer', 'GET', `/v1/calls?${wrong}`)).status, 400, wrong);
      }
    },
  },
];
