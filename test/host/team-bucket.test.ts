import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitFor } from '../helpers/clock/wait-for.ts';
import { startBucket, type StartedBucket } from '../helpers/service/start-bucket.ts';
import { findPostgres, startPostgres, type StartedPostgres } from '../helpers/service/start-postgres.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';

const launcher = fileURLToPath(new URL('../../electron/launch.mjs', import.meta.url));
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

  function spawnServe(args: readonly string[], variables = bucket.variables) {
    const options = ['--disable-warning=ExperimentalWarning', launcher, 'serve', '--database', server.url];
    return spawn(process.execPath, [...options, ...args], {
      env: { ...process.env, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** Runs `serve` until it ends. */
  async function run(args: readonly string[], variables = bucket.variables) {
    const child = spawnServe(['--data', folder.path, ...args], variables);
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    return { stdout, error: stderr.trim().split('\n').at(-1), code: Number(code) };
  }

  /** Starts a node with a folder of its own. */
  async function startNode(name: string): Promise<{ readonly child: ChildProcess; readonly baseUrl: string }> {
    const child = spawnServe(['--data', join(folder.path, name), '--port', '0', '--bucket', bucket.url]);
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    return { child, baseUrl: (JSON.parse(line) as { readonly base_url: string }).base_url };
  }

  async function kill({ child }: { readonly child: ChildProcess }, signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }

  const listKeys = () => [...bucket.objects.keys()].filter((key) => key.includes('/files/'));

  test('another node serves what a killed one has stored, and deletes what it could not commit', async () => {
    const { stdout } = await run(['--create-organization', 'Harbour Office', '--bucket', bucket.url]);
    const headers = { 'X-API-Key': (JSON.parse(stdout) as { readonly keys: { readonly admin: string } }).keys.admin };
    const first = await startNode('first');
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

      const second = await startNode('second');
      nodes.push(second);
      const getStatus = async () => (await fetch(new URL('/ready', second.baseUrl))).json();
      expect(await getStatus()).toMatchObject({ ready: true, bucket: 'ok' });
      const file = await fetch(`${second.baseUrl}/knowledge/documents/${document_id}/file`, { headers });
      expect(await file.text()).toBe('We open at nine.');
      const list = await fetch(`${second.baseUrl}/knowledge/documents`, { headers });
      expect(((await list.json()) as { readonly data: readonly unknown[] }).data).toHaveLength(1);
      await waitFor(() => expect(listKeys()).toHaveLength(1));
      await kill(second, 'SIGTERM');
      expect(second.child.exitCode).toBe(0);
    } finally {
      for (const node of nodes) await kill(node, 'SIGKILL');
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
