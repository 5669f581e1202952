import assert from 'node:assert/strict';
import type { ContractCase } from './contract-cases.ts';

const codeOf = (body: unknown) => (body as { readonly code?: string }).code; // validated as a problem by the session

export const protocolCases: readonly ContractCase[] = [
  {
    name: 'an unknown path is 404, and an unsupported method is 405 with Allow',
    run: async ({ ask }) => {
      assert.equal((await ask('viewer', 'GET', '/v1/knowledge')).status, 404);
      const wrongMethod = await ask('viewer', 'PUT', '/v1/knowledge/documents');
      assert.equal(wrongMethod.status, 405);
      assert.deepEqual(wrongMethod.headers.get('Allow')?.split(', ').toSorted(), ['GET', 'HEAD', 'POST']);
    },
  },
  {
    name: 'the instance of a problem is the request path, a URI reference',
    run: async ({ ask }) => {
      for (const path of ['/v1/calls/a%20b%00', '/v1/calls/%E0%A4%A', '/v1/no%20where'])
        assert.equal(((await ask('viewer', 'GET', path)).body as { instance: string }).instance, path);
    },
  },
  {
    name: 'every authenticated response has rate limit headers',
    run: async ({ ask }) => {
      const { headers } = await ask('viewer', 'GET', '/v1/knowledge/documents');
      assert.match(headers.get('RateLimit-Policy') ?? '', /^"default";q=\d+;w=60$/);
      assert.match(headers.get('RateLimit') ?? '', /^"default";r=\d+;t=\d+$/);
    },
  },
  {
    name: 'every GET of the specification supports ETag, If-None-Match and If-Match',
    run: async ({ ask, orgId }) => {
      const path = `/v1/organizations/${orgId}`;
      const first = await ask('admin', 'GET', path);
      const etag = first.headers.get('ETag') ?? '';
      assert.match(etag, /^"[\w-]+"$/);
      const again = await ask('admin', 'GET', path, { headers: { 'If-None-Match': `"other", W/${etag}` } });
      assert.equal(again.status, 304);
      for (const { headers } of [first, again]) assert.equal(headers.get('Cache-Control'), 'private, no-cache');
      const changed = await ask('admin', 'GET', path, { headers: { 'If-None-Match': '"other"' } });
      assert.equal(changed.status, 200);
      const match = async (tag: string) => (await ask('admin', 'GET', path, { headers: { 'If-Match': tag } })).status;
      assert.deepEqual([await match('"other"'), await match(etag), await match('*')], [412, 200, 200]);
    },
  },
  {
    name: 'the response to a HEAD has the length and the fields of the one to a GET',
    run: async ({ ask, orgId }) => {
      for (const path of [`/v1/organizations/${orgId}`, '/v1/integrations']) {
        const { body, headers } = await ask('admin', 'GET', path);
        const head = await ask('admin', 'HEAD', path);
        assert.equal(head.headers.get('Content-Length'), String(Buffer.byteLength(JSON.stringify(body))), path);
        for (const field of ['Content-Type', 'ETag', 'Cache-Control'])
          assert.equal(head.headers.get(field), headers.get(field), `${field} of ${path}`);
      }
      const { status, headers } = await ask('admin', 'HEAD', '/v1/calls/none');
      assert.equal(status, 404);
      assert.ok(Number(headers.get('Content-Length')) > 0);
    },
  },
  {
    name: 'bodies that are malformed, of another type, invalid or too large are 400, 415, 400 and 413',
    run: async ({ ask }) => {
      const search = (body: string, type = 'application/json') =>
        ask('viewer', 'POST', '/v1/knowledge/search', { body, headers: { 'Content-Type': type } });
      assert.equal((await search('{')).status, 400);
      assert.equal((await search('query=x', 'application/x-www-form-urlencoded')).status, 415);
      const wrong = await search('{"query":5}');
      assert.equal(wrong.status, 400);
      assert.equal((wrong.body as { errors: { pointer: string }[] }).errors[0]?.pointer, '/query');
      assert.equal((await search('{"limit":3}')).status, 400);
      for (const blank of ['  ', '\\u200b']) assert.equal((await search(`{"query":"${blank}"}`)).status, 400);
      assert.equal((await search('[]')).status, 400);
      assert.equal((await search(JSON.stringify({ query: 'x'.repeat(300_000) }))).status, 413);
    },
  },
  {
    name: 'invalid limits and cursors are 400',
    run: async ({ ask }) => {
      for (const query of [
        'limit=0',
        'limit=201',
        'limit=x',
        'cursor=%00',
        'cursor=bm9wZQ',
        'status=gone',
        'limit=1&limit=2',
      ]) {
        const answer = await ask('viewer', 'GET', `/v1/knowledge/documents?${query}`);
        assert.equal(answer.status, 400, query);
        assert.equal(codeOf(answer.body), 'malformed');
      }
    },
  },
  {
    name: 'the OpenAPI 3.1 document is available without a key',
    needsPackage: true,
    run: async ({ ask }) => {
      const { status, body } = await ask(null, 'GET', '/v1/openapi.json');
      assert.equal(status, 200);
      assert.equal((body as { openapi: string }).openapi, '3.1.0');
    },
  },
  {
    name: 'the event stream reports a new document and resumes by Last-Event-ID',
    run: async ({ ask }) => {
      const stop = new AbortController();
      const { response } = await ask('viewer', 'GET', '/v1/events', { signal: stop.signal });
      assert.equal(response.headers.get('Content-Type')?.split(';')[0], 'text/event-stream');
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      assert.ok(reader);
      let heard = '';
      const hear = async (what: string) => {
        while (!heard.includes(what)) {
          const { value, done } = await reader.read();
          assert.ok(!done, 'the stream continues');
          heard += value;
        }
      };
      await hear('id: ');
      const start = /id: (.*)/.exec(heard)?.[1] ?? '';
      const form = new FormData();
      form.set('title', 'Heard of by event');
      form.set('file', new File(['A short text about nothing but this test.'], 'heard.txt'));
      const upload = await ask('admin', 'POST', '/v1/knowledge/documents', { body: form });
      const { document_id } = upload.body as { document_id: string };
      await hear(`"${document_id}","status":"active"`);
      stop.abort();
      await reader.cancel().catch(() => {});

      const again = new AbortController();
      const resumed = await ask('viewer', 'GET', '/v1/events', {
        headers: { 'Last-Event-ID': start },
        signal: again.signal,
      });
      const second = resumed.response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let replay = '';
      assert.ok(second);
      while (!replay.includes(`"${document_id}","status":"active"`)) replay += (await second.read()).value ?? '';
      again.abort();
      await second.cancel().catch(() => {});
      await ask('admin', 'DELETE', `/v1/knowledge/documents/${document_id}`);
    },
  },
];
