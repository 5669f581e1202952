import assert from 'node:assert/strict';
import type { ContractCase } from './contract-cases.ts';
import type { Document } from '../../shared/knowledge/knowledge.ts';
import { openEventStream, readUntil } from '../helpers/service/subscribe-to-events.ts';
import type { Answer, ContractSession } from './contract-session.ts';

const documents = '/v1/knowledge/documents';

function createForm(title: string | null, content: BlobPart | null, name = 'note.txt'): FormData {
  const form = new FormData();
  if (title !== null) form.set('title', title);
  if (content !== null) form.set('file', new File([content], name));
  return form;
}

const post = ({ ask }: ContractSession, form: FormData, headers: Record<string, string> = {}) =>
  ask('manager', 'POST', documents, { body: form, headers });

/** Waits until an accepted document is no longer processing, and returns it. */
async function waitForDocument({ ask }: ContractSession, { body }: Answer): Promise<Document> {
  const { document_id } = body as { document_id: string };
  return readUntil(
    openEventStream((await ask('viewer', 'GET', '/v1/events')).response),
    (event) => event.type === 'document.changed' && event.document_id === document_id,
    async () => (await ask('viewer', 'GET', `${documents}/${document_id}`)).body as Document,
    ({ status }) => status !== 'processing',
  );
}

async function waitUntilActive(session: ContractSession, accepted: Answer): Promise<string> {
  const { document_id, status } = await waitForDocument(session, accepted);
  assert.equal(status, 'active');
  return document_id;
}

export const knowledgeCases: readonly ContractCase[] = [
  {
    name: 'the response to an upload says how a file is processed if its name suggests another kind',
    run: async (session) => {
      for (const [title, text, name, message] of [
        ['Piers', 'Piers open at seven.', 'piers.txt', '“Piers” is being processed.'],
        [
          'Tides',
          '{"high": "04:12"}',
          'tides.json',
          '“Tides” is being processed. Although its name ends in .json, the file is processed as plain text.',
        ],
      ] as const) {
        const { body } = await post(session, createForm(title, text, name));
        const accepted = body as { document_id: string; message: string };
        assert.equal(accepted.message, message);
        await session.ask('admin', 'DELETE', `${documents}/${accepted.document_id}`);
      }
    },
  },
  {
    name: 'a document can be uploaded, searched and deleted',
    needsPackage: true,
    run: async (session) => {
      const text = 'The walrus ledger is reconciled on every second Thursday by the harbour clerk.';
      const accepted = await post(session, createForm('Walrus ledger', text));
      assert.equal(accepted.status, 202);
      const id = await waitUntilActive(session, accepted);
      assert.equal(accepted.headers.get('Location'), `${documents}/${id}`);

      const { body: found } = await session.ask('viewer', 'GET', `${documents}/${id}`);
      assert.deepEqual(found, { document_id: id, title: 'Walrus ledger', status: 'active', chunks_created: 1 });
      const { body: chunks } = await session.ask('viewer', 'GET', `${documents}/${id}/chunks`);
      assert.equal((chunks as { data: { text: string }[] }).data[0]?.text, text);

      const search = () =>
        session.ask('viewer', 'POST', '/v1/knowledge/search', {
          body: JSON.stringify({ query: 'Who reconciles the walrus ledger?', limit: 3 }),
          headers: { 'Content-Type': 'application/json' },
        });
      const passages = (await search()).body as { data: { document_id: string; text: string }[] };
      assert.equal(passages.data[0]?.document_id, id);

      assert.equal((await session.ask('manager', 'DELETE', `${documents}/${id}`)).status, 200);
      const after = (await search()).body as { data: { document_id: string }[] };
      assert.ok(after.data.every((passage) => passage.document_id !== id));
      for (const path of [`${documents}/${id}`, `${documents}/${id}/chunks`, `${documents}/${id}/file`]) {
        assert.equal((await session.ask('viewer', 'GET', path)).status, 404);
      }
      assert.equal((await session.ask('manager', 'DELETE', `${documents}/${id}`)).status, 404);
    },
  },
  {
    name: 'the original file is returned byte for byte, complete and by Range',
    run: async (session) => {
      const content = `Range test. ${'abcdefghij '.repeat(50)}`;
      const id = await waitUntilActive(session, await post(session, createForm('Ranged', content)));
      const read = async (range?: string) => {
        const { response } = await session.ask(
          'viewer',
          'GET',
          `${documents}/${id}/file`,
          range ? { headers: { Range: range } } : {},
        );
        return response;
      };
      const whole = await read();
      assert.equal(await whole.text(), content);
      assert.equal(whole.headers.get('Accept-Ranges'), 'bytes');
      const part = await read('Bytes=6-9'); // the unit has no case (RFC 9110, section 14.1)
      assert.equal(part.status, 206);
      assert.equal(part.headers.get('Content-Range'), `bytes 6-9/${content.length}`);
      assert.equal(await part.text(), content.slice(6, 10));
      assert.equal(await (await read('bytes=-5')).text(), content.slice(-5));
      assert.equal(
        (await session.ask('viewer', 'GET', `${documents}/${id}/file`, { headers: { Range: 'bytes=99999999-' } }))
          .status,
        416,
      );
      await session.ask('manager', 'DELETE', `${documents}/${id}`);
    },
  },
  {
    name: 'an upload without file or title, an empty file and an unsupported file are rejected and not kept',
    run: async (session) => {
      const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
      const list = async () =>
        (await session.ask('viewer', 'GET', `${documents}?limit=200`)).body as { data: unknown[] };
      const before = (await list()).data.length;
      assert.equal((await post(session, createForm('No file', null))).status, 400);
      assert.equal((await post(session, createForm(null, 'some text'))).status, 400);
      assert.equal((await post(session, createForm('  ', 'some text'))).status, 400);
      assert.equal((await post(session, createForm('x'.repeat(301), 'some text'))).status, 400);
      assert.equal((await post(session, createForm('Empty', ''))).status, 422);
      assert.equal((await post(session, createForm('Picture', png, 'innocent.pdf'))).status, 415);
      const json = { body: '{}', headers: { 'Content-Type': 'application/json' } };
      assert.equal((await session.ask('manager', 'POST', documents, json)).status, 415);
      assert.equal((await list()).data.length, before);
    },
  },
  {
    name: 'a file over 20 MB is 413, one of exactly 20 MB is not',
    run: async (session) => {
      const limit = 20 * 1024 * 1024;
      assert.equal((await post(session, createForm('Too large', new Uint8Array(limit + 1).fill(97)))).status, 413);
      // Of an unsupported kind, so that it is rejected for that reason and not processed for minutes.
      assert.equal((await post(session, createForm('Just fits', new Uint8Array(limit)))).status, 415);
    },
  },
  {
    name: 'requests with one Idempotency-Key create one document, and another body is rejected',
    run: async (session) => {
      const headers = { 'Idempotency-Key': `"${crypto.randomUUID()}"` };
      const form = () => createForm('Once', 'This text is uploaded twice and kept once.');
      const first = await post(session, form(), headers);
      const bare = { 'Idempotency-Key': headers['Idempotency-Key'].slice(1, -1) };
      const second = await post(session, form(), bare);
      assert.equal(first.headers.get('Idempotency-Replayed'), null);
      assert.equal(second.headers.get('Idempotency-Replayed'), 'true');
      assert.deepEqual(second.body, first.body);
      assert.equal(second.headers.get('Location'), first.headers.get('Location'));
      assert.equal((await post(session, createForm('Another', 'Another text.'), headers)).status, 422);
      const id = await waitUntilActive(session, first);
      await session.ask('manager', 'DELETE', `${documents}/${id}`);
    },
  },
  {
    name: 'a file that cannot be parsed is accepted, then fails with the reason, and can be retried',
    run: async (session) => {
      const accepted = await post(session, createForm('Broken', '%PDF-1.7\nthis is no PDF at all', 'broken.pdf'));
      assert.equal(accepted.status, 202);
      const { document_id } = accepted.body as { document_id: string };
      const failed = await waitForDocument(session, accepted);
      assert.equal(failed.status, 'failed');
      assert.equal(failed.error?.code, 'unreadable');
      assert.equal(failed.chunks_created, 0);
      const retried = await session.ask('manager', 'POST', `${documents}/${document_id}/retry`);
      assert.equal(retried.status, 202);
      assert.equal((await waitForDocument(session, retried)).status, 'failed');
      await session.ask('manager', 'DELETE', `${documents}/${document_id}`);
    },
  },
];
