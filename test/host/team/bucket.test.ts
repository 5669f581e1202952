import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitFor } from '../../helpers/clock/wait-for.ts';
import { startBucket, type StartedBucket } from '../../helpers/service/start-bucket.ts';
import { runServe } from '../../helpers/service/start-host.ts';
import { findPostgres, startPostgres, type StartedPostgres } from '../../helpers/service/start-postgres.ts';
import { runCreateOrganization, startTeamNode } from '../../helpers/service/start-team-node.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../helpers/service/temporary-folder.ts';

const bin = findPostgres();

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
