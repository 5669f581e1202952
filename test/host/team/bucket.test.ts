import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isCallEnded, type CallStatus } from '../../../shared/calls/call-status.ts';
import { waitFor, waitTimeoutMs } from '../../helpers/clock/wait-for.ts';
import { chooseFuzzRuns } from '../../helpers/processes/fuzz-runs.ts';
import { startBucket, type StartedBucket } from '../../helpers/service/start-bucket.ts';
import { runServe } from '../../helpers/service/start-host.ts';
import { findPostgres, startPostgres, type StartedPostgres } from '../../helpers/service/start-postgres.ts';
import { runCreateOrganization, startTeamNode } from '../../helpers/service/start-team-node.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../helpers/service/temporary-folder.ts';

const bin = findPostgres();
const awayMs = chooseFuzzRuns({ perCommit: 3_000, long: 60_000 });

describe.skipIf(bin === null)('`serve --database --bucket`', () => {
  let server: StartedPostgres;
  let bucket: StartedBucket;
  let folder: TemporaryFolder;

  beforeAll(async () => {
    [server, bucket, folder] = await Promise.all([startPostgres(bin ?? ''), startBucket(), createTemporaryFolder()]);
  });
  afterAll(async () => {
    await Promise.all([server.stop(), bucket.stop()]);
    await folder.remove();
  });

  const getOptions = (name: string) => ['--data', join(folder.path, name), '--database', server.url];
  const run = (args: readonly string[], variables = bucket.variables) =>
    runServe([...getOptions('commands'), ...args], variables);
  /** Starts a node with a folder of its own. */
  const start = (name: string) => startTeamNode([...getOptions(name), '--bucket', bucket.url], bucket.variables);

  const listKeys = () => [...bucket.objects.keys()].filter((key) => key.includes('/files/'));

  test('another node serves what a killed one has stored, and deletes what it could not commit', async () => {
    const args = [...getOptions('commands'), '--bucket', bucket.url];
    const headers = { 'X-API-Key': await runCreateOrganization(args, bucket.variables) };
    const first = await start('first');
    const nodes = [first];
    try {
      const upload = (content: string) => {
        const body = new FormData();
        body.set('title', 'Opening hours');
        body.set('file', new File([content], 'hours.txt'));
        return fetch(`${first.baseUrl}/knowledge/documents`, { method: 'POST', headers, body });
      };
      const accepted = await upload('We open at nine.');
      expect(accepted.status).toBe(202);
      const { document_id } = (await accepted.json()) as { readonly document_id: string };
      // It is killed once the bucket has the second file, before the answer.
      bucket.onRequest = (method, key) => {
        if (method === 'HEAD' && key.includes('/files/')) first.child.kill('SIGKILL');
      };
      await expect(upload('We open at ten.')).rejects.toThrow();
      bucket.onRequest = () => {};
      expect(listKeys()).toHaveLength(2);

      const second = await start('second');
      nodes.push(second);
      const getStatus = async () => (await fetch(new URL('/ready', second.baseUrl))).json();
      expect(await getStatus()).toMatchObject({ ready: true, bucket: 'ok' });
      const file = await fetch(`${second.baseUrl}/knowledge/documents/${document_id}/file`, { headers });
      expect(await file.text()).toBe('We open at nine.');
      const list = await fetch(`${second.baseUrl}/knowledge/documents`, { headers });
      expect(((await list.json()) as { readonly data: readonly unknown[] }).data).toHaveLength(1);
      await waitFor(() => expect(listKeys()).toHaveLength(1));
      expect(await second.stop()).toBe(0);
    } finally {
      for (const node of nodes) await node.kill();
    }
    const { code, error } = await run([]);
    expect([code, error]).toEqual([1, 'The files of this database are in a bucket: start with --bucket.']);
  });

  test(
    'keeps running while the bucket is away, says so, and loses nothing',
    { timeout: awayMs + 10 * waitTimeoutMs },
    async () => {
      const args = [...getOptions('away'), '--bucket', bucket.url];
      const headers = { 'X-API-Key': await runCreateOrganization(args, bucket.variables) };
      const node = await start('away');
      try {
        const send = async (path: string, init: RequestInit = {}) => {
          const response = await fetch(`${node.baseUrl}${path}`, { ...init, headers: { ...headers, ...init.headers } });
          return { status: response.status, json: (await response.json()) as Record<string, unknown> };
        };
        const upload = (content: string) => {
          const body = new FormData();
          body.set('title', content);
          body.set('file', new File([content], 'hours.txt'));
          return send('/knowledge/documents', { method: 'POST', body });
        };
        const list = async (path: string) => (await send(path)).json['data'] as readonly Record<string, string>[];
        const [agent] = await list('/agents');
        const place = async () => {
          const placed = await send('/calls/outbound', {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ agent_id: agent?.['agent_id'], recipient_number: '+14155550132' }),
          });
          expect(placed.status).toBe(202);
          return String(placed.json['call_id']);
        };
        const isReady = async () => (await fetch(new URL('/ready', node.baseUrl))).json();
        const kept = new Set(['Open before']);
        expect((await upload('Open before')).status).toBe(202);

        bucket.fault = () => 'away';
        const calls = [await place(), await place()];
        const until = Date.now() + awayMs;
        for (let count = 0; Date.now() < until; count++) {
          const text = `Open ${count}`;
          const { status, json } = await upload(text);
          if (status === 202) kept.add(text);
          else expect([status, json['code']]).toEqual([503, 'unavailable']);
          expect((await send('/calls?limit=200')).status).toBe(200);
        }
        expect(await isReady()).toMatchObject({ ready: true, bucket: 'away' });
        expect(node.child.exitCode).toBeNull();

        bucket.fault = () => null;
        await waitFor(async () => expect(await isReady()).toMatchObject({ ready: true, bucket: 'ok' }), 200);
        kept.add('Open after');
        expect((await upload('Open after')).status).toBe(202);
        calls.push(await place());
        await waitFor(async () => {
          const documents = await list('/knowledge/documents?limit=200');
          expect(documents.map(({ title }) => title).toSorted()).toEqual([...kept].toSorted());
          expect(documents.map(({ status }) => status)).toEqual(documents.map(() => 'active'));
        }, 200);
        for (const { document_id, title } of await list('/knowledge/documents?limit=200')) {
          const file = await fetch(`${node.baseUrl}/knowledge/documents/${document_id}/file`, { headers });
          expect(await file.text()).toBe(title);
        }
        for (const call of calls) {
          const { status, recording_url: url } = await waitFor(async () => {
            const { json } = await send(`/calls/${call}`);
            expect(isCallEnded(json['status'] as CallStatus)).toBe(true);
            if (json['status'] === 'completed') expect(json['recording_url']).toBeTypeOf('string');
            return json;
          }, 200);
          if (status === 'no_answer' || status === 'busy') continue;
          const recording = await fetch(String(url), { headers: { Range: 'bytes=0-99' } });
          expect([status, recording.status]).toEqual(['completed', 206]);
        }
      } finally {
        await node.kill();
      }
    },
  );

  test('refuses a bucket that cannot be used with one sentence, without its key', async () => {
    bucket.fault = () => 'html';
    const wrong = await run(['--bucket', bucket.url]);
    bucket.fault = () => null;
    expect([wrong.code, wrong.error]).toEqual([
      1,
      'The server at the URL of --bucket does not answer as a bucket does.',
    ]);
    const unknown = await run(['--bucket', bucket.url], { ...bucket.variables, AWS_SECRET_ACCESS_KEY: 'geheim' });
    expect(unknown.code).toBe(1);
    expect(unknown.error).toMatch(/check its access key and permissions \(HTTP 403, SignatureDoesNotMatch\)\.$/);
    expect(unknown.error).not.toContain('geheim');
  });
});
